//! Doc comments, as rustdoc would show their text.
//!
//! Does not know what a description is for; it only finds, joins and trims.

use crate::errors::Errors;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

/// How many different predicates of `cfg_attr` one text may depend on: each doubles what is
/// generated, because two constant strings cannot be joined after a choice.
const MOST_CONDITIONS: usize = 6;

/// The text of an item's doc comments, in pieces.
#[derive(Default)]
pub(crate) struct Docs(Vec<Piece>);

/// One `#[doc = …]`.
#[derive(Clone)]
enum Piece {
    Text(String),
    /// A macro such as `include_str!("x.md")`, expanded by the compiler.
    Code(TokenStream),
    /// `#[cfg_attr(predicate, doc = …)]`.
    When(TokenStream, Box<Piece>),
}

impl Docs {
    /// The text of a key such as `description = "…"`.
    pub(crate) fn of_text(text: String) -> Self {
        Self(vec![Piece::Text(text)])
    }

    /// Text that a macro makes.
    pub(crate) fn of_code(code: TokenStream) -> Self {
        Self(vec![Piece::Code(code)])
    }

    /// Gathers the doc comments among `attrs`.
    pub(crate) fn of(errors: &mut Errors, attrs: &[Attribute]) -> Self {
        let mut pieces = Vec::new();
        for attr in attrs {
            if attr.path().is_ident("cfg_attr") {
                let Some((predicate, metas)) = conditional(attr) else {
                    continue;
                };
                let found = metas.iter().filter_map(piece);
                pieces.extend(found.map(|found| Piece::When(predicate.clone(), Box::new(found))));
            } else {
                pieces.extend(piece(&attr.meta));
            }
        }
        unindent(&mut pieces);
        let docs = Self(pieces);
        if docs.conditions().len() > MOST_CONDITIONS {
            let message = format!(
                "doc comments depend on more than {MOST_CONDITIONS} predicates; \
                 use fewer `cfg_attr`, or the key `description`"
            );
            let first = attrs.iter().find(|attr| attr.path().is_ident("cfg_attr"));
            errors.spanned(first, message);
            return Self::default();
        }
        docs
    }

    /// The whole text, when it is known now; empty when there is none.
    pub(crate) fn literal(&self) -> Option<String> {
        let texts = self.0.iter().map(|piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            Piece::Code(_) | Piece::When(..) => None,
        });
        let lines = texts.collect::<Option<Vec<_>>>()?;
        Some(lines.join("\n").trim().to_owned())
    }

    /// A constant of type `Option<&'static str>`.
    pub(crate) fn expression(&self) -> TokenStream {
        chosen(&self.0)
    }

    fn conditions(&self) -> Vec<String> {
        let predicates = self.0.iter().filter_map(|piece| match piece {
            Piece::When(predicate, _) => Some(predicate.to_string()),
            Piece::Text(_) | Piece::Code(_) => None,
        });
        let mut all: Vec<_> = predicates.collect();
        all.sort();
        all.dedup();
        all
    }
}

/// Splits `cfg_attr(predicate, meta, …)`.
pub(crate) fn conditional(attr: &Attribute) -> Option<(TokenStream, Vec<Meta>)> {
    let Meta::List(list) = &attr.meta else {
        return None;
    };
    let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
    let mut metas = list.parse_args_with(parser).ok()?.into_iter();
    let predicate = metas.next()?.into_token_stream();
    Some((predicate, metas.collect()))
}

/// The piece that `doc = …` is; `doc(hidden)` and every other attribute is none.
fn piece(meta: &Meta) -> Option<Piece> {
    let Meta::NameValue(pair) = meta else {
        return None;
    };
    if !pair.path.is_ident("doc") {
        return None;
    }
    match crate::attr::bare(&pair.value) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(Piece::Text(undecorated(
            &text.value().replace("\r\n", "\n"),
        ))),
        Expr::Macro(code) => Some(Piece::Code(code.to_token_stream())),
        _ => None,
    }
}

/// The text of `/** … */` without its column of stars; every other text as it is.
///
/// The stars of a comment stand behind a space, those of a list in a literal do not.
fn undecorated(text: &str) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.len() < 2 {
        return text.to_owned();
    }
    let only_stars = |line: &str| line.trim().chars().all(|c| c == '*');
    if only_stars(lines[0]) {
        lines.remove(0);
    }
    if lines.last().is_some_and(|line| only_stars(line)) {
        lines.pop();
    }
    // the first line of a comment follows `/**` and has no star of its own
    let starred = |line: &&str| {
        line.trim().is_empty()
            || line.trim_start_matches(' ').starts_with('*') && line.starts_with(' ')
    };
    let first_is_free = lines.first().is_some_and(|line| !starred(line));
    let column = &lines[usize::from(first_is_free).min(lines.len())..];
    if !column.iter().all(starred) || column.iter().all(|line| line.trim().is_empty()) {
        return lines.join("\n");
    }
    let cut = |(i, line): (usize, &&str)| {
        if i == 0 && first_is_free {
            return (*line).to_owned();
        }
        line.trim_start().strip_prefix('*').unwrap_or("").to_owned()
    };
    lines
        .iter()
        .enumerate()
        .map(cut)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Takes away the space behind `///`: as much white space as all lines of all comments share.
///
/// A text that begins without white space, as in `#[doc = "x"]`, has no say in this.
fn unindent(pieces: &mut [Piece]) {
    fn text(piece: &mut Piece) -> Option<&mut String> {
        match piece {
            Piece::Text(text) => Some(text),
            Piece::Code(_) => None,
            Piece::When(_, inner) => text_of(inner),
        }
    }
    fn text_of(piece: &mut Piece) -> Option<&mut String> {
        text(piece)
    }
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let full = |line: &&str| !line.trim().is_empty();
    let mut indented: Vec<&mut String> = pieces
        .iter_mut()
        .filter_map(text)
        .filter(|text| text.lines().filter(full).all(|line| indent(line) > 0))
        .collect();
    let lines = indented.iter().flat_map(|text| text.lines());
    let shared = lines.filter(full).map(indent).min().unwrap_or(0);
    for text in &mut indented {
        let cut = |line: &str| line.get(shared..).unwrap_or("").to_owned();
        **text = text.split('\n').map(cut).collect::<Vec<_>>().join("\n");
    }
}

/// The constant for `pieces`, one branch for each predicate.
fn chosen(pieces: &[Piece]) -> TokenStream {
    let at = Span::mixed_site();
    let first = pieces.iter().find_map(|piece| match piece {
        Piece::When(predicate, _) => Some(predicate),
        Piece::Text(_) | Piece::Code(_) => None,
    });
    let Some(predicate) = first else {
        return joined(pieces);
    };
    let same = |other: &TokenStream| other.to_string() == predicate.to_string();
    let with = pieces.iter().map(|piece| match piece {
        Piece::When(other, inner) if same(other) => (**inner).clone(),
        other => other.clone(),
    });
    let without = pieces
        .iter()
        .filter(|piece| !matches!(piece, Piece::When(other, _) if same(other)));
    let with = chosen(&with.collect::<Vec<_>>());
    let without = chosen(&without.cloned().collect::<Vec<_>>());
    quote_spanned!(at=> if ::core::cfg!(#predicate) { #with } else { #without })
}

/// The constant for pieces without a condition.
fn joined(pieces: &[Piece]) -> TokenStream {
    let at = Span::mixed_site();
    if let Some(text) = Docs(pieces.to_vec()).literal() {
        if text.is_empty() {
            return quote_spanned!(at=> ::core::option::Option::None);
        }
        return quote_spanned!(at=> ::core::option::Option::Some(#text));
    }
    let mut parts = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        let end = if i + 1 < pieces.len() { "\n" } else { "" };
        match piece {
            Piece::Text(text) => {
                let line = format!("{text}{end}");
                parts.push(quote_spanned!(at=> #line));
            }
            Piece::Code(code) => {
                parts.push(code.clone());
                if !end.is_empty() {
                    parts.push(quote_spanned!(at=> #end));
                }
            }
            Piece::When(..) => {}
        }
    }
    // what a file holds is known to the compiler alone, so it is trimmed there
    quote_spanned!(at=>
        ::core::option::Option::Some(::core::primitive::str::trim_ascii(::core::concat!(#(#parts),*)))
    )
}
