//! Tells by trait, not by name, what a tool returns.
//!
//! Method lookup prefers an inherent method to a trait's and a shorter receiver to a longer one.
//! Generated code calls `split`, `ok`, `err`, `encode` and `schema` on types that are concrete
//! there, so aliases (`anyhow::Result`) and a user's own `Json` mean what they are. A blanket
//! trait could not do that: `Result` itself has a JSON form.

use super::{
    FailureText, FromFailure, IntoToolResult, Json, Outcome, Output, OutputType, ProtocolError,
    Refusal, Structured, Written, failure,
};
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::future::{Ready, ready};
use std::marker::PhantomData;

/// Asks about the return type `T`.
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Probe<T> {
    /// The probe; it holds nothing.
    pub const NEW: Self = Self(PhantomData);
}

/// Asks about the error type `E`.
pub struct ErrorProbe<E>(PhantomData<fn() -> E>);

impl<E> ErrorProbe<E> {
    /// The probe; it holds nothing.
    pub const NEW: Self = Self(PhantomData);
}

/// Asks about the type of a value.
pub fn probe_of<T>(_: &T) -> Probe<T> {
    Probe::NEW
}

impl<T> fmt::Debug for Probe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::any::type_name::<Self>())
    }
}

impl<E> fmt::Debug for ErrorProbe<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::any::type_name::<Self>())
    }
}

impl<T, E> Probe<Result<T, E>> {
    /// Asks about the success.
    pub fn ok(&self) -> Probe<T> {
        Probe::NEW
    }

    /// Asks about the failure.
    pub fn err(&self) -> &ErrorProbe<E> {
        &ErrorProbe(PhantomData)
    }

    /// The two ways it can end.
    ///
    /// # Errors
    ///
    /// The failure, as it is.
    pub fn split(&self, result: Result<T, E>) -> Result<T, E> {
        result
    }
}

/// A type that is no `Result`: it never fails.
pub trait NotResult {
    /// The type itself.
    type Value;

    /// Asks about the success.
    fn ok(&self) -> Probe<Self::Value> {
        Probe::NEW
    }

    /// Asks about the failure that never comes.
    fn err(&self) -> &ErrorProbe<Infallible> {
        &ErrorProbe(PhantomData)
    }

    /// The one way it can end.
    ///
    /// # Errors
    ///
    /// Never.
    fn split(&self, value: Self::Value) -> Result<Self::Value, Infallible> {
        Ok(value)
    }
}

impl<T> NotResult for Probe<T> {
    type Value = T;
}

impl<F: Future> Probe<F> {
    /// What is to be awaited: the future itself.
    pub fn wait(&self, future: F) -> F {
        future
    }
}

/// A type that is no future: it is there at once.
pub trait NotFuture {
    /// The type itself.
    type Value;

    /// What is to be awaited: the value, as it is.
    fn wait(&self, value: Self::Value) -> Ready<Self::Value> {
        ready(value)
    }
}

impl<T> NotFuture for Probe<T> {
    type Value = T;
}

impl<T: IntoToolResult> Probe<T> {
    /// Content as it is.
    pub fn encode(&self, value: T) -> Output {
        value.into_tool_result().into()
    }

    /// The same, for a schema that was given by hand.
    pub fn encode_given(&self, value: T) -> Output {
        value.into_tool_result().into()
    }

    /// Content that may hold a value can have a schema that was given by hand.
    pub fn given(&self) -> Option<OutputType> {
        T::MAY_BE_STRUCTURED.then(|| OutputType::given(false))
    }

    /// Content has no output schema.
    pub fn schema(&self) -> Option<OutputType> {
        None
    }
}

impl<T: Structured> Probe<Json<T>> {
    /// A value that legacy clients get as well.
    pub fn encode(&self, value: Json<T>) -> Output {
        Output::value(&value.0)
    }

    /// Its schema, wrapped for them where it is no object.
    pub fn schema(&self) -> Option<OutputType> {
        Some(OutputType::of::<T>(true))
    }
}

impl<T: Written> Probe<Json<T>> {
    /// A value that legacy clients get as well.
    pub fn encode_given(&self, value: Json<T>) -> Output {
        Output::value(&value.0)
    }

    /// It has the schema that was given by hand, wrapped for them where it is no object.
    pub fn given(&self) -> Option<OutputType> {
        Some(OutputType::given(true))
    }
}

/// Every other type: a value with a schema.
pub trait StructuredProbe {
    /// The type itself.
    type Value;

    /// The value as JSON text.
    fn encode(&self, value: Self::Value) -> Output
    where
        Self::Value: Structured,
    {
        Output::value(&value)
    }

    /// Its schema.
    fn schema(&self) -> Option<OutputType>
    where
        Self::Value: Structured,
    {
        Some(OutputType::of::<Self::Value>(false))
    }

    /// The value as JSON text, for a schema that was given by hand.
    fn encode_given(&self, value: Self::Value) -> Output
    where
        Self::Value: Written,
    {
        Output::value(&value)
    }

    /// It has the schema that was given by hand.
    fn given(&self) -> Option<OutputType>
    where
        Self::Value: Written,
    {
        Some(OutputType::given(false))
    }
}

impl<T> StructuredProbe for Probe<T> {
    type Value = T;
}

impl ErrorProbe<ProtocolError> {
    /// An error of the protocol.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn encode<T>(&self, error: ProtocolError) -> Outcome<T> {
        Err(Refusal::Protocol(error))
    }
}

impl ErrorProbe<Infallible> {
    /// Never called.
    ///
    /// # Errors
    ///
    /// Never.
    pub fn encode<T>(&self, error: Infallible) -> Outcome<T> {
        match error {}
    }
}

macro_rules! boxed {
    ($($type:ty),*) => {$(
        impl ErrorProbe<Box<$type>> {
            /// The text of the error and of its causes.
            ///
            /// # Errors
            ///
            /// Never: the failure is a result.
            pub fn encode<T: FromFailure>(&self, error: Box<$type>) -> Outcome<T> {
                Ok(T::from_failure(failure::with_causes(&*error)))
            }
        }
    )*};
}

boxed!(dyn Error, dyn Error + Send, dyn Error + Send + Sync);

/// An error with causes.
pub trait CausedProbe<E> {
    /// The text of the error and of its causes.
    ///
    /// # Errors
    ///
    /// Never: the failure is a result.
    fn encode<T: FromFailure>(&self, error: E) -> Outcome<T>;
}

impl<E: Error> CausedProbe<E> for ErrorProbe<E> {
    fn encode<T: FromFailure>(&self, error: E) -> Outcome<T> {
        Ok(T::from_failure(failure::with_causes(&error)))
    }
}

/// Every other error: its text. One reference further away, so that it is asked last.
pub trait TextProbe<E> {
    /// The text of the error.
    ///
    /// # Errors
    ///
    /// Never: the failure is a result.
    fn encode<T: FromFailure>(&self, error: E) -> Outcome<T>
    where
        E: FailureText;
}

impl<E> TextProbe<E> for &ErrorProbe<E> {
    fn encode<T: FromFailure>(&self, error: E) -> Outcome<T>
    where
        E: FailureText,
    {
        Ok(T::from_failure(error.failure_text()))
    }
}
