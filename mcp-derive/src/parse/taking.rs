//! The keys of `#[mcp::tool(..)]` that say what a tool takes and gives besides its signature.
//!
//! Does not know which of them go together: that is `check`.

use crate::attr::{self, Entry, Value};
use crate::errors::Errors;
use crate::model::{Action, Key};
use crate::names;
use syn::Expr;

/// `render(table = path, csv = path)`.
pub(super) fn actions(errors: &mut Errors, entry: &Entry) -> Vec<Action> {
    const WANTED: &str = "names with functions; write `render(table = some::function)`";
    let Value::List(tokens) = &entry.value else {
        entry.wrong(errors, WANTED);
        return Vec::new();
    };
    if tokens.is_empty() {
        entry.wrong(errors, WANTED);
    }
    let mut actions = Vec::new();
    for inner in attr::split(errors, tokens.clone()) {
        let path = match &inner.value {
            Value::Given(value) => attr::expr_path(value).cloned(),
            Value::List(_) | Value::Nothing => None,
        };
        let name = names::plain(&inner.key);
        match path {
            Some(path) => actions.push(Action {
                name: Key {
                    text: name,
                    span: inner.key.span(),
                    generated: false,
                },
                path,
            }),
            None => {
                let wanted = format!("the path of a function; write `{name} = some::function`");
                inner.wrong(errors, &wanted);
            }
        }
    }
    actions
}

/// `input_schema = path` and `output_schema = path`, also with a macro that makes text.
pub(super) fn schema(errors: &mut Errors, entry: &Entry) -> Option<Expr> {
    if let Value::Given(value) = &entry.value
        && let value @ (Expr::Path(_) | Expr::Macro(_)) = attr::bare(value)
    {
        return Some(value.clone());
    }
    let key = names::plain(&entry.key);
    let wanted = format!(
        "the path of a constant with the text; write `{key} = SCHEMA`, or `{key} = include_str!(\"schema.json\")`"
    );
    entry.wrong(errors, &wanted);
    None
}

/// What a client may declare, with what stands inside of it.
const CAPABILITIES: [(&str, &[&str]); 3] = [
    ("elicitation", &["form", "url"]),
    ("sampling", &["tools", "context"]),
    ("roots", &[]),
];

/// `requires(elicitation(url), roots)`, as the names of constants.
pub(super) fn requires(errors: &mut Errors, entry: &Entry) -> Vec<&'static str> {
    let mut found = Vec::new();
    let Some(tokens) = list(&entry.value) else {
        entry.wrong(
            errors,
            "what a client must be able to do; write `requires(elicitation)`",
        );
        return found;
    };
    let words = CAPABILITIES.map(|(word, _)| word);
    for outer in attr::entries(errors, "`requires(..)`", &words, &mut Vec::new(), tokens) {
        let word = names::plain(&outer.key);
        let Some((_, inside)) = CAPABILITIES.iter().find(|(known, _)| *known == word) else {
            continue;
        };
        if matches!(outer.value, Value::Nothing) {
            found.extend(constant(&word, ""));
            continue;
        }
        let Some(tokens) = list(&outer.value).filter(|_| !inside.is_empty()) else {
            let wanted = match inside.first() {
                Some(inner) => format!("no value; write `{word}`, or `{word}({inner})`"),
                None => "no value; write the word alone".to_owned(),
            };
            outer.wrong(errors, &wanted);
            continue;
        };
        let place = format!("`{word}(..)`");
        for inner in attr::entries(errors, &place, inside, &mut Vec::new(), tokens) {
            if inner.alone(errors).is_some() {
                found.extend(constant(&word, &names::plain(&inner.key)));
            }
        }
    }
    found
}

/// What stands in the parentheses, if anything does.
fn list(value: &Value) -> Option<proc_macro2::TokenStream> {
    match value {
        Value::List(tokens) if !tokens.is_empty() => Some(tokens.clone()),
        Value::List(_) | Value::Given(_) | Value::Nothing => None,
    }
}

/// The name of the constant; `elicitation` alone means forms, as it does in the protocol.
fn constant(word: &str, inner: &str) -> Option<&'static str> {
    Some(match (word, inner) {
        ("elicitation", "" | "form") => "ELICITATION",
        ("elicitation", "url") => "ELICITATION_URL",
        ("sampling", "") => "SAMPLING",
        ("sampling", "tools") => "SAMPLING_TOOLS",
        ("sampling", "context") => "SAMPLING_CONTEXT",
        ("roots", "") => "ROOTS",
        _ => return None,
    })
}
