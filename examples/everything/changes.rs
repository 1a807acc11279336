//! What changes while it is served: the lists of tools and prompts, and a resource.

use mcp::server::{ChangeError, Handle, Kind};
use std::sync::atomic::{AtomicU32, Ordering};

/// Is there for a moment only.
#[mcp::tool(unlisted)]
fn passing_tool() -> &'static str {
    "You were quick."
}

/// Is there for a moment only.
#[mcp::prompt(unlisted)]
fn passing_prompt() -> &'static str {
    "You were quick."
}

/// Adds a tool and takes it away again, so that clients hear of a change.
#[mcp::tool]
fn test_trigger_tool_change(handle: &Handle) -> Result<&'static str, ChangeError> {
    // Both at once, so that it may be called several times at once.
    handle.change(|changes| {
        changes.add(mcp::tools![passing_tool]);
        changes.remove(Kind::Tool, "passing_tool");
    })?;
    Ok("The list of tools has changed.")
}

/// Adds a prompt and takes it away again, so that clients hear of a change.
#[mcp::tool]
fn test_trigger_prompt_change(handle: &Handle) -> Result<&'static str, ChangeError> {
    handle.change(|changes| {
        changes.add(mcp::prompts![passing_prompt]);
        changes.remove(Kind::Prompt, "passing_prompt");
    })?;
    Ok("The list of prompts has changed.")
}

/// How often the resource has been touched.
static TOUCHED: AtomicU32 = AtomicU32::new(0);

const WATCHED: &str = "test://watched-resource";

/// Changes when it is touched.
#[mcp::resource("test://watched-resource", mime = "text/plain")]
fn watched_resource() -> String {
    let times = TOUCHED.load(Ordering::Relaxed);
    format!("It has been touched {times} times.")
}

/// Touches the resource, and tells those who watch it.
#[mcp::tool]
fn touch_watched_resource(handle: &Handle) -> &'static str {
    TOUCHED.fetch_add(1, Ordering::Relaxed);
    handle.resource_updated(WATCHED);
    "The resource has changed."
}
