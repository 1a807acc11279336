//! The result of a call, as the caller's revision knows it.
//!
//! Spec: MCP 2026-07-28, server/tools, "Tool Result"; the change logs of older revisions.

use super::prepared::{Prepared, PreparedOutput};
use crate::jsonrpc::write_string;
use crate::tool::ToolResult;
use crate::wire::{Content, Era, ProtocolVersion};
use std::borrow::Cow;

impl PreparedOutput {
    /// The schema that `version` is told, if any. What is published here is what
    /// [`write_value`] sends.
    pub(super) fn schema_for(&self, version: ProtocolVersion) -> Option<&str> {
        match version.era() {
            Era::Modern => Some(&self.schema.text),
            Era::Legacy if !version.has_structured_content() => None,
            Era::Legacy if self.schema.is_object => Some(&self.schema.text),
            Era::Legacy if self.wrapped => Some(&self.schema.wrapped),
            Era::Legacy => None,
        }
    }
}

/// Writes the result object of a tool that returned a value: `json`, and a text to show in its
/// place.
pub(super) fn write_value(
    out: &mut Vec<u8>,
    tool: &Prepared,
    version: ProtocolVersion,
    (json, shown): (&str, Option<&str>),
    tail: &[u8],
) {
    open(out, version);
    out.extend_from_slice(br#""content":[{"type":"text","text":"#);
    // A plain string stands for itself; anything else is shown as JSON.
    let is_string = tool
        .output
        .as_ref()
        .is_some_and(|output| output.schema.is_string);
    match shown {
        Some(text) => write_string(out, text),
        None if is_string && json.starts_with('"') => out.extend_from_slice(json.as_bytes()),
        None => write_string(out, json),
    }
    out.extend_from_slice(b"}]");
    if let Some(output) = &tool.output
        && output.schema_for(version).is_some()
    {
        out.extend_from_slice(br#","structuredContent":"#);
        let wrapped = version.era() == Era::Legacy && !output.schema.is_object;
        out.extend_from_slice(if wrapped { br#"{"result":"# } else { b"" });
        out.extend_from_slice(json.as_bytes());
        out.extend_from_slice(if wrapped { b"}" } else { b"" });
    }
    close(out, version, tail);
}

/// Writes the result object of a tool that returned content.
pub(super) fn write_content(
    out: &mut Vec<u8>,
    version: ProtocolVersion,
    result: &ToolResult,
    tail: &[u8],
) {
    open(out, version);
    out.extend_from_slice(br#""content":["#);
    for (index, block) in result.content.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        let block = as_known(block, version);
        serde_json::to_writer(&mut *out, &block).expect("blocks hold only strings");
    }
    out.push(b']');
    if let Some(json) = &result.structured
        && version.has_structured_content()
        && (version.era() == Era::Modern || json.starts_with('{'))
    {
        out.extend_from_slice(br#","structuredContent":"#);
        out.extend_from_slice(json.as_bytes());
    }
    if result.is_error {
        out.extend_from_slice(br#","isError":true"#);
    }
    close(out, version, tail);
}

pub(super) fn open(out: &mut Vec<u8>, version: ProtocolVersion) {
    out.extend_from_slice(match version.era() {
        Era::Modern => br#"{"resultType":"complete","#,
        Era::Legacy => b"{",
    });
}

pub(super) fn close(out: &mut Vec<u8>, version: ProtocolVersion, tail: &[u8]) {
    out.extend_from_slice(match version.era() {
        Era::Modern => tail,
        Era::Legacy => b"}",
    });
}

/// A block that `version` has no name for becomes text that says what it was.
pub(super) fn as_known(block: &Content, version: ProtocolVersion) -> Cow<'_, Content> {
    match block {
        Content::ResourceLink(link) if !version.has_structured_content() => {
            Cow::Owned(Content::text(format!("{}: {}", link.name(), link.uri())))
        }
        Content::Audio(audio) if !version.has_annotations() => {
            Cow::Owned(Content::text(format!("[audio, {}]", audio.mime_type())))
        }
        block => Cow::Borrowed(block),
    }
}
