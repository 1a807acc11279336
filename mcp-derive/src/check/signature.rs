//! Rules about the function as a whole.

use super::params;
use crate::errors::Errors;
use crate::future;
use crate::model::{Function, Kind, Tool};
use crate::schema;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{
    GenericParam, ReceiverKind, ReturnType, Safety, Type, TypeImplTrait, TypeInfer, TypeNever,
};

/// A tool is called without a value to call it on; what it needs of the server it borrows.
pub(super) fn free_function(errors: &mut Errors, function: &Function) {
    if let Some(receiver) = function.sig.receiver() {
        let kind = function.kind;
        errors.at(
            receiver.self_token.span,
            format!(
                "a method is a {kind} of its `impl` block; put `#[mcp::tool]` on the block and {} on \
                 the method",
                kind.in_block()
            ),
        );
    }
}

/// Calls run at the same time, and all of them on the one value that the server was given.
pub(super) fn shared_self(errors: &mut Errors, function: &Function) {
    let Some(receiver) = function.sig.receiver() else {
        return;
    };
    match &receiver.kind {
        ReceiverKind::Reference(_, Some(lifetime), None) if lifetime.ident == "static" => {
            params::not_static(errors, function.kind, lifetime);
        }
        ReceiverKind::Reference(_, _, None) => {}
        ReceiverKind::Reference(and, _, Some(mutability)) => errors.spanned(
            quote!(#and #mutability),
            format!(
                "a {} cannot borrow mutably; take `&self` and keep what changes behind a lock",
                function.kind
            ),
        ),
        ReceiverKind::Typed(_, ty) if is_shared_self(ty) => {}
        _ => errors.at(
            receiver.self_token.span,
            format!(
                "a {} borrows its value, which all calls share; take `&self`",
                function.kind
            ),
        ),
    }
}

/// `&Self`, written out.
fn is_shared_self(ty: &Type) -> bool {
    match schema::bare(ty) {
        Type::Reference(reference) => {
            reference.mutability.is_none()
                && matches!(schema::bare(&reference.elem), Type::Path(path) if path.path.is_ident("Self"))
        }
        _ => false,
    }
}

/// A client can send anything, so nobody could keep the promises an unsafe function asks for.
pub(super) fn safe(errors: &mut Errors, function: &Function) {
    if let Safety::Unsafe(keyword) = &function.sig.safety
        && function.sig.variadic.is_none()
    {
        errors.spanned(
            keyword,
            format!(
                "a {} cannot be `unsafe`; check what the client sends and put the `unsafe` inside",
                function.kind
            ),
        );
    }
}

/// Nothing calls a tool from another language.
pub(super) fn rust_abi(errors: &mut Errors, function: &Function) {
    if let Some(abi) = &function.sig.abi
        && function.sig.variadic.is_none()
    {
        errors.spanned(
            abi,
            format!(
                "a {} cannot be `extern`; wrap the function in a plain one",
                function.kind
            ),
        );
    }
}

/// Such a function cannot be written in stable Rust, and the compiler says so. It must be
/// `unsafe` and `extern` too, which needs no saying beside that.
pub(super) fn not_variadic(errors: &mut Errors, function: &Function) {
    if function.sig.variadic.is_some() {
        errors.left_to_the_compiler();
    }
}

/// The schemas are made for one type each. Lifetimes are no matter: they are all that of the call.
pub(super) fn not_generic(errors: &mut Errors, function: &Function) {
    for param in &function.sig.generics.params {
        let (kind, name) = match param {
            GenericParam::Lifetime(_) => continue,
            GenericParam::Type(param) => ("type", &param.ident),
            GenericParam::Const(param) => ("const", &param.ident),
        };
        errors.at(
            name.span(),
            format!(
                "a {} cannot be generic; replace the {kind} parameter `{name}` by a {}",
                function.kind,
                if kind == "type" {
                    "concrete type"
                } else {
                    "value"
                }
            ),
        );
    }
}

/// `inline` says where a function that holds its thread runs; an async one holds none.
pub(super) fn inline_is_for_sync(errors: &mut Errors, tool: &Tool) {
    if let Some(inline) = tool.inline
        && tool.function.is_async()
    {
        errors.at(
            inline,
            format!(
                "`inline` is for a sync `fn`; leave it out, {} always runs where its message was read",
                match tool.function.sig.asyncness {
                    Some(_) => "an `async fn`",
                    None => "a future",
                }
            ),
        );
    }
}

/// The output schema belongs to a type that can be named.
pub(super) fn named_return_type(errors: &mut Errors, function: &Function) {
    struct Find<'e>(&'e mut Errors, &'e Function);
    impl<'ast> Visit<'ast> for Find<'_> {
        fn visit_type_impl_trait(&mut self, found: &'ast TypeImplTrait) {
            let kind = self.1.kind;
            if !future::is_future(&found.bounds) {
                let why = match kind {
                    Kind::Tool => ", its schema is published",
                    Kind::Prompt | Kind::Resource => "",
                };
                self.0.spanned(
                    found,
                    format!("a {kind} cannot return `impl Trait`; name the type{why}"),
                );
            } else if self.1.is_async() {
                self.0.spanned(
                    found,
                    "what comes of the call must be a value, not one more future; return the value itself",
                );
            } else {
                self.0.spanned(
                    found,
                    "this future does not say what comes of it; write `impl Future<Output = T> + Send`",
                );
            }
        }
    }
    if let Some(ty) = function.returned() {
        Find(errors, function).visit_type(ty);
    }
}

/// `!` has no values to send, and cannot be named in generated code.
pub(super) fn returns(errors: &mut Errors, function: &Function) {
    struct Find<'e>(&'e mut Errors, Kind);
    impl<'ast> Visit<'ast> for Find<'_> {
        fn visit_type_never(&mut self, found: &'ast TypeNever) {
            let instead = match self.1 {
                Kind::Tool => "leave the return type out",
                Kind::Prompt | Kind::Resource => "return text",
            };
            self.0.spanned(
                found,
                format!("a {} must be able to return; {instead}", self.1),
            );
        }
        fn visit_type_fn_ptr(&mut self, _: &'ast syn::TypeFnPtr) {}
    }
    if let ReturnType::Type(_, ty) = &function.sig.output {
        Find(errors, function.kind).visit_type(ty);
    }
}

/// The compiler refuses `_` in a signature and a `Self` outside of an `impl`; generated code with
/// the same type would only repeat that.
pub(super) fn no_placeholder(errors: &mut Errors, function: &Function) {
    struct Find {
        found: bool,
        in_block: bool,
    }
    impl<'ast> Visit<'ast> for Find {
        fn visit_type_infer(&mut self, _: &'ast TypeInfer) {
            self.found = true;
        }
        fn visit_type(&mut self, ty: &'ast Type) {
            self.found |= !self.in_block
                && matches!(ty, Type::Path(path) if path.path.segments[0].ident == "Self");
            visit::visit_type(self, ty);
        }
    }
    let mut find = Find {
        found: false,
        in_block: function.in_block,
    };
    for param in &function.params {
        find.visit_type(&param.ty);
    }
    find.visit_return_type(&function.sig.output);
    if find.found {
        errors.left_to_the_compiler();
    }
}

/// The words of a type, for a message.
pub(super) fn words(tokens: impl ToTokens) -> String {
    let mut words = String::new();
    let text = tokens.to_token_stream().to_string();
    for c in text
        .replace(" < ", "<")
        .replace(" >", ">")
        .replace(" :: ", "::")
        .chars()
    {
        if matches!(c, ',') && words.ends_with(' ') {
            words.pop();
        }
        words.push(c);
    }
    words.replace("& ", "&")
}
