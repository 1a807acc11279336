//! Rules about the keys of `meta(..)`.
//!
//! Spec: MCP 2026-07-28, basic, "_meta".

use crate::errors::Errors;
use crate::model::Function;

/// A client may refuse a list with a key that is none.
pub(super) fn keys(errors: &mut Errors, function: &Function) {
    for (index, meta) in function.meta.iter().enumerate() {
        let key = &meta.key;
        if !is_key(key) {
            errors.at(
                meta.at,
                format!(
                    "`{key}` cannot be a key of `_meta`; write a name of letters, digits, `-`, `_` and `.`, \
                     best behind a domain that is yours: `com.example/name`"
                ),
            );
        } else if is_reserved(key) {
            errors.at(
                meta.at,
                format!("the prefix of `{key}` is reserved for the protocol; take a domain that is yours"),
            );
        } else if function.meta[..index]
            .iter()
            .any(|earlier| earlier.key == *key)
        {
            errors.at(meta.at, format!("`{key}` is given twice; keep one"));
        }
    }
}

fn is_key(key: &str) -> bool {
    match key.split_once('/') {
        None => is_word(key, "-_."),
        Some((prefix, name)) => {
            let starts_well = |label: &str| label.starts_with(|c: char| c.is_ascii_alphabetic());
            let is_label = |label: &str| starts_well(label) && is_word(label, "-");
            prefix.split('.').all(is_label) && (name.is_empty() || is_word(name, "-_."))
        }
    }
}

/// Letters and digits, inside also the characters of `inside`.
fn is_word(word: &str, inside: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric();
    word.starts_with(plain)
        && word.ends_with(plain)
        && word.chars().all(|c| plain(c) || inside.contains(c))
}

fn is_reserved(key: &str) -> bool {
    let Some((prefix, _)) = key.split_once('/') else {
        return false;
    };
    let second = prefix.split('.').nth(1);
    second.is_some_and(|label| {
        label.eq_ignore_ascii_case("modelcontextprotocol") || label.eq_ignore_ascii_case("mcp")
    })
}
