//! Maps, records, enums and any JSON.
#![allow(dead_code, reason = "shown by `Debug`")]

use crate::one::one;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
    Slow,
}

#[tokio::test]
async fn maps_have_keys_of_text_of_numbers_and_of_names() {
    #[mcp::tool(unlisted)]
    fn show(
        by_name: HashMap<String, u8>,
        by_number: BTreeMap<i16, bool>,
        by_mode: BTreeMap<Mode, String>,
    ) -> String {
        format!("{by_name:?} {by_number:?} {by_mode:?}")
    }
    let show = one(mcp::tools![show]).await;
    let text = json!({"type": "string"});
    show.has(
        json!({
            "by_name": {
                "type": "object",
                "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 255},
            },
            "by_number": {"type": "object", "additionalProperties": {"type": "boolean"}},
            "by_mode": {"type": "object", "properties": {"fast": text, "slow": text}, "additionalProperties": false},
        }),
        &["by_name", "by_number", "by_mode"],
    )
    .await;
    show.takes(
        r#"{"by_name":{"a":1},"by_number":{"-7":true,"300":false},"by_mode":{"slow":"s","fast":"f"}}"#,
        r#"{"a": 1} {-7: true, 300: false} {Fast: "f", Slow: "s"}"#,
    )
    .await;
    show.refuses(
        r#"{"by_name":{"a":256},"by_number":{"40000":true},"by_mode":{"fats":"f"}}"#,
        &[
            "`by_name.a`: expected an integer from 0 to 255, got the number 256",
            "`by_number[\"40000\"]`: expected an integer from -32768 to 32767 as a key, got the key \"40000\"",
            r#"`by_mode.fats`: expected one of "fast", "slow", got "fats"; did you mean "fast"?"#,
        ],
    )
    .await;
}

/// A part, and what it is made of.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Part {
    name: String,
    #[serde(default)]
    parts: Vec<Part>,
}

#[tokio::test]
async fn a_record_may_hold_itself() {
    #[mcp::tool(unlisted)]
    fn count(part: Part) -> usize {
        fn all(part: &Part) -> usize {
            1 + part.parts.iter().map(all).sum::<usize>()
        }
        all(&part)
    }
    let count = one(mcp::tools![count]).await;
    assert_eq!(
        count.property("part").await,
        json!({"$ref": "#/$defs/Part"})
    );
    for tool in count.listed().await {
        assert_eq!(
            tool["inputSchema"]["$defs"],
            json!({"Part": {
                "type": "object",
                "description": "A part, and what it is made of.",
                "properties": {
                    "name": {"type": "string"},
                    "parts": {"type": "array", "items": {"$ref": "#/$defs/Part"}, "default": []},
                },
                "required": ["name"],
            }})
        );
    }
    count
        .takes(
            r#"{"part":{"name":"a","parts":[{"name":"b","parts":[{"name":"c"}]},{"name":"d"}]}}"#,
            "4",
        )
        .await;
    count
        .refuses(
            r#"{"part":{"name":"a","parts":[{"name":"b","parts":[{}]}]}}"#,
            &["`part.parts[0].parts[0].name`: missing"],
        )
        .await;
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Folder {
    entries: BTreeMap<String, Entry>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Entry {
    Size(u32),
    Folder(Box<Folder>),
}

#[tokio::test]
async fn records_may_hold_each_other() {
    #[mcp::tool(unlisted)]
    fn size(folder: Folder, in_front: Option<Entry>) -> u32 {
        fn of(entry: &Entry) -> u32 {
            match entry {
                Entry::Size(size) => *size,
                Entry::Folder(folder) => folder.entries.values().map(of).sum(),
            }
        }
        folder.entries.values().chain(&in_front).map(of).sum()
    }
    let size = one(mcp::tools![size]).await;
    for tool in size.listed().await {
        // every reference resolves in the schema itself
        jsonschema::draft202012::new(&tool["inputSchema"]).expect("a schema");
        assert_eq!(tool["inputSchema"]["required"], json!(["folder"]), "{tool}");
    }
    size.takes(
        r#"{"folder":{"entries":{"a":{"size":1},"b":{"folder":{"entries":{"c":{"size":2}}}}}},"in_front":{"size":4}}"#,
        "7",
    )
    .await;
    size.refuses(
        r#"{"folder":{"entries":{"b":{"folder":{"entries":{"c":{"size":-1}}}}}}}"#,
        &["`folder.entries.b.folder.entries.c.size`: expected an integer from 0 to 4294967295, got the number -1"],
    )
    .await;
}

#[derive(Debug, Deserialize, JsonSchema)]
enum External {
    Nothing,
    Number(i32),
    Both { a: i32, b: i32 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Internal {
    Add { a: i32 },
    Stop,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "of")]
enum Adjacent {
    Text(String),
    Pair { a: i32, b: i32 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Id(i32),
    Name(String),
    Both { id: i32, name: String },
}

#[tokio::test]
async fn enums_stand_under_their_property_in_all_forms_of_serde() {
    #[mcp::tool(unlisted)]
    fn show(a: External, b: Internal, c: Adjacent, d: Untagged) -> String {
        format!("{a:?} {b:?} {c:?} {d:?}")
    }
    let show = one(mcp::tools![show]).await;
    let int = json!({"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX});
    let text = json!({"type": "string"});
    let record = |properties: Value, required: Value| json!({"type": "object", "properties": properties, "required": required});
    let closed = |mut schema: Value| {
        schema["additionalProperties"] = json!(false);
        schema
    };
    assert_eq!(
        show.property("a").await,
        json!({"anyOf": [
            {"type": "string", "enum": ["Nothing"]},
            closed(record(json!({"Number": int}), json!(["Number"]))),
            closed(record(json!({"Both": record(json!({"a": int, "b": int}), json!(["a", "b"]))}), json!(["Both"]))),
        ]})
    );
    let name = |name: &str| json!({"type": "string", "enum": [name]});
    assert_eq!(
        show.property("b").await,
        json!({"anyOf": [
            record(json!({"op": name("add"), "a": int}), json!(["op", "a"])),
            record(json!({"op": name("stop")}), json!(["op"])),
        ]})
    );
    assert_eq!(
        show.property("c").await,
        json!({"anyOf": [
            record(json!({"kind": name("Text"), "of": text}), json!(["kind", "of"])),
            record(
                json!({"kind": name("Pair"), "of": record(json!({"a": int, "b": int}), json!(["a", "b"]))}),
                json!(["kind", "of"])
            ),
        ]})
    );
    assert_eq!(
        show.property("d").await,
        json!({"anyOf": [int, text, record(json!({"id": int, "name": text}), json!(["id", "name"]))]})
    );
    show.takes(
        r#"{"a":"Nothing","b":{"op":"stop"},"c":{"kind":"Text","of":"t"},"d":7}"#,
        r#"Nothing Stop Text("t") Id(7)"#,
    )
    .await;
    show.takes(
        r#"{"a":{"Number":-1},"b":{"a":5.0,"op":"add"},"c":{"of":{"a":1,"b":2},"kind":"Pair"},"d":"n"}"#,
        r#"Number(-1) Add { a: 5 } Pair { a: 1, b: 2 } Name("n")"#,
    )
    .await;
    show.takes(
        r#"{"a":{"Both":{"a":1,"b":2}},"b":{"op":"stop"},"c":{"kind":"Text","of":""},"d":{"id":1,"name":"n"}}"#,
        r#"Both { a: 1, b: 2 } Stop Text("") Both { id: 1, name: "n" }"#,
    )
    .await;
    show.refuses(
        r#"{"a":"Nothin","b":{"op":"ad","a":1},"c":{"kind":"Text"},"d":true}"#,
        &[
            r#"`a`: expected one of "Nothing", "Number", "Both", got "Nothin"; did you mean "Nothing"?"#,
            r#"`b.op`: expected one of "add", "stop", got "ad"; did you mean "add"?"#,
            "`c.of`: missing",
            "`d`: does not match any of the accepted forms",
        ],
    )
    .await;
}

#[tokio::test]
async fn any_json_comes_as_it_is() {
    #[mcp::tool(unlisted)]
    fn echo(value: Value) -> Value {
        value
    }
    let echo = one(mcp::tools![echo]).await;
    echo.has(
        json!({"value": {
            "type": ["object", "array", "string", "number", "boolean", "null"], "items": {},
        }}),
        &["value"],
    )
    .await;
    for value in [
        "null",
        "true",
        "-1",
        "18446744073709551615",
        "0.1",
        r#""text""#,
        r#"[1,[],{"b":null,"a":{}}]"#,
    ] {
        echo.takes(&format!(r#"{{"value":{value}}}"#), value).await;
    }
    echo.refuses("{}", &["`value`: missing"]).await;
}
