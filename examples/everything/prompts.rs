//! Prompts: without and with arguments, with a resource and a picture in them.

use crate::RED;
use mcp::{Content, PromptMessage, ResourceContents};

/// Says one line.
#[mcp::prompt]
fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

/// Says a line with two words in it.
#[mcp::prompt]
fn test_prompt_with_arguments(
    /// The first word.
    #[arg(complete = words)]
    arg1: &str,
    /// The second word.
    #[arg(complete = words)]
    arg2: &str,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

fn words(typed: &str) -> Vec<&'static str> {
    let mut words = vec!["paris", "park", "party", "test"];
    words.retain(|word| word.starts_with(typed));
    words
}

/// Hands out a resource and asks to work on it.
#[mcp::prompt]
fn test_prompt_with_embedded_resource(
    /// Which resource.
    #[arg(name = "resourceUri")]
    uri: &str,
) -> [PromptMessage; 2] {
    let resource = ResourceContents::text(uri, "Embedded resource content for testing.");
    [
        PromptMessage::user(resource.mime_type("text/plain")),
        PromptMessage::user("Please process the embedded resource above."),
    ]
}

/// Shows a picture and asks what is on it.
#[mcp::prompt]
fn test_prompt_with_image() -> [PromptMessage; 2] {
    [
        PromptMessage::user(Content::image(RED, "image/png")),
        PromptMessage::user("Please analyze the image above."),
    ]
}
