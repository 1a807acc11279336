//! Types that are refused.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use schemars::JsonSchema;

use super::types::{Page, Way};
use super::{Profile, TypeSchema, object, output, parameter};

fn refusal<T: JsonSchema>() -> Option<String> {
    let made = [Profile::Plain, Profile::Full]
        .map(|profile| object(&[parameter::<T>("routes", true)], profile));
    let [plain, full] = made.map(|made| made.err().map(|error| error.to_string()));
    assert_eq!(plain, full);
    plain
}

#[test]
fn keys_that_json_does_not_have_are_refused_with_the_parameter() {
    assert_eq!(
        refusal::<HashMap<(i32, i32), String>>().as_deref(),
        Some(
            "parameter `routes` has a map with keys of type `(int32,int32)`; the keys of a map \
             must be strings, integers or unit enums"
        )
    );
    assert!(refusal::<Vec<Option<BTreeMap<[u8; 2], u8>>>>().is_some());
    assert!(refusal::<HashMap<String, HashMap<bool, u8>>>().is_some());
    assert!(refusal::<Page<HashMap<(), u8>>>().is_some());
    assert!(refusal::<Arc<BTreeMap<Vec<u8>, u8>>>().is_some());
    assert!(refusal::<BTreeMap<Option<String>, u8>>().is_some());
    assert!(refusal::<BTreeMap<BTreeMap<u8, u8>, u8>>().is_some());
    let error = output(
        TypeSchema::result::<HashMap<(i32, i32), u8>>(),
        Profile::Plain,
    );
    assert!(
        error
            .expect_err("tuples as keys")
            .to_string()
            .starts_with("the result has a map")
    );
}

#[test]
fn keys_that_json_has_are_taken() {
    assert_eq!(refusal::<HashMap<String, (u8, u8)>>(), None);
    assert_eq!(
        refusal::<HashMap<Arc<str>, HashMap<u128, Option<u8>>>>(),
        None
    );
    assert_eq!(
        refusal::<BTreeMap<Way, BTreeMap<std::num::NonZeroI64, Vec<u8>>>>(),
        None
    );
    assert_eq!(refusal::<(HashMap<char, bool>, bool)>(), None);
}

#[test]
fn an_option_in_an_option_is_refused_as_an_argument() {
    assert_eq!(
        refusal::<Option<Option<u8>>>().as_deref(),
        Some(
            "parameter `routes` has an option inside an option; JSON cannot tell the two kinds \
             of nothing apart, use one `Option`"
        )
    );
    assert!(refusal::<Vec<Option<Box<Option<u8>>>>>().is_some());
    assert_eq!(refusal::<Option<Vec<Option<u8>>>>(), None);
    assert!(output(TypeSchema::result::<Option<Option<u8>>>(), Profile::Plain).is_ok());
}

struct Lost;
impl JsonSchema for Lost {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Lost".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "$ref": "https://example.com/schema.json" })
    }
}

#[test]
fn a_reference_to_elsewhere_is_refused() {
    let text = refusal::<Lost>().expect("leads out of the schema");
    assert!(
        text.starts_with(
            "the schema of parameter `routes` refers to `https://example.com/schema.json`"
        ),
        "{text}"
    );
}
