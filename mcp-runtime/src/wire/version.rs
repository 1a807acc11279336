//! Protocol revisions, the two eras, and what each revision knows.
//!
//! Spec: MCP 2026-07-28, basic/versioning, and the change log of each revision.

use std::fmt;

/// The two shapes of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Era {
    /// 2024-11-05 to 2025-11-25: a handshake, then requests that rely on it.
    Legacy,
    /// 2026-07-28: each request carries its version and capabilities.
    Modern,
}

/// A revision of the specification that is served here; later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProtocolVersion {
    /// 2024-11-05
    V2024_11_05,
    /// 2025-03-26
    V2025_03_26,
    /// 2025-06-18
    V2025_06_18,
    /// 2025-11-25
    V2025_11_25,
    /// 2026-07-28
    V2026_07_28,
}

impl ProtocolVersion {
    /// Every revision, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// The newest revision with a handshake.
    pub const LATEST_LEGACY: Self = Self::V2025_11_25;

    /// The newest revision.
    pub const LATEST: Self = Self::V2026_07_28;

    /// The revision as it is written on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision named `text`, if it is served here.
    pub fn known(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|version| version.as_str() == text)
    }

    /// Which of the two shapes it has.
    pub const fn era(self) -> Era {
        match self {
            Self::V2026_07_28 => Era::Modern,
            _ => Era::Legacy,
        }
    }

    /// Titles, `outputSchema`, `structuredContent` and resource links came with 2025-06-18.
    pub(crate) fn has_structured_content(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// `_meta` of tools, prompts and resources came with 2025-06-18.
    pub(crate) fn has_meta(self) -> bool {
        self >= Self::V2025_06_18
    }

    /// The capability `completions` came with 2025-03-26; the method was there before.
    pub(crate) fn has_completions_capability(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// Icons came with 2025-11-25.
    pub(crate) fn has_icons(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// Tool annotations and audio came with 2025-03-26.
    pub(crate) fn has_annotations(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// Progress has had a message since 2025-03-26.
    pub(crate) fn has_progress_messages(self) -> bool {
        self >= Self::V2025_03_26
    }

    /// Batches existed in one revision only.
    pub(crate) fn has_batches(self) -> bool {
        self == Self::V2025_03_26
    }

    /// From 2025-11-25 on an error without a readable request leaves `id` out.
    pub(crate) fn omits_unknown_id(self) -> bool {
        self >= Self::V2025_11_25
    }

    /// Bad arguments are a result that the model can read from 2025-11-25 on.
    pub(crate) fn reports_arguments_to_the_model(self) -> bool {
        self >= Self::V2025_11_25
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
