//! The input schema of a tool, joined from its parameters.
//!
//! Does not know tools: it is given properties.

use serde_json::{Value, json};

use super::constraints::{self, Constraints};
use super::document::Document;
use super::hand::closed_object;
use super::types::TypeSchema;
use super::walk::Object;
use super::{Profile, SchemaError, Shape, header, plain, refuse, unroll};

/// One property of an object that is joined from types.
#[derive(Debug, Clone, Copy)]
pub struct Property<'a> {
    /// Its name on the wire.
    pub key: &'a str,
    /// What it means; wins over the description of the type.
    pub description: Option<&'a str>,
    /// Whether it must be there.
    pub required: bool,
    /// The default, as JSON text.
    pub default: Option<&'a str>,
    /// Values to show, as JSON text.
    pub examples: &'a [&'a str],
    /// What must hold besides.
    pub constraints: Constraints,
    /// The fields that stand in its place, each a property of its own.
    pub unrolled: Option<&'static Shape>,
    /// The HTTP header that repeats the value, without `Mcp-Param-`.
    pub header: Option<&'a str>,
    /// The schema of its values.
    pub schema: TypeSchema,
}

impl Property<'_> {
    /// A property with nothing set, to be completed by struct update.
    pub const EMPTY: Self = Self {
        key: "",
        description: None,
        required: false,
        default: None,
        examples: &[],
        constraints: Constraints::NONE,
        unrolled: None,
        header: None,
        schema: TypeSchema::argument::<()>(),
    };

    /// How many keys it has.
    pub(crate) fn keys(&self) -> usize {
        self.unrolled.map_or(1, Shape::keys)
    }
}

/// The schema of an object with these properties and no others, as text.
///
/// The properties stand in the given order. Definitions of recursive types stand at the end,
/// under `$defs`; types that have one name and are not the same get different ones.
///
/// # Errors
///
/// - [`SchemaError::DuplicateProperty`]: two properties have one key.
/// - [`SchemaError::MapKey`], [`SchemaError::NestedOption`]: a type that JSON cannot hold.
/// - [`SchemaError::Default`], [`SchemaError::Example`]: a default or an example is not JSON.
/// - [`SchemaError::Constraint`], [`SchemaError::TwoPatterns`]: a bound that the type cannot have.
/// - [`SchemaError::Header`], [`SchemaError::DuplicateHeader`]: a header that clients refuse.
/// - [`SchemaError::Reference`]: a hand-written schema refers to something that is not there.
pub fn object(properties: &[Property<'_>], profile: Profile) -> Result<String, SchemaError> {
    Ok(joined(properties, profile)?.into_value().to_string())
}

/// [`object`] for an object that may have other properties as well.
///
/// # Errors
///
/// Those of [`object`].
pub fn open_object(properties: &[Property<'_>], profile: Profile) -> Result<String, SchemaError> {
    let mut document = joined(properties, profile)?;
    if let Value::Object(root) = &mut document.root {
        root.shift_remove("additionalProperties");
    }
    Ok(document.into_value().to_string())
}

/// The keys of a property, each with whether it is required.
pub(super) fn keys(property: &Property<'_>) -> Result<Vec<(String, bool)>, SchemaError> {
    let Some(shape) = property.unrolled else {
        return Ok(vec![(property.key.to_owned(), property.required)]);
    };
    let document = document(property, Profile::Full)?;
    let fields = unroll::fields(document, property.key, shape, &mut Object::new())?;
    let fields = fields.into_iter();
    Ok(fields.map(|(key, _, required)| (key, required)).collect())
}

fn joined(properties: &[Property<'_>], profile: Profile) -> Result<Document, SchemaError> {
    let mut named = Object::new();
    let mut required: Vec<String> = Vec::new();
    let mut defs = Object::new();
    header::each_once(properties)?;
    for property in properties {
        let document = document(property, profile)?;
        let joined = match property.unrolled {
            None => {
                let schema = document.move_into(&mut defs);
                vec![(property.key.to_owned(), schema, property.required)]
            }
            Some(shape) => unroll::fields(document, property.key, shape, &mut defs)?,
        };
        for (key, schema, is_required) in joined {
            if is_required {
                required.push(key.clone());
            }
            if let Some(name) = named.contains_key(&key).then(|| key.clone()) {
                return Err(SchemaError::DuplicateProperty { name });
            }
            named.insert(key, schema);
        }
    }
    let root = closed_object(named, &required);
    Ok(Document { root, defs })
}

fn document(property: &Property<'_>, profile: Profile) -> Result<Document, SchemaError> {
    let place = format!("parameter `{}`", property.key);
    refuse::check(property.schema, &place)?;
    let mut document = property.schema.document();
    document.check_references(&place)?;
    // Before the profile, which knows how to join a description with those of variants.
    if let Some(description) = property.description {
        document.annotate("description", json!(description));
    }
    if !property.examples.is_empty() {
        let examples = property.examples.iter();
        let examples: Result<Vec<Value>, _> = examples
            .map(|example| serde_json::from_str(example))
            .collect();
        let examples = examples.map_err(|source| SchemaError::Example {
            place: place.clone(),
            source,
        })?;
        document.annotate("examples", Value::Array(examples));
    }
    if let Some(default) = property.default {
        let default = serde_json::from_str(default).map_err(|source| SchemaError::Default {
            place: place.clone(),
            source,
        })?;
        document.annotate("default", default);
    }
    let constraints = &property.constraints;
    // what kind of value it is shows in the Plain form alone
    let simple = (!constraints.is_none() || property.header.is_some()).then(|| {
        let mut simple = document.clone();
        plain::apply(&mut simple, property.schema, true);
        simple
    });
    if profile == Profile::Plain {
        plain::apply(&mut document, property.schema, !property.required);
    }
    if let Some(simple) = simple {
        constraints::apply(&mut document, &simple, constraints, profile, &place)?;
        if let Some(name) = property.header {
            header::apply(&mut document, &simple, name, profile, &place)?;
        }
    }
    Ok(document)
}
