//! Flags, headers and names for the command line, as clients see them.

use crate::{Client, LEGACY};
use mcp::schema::Profile;
use mcp::{Era, Registry, Server};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

type Yes = bool;
type Region = String;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Zone {
    North,
    South,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Ratio(#[allow(dead_code, reason = "its schema counts")] f64);

#[mcp::tool(unlisted)]
fn build(
    /// Shows more.
    #[arg(flag)]
    verbose: bool,
    #[arg(flag = "no-clean")] clean: Yes,
    #[arg(flag, short = 'x', example = true)] _extra: bool,
) -> String {
    format!("{verbose} {clean} {_extra}")
}

#[mcp::tool(unlisted)]
fn named(
    #[arg(long = "factor", short = 'f')] a: i32,
    #[arg(short = 'g')] b: Option<i32>,
    #[arg(name = "count", long = "times")] c: Option<i32>,
) -> String {
    format!("{a} {b:?} {c:?}")
}

#[mcp::tool(unlisted)]
fn routed(
    /// Where it runs.
    #[arg(header = "Region", default = "north")]
    region: &str,
    #[arg(header = "Zone")] zone: Option<Zone>,
    #[arg(header = "x-n!")] n: Option<u64>,
    #[arg(header = "Dry", flag)] dry: Yes,
    #[arg(header = "Other")] other: Option<Region>,
) -> String {
    format!("{region} {zone:?} {n:?} {dry} {other:?}")
}

fn service(tools: Registry, profile: Profile) -> mcp::Service {
    let server = Server::new("demo", "1.0.0").profile(profile).tools(tools);
    server.build().expect("a sound server")
}

fn input_schema(tools: Registry, profile: Profile, era: Era) -> Value {
    let listed: Value =
        serde_json::from_str(&service(tools, profile).tools_json(era)).expect("JSON");
    listed["tools"][0]["inputSchema"].clone()
}

#[test]
fn a_flag_is_published_as_a_bool_that_is_false() {
    for era in [Era::Legacy, Era::Modern] {
        assert_eq!(
            input_schema(mcp::tools![build], Profile::Plain, era),
            json!({
                "type": "object",
                "properties": {
                    "verbose": {"type": "boolean", "description": "Shows more.", "default": false},
                    "no-clean": {"type": "boolean", "default": false},
                    "x": {"type": "boolean", "examples": [true], "default": false},
                },
                "additionalProperties": false,
            })
        );
    }
}

#[tokio::test]
async fn a_flag_is_false_until_it_is_set_and_its_contrary_true() {
    let client = Client::modern(&service(mcp::tools![build], Profile::Plain));
    for (arguments, expected) in [
        (json!({}), "false true false"),
        (
            json!({"verbose": true, "no-clean": true, "x": true}),
            "true false true",
        ),
        (
            json!({"verbose": false, "no-clean": false}),
            "false true false",
        ),
        (
            json!({"verbose": null, "no-clean": null}),
            "false true false",
        ),
    ] {
        assert_eq!(client.text("build", arguments).await, expected);
    }
    let refused = client
        .call("build", json!({"verbose": 1, "clean": true}))
        .await;
    assert_eq!(
        crate::text(&refused),
        "invalid arguments for `build`:\n\
         - `verbose`: expected true or false, got the number 1\n\
         - `clean`: unknown argument; known: `verbose`, `no-clean`, `x`"
    );
}

#[tokio::test]
async fn a_long_name_is_the_key_and_a_short_one_where_there_is_no_other() {
    let schema = input_schema(mcp::tools![named], Profile::Plain, Era::Modern);
    let keys: Vec<_> = schema["properties"]
        .as_object()
        .expect("an object")
        .keys()
        .collect();
    assert_eq!(keys, ["factor", "g", "count"]);
    assert_eq!(schema["required"], json!(["factor"]));
    let client = Client::modern(&service(mcp::tools![named], Profile::Plain));
    assert_eq!(
        client
            .text("named", json!({"factor": 2, "g": 3, "count": 4}))
            .await,
        "2 Some(3) Some(4)"
    );
}

#[tokio::test]
async fn a_header_stands_in_its_property_for_every_revision_and_profile() {
    for profile in [Profile::Plain, Profile::Full] {
        for era in [Era::Legacy, Era::Modern] {
            let schema = input_schema(mcp::tools![routed], profile, era);
            let headers: Vec<_> = ["region", "zone", "n", "dry", "other"]
                .iter()
                .map(|key| schema["properties"][key]["x-mcp-header"].clone())
                .collect();
            assert_eq!(
                headers,
                ["Region", "Zone", "x-n!", "Dry", "Other"],
                "{profile:?}"
            );
        }
    }
    assert_eq!(
        input_schema(mcp::tools![routed], Profile::Plain, Era::Modern)["properties"]["region"]
            .to_string(),
        r#"{"type":"string","description":"Where it runs.","default":"north","x-mcp-header":"Region"}"#
    );
    let service = service(mcp::tools![routed], Profile::Plain);
    for version in LEGACY {
        let client = Client::legacy(&service, version).await;
        assert_eq!(
            client
                .text("routed", json!({"zone": "south", "n": 7}))
                .await,
            "north Some(South) Some(7) false None"
        );
    }
}

#[test]
fn the_schema_of_a_header_is_the_same_as_text_and_from_its_type() {
    #[mcp::tool(unlisted)]
    fn tool(
        #[arg(header = "A", min = 1)] a: u8,
        #[arg(flag, header = "B", example = true)] b: bool,
    ) {
        let _ = (a, b);
    }
    let listed = |tool: mcp::tool::Descriptor| {
        let tool: &'static mcp::tool::Descriptor = Box::leak(Box::new(tool));
        service(mcp::Tool::from(tool).into(), Profile::Plain).tools_json(Era::Modern)
    };
    let literal = __mcp_tool_tool;
    assert!(matches!(
        literal.input_schema,
        mcp::schema::Text::Literal(_)
    ));
    let made = listed(mcp::tool::Descriptor {
        input_schema: mcp::schema::Text::FromTypes,
        ..literal
    });
    assert_eq!(listed(literal), made);
}

#[test]
fn a_header_for_a_type_of_another_kind_is_refused_when_the_server_is_built() {
    #[mcp::tool(unlisted)]
    fn ratio(#[arg(header = "Ratio")] ratio: Option<Ratio>) {
        let _ = ratio;
    }
    #[mcp::tool(unlisted)]
    fn twice(
        #[cfg(not(any()))]
        #[arg(header = "Region")]
        a: u8,
        #[cfg(not(any()))]
        #[arg(header = "region")]
        b: u8,
    ) {
        let _ = (a, b);
    }
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![ratio, twice]);
    let error = server.build().expect_err("two faults").to_string();
    assert_eq!(
        error,
        "the server cannot be built\n\
         - tool `ratio`: parameter `ratio` has a `header`, which is for strings, integers and bools alone; \
         leave it out, or take another type\n\
         - tool `twice`: the header `region` belongs to two parameters, `a` and `b`; rename one"
    );
}
