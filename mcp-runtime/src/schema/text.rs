//! A schema text known at compile time, or the mark that it has to be made from types.
//!
//! Knows nothing of what is in the text.

/// The schema text of a descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// The text itself, in the form of [`Profile::Plain`](super::Profile::Plain).
    Literal(&'static str),
    /// The text as the author of the tool wrote it, whatever the profile.
    Given(&'static str),
    /// The text is made from the types when the server is built.
    FromTypes,
}

impl Text {
    /// Takes `text` if in every pair of `names` both names are equal, else [`Text::FromTypes`].
    ///
    /// The text was written from the *words* of a signature. A pair holds the name of the type
    /// that the word turned out to be and the word, so a user's own type called `String` is
    /// told from the real one.
    #[must_use]
    pub const fn checked(text: &'static str, names: &[(&str, &str)]) -> Self {
        let mut at = 0;
        while at < names.len() {
            if !same(names[at].0, names[at].1) {
                return Self::FromTypes;
            }
            at += 1;
        }
        Self::Literal(text)
    }
}

/// `==` for text; the operator is not `const`.
pub(crate) const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}
