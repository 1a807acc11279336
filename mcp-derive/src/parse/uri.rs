//! URIs and templates of them, from text to parts.
//!
//! Does not know the arguments of the function.
//!
//! Spec: RFC 3986; RFC 6570, levels 1 to 3.

use crate::errors::Errors;
use crate::model::{Operator, Part, Uri};
use syn::LitStr;

/// Reads the URI of a resource; the first fault is recorded, each at the literal.
pub(super) fn uri(errors: &mut Errors, literal: &LitStr) -> Option<Uri> {
    let text = literal.value();
    match parts(&text).and_then(|parts| well_formed(&text, parts)) {
        Ok(parts) => Some(Uri {
            text,
            span: literal.span(),
            parts,
        }),
        Err(message) => {
            errors.at(literal.span(), message);
            None
        }
    }
}

/// What makes any text a URI: a scheme, and none of the characters that no URI has.
fn well_formed(text: &str, parts: Vec<Part>) -> Result<Vec<Part>, String> {
    let scheme = match parts.first() {
        Some(Part::Literal(first)) => first.split_once(':').map(|(scheme, _)| scheme),
        _ => None,
    };
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    };
    if !scheme.is_some_and(is_scheme) {
        return Err(format!(
            "`{}` begins with no scheme; write one and a colon first, as in `config://app`",
            text.escape_debug()
        ));
    }
    let mut seen: Vec<&str> = Vec::new();
    for part in &parts {
        match part {
            Part::Literal(literal) => no_strangers(literal)?,
            Part::Variables(_, names) => {
                for name in names {
                    if seen.contains(&name.as_str()) {
                        return Err(format!(
                            "the variable `{name}` stands twice in the template; give each place its own"
                        ));
                    }
                    seen.push(name);
                }
            }
        }
    }
    Ok(parts)
}

/// A character that no URI has can come from no client.
fn no_strangers(literal: &str) -> Result<(), String> {
    let known = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    if let Some(stranger) = literal.chars().find(|c| !known(*c)) {
        let mut bytes = [0; 4];
        let spelt: String = stranger
            .encode_utf8(&mut bytes)
            .bytes()
            .map(|byte| format!("%{byte:02X}"))
            .collect();
        return Err(format!(
            "{stranger:?} cannot stand in a URI; write `{spelt}` for it"
        ));
    }
    let is_hex = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_hexdigit);
    let bytes = literal.as_bytes();
    let broken = |at: &usize| !(is_hex(bytes.get(at + 1)) && is_hex(bytes.get(at + 2)));
    match literal.match_indices('%').map(|(at, _)| at).find(broken) {
        Some(_) => Err(
            "a `%` in a URI is followed by two hexadecimal digits; write `%25` for the sign itself"
                .to_owned(),
        ),
        None => Ok(()),
    }
}

/// Cuts the text at braces.
fn parts(text: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        if rest[at..].starts_with('}') {
            return Err(
                "a `}` without its `{`; a URI has no braces but around variables".to_owned(),
            );
        }
        if at > 0 {
            parts.push(Part::Literal(rest[..at].to_owned()));
        }
        let inside = &rest[at + 1..];
        let Some(end) = inside
            .find(['{', '}'])
            .filter(|end| inside[*end..].starts_with('}'))
        else {
            return Err("a `{` without its `}`; write a variable as `{name}`".to_owned());
        };
        parts.push(expression(&inside[..end])?);
        rest = &inside[end + 1..];
    }
    if !rest.is_empty() {
        parts.push(Part::Literal(rest.to_owned()));
    }
    Ok(parts)
}

/// What stands in one pair of braces.
fn expression(inside: &str) -> Result<Part, String> {
    let mut names = inside;
    let mut operator = Operator::Simple;
    if let Some(first) = inside.chars().next() {
        let found = match first {
            '+' => Some(Operator::Reserved),
            '#' => Some(Operator::Fragment),
            '.' => Some(Operator::Label),
            '/' => Some(Operator::Segment),
            ';' => Some(Operator::Parameter),
            '?' => Some(Operator::Query),
            '&' => Some(Operator::Continuation),
            '=' | ',' | '!' | '@' | '|' => {
                return Err(format!(
                    "`{{{inside}}}` begins with `{first}`, which RFC 6570 keeps for later; \
                     write `{{name}}`, or one of `+`, `#`, `.`, `/`, `;`, `?`, `&` before the name"
                ));
            }
            _ => None,
        };
        if let Some(found) = found {
            operator = found;
            names = &inside[1..];
        }
    }
    let names = names.split(',').map(|name| variable(inside, name));
    Ok(Part::Variables(operator, names.collect::<Result<_, _>>()?))
}

fn variable(inside: &str, name: &str) -> Result<String, String> {
    if name.ends_with('*') || name.contains(':') {
        return Err(format!(
            "`{{{inside}}}` is of level 4 of RFC 6570, and one variable is one argument here; \
             leave `*` and `:` out"
        ));
    }
    let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let dots = name.starts_with('.') || name.ends_with('.') || name.contains("..");
    if name.is_empty() || dots || !name.chars().all(known) {
        return Err(format!(
            "`{{{}}}` names no variable; a name is made of letters, digits and `_`, and a comma \
             stands between two",
            inside.escape_debug()
        ));
    }
    Ok(name.to_owned())
}
