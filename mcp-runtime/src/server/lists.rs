//! The lists, rendered once for each revision and page, then served as bytes; and what is listed of a tool.
//!
//! Spec: MCP 2026-07-28, server/tools, "Listing Tools"; server/utilities/pagination.

use super::answer::modern_tail;
use super::prepared::Prepared;
use super::settings::Cache;
use crate::jsonrpc::write_string;
use crate::tool::{Annotations, Handler, Icon};
use crate::wire::{Era, Implementation, ProtocolVersion};
use std::sync::{Arc, OnceLock};

/// Something that a list is made of.
pub(super) trait Listed {
    /// The member of the result that is the list.
    const MEMBER: &'static str;

    /// Writes one entry, with what `version` knows.
    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion);
}

/// The pages of one list for every revision.
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
    pub(super) fn page<T: Listed>(
        &self,
        entries: &[T],
        info: &Implementation,
        version: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Option<&[u8]> {
        let pages =
            self.pages[version as usize].get_or_init(|| self.render(entries, info, version));
        let index = index(cursor)?;
        pages.get(index).map(Vec::as_slice)
    }

    fn render<T: Listed>(
        &self,
        entries: &[T],
        info: &Implementation,
        version: ProtocolVersion,
    ) -> Vec<Vec<u8>> {
        let chunks: Vec<&[T]> = match entries.is_empty() {
            true => vec![entries],
            false => entries.chunks(self.page_size).collect(),
        };
        let last = chunks.len() - 1;
        chunks
            .into_iter()
            .enumerate()
            .map(|(index, chunk)| {
                let next = (index < last).then_some(index + 1);
                self.render_page(chunk, next, info, version)
            })
            .collect()
    }

    /// As [`page`](Self::page), of entries that are for one request.
    pub(super) fn page_once<T: Listed>(
        &self,
        entries: &[T],
        info: &Implementation,
        version: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Option<Vec<u8>> {
        let index = index(cursor)?;
        let start = index.checked_mul(self.page_size)?;
        let rest = match index {
            0 => entries,
            _ => entries.get(start..).filter(|rest| !rest.is_empty())?,
        };
        let (page, next) = match rest.len() > self.page_size {
            true => (&rest[..self.page_size], Some(index + 1)),
            false => (rest, None),
        };
        Some(self.render_page(page, next, info, version))
    }

    fn render_page<T: Listed>(
        &self,
        chunk: &[T],
        next: Option<usize>,
        info: &Implementation,
        version: ProtocolVersion,
    ) -> Vec<u8> {
        let mut out = Vec::with_capacity(256 * chunk.len() + 256);
        out.extend_from_slice(match version.era() {
            Era::Modern => br#"{"resultType":"complete",""#,
            Era::Legacy => br#"{""#,
        });
        out.extend_from_slice(T::MEMBER.as_bytes());
        out.extend_from_slice(br#"":"#);
        write_all(&mut out, chunk, version);
        if let Some(next) = next {
            out.extend_from_slice(br#","nextCursor":"#);
            write_string(&mut out, &cursor(next));
        }
        match version.era() {
            Era::Modern => {
                write_cache(&mut out, self.cache);
                out.extend_from_slice(&modern_tail(info));
            }
            Era::Legacy => out.push(b'}'),
        }
        out
    }
}

/// The cursor that leads to page `index`. Opaque to clients; the letter keeps them from counting.
fn cursor(index: usize) -> String {
    format!("p{index}")
}

/// The page that a cursor leads to, the first without one.
fn index(cursor: Option<&str>) -> Option<usize> {
    match cursor {
        None => Some(0),
        Some(cursor) => position(cursor).filter(|index| *index > 0),
    }
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

/// The entries as an array, each with what `version` knows.
pub(super) fn write_all<T: Listed>(out: &mut Vec<u8>, entries: &[T], version: ProtocolVersion) {
    out.push(b'[');
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        entry.write(out, version);
    }
    out.push(b']');
}

impl Listed for Arc<Prepared> {
    const MEMBER: &'static str = "tools";

    fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion) {
        write_tool(out, self, version);
    }
}

/// `,"title":…,"description":…`
pub(super) fn write_words(
    out: &mut Vec<u8>,
    title: Option<&str>,
    description: Option<&str>,
    version: ProtocolVersion,
) {
    if let Some(title) = title.filter(|_| version.has_structured_content()) {
        out.extend_from_slice(br#","title":"#);
        write_string(out, title);
    }
    if let Some(description) = description {
        out.extend_from_slice(br#","description":"#);
        write_string(out, description);
    }
}

fn write_tool(out: &mut Vec<u8>, tool: &Prepared, version: ProtocolVersion) {
    out.extend_from_slice(br#"{"name":"#);
    write_string(out, &tool.name);
    let (title, description) = (tool.title.as_deref(), tool.description.as_deref());
    write_words(out, title, description, version);
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
        write_shown(out, descriptor.icons, descriptor.meta, version);
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

/// `,"icons":…,"_meta":…`
pub(super) fn write_shown(
    out: &mut Vec<u8>,
    icons: &[Icon],
    meta: &[(&str, &str)],
    version: ProtocolVersion,
) {
    if version.has_icons() {
        write_icons(out, icons);
    }
    if version.has_meta() {
        write_meta(out, meta);
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
