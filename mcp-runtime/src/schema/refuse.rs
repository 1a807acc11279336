//! Types that have a schema but no JSON form, or not the one they seem to have.
//!
//! The schema does not show them: `schemars` gives a map with tuples as keys and a map with
//! strings as keys the same schema, and an option in an option that of an option. What does
//! show them is the id of the type, which spells out generic arguments: `Map<(int32,int32), string>`.
//! The id of a derived record does not tell its fields, so a map inside one is found by the
//! decoder only.

use super::SchemaError;
use super::types::{Position, TypeSchema};

/// Refuses what the id of the type shows.
pub(super) fn check(schema: TypeSchema, place: &str) -> Result<(), SchemaError> {
    let id = schema.id();
    if let Some(key) = keys(&id).find(|key| is_refused_key(key)) {
        return Err(SchemaError::MapKey {
            place: place.to_owned(),
            key: key.to_owned(),
        });
    }
    // In a result nothing is lost to the reader that was not lost in Rust's own JSON form.
    if schema.position() == Position::Argument && generics(&id, "Option<").any(is_option) {
        return Err(SchemaError::NestedOption {
            place: place.to_owned(),
        });
    }
    Ok(())
}

fn is_option(id: &str) -> bool {
    id.starts_with("Option<")
}

/// The keys of all maps in `id`. A map with strings as keys has one argument only.
fn keys(id: &str) -> impl Iterator<Item = &str> {
    generics(id, "Map<").filter_map(|arguments| {
        let mut depth = 0_usize;
        for (at, byte) in arguments.bytes().enumerate() {
            match byte {
                b'<' | b'(' | b'[' => depth += 1,
                b'>' | b')' | b']' if depth == 0 => return None,
                b'>' | b')' | b']' => depth -= 1,
                // tuples are written without the space
                b',' if depth == 0 && arguments[at..].starts_with(", ") => {
                    return Some(&arguments[..at]);
                }
                _ => {}
            }
        }
        None
    })
}

/// What follows each `open` that is not the end of a longer name or of a path.
fn generics<'id>(id: &'id str, open: &'static str) -> impl Iterator<Item = &'id str> {
    id.match_indices(open).filter_map(move |(at, _)| {
        let before = id[..at].chars().next_back();
        let is_whole = before.is_none_or(|c| !c.is_alphanumeric() && c != ':' && c != '_');
        is_whole.then(|| &id[at + open.len()..])
    })
}

/// Ids of the standard types that cannot be a key. Ids of the user's types say nothing.
fn is_refused_key(id: &str) -> bool {
    const BY_START: [&str; 8] = [
        "(", "[", "Map<", "Set<", "Option<", "Result<", "Range<", "Bound<",
    ];
    const WHOLE: [&str; 7] = [
        "null",
        "boolean",
        "float",
        "double",
        "AnyValue",
        "std::time::Duration",
        "std::time::SystemTime",
    ];
    BY_START.iter().any(|start| id.starts_with(start)) || WHOLE.contains(&id)
}
