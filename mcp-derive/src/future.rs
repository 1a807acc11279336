//! Return types that are a future, by their spelling, and what comes of it.
//!
//! Knows `impl Future<Output = T>`, `Pin<Box<dyn Future<Output = T>>>` and the `BoxFuture<'_, T>`
//! of the crate `futures`. An alias of one of them is not seen through.

use crate::schema::bare;
use syn::punctuated::Punctuated;
use syn::{
    AngleBracketedGenericArguments, GenericArgument, PathArguments, PathSegment, Token, TraitBound,
    Type, TypeParamBound,
};

/// The `T` of a future of `T`.
pub(crate) fn output(ty: &Type) -> Option<&Type> {
    match bare(ty) {
        Type::ImplTrait(found) => of_bounds(&found.bounds),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            match last.ident.to_string().as_str() {
                "Pin" => of_boxed(the_type(last)?),
                "BoxFuture" => the_type(last),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether the bounds name a future, also one that does not say what comes of it.
pub(crate) fn is_future(bounds: &Punctuated<TypeParamBound, Token![+]>) -> bool {
    traits(bounds).any(|bound| segment(bound).is_some_and(|last| last.ident == "Future"))
}

fn of_boxed(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = bare(ty) else {
        return None;
    };
    let last = path.path.segments.last()?;
    match bare(the_type(last)?) {
        Type::TraitObject(object) if last.ident == "Box" => of_bounds(&object.bounds),
        _ => None,
    }
}

fn of_bounds(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<&Type> {
    let future = traits(bounds)
        .filter_map(segment)
        .find(|last| last.ident == "Future")?;
    arguments(future)?.args.iter().find_map(|arg| match arg {
        GenericArgument::AssocType(assoc) if assoc.ident == "Output" => Some(&assoc.ty),
        _ => None,
    })
}

fn traits(bounds: &Punctuated<TypeParamBound, Token![+]>) -> impl Iterator<Item = &TraitBound> {
    bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => Some(bound),
        _ => None,
    })
}

fn segment(bound: &TraitBound) -> Option<&PathSegment> {
    bound.path.segments.last()
}

fn arguments(segment: &PathSegment) -> Option<&AngleBracketedGenericArguments> {
    match &segment.arguments {
        PathArguments::AngleBracketed(list) => Some(list),
        _ => None,
    }
}

/// The one type among the arguments.
fn the_type(segment: &PathSegment) -> Option<&Type> {
    let mut types = arguments(segment)?.args.iter().filter_map(|arg| match arg {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    match (types.next(), types.next()) {
        (Some(ty), None) => Some(ty),
        _ => None,
    }
}
