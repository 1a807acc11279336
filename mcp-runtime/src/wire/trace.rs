//! The trace that a request belongs to, as its sender told it in `_meta`.
//!
//! Spec: MCP 2026-07-28, basic, "OpenTelemetry trace context" (SEP-414); W3C Trace Context.

use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The trace that a request belongs to, as its sender told it.
///
/// Not verified: any client can name any trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceContext {
    parent: String,
    state: Option<String>,
    baggage: Option<String>,
}

/// The members of `_meta` that tell it.
#[derive(Deserialize, Default)]
pub(crate) struct RawTrace<'a> {
    #[serde(default, borrow)]
    traceparent: Option<&'a RawValue>,
    #[serde(default, borrow)]
    tracestate: Option<&'a RawValue>,
    #[serde(default, borrow)]
    baggage: Option<&'a RawValue>,
}

impl TraceContext {
    /// The span of the sender, `traceparent`: version, trace, span and flags, in hexadecimal digits.
    pub fn parent(&self) -> &str {
        &self.parent
    }

    /// What systems on the way have added, `tracestate`.
    pub fn state(&self) -> Option<&str> {
        self.state.as_deref()
    }

    /// What the application of the sender has added, `baggage`.
    pub fn baggage(&self) -> Option<&str> {
        self.baggage.as_deref()
    }

    /// Reads the members of `_meta`. As the W3C has it, a parent at fault is as good as none, and
    /// without a parent there is no trace.
    pub(crate) fn read(meta: &str) -> Option<Self> {
        // Most requests tell none, and are not read for that.
        if !meta.contains("traceparent") {
            return None;
        }
        let raw: RawTrace<'_> = serde_json::from_str(meta).ok()?;
        let text = |raw: Option<&RawValue>| {
            let text: Cow<'_, str> = serde_json::from_str(raw?.get()).ok()?;
            let sound = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
            sound.then(|| text.into_owned())
        };
        Some(Self {
            parent: text(raw.traceparent).filter(|parent| is_parent(parent))?,
            state: text(raw.tracestate),
            baggage: text(raw.baggage),
        })
    }
}

/// Whether a text is a `traceparent`. Later versions may add parts at its end.
fn is_parent(text: &str) -> bool {
    let mut parts = text.splitn(5, '-');
    let mut part = |length| {
        parts.next().filter(|part: &&str| {
            let hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            part.len() == length && part.bytes().all(hex)
        })
    };
    let (Some(version), Some(trace), Some(span), Some(_)) = (part(2), part(32), part(16), part(2))
    else {
        return false;
    };
    let named = |part: &str| part.bytes().any(|byte| byte != b'0');
    version != "ff" && named(trace) && named(span) && (version != "00" || parts.next().is_none())
}

#[cfg(test)]
mod tests {
    //! Tests of what is a trace.

    use super::*;

    const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";

    fn read(meta: &str) -> Option<TraceContext> {
        TraceContext::read(meta)
    }

    #[test]
    fn a_trace_is_told_by_three_members() {
        let meta = format!(
            r#"{{"traceparent":"{PARENT}","tracestate":"a=1,b=2","baggage":"user=a","x":1}}"#
        );
        let trace = read(&meta).expect("a trace");
        assert_eq!(trace.parent(), PARENT);
        assert_eq!(trace.state(), Some("a=1,b=2"));
        assert_eq!(trace.baggage(), Some("user=a"));
        let alone = format!(r#"{{"traceparent":"{PARENT}","tracestate":5}}"#);
        assert_eq!(read(&alone).expect("a trace").state(), None);
        let later = format!(r#"{{"traceparent":"01{}-more"}}"#, &PARENT[2..]);
        assert!(read(&later).is_some());
    }

    #[test]
    fn a_parent_at_fault_is_none() {
        for parent in [
            "",
            "x",
            "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7",
            "00-0AF7651916CD43DD8448EB211C80319C-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01-more",
            "ff-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01",
            "00-0af7651916cd43dd8448eb211c80319-00f067aa0ba902b7-01",
        ] {
            assert_eq!(
                read(&format!(r#"{{"traceparent":"{parent}"}}"#)),
                None,
                "{parent}"
            );
        }
        assert_eq!(read(r#"{"traceparent":7}"#), None);
        assert_eq!(read(r#"{"tracestate":"a=1"}"#), None);
    }
}
