//! Where a function may stand, and what may stand beside the attribute.
//!
//! Macros, visibilities and constants in scope are in `macros/places.rs`.

use crate::one::one;
use serde_json::json;

mod outer {
    pub(crate) mod inner {
        /// Deep down.
        #[mcp::tool(unlisted)]
        pub(crate) fn deep(a: u8) -> u8 {
            a + super::STEP
        }
    }
    const STEP: u8 = 1;
}

#[tokio::test]
async fn a_function_may_stand_in_a_nested_module() {
    let deep = one(mcp::tools![outer::inner::deep]).await;
    for tool in deep.listed().await {
        assert_eq!(
            (&tool["name"], &tool["description"]),
            (&json!("deep"), &json!("Deep down."))
        );
    }
    deep.takes(r#"{"a":1}"#, "2").await;
}

#[tokio::test]
async fn a_function_may_stand_in_the_body_of_another() {
    fn tools() -> mcp::Registry {
        struct Local;
        impl Local {
            const STEP: u8 = 2;
        }
        #[mcp::tool(unlisted)]
        fn within(a: u8) -> u8 {
            a + Local::STEP
        }
        assert_eq!(within(1), 3);
        mcp::tools![within]
    }
    let within = one(tools()).await;
    within
        .has(
            json!({"a": {"type": "integer", "minimum": 0, "maximum": 255}}),
            &["a"],
        )
        .await;
    within.takes(r#"{"a":1}"#, "3").await;
}

#[tokio::test]
async fn of_functions_under_cfg_one_is_a_tool() {
    #[cfg(test)]
    #[mcp::tool(unlisted)]
    fn chosen(a: u8) -> u8 {
        a
    }
    #[mcp::tool(unlisted)]
    #[cfg(not(test))]
    fn chosen(b: NoSuchType) -> u8 {
        b
    }
    let chosen = one(mcp::tools![chosen]).await;
    chosen
        .has(
            json!({"a": {"type": "integer", "minimum": 0, "maximum": 255}}),
            &["a"],
        )
        .await;
    chosen.takes(r#"{"a":5}"#, "5").await;
}

#[tokio::test]
async fn a_parameter_under_cfg_is_there_or_not() {
    #[mcp::tool(unlisted)]
    fn sum(
        #[cfg(not(test))] absent: NoSuchType,
        a: u8,
        #[cfg(test)]
        /// Seen.
        #[arg(name = "present", default = 3)]
        b: u8,
        #[cfg(all(test, not(test)))] (never, too): (u8, u8),
        (c, d): (u8, u8),
    ) -> u8 {
        a + b + c + d
    }
    let sum = one(mcp::tools![sum]).await;
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let pair = json!({"type": "array", "items": byte, "minItems": 2, "maxItems": 2});
    let mut present = byte.clone();
    present["description"] = json!("Seen.");
    present["default"] = json!(3);
    // those that are not there count, so that no key depends on a `cfg`
    sum.has(
        json!({"a": byte, "present": present, "_5": pair}),
        &["a", "_5"],
    )
    .await;
    sum.takes(r#"{"a":1,"_5":[10,20]}"#, "34").await;
    sum.refuses(
        r#"{"a":1,"_5":[10,20],"absent":1}"#,
        &["`absent`: unknown argument; known: `a`, `present`, `_5`"],
    )
    .await;
}

#[tokio::test]
async fn other_attributes_may_stand_before_and_after() {
    mod with {
        #[must_use]
        #[allow(clippy::needless_pass_by_value)]
        #[tracing::instrument]
        #[mcp::tool(unlisted)]
        pub(super) fn before(text: String) -> usize {
            text.len()
        }

        #[mcp::tool(unlisted)]
        #[tracing::instrument(skip(context), fields(id = %context.request_id()))]
        #[allow(unused_variables)]
        #[must_use]
        /// Counts.
        #[inline(never)]
        pub(super) async fn after(
            context: &mcp::Context,
            #[allow(unused_mut)] mut text: String,
            #[allow(unused_variables)] unused: Option<u8>,
        ) -> usize {
            tokio::task::yield_now().await;
            text.len()
        }

        #[tracing::instrument(ret, err)]
        #[mcp::tool(unlisted)]
        #[deprecated = "for the test"]
        pub(super) async fn between(text: &str) -> Result<usize, String> {
            match text.len() {
                0 => Err("nothing".to_owned()),
                length => Ok(length),
            }
        }
    }
    let text = json!({"type": "string"});
    let before = one(mcp::tools![with::before]).await;
    before.has(json!({"text": text}), &["text"]).await;
    before.takes(r#"{"text":"abc"}"#, "3").await;
    let after = one(mcp::tools![with::after]).await;
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    after
        .has(json!({"text": text, "unused": byte}), &["text"])
        .await;
    after.takes(r#"{"text":"abc"}"#, "3").await;
    let between = one(mcp::tools![with::between]).await;
    between.has(json!({"text": text}), &["text"]).await;
    between.takes(r#"{"text":"abc"}"#, "3").await;
    for result in between.called(r#"{"text":""}"#).await {
        assert_eq!(
            (&result["isError"], &result["content"][0]["text"]),
            (&json!(true), &json!("nothing"))
        );
    }
}
