//! What a client says it can do for a server.
//!
//! Only what a server here may ask for is kept. Does not know who asks.
//!
//! Spec: MCP 2026-07-28, schema, `ClientCapabilities`; client/elicitation, "Capabilities".

use super::ProtocolVersion;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fmt;

/// What a client declared that it can do when a server asks.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ClientCapabilities(u8);

/// Each with its member and the member inside that one.
const ALL: [(ClientCapabilities, &str, &str); 6] = [
    (ClientCapabilities::ELICITATION, "elicitation", "form"),
    (ClientCapabilities::ELICITATION_URL, "elicitation", "url"),
    (ClientCapabilities::SAMPLING, "sampling", ""),
    (ClientCapabilities::SAMPLING_TOOLS, "sampling", "tools"),
    (ClientCapabilities::SAMPLING_CONTEXT, "sampling", "context"),
    (ClientCapabilities::ROOTS, "roots", ""),
];

impl ClientCapabilities {
    /// None at all.
    pub const NONE: Self = Self(0);
    /// It puts a form before its user.
    pub const ELICITATION: Self = Self(1);
    /// It asks its user to visit a URL.
    pub const ELICITATION_URL: Self = Self(1 << 1);
    /// It asks its model.
    pub const SAMPLING: Self = Self(1 << 2);
    /// It lets its model use tools that the server names.
    pub const SAMPLING_TOOLS: Self = Self(1 << 3);
    /// It gives its model the context of other servers.
    pub const SAMPLING_CONTEXT: Self = Self(1 << 4);
    /// It lists the folders that it works on.
    pub const ROOTS: Self = Self(1 << 5);

    /// Reads an object as a client sent it; what is no object in it is not there.
    pub(crate) fn read(text: &str) -> Self {
        let mut found = Self::NONE;
        let declared = Members::of(text);
        if let Some(elicitation) = declared.elicitation {
            let modes = Members::of(elicitation.get());
            if modes.url.is_some() {
                found = found.and(Self::ELICITATION_URL);
            }
            // an empty object means forms
            if modes.form.is_some() || modes.url.is_none() {
                found = found.and(Self::ELICITATION);
            }
        }
        if let Some(sampling) = declared.sampling {
            found = found.and(Self::SAMPLING);
            let more = Members::of(sampling.get());
            if more.tools.is_some() {
                found = found.and(Self::SAMPLING_TOOLS);
            }
            if more.context.is_some() {
                found = found.and(Self::SAMPLING_CONTEXT);
            }
        }
        if declared.roots.is_some() {
            found = found.and(Self::ROOTS);
        }
        found
    }

    /// Those of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `others` are among these.
    #[must_use]
    pub const fn contains(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }

    /// Those of these that are not among `others`.
    #[must_use]
    pub(crate) const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Those that `version` knows; what a client says beyond its revision means nothing.
    pub(crate) fn for_version(self, version: ProtocolVersion) -> Self {
        let later = match version {
            _ if version >= ProtocolVersion::V2025_11_25 => Self::NONE,
            _ if version >= ProtocolVersion::V2025_06_18 => Self::NEW_IN_2025_11_25,
            _ => Self::NEW_IN_2025_11_25.and(Self::ELICITATION),
        };
        self.without(later)
    }

    const NEW_IN_2025_11_25: Self = Self::ELICITATION_URL
        .and(Self::SAMPLING_TOOLS)
        .and(Self::SAMPLING_CONTEXT);

    fn each(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let among = move |(one, ..): &(Self, _, _)| self.contains(*one);
        ALL.into_iter()
            .filter(among)
            .map(|(_, member, inner)| (member, inner))
    }

    /// As a client would declare them, as JSON text.
    ///
    /// An empty `elicitation` means forms.
    pub(crate) fn to_json(self) -> String {
        let mut out = String::from("{");
        for member in ["elicitation", "sampling", "roots"] {
            let mut inner: Vec<&str> = self
                .each()
                .filter_map(|(outer, inner)| (outer == member).then_some(inner))
                .collect();
            if inner.is_empty() {
                continue;
            }
            if inner == ["form"] {
                inner.clear();
            }
            let inner = inner.iter().filter(|inner| !inner.is_empty());
            let inner: Vec<String> = inner.map(|inner| format!(r#""{inner}":{{}}"#)).collect();
            if out.len() > 1 {
                out.push(',');
            }
            out.push_str(&format!(r#""{member}":{{{}}}"#, inner.join(",")));
        }
        out.push('}');
        out
    }
}

/// The names, as in "`elicitation.url` and `roots`".
impl fmt::Display for ClientCapabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self
            .each()
            .map(|(member, inner)| match inner {
                "" | "form" => format!("`{member}`"),
                _ => format!("`{member}.{inner}`"),
            })
            .collect();
        match names.split_last() {
            None => f.write_str("nothing"),
            Some((last, [])) => f.write_str(last),
            Some((last, before)) => write!(f, "{} and {last}", before.join(", ")),
        }
    }
}

impl fmt::Debug for ClientCapabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.each()).finish()
    }
}

/// The members that are looked at, on either level.
#[derive(Default, Deserialize)]
struct Members<'a> {
    #[serde(default, borrow)]
    elicitation: Option<&'a RawValue>,
    #[serde(default, borrow)]
    sampling: Option<&'a RawValue>,
    #[serde(default, borrow)]
    roots: Option<&'a RawValue>,
    #[serde(default, borrow)]
    form: Option<&'a RawValue>,
    #[serde(default, borrow)]
    url: Option<&'a RawValue>,
    #[serde(default, borrow)]
    tools: Option<&'a RawValue>,
    #[serde(default, borrow)]
    context: Option<&'a RawValue>,
}

impl<'a> Members<'a> {
    fn of(text: &'a str) -> Self {
        // the usual one, on every request; and serde takes a list for a record
        if text == "{}" || !text.starts_with('{') {
            return Self::default();
        }
        let mut found: Self = serde_json::from_str(text).unwrap_or_default();
        for member in [
            &mut found.elicitation,
            &mut found.sampling,
            &mut found.roots,
            &mut found.form,
            &mut found.url,
            &mut found.tools,
            &mut found.context,
        ] {
            *member = member.filter(|raw| raw.get().starts_with('{'));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::ClientCapabilities;

    #[test]
    fn what_a_client_declares_is_read_as_the_specification_means_it() {
        for (declared, read, names) in [
            ("{}", "{}", "nothing"),
            (
                r#"{"elicitation":{}}"#,
                r#"{"elicitation":{}}"#,
                "`elicitation`",
            ),
            (
                r#"{"elicitation":{"form":{}}}"#,
                r#"{"elicitation":{}}"#,
                "`elicitation`",
            ),
            (
                r#"{"elicitation":{"url":{}}}"#,
                r#"{"elicitation":{"url":{}}}"#,
                "`elicitation.url`",
            ),
            (
                r#"{"roots":{"listChanged":true},"elicitation":{"form":{},"url":{}},"x":1}"#,
                r#"{"elicitation":{"form":{},"url":{}},"roots":{}}"#,
                "`elicitation`, `elicitation.url` and `roots`",
            ),
            (
                r#"{ "sampling" : {"tools":{},"context":null} }"#,
                r#"{"sampling":{"tools":{}}}"#,
                "`sampling` and `sampling.tools`",
            ),
            (r#"{"roots":true,"sampling":null}"#, "{}", "nothing"),
        ] {
            let found = ClientCapabilities::read(declared);
            assert_eq!(found.to_json(), read);
            assert_eq!(found.to_string(), names);
            assert_eq!(ClientCapabilities::read(read), found);
        }
    }
}
