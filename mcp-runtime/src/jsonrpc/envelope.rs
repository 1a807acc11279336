//! One message: request, notification, answer, or what is wrong with it.
//!
//! `params` stay raw text; nothing is copied but a method name that has escapes.

use super::Id;
use serde::de::{Deserializer as _, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// What one message is.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    /// Expects an answer.
    Request {
        id: Id,
        method: Cow<'a, str>,
        params: Option<&'a str>,
    },
    /// Expects none.
    Notification {
        method: Cow<'a, str>,
        params: Option<&'a str>,
    },
    /// An answer to a request of ours, or an error nobody can place. Never answered.
    Response,
    /// A JSON array; only one revision knows batches.
    Batch,
    /// JSON, but no message. `id` is set when it was readable.
    Invalid {
        id: Option<Id>,
        reason: &'static str,
    },
    /// No JSON at all.
    NotJson,
}

/// Tells what `text` is.
pub(crate) fn classify(text: &str) -> Message<'_> {
    match text.trim_start().as_bytes().first() {
        Some(b'{') => object(text),
        first => match serde_json::from_str::<IgnoredAny>(text) {
            Err(_) => Message::NotJson,
            Ok(_) if first == Some(&b'[') => Message::Batch,
            Ok(_) => Message::Invalid {
                id: None,
                reason: "a message is a JSON object",
            },
        },
    }
}

fn object(text: &str) -> Message<'_> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let parsed = reader
        .deserialize_map(MembersVisitor)
        .and_then(|members| reader.end().map(|()| members));
    match parsed {
        Ok(members) => members.message(),
        // Only our own complaint is of this class; everything else is broken text.
        Err(error) if error.is_data() => Message::Invalid {
            id: None,
            reason: "a member of the message is given twice",
        },
        Err(_) => Message::NotJson,
    }
}

/// The members of an envelope as they stand in the text.
#[derive(Default)]
struct Members<'a> {
    jsonrpc: Option<&'a RawValue>,
    id: Option<&'a RawValue>,
    method: Option<&'a RawValue>,
    params: Option<&'a RawValue>,
    answer: bool,
}

impl<'a> Members<'a> {
    fn message(self) -> Message<'a> {
        let id = self.id.and_then(|raw| Id::from_json(raw.get()));
        let Some(method) = self.method else {
            return match self.answer {
                true => Message::Response,
                false => Message::Invalid {
                    id,
                    reason: "`method` is missing",
                },
            };
        };
        let Some(method) = string(method.get()) else {
            return Message::Invalid {
                id,
                reason: "`method` must be a string",
            };
        };
        if self.jsonrpc.and_then(|raw| string(raw.get())).as_deref() != Some("2.0") {
            return Message::Invalid {
                id,
                reason: "`jsonrpc` must be \"2.0\"",
            };
        }
        let params = self.params.map(RawValue::get);
        match (self.id, id) {
            (None, _) => Message::Notification { method, params },
            (Some(_), Some(id)) => Message::Request { id, method, params },
            (Some(_), None) => Message::Invalid {
                id: None,
                reason: "`id` must be a string or an integer",
            },
        }
    }
}

/// The string in `raw`, borrowed where it has no escapes.
fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    match inner.contains('\\') {
        false => Some(Cow::Borrowed(inner)),
        true => serde_json::from_str(raw).ok().map(Cow::Owned),
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Members::default();
        while let Some(key) = map.next_key::<KeyText<'de>>()? {
            let place = match key.0.as_ref() {
                "jsonrpc" => &mut members.jsonrpc,
                "id" => &mut members.id,
                "method" => &mut members.method,
                "params" => &mut members.params,
                "result" | "error" => {
                    members.answer = true;
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if place.replace(map.next_value()?).is_some() {
                return Err(A::Error::custom("given twice"));
            }
        }
        Ok(members)
    }
}

/// A key, borrowed where it has no escapes (`Cow` alone never borrows when deserialized).
struct KeyText<'a>(Cow<'a, str>);

impl<'de> serde::Deserialize<'de> for KeyText<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = KeyText<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(KeyText(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(KeyText(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(KeyVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::{Message, classify};

    fn kind(text: &str) -> String {
        match classify(text) {
            Message::Request { id, method, params } => format!("request {id} {method} {params:?}"),
            Message::Notification { method, .. } => format!("notification {method}"),
            Message::Response => "response".into(),
            Message::Batch => "batch".into(),
            Message::Invalid { id, reason } => format!("invalid {id:?} {reason}"),
            Message::NotJson => "not json".into(),
        }
    }

    #[test]
    fn a_request_is_told_from_a_notification_and_an_answer() {
        let request = r#" {"params":{"a":[1]},"id":"x","method":"m","jsonrpc":"2.0"} "#;
        assert_eq!(kind(request), r#"request "x" m Some("{\"a\":[1]}")"#);
        assert_eq!(
            kind(r#"{"jsonrpc":"2.0","method":"n\u0061"}"#),
            "notification na"
        );
        for answer in [
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#,
            r#"{"jsonrpc":"2.0","id":4,"result":{}}"#,
        ] {
            assert_eq!(kind(answer), "response");
        }
    }

    #[test]
    fn a_fault_keeps_the_id_when_it_is_readable() {
        for (text, expected) in [
            ("{}", "invalid None `method` is missing"),
            ("5", "invalid None a message is a JSON object"),
            ("null", "invalid None a message is a JSON object"),
            (r#"{"id":4}"#, "invalid Some(Id(4)) `method` is missing"),
            (
                r#"{"id":4,"method":"x"}"#,
                r#"invalid Some(Id(4)) `jsonrpc` must be "2.0""#,
            ),
            (
                r#"{"jsonrpc":"2.0","id":4,"method":5}"#,
                "invalid Some(Id(4)) `method` must be a string",
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"x"}"#,
                "invalid None `id` must be a string or an integer",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"x"}"#,
                "invalid None a member of the message is given twice",
            ),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }

    #[test]
    fn broken_text_is_no_json() {
        for text in [
            "",
            "not json",
            "{",
            r#"{"jsonrpc":"#,
            "{} {}",
            "[1",
            "{\"a\":1}x",
        ] {
            assert_eq!(kind(text), "not json", "{text}");
        }
        assert_eq!(kind("[]"), "batch");
        let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(
            kind(&format!(
                r#"{{"jsonrpc":"2.0","method":"x","params":{deep}}}"#
            )),
            "notification x"
        );
    }
}
