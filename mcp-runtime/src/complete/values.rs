//! What a function that completes an argument returns.

use crate::tool::FailureText;
use std::borrow::Cow;

/// Values for an argument, best first.
///
/// A client gets the first 100. A list says by itself how many there are; tell it with
/// [`total`](Self::total) or [`has_more`](Self::has_more) when the list is a part of them.
///
/// ```
/// let cities = mcp::Completions::new(["Paris", "Parma"]).total(1_204);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    pub(crate) values: Vec<String>,
    pub(crate) total: Option<u64>,
    pub(crate) has_more: Option<bool>,
}

impl Completions {
    /// These values, best first.
    pub fn new<S: Into<String>>(values: impl IntoIterator<Item = S>) -> Self {
        Self {
            values: values.into_iter().map(Into::into).collect(),
            total: None,
            has_more: None,
        }
    }

    /// How many there are in all.
    #[must_use]
    pub fn total(mut self, total: u64) -> Self {
        self.total = Some(total);
        self
    }

    /// Whether there are more than these.
    #[must_use]
    pub fn has_more(mut self, has_more: bool) -> Self {
        self.has_more = Some(has_more);
        self
    }
}

/// What a function that completes an argument can return: a list of texts, [`Completions`], or a `Result`
/// of them.
pub trait IntoCompletions {
    #[doc(hidden)]
    fn into_completions(self) -> Result<Completions, String>;
}

impl IntoCompletions for Completions {
    fn into_completions(self) -> Result<Completions, String> {
        Ok(self)
    }
}

impl<S: Into<String>> IntoCompletions for Vec<S> {
    fn into_completions(self) -> Result<Completions, String> {
        Ok(Completions::new(self))
    }
}

impl<S: Into<String>, const N: usize> IntoCompletions for [S; N] {
    fn into_completions(self) -> Result<Completions, String> {
        Ok(Completions::new(self))
    }
}

impl IntoCompletions for &'static [&'static str] {
    fn into_completions(self) -> Result<Completions, String> {
        Ok(Completions::new(self.iter().copied()))
    }
}

impl IntoCompletions for Cow<'static, [&'static str]> {
    fn into_completions(self) -> Result<Completions, String> {
        Ok(Completions::new(self.iter().copied()))
    }
}

impl<T: IntoCompletions, E: FailureText> IntoCompletions for Result<T, E> {
    fn into_completions(self) -> Result<Completions, String> {
        self.map_err(|error| error.failure_text())?
            .into_completions()
    }
}
