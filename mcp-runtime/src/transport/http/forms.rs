//! Which forms of an answer a client takes, by its `Accept`.
//!
//! Lenient: who excludes neither form, or says nothing, is served.

use http::header::ACCEPT;
use http::{HeaderMap, StatusCode};

use super::body::{Refusal, refuse};

/// The forms a client takes; at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Forms {
    pub(super) json: bool,
    /// It lists event streams; a client that takes anything gets JSON.
    pub(super) events: bool,
}

impl Forms {
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, Refusal> {
        let mut ranges = headers
            .get_all(ACCEPT)
            .iter()
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .map(str::trim)
            .filter(|range| !range.is_empty())
            .peekable();
        if ranges.peek().is_none() {
            return Ok(Forms {
                json: true,
                events: false,
            });
        }
        // The closest range decides: a type before its family before everything.
        let (mut json, mut events) = ([None; 3], [None; 3]);
        for range in ranges {
            let mut parts = range.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default().to_ascii_lowercase();
            let refused = parts.any(|part| {
                let (key, value) = part.split_once('=').unwrap_or((part, ""));
                key.trim().eq_ignore_ascii_case("q")
                    && value.trim().parse::<f32>().is_ok_and(|q| q <= 0.0)
            });
            let taken = Some(!refused);
            match name.as_str() {
                "application/json" => json[0] = taken,
                "application/*" => json[1] = taken,
                "text/event-stream" => events[0] = taken,
                "text/*" => events[1] = taken,
                "*/*" | "*" => {
                    json[2] = taken;
                    // Anything is no wish for a stream, but may be one when JSON is refused.
                    events[2] = taken;
                }
                _ => {}
            }
        }
        let first = |ranges: [Option<bool>; 3]| ranges.into_iter().flatten().next();
        let json = first(json).unwrap_or(false);
        let listed = first([events[0], events[1], None]);
        let events = match json {
            true => listed.unwrap_or(false),
            false => first(events).unwrap_or(false),
        };
        match json || events {
            true => Ok(Forms { json, events }),
            false => Err(refuse(
                StatusCode::NOT_ACCEPTABLE,
                "`Accept` excludes both forms of an answer; \
                 send `Accept: application/json, text/event-stream`",
            )),
        }
    }

    /// The same, but with streams for who lists them, if `streams`.
    pub(super) fn preferring_events(self, streams: bool) -> Self {
        Forms {
            json: self.json && !(streams && self.events),
            ..self
        }
    }
}
