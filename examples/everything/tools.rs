//! Tools: one for each kind of content, for errors, progress, headers, schemas by hand and streams.

use crate::RED;
use mcp::{Audio, Content, Context, Image, LogLevel, ResourceContents};
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::Duration;
use tokio::time::sleep;

/// Says a line of text.
#[mcp::tool]
fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Shows a picture.
#[mcp::tool]
fn test_image_content() -> Image {
    Image::new(RED, "image/png")
}

/// Plays a sound, a short silence.
#[mcp::tool]
fn test_audio_content() -> Audio {
    Audio::new(include_bytes!("../data/silence.wav"), "audio/wav")
}

/// Hands out a resource with its contents.
#[mcp::tool]
fn test_embedded_resource() -> ResourceContents {
    ResourceContents::text(
        "test://embedded-resource",
        "This is an embedded resource content.",
    )
    .mime_type("text/plain")
}

/// Answers with a text, a picture and a resource.
#[mcp::tool]
fn test_multiple_content_types() -> Vec<Content> {
    let resource = ResourceContents::text(
        "test://mixed-content-resource",
        r#"{"test":"data","value":123}"#,
    );
    vec![
        "Multiple content types test:".into(),
        Image::new(RED, "image/png").into(),
        resource.mime_type("application/json").into(),
    ]
}

/// Fails, always.
#[mcp::tool]
fn test_error_handling() -> Result<(), &'static str> {
    Err("This tool intentionally returns an error for testing")
}

/// Says three things to the client's log.
#[mcp::tool]
async fn test_tool_with_logging(ctx: &Context) -> &'static str {
    ctx.log(LogLevel::Info, "Tool execution started");
    sleep(Duration::from_millis(50)).await;
    ctx.log(LogLevel::Info, "Tool processing data");
    sleep(Duration::from_millis(50)).await;
    ctx.log(LogLevel::Info, "Tool execution completed");
    "All was logged."
}

/// Says one thing to the client's log, if it wants to hear it.
#[mcp::tool]
fn test_logging_tool(ctx: &Context) -> &'static str {
    ctx.log(LogLevel::Info, "The logging tool was called");
    "It was logged for who asked for it."
}

/// Tells three times how far it has come.
#[mcp::tool]
async fn test_tool_with_progress(ctx: &Context) -> &'static str {
    for done in [0, 50, 100] {
        ctx.progress(done, 100, format!("Completed step {done} of 100"));
        sleep(Duration::from_millis(50)).await;
    }
    "All steps are done."
}

/// Lets the client hang up in the middle of the call, and come back for the answer.
#[mcp::tool]
async fn test_reconnection(ctx: &Context) -> &'static str {
    ctx.close_stream(Duration::from_millis(500));
    sleep(Duration::from_millis(100)).await;
    "Reconnection test completed successfully."
}

/// Says every second how long it has waited, and answers in the end.
#[mcp::tool]
async fn wait(
    ctx: &Context,
    /// How many tenths of a second to wait.
    #[arg(max = 1200)]
    tenths: u32,
) -> String {
    for done in 0..tenths {
        if done % 10 == 0 {
            ctx.progress(done, tenths, None);
        }
        sleep(Duration::from_millis(100)).await;
    }
    format!("waited for {tenths} tenths of a second")
}

/// Goes where the header `Mcp-Param-Region` tells whatever is on the way.
#[mcp::tool]
fn test_header(
    /// Where to go.
    #[arg(header = "Region")]
    region: &str,
) -> String {
    format!("to {region}")
}

/// Asks for something that only a client with a model can do.
#[mcp::tool(requires(sampling))]
fn test_missing_capability() -> &'static str {
    "The client has a model."
}

/// Where somebody lives.
#[derive(Deserialize, JsonSchema)]
struct Address {
    street: Option<String>,
    city: Option<String>,
}

const CONTACT: &str = r##"{
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
        }
    },
    "properties": {
        "name": { "type": "string" },
        "address": { "$ref": "#/$defs/address" },
        "contactMethod": { "type": "string", "enum": ["phone", "email"] },
        "phone": { "type": "string" },
        "email": { "type": "string" }
    },
    "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
    "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
    "then": { "required": ["phone"] },
    "else": { "required": ["email"] },
    "additionalProperties": false
}"##;

/// Takes somebody's data by a schema written by hand, which says more than types can.
#[mcp::tool(input_schema = CONTACT)]
fn json_schema_2020_12_tool(
    name: Option<&str>,
    address: Option<Address>,
    #[arg(name = "contactMethod")] contact_method: Option<&str>,
    phone: Option<&str>,
    email: Option<&str>,
) -> String {
    let lives = address.map_or_else(String::new, |Address { street, city }| {
        let parts: Vec<String> = [street, city].into_iter().flatten().collect();
        format!(" of {}", parts.join(", "))
    });
    let by = match contact_method {
        Some("phone") => phone,
        _ => email.or(phone),
    };
    format!(
        "{}{lives}: {}",
        name.unwrap_or("somebody"),
        by.unwrap_or("no contact")
    )
}
