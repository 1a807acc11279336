//! Definitions are written where they are used, except recursive ones.
//!
//! Clients that do not resolve references see a parameter without type; those that do may
//! drop what stands beside the reference, for example the description of the parameter.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::enums::VARIANTS;
use crate::schema::document::{Document, definition_of};
use crate::schema::walk::{self, Object};

/// The number of schemas up to which everything is written out. Types that use each other
/// twice double at each level; beyond this, what is used more than once stays a definition.
const LARGEST: usize = 5_000;

pub(super) fn apply(document: &mut Document) {
    let uses: BTreeMap<String, Vec<String>> = document
        .defs
        .iter()
        .map(|(name, schema)| (name.clone(), references(schema)))
        .collect();
    let mut kept: BTreeSet<String> = uses
        .keys()
        .filter(|name| reaches(name, name, &uses))
        .cloned()
        .collect();
    if written_out(document, &uses, &kept) > LARGEST {
        kept.extend(used_twice(document, &uses));
    }
    let mut inlining = Inlining {
        defs: std::mem::take(&mut document.defs),
        kept: &kept,
    };
    inlining.expand(&mut document.root);
    // Only what is still referred to, in the order in which it is met.
    let mut wanted = references(&document.root);
    while let Some(name) = wanted.pop() {
        if document.defs.contains_key(&name) {
            continue;
        }
        let mut schema = inlining
            .defs
            .get(&name)
            .cloned()
            .unwrap_or(Value::Bool(true));
        inlining.expand(&mut schema);
        wanted.extend(references(&schema));
        document.defs.insert(name, schema);
    }
    document.defs.sort_keys();
}

struct Inlining<'a> {
    defs: Object,
    kept: &'a BTreeSet<String>,
}

impl Inlining<'_> {
    fn expand(&mut self, schema: &mut Value) {
        let Value::Object(object) = schema else {
            return;
        };
        walk::children(object, &mut |_, child| self.expand(child));
        let name = object
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(definition_of);
        let Some(name) = name.filter(|name| !self.kept.contains(name)) else {
            return;
        };
        let mut definition = self.defs.get(&name).cloned().unwrap_or(Value::Bool(true));
        self.expand(&mut definition);
        object.shift_remove("$ref");
        let beside = std::mem::take(object);
        match definition {
            Value::Object(definition) => *object = merged(definition, beside),
            // `false` stays what it is; `true` leaves what stands beside it
            Value::Bool(false) => *schema = Value::Bool(false),
            _ => *object = beside,
        }
    }
}

/// What admits the values that both admit. Texts of `over` win.
pub(in crate::schema) fn merged(mut base: Object, over: Object) -> Object {
    let mut clashes = Object::new();
    for (word, value) in over {
        match base.get_mut(&word) {
            None => {
                base.insert(word, value);
            }
            Some(same) if *same == value => {}
            Some(text) if is_annotation(&word) => *text = value,
            Some(Value::Array(list)) if word == "required" || word == "allOf" => {
                if let Value::Array(more) = value {
                    // the tag of an internally tagged enum comes first
                    let old = std::mem::replace(list, more);
                    list.extend(old);
                }
            }
            Some(Value::Object(named)) if word == "properties" => {
                if let Value::Object(more) = value {
                    let old = std::mem::replace(named, more);
                    join_properties(named, old);
                }
            }
            Some(_) => {
                clashes.insert(word, value);
            }
        }
    }
    if !clashes.is_empty() {
        let parts = base.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(parts) = parts {
            parts.push(Value::Object(clashes));
        }
    }
    base
}

fn join_properties(named: &mut Object, others: Object) {
    for (key, other) in others {
        match named.get_mut(&key) {
            None => {
                named.insert(key, other);
            }
            Some(own) if *own == other => {}
            Some(own) => *own = json!({ "allOf": [own, other] }),
        }
    }
}

fn is_annotation(word: &str) -> bool {
    let words = [
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
    ];
    words.contains(&word) || word == "writeOnly" || word == VARIANTS
}

/// The names of all definitions that `schema` refers to, one for each reference.
fn references(schema: &Value) -> Vec<String> {
    let mut names = Vec::new();
    walk::look(schema, &mut |object| {
        names.extend(
            object
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(definition_of),
        );
    });
    names
}

fn reaches(from: &str, to: &str, uses: &BTreeMap<String, Vec<String>>) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(name) = open.pop() {
        for next in uses.get(name).into_iter().flatten() {
            if next == to {
                return true;
            }
            if seen.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    false
}

/// How many schemas the root becomes.
fn written_out(
    document: &Document,
    uses: &BTreeMap<String, Vec<String>>,
    kept: &BTreeSet<String>,
) -> usize {
    let mut sizes = Sizes {
        defs: &document.defs,
        uses,
        kept,
        known: BTreeMap::new(),
    };
    sizes.of(&document.root, &references(&document.root))
}

struct Sizes<'a> {
    defs: &'a Object,
    uses: &'a BTreeMap<String, Vec<String>>,
    kept: &'a BTreeSet<String>,
    known: BTreeMap<&'a str, usize>,
}

impl<'a> Sizes<'a> {
    fn of(&mut self, schema: &Value, uses: &[String]) -> usize {
        let mut size = 0_usize;
        walk::look(schema, &mut |_| size += 1);
        for name in uses {
            size = size.saturating_add(self.of_definition(name));
        }
        size
    }

    fn of_definition(&mut self, name: &str) -> usize {
        if self.kept.contains(name) {
            return 1;
        }
        if let Some(size) = self.known.get(name) {
            return *size;
        }
        let Some((name, uses)) = self.uses.get_key_value(name) else {
            return 1;
        };
        let size = self.of(&self.defs[name], uses);
        self.known.insert(name, size);
        size
    }
}

fn used_twice(document: &Document, uses: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in references(&document.root)
        .into_iter()
        .chain(uses.values().flatten().cloned())
    {
        *counts.entry(name).or_default() += 1;
    }
    counts
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|(name, _)| name)
        .collect()
}
