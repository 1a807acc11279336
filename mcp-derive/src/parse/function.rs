//! What holds for every annotated function: the keys that they all take, the item, its parameters.
//!
//! Does not know what the parameters mean together: that is `check`.

use super::item::{self, Item};
use super::{param, shown};
use crate::attr::{self, Entry, Value};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::model::{Function, Icon, Key, Kind, Meta};
use crate::names;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Attribute, Expr, FnArg};

/// The path of the runtime crate where no `crate = …` says otherwise.
pub(crate) fn usual_runtime() -> TokenStream {
    quote_spanned!(Span::mixed_site()=> ::mcp)
}

/// Where the function stands.
#[derive(Clone, Copy)]
pub(crate) enum Surroundings<'b> {
    /// Anywhere, under an attribute of its own.
    Free,
    /// In a block of tools.
    Block {
        /// The path of the runtime crate that the block gave.
        runtime: &'b TokenStream,
        /// Where the type is named.
        this: Span,
    },
}

/// What every attribute may be given.
pub(super) struct Shared {
    pub(super) runtime: TokenStream,
    this: Option<Span>,
    name: Option<Key>,
    title: Option<String>,
    description: Option<Docs>,
    icons: Vec<Icon>,
    meta: Vec<Meta>,
    unlisted: bool,
}

impl Shared {
    pub(super) fn new(around: Surroundings<'_>) -> Self {
        let (runtime, this) = match around {
            Surroundings::Free => (usual_runtime(), None),
            Surroundings::Block { runtime, this } => (runtime.clone(), Some(this)),
        };
        Self {
            runtime,
            this,
            name: None,
            title: None,
            description: None,
            icons: Vec::new(),
            meta: Vec::new(),
            unlisted: false,
        }
    }

    /// Reads an entry if its key is one of those that all attributes take.
    pub(super) fn read(&mut self, errors: &mut Errors, entry: &Entry) -> bool {
        match names::plain(&entry.key).as_str() {
            "name" => self.name = name(errors, entry),
            "title" => self.title = entry.text(errors).map(|(text, _)| text),
            "description" => self.description = description(errors, entry),
            "icon" => self.icons.extend(shown::icon(errors, entry)),
            "meta" => shown::meta(errors, entry, &mut self.meta),
            "unlisted" => self.unlisted = entry.alone(errors).is_some(),
            "crate" => {
                if let Some(path) = entry.path(errors) {
                    self.runtime = path.into_token_stream();
                }
            }
            _ => return false,
        }
        true
    }

    /// Reads the function under the attribute.
    ///
    /// `None` when there is no function to speak of; the fault is recorded.
    pub(super) fn function(
        self,
        errors: &mut Errors,
        kind: Kind,
        item: &TokenStream,
    ) -> Option<Function> {
        let item = Item::read(errors, item, kind, self.this.is_some())?;
        if !item.has_body {
            let place = if item.rest.is_empty() {
                item.sig.ident.span()
            } else {
                item::place(&item.rest)
            };
            let attribute = kind.attribute();
            errors.at(
                place,
                format!(
                    "{attribute} goes on a function with a body; a declaration cannot be called"
                ),
            );
        }
        misplaced(errors, kind, &item.attrs);
        let this = self.this;
        let mut position = 0;
        let params = item.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(input) => Some(param::param(errors, kind, input, &mut position)),
            FnArg::Receiver(receiver) => this.map(|this| param::receiver(receiver, this)),
        });
        let params = params.collect();
        let description = self
            .description
            .unwrap_or_else(|| Docs::of(errors, &item.attrs));
        Some(Function {
            kind,
            runtime: self.runtime,
            name: self.name.unwrap_or_else(|| Key {
                text: names::plain(&item.sig.ident),
                span: item.sig.ident.span(),
                generated: false,
            }),
            title: self.title,
            description,
            icons: self.icons,
            meta: self.meta,
            unlisted: self.unlisted,
            attrs: item.attrs,
            vis: item.vis,
            sig: item.sig,
            params,
            in_block: this.is_some(),
        })
    }
}

/// Attributes of ours that stand where they mean nothing.
pub(super) fn misplaced(errors: &mut Errors, kind: Kind, attrs: &[Attribute]) {
    for attr in attrs {
        if attr.path().is_ident("arg") {
            errors.spanned(
                attr.path(),
                "`#[arg(..)]` goes on a parameter; move it in front of one",
            );
            continue;
        }
        match item::ours(attr.path()) {
            Some(other) if other == kind => errors.spanned(
                attr.path(),
                format!("{} is given twice; put all keys into one", kind.attribute()),
            ),
            Some(other) => errors.spanned(
                attr.path(),
                format!("a function is a {kind} or a {other}, not both; write one that calls it"),
            ),
            None => {}
        }
    }
}

/// `name = "…"`, for the function or for an argument.
pub(super) fn name(errors: &mut Errors, entry: &Entry) -> Option<Key> {
    entry.text(errors).map(|(text, span)| Key {
        text,
        span,
        generated: false,
    })
}

/// `description = "…"`, also with a macro that makes text.
pub(super) fn description(errors: &mut Errors, entry: &Entry) -> Option<Docs> {
    if let Value::Given(value) = &entry.value
        && let Expr::Macro(code) = attr::bare(value)
    {
        return Some(Docs::of_code(code.to_token_stream()));
    }
    entry.text(errors).map(|(text, _)| Docs::of_text(text))
}
