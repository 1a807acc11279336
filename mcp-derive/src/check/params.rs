//! Rules about the type of one parameter.

use super::signature::words;
use crate::errors::Errors;
use crate::model::{Function, Kind, Role};
use crate::schema;
use quote::quote;
use syn::visit::{self, Visit};
use syn::{Lifetime, Type, TypeImplTrait, TypePath, TypeReference};

/// Calls run at the same time, so none may have a value to itself.
pub(super) fn no_mutable_reference(errors: &mut Errors, function: &Function) {
    struct Find<'e>(&'e mut Errors, Kind);
    impl<'ast> Visit<'ast> for Find<'_> {
        fn visit_type_reference(&mut self, found: &'ast TypeReference) {
            if let Some(mutability) = found.mutability {
                let and = found.and_token;
                self.0.spanned(
                    quote!(#and #mutability),
                    format!(
                        "a {} cannot borrow mutably; take `&` and keep what changes behind a lock",
                        self.1
                    ),
                );
            }
            visit::visit_type_reference(self, found);
        }
        // what a function pointer takes is its own business
        fn visit_type_fn_ptr(&mut self, _: &'ast syn::TypeFnPtr) {}
    }
    for param in &function.params {
        Find(errors, function.kind).visit_type(&param.ty);
    }
}

/// The schema of an argument belongs to a type that can be named.
pub(super) fn no_impl_trait(errors: &mut Errors, function: &Function) {
    struct Find<'e>(&'e mut Errors, Kind);
    impl<'ast> Visit<'ast> for Find<'_> {
        fn visit_type_impl_trait(&mut self, found: &'ast TypeImplTrait) {
            let message = format!("a {} cannot take `impl Trait`; name the type", self.1);
            self.0.spanned(found, message);
        }
    }
    for param in &function.params {
        Find(errors, function.kind).visit_type(&param.ty);
    }
}

/// A state is found by its type, and an argument is decoded into its type: both need one that
/// is known.
pub(super) fn no_bare_dyn(errors: &mut Errors, function: &Function) {
    for param in &function.params {
        let ty = match &param.role {
            Role::State { ty, .. } => ty,
            Role::Argument(_) => &param.ty,
        };
        if let Type::TraitObject(object) = schema::bare(ty) {
            errors.spanned(
                object,
                format!(
                    "a {} cannot take a trait object; name the type, or take a `&` to a struct that holds a `Box<dyn …>`",
                    function.kind
                ),
            );
        }
    }
}

/// What a call brings lives as long as the call.
pub(super) fn no_static_reference(errors: &mut Errors, function: &Function) {
    struct Find<'e>(&'e mut Errors, Kind);
    impl<'ast> Visit<'ast> for Find<'_> {
        fn visit_type_reference(&mut self, found: &'ast TypeReference) {
            no_static(self.0, self.1, found);
            visit::visit_type_reference(self, found);
        }
        // what a function pointer takes is its own business
        fn visit_type_fn_ptr(&mut self, _: &'ast syn::TypeFnPtr) {}
    }
    for param in &function.params {
        match &param.role {
            Role::Argument(_) => Find(errors, function.kind).visit_type(&param.ty),
            // what stands inside the type of a state was settled when it was made
            Role::State { .. } => {
                let inner = schema::inside_option(&param.ty).unwrap_or(&param.ty);
                if let Type::Reference(reference) = schema::bare(inner) {
                    no_static(errors, function.kind, reference);
                }
            }
        }
    }
}

fn no_static(errors: &mut Errors, kind: Kind, reference: &TypeReference) {
    if let Some(lifetime) = &reference.lifetime
        && lifetime.ident == "static"
    {
        not_static(errors, kind, lifetime);
    }
}

pub(super) fn not_static(errors: &mut Errors, kind: Kind, lifetime: &Lifetime) {
    errors.spanned(
        lifetime,
        format!("what a {kind} borrows lives as long as the call; leave the lifetime out"),
    );
}

/// Text and lists without a `&` have no size; the compiler says so at the type, once, when nothing
/// else is made of it.
pub(super) fn no_unsized_argument(errors: &mut Errors, function: &Function) {
    for (param, _) in function.arguments() {
        let bare = schema::bare(&param.ty);
        if schema::is_str(bare) || matches!(bare, Type::Slice(_)) {
            errors.left_to_the_compiler();
        }
    }
}

/// JSON has one `null`, so the two ways of being absent could not be told apart.
pub(super) fn no_nested_option(errors: &mut Errors, function: &Function) {
    struct Find<'e>(&'e mut Errors);
    impl<'ast> Visit<'ast> for Find<'_> {
        fn visit_type(&mut self, ty: &'ast Type) {
            if let Some(inner) = schema::inside_option(ty)
                && schema::inside_option(inner).is_some()
            {
                let instead = words(inner);
                self.0.spanned(
                    ty,
                    format!(
                        "JSON cannot tell apart the two absences of this type; take `{instead}`"
                    ),
                );
                return;
            }
            visit::visit_type(self, ty);
        }
        fn visit_type_path(&mut self, path: &'ast TypePath) {
            visit::visit_type_path(self, path);
        }
    }
    for (param, _) in function.arguments() {
        Find(errors).visit_type(&param.ty);
    }
}
