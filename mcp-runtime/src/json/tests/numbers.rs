//! Integers are what JSON Schema calls integers, exact to the last digit; floats are rounded once.

use std::num::{NonZeroI8, NonZeroU32};

use serde::Deserialize;
use serde_json::{Number, Value, json};

use super::{fault, value};

#[test]
fn a_number_without_fraction_is_an_integer_of_every_type() {
    for text in [
        "5", "5.0", "5.000", "50e-1", "0.5e1", "0.05E+2", "500e-2", " 5 ", "5e0", "5e-0",
    ] {
        assert_eq!(value::<i8>(text), 5, "{text}");
        assert_eq!(value::<i16>(text), 5, "{text}");
        assert_eq!(value::<i32>(text), 5, "{text}");
        assert_eq!(value::<i64>(text), 5, "{text}");
        assert_eq!(value::<i128>(text), 5, "{text}");
        assert_eq!(value::<isize>(text), 5, "{text}");
        assert_eq!(value::<u8>(text), 5, "{text}");
        assert_eq!(value::<u16>(text), 5, "{text}");
        assert_eq!(value::<u32>(text), 5, "{text}");
        assert_eq!(value::<u64>(text), 5, "{text}");
        assert_eq!(value::<u128>(text), 5, "{text}");
        assert_eq!(value::<usize>(text), 5, "{text}");
        assert_eq!(value::<NonZeroU32>(text).get(), 5, "{text}");
    }
    for text in [
        "0",
        "-0",
        "0.0",
        "-0.0",
        "0e9999999999999999999999",
        "-0.000e-5",
    ] {
        assert_eq!(value::<i32>(text), 0, "{text}");
        assert_eq!(value::<u64>(text), 0, "{text}");
        assert_eq!(value::<u128>(text), 0, "{text}");
    }
    assert_eq!(value::<u64>("1730419200000.0"), 1_730_419_200_000);
    assert_eq!(value::<u32>("1e2"), 100);
    assert_eq!(value::<i64>("-1.5e1"), -15);
}

#[test]
fn an_integer_is_one_at_every_depth() {
    #[derive(Deserialize, Debug, PartialEq)]
    enum Shape {
        Square(u8),
        Rect { width: u8 },
        Pair(u8, i8),
    }
    assert_eq!(
        value::<Vec<Option<u32>>>("[1.0, null, 1e2]"),
        [Some(1), None, Some(100)]
    );
    assert_eq!(value::<Shape>(r#"{"Square": 3.0}"#), Shape::Square(3));
    assert_eq!(
        value::<Shape>(r#"{"Rect": {"width": 3e0}}"#),
        Shape::Rect { width: 3 }
    );
    assert_eq!(
        value::<Shape>(r#"{"Pair": [3.0, -1.0]}"#),
        Shape::Pair(3, -1)
    );
}

#[test]
fn integers_inside_buffered_types_are_integers_too() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Either {
        Count(u32),
        Text(String),
    }
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "kind")]
    enum Tagged {
        Box { width: u16 },
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Inner {
        count: i64,
    }
    assert_eq!(value::<Either>("5.0"), Either::Count(5));
    assert_eq!(value::<Either>(r#""5""#), Either::Text("5".to_owned()));
    assert_eq!(
        value::<Tagged>(r#"{"width": 1e2, "kind": "Box"}"#),
        Tagged::Box { width: 100 }
    );
    assert_eq!(
        value::<Outer>(r#"{"count": -7.0}"#).inner,
        Inner { count: -7 }
    );
}

#[test]
fn the_ends_of_every_integer_type_are_exact() {
    macro_rules! ends {
        ($($type:ty)*) => {$(
            assert_eq!(value::<$type>(&<$type>::MAX.to_string()), <$type>::MAX);
            assert_eq!(value::<$type>(&<$type>::MIN.to_string()), <$type>::MIN);
            assert_eq!(value::<$type>(&format!("{}.0", <$type>::MAX)), <$type>::MAX);
            assert_eq!(value::<$type>(&format!("{}.0e0", <$type>::MIN)), <$type>::MIN);
            // one past the end: the last digit of no end is a nine
            let beyond = |end: String| {
                let (head, last) = end.split_at(end.len() - 1);
                format!("{head}{}", last.parse::<u8>().expect("a digit") + 1)
            };
            fault::<$type>(&beyond(<$type>::MAX.to_string()));
            if <$type>::MIN == 0 {
                fault::<$type>("-1");
            } else {
                fault::<$type>(&beyond(<$type>::MIN.to_string()));
            }
        )*};
    }
    ends!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    assert_eq!(value::<u64>("9007199254740993"), 9_007_199_254_740_993);
}

#[test]
fn what_no_integer_type_holds_is_refused_with_its_range() {
    for (message, expected) in [
        (
            fault::<u8>("0.5"),
            "expected an integer from 0 to 255, got the number 0.5",
        ),
        (
            fault::<u8>("256"),
            "expected an integer from 0 to 255, got the number 256",
        ),
        (
            fault::<i8>("-129"),
            "expected an integer from -128 to 127, got the number -129",
        ),
        (
            fault::<u32>("4294967296"),
            "expected an integer from 0 to 4294967295, got the number 4294967296",
        ),
        (
            fault::<u32>("-1"),
            "expected an integer from 0 to 4294967295, got the number -1",
        ),
        (
            fault::<u32>("1e400"),
            "expected an integer from 0 to 4294967295, got the number 1e400",
        ),
        (
            fault::<u64>("-1"),
            "expected an integer of at least 0, got the number -1",
        ),
        (
            fault::<u64>("1e400"),
            "expected an integer from 0 to 18446744073709551615, got the number 1e400",
        ),
        (
            fault::<u64>("1.25"),
            "expected an integer of at least 0, got the number 1.25",
        ),
        (
            fault::<i64>("1e-400"),
            "expected an integer, got the number 1e-400",
        ),
        (
            fault::<u128>("-1.0"),
            "expected an integer of at least 0, got the number -1.0",
        ),
        (
            fault::<NonZeroU32>("0"),
            "expected an integer other than 0, got the number 0",
        ),
        (
            fault::<NonZeroI8>("0.0"),
            "expected an integer other than 0, got the number 0",
        ),
        (
            fault::<i32>("\"12\""),
            "expected an integer, got the string \"12\"",
        ),
        (fault::<u128>("true"), "expected an integer, got true"),
    ] {
        assert_eq!(message, expected);
    }
}

#[test]
fn huge_exponents_and_long_digits_cost_no_more_than_their_text() {
    for text in [
        "1e999999999",
        "1e99999999999999999999999999",
        "-1e-99999999999999999999999999",
    ] {
        fault::<i64>(text);
        fault::<u128>(text);
    }
    let zeros = "0".repeat(100_000);
    assert_eq!(value::<u64>(&format!("7{zeros}e-100000")), 7);
    assert_eq!(value::<u64>(&format!("0.{zeros}7e100001")), 7);
    assert_eq!(value::<i32>(&format!("7.{zeros}")), 7);
    fault::<u128>(&format!("7{zeros}"));
    assert_eq!(value::<f64>(&format!("0.{zeros}7e100001")), 7.0);
    let message = fault::<u8>(&"9".repeat(1000));
    assert!(message.ends_with('…') && message.len() < 120, "{message}");
}

#[test]
fn floats_are_the_nearest_ones() {
    for text in [
        "0.1",
        "2.5",
        "-0.0",
        "1e23",
        "8.5e-324",
        "1.7976931348623157e308",
        "123456789012345.6",
        "9007199254740993",
        "0.30000000000000004",
        "5e-324",
        "1e-400",
        "999999999999999",
        "0.000000000000001",
        "-12.75",
        "3",
        "100000000000000016777215",
        "2.2250738585072011e-308",
        "1e22",
        "123456.789e3",
    ] {
        let expected: f64 = text.parse().expect("a float");
        assert_eq!(value::<f64>(text).to_bits(), expected.to_bits(), "{text}");
        let expected: f32 = text.parse().expect("a float");
        if expected.is_finite() {
            assert_eq!(value::<f32>(text).to_bits(), expected.to_bits(), "{text}");
        }
    }
    // through a double it would round twice
    assert_eq!(value::<f32>("1.00000017881393432617187499"), 1.000_000_1);
}

#[test]
fn a_float_beyond_the_greatest_is_refused() {
    assert_eq!(
        fault::<f64>("1e400"),
        "expected a number in the range of a double, got the number 1e400"
    );
    assert_eq!(
        fault::<f32>("-1e39"),
        "expected a number in the range of a single-precision number (up to about 3.4e38), got the number -1e39"
    );
    assert_eq!(
        fault::<Value>("[1e999]"),
        "`[0]`: expected a number in the range of a double, got the number 1e999"
    );
    assert_eq!(
        fault::<f64>("\"1\""),
        "expected a number, got the string \"1\""
    );
}

#[test]
fn a_number_of_open_type_is_an_integer_where_it_is_one() {
    let float = |number: f64| Value::Number(Number::from_f64(number).expect("finite"));
    for (text, expected) in [
        ("5.0", json!(5)),
        ("-5e1", json!(-50)),
        ("18446744073709551615", json!(u64::MAX)),
        ("-9223372036854775808", json!(i64::MIN)),
        ("-9223372036854775809", float(-9_223_372_036_854_775_809.0)),
        ("-9999999999999999999", float(-1e19)),
        ("18446744073709551616", float(18_446_744_073_709_551_616.0)),
        ("1e30", float(1e30)),
        ("0.5", float(0.5)),
        ("0.0", json!(0)),
        ("-0.0", float(-0.0)),
        ("-0", float(-0.0)),
    ] {
        let got = value::<Value>(text);
        assert_eq!(got.to_string(), expected.to_string(), "{text}");
        assert_eq!(got, expected, "{text}");
    }
}

#[test]
fn what_json_calls_no_number_is_none() {
    for text in [
        "01", "-01", "+1", "1.", ".5", "-", "1e", "1e+", "0x10", "--1", "1_0", "NaN", "Infinity",
        "1.e5", "00",
    ] {
        for message in [
            fault::<i64>(text),
            fault::<f64>(text),
            fault::<Value>(text),
            fault::<u128>(text),
            fault::<f32>(text),
        ] {
            assert!(message.starts_with("not valid JSON"), "{text}: {message}");
        }
    }
}
