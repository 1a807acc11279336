//! `icon(..)` and `meta(..)`: what a client is shown besides names and texts.
//!
//! Does not know which revisions of the protocol know them.

use crate::attr::{self, Entry, Value};
use crate::errors::Errors;
use crate::model::{Icon, Meta};
use crate::names;
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, LitStr, Token};

/// `icon("https://…", mime = "image/png", sizes = "48x48", theme = "dark")`.
pub(super) fn icon(errors: &mut Errors, entry: &Entry) -> Option<Icon> {
    let parser = |input: ParseStream<'_>| {
        let src: LitStr = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok((src, input.parse::<TokenStream>()?))
    };
    let read = match &entry.value {
        Value::List(tokens) => parser.parse2(tokens.clone()).ok(),
        Value::Given(_) | Value::Nothing => None,
    };
    let Some((src, keys)) = read else {
        errors.at(
            entry.key.span(),
            "`icon` takes the place of a picture; write `icon(\"https://…\", mime = \"image/png\", sizes = \"48x48\")`",
        );
        return None;
    };
    let schemes = ["https://", "http://", "data:"];
    if !schemes.iter().any(|scheme| src.value().starts_with(scheme)) {
        errors.at(
            src.span(),
            "a client cannot find this picture; give its whole URL, `https://…`, or the picture itself, `data:…`",
        );
    }
    let mut icon = Icon {
        src: src.value(),
        mime_type: None,
        sizes: Vec::new(),
        theme: None,
    };
    let valid = ["mime", "sizes", "theme"];
    for entry in attr::entries(errors, "`icon(..)`", &valid, &mut Vec::new(), keys) {
        let key = names::plain(&entry.key);
        if key == "mime" {
            icon.mime_type = mime(errors, &entry);
            continue;
        }
        let Some((text, at)) = entry.text(errors) else {
            continue;
        };
        match key.as_str() {
            "sizes" => {
                icon.sizes = text.split_ascii_whitespace().map(str::to_owned).collect();
                if icon.sizes.is_empty() || !icon.sizes.iter().all(|size| is_size(size)) {
                    errors.at(
                        at,
                        "`sizes` takes sizes with blanks between them; write `\"48x48 96x96\"`, or `\"any\"`",
                    );
                }
            }
            _ => {
                if !matches!(text.as_str(), "light" | "dark") {
                    errors.at(at, "`theme` is `\"light\"` or `\"dark\"`");
                }
                icon.theme = Some(text);
            }
        }
    }
    Some(icon)
}

/// `mime = "image/png"`.
pub(super) fn mime(errors: &mut Errors, entry: &Entry) -> Option<String> {
    let (text, at) = entry.text(errors)?;
    if !is_mime(&text) {
        errors.at(
            at,
            format!("`{text}` is no MIME type; write one such as `image/png`"),
        );
    }
    Some(text)
}

fn is_mime(text: &str) -> bool {
    text.split_once('/')
        .is_some_and(|(kind, name)| !kind.is_empty() && !name.is_empty() && !text.contains(' '))
}

fn is_size(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text == "any"
        || text
            .split_once('x')
            .is_some_and(|(width, height)| digits(width) && digits(height))
}

/// `meta("com.example/key" = value, …)`.
pub(super) fn meta(errors: &mut Errors, entry: &Entry, found: &mut Vec<Meta>) {
    let pair = |input: ParseStream<'_>| {
        let key: LitStr = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok((key, input.parse::<Expr>()?))
    };
    let parser =
        |input: ParseStream<'_>| Punctuated::<_, Token![,]>::parse_terminated_with(input, pair);
    let read = match &entry.value {
        Value::List(tokens) => parser.parse2(tokens.clone()).ok(),
        Value::Given(_) | Value::Nothing => None,
    };
    let Some(pairs) = read.filter(|pairs| !pairs.is_empty()) else {
        errors.at(
            entry.key.span(),
            "`meta` takes keys with their values; write `meta(\"com.example/key\" = \"value\")`",
        );
        return;
    };
    for (key, value) in pairs {
        match attr::literal(&value) {
            Some((_, json)) => found.push(Meta {
                key: key.value(),
                at: key.span(),
                json,
            }),
            None => errors.spanned(
                value,
                "the value of a `meta` key is a literal: a string, a number, `true` or `false`",
            ),
        }
    }
}
