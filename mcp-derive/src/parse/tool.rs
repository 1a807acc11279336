//! `#[mcp::tool(..)]` on a function.
//!
//! Does not know what the parameters mean together: that is `check`.

use super::item::{self, Item};
use super::{param, running, shown, taking};
use crate::attr::{self, Entry, Value};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::model::{Action, Function, Hints, Icon, Key, Meta, Running, Schemas, Tool};
use crate::names;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt;
use syn::{Attribute, Expr, FnArg};

/// The keys of `#[mcp::tool(..)]`.
const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "extra",
    "lenient",
    "requires",
    "render",
    "input_schema",
    "output_schema",
    "icon",
    "meta",
    "inline",
    "blocking",
    "timeout",
    "heartbeat",
    "sequential",
    "unlisted",
    "crate",
];

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

/// What was given in the attribute itself.
struct Given {
    runtime: TokenStream,
    name: Option<Key>,
    title: Option<String>,
    description: Option<Docs>,
    hints: Hints,
    inline: Option<Span>,
    running: Running,
    ignores_extra: bool,
    lenient: bool,
    requires: Vec<&'static str>,
    actions: Vec<Action>,
    schemas: Schemas,
    icons: Vec<Icon>,
    meta: Vec<Meta>,
    unlisted: bool,
}

/// Reads the attribute and the function under it.
///
/// `None` when there is no function to speak of; the fault is recorded. The path of the runtime
/// is known in any case, because what stands in for a faulty tool needs it.
pub(crate) fn tool(
    errors: &mut Errors,
    around: Surroundings<'_>,
    attribute: TokenStream,
    item: &TokenStream,
) -> (TokenStream, Option<Tool>) {
    let (runtime, this) = match around {
        Surroundings::Free => (usual_runtime(), None),
        Surroundings::Block { runtime, this } => (runtime.clone(), Some(this)),
    };
    let given = given(errors, runtime, attribute);
    let runtime = given.runtime.clone();
    let tool =
        Item::read(errors, item, this.is_some()).map(|item| of_function(errors, given, item, this));
    (runtime, tool)
}

fn of_function(errors: &mut Errors, given: Given, item: Item, this: Option<Span>) -> Tool {
    if !item.has_body {
        let place = if item.rest.is_empty() {
            item.sig.ident.span()
        } else {
            item::place(&item.rest)
        };
        errors.at(
            place,
            "`#[mcp::tool]` goes on a function with a body; a declaration cannot be called",
        );
    }
    misplaced(errors, &item.attrs);
    let mut position = 0;
    let params = item.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(param::param(errors, input, &mut position)),
        FnArg::Receiver(receiver) => this.map(|this| param::receiver(receiver, this)),
    });
    let params = params.collect();
    let description = given
        .description
        .unwrap_or_else(|| Docs::of(errors, &item.attrs));
    let function = Function {
        runtime: given.runtime,
        name: given.name.unwrap_or_else(|| Key {
            text: names::plain(&item.sig.ident),
            span: item.sig.ident.span(),
            generated: false,
        }),
        title: given.title,
        description,
        icons: given.icons,
        meta: given.meta,
        unlisted: given.unlisted,
        attrs: item.attrs,
        vis: item.vis,
        sig: item.sig,
        params,
        in_block: this.is_some(),
    };
    Tool {
        function,
        hints: given.hints,
        inline: given.inline,
        running: given.running,
        ignores_extra: given.ignores_extra,
        lenient: given.lenient,
        requires: given.requires,
        actions: given.actions,
        schemas: given.schemas,
    }
}

/// Attributes of ours that stand where they mean nothing.
pub(super) fn misplaced(errors: &mut Errors, attrs: &[Attribute]) {
    for attr in attrs {
        if attr.path().is_ident("arg") {
            errors.spanned(
                attr.path(),
                "`#[arg(..)]` goes on a parameter; move it in front of one",
            );
        } else if item::is_tool(attr.path()) {
            errors.spanned(
                attr.path(),
                "`#[mcp::tool]` is given twice; put all keys into one",
            );
        }
    }
}

fn given(errors: &mut Errors, runtime: TokenStream, attribute: TokenStream) -> Given {
    let mut given = Given {
        runtime,
        name: None,
        title: None,
        description: None,
        hints: Hints::default(),
        inline: None,
        running: Running::default(),
        ignores_extra: false,
        lenient: false,
        requires: Vec::new(),
        actions: Vec::new(),
        schemas: Schemas::default(),
        icons: Vec::new(),
        meta: Vec::new(),
        unlisted: false,
    };
    let entries = attr::entries(errors, "`#[mcp::tool]`", KEYS, &mut Vec::new(), attribute);
    for entry in entries {
        match entry.key.unraw().to_string().as_str() {
            "name" => given.name = name(errors, &entry),
            "title" => given.title = entry.text(errors).map(|(text, _)| text),
            "description" => given.description = description(errors, &entry),
            "read_only" => given.hints.read_only = entry.switch(errors),
            "destructive" => given.hints.destructive = entry.switch(errors),
            "idempotent" => given.hints.idempotent = entry.switch(errors),
            "open_world" => given.hints.open_world = entry.switch(errors),
            "inline" => given.inline = entry.alone(errors),
            "extra" => given.ignores_extra = ignores_extra(errors, &entry),
            "lenient" => given.lenient = entry.alone(errors).is_some(),
            "requires" => given.requires = taking::requires(errors, &entry),
            "render" => given.actions = taking::actions(errors, &entry),
            "input_schema" => given.schemas.input = taking::schema(errors, &entry),
            "output_schema" => {
                let schema = taking::schema(errors, &entry);
                given.schemas.output = schema.map(|schema| (schema, entry.key.span()));
            }
            "icon" => given.icons.extend(shown::icon(errors, &entry)),
            "meta" => shown::meta(errors, &entry, &mut given.meta),
            "unlisted" => given.unlisted = entry.alone(errors).is_some(),
            "crate" => {
                if let Some(path) = entry.path(errors) {
                    given.runtime = path.into_token_stream();
                }
            }
            key if running::KEYS.contains(&key) => {
                running::running(errors, &entry, &mut given.running);
            }
            _ => {}
        }
    }
    given
}

/// `extra = "ignore"`.
fn ignores_extra(errors: &mut Errors, entry: &Entry) -> bool {
    let Some((text, at)) = entry.text(errors) else {
        return false;
    };
    if !matches!(text.as_str(), "ignore" | "refuse") {
        errors.at(
            at,
            "`extra` is `\"ignore\"` or `\"refuse\"`; without it unknown arguments are refused",
        );
    }
    text == "ignore"
}

/// `name = "…"`, for a tool or for an argument.
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
