//! A schema with its definitions, and moving both into another schema.
//!
//! Knows references of the form `#/$defs/Name` and nothing of profiles.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::walk::{self, Object};
use super::{SchemaError, closed, plain};

/// A schema and the definitions it refers to.
#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) root: Value,
    pub(super) defs: Object,
}

impl Document {
    /// Puts what `schemars` or a hand-written `JsonSchema` gives into the form that the rest
    /// of this module relies on: all definitions on one level, no reference to a root.
    pub(super) fn new(root: Value, defs: Object, name: &str) -> Self {
        let mut document = Self { root, defs };
        document.lift_inner_definitions();
        closed::apply(&mut document.defs);
        document.name_the_roots(name);
        document
    }

    /// `schema_for!(T)` inside a hand-written schema brings `$defs` of its own.
    fn lift_inner_definitions(&mut self) {
        let mut lifted = std::mem::take(&mut self.defs);
        let names: Vec<String> = lifted.keys().cloned().collect();
        for name in names {
            let mut schema = lifted.insert(name.clone(), Value::Null).unwrap_or_default();
            lift(&mut schema, &mut lifted);
            lifted.insert(name, schema);
        }
        lift(&mut self.root, &mut lifted);
        self.defs = lifted;
    }

    /// `#` means the type whose schema it stands in; here that is a definition or `root`.
    fn name_the_roots(&mut self, name: &str) {
        for (name, schema) in &mut self.defs {
            let own = reference_to(name);
            rewrite(schema, &|reference| (reference == "#").then(|| own.clone()));
        }
        if refers_to(&self.root, "#") {
            let name = free_name(name, |name| self.defs.contains_key(name));
            let own = reference_to(&name);
            let mut schema = std::mem::take(&mut self.root);
            rewrite(&mut schema, &|reference| {
                (reference == "#").then(|| own.clone())
            });
            self.root = serde_json::json!({ "$ref": own });
            self.defs.insert(name, schema);
        }
    }

    /// Adds an annotation to the root, over the one that is there.
    pub(super) fn annotate(&mut self, word: &str, value: Value) {
        match &mut self.root {
            Value::Object(root) => {
                root.insert(word.to_owned(), value);
            }
            // `true` is `{}`; `false` has nothing to say.
            Value::Bool(true) => self.root = serde_json::json!({ word: value }),
            _ => {}
        }
    }

    /// A recursive type at the root: its definition is repeated there, so that the root itself
    /// says what it is.
    pub(super) fn put_definition_in_root(&mut self) {
        let Value::Object(root) = &mut self.root else {
            return;
        };
        let definition = root
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(definition_of)
            .and_then(|name| self.defs.get(&name));
        if let Some(Value::Object(definition)) = definition {
            root.shift_remove("$ref");
            let siblings = std::mem::take(root);
            *root = plain::merged(definition.clone(), siblings);
        }
    }

    /// Refuses a reference that no definition answers.
    pub(super) fn check_references(&self, place: &str) -> Result<(), SchemaError> {
        let mut lost = None;
        for schema in self.defs.values().chain([&self.root]) {
            walk::look(schema, &mut |object| {
                if let Some(Value::String(reference)) = object.get("$ref")
                    && !definition_of(reference).is_some_and(|name| self.defs.contains_key(&name))
                {
                    lost.get_or_insert_with(|| reference.clone());
                }
            });
        }
        lost.map_or(Ok(()), |reference| {
            Err(SchemaError::Reference {
                place: place.to_owned(),
                reference,
            })
        })
    }

    /// Moves the definitions to `taken` and gives the root.
    ///
    /// A definition that is there already is shared; if another one has its name, the names
    /// of this document are changed, for a definition that refers to a changed one is another.
    pub(super) fn move_into(mut self, taken: &mut Object) -> Value {
        let clash = |(name, schema): (&String, &Value)| {
            taken.get(name).is_some_and(|other| other != schema)
        };
        if self.defs.iter().any(clash) {
            let mut renamed: BTreeMap<String, String> = BTreeMap::new();
            for name in self.defs.keys().filter(|name| taken.contains_key(*name)) {
                let free = free_name(name, |name| {
                    taken.contains_key(name)
                        || self.defs.contains_key(name)
                        || renamed.values().any(|other| other == name)
                });
                renamed.insert(name.clone(), free);
            }
            self.rename(&renamed);
        }
        for (name, schema) in self.defs {
            taken.entry(name).or_insert(schema);
        }
        self.root
    }

    fn rename(&mut self, renamed: &BTreeMap<String, String>) {
        let new = |reference: &str| {
            let name = definition_of(reference)?;
            renamed.get(&name).map(|new| reference_to(new))
        };
        rewrite(&mut self.root, &new);
        let defs = std::mem::take(&mut self.defs);
        for (name, mut schema) in defs {
            rewrite(&mut schema, &new);
            let name = renamed.get(&name).cloned().unwrap_or(name);
            self.defs.insert(name, schema);
        }
    }

    /// One value, the definitions under `$defs` at its end.
    pub(super) fn into_value(self) -> Value {
        let mut root = match self.root {
            Value::Object(root) => root,
            Value::Bool(false) => {
                Object::from_iter([("not".to_owned(), Value::Object(Object::new()))])
            }
            _ => Object::new(),
        };
        if !self.defs.is_empty() {
            root.insert("$defs".to_owned(), Value::Object(self.defs));
        }
        Value::Object(root)
    }
}

fn lift(schema: &mut Value, taken: &mut Object) {
    walk::each(schema, &mut |object| {
        if let Some(Value::Object(defs)) = object.shift_remove("$defs") {
            let root = Value::Object(std::mem::take(object));
            if let Value::Object(root) = (Document { root, defs }).move_into(taken) {
                *object = root;
            }
        }
    });
}

fn refers_to(schema: &Value, reference: &str) -> bool {
    let mut found = false;
    walk::look(schema, &mut |object| {
        found |= object.get("$ref").and_then(Value::as_str) == Some(reference);
    });
    found
}

fn rewrite(schema: &mut Value, new: &dyn Fn(&str) -> Option<String>) {
    walk::each(schema, &mut |object| {
        if let Some(Value::String(reference)) = object.get_mut("$ref")
            && let Some(new) = new(reference)
        {
            *reference = new;
        }
    });
}

pub(super) fn free_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(name) {
        return name.to_owned();
    }
    (2_u32..)
        .map(|number| format!("{name}{number}"))
        .find(|name| !taken(name))
        .expect("there are more numbers than definitions")
}

/// The name in `#/$defs/Name`.
pub(super) fn definition_of(reference: &str) -> Option<String> {
    let name = reference.strip_prefix("#/$defs/")?;
    if name.contains('/') {
        return None;
    }
    let name = percent_decoded(name)?;
    Some(name.replace("~1", "/").replace("~0", "~"))
}

/// `#/$defs/Name`, with what a URI fragment cannot hold escaped (RFC 3986 §3.5, RFC 6901 §6).
pub(super) fn reference_to(name: &str) -> String {
    let mut reference = String::from("#/$defs/");
    for byte in name.bytes() {
        match byte {
            b'~' => reference.push_str("~0"),
            b'/' => reference.push_str("~1"),
            b'!' | b'$' | b'&'..=b';' | b'=' | b'?'..=b'Z' | b'_' | b'a'..=b'z' => {
                reference.push(char::from(byte));
            }
            _ => {
                // writing to a `String` cannot fail
                let _ = write!(reference, "%{byte:02X}");
            }
        }
    }
    reference
}

pub(super) fn percent_decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        decoded.push(escaped.unwrap_or(bytes[at]));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    String::from_utf8(decoded).ok()
}
