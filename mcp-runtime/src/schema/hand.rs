//! Schemas written by hand, for tools that are made at run time.
//!
//! What the builder makes is in the plain profile by construction; what is given as JSON is
//! passed on as it is, whatever the profile.

use serde_json::{Value, json};

use super::document::Document;
use super::walk::{self, Object};
use super::{SchemaError, plain};

/// The schema of an object, built property by property or given as JSON.
///
/// ```
/// use mcp::schema::{ObjectSchema, Type};
///
/// let schema = ObjectSchema::new()
///     .property("city", Type::String, "City name", true)
///     .property("days", Type::Integer, "How many days", false);
/// assert_eq!(
///     schema.to_text()?,
///     concat!(
///         r#"{"type":"object","properties":{"city":{"type":"string","description":"City name"},"#,
///         r#""days":{"type":"integer","description":"How many days"}},"#,
///         r#""required":["city"],"additionalProperties":false}"#,
///     )
/// );
/// # Ok::<(), mcp::schema::SchemaError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectSchema {
    raw: Option<String>,
    properties: Vec<BuiltProperty>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct BuiltProperty {
    name: String,
    kind: Type,
    description: String,
    required: bool,
}

/// The type of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Type {
    /// A string.
    String,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A list of values of one type.
    Array(Box<Type>),
    /// An object.
    Object(ObjectSchema),
    /// One of these strings.
    Enum(Vec<String>),
    /// Any JSON value.
    Any,
}

impl ObjectSchema {
    /// An object without properties.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a property. An empty description is left out.
    #[must_use]
    pub fn property(
        mut self,
        name: impl Into<String>,
        kind: Type,
        description: impl Into<String>,
        required: bool,
    ) -> Self {
        self.properties.push(BuiltProperty {
            name: name.into(),
            kind,
            description: description.into(),
            required,
        });
        self
    }

    /// A schema given as a JSON value; it is not changed, whatever the profile.
    ///
    /// # Errors
    ///
    /// - [`SchemaError::NotAnObject`]: it does not say `"type": "object"` at its root.
    /// - [`SchemaError::Properties`]: its `properties` are no object of schemas.
    /// - [`SchemaError::Reference`]: it refers to something that is not in it.
    pub fn raw(schema: &Value) -> Result<Self, SchemaError> {
        check_raw(schema)?;
        Ok(Self {
            raw: Some(schema.to_string()),
            properties: Vec::new(),
        })
    }

    /// A schema given as JSON text; only the space between its tokens is taken out, for a
    /// line break would end the message it is sent in.
    ///
    /// # Errors
    ///
    /// - [`SchemaError::NotJson`]: the text is not JSON.
    /// - [`SchemaError::NotAnObject`]: it does not say `"type": "object"` at its root.
    /// - [`SchemaError::Properties`]: its `properties` are no object of schemas.
    /// - [`SchemaError::Reference`]: it refers to something that is not in it.
    pub fn raw_text(schema: &str) -> Result<Self, SchemaError> {
        let value: Value = serde_json::from_str(schema).map_err(SchemaError::NotJson)?;
        check_raw(&value)?;
        Ok(Self {
            raw: Some(without_space(schema)),
            properties: Vec::new(),
        })
    }

    /// The schema as JSON text on one line.
    ///
    /// # Errors
    ///
    /// - [`SchemaError::DuplicateProperty`]: two properties of an object have one name.
    /// - [`SchemaError::EmptyEnum`]: a [`Type::Enum`] has no values.
    /// - [`SchemaError::PropertyOfRaw`]: a property was added to a schema given as JSON.
    /// - [`SchemaError::Reference`]: an inner schema given as JSON refers to something that is
    ///   not in it.
    pub fn to_text(&self) -> Result<String, SchemaError> {
        self.check_is_one_form()?;
        if let Some(text) = &self.raw {
            return Ok(text.clone());
        }
        let mut defs = Object::new();
        let root = self.value(&mut defs)?;
        Ok(Document { root, defs }.into_value().to_string())
    }

    fn check_is_one_form(&self) -> Result<(), SchemaError> {
        match (&self.raw, self.properties.first()) {
            (Some(_), Some(property)) => Err(SchemaError::PropertyOfRaw {
                name: property.name.clone(),
            }),
            _ => Ok(()),
        }
    }

    /// The schema, its definitions moved to `defs`.
    fn value(&self, defs: &mut Object) -> Result<Value, SchemaError> {
        self.check_is_one_form()?;
        if let Some(text) = &self.raw {
            let mut root: Value = serde_json::from_str(text).map_err(SchemaError::NotJson)?;
            let own = match root
                .as_object_mut()
                .and_then(|root| root.shift_remove("$defs"))
            {
                Some(Value::Object(own)) => own,
                _ => Object::new(),
            };
            let document = Document::new(root, own, "Object");
            document.check_references("an inner object")?;
            return Ok(document.move_into(defs));
        }
        let mut properties = Object::new();
        for property in &self.properties {
            let schema = property.value(defs)?;
            if properties.insert(property.name.clone(), schema).is_some() {
                return Err(SchemaError::DuplicateProperty {
                    name: property.name.clone(),
                });
            }
        }
        let required = self.properties.iter().filter(|property| property.required);
        let required: Vec<&str> = required.map(|property| property.name.as_str()).collect();
        Ok(closed_object(properties, &required))
    }
}

impl BuiltProperty {
    fn value(&self, defs: &mut Object) -> Result<Value, SchemaError> {
        let mut schema = self.kind.value(&self.name, defs)?;
        if !self.description.is_empty()
            && let Value::Object(schema) = &mut schema
        {
            schema.insert("description".to_owned(), json!(self.description));
        }
        Ok(schema)
    }
}

impl Type {
    fn value(&self, name: &str, defs: &mut Object) -> Result<Value, SchemaError> {
        Ok(match self {
            Self::String => json!({ "type": "string" }),
            Self::Integer => json!({ "type": "integer" }),
            Self::Number => json!({ "type": "number" }),
            Self::Boolean => json!({ "type": "boolean" }),
            Self::Array(item) => json!({ "type": "array", "items": item.value(name, defs)? }),
            Self::Object(object) => object.value(defs)?,
            Self::Enum(values) if values.is_empty() => {
                return Err(SchemaError::EmptyEnum {
                    name: name.to_owned(),
                });
            }
            Self::Enum(values) => {
                let mut distinct: Vec<&String> = Vec::with_capacity(values.len());
                for value in values {
                    // A value said twice admits no more, and validators refuse it.
                    if !distinct.contains(&value) {
                        distinct.push(value);
                    }
                }
                json!({ "type": "string", "enum": distinct })
            }
            Self::Any => plain::any(),
        })
    }
}

/// `{"type":"object","properties":…,"required":…,"additionalProperties":false}`; an empty
/// `required` is left out.
pub(super) fn closed_object(properties: Object, required: &[impl serde::Serialize]) -> Value {
    let mut object = Object::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        object.insert("required".to_owned(), json!(required));
    }
    object.insert("additionalProperties".to_owned(), json!(false));
    Value::Object(object)
}

/// What no client could do without, however the schema was made.
fn check_raw(schema: &Value) -> Result<(), SchemaError> {
    check_is_object(schema)?;
    check_properties(schema)?;
    let mut lost = None;
    walk::look(schema, &mut |object| {
        if let Some(Value::String(reference)) = object.get("$ref")
            && let Some(pointer) = reference.strip_prefix('#')
            && schema.pointer(pointer).is_none()
        {
            lost.get_or_insert_with(|| reference.clone());
        }
    });
    match lost {
        None => Ok(()),
        Some(reference) => Err(SchemaError::Reference {
            place: "the schema".to_owned(),
            reference,
        }),
    }
}

pub(super) fn check_properties(schema: &Value) -> Result<(), SchemaError> {
    match schema.get("properties") {
        Some(properties)
            if !properties
                .as_object()
                .is_some_and(|properties| properties.values().all(Value::is_object)) =>
        {
            Err(SchemaError::Properties)
        }
        _ => Ok(()),
    }
}

pub(super) fn check_is_object(schema: &Value) -> Result<(), SchemaError> {
    let found = match schema {
        Value::Object(object) => match object.get("type") {
            Some(kind) if kind == "object" => return Ok(()),
            Some(kind) => format!("one with `\"type\": {kind}`"),
            None => "one without `type`".to_owned(),
        },
        Value::Array(_) => "a list".to_owned(),
        other => format!("`{other}`"),
    };
    Err(SchemaError::NotAnObject { found })
}

/// Takes out the space between the tokens of JSON text; the tokens stay byte for byte.
pub(super) fn without_space(json: &str) -> String {
    let mut in_string = false;
    let mut escaped = false;
    json.chars()
        .filter(|&c| {
            if in_string {
                in_string = escaped || c != '"';
                escaped = c == '\\' && !escaped;
                return true;
            }
            in_string = c == '"';
            !c.is_ascii_whitespace()
        })
        .collect()
}
