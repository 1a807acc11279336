//! The schema of a form, made of a type's; and what comes back held against it.
//!
//! A form is flat: texts, numbers, booleans and choices. What a revision does not know of it is left out.
//!
//! Spec: MCP 2025-11-25, client/elicitation, "Requested Schema".

use super::AskError;
use crate::wire::ProtocolVersion;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The formats that texts of forms may have.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// A form.
pub(super) struct FormSchema {
    properties: Map<String, Value>,
    required: Vec<Value>,
}

impl FormSchema {
    /// The form of `T` as `version` knows it.
    pub(super) fn of<T: JsonSchema>(version: ProtocolVersion) -> Result<Self, AskError> {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.meta_schema = None;
            settings.inline_subschemas = true;
        });
        let schema = settings.into_generator().into_root_schema_for::<T>();
        let schema = schema.as_value();
        let Some(fields) = schema["properties"].as_object() else {
            let text = "it has to be a record with named fields".to_owned();
            return Err(AskError::NoForm(text));
        };
        let mut properties = Map::new();
        for (key, field) in fields {
            let property = property(field, version)
                .map_err(|reason| AskError::NoForm(format!("`{key}` {reason}")))?;
            properties.insert(key.clone(), property);
        }
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        Ok(Self {
            properties,
            required,
        })
    }

    pub(super) fn to_json(&self) -> Value {
        let mut out = json!({"type": "object", "properties": self.properties});
        if !self.required.is_empty() {
            out["required"] = self.required.clone().into();
        }
        out
    }

    /// What was filled in; an `Err` says what does not fit.
    pub(super) fn read<T: DeserializeOwned>(
        &self,
        content: Map<String, Value>,
    ) -> Result<T, String> {
        for key in self.required.iter().filter_map(Value::as_str) {
            if !content.contains_key(key) {
                return Err(format!("`{key}` is missing"));
            }
        }
        for (key, value) in &content {
            if let Some(schema) = self.properties.get(key) {
                fits(schema, value).map_err(|reason| format!("`{key}` {reason}"))?;
            }
        }
        serde_json::from_value(content.into()).map_err(|error| error.to_string())
    }
}

fn property(field: &Value, version: ProtocolVersion) -> Result<Value, String> {
    let field = without_null(field);
    let mut out = Map::new();
    let keep = |out: &mut Map<String, Value>, keys: &[&str]| {
        for key in keys {
            if let Some(value) = field.get(*key) {
                out.insert((*key).to_owned(), value.clone());
            }
        }
    };
    let newer = version >= ProtocolVersion::V2025_11_25;
    let kind = field.get("type").and_then(Value::as_str);
    if let Some(choices) = choices(&field) {
        out = choice(&choices, if newer { "oneOf" } else { "" });
        // names that the type gives itself, as older clients read them
        keep(&mut out, &["enumNames"]);
    } else {
        match kind {
            Some("string") => {
                keep(&mut out, &["type", "minLength", "maxLength"]);
                let format = field.get("format").and_then(Value::as_str);
                if format.is_some_and(|format| FORMATS.contains(&format)) {
                    keep(&mut out, &["format"]);
                }
            }
            Some("integer" | "number") => keep(&mut out, &["type", "minimum", "maximum"]),
            Some("boolean") => keep(&mut out, &["type"]),
            Some("array") => {
                let of = field.get("items").and_then(choices_of);
                let of = of.ok_or("is a list of something that is no choice")?;
                if !newer {
                    return Err(format!("is a list, which {version} does not know"));
                }
                keep(&mut out, &["type", "minItems", "maxItems"]);
                out.insert("items".to_owned(), choice(&of, "anyOf").into());
            }
            _ => {
                return Err("is neither a text, a number, a boolean nor a choice".to_owned());
            }
        }
    }
    keep(&mut out, &["title", "description"]);
    let has_default = field
        .get("default")
        .is_some_and(|default| !default.is_null());
    if has_default && (newer || kind == Some("boolean")) {
        keep(&mut out, &["default"]);
    }
    Ok(out.into())
}

/// The schema of something that may be left out, without the `null` that says so.
fn without_null(field: &Value) -> Map<String, Value> {
    let mut field = field.as_object().cloned().unwrap_or_default();
    if let Some(Value::Array(any)) = field.get("anyOf").cloned() {
        let some: Vec<_> = any.iter().filter(|one| one["type"] != "null").collect();
        if let (1, Some(inner)) = (some.len(), some.first().and_then(|one| one.as_object())) {
            field.remove("anyOf");
            for (key, value) in inner {
                field.entry(key).or_insert_with(|| value.clone());
            }
        }
    }
    if let Some(Value::Array(types)) = field.get("type").cloned() {
        let mut some = types.into_iter().filter(|one| one != "null");
        if let (Some(one), None) = (some.next(), some.next()) {
            field.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(values)) = field.get_mut("enum") {
        values.retain(|one| !one.is_null());
    }
    field
}

/// A value and what people call it.
type Choice = (String, Option<String>);

fn choices_of(schema: &Value) -> Option<Vec<Choice>> {
    choices(schema.as_object()?)
}

fn choices(field: &Map<String, Value>) -> Option<Vec<Choice>> {
    if let Some(values) = field.get("enum").and_then(Value::as_array) {
        let texts = values.iter().map(Value::as_str);
        return texts.map(|text| Some((text?.to_owned(), None))).collect();
    }
    let mut all = Vec::new();
    for one in field.get("oneOf")?.as_array()? {
        match one.get("const").and_then(Value::as_str) {
            Some(value) => {
                let title = one.get("title").or_else(|| one.get("description"));
                let title = title.and_then(Value::as_str).map(str::to_owned);
                all.push((value.to_owned(), title));
            }
            None => all.extend(choices_of(one)?),
        }
    }
    Some(all)
}

/// A choice; with titles in members of `titled`, or beside where that is empty.
fn choice(choices: &[Choice], titled: &str) -> Map<String, Value> {
    let mut out = Map::new();
    let title = |(value, title): &Choice| title.clone().unwrap_or_else(|| value.clone());
    let values: Vec<&str> = choices.iter().map(|(value, _)| value.as_str()).collect();
    let has_titles = choices.iter().any(|(_, title)| title.is_some());
    let member = |one: &Choice| json!({"const": one.0, "title": title(one)});
    if has_titles && !titled.is_empty() {
        let members: Vec<Value> = choices.iter().map(member).collect();
        out.insert(titled.to_owned(), members.into());
        if titled == "anyOf" {
            return out;
        }
    } else {
        out.insert("enum".to_owned(), values.into());
        if has_titles {
            let names: Vec<String> = choices.iter().map(title).collect();
            out.insert("enumNames".to_owned(), names.into());
        }
    }
    out.insert("type".to_owned(), "string".into());
    out
}

/// What the type alone does not say.
fn fits(schema: &Value, value: &Value) -> Result<(), String> {
    let bound = |key: &str| schema[key].as_f64();
    let (size, what, keys) = match value {
        Value::Number(number) => (number.as_f64(), "", ["minimum", "maximum"]),
        Value::String(text) => {
            let size = u32::try_from(text.chars().count()).ok().map(f64::from);
            (size, " characters", ["minLength", "maxLength"])
        }
        Value::Array(items) => {
            let size = u32::try_from(items.len()).ok().map(f64::from);
            (size, " choices", ["minItems", "maxItems"])
        }
        _ => return Ok(()),
    };
    let size = size.unwrap_or(f64::MAX);
    match (bound(keys[0]), bound(keys[1])) {
        (Some(least), _) if size < least => Err(format!("is less than {least}{what}")),
        (_, Some(most)) if size > most => Err(format!("is more than {most}{what}")),
        _ => Ok(()),
    }
}
