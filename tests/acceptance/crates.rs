//! Types of crates that people use, through the features of schemars for them.

use crate::one::one;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use serde_json::json;

#[tokio::test]
async fn times_of_chrono_are_texts_with_a_format() {
    #[mcp::tool(unlisted)]
    fn show(at: DateTime<Utc>, day: NaiveDate, time: NaiveTime) -> String {
        format!("{at} {day} {time}")
    }
    let show = one(mcp::tools![show]).await;
    show.has(
        json!({
            "at": {"type": "string", "format": "date-time"},
            "day": {"type": "string", "format": "date"},
            "time": {"type": "string"},
        }),
        &["at", "day", "time"],
    )
    .await;
    show.takes(
        r#"{"at":"2024-02-29T12:00:00+02:00","day":"2024-02-29","time":"23:59:59"}"#,
        "2024-02-29 10:00:00 UTC 2024-02-29 23:59:59",
    )
    .await;
    for result in show
        .called(r#"{"at":"2023-02-29T12:00:00Z","day":20240229,"time":"noon"}"#)
        .await
    {
        assert_eq!(result["isError"], true);
        let text = result["content"][0]["text"].as_str().expect("a text");
        let lines: Vec<_> = text.lines().collect();
        assert!(
            lines.len() == 4
                && lines[1].starts_with("- `at`: ")
                && lines[2].starts_with("- `day`: ")
                && lines[3].starts_with("- `time`: "),
            "{text}"
        );
        assert!(
            !text.contains("chrono") && !text.contains("NaiveDate"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn ids_of_uuid_are_texts_with_a_format() {
    #[mcp::tool(unlisted)]
    fn version(id: uuid::Uuid, other: Option<uuid::Uuid>) -> usize {
        other.unwrap_or(id).get_version_num()
    }
    let version = one(mcp::tools![version]).await;
    let id = json!({"type": "string", "format": "uuid"});
    version.has(json!({"id": id, "other": id}), &["id"]).await;
    version
        .takes(r#"{"id":"67e55044-10b1-426f-9247-bb680e5fe0c8"}"#, "4")
        .await;
    for result in version.called(r#"{"id":"67e55044"}"#).await {
        let text = result["content"][0]["text"].to_string();
        assert!(
            result["isError"] == true && text.contains("`id`: "),
            "{text}"
        );
    }
}

#[tokio::test]
async fn urls_are_texts_with_a_format() {
    #[mcp::tool(unlisted)]
    fn join(base: url::Url, path: &str) -> Result<url::Url, url::ParseError> {
        base.join(path)
    }
    let join = one(mcp::tools![join]).await;
    let url = json!({"type": "string", "format": "uri"});
    join.has(
        json!({"base": url, "path": {"type": "string"}}),
        &["base", "path"],
    )
    .await;
    let [legacy, modern] = join.listed().await;
    assert_eq!(
        (legacy.get("outputSchema"), &modern["outputSchema"]),
        (None, &url)
    );
    join.takes(
        r#"{"base":"https://example.com/a/b","path":"../c?d=é"}"#,
        "https://example.com/c?d=%C3%A9",
    )
    .await;
    for result in join.called(r#"{"base":"no url","path":""}"#).await {
        let text = result["content"][0]["text"].to_string();
        assert!(
            result["isError"] == true && text.contains("`base`: "),
            "{text}"
        );
    }
}

#[tokio::test]
async fn bytes_are_a_list_of_numbers_or_a_text() {
    #[mcp::tool(unlisted)]
    fn reversed(data: bytes::Bytes) -> bytes::BytesMut {
        data.iter().rev().copied().collect()
    }
    let reversed = one(mcp::tools![reversed]).await;
    reversed
        .has(
            json!({"data": {
                "type": ["array", "string"], "items": {"type": "integer", "minimum": 0, "maximum": 255},
            }}),
            &["data"],
        )
        .await;
    reversed.takes(r#"{"data":[1,2.0,255]}"#, "[255,2,1]").await;
    // the bytes of the text itself, in UTF-8
    reversed.takes(r#"{"data":"AB\n"}"#, "[10,66,65]").await;
    reversed
        .refuses(
            r#"{"data":[256]}"#,
            &["`data[0]`: expected an integer from 0 to 255, got the number 256"],
        )
        .await;
    reversed
        .refuses(
            r#"{"data":{}}"#,
            &["`data`: expected a string or an array of bytes, got an object"],
        )
        .await;
}
