//! From the model of a record to its constant; cannot fail.

use super::{Field, Form, Keyed, Record};
use crate::expand::{called_at, generated, shown_at};
use crate::{names, schema};
use proc_macro2::TokenStream;
use syn::visit::Visit;
use syn::{GenericParam, Lifetime, Type, TypeReference, WherePredicate};

/// The implementation of `Record`.
pub(super) fn implementation(record: &Record) -> TokenStream {
    let Record { runtime, name, .. } = record;
    let written = names::plain(name);
    let shape = match &record.form {
        Form::Whole(key) => {
            let key = &key.text;
            generated!(#runtime::__private::Shape::whole(#written, #key))
        }
        Form::Fields(fields) => {
            let members = fields.iter().map(|field| member(record, field));
            generated! {
                #runtime::__private::Shape::of_fields(#written, &[#(#members),*])
            }
        }
    };
    let shape = shown_at(name.span(), shape);
    let implemented = implemented(
        record,
        &generated!({
            use #runtime::__private::traits::*;
            &#shape
        }),
    );
    let is_known = record.generics.params.is_empty();
    // a constant of a type is looked at where it is used; this one, here
    let looked_at = is_known.then(|| {
        generated! {
            const _: &#runtime::__private::Shape = <#name as #runtime::Record>::SHAPE;
        }
    });
    generated! { #implemented #looked_at }
}

/// What stands in for a record with a fault: tools that unroll it have no complaint of their own.
pub(super) fn stub(record: &Record, faults: TokenStream) -> TokenStream {
    let Record { runtime, name, .. } = record;
    let written = names::plain(name);
    let implemented = implemented(
        record,
        &generated!(&#runtime::__private::Shape::of_fields(#written, &[])),
    );
    generated! { #faults #implemented }
}

fn implemented(record: &Record, shape: &TokenStream) -> TokenStream {
    let Record { runtime, name, .. } = record;
    let mut generics = record.generics.clone();
    if let Form::Fields(fields) = &record.form {
        let flattened = fields.iter().filter_map(|field| match field.keyed {
            Keyed::Flattened => Some(&field.ty),
            Keyed::Alone { .. } => None,
        });
        let has_types = record
            .generics
            .params
            .iter()
            .any(|param| matches!(param, GenericParam::Type(_)));
        if has_types {
            let bounds =
                flattened.map(|ty| -> WherePredicate { syn::parse_quote!(#ty: #runtime::Record) });
            generics.make_where_clause().predicates.extend(bounds);
        }
    }
    let (params, arguments, clause) = generics.split_for_impl();
    generated! {
        #[automatically_derived]
        impl #params #runtime::Record for #name #arguments #clause {
            const SHAPE: &'static #runtime::__private::Shape = #shape;
        }
    }
}

fn member(record: &Record, field: &Field) -> TokenStream {
    let runtime = &record.runtime;
    let ty = &field.ty;
    match &field.keyed {
        Keyed::Flattened => called_at(
            schema::head(ty),
            &generated!(#runtime::__private::Member::flat),
            ty,
            &TokenStream::new(),
        ),
        Keyed::Alone {
            key,
            has_default,
            by_function,
        } => {
            let key = &key.text;
            // a lifetime tells nothing apart while constants are looked up
            let reading = match *by_function || has_lifetimes(ty) {
                true => generated!(::core::option::Option::None),
                false => generated!(#runtime::__private::Reads::<#ty>::READING),
            };
            generated!(#runtime::__private::Member::field(#key, #has_default, #reading))
        }
    }
}

fn has_lifetimes(ty: &Type) -> bool {
    struct Find(bool);
    impl<'ast> Visit<'ast> for Find {
        fn visit_lifetime(&mut self, _: &'ast Lifetime) {
            self.0 = true;
        }
        fn visit_type_reference(&mut self, _: &'ast TypeReference) {
            self.0 = true;
        }
    }
    let mut find = Find(false);
    find.visit_type(ty);
    find.0
}
