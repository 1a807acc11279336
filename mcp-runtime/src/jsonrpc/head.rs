//! The id of a message that is too long to be read whole.

use super::Id;

/// The id in the first bytes of a message, when it stands there at the top level.
///
/// A cheap look, not a parser: it walks members of the outer object that are plain values and
/// stops at the first thing it does not know. Most clients write `jsonrpc` and `id` first.
pub(crate) fn id_in_head(head: &[u8]) -> Option<Id> {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The cut may lie inside a character.
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).ok()?,
    };
    let mut rest = text.trim_start().strip_prefix('{')?;
    loop {
        let (key, after) = value(rest)?;
        rest = after.trim_start().strip_prefix(':')?;
        let (value, after) = value(rest)?;
        if key == "\"id\"" {
            return Id::from_json(value);
        }
        rest = after.trim_start().strip_prefix(',')?;
    }
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
    use super::id_in_head;

    #[test]
    fn the_id_is_found_where_clients_write_it() {
        let found = |head: &str| id_in_head(head.as_bytes()).map(|id| id.to_string());
        let cases = [
            (r#"{"jsonrpc":"2.0","id":7,"method":"tools/ca"#, Some("7")),
            (r#" { "id" : "a\"b" , "method""#, Some(r#""a\"b""#)),
            (r#"{"method":"x","id":7,"#, Some("7")),
            (r#"{"params":{"id":7"#, None),
            (r#"{"id":7"#, None),
            (r#"{"id":null,"#, None),
            ("xxxx", None),
        ];
        for (head, id) in cases {
            assert_eq!(found(head).as_deref(), id, "{head}");
        }
        let cut = [br#"{"id":7,"method":""#.as_slice(), &[0xc3]].concat();
        assert_eq!(
            id_in_head(&cut).map(|id| id.to_string()).as_deref(),
            Some("7")
        );
    }
}
