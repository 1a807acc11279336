//! The plain profile: what the clients and model interfaces in use accept.
//!
//! One file for each group of rules. Each takes one schema object or walks all of them;
//! none knows whether the schema belongs to a tool.
//!
//! Invariants of what comes out: every schema is an object; every one that admits an array
//! has an object as `items`; `$ref` only to a recursive type; no `const`, no numeric `format`.

mod arrays;
mod enums;
mod inline;
mod labels;
mod maps;
mod numbers;
mod optional;
mod order;
mod shape;
mod unions;

use super::document::Document;
use super::types::{Position, TypeSchema};
use super::walk;

pub(super) use inline::merged;
pub(super) use numbers::is_inexact;
pub(super) use order::apply as order;
pub(super) use shape::any;

/// Brings a document into the plain profile. `optional`: whether its values may be left out.
///
/// The order matters: labels are compared with the names of definitions, so they come before
/// these are gone; all other rules want to see what a reference stands for; whether a property
/// takes `null` is asked before `true` is spelt out as all types, `null` among them.
pub(super) fn apply(document: &mut Document, schema: TypeSchema, optional: bool) {
    labels::apply(document, &schema.name());
    inline::apply(document);
    let is_argument = schema.position() == Position::Argument;
    for schema in document.defs.values_mut().chain([&mut document.root]) {
        walk::each(schema, &mut |object| {
            numbers::apply(object);
            arrays::apply(object);
            enums::apply(object);
            unions::apply(object);
            maps::apply(object);
            if is_argument {
                optional::apply(object);
            }
        });
    }
    if optional {
        optional::without_null(&mut document.root);
    }
    for schema in document.defs.values_mut().chain([&mut document.root]) {
        enums::describe_variants(schema);
        shape::apply(schema);
        order::apply(schema);
    }
}
