//! Text and lists, owned and lent from the message.

use crate::one::one;
use serde_json::json;
use std::borrow::Cow;

#[tokio::test]
async fn text_and_lists_are_lent_from_the_message() {
    #[mcp::tool(unlisted)]
    fn show(text: &str, list: &[u16], words: &[&str], more: Option<&[bool]>) -> String {
        format!("{text:?} {list:?} {words:?} {more:?}")
    }
    let show = one(mcp::tools![show]).await;
    show.has(
        json!({
            "text": {"type": "string"},
            "list": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 65535}},
            "words": {"type": "array", "items": {"type": "string"}},
            "more": {"type": "array", "items": {"type": "boolean"}},
        }),
        &["text", "list", "words"],
    )
    .await;
    show.takes(
        r#"{"text":"a\n\u00e9","list":[1,2.0],"words":["x","\ty"]}"#,
        r#""a\né" [1, 2] ["x", "\ty"] None"#,
    )
    .await;
    show.takes(
        r#"{"text":"","list":[],"words":[],"more":[true]}"#,
        r#""" [] [] Some([true])"#,
    )
    .await;
    show.refuses(
        r#"{"text":["a"],"list":[1,-1],"words":[2],"more":{}}"#,
        &[
            "`text`: expected a string, got an array",
            "`list[1]`: expected an integer from 0 to 65535, got the number -1",
            "`words[0]`: expected a string, got the number 2",
            "`more`: expected an array, got an object",
        ],
    )
    .await;
}

#[tokio::test]
async fn lent_text_outlives_an_await() {
    #[mcp::tool(unlisted)]
    async fn show(text: &str, list: &[String]) -> String {
        tokio::task::yield_now().await;
        format!("{text:?} {list:?}")
    }
    let show = one(mcp::tools![show]).await;
    show.takes(r#"{"list":["b\\"],"text":"\"a\""}"#, r#""\"a\"" ["b\\"]"#)
        .await;
}

#[tokio::test]
async fn text_may_be_borrowed_or_owned() {
    #[mcp::tool(unlisted)]
    fn show(text: Cow<'_, str>, list: Vec<Cow<'_, str>>, boxed: Box<str>) -> String {
        format!("{text:?} {list:?} {boxed:?}")
    }
    let show = one(mcp::tools![show]).await;
    show.has(
        json!({
            "text": {"type": "string"},
            "list": {"type": "array", "items": {"type": "string"}},
            "boxed": {"type": "string"},
        }),
        &["text", "list", "boxed"],
    )
    .await;
    show.takes(
        r#"{"text":"é","list":["\ud83d\ude00","b"],"boxed":"c"}"#,
        r#""é" ["😀", "b"] "c""#,
    )
    .await;
    show.refuses(
        r#"{"text":null,"list":[null],"boxed":"c"}"#,
        &[
            "`text`: expected a string, got null",
            "`list[0]`: expected a string, got null",
        ],
    )
    .await;
}

#[tokio::test]
async fn a_list_of_bytes_is_a_list_of_numbers() {
    #[mcp::tool(unlisted)]
    fn sum(bytes: Vec<u8>) -> Vec<u8> {
        vec![bytes.iter().copied().fold(0, u8::wrapping_add)]
    }
    let sum = one(mcp::tools![sum]).await;
    let list = json!({"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}});
    sum.has(json!({"bytes": list}), &["bytes"]).await;
    let [legacy, modern] = sum.listed().await;
    assert_eq!(
        (legacy.get("outputSchema"), &modern["outputSchema"]),
        (None, &list)
    );
    sum.takes(r#"{"bytes":[0,255,3]}"#, "[2]").await;
    sum.refuses(
        r#"{"bytes":"AAE="}"#,
        &[r#"`bytes`: expected an array, got the string "AAE=""#],
    )
    .await;
}
