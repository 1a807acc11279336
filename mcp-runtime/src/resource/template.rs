//! Templates of URIs: which URIs one stands for, and what the variables are then.
//!
//! The macro has cut the template into parts and knows that they are sound. Of text that could go to two
//! variables the first takes as little as it can. Linear in the length of the URI.
//!
//! Spec: RFC 6570, levels 1 to 3, read backwards.

use regex::Regex;
use std::fmt::Write as _;

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text that stands for itself.
    Literal(&'static str),
    /// What stands in braces: an operator and names.
    Variables(Operator, &'static [&'static str]),
}

/// How the values of an expression stand in a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `{a,b}`: without slashes, a comma in between.
    Simple,
    /// `{+a}`: with slashes.
    Reserved,
    /// `{#a}`: behind `#`, with slashes.
    Fragment,
    /// `{.a}`: each behind a dot.
    Label,
    /// `{/a}`: each behind a slash.
    Segment,
    /// `{;a}`: `;a=value`.
    Parameter,
    /// `{?a,b}`: `?a=value&b=value`, in any order.
    Query,
    /// `{&a}`: the same behind a `?` that the template has.
    Continuation,
}

/// A template that can be held against URIs.
#[derive(Debug)]
pub(crate) struct Template {
    regex: Regex,
    /// What each group of the expression holds.
    groups: Vec<Group>,
    /// How many bytes stand for themselves: the more, the narrower the template.
    pub(crate) literal: usize,
}

/// A part of the URI that was taken out.
#[derive(Debug)]
enum Group {
    /// The value of one variable; `must` when it cannot be left out, `plain` when it takes no slash.
    One {
        name: &'static str,
        must: bool,
        plain: bool,
    },
    /// `a=1&b=2`, for these variables.
    Pairs(&'static [&'static str]),
}

/// What a template made of a URI.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Match {
    /// It is none of its URIs.
    None,
    /// The values of the variables, decoded; some may be left out.
    Values(Vec<(&'static str, String)>),
    /// The value of this variable is no UTF-8.
    Broken(&'static str),
}

impl Template {
    /// `is_required` tells the variables that cannot be left out.
    pub(crate) fn new(parts: &[Part], is_required: impl Fn(&str) -> bool) -> Self {
        let mut pattern = String::from("^");
        let mut groups = Vec::new();
        let mut literal = 0;
        for part in parts {
            match part {
                Part::Literal(text) => {
                    literal += text.len();
                    pattern.push_str(&regex::escape(text));
                }
                Part::Variables(operator, names) => {
                    expression(&mut pattern, &mut groups, *operator, names, &is_required);
                }
            }
        }
        pattern.push('$');
        Self {
            regex: Regex::new(&pattern).expect("made of escaped text and sound pieces"),
            groups,
            literal,
        }
    }

    /// Holds the template against `uri`.
    pub(crate) fn of(&self, uri: &str) -> Match {
        let Some(found) = self.regex.captures(uri) else {
            return Match::None;
        };
        let mut values = Vec::new();
        for (index, group) in self.groups.iter().enumerate() {
            let text = found.get(index + 1).map(|found| found.as_str());
            match group {
                Group::One { name, must, plain } => {
                    let text = text.unwrap_or("");
                    if text.is_empty() {
                        match must {
                            true => return Match::None,
                            false => continue,
                        }
                    }
                    let Some(value) = decoded(text) else {
                        return Match::Broken(name);
                    };
                    // an encoded slash is one to whoever joins paths
                    if *plain && value.contains('/') {
                        return Match::None;
                    }
                    values.push((*name, value));
                }
                Group::Pairs(names) => {
                    for pair in text
                        .unwrap_or("")
                        .split('&')
                        .filter(|pair| !pair.is_empty())
                    {
                        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                        let Some(name) = names.iter().find(|name| **name == key) else {
                            return Match::None;
                        };
                        if values.iter().any(|(earlier, _)| earlier == name) {
                            return Match::None;
                        }
                        let Some(value) = decoded(value) else {
                            return Match::Broken(name);
                        };
                        values.push((*name, value));
                    }
                }
            }
        }
        Match::Values(values)
    }
}

/// The pattern for one pair of braces.
fn expression(
    pattern: &mut String,
    groups: &mut Vec<Group>,
    operator: Operator,
    names: &'static [&'static str],
    is_required: &impl Fn(&str) -> bool,
) {
    // of a list, each value but the first has something before it
    let (first, between, inside) = match operator {
        Operator::Simple => (
            "",
            ",",
            if names.len() > 1 {
                "[^/?#,]*?"
            } else {
                "[^/?#]*?"
            },
        ),
        Operator::Reserved => ("", ",", if names.len() > 1 { "[^,]*?" } else { ".*?" }),
        Operator::Fragment => ("#", ",", if names.len() > 1 { "[^,]*?" } else { ".*?" }),
        Operator::Label => (r"\.", r"\.", "[^/?#.]*?"),
        Operator::Segment => ("/", "/", "[^/?#]*?"),
        Operator::Parameter => (";", ";", "[^/?#;]*?"),
        Operator::Query => {
            let keys = alternatives(names);
            write!(pattern, r"(?:\?({keys}(?:&{keys})*))?").expect("memory takes any text");
            return groups.push(Group::Pairs(names));
        }
        Operator::Continuation => {
            let keys = alternatives(names);
            write!(pattern, "((?:&{keys})*)").expect("memory takes any text");
            return groups.push(Group::Pairs(names));
        }
    };
    for (index, name) in names.iter().enumerate() {
        let before = if index == 0 { first } else { between };
        let piece = match operator {
            Operator::Parameter => format!("(?:;{}(?:=({inside}))?)?", regex::escape(name)),
            _ if before.is_empty() => format!("({inside})"),
            _ => format!("(?:{before}({inside}))?"),
        };
        pattern.push_str(&piece);
        let takes_slashes = matches!(operator, Operator::Reserved | Operator::Fragment);
        groups.push(Group::One {
            name,
            // what has a name in the URI can be asked for by name
            must: is_required(name) && operator != Operator::Parameter,
            plain: !takes_slashes,
        });
    }
}

/// One `key=value` of a query.
fn alternatives(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| regex::escape(name)).collect();
    format!("(?:{})(?:=[^&#]*)?", names.join("|"))
}

/// The text that a percent-encoded one stands for; `None` when it is no UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let code = match (first, more) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match code {
            Some((high, low)) => {
                bytes.push(high << 4 | low);
                rest = &more[2..];
            }
            None => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
#[path = "template_tests.rs"]
mod tests;
