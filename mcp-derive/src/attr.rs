//! The inside of an attribute: keys, their values, and what is wrong with them.
//!
//! Knows which keys are valid, not what they mean.

use crate::errors::Errors;
use crate::model::Number;
use crate::names;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Expr, ExprLit, ExprPath, Lit, Token, UnOp, token};

/// Keys that may stand several times.
const REPEATED: &[&str] = &["icon", "meta", "example"];

/// One `key`, `key = value` or `key(..)`.
pub(crate) struct Entry {
    pub(crate) key: Ident,
    pub(crate) value: Value,
}

/// What stands behind a key.
pub(crate) enum Value {
    Nothing,
    Given(Box<Expr>),
    List(TokenStream),
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.call(Ident::parse_any)?;
        let value = if input.peek(Token![=]) {
            let equals: Token![=] = input.parse()?;
            if input.is_empty() || input.peek(Token![,]) {
                let message = format!("`{key} =` lacks its value");
                return Err(syn::Error::new(equals.span, message));
            }
            Value::Given(Box::new(input.parse()?))
        } else if input.peek(token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            Value::List(content.parse()?)
        } else {
            Value::Nothing
        };
        if input.is_empty() || input.peek(Token![,]) {
            Ok(Self { key, value })
        } else {
            Err(input.error("expected `,` after the value of a key"))
        }
    }
}

/// Reads the entries of an attribute; a faulty one is recorded and left out.
///
/// `attribute` is the attribute as the user knows it, `#[arg]` say; `keys` are the valid ones.
/// `seen` lives as long as the item, because an attribute may stand twice.
pub(crate) fn entries(
    errors: &mut Errors,
    attribute: &str,
    keys: &[&str],
    seen: &mut Vec<Ident>,
    tokens: TokenStream,
) -> Vec<Entry> {
    entries_beside(errors, attribute, keys, (&[], ""), seen, tokens)
}

/// [`entries`], where some keys have their place in another attribute, which is named for them.
pub(crate) fn entries_beside(
    errors: &mut Errors,
    attribute: &str,
    keys: &[&str],
    (others, place): (&[&str], &str),
    seen: &mut Vec<Ident>,
    tokens: TokenStream,
) -> Vec<Entry> {
    let mut found = Vec::new();
    for entry in split(errors, tokens) {
        let key = names::plain(&entry.key);
        if others.contains(&key.as_str()) && !keys.contains(&key.as_str()) {
            let message = format!("`{key}` has no place in {attribute}; it goes into {place}");
            errors.at(entry.key.span(), message);
        } else if !keys.contains(&key.as_str()) {
            errors.at(entry.key.span(), unknown(attribute, &key, keys));
        } else if !REPEATED.contains(&key.as_str())
            && seen.iter().any(|earlier| names::plain(earlier) == key)
        {
            errors.at(
                entry.key.span(),
                format!("`{key}` is given twice; keep one"),
            );
        } else {
            seen.push(entry.key.clone());
            found.push(entry);
        }
    }
    found
}

fn unknown(attribute: &str, key: &str, keys: &[&str]) -> String {
    if attribute == "`#[arg]`" && key == "complete" {
        return "`complete` is for arguments of prompts and of templates, and clients complete no others; take \
                an `enum`, or describe what fits"
            .to_owned();
    }
    let list = keys
        .iter()
        .map(|key| format!("`{key}`"))
        .collect::<Vec<_>>();
    let list = list.join(", ");
    match names::nearest(key, keys) {
        Some(near) => {
            format!("unknown key `{key}` in {attribute}; did you mean `{near}`? valid keys: {list}")
        }
        None => format!("unknown key `{key}` in {attribute}; valid keys: {list}"),
    }
}

/// Cuts at commas; what cannot be read is skipped up to the next one.
pub(crate) fn split(errors: &mut Errors, tokens: TokenStream) -> Vec<Entry> {
    let parser = |input: ParseStream<'_>| {
        let mut entries = Vec::new();
        while !input.is_empty() {
            let ahead = input.fork();
            match ahead.parse::<Entry>() {
                Ok(entry) => {
                    input.advance_to(&ahead);
                    entries.push(entry);
                }
                Err(error) => {
                    errors.add(error);
                    while !input.is_empty() && !input.peek(Token![,]) {
                        input.parse::<TokenTree>()?;
                    }
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(entries)
    };
    // the parser reads everything there is and fails only where `split` would have stopped
    parser.parse2(tokens).unwrap_or_default()
}

impl Entry {
    pub(crate) fn wrong(&self, errors: &mut Errors, wanted: &str) {
        let key = names::plain(&self.key);
        let message = format!("`{key}` takes {wanted}");
        match &self.value {
            Value::Given(value) => errors.spanned(value, message),
            Value::List(_) | Value::Nothing => errors.at(self.key.span(), message),
        }
    }

    /// `key = "text"`.
    pub(crate) fn text(&self, errors: &mut Errors) -> Option<(String, Span)> {
        if let Value::Given(value) = &self.value
            && let Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) = bare(value)
            && text.suffix().is_empty()
        {
            return Some((text.value(), text.span()));
        }
        let key = names::plain(&self.key);
        self.wrong(errors, &format!("a string literal; write `{key} = \"…\"`"));
        None
    }

    /// `key = -1.5`.
    pub(crate) fn number(&self, errors: &mut Errors) -> Option<Number> {
        if let Value::Given(value) = &self.value
            && let Some((lit @ (Lit::Int(_) | Lit::Float(_)), json)) = literal(value)
            && let Ok(size) = json.parse::<f64>()
            && size.is_finite()
        {
            let is_float = matches!(lit, Lit::Float(_));
            // beyond these, writers of JSON differ in where they begin to use an exponent
            let usual = size == 0.0 || (1e-3..1e15).contains(&size.abs());
            return Some(Number {
                json: match is_float && usual {
                    true => format!("{size:?}"),
                    false => json,
                },
                size,
                plain: !is_float || usual,
            });
        }
        let key = names::plain(&self.key);
        self.wrong(errors, &format!("a number literal; write `{key} = 1`"));
        None
    }

    /// `key = 3`.
    pub(crate) fn count(&self, errors: &mut Errors) -> Option<u64> {
        if let Value::Given(value) = &self.value
            && let Expr::Lit(ExprLit {
                lit: Lit::Int(int), ..
            }) = bare(value)
            && let Ok(count) = int.base10_digits().parse()
        {
            return Some(count);
        }
        let key = names::plain(&self.key);
        self.wrong(errors, &format!("a count; write `{key} = 1`"));
        None
    }

    /// `key = literal`, also a list of literals, as JSON text.
    pub(crate) fn json(&self, errors: &mut Errors) -> Option<String> {
        if let Value::Given(given) = &self.value
            && let Some(json) = value(given)
        {
            return Some(json);
        }
        self.wrong(errors, "a literal, or a list of literals in brackets");
        None
    }

    /// `key`, `key = true` or `key = false`.
    pub(crate) fn switch(&self, errors: &mut Errors) -> Option<bool> {
        match &self.value {
            Value::Nothing => return Some(true),
            Value::Given(value) => {
                if let Expr::Lit(ExprLit {
                    lit: Lit::Bool(on), ..
                }) = bare(value)
                {
                    return Some(on.value);
                }
            }
            Value::List(_) => {}
        }
        let key = names::plain(&self.key);
        let wanted = format!("`true` or `false`; write `{key}` or `{key} = false`");
        self.wrong(errors, &wanted);
        None
    }

    /// `key` alone.
    pub(crate) fn alone(&self, errors: &mut Errors) -> Option<Span> {
        if matches!(self.value, Value::Nothing) {
            return Some(self.key.span());
        }
        self.wrong(errors, "no value; write the key alone");
        None
    }

    /// `key = some::path`.
    pub(crate) fn path(&self, errors: &mut Errors) -> Option<syn::Path> {
        if let Value::Given(value) = &self.value
            && let Expr::Path(path) = bare(value)
            && path.qself.is_none()
        {
            return Some(path.path.clone());
        }
        let key = names::plain(&self.key);
        self.wrong(errors, &format!("a path; write `{key} = ::some::path`"));
        None
    }
}

/// A path in the place of a value, with all that may stand in one.
pub(crate) fn expr_path(expr: &Expr) -> Option<&ExprPath> {
    match bare(expr) {
        Expr::Path(path) => Some(path),
        _ => None,
    }
}

/// An expression without the invisible delimiters that `macro_rules!` puts around it.
pub(crate) fn bare(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

/// The JSON text of a literal, with the literal itself; `-1` counts as one.
pub(crate) fn literal(expr: &Expr) -> Option<(Lit, String)> {
    match bare(expr) {
        Expr::Lit(ExprLit { lit, .. }) => Some((lit.clone(), json(lit)?)),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match bare(&unary.expr) {
            Expr::Lit(ExprLit {
                lit: lit @ (Lit::Int(_) | Lit::Float(_)),
                ..
            }) => Some((lit.clone(), format!("-{}", json(lit)?))),
            _ => None,
        },
        _ => None,
    }
}

/// The JSON text of a literal, or of a list of such.
pub(crate) fn value(expr: &Expr) -> Option<String> {
    match bare(expr) {
        Expr::Array(array) => {
            let items: Option<Vec<_>> = array.elems.iter().map(value).collect();
            Some(format!("[{}]", items?.join(",")))
        }
        expr => literal(expr).map(|(_, json)| json),
    }
}

fn json(lit: &Lit) -> Option<String> {
    Some(match lit {
        Lit::Str(text) => crate::schema::json_string(&text.value()),
        Lit::Char(c) => crate::schema::json_string(&c.value().to_string()),
        Lit::Bool(on) => on.value.to_string(),
        Lit::Byte(byte) => byte.value().to_string(),
        Lit::Int(int) => int.base10_digits().to_owned(),
        Lit::Float(float) => {
            // Rust writes `1.`, `00.5` and `1.50`; JSON refuses the first two
            let digits = float.base10_digits().trim_start_matches('0');
            let (number, exponent) = match digits.split_once('e') {
                Some((number, exponent)) => (number, format!("e{exponent}")),
                None => (digits, String::new()),
            };
            let (whole, part) = number.split_once('.').unwrap_or((number, ""));
            let whole = if whole.is_empty() { "0" } else { whole };
            let part = part.trim_end_matches('0');
            let part = if part.is_empty() { "0" } else { part };
            format!("{whole}.{part}{exponent}")
        }
        _ => return None,
    })
}
