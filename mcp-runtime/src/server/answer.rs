//! What a message is owed, and how answers are put together from rendered parts.

use crate::jsonrpc::Id;
use crate::wire::{Implementation, META_SERVER, ProtocolVersion};
use std::pin::Pin;

/// What a message is owed. Frames have no line end.
pub enum Answer {
    /// Nothing.
    None,
    /// An answer that is ready.
    Now(Vec<u8>),
    /// An answer that takes time; `None` when the call was cancelled meanwhile. Dropping the
    /// future cancels the call.
    Later(Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>),
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("None"),
            Self::Now(frame) => f
                .debug_tuple("Now")
                .field(&String::from_utf8_lossy(frame))
                .finish(),
            Self::Later(_) => f.debug_tuple("Later").finish_non_exhaustive(),
        }
    }
}

/// A whole answer around a rendered result object.
pub(super) fn write_result(id: &Id, result: &[u8]) -> Vec<u8> {
    let mut out = start_result(id, result.len());
    out.extend_from_slice(result);
    out.push(b'}');
    out
}

/// The start of an answer, up to where the result object begins.
pub(super) fn start_result(id: &Id, room: usize) -> Vec<u8> {
    let id = id.as_json().as_bytes();
    let mut out = Vec::with_capacity(id.len() + room + 40);
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id);
    out.extend_from_slice(br#","result":"#);
    out
}

/// The end of every modern result: who answered, and the closing brace.
pub(super) fn modern_tail(info: &Implementation) -> Vec<u8> {
    let mut out = format!(r#","_meta":{{"{META_SERVER}":"#).into_bytes();
    out.extend_from_slice(&info_json(info, ProtocolVersion::LATEST));
    out.extend_from_slice(b"}}");
    out
}

/// Name and version as `version` may see them.
pub(super) fn info_json(info: &Implementation, version: ProtocolVersion) -> Vec<u8> {
    serde_json::to_vec(&info.for_version(version)).expect("strings have a JSON form")
}
