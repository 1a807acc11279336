//! Numbers to their ends, and other values that are one number or one text.

use crate::one::one;
use serde_json::json;
use std::num::NonZeroU32;
use std::time::Duration;

#[tokio::test]
async fn integers_of_64_bits_and_more_are_exact_to_their_ends() {
    #[mcp::tool(unlisted)]
    fn ends(a: u64, b: u128, c: i128, d: i64) -> (u64, u128, i128, i64) {
        (a, b, c, d)
    }
    let ends = one(mcp::tools![ends]).await;
    let natural = json!({"type": "integer", "minimum": 0});
    let integer = json!({"type": "integer"});
    ends.has(
        json!({"a": natural, "b": natural, "c": integer, "d": integer}),
        &["a", "b", "c", "d"],
    )
    .await;
    for (a, b, c, d) in [
        (u64::MAX, u128::MAX, i128::MIN, i64::MIN),
        (u64::MIN, u128::MIN, i128::MAX, i64::MAX),
        (
            9_007_199_254_740_993,
            9_007_199_254_740_993,
            -9_007_199_254_740_993,
            0,
        ),
    ] {
        ends.takes(
            &format!(r#"{{"a":{a},"b":{b},"c":{c},"d":{d}}}"#),
            &format!("[{a},{b},{c},{d}]"),
        )
        .await;
    }
    ends.refuses(
        r#"{"a":18446744073709551616,"b":340282366920938463463374607431768211456,"c":0.5,"d":-9223372036854775809}"#,
        &[
            "`a`: expected an integer from 0 to 18446744073709551615, got the number 18446744073709551616",
            "`b`: expected an integer from 0 to 2^128 - 1, got the number 340282366920938463463374607431768211456",
            "`c`: expected an integer, got the number 0.5",
            "`d`: expected an integer from -9223372036854775808 to 9223372036854775807, got the number \
             -9223372036854775809",
        ],
    )
    .await;
}

#[tokio::test]
async fn a_char_is_a_text_of_one_character() {
    #[mcp::tool(unlisted)]
    fn code(letter: char) -> u32 {
        letter.into()
    }
    let code = one(mcp::tools![code]).await;
    code.has(
        json!({"letter": {"type": "string", "minLength": 1, "maxLength": 1}}),
        &["letter"],
    )
    .await;
    code.takes(r#"{"letter":"a"}"#, "97").await;
    code.takes(r#"{"letter":"😀"}"#, "128512").await;
    for arguments in [r#"{"letter":""}"#, r#"{"letter":"ab"}"#] {
        for result in code.called(arguments).await {
            let text = result["content"][0]["text"].to_string();
            assert!(
                text.contains("`letter`: expected a string of one character"),
                "{text}"
            );
        }
    }
}

#[tokio::test]
async fn a_number_that_is_not_zero_begins_with_one() {
    #[mcp::tool(unlisted)]
    fn share(of: u32, among: NonZeroU32) -> u32 {
        of / among
    }
    let share = one(mcp::tools![share]).await;
    assert_eq!(
        share.property("among").await,
        json!({"type": "integer", "minimum": 1, "maximum": 4_294_967_295_u32})
    );
    share.takes(r#"{"of":7,"among":2}"#, "3").await;
    share
        .refuses(
            r#"{"of":7,"among":0}"#,
            &["`among`: expected an integer other than 0, got the number 0"],
        )
        .await;
}

#[tokio::test]
async fn a_duration_is_seconds_and_nanoseconds() {
    #[mcp::tool(unlisted)]
    fn double(time: Duration) -> Duration {
        time * 2
    }
    let double = one(mcp::tools![double]).await;
    let time = double.property("time").await;
    assert_eq!(
        (
            &time["type"],
            &time["required"],
            &time["additionalProperties"]
        ),
        (&json!("object"), &json!(["secs", "nanos"]), &json!(false))
    );
    double
        .takes(
            r#"{"time":{"secs":1,"nanos":600000000}}"#,
            r#"{"secs":3,"nanos":200000000}"#,
        )
        .await;
    double
        .refuses(r#"{"time":{"secs":1}}"#, &["`time.nanos`: missing"])
        .await;
    double
        .refuses(
            r#"{"time":5}"#,
            &["`time`: expected an object, got the number 5"],
        )
        .await;
}
