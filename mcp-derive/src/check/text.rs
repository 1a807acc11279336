//! Rules about what arrives as text and what has to be returned: for prompts and resources.

use super::signature::words;
use crate::errors::Errors;
use crate::model::{Function, Kind, Passing};
use quote::ToTokens;
use syn::ReturnType;

/// Each argument of a prompt, each variable of a URI is one text.
pub(super) fn arguments(errors: &mut Errors, function: &Function) {
    for (param, argument) in function.arguments() {
        if matches!(
            argument.passing,
            Passing::Slice(_) | Passing::OptionalSlice(_)
        ) {
            let whose = match function.kind {
                Kind::Tool => return,
                Kind::Prompt => "an argument of a prompt",
                Kind::Resource => "a variable of a URI",
            };
            errors.spanned(
                &param.ty,
                format!(
                    "{whose} is one text, and `{}` is a list; take `&str` and split it, or a type with `FromStr`",
                    words(param.ty.to_token_stream())
                ),
            );
        }
    }
}

/// What returns nothing has nothing to show.
pub(super) fn something(errors: &mut Errors, function: &Function) {
    if matches!(function.sig.output, ReturnType::Default) {
        let what = match function.kind {
            Kind::Tool => return,
            Kind::Prompt => "text, `mcp::PromptMessage` or a list of them",
            Kind::Resource => "text, bytes or `mcp::ResourceContents`",
        };
        errors.at(
            function.sig.ident.span(),
            format!("this {} returns nothing; return {what}", function.kind),
        );
    }
}
