//! One call on its way through an adapter: arguments in, an outcome out.
//!
//! The adapter is generated; what is the same for all of them stands here.

use super::faults::Faults;
use super::{Arguments, Context, Output, ProtocolError, Rules};
use crate::json::Texts;
use std::any::Any;
use std::borrow::Cow;
use std::ops::Range;
use std::pin::Pin;

/// A call of one function: the text of the arguments and what the server lends.
#[derive(Debug)]
pub struct Call {
    tool: Cow<'static, str>,
    rules: Rules,
    message: String,
    arguments: Range<usize>,
    /// What an argument borrows and the message has in another form.
    texts: Texts,
    context: Context,
}

impl Call {
    /// `arguments` is the place of a JSON object in `message`.
    pub(crate) fn new(
        tool: Cow<'static, str>,
        rules: Rules,
        message: String,
        arguments: Range<usize>,
        context: Context,
    ) -> Self {
        Self {
            tool,
            rules,
            message,
            arguments,
            texts: Texts::default(),
            context,
        }
    }

    /// Holds arguments that nobody decodes against the published schema.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that names every argument at fault.
    pub(super) fn hold(&self) -> Result<(), Refusal> {
        let rules = &self.rules;
        let mut faults = Faults::new(rules.parameters, rules.ignores_extra);
        rules
            .published
            .hold(self.arguments(), rules.lenient, &mut faults);
        match faults.is_none() {
            true => Ok(()),
            false => Err(faults.refusal(&self.tool)),
        }
    }

    /// The arguments as JSON text.
    pub(crate) fn arguments(&self) -> &str {
        &self.message[self.arguments.clone()]
    }

    /// Decodes the arguments by key into the positions of the function's parameters; `slots` are
    /// those positions, empty.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that names every argument at fault.
    pub fn decode<'c, L: Arguments<'c>>(&'c self, slots: L) -> Result<L::Values, Refusal> {
        super::arguments::decode(
            &self.tool,
            &self.rules,
            self.arguments(),
            &self.texts,
            slots,
        )
    }

    /// What the server lends for a parameter of type `&T`.
    ///
    /// # Panics
    ///
    /// When the server was built without a `T`; building checks that.
    pub fn inject<T: Any + Send + Sync>(&self) -> &T {
        self.inject_optional()
            .expect("a server is built only when every state its tools need was given")
    }

    /// What the server lends for a parameter of type `Option<&T>`.
    pub fn inject_optional<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.context.lent()
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }
}

/// A call that was not made, or that ended as an error of the protocol.
#[derive(Debug)]
pub enum Refusal {
    /// The arguments do not fit; every fault on a line of its own.
    Arguments(String),
    /// The function asked for an error of the protocol.
    Protocol(ProtocolError),
}

/// What became of a call.
pub type Outcome<T = Output> = Result<T, Refusal>;

/// What an adapter gives back.
pub enum Reply<T = Output> {
    /// The function has returned.
    Ready(Outcome<T>),
    /// The function is async.
    Later(Pin<Box<dyn Future<Output = Outcome<T>> + Send>>),
}

impl<T> Reply<T> {
    /// Runs a sync function.
    pub fn now(call: Call, function: impl FnOnce(&Call) -> Outcome<T>) -> Self {
        Self::Ready(function(&call))
    }

    /// Keeps an async function for the caller to poll.
    pub fn later(future: impl Future<Output = Outcome<T>> + Send + 'static) -> Self {
        Self::Later(Box::pin(future))
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Reply<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ready(outcome) => f.debug_tuple("Ready").field(outcome).finish(),
            Self::Later(_) => f.debug_tuple("Later").finish_non_exhaustive(),
        }
    }
}
