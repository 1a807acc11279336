//! The forms of a function that completes an argument, told apart by trait: sync or async, with the
//! other arguments or without.

use super::{CompletionContext, Completions, IntoCompletions};
use std::fmt;
use std::marker::PhantomData;
use std::pin::Pin;

/// One value to complete.
#[derive(Debug)]
pub struct CompletionCall {
    pub(crate) value: String,
    pub(crate) context: CompletionContext,
}

/// What became of it; an `Err` is the text of the function's own.
pub(crate) type Completed = Result<Completions, String>;

/// The function, ready to run.
pub enum CompletionReply {
    /// It may block its thread.
    Now(Box<dyn FnOnce() -> Completed + Send>),
    /// It is async.
    Later(Pin<Box<dyn Future<Output = Completed> + Send>>),
}

impl fmt::Debug for CompletionReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Now(_) => "Now(..)",
            Self::Later(_) => "Later(..)",
        })
    }
}

/// A function that completes an argument:
///
/// - `fn(&str) -> Vec<String>`,
/// - `fn(&str, &CompletionContext) -> Vec<String>`,
/// - `async` ones of both.
///
/// In place of the list there may be anything that is [`IntoCompletions`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot complete an argument",
    label = "not a function from `&str` to a list of texts",
    note = "write `fn(typed: &str) -> Vec<String>`, or with the other arguments \
            `fn(typed: &str, context: &mcp::CompletionContext) -> Vec<String>`; both may be `async`, if the future is `Send`",
    note = "it may return `mcp::Completions`, or a `Result`, too"
)]
pub trait Completer<Form>: Sized {
    #[doc(hidden)]
    fn reply(self, call: CompletionCall) -> CompletionReply;
}

/// Makes the function ready to run.
pub fn complete<Form, F: Completer<Form>>(function: F, call: CompletionCall) -> CompletionReply {
    function.reply(call)
}

/// The form `fn(&str) -> R`.
#[derive(Debug)]
pub struct Now<R>(PhantomData<R>);
/// The form `fn(&str, &CompletionContext) -> R`.
#[derive(Debug)]
pub struct NowWith<R>(PhantomData<R>);
/// The form `async fn(&str) -> R`.
#[derive(Debug)]
pub struct Later<R>(PhantomData<R>);
/// The form `async fn(&str, &CompletionContext) -> R`.
#[derive(Debug)]
pub struct LaterWith<R>(PhantomData<R>);

impl<F, R> Completer<Now<R>> for F
where
    F: Fn(&str) -> R + Send + 'static,
    R: IntoCompletions,
{
    fn reply(self, call: CompletionCall) -> CompletionReply {
        CompletionReply::Now(Box::new(move || self(&call.value).into_completions()))
    }
}

impl<F, R> Completer<NowWith<R>> for F
where
    F: Fn(&str, &CompletionContext) -> R + Send + 'static,
    R: IntoCompletions,
{
    fn reply(self, call: CompletionCall) -> CompletionReply {
        CompletionReply::Now(Box::new(move || {
            self(&call.value, &call.context).into_completions()
        }))
    }
}

/// A function whose future borrows the value.
pub trait LaterFn<'a, R> {
    /// The future.
    type Future: Future<Output = R> + Send + 'a;
    /// Calls it.
    fn call(&self, value: &'a str) -> Self::Future;
}

impl<'a, F, Fut, R> LaterFn<'a, R> for F
where
    F: Fn(&'a str) -> Fut,
    Fut: Future<Output = R> + Send + 'a,
{
    type Future = Fut;

    fn call(&self, value: &'a str) -> Fut {
        self(value)
    }
}

/// A function whose future borrows the value and the context.
pub trait LaterWithFn<'a, R> {
    /// The future.
    type Future: Future<Output = R> + Send + 'a;
    /// Calls it.
    fn call(&self, value: &'a str, context: &'a CompletionContext) -> Self::Future;
}

impl<'a, F, Fut, R> LaterWithFn<'a, R> for F
where
    F: Fn(&'a str, &'a CompletionContext) -> Fut,
    Fut: Future<Output = R> + Send + 'a,
{
    type Future = Fut;

    fn call(&self, value: &'a str, context: &'a CompletionContext) -> Fut {
        self(value, context)
    }
}

impl<F, R> Completer<Later<R>> for F
where
    F: for<'a> LaterFn<'a, R> + Send + Sync + 'static,
    R: IntoCompletions + 'static,
{
    fn reply(self, call: CompletionCall) -> CompletionReply {
        CompletionReply::Later(Box::pin(async move {
            self.call(&call.value).await.into_completions()
        }))
    }
}

impl<F, R> Completer<LaterWith<R>> for F
where
    F: for<'a> LaterWithFn<'a, R> + Send + Sync + 'static,
    R: IntoCompletions + 'static,
{
    fn reply(self, call: CompletionCall) -> CompletionReply {
        CompletionReply::Later(Box::pin(async move {
            self.call(&call.value, &call.context)
                .await
                .into_completions()
        }))
    }
}
