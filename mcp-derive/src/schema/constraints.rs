//! Bounds in the schema text of a standard type.
//!
//! Where the text would need more than a look at its end, there is none, and the runtime joins it.

use super::{Schema, json_string};
use crate::model::{Constraints, Number};

/// 2^53: beyond it not every reader of JSON has exact integers, and no bound is published.
const INEXACT: f64 = 9_007_199_254_740_992.0;

impl Schema {
    /// The same schema within bounds; `None` when it is for the runtime to join, or to refuse.
    pub(crate) fn within(mut self, bounds: &Constraints) -> Option<Self> {
        let numbers = bounds.min.is_some() || bounds.max.is_some();
        let lengths = bounds.min_length.is_some() || bounds.max_length.is_some();
        if numbers {
            if lengths || bounds.pattern.is_some() {
                return None;
            }
            let min = bounds.min.as_ref().map(|bound| &bound.value);
            let max = bounds.max.as_ref().map(|bound| &bound.value);
            self.members = number(&self.members, min, max)?;
            return Some(self);
        }
        let unit = match self.members.as_str() {
            "\"type\":\"string\"" => "Length",
            members if members.starts_with("\"type\":\"array\"") && !has_length(members) => "Items",
            _ if lengths => return None,
            _ => "",
        };
        if bounds.pattern.is_some() && unit != "Length" {
            return None;
        }
        if let Some(min) = &bounds.min_length {
            self.members
                .push_str(&format!(",\"min{unit}\":{}", min.value));
        }
        if let Some(max) = &bounds.max_length {
            self.members
                .push_str(&format!(",\"max{unit}\":{}", max.value));
        }
        if let Some(pattern) = &bounds.pattern {
            self.members.push_str(",\"pattern\":");
            self.members.push_str(&json_string(&pattern.value));
        }
        Some(self)
    }
}

/// Whether an array type has a length of its own; it stands at the end.
fn has_length(members: &str) -> bool {
    !members.ends_with(['}', '"'])
}

/// Of two bounds of one kind the narrower one stays.
fn number(members: &str, min: Option<&Number>, max: Option<&Number>) -> Option<String> {
    let mut parts = members.split(',');
    let kind = parts.next()?;
    if !matches!(kind, "\"type\":\"integer\"" | "\"type\":\"number\"") {
        return None;
    }
    let mut own = [None, None];
    for part in parts {
        let (word, bound) = part.split_once(':')?;
        let size = bound.parse::<f64>().ok()?;
        own[usize::from(word == "\"maximum\"")] = Some((size, bound.to_owned()));
    }
    let mut text = kind.to_owned();
    let [own_min, own_max] = own;
    for (word, own, given, least) in [
        ("minimum", own_min, min, true),
        ("maximum", own_max, max, false),
    ] {
        let given = match given {
            Some(given) if !given.plain => return None,
            Some(given) if given.size.abs() < INEXACT => Some((given.size, given.json.clone())),
            _ => None,
        };
        let bound = match (own, given) {
            (Some(own), Some(given)) if (given.0 > own.0) == least && given.0 != own.0 => {
                Some(given)
            }
            (Some(own), _) => Some(own),
            (None, given) => given,
        };
        if let Some((_, bound)) = bound {
            text.push_str(&format!(",\"{word}\":{bound}"));
        }
    }
    Some(text)
}
