//! `Result` with the error types in use, and aliases of it.
//!
//! Every kind of value, and errors with types of their own, are in `server/results.rs`.

use crate::one::{One, one};
use anyhow::Context as _;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::error::Error;

#[derive(Serialize, JsonSchema)]
struct Number {
    n: i32,
}

type Boxed<T> = Result<T, Box<dyn Error + Send + Sync>>;
type Always = anyhow::Result<Number>;

/// The tool has the output schema of its value, and an error is a result that says why.
async fn has_a_number_or_says(tool: One, why: &str) {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX}},
        "required": ["n"],
    });
    for entry in tool.listed().await {
        assert_eq!(entry["outputSchema"], schema);
    }
    for result in tool.called(r#"{"text":"-5"}"#).await {
        assert_eq!(result["structuredContent"], json!({"n": -5}));
        assert_eq!(
            result["content"],
            json!([{"type": "text", "text": r#"{"n":-5}"#}])
        );
        assert_eq!(result.get("isError"), None);
    }
    for result in tool.called(r#"{"text":"five"}"#).await {
        assert_eq!(result["content"], json!([{"type": "text", "text": why}]));
        assert_eq!(
            (&result["isError"], result.get("structuredContent")),
            (&Value::Bool(true), None)
        );
    }
}

#[tokio::test]
async fn an_error_of_anyhow_is_told_with_its_causes() {
    #[mcp::tool(unlisted)]
    fn read(text: &str) -> Result<Number, anyhow::Error> {
        let n = text.parse().context("no number")?;
        Ok(Number { n })
    }
    has_a_number_or_says(
        one(mcp::tools![read]).await,
        "no number: invalid digit found in string",
    )
    .await;
}

#[tokio::test]
async fn a_boxed_error_is_told() {
    #[mcp::tool(unlisted)]
    async fn read(text: &str) -> Result<Number, Box<dyn Error + Send + Sync>> {
        Ok(Number { n: text.parse()? })
    }
    has_a_number_or_says(
        one(mcp::tools![read]).await,
        "invalid digit found in string",
    )
    .await;
}

#[tokio::test]
async fn an_alias_of_a_result_is_a_result() {
    mod of_anyhow {
        use super::{Always, Number};
        #[mcp::tool(unlisted)]
        pub(super) async fn read(text: String) -> anyhow::Result<Number> {
            Ok(Number { n: text.parse()? })
        }
        #[mcp::tool(unlisted)]
        pub(super) fn always(text: String) -> Always {
            read_now(&text)
        }
        fn read_now(text: &str) -> Always {
            Ok(Number { n: text.parse()? })
        }
    }
    mod boxed {
        use super::{Boxed, Number};
        #[mcp::tool(unlisted)]
        pub(super) fn read(text: String) -> Boxed<Number> {
            Ok(Number { n: text.parse()? })
        }
    }
    let why = "invalid digit found in string";
    has_a_number_or_says(one(mcp::tools![of_anyhow::read]).await, why).await;
    has_a_number_or_says(one(mcp::tools![of_anyhow::always]).await, why).await;
    has_a_number_or_says(one(mcp::tools![boxed::read]).await, why).await;
}
