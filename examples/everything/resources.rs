//! Resources: of text, of bytes, by a template.

use crate::RED;
use mcp::Json;
use serde::Serialize;

/// A text that never changes.
#[mcp::resource("test://static-text", mime = "text/plain")]
fn static_text() -> &'static str {
    "This is the content of the static text resource."
}

/// A picture that never changes.
#[mcp::resource("test://static-binary", mime = "image/png")]
fn static_binary() -> &'static [u8] {
    RED
}

/// What is known under an id.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    id: String,
    template_test: bool,
    data: String,
}

/// What is known under an id, whichever it is.
#[mcp::resource("test://template/{id}/data", mime = "application/json")]
fn template(
    /// The id.
    id: String,
) -> Json<Row> {
    Json(Row {
        data: format!("Data for ID: {id}"),
        template_test: true,
        id,
    })
}
