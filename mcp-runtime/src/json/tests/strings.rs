//! Strings keep their code points, and are borrowed where they can be.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{Deserializer, Visitor};
use serde_json::Value;

use super::super::{Kind, from_str};
use super::{fault, value};

#[test]
fn escapes_stand_for_their_characters() {
    for (text, expected) in [
        (r#""""#, ""),
        (r#""plain""#, "plain"),
        (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (r#""\u0000""#, "\0"),
        (r#""\u00e9\u2028""#, "é\u{2028}"),
        (r#""\ud83d\ude00""#, "😀"),
        (r#""\uD83D\uDE00 and more""#, "😀 and more"),
        (r#""😀 raw""#, "😀 raw"),
        (r#""e\u0301""#, "e\u{301}"),
        (r#""\u003ca\u003e""#, "<a>"),
        (
            r#""a string of more than thirty-two bytes with one \" inside, then \\ more of it""#,
            "a string of more than thirty-two bytes with one \" inside, then \\ more of it",
        ),
    ] {
        assert_eq!(value::<String>(text), expected, "{text}");
        assert_eq!(value::<Value>(text), Value::from(expected), "{text}");
    }
}

#[test]
fn a_quote_is_found_at_every_distance() {
    for length in 0..150 {
        let plain = "x".repeat(length);
        assert_eq!(value::<String>(&format!("\"{plain}\"")), plain);
        assert_eq!(
            value::<String>(&format!("\"{plain}\\n\"")),
            format!("{plain}\n")
        );
        fault::<String>(&format!("\"{plain}\n\""));
        fault::<String>(&format!("\"{plain}"));
        fault::<String>(&format!("\"{plain}\\"));
    }
}

#[test]
fn a_lone_surrogate_is_a_fault_of_the_text() {
    for text in [
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\u0041""#,
        r#""\ud800x""#,
        r#""\ud83d\ud83d""#,
        r#""\ude00\ud83d""#,
    ] {
        let error = from_str::<String>(text).expect_err(text);
        assert!(
            matches!(error.kind(), Kind::Malformed(_)) && error.is_about_text(),
            "{error}"
        );
        assert!(error.to_string().contains("lone surrogate"), "{error}");
        from_str::<Value>(text).expect_err(text);
        from_str::<Value>(&format!("{{{text}: 1}}")).expect_err(text);
        from_str::<i32>(text).expect_err(text);
    }
}

#[test]
fn control_characters_and_unknown_escapes_are_faults_of_the_text() {
    for text in [
        "\"a\u{1}\"",
        "\"a\nb\"",
        "\"\t\"",
        r#""\x41""#,
        r#""\u12""#,
        r#""\u12g4""#,
        r#""\"#,
        r#""\u"#,
        "\"",
        r#""\u+123""#,
    ] {
        assert!(
            fault::<String>(text).starts_with("not valid JSON"),
            "{text}"
        );
        assert!(fault::<Value>(text).starts_with("not valid JSON"), "{text}");
        assert!(
            fault::<serde::de::IgnoredAny>(text).starts_with("not valid JSON"),
            "{text}"
        );
    }
    assert_eq!(value::<String>("\"\u{7f}\u{80}\""), "\u{7f}\u{80}");
}

#[test]
fn text_without_escapes_is_borrowed() {
    assert_eq!(from_str::<&str>("\"plain\"").expect("borrowed"), "plain");
    let error = from_str::<&str>(r#""a\n""#).expect_err("cannot be borrowed");
    assert_eq!(
        error.to_string(),
        r#"expected a string without escapes, got the string "a\n""#
    );

    #[derive(Deserialize)]
    struct Lent<'a> {
        #[serde(borrow)]
        text: Cow<'a, str>,
    }
    let lent: Lent<'_> = from_str(r#"{"text": "plain"}"#).expect("a record");
    assert!(matches!(lent.text, Cow::Borrowed("plain")));
    let lent: Lent<'_> = from_str(r#"{"te\u0078t": "\u0070lain"}"#).expect("a record");
    assert!(matches!(lent.text, Cow::Owned(_)) && lent.text == "plain");
}

#[test]
fn a_character_is_a_string_of_one_code_point() {
    assert_eq!(value::<char>(r#""é""#), 'é');
    assert_eq!(value::<char>(r#""\ud83d\ude00""#), '😀');
    for text in [r#""""#, r#""ab""#, r#""e\u0301""#] {
        assert!(
            fault::<char>(text).starts_with("expected a string of one character, got the string "),
            "{text}"
        );
    }
    assert_eq!(
        fault::<char>("7"),
        "expected a string of one character, got the number 7"
    );
}

#[test]
fn bytes_come_from_a_string_or_an_array() {
    #[derive(Debug, PartialEq)]
    struct Bytes(Vec<u8>);
    impl<'de> Deserialize<'de> for Bytes {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Collect;
            impl<'de> Visitor<'de> for Collect {
                type Value = Bytes;
                fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    formatter.write_str("bytes")
                }
                fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                    Ok(Bytes(bytes.to_vec()))
                }
                fn visit_seq<A: serde::de::SeqAccess<'de>>(
                    self,
                    mut seq: A,
                ) -> Result<Bytes, A::Error> {
                    let mut bytes = Vec::new();
                    while let Some(byte) = seq.next_element()? {
                        bytes.push(byte);
                    }
                    Ok(Bytes(bytes))
                }
            }
            deserializer.deserialize_byte_buf(Collect)
        }
    }
    assert_eq!(value::<Bytes>(r#""ab""#), Bytes(b"ab".to_vec()));
    assert_eq!(value::<Bytes>(r#""\u00e9""#), Bytes("é".into()));
    assert_eq!(value::<Bytes>("[0, 255.0]"), Bytes(vec![0, 255]));
    assert_eq!(
        fault::<Bytes>("[0, 256]"),
        "`[1]`: expected an integer from 0 to 255, got the number 256"
    );
    assert_eq!(
        fault::<Bytes>("{}"),
        "expected a string or an array of bytes, got an object"
    );
    assert_eq!(from_str::<&[u8]>(r#""ab""#).expect("borrowed"), b"ab");
}
