//! JSON text of a value, with its numbers spelt in one of the many ways JSON has.

use crate::choices::Choices;
use serde_json::Value;

/// `value` as text.
pub(crate) fn spell(value: &Value, choices: &mut Choices<'_>) -> String {
    match value {
        Value::Number(number) if number.is_f64() => number.to_string(),
        Value::Number(number) => integer(&number.to_string(), choices),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| spell(item, choices)).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| {
                    format!("{}:{}", Value::from(key.as_str()), spell(value, choices))
                })
                .collect();
            format!("{{{}}}", members.join(","))
        }
        other => other.to_string(),
    }
}

/// The same integer in another form.
fn integer(digits: &str, choices: &mut Choices<'_>) -> String {
    // beyond 2^53 the validator, which reads doubles, would see another number
    let is_exact = digits
        .parse::<i64>()
        .is_ok_and(|number| number.unsigned_abs() < 1 << 53);
    match choices.below(8) {
        5 if is_exact => format!("{digits}.0"),
        6 if is_exact => format!("{digits}00e-2"),
        7 if is_exact => match digits
            .strip_suffix('0')
            .filter(|head| !matches!(*head, "" | "-"))
        {
            Some(head) => format!("{head}E+1"),
            None => format!("{digits}e0"),
        },
        _ => digits.to_owned(),
    }
}
