//! The keys of `#[arg(..)]` that say how a value is given other than as a member of JSON: as a
//! flag, in an HTTP header, on the command line.
//!
//! Does not know which of them go together: that is `check`.

use super::function::name;
use crate::attr::{self, Entry, Value};
use crate::errors::Errors;
use crate::model::{Bound, Flag, Key, Outside};
use crate::names;
use syn::{Expr, ExprLit, Lit};

/// The keys read here.
pub(super) const KEYS: [&str; 4] = ["flag", "header", "short", "long"];

/// Reads an entry whose key is one of [`KEYS`].
pub(super) fn outside(errors: &mut Errors, entry: &Entry, found: &mut Outside) {
    match names::plain(&entry.key).as_str() {
        "flag" => found.flag = flag(errors, entry),
        "header" => {
            let text = entry.text(errors);
            found.header = text.map(|(value, at)| Bound { value, at });
        }
        "short" => found.short = short(errors, entry),
        _ => found.long = long(errors, entry),
    }
}

/// The key of an argument that has no `name`.
pub(super) fn key(outside: &Outside) -> Option<Key> {
    let contrary = outside.flag.as_ref().and_then(|flag| flag.contrary.clone());
    let short = outside.short.as_ref().map(|short| Key {
        text: short.value.to_string(),
        span: short.at,
        generated: false,
    });
    contrary.or_else(|| outside.long.clone()).or(short)
}

/// `flag` or `flag = "no-clean"`.
fn flag(errors: &mut Errors, entry: &Entry) -> Option<Flag> {
    let at = entry.key.span();
    match &entry.value {
        Value::Nothing => Some(Flag { at, contrary: None }),
        Value::Given(value)
            if matches!(
                attr::bare(value),
                Expr::Lit(ExprLit {
                    lit: Lit::Str(_),
                    ..
                })
            ) =>
        {
            let contrary = name(errors, entry);
            contrary.is_some().then_some(Flag { at, contrary })
        }
        _ => {
            entry.wrong(
                errors,
                "no value, or the name of the contrary; write `flag`, or `flag = \"no-…\"`",
            );
            None
        }
    }
}

/// `short = 'f'`.
fn short(errors: &mut Errors, entry: &Entry) -> Option<Bound<char>> {
    if let Value::Given(value) = &entry.value
        && let Expr::Lit(ExprLit {
            lit: Lit::Char(letter),
            ..
        }) = attr::bare(value)
        && letter.value().is_ascii_alphanumeric()
        && letter.suffix().is_empty()
    {
        return Some(Bound {
            value: letter.value(),
            at: letter.span(),
        });
    }
    entry.wrong(
        errors,
        "one ASCII letter or digit in single quotes; write `short = 'f'`",
    );
    None
}

/// `long = "factor"`.
fn long(errors: &mut Errors, entry: &Entry) -> Option<Key> {
    let long = name(errors, entry)?;
    if long.text.starts_with('-') {
        errors.at(
            long.span,
            "the dashes of a long name are written on the command line alone; leave them out",
        );
        return None;
    }
    Some(long)
}
