//! From identifiers and patterns to names on the wire, and what such a name may be.
//!
//! Does not know types or attributes.

use crate::model::{Key, Kind};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::Pat;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

/// The longest name the specification allows.
const LONGEST: usize = 128;

/// An identifier without `r#`, which is spelling and no part of the name.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The key of a parameter that has no name of its own in its attributes.
///
/// `position` is counted from one, among the arguments.
pub(crate) fn key(pat: &Pat, position: usize) -> Key {
    match pat {
        Pat::Paren(paren) => key(&paren.pat, position),
        Pat::Ident(binding) if !plain(&binding.ident).starts_with('_') => Key {
            text: plain(&binding.ident),
            span: binding.ident.span(),
            generated: false,
        },
        Pat::Struct(record) if !record.path.segments.is_empty() => {
            let name = &record.path.segments[record.path.segments.len() - 1].ident;
            Key {
                text: plain(name).to_lowercase(),
                span: name.span(),
                generated: false,
            }
        }
        _ => Key {
            text: format!("_{position}"),
            span: pat.span(),
            generated: true,
        },
    }
}

/// What a message calls a parameter.
pub(crate) fn label(pat: &Pat) -> String {
    match pat {
        Pat::Ident(binding) => plain(&binding.ident),
        Pat::Wild(_) => "_".to_owned(),
        _ => pat.to_token_stream().to_string(),
    }
}

/// Why a text cannot be a name on the wire; the fix is left to the caller.
///
/// Spec: MCP 2026-07-28, server/tools, "Tool Names".
pub(crate) fn fault(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("a name cannot be empty".to_owned());
    }
    if name.starts_with('_') {
        return Some(format!(
            "`{}` begins with `_`, as only names made by the macro do",
            name.escape_debug()
        ));
    }
    let stranger = |c: &char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if let Some(stranger) = name.chars().find(stranger) {
        return Some(format!(
            "`{}` contains {stranger:?}, but names are made of ASCII letters, digits, `_`, `-` and `.`",
            name.escape_debug()
        ));
    }
    let length = name.len();
    (length > LONGEST)
        .then(|| format!("this name has {length} characters, but at most {LONGEST} are allowed"))
}

/// Why a text cannot be the name of a resource, which is shown to people.
pub(crate) fn fault_of_resource(name: &str) -> Option<String> {
    if name.trim().is_empty() {
        return Some("a name cannot be empty".to_owned());
    }
    let control = name.chars().find(|c| c.is_control())?;
    Some(format!(
        "`{}` contains {control:?}, and a name is one line of text",
        name.escape_debug()
    ))
}

/// The name of the hidden macro that makes the compiler refuse two of one kind with one name.
///
/// Different names stay different: a name without `-` and `.` is taken as it is, every other is
/// spelt in a code in which no word begins another (`__`, `_dash_`, `_dot_`, letters).
pub(crate) fn guard(kind: Kind, name: &str, span: Span) -> Ident {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let ident = match kind {
        _ if plain => format!("the_{kind}_named_{name}"),
        Kind::Tool | Kind::Prompt => {
            let mut spelt = format!("the_{kind}_spelt_");
            for c in name.chars() {
                match c {
                    '_' => spelt.push_str("__"),
                    '-' => spelt.push_str("_dash_"),
                    '.' => spelt.push_str("_dot_"),
                    other => spelt.push(other),
                }
            }
            spelt
        }
        Kind::Resource => format!("the_resource_spelt_{}", coded(name)),
    };
    Ident::new(&ident, span)
}

/// The same for two resources with one URI.
pub(crate) fn guard_of_uri(uri: &str, span: Span) -> Ident {
    Ident::new(&format!("the_resource_at_{}", coded(uri)), span)
}

/// Any text as a part of an identifier; different texts stay different.
fn coded(text: &str) -> String {
    let mut coded = String::new();
    for byte in text.bytes() {
        match byte {
            b'_' => coded.push_str("__"),
            letter if letter.is_ascii_alphanumeric() => coded.push(char::from(letter)),
            other => coded.push_str(&format!("_x{other:02x}")),
        }
    }
    coded
}

/// The name of the constant that describes a function; `tools![..]` knows only the function's name.
pub(crate) fn constant(kind: Kind, function: &Ident) -> Ident {
    let name = format!("__mcp_{kind}_{}", plain(function));
    Ident::new(&name, function.span())
}

/// The one of `valid` that was probably meant by `found`.
pub(crate) fn nearest<'v>(found: &str, valid: &[&'v str]) -> Option<&'v str> {
    let found = folded(found);
    let likely = valid.iter().filter_map(|&candidate| {
        let other = folded(candidate);
        let distance = distance(&found, &other);
        let short = found.len() >= 3 && other.starts_with(found.as_str());
        (short || distance <= other.len().max(3) / 3).then_some((distance, candidate))
    });
    likely.min().map(|(_, candidate)| candidate)
}

/// Spelling habits of other languages put aside: `readOnlyHint` is close to `read_only`.
fn folded(name: &str) -> String {
    let lower = name.to_lowercase().replace(['_', '-'], "");
    lower
        .strip_suffix("hint")
        .map_or(lower.clone(), str::to_owned)
}

/// How many letters must be put in, left out or changed; two that changed places count once.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=right.len()).collect()];
    for i in 1..=left.len() {
        let mut row = vec![i];
        for j in 1..=right.len() {
            let same = left[i - 1] == right[j - 1];
            let mut best = (rows[i - 1][j - 1] + usize::from(!same))
                .min(rows[i - 1][j] + 1)
                .min(row[j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}
