//! Output actions: other texts for the value of a tool, asked for by name.
//!
//! Does not know which functions make them: generated code calls those.

use super::{ErrorProbe, Parameter};
use crate::schema::{Constraints, TypeSchema};
use std::convert::Infallible;

/// The argument that names the action. `names` begin with `raw`, which is none.
pub const fn render_parameter(names: &'static [&'static str]) -> Parameter {
    Parameter {
        key: "_render",
        description: Some("The form of the text in the result; `raw` is the value itself."),
        default: Some(r#""raw""#),
        constraints: Constraints {
            one_of: names,
            ..Constraints::NONE
        },
        schema: TypeSchema::argument::<String>(),
        ..Parameter::EMPTY
    }
}

/// What an output action gives: a text, or why there is none.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no text that an output action can give",
    label = "this action gives no `String`",
    note = "an output action is `fn(&T) -> String` or `fn(&T) -> Result<String, E>`",
    note = "it may be async where the tool is an `async fn`"
)]
pub trait ActionText {
    /// Why there is none.
    type Error;
    /// Asks about that type. As a type of the trait, so that of a result that is unknown already
    /// nothing more is said.
    type Probe;

    /// The two ways it can end.
    ///
    /// # Errors
    ///
    /// The failure, as it is.
    fn split(self) -> Result<String, Self::Error>;

    /// Asks about the failure.
    fn probe<'p>() -> &'p Self::Probe
    where
        Self: 'p;
}

impl ActionText for String {
    type Error = Infallible;
    type Probe = ErrorProbe<Infallible>;

    fn split(self) -> Result<String, Infallible> {
        Ok(self)
    }

    fn probe<'p>() -> &'p Self::Probe {
        &ErrorProbe::NEW
    }
}

impl<E> ActionText for Result<String, E> {
    type Error = E;
    type Probe = ErrorProbe<E>;

    fn split(self) -> Self {
        self
    }

    fn probe<'p>() -> &'p Self::Probe
    where
        Self: 'p,
    {
        &ErrorProbe::NEW
    }
}

/// What an action gave, and who can tell of its failure.
pub fn action_text<'p, T: ActionText + 'p>(text: T) -> (Result<String, T::Error>, &'p T::Probe) {
    (text.split(), T::probe())
}
