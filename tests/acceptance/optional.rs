//! Arguments that may be left out.

use crate::one::one;
use serde_json::json;
use std::collections::BTreeMap;

#[tokio::test]
async fn an_option_may_be_left_out_or_null() {
    type Maybe<T> = Option<T>;
    #[mcp::tool(unlisted)]
    fn show(text: Option<String>, number: Maybe<u8>) -> String {
        format!("{text:?} {number:?}")
    }
    let show = one(mcp::tools![show]).await;
    show.has(
        json!({"text": {"type": "string"}, "number": {"type": "integer", "minimum": 0, "maximum": 255}}),
        &[],
    )
    .await;
    show.takes("{}", "None None").await;
    show.takes(r#"{"text":null,"number":null}"#, "None None")
        .await;
    show.takes(r#"{"text":"","number":0}"#, r#"Some("") Some(0)"#)
        .await;
    show.refuses(
        r#"{"text":1,"number":256}"#,
        &[
            "`text`: expected a string, got the number 1",
            "`number`: expected an integer from 0 to 255, got the number 256",
        ],
    )
    .await;
}

#[tokio::test]
async fn a_default_that_is_a_literal_is_published_and_applied() {
    #[mcp::tool(unlisted)]
    fn times(#[arg(default = 3)] n: u32, #[arg(default = "ab")] text: String) -> String {
        text.repeat(n as usize)
    }
    let times = one(mcp::tools![times]).await;
    times
        .has(
            json!({
                "n": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32, "default": 3},
                "text": {"type": "string", "default": "ab"},
            }),
            &[],
        )
        .await;
    times.takes("{}", "ababab").await;
    times.takes(r#"{"n":null,"text":"c"}"#, "ccc").await;
    times.takes(r#"{"n":1}"#, "ab").await;
    times
        .refuses(
            r#"{"n":"1"}"#,
            &[r#"`n`: expected an integer, got the string "1""#],
        )
        .await;
}

#[tokio::test]
async fn a_default_without_a_value_is_that_of_the_type() {
    #[mcp::tool(unlisted)]
    fn count(#[arg(default)] list: Vec<u8>, #[arg(default)] map: BTreeMap<String, bool>) -> String {
        format!("{list:?} {map:?}")
    }
    let count = one(mcp::tools![count]).await;
    count
        .has(
            json!({
                "list": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}},
                "map": {"type": "object", "additionalProperties": {"type": "boolean"}},
            }),
            &[],
        )
        .await;
    count.takes("{}", "[] {}").await;
    count.takes(r#"{"map":null,"list":[1]}"#, "[1] {}").await;
}

#[tokio::test]
async fn a_default_that_is_an_expression_is_applied_alone() {
    const LIMIT: u8 = 7;
    #[mcp::tool(unlisted)]
    fn limit(#[arg(default = LIMIT + 1)] limit: u8) -> u8 {
        limit
    }
    let tool = one(mcp::tools![limit]).await;
    tool.has(
        json!({"limit": {"type": "integer", "minimum": 0, "maximum": 255}}),
        &[],
    )
    .await;
    tool.takes("{}", "8").await;
    tool.takes(r#"{"limit":1}"#, "1").await;
}
