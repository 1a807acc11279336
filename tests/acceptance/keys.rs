//! How an argument comes to its key.

use crate::one::one;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize, JsonSchema)]
struct Point {
    x: f64,
    y: f64,
}

#[tokio::test]
async fn an_argument_has_the_name_of_its_parameter() {
    #[mcp::tool(unlisted)]
    fn half(a: i64) -> i64 {
        a / 2
    }
    let half = one(mcp::tools![half]).await;
    half.has(json!({"a": {"type": "integer"}}), &["a"]).await;
    half.takes(r#"{"a":9}"#, "4").await;
    half.takes(r#"{"a":-9.0}"#, "-4").await;
    half.refuses(
        r#"{"a":"9"}"#,
        &[r#"`a`: expected an integer, got the string "9""#],
    )
    .await;
    half.refuses("{}", &["`a`: missing"]).await;
    half.refuses(
        r#"{"b":9}"#,
        &["`a`: missing", "`b`: unknown argument; known: `a`"],
    )
    .await;
}

#[tokio::test]
async fn a_pattern_without_a_name_has_its_place_as_its_key() {
    #[mcp::tool(unlisted)]
    fn length((x, y): (f64, f64), _: bool, scale: f64, _unit: String) -> f64 {
        x.hypot(y) * scale
    }
    let length = one(mcp::tools![length]).await;
    let pair = json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2});
    length
        .has(
            json!({
                "_1": pair, "_2": {"type": "boolean"}, "scale": {"type": "number"}, "_4": {"type": "string"},
            }),
            &["_1", "_2", "scale", "_4"],
        )
        .await;
    length
        .takes(r#"{"_1":[3,4],"_2":true,"scale":2,"_4":"m"}"#, "10.0")
        .await;
    length
        .refuses(
            r#"{"_1":[3],"_2":true,"scale":2,"_4":"m"}"#,
            &["`_1`: expected an array of 2 elements, got an array of 1 element"],
        )
        .await;
}

#[tokio::test]
async fn a_record_pattern_has_the_name_of_its_type_in_lower_case() {
    #[mcp::tool(unlisted)]
    fn length(Point { x, y }: Point, #[arg(name = "from")] Point { x: a, y: b }: Point) -> f64 {
        (x - a).hypot(y - b)
    }
    let length = one(mcp::tools![length]).await;
    let point = json!({
        "type": "object",
        "properties": {"x": {"type": "number"}, "y": {"type": "number"}},
        "required": ["x", "y"],
    });
    length
        .has(json!({"point": point, "from": point}), &["point", "from"])
        .await;
    length
        .takes(r#"{"point":{"x":4,"y":5},"from":{"y":1,"x":1}}"#, "5.0")
        .await;
    length
        .refuses(
            r#"{"point":[4,5],"from":{"x":1}}"#,
            &[
                "`point`: expected an object, got an array",
                "`from.y`: missing",
            ],
        )
        .await;
}

#[tokio::test]
async fn a_raw_identifier_has_no_r_in_its_key() {
    #[mcp::tool(unlisted)]
    fn r#match(r#type: String, r#fn: u8) -> String {
        format!("{type} {fn}", r#type = r#type, r#fn = r#fn)
    }
    let tool = one(mcp::tools![r#match]).await;
    for entry in tool.listed().await {
        assert_eq!(entry["name"], "match");
    }
    tool.has(
        json!({"type": {"type": "string"}, "fn": {"type": "integer", "minimum": 0, "maximum": 255}}),
        &["type", "fn"],
    )
    .await;
    tool.takes(r#"{"type":"a","fn":1}"#, "a 1").await;
}

#[tokio::test]
async fn a_parameter_may_have_any_name_that_generated_code_could_have() {
    #[mcp::tool(unlisted)]
    #[expect(clippy::too_many_arguments, reason = "they are the point")]
    fn names(
        ctx: u8,
        args: u8,
        self_: u8,
        value: u8,
        result: u8,
        __arg0: u8,
        call: u8,
        probe: u8,
        context: u8,
        arguments: u8,
        slots: u8,
        error: u8,
        this: u8,
        future: u8,
        tool: u8,
        mcp: u8,
        std: u8,
        core: u8,
    ) -> String {
        format!(
            "{:?}",
            [
                ctx, args, self_, value, result, __arg0, call, probe, context, arguments, slots,
                error, this, future, tool, mcp, std, core
            ]
        )
    }
    let tool = one(mcp::tools![names]).await;
    let keys = [
        "ctx",
        "args",
        "self_",
        "value",
        "result",
        "_6",
        "call",
        "probe",
        "context",
        "arguments",
        "slots",
        "error",
        "this",
        "future",
        "tool",
        "mcp",
        "std",
        "core",
    ];
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let properties: serde_json::Map<_, _> = keys
        .iter()
        .map(|key| ((*key).to_owned(), byte.clone()))
        .collect();
    tool.has(properties.into(), &keys).await;
    let arguments: Vec<_> = (1..)
        .zip(keys)
        .map(|(n, key)| format!("\"{key}\":{n}"))
        .collect();
    tool.takes(
        &format!("{{{}}}", arguments.join(",")),
        "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]",
    )
    .await;
}
