//! JSON text with line breaks and indentation, its keys in the order they came.
//!
//! Works on the text, because a parsed value would forget the order of keys and the digits of
//! numbers.

use std::iter;

const INDENT: &str = "  ";

/// Lays out valid JSON over several lines; empty lists and objects stay on one.
pub(super) fn indent(json: &str) -> String {
    let mut out = String::with_capacity(2 * json.len());
    let mut depth = 0;
    let mut characters = json
        .chars()
        .filter(outside_strings(|c| !c.is_ascii_whitespace()))
        .peekable();
    let mut in_string = outside_strings(|_| false);
    while let Some(character) = characters.next() {
        if in_string(&character) {
            out.push(character);
            continue;
        }
        match character {
            '{' | '[' => {
                out.push(character);
                let end = if character == '{' { '}' } else { ']' };
                if let Some(end) = characters.next_if_eq(&end) {
                    out.push(end);
                } else {
                    depth += 1;
                    break_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth -= 1;
                break_line(&mut out, depth);
                out.push(character);
            }
            ',' => {
                out.push(',');
                break_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => out.push(character),
        }
    }
    out
}

fn break_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(iter::repeat_n(INDENT, depth));
}

/// `true` for characters inside strings, `keep` for all others; to be called with one after the
/// other.
fn outside_strings(keep: impl Fn(&char) -> bool) -> impl FnMut(&char) -> bool {
    let (mut inside, mut escaped) = (false, false);
    move |character| {
        if !inside {
            inside = *character == '"';
            return inside || keep(character);
        }
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => inside = false,
            _ => {}
        }
        true
    }
}
