//! Schemas given by hand: passed on byte for byte, checked when the server is built.

use crate::Client;
use mcp::schema::Profile;
use mcp::{Era, Registry, Server, ToolResult};
use serde::Serialize;
use serde_json::{Value, json};

/// In no form that this library would write.
const INPUT: &str = r##"{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type":"object",
  "properties" : { "city": {"$ref":"#/$defs/City"}, "days":{"type":["integer","null"],"format":"int8"} },
  "required":["city"], "$defs":{"City":{"type":"string","description":"a \" b  c"}} }"##;
const ON_ONE_LINE: &str = r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"city":{"$ref":"#/$defs/City"},"days":{"type":["integer","null"],"format":"int8"}},"required":["city"],"$defs":{"City":{"type":"string","description":"a \" b  c"}}}"##;
/// Blanks stay where there is no line break.
const SPACED: &str = r#"{ "type" : "object", "properties":{"text":{ }} }"#;
const REPORT: &str = r##"{"type":"object","properties":{"high":{"$ref":"#/properties/low"},"low":{"type":"number"}}}"##;
const LIST: &str =
    r##"{"type": "array", "items": {"$ref": "#/$defs/N"}, "$defs": {"N": {"type":"integer"}}}"##;
const TEXT: &str = r#"{"type":"string"}"#;

/// Without a schema of its own.
#[derive(Serialize)]
struct Report {
    high: f64,
    low: f64,
}

#[mcp::tool(unlisted, input_schema = INPUT, output_schema = self::REPORT)]
fn weather(city: &str, days: Option<u8>) -> Result<Report, String> {
    match city {
        "" => Err("no city".to_owned()),
        _ => Ok(Report {
            high: f64::from(days.unwrap_or(1)),
            low: 0.5,
        }),
    }
}

#[mcp::tool(unlisted, input_schema = SPACED, output_schema = LIST)]
fn spaced(text: String) -> mcp::Json<Vec<usize>> {
    mcp::Json(vec![text.len()])
}

#[mcp::tool(unlisted, output_schema = REPORT)]
fn full() -> ToolResult {
    ToolResult::new()
        .text("warm")
        .structured(&json!({"high": 3}))
}

#[mcp::tool(unlisted, input_schema = include_str!("given.json"))]
fn from_a_file(n: u8) -> u8 {
    n
}

#[mcp::tool(unlisted, extra = "ignore", input_schema = INPUT)]
fn open() {}

const RENDERED: &str = r#"{"type":"object","properties":{"_render":{"enum":["raw","a"]}}}"#;

#[mcp::tool(unlisted, input_schema = RENDERED, render(a = u8::to_string))]
fn rendered() -> u8 {
    7
}

#[derive(serde::Deserialize, schemars::JsonSchema, mcp::Record)]
struct Place {
    city: String,
    #[serde(default)]
    days: u8,
}

/// Fields of a record are arguments like others.
#[mcp::tool(unlisted, lenient, input_schema = INPUT)]
fn unrolled(#[arg(unroll)] place: Place) -> String {
    format!("{} {}", place.city, place.days)
}

struct Station;

#[mcp::tool(unlisted)]
impl Station {
    const EMPTY: &str = r#"{"type":"object"}"#;

    #[tool(input_schema = Self::EMPTY)]
    fn now(&self) {}
}

fn listed(tools: impl Into<Registry>, profile: Profile, era: Era) -> String {
    let server = Server::new("demo", "1.0.0").tools(tools).profile(profile);
    server.build().expect("a sound server").tools_json(era)
}

#[test]
fn a_schema_goes_byte_for_byte_whatever_the_profile() {
    for profile in [Profile::Plain, Profile::Full] {
        let list = listed(mcp::tools![weather, spaced], profile, Era::Modern);
        assert!(
            list.contains(&format!(r#""inputSchema":{ON_ONE_LINE},"#)),
            "{list}"
        );
        assert!(
            list.contains(&format!(r#""inputSchema":{SPACED},"#)),
            "{list}"
        );
        assert!(
            list.contains(&format!(r#""outputSchema":{REPORT}"#)),
            "{list}"
        );
        assert!(
            list.contains(&format!(r#""outputSchema":{LIST}"#)),
            "{list}"
        );
        let list = listed(Station, profile, Era::Legacy);
        assert!(
            list.contains(r#""inputSchema":{"type":"object"}}"#),
            "{list}"
        );
    }
    let list = listed(mcp::tools![from_a_file], Profile::Plain, Era::Modern);
    assert!(
        list.contains(r#""inputSchema":{"type":"object","properties":{"n":{"type":"integer"}}}"#),
        "{list}"
    );
}

#[test]
fn older_clients_get_a_value_that_is_no_object_wrapped() {
    let list = listed(mcp::tools![weather, spaced], Profile::Plain, Era::Legacy);
    let list: Value = serde_json::from_str(&list).expect("JSON");
    assert_eq!(
        list["tools"][0]["outputSchema"],
        json!({
            "type": "object",
            "properties": {"result": {
                "type": "array",
                "items": {"$ref": "#/properties/result/$defs/N"},
                "$defs": {"N": {"type": "integer"}},
            }},
            "required": ["result"],
        })
    );
    assert_eq!(
        list["tools"][1]["outputSchema"],
        serde_json::from_str::<Value>(REPORT).expect("JSON")
    );
}

#[tokio::test]
async fn arguments_and_values_stay_those_of_the_function() {
    let server = Server::new("demo", "1.0.0")
        .tools(mcp::tools![weather, spaced, full, open, rendered, unrolled]);
    let service = server.build().expect("a sound server");
    let client = Client::modern(&service);
    let result = client
        .call("weather", json!({"city": "x", "days": 2}))
        .await;
    assert_eq!(
        result["structuredContent"],
        json!({"high": 2.0, "low": 0.5})
    );
    assert_eq!(crate::text(&result), r#"{"high":2.0,"low":0.5}"#);
    assert_eq!(client.text("weather", json!({"city": ""})).await, "no city");
    assert_eq!(
        client.text("weather", json!({"days": 300, "x": 1})).await,
        "invalid arguments for `weather`:\n\
         - `city`: missing\n\
         - `days`: expected an integer from 0 to 255, got the number 300\n\
         - `x`: unknown argument; known: `city`, `days`"
    );
    let result = client.call("full", json!({})).await;
    assert_eq!(
        (crate::text(&result), &result["structuredContent"]),
        ("warm".to_owned(), &json!({"high": 3}))
    );
    assert_eq!(
        client.call("open", json!({"city": 1})).await["content"],
        json!([])
    );
    assert_eq!(client.text("rendered", json!({"_render": "a"})).await, "7");
    assert_eq!(
        client
            .text("unrolled", json!({"city": "5", "days": "5"}))
            .await,
        "5 5"
    );
    assert_eq!(
        client.text("unrolled", json!({"days": "x"})).await,
        "invalid arguments for `unrolled`:\n\
         - `city`: missing\n\
         - `days`: expected an integer, got the string \"x\""
    );
    let client = Client::legacy(&service, "2025-06-18").await;
    let result = client.call("spaced", json!({"text": "abc"})).await;
    assert_eq!(result["structuredContent"], json!({"result": [3]}));
}

mod unsound {
    macro_rules! tools {
        ($($name:ident($($arguments:tt)*) $text:expr;)*) => {$(
            pub(super) mod $name {
                const SCHEMA: &str = $text;

                #[mcp::tool(unlisted, input_schema = SCHEMA)]
                #[allow(unused_variables, reason = "never called")]
                pub(in super::super) fn $name($($arguments)*) {}
            }
        )*};
    }

    tools! {
        broken() "{\"type\":";
        list() "[]";
        no_type() "{}";
        array() r#"{"type":"array"}"#;
        no_schemas() r#"{"type":"object","properties":{"a":true}}"#;
        lost() r##"{"type":"object","$ref":"#/$defs/a~1b"}"##;
        far() r#"{"type":"object","properties":{"a":{"$ref":"https://example.com/a"}}}"#;
        less(a: Option<u8>, b: u8, c: u8) r#"{"type":"object","properties":{"a":{},"b":{}}}"#;
        more(a: u8) r#"{"type":"object","properties":{"a":{},"A":{}}}"#;
        sound(a: u8) r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/a%20~1b"}},"not":{"$ref":"#x"},"$defs":{"a /b":{"$anchor":"x","default":{"$ref":"#/y"}}}}"##;
    }

    #[mcp::tool(unlisted, input_schema = super::SPACED, extra = "ignore")]
    #[allow(unused_variables, reason = "never called")]
    pub(super) fn apart(#[arg(unroll)] place: super::Place) {}

    #[mcp::tool(unlisted, output_schema = super::TEXT)]
    pub(super) fn text() -> String {
        String::new()
    }

    const NUMBER: &str = "7";

    #[mcp::tool(unlisted, output_schema = NUMBER)]
    pub(super) fn number() -> u8 {
        7
    }
}

#[test]
fn a_schema_that_does_not_go_with_the_function_is_a_fault_of_the_server() {
    use unsound::*;
    let tools = mcp::tools![
        broken::broken,
        list::list,
        no_type::no_type,
        array::array,
        no_schemas::no_schemas,
        lost::lost,
        far::far,
        less::less,
        more::more,
        apart,
        text,
        number
    ];
    let error = Server::new("demo", "1.0.0")
        .tools(tools)
        .build()
        .expect_err("an unsound server");
    let faults: Vec<String> = error.faults().iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "tool `apart`: the `input_schema` cannot be used: the function needs the argument `city`, which is not among \
             its `properties`; add it, or make the argument optional",
            "tool `array`: the `input_schema` cannot be used: the schema must be an object with `\"type\": \"object\"`, \
             not one with `\"type\": \"array\"`",
            "tool `broken`: the `input_schema` cannot be used: the schema is not JSON: EOF while parsing a value at \
             line 1 column 8",
            "tool `far`: the `input_schema` cannot be used: it refers to `https://example.com/a`, which is not in it; \
             a client knows nothing but the schema",
            "tool `less`: the `input_schema` cannot be used: the function needs the argument `c`, which is not among \
             its `properties`; add it, or make the argument optional",
            "tool `list`: the `input_schema` cannot be used: the schema must be an object with `\"type\": \"object\"`, \
             not a list",
            "tool `lost`: the `input_schema` cannot be used: it refers to `#/$defs/a~1b`, which is not in it; a client \
             knows nothing but the schema",
            "tool `more`: the `input_schema` cannot be used: its property `A` is no argument of the function; leave it \
             out, or mark the tool `extra = \"ignore\"`",
            "tool `no_schemas`: the `input_schema` cannot be used: `properties` of the schema must be an object whose \
             members are schemas in braces",
            "tool `no_type`: the `input_schema` cannot be used: the schema must be an object with `\"type\": \
             \"object\"`, not one without `type`",
            "tool `number`: the `output_schema` cannot be used: the schema must be a JSON object, not `7`",
            "tool `text` has an `output_schema`, and returns content without a structured value; return the value \
             itself, `mcp::Json` of it, or a `mcp::ToolResult` with `.structured(..)`",
        ]
    );
    let sound = Server::new("demo", "1.0.0").tools(mcp::tools![sound::sound]);
    assert!(sound.build().is_ok());
}
