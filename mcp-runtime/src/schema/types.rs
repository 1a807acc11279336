//! The schema of a Rust type, not yet made.
//!
//! A handle on `schemars`: it can stand in a `const` and is only asked when a server is built.

use std::borrow::Cow;
use std::fmt;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use super::document::{Document, free_name, reference_to};
use super::walk::Object;

/// The schema of a type, either as an argument (what `Deserialize` takes) or as a result
/// (what `Serialize` gives).
#[derive(Clone, Copy)]
pub struct TypeSchema {
    name: fn() -> Cow<'static, str>,
    id: fn() -> Cow<'static, str>,
    is_inline: fn() -> bool,
    schema: fn(&mut SchemaGenerator) -> Schema,
    position: Position,
}

/// Which way the values go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    Argument,
    Result,
}

impl TypeSchema {
    /// The schema of `T` as an argument.
    #[must_use]
    pub const fn argument<T: JsonSchema + ?Sized>() -> Self {
        Self::of::<T>(Position::Argument)
    }

    /// The schema of `T` as a result.
    #[must_use]
    pub const fn result<T: JsonSchema + ?Sized>() -> Self {
        Self::of::<T>(Position::Result)
    }

    const fn of<T: JsonSchema + ?Sized>(position: Position) -> Self {
        Self {
            name: T::schema_name,
            id: T::schema_id,
            is_inline: T::inline_schema,
            // not `subschema_for::<T>`: all that it does besides would be compiled anew for every type of a user's
            schema: T::json_schema,
            position,
        }
    }

    /// The schema as `schemars` gives it, with its own `$defs`, in no profile.
    ///
    /// A type that is not written in place is `{"$ref": "#/$defs/Name", "$defs": …}`, so that
    /// no reference ever means the root, which will be another one.
    #[must_use]
    pub fn raw(&self) -> Value {
        self.document().into_value()
    }

    /// The name `schemars` gives to the type.
    pub(super) fn name(&self) -> Cow<'static, str> {
        (self.name)()
    }

    /// What `schemars` tells types apart by; it spells out the arguments of generic types.
    pub(super) fn id(&self) -> Cow<'static, str> {
        (self.id)()
    }

    pub(super) fn position(&self) -> Position {
        self.position
    }

    /// The schema and its definitions.
    pub(super) fn document(&self) -> Document {
        // A generator of its own for each type: a shared one takes two hand-written types of
        // one name for one type, and gives the second the schema of the first.
        let settings = SchemaSettings::draft2020_12();
        let mut generator = match self.position {
            Position::Argument => settings.for_deserialize(),
            Position::Result => settings.for_serialize(),
        }
        .into_generator();
        let schema = (self.schema)(&mut generator).to_value();
        let mut definitions = generator.take_definitions(false);
        let name = self.name();
        let root = match (self.is_inline)() {
            true => schema,
            false => definition(schema, &name, &mut definitions),
        };
        Document::new(root, definitions, &name)
    }
}

/// Puts the schema of a type among the definitions, if a recursive one has not done so itself, and refers to it.
fn definition(schema: Value, name: &str, definitions: &mut Object) -> Value {
    let there = definitions.iter().find(|(_, other)| **other == schema);
    let name = match there {
        Some((name, _)) => name.clone(),
        None => {
            let name = free_name(name, |name| definitions.contains_key(name));
            definitions.insert(name.clone(), schema);
            name
        }
    };
    serde_json::json!({ "$ref": reference_to(&name) })
}

impl fmt::Debug for TypeSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypeSchema")
            .field("type", &self.id())
            .field("position", &self.position)
            .finish()
    }
}
