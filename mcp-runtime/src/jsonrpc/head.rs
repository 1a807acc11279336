//! What can be told of a message that is too long to be read whole.

use super::Id;

/// What the first bytes of a message tell.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Head {
    /// It may be a request; with its id, when that stands there.
    Request(Option<Id>),
    /// It is an answer; with its id, when that stands before what it answers.
    Answer(Option<Id>),
    /// It is a notification.
    Notification,
}

/// Looks at the first bytes of a message.
///
/// A cheap look, not a parser: it walks members of the outer object that are plain values and
/// stops at the first thing it does not know. Most clients write `jsonrpc` and `id` first.
pub(crate) fn peek(head: &[u8]) -> Head {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The cut may lie inside a character.
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    let mut id = None;
    let mut method = None;
    let mut rest = text.trim_start().strip_prefix('{');
    while let Some((key, after)) = rest.and_then(member) {
        match key {
            "\"result\"" | "\"error\"" if method.is_none() => return Head::Answer(id),
            _ => {}
        }
        let Some((value, after)) = value(after) else {
            break;
        };
        match key {
            "\"id\"" => id = Id::from_json(value),
            "\"method\"" => method = Some(value),
            _ => {}
        }
        rest = after.trim_start().strip_prefix(',');
    }
    match (id, method) {
        (None, Some(method)) if method.starts_with("\"notifications/") => Head::Notification,
        (id, _) => Head::Request(id),
    }
}

/// A key, and what follows its colon.
fn member(text: &str) -> Option<(&str, &str)> {
    let (key, after) = value(text)?;
    Some((key, after.trim_start().strip_prefix(':')?))
}

/// One string, number or word, and what follows it; `None` for anything nested or cut off.
fn value(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = match text.strip_prefix('"') {
        Some(inner) => {
            let mut escaped = false;
            let close = inner.char_indices().find(|(_, c)| {
                let ends = *c == '"' && !escaped;
                escaped = *c == '\\' && !escaped;
                ends
            });
            close?.0 + 2
        }
        None => text.find([',', '}', ':', ' ', '[', '{'])?,
    };
    (end > 0).then(|| text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::{Head, peek};

    #[test]
    fn the_id_is_found_where_clients_write_it() {
        let cases = [
            (r#"{"jsonrpc":"2.0","id":7,"method":"tools/ca"#, Some("7")),
            (r#" { "id" : "a\"b" , "method""#, Some(r#""a\"b""#)),
            (r#"{"method":"x","id":7,"#, Some("7")),
            (r#"{"params":{"id":7"#, None),
            (r#"{"id":7"#, None),
            (r#"{"id":null,"#, None),
            ("xxxx", None),
            ("", None),
        ];
        for (head, id) in cases {
            let Head::Request(found) = peek(head.as_bytes()) else {
                panic!("{head} is no answer");
            };
            assert_eq!(found.map(|id| id.to_string()).as_deref(), id, "{head}");
        }
        let cut = [br#"{"id":7,"method":""#.as_slice(), &[0xc3]].concat();
        assert_eq!(peek(&cut), Head::Request(Some(7.into())));
    }

    #[test]
    fn what_nobody_answers_is_told_from_a_request() {
        assert_eq!(
            peek(br#"{"jsonrpc":"2.0","id":7,"result":{"a"#),
            Head::Answer(Some(7.into()))
        );
        assert_eq!(peek(br#"{"error":{"code":1"#), Head::Answer(None));
        let notification = br#"{"jsonrpc":"2.0","method":"notifications/x","params":{"a"#;
        assert_eq!(peek(notification), Head::Notification);
        assert_eq!(
            peek(br#"{"id":7,"method":"x","result":{"a"#),
            Head::Request(Some(7.into()))
        );
    }
}
