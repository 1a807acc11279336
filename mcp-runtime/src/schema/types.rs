//! The schema of a Rust type, not yet made.
//!
//! A handle on `schemars`: it can stand in a `const` and is only asked when a server is built.

use std::borrow::Cow;
use std::fmt;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use super::document::Document;

/// The schema of a type, either as an argument (what `Deserialize` takes) or as a result
/// (what `Serialize` gives).
#[derive(Clone, Copy)]
pub struct TypeSchema {
    name: fn() -> Cow<'static, str>,
    id: fn() -> Cow<'static, str>,
    subschema: fn(&mut SchemaGenerator) -> Schema,
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
            subschema: SchemaGenerator::subschema_for::<T>,
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
        // Not `root_schema_for`, which adds the name of the type as `title` and lets a
        // recursive type refer to itself as `#`.
        let root = (self.subschema)(&mut generator).to_value();
        Document::new(root, generator.take_definitions(false), &self.name())
    }
}

impl fmt::Debug for TypeSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypeSchema")
            .field("type", &self.id())
            .field("position", &self.position)
            .finish()
    }
}
