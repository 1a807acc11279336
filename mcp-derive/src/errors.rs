//! The faults of one macro call, gathered so that one build shows them all.
//!
//! Does not know what a fault is about: the words stand where the fault is found.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::fmt::Display;

/// Collects faults; every stage records what it finds and goes on.
#[derive(Default)]
#[must_use = "faults that nobody asks for are lost"]
pub(crate) struct Errors {
    found: Option<syn::Error>,
    silent: bool,
}

impl Errors {
    /// Records a fault at one place.
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.add(syn::Error::new(span, message));
    }

    /// Records a fault that covers all of `tokens`.
    pub(crate) fn spanned(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.add(syn::Error::new_spanned(tokens, message));
    }

    /// Records a fault that a parser words.
    pub(crate) fn add(&mut self, error: syn::Error) {
        match &mut self.found {
            Some(found) => found.combine(error),
            None => self.found = Some(error),
        }
    }

    /// Notes a fault that the compiler reports by itself in the user's own item: nothing is
    /// said twice, but what would be generated from it is left out.
    pub(crate) fn left_to_the_compiler(&mut self) {
        self.silent = true;
    }

    /// Whether nothing was found.
    ///
    /// # Errors
    ///
    /// All faults as `compile_error!` calls; none when the compiler reports them by itself.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        match self.found {
            Some(found) => Err(found.to_compile_error()),
            None if self.silent => Err(TokenStream::new()),
            None => Ok(()),
        }
    }
}
