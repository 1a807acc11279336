//! What attributes of serde say of the keys of a type, as it reads values.
//!
//! What is no attribute of serde, or a faulty one, is left to serde to say.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Ident, LitStr, Token, token};

/// On the type.
#[derive(Default)]
pub(super) struct OfType {
    pub(super) rename_all: Option<Case>,
    pub(super) has_default: bool,
    /// What reads the type as another, or its fields in another place.
    pub(super) elsewhere: Option<Ident>,
}

/// On a field.
#[derive(Default)]
pub(super) struct OfField {
    pub(super) rename: Option<LitStr>,
    pub(super) has_default: bool,
    pub(super) skipped: bool,
    pub(super) flattened: bool,
    pub(super) by_function: bool,
}

/// How the names of fields are spelt.
#[derive(Clone, Copy)]
pub(super) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    /// `None` for a spelling that serde does not have; as it is for what fields are written in.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "lowercase" | "snake_case" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            "PascalCase" => Self::Pascal,
            "camelCase" => Self::Camel,
            "SCREAMING_SNAKE_CASE" => Self::ScreamingSnake,
            "kebab-case" => Self::Kebab,
            "SCREAMING-KEBAB-CASE" => Self::ScreamingKebab,
            _ => return None,
        })
    }

    /// The name of a field in this spelling.
    pub(super) fn spelt(self, field: &str) -> String {
        match self {
            // serde leaves fields alone here: that is how they are written
            Self::Lower => field.to_owned(),
            Self::Upper | Self::ScreamingSnake => field.to_ascii_uppercase(),
            Self::Kebab => field.replace('_', "-"),
            Self::ScreamingKebab => field.to_ascii_uppercase().replace('_', "-"),
            Self::Pascal => pascal(field),
            Self::Camel => {
                let pascal = pascal(field);
                let mut rest = pascal.chars();
                match rest.next() {
                    Some(first) => first.to_ascii_lowercase().to_string() + rest.as_str(),
                    None => pascal,
                }
            }
        }
    }
}

fn pascal(field: &str) -> String {
    let mut spelt = String::new();
    let mut starts = true;
    for c in field.chars() {
        match c {
            '_' => starts = true,
            c if starts => {
                spelt.push(c.to_ascii_uppercase());
                starts = false;
            }
            c => spelt.push(c),
        }
    }
    spelt
}

impl OfType {
    pub(super) fn read(attrs: &[Attribute]) -> Self {
        let mut found = Self::default();
        each(attrs, &mut |meta| {
            let Some(word) = meta.path.get_ident() else {
                return skip(meta);
            };
            match word.to_string().as_str() {
                "rename_all" => {
                    let case = reading_side(meta)?;
                    found.rename_all = case.and_then(|case| Case::named(&case.value()));
                    Ok(())
                }
                "default" => {
                    found.has_default = true;
                    skip(meta)
                }
                "from" | "try_from" | "remote" | "transparent" | "tag" => {
                    found.elsewhere.get_or_insert_with(|| word.clone());
                    skip(meta)
                }
                _ => skip(meta),
            }
        });
        found
    }
}

impl OfField {
    pub(super) fn read(attrs: &[Attribute]) -> Self {
        let mut found = Self::default();
        each(attrs, &mut |meta| {
            let Some(word) = meta.path.get_ident() else {
                return skip(meta);
            };
            match word.to_string().as_str() {
                "rename" => {
                    found.rename = reading_side(meta)?.or(found.rename.take());
                    return Ok(());
                }
                "default" => found.has_default = true,
                "skip" | "skip_deserializing" => found.skipped = true,
                "flatten" => found.flattened = true,
                "with" | "deserialize_with" => found.by_function = true,
                _ => {}
            }
            skip(meta)
        });
        found
    }
}

/// Calls `read` with each word in `#[serde(..)]`.
fn each(attrs: &[Attribute], read: &mut dyn FnMut(&ParseNestedMeta<'_>) -> syn::Result<()>) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
        // serde reports what cannot be read
        let _ = attr.parse_nested_meta(|meta| read(&meta));
    }
}

/// `word = "…"`, or `word(deserialize = "…")`.
fn reading_side(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitStr>> {
    if meta.input.peek(Token![=]) {
        return meta.value()?.parse().map(Some);
    }
    let mut found = None;
    meta.parse_nested_meta(|side| {
        let value: LitStr = side.value()?.parse()?;
        if side.path.is_ident("deserialize") {
            found = Some(value);
        }
        Ok(())
    })?;
    Ok(found)
}

/// Passes the value of a word that says nothing of keys.
fn skip(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<syn::Expr>()?;
    } else if meta.input.peek(token::Paren) {
        meta.parse_nested_meta(|inner| skip(&inner))?;
    }
    Ok(())
}
