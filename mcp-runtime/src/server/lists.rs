//! `tools/list`, rendered once for each revision and page, then served as bytes.
//!
//! Spec: MCP 2026-07-28, server/tools, "Listing Tools"; server/utilities/pagination.

use super::answer::modern_tail;
use super::prepared::Prepared;
use super::settings::Cache;
use crate::jsonrpc::write_string;
use crate::tool::{Annotations, Handler, Icon};
use crate::wire::{Era, Implementation, ProtocolVersion};
use std::sync::OnceLock;

/// The pages of the list for every revision.
#[derive(Debug)]
pub(super) struct Lists {
    pages: [OnceLock<Vec<Vec<u8>>>; ProtocolVersion::ALL.len()],
    page_size: usize,
    cache: Cache,
}

impl Lists {
    pub(super) fn new(page_size: Option<usize>, cache: Cache) -> Self {
        Self {
            pages: Default::default(),
            page_size: page_size.unwrap_or(usize::MAX),
            cache,
        }
    }

    /// The result object of one page; `None` for a cursor that was never given out.
    pub(super) fn page(
        &self,
        tools: &[Prepared],
        info: &Implementation,
        version: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Option<&[u8]> {
        let pages = self.pages[version as usize].get_or_init(|| self.render(tools, info, version));
        let index = match cursor {
            None => 0,
            Some(cursor) => position(cursor).filter(|index| *index > 0)?,
        };
        pages.get(index).map(Vec::as_slice)
    }

    fn render(
        &self,
        tools: &[Prepared],
        info: &Implementation,
        version: ProtocolVersion,
    ) -> Vec<Vec<u8>> {
        let chunks: Vec<&[Prepared]> = match tools.is_empty() {
            true => vec![tools],
            false => tools.chunks(self.page_size).collect(),
        };
        let last = chunks.len() - 1;
        chunks
            .into_iter()
            .enumerate()
            .map(|(index, chunk)| {
                let mut out = Vec::with_capacity(256 * chunk.len() + 256);
                out.extend_from_slice(match version.era() {
                    Era::Modern => br#"{"resultType":"complete","tools":"#,
                    Era::Legacy => br#"{"tools":"#,
                });
                write_tools(&mut out, chunk, version);
                if index < last {
                    out.extend_from_slice(br#","nextCursor":"#);
                    write_string(&mut out, &cursor(index + 1));
                }
                match version.era() {
                    Era::Modern => {
                        write_cache(&mut out, self.cache);
                        out.extend_from_slice(&modern_tail(info));
                    }
                    Era::Legacy => out.push(b'}'),
                }
                out
            })
            .collect()
    }
}

/// The cursor that leads to page `index`. Opaque to clients; the letter keeps them from counting.
fn cursor(index: usize) -> String {
    format!("p{index}")
}

fn position(text: &str) -> Option<usize> {
    let index = text.strip_prefix('p')?.parse().ok()?;
    (cursor(index) == text).then_some(index)
}

/// `,"ttlMs":…,"cacheScope":…`
pub(super) fn write_cache(out: &mut Vec<u8>, cache: Cache) {
    // Clients read numbers as doubles.
    const LONGEST: u64 = (1 << 53) - 1;
    let ttl = u64::try_from(cache.ttl.as_millis()).map_or(LONGEST, |ttl| ttl.min(LONGEST));
    out.extend_from_slice(br#","ttlMs":"#);
    out.extend_from_slice(ttl.to_string().as_bytes());
    out.extend_from_slice(br#","cacheScope":"#);
    write_string(out, cache.scope.as_str());
}

/// The tools as an array, each with what `version` knows.
pub(super) fn write_tools(out: &mut Vec<u8>, tools: &[Prepared], version: ProtocolVersion) {
    out.push(b'[');
    for (index, tool) in tools.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_tool(out, tool, version);
    }
    out.push(b']');
}

fn write_tool(out: &mut Vec<u8>, tool: &Prepared, version: ProtocolVersion) {
    out.extend_from_slice(br#"{"name":"#);
    write_string(out, &tool.name);
    if let Some(title) = tool
        .title
        .as_ref()
        .filter(|_| version.has_structured_content())
    {
        out.extend_from_slice(br#","title":"#);
        write_string(out, title);
    }
    if let Some(description) = &tool.description {
        out.extend_from_slice(br#","description":"#);
        write_string(out, description);
    }
    out.extend_from_slice(br#","inputSchema":"#);
    out.extend_from_slice(tool.input_schema.as_bytes());
    if let Some(schema) = tool
        .output
        .as_ref()
        .and_then(|output| output.schema_for(version))
    {
        out.extend_from_slice(br#","outputSchema":"#);
        out.extend_from_slice(schema.as_bytes());
    }
    if version.has_annotations() {
        write_annotations(out, &tool.annotations);
    }
    if let Handler::Static(descriptor) = &tool.handler {
        if version.has_icons() {
            write_icons(out, descriptor.icons);
        }
        if version.has_meta() {
            write_meta(out, descriptor.meta);
        }
    }
    out.push(b'}');
}

/// Only what was set: an explicit `false` is said, an absent hint is not.
fn write_annotations(out: &mut Vec<u8>, annotations: &Annotations) {
    let hints = [
        ("readOnlyHint", annotations.read_only),
        ("destructiveHint", annotations.destructive),
        ("idempotentHint", annotations.idempotent),
        ("openWorldHint", annotations.open_world),
    ];
    let mut before: &[u8] = br#","annotations":{"#;
    for (name, value) in hints {
        let Some(value) = value else { continue };
        out.extend_from_slice(before);
        write_string(out, name);
        out.extend_from_slice(if value { b":true" } else { b":false" });
        before = b",";
    }
    if before == b"," {
        out.push(b'}');
    }
}

fn write_icons(out: &mut Vec<u8>, icons: &[Icon]) {
    let mut before: &[u8] = br#","icons":["#;
    for icon in icons {
        out.extend_from_slice(before);
        out.extend_from_slice(br#"{"src":"#);
        write_string(out, icon.src);
        if let Some(mime_type) = icon.mime_type {
            out.extend_from_slice(br#","mimeType":"#);
            write_string(out, mime_type);
        }
        for (index, size) in icon.sizes.iter().enumerate() {
            out.extend_from_slice(match index {
                0 => br#","sizes":["#.as_slice(),
                _ => b",",
            });
            write_string(out, size);
        }
        if !icon.sizes.is_empty() {
            out.push(b']');
        }
        if let Some(theme) = icon.theme {
            out.extend_from_slice(br#","theme":"#);
            write_string(out, theme);
        }
        out.push(b'}');
        before = b",";
    }
    if !icons.is_empty() {
        out.push(b']');
    }
}

fn write_meta(out: &mut Vec<u8>, meta: &[(&str, &str)]) {
    let mut before: &[u8] = br#","_meta":{"#;
    for (key, json) in meta {
        out.extend_from_slice(before);
        write_string(out, key);
        out.push(b':');
        out.extend_from_slice(json.as_bytes());
        before = b",";
    }
    if !meta.is_empty() {
        out.push(b'}');
    }
}
