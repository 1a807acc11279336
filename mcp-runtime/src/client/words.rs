//! Words of a command line, split as a POSIX shell splits them. Nothing is expanded and no shell is
//! run.

/// The words of a line.
pub(super) fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    // `None` between words; a pair of quotes is a word even when it is empty.
    let mut word: Option<String> = None;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some('\'') => break,
                        Some(inside) => word.push(inside),
                        None => return Err("a `'` is not closed"),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some('"') => break,
                        Some('\\') => match characters.next() {
                            Some(escaped @ ('"' | '\\' | '$' | '`')) => word.push(escaped),
                            Some(other) => word.extend(['\\', other]),
                            None => return Err("a `\"` is not closed"),
                        },
                        Some(inside) => word.push(inside),
                        None => return Err("a `\"` is not closed"),
                    }
                }
            }
            '\\' => match characters.next() {
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => return Err("nothing follows the last `\\`"),
            },
            space if space.is_whitespace() => words.extend(word.take()),
            plain => word.get_or_insert_default().push(plain),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let cases: [(&str, &[&str]); 6] = [
            ("python3 -m server", &["python3", "-m", "server"]),
            ("  a\t b\n", &["a", "b"]),
            (r#"'it is' "it's" a\ b"#, &["it is", "it's", "a b"]),
            (r#"a'b'"c" '' """#, &["abc", "", ""]),
            (r#""\"\\\n""#, &["\"\\\\n"]),
            ("", &[]),
        ];
        for (line, words) in cases {
            assert_eq!(split(line).expect(line), words, "{line}");
        }
    }

    #[test]
    fn what_is_not_closed_is_told() {
        for line in ["'a", "\"a", "a\\", "\"a\\"] {
            assert!(split(line).is_err(), "{line}");
        }
    }
}
