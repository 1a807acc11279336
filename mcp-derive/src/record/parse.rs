//! The item under `#[derive(mcp::Record)]`, read.

use super::serde::{OfField, OfType};
use super::{Field, Form, Keyed, Record};
use crate::attr;
use crate::errors::Errors;
use crate::model::Key;
use crate::{names, parse};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DataStruct, DeriveInput, Fields, Meta};

/// Reads the item; `None` when nothing could stand in for it.
pub(super) fn record(errors: &mut Errors, item: TokenStream) -> Option<Record> {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => {
            errors.add(error);
            return None;
        }
    };
    let runtime = runtime(errors, &input.attrs);
    let of_type = OfType::read(&input.attrs);
    if let (Some(word), Data::Struct(_)) = (&of_type.elsewhere, &input.data) {
        errors.spanned(
            word,
            format!(
                "with `{word}` serde does not read the fields of this type one by one; \
                 take it as one argument, without `unroll`, or leave `{word}` out"
            ),
        );
    }
    let form = match &input.data {
        Data::Struct(data) => Form::Fields(fields(errors, data, &of_type)),
        Data::Enum(_) => Form::Whole(Key {
            text: names::plain(&input.ident).to_lowercase(),
            span: input.ident.span(),
            generated: false,
        }),
        Data::Union(data) => {
            errors.spanned(
                data.union_token,
                "`mcp::Record` is for structs and enums; a union has no fields that could be told apart",
            );
            Form::Fields(Vec::new())
        }
    };
    Some(Record {
        runtime,
        name: input.ident,
        generics: input.generics,
        form,
    })
}

fn fields(errors: &mut Errors, data: &DataStruct, of_type: &OfType) -> Vec<Field> {
    if let Fields::Unnamed(fields) = &data.fields {
        errors.at(
            fields.span(),
            "`mcp::Record` is for named fields, whose names become keys; give these names",
        );
        return Vec::new();
    }
    data.fields
        .iter()
        .filter_map(|field| {
            let of_field = OfField::read(&field.attrs);
            if of_field.skipped {
                return None;
            }
            let name = field.ident.as_ref()?;
            let keyed = match of_field.flattened {
                true => Keyed::Flattened,
                false => Keyed::Alone {
                    key: key(&of_field, name, of_type),
                    has_default: of_field.has_default || of_type.has_default,
                    by_function: of_field.by_function,
                },
            };
            Some(Field {
                ty: field.ty.clone(),
                keyed,
            })
        })
        .collect()
}

fn key(of_field: &OfField, name: &syn::Ident, of_type: &OfType) -> Key {
    if let Some(renamed) = &of_field.rename {
        return Key {
            text: renamed.value(),
            span: renamed.span(),
            generated: false,
        };
    }
    let plain = names::plain(name);
    Key {
        text: of_type
            .rename_all
            .map_or(plain.clone(), |case| case.spelt(&plain)),
        span: name.span(),
        generated: false,
    }
}

/// `#[record(crate = path)]`.
fn runtime(errors: &mut Errors, attrs: &[Attribute]) -> TokenStream {
    let mut runtime = parse::usual_runtime();
    let mut seen = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("record")) {
        let Meta::List(list) = &attr.meta else {
            errors.spanned(
                &attr.meta,
                "`#[record]` says nothing; write `#[record(crate = ::some::path)]` or leave it out",
            );
            continue;
        };
        for entry in attr::entries(
            errors,
            "`#[record]`",
            &["crate"],
            &mut seen,
            list.tokens.clone(),
        ) {
            if let Some(path) = entry.path(errors) {
                runtime = path.into_token_stream();
            }
        }
    }
    runtime
}
