//! A request that runs a user's function and is answered with a result object or an error: all but
//! `tools/call`, whose failures are results.
//!
//! In flight, cancelled, limited and guarded as a call of a tool is.

use super::answer::{Answer, write_result};
use super::begun::{Begun, Caller, Permit, begin, progress_token, tend};
use super::build::Inner;
use super::connection::ConnectionInner;
use super::faults;
use super::guard::Panicked;
use super::outlet::Outlet;
use crate::jsonrpc::{ErrorCode, ErrorObject, Id, write_error};
use crate::tool::{Context, Made, Outcome, Refusal};
use crate::wire::{Params, ProtocolVersion};
use std::pin::Pin;
use std::sync::Arc;

/// What answers a request: the result object.
type Work = Pin<Box<dyn Future<Output = Result<Vec<u8>, ErrorObject>> + Send>>;

/// What a request runs in.
pub(super) struct Surroundings {
    pub(super) inner: Arc<Inner>,
    pub(super) version: ProtocolVersion,
    pub(super) context: Context,
    pub(super) permit: Permit,
}

/// A request that is to be run.
pub(super) struct Request {
    work: Box<dyn FnOnce(Surroundings) -> Work + Send>,
    /// The caller wants to hear of progress, under this token.
    progress: Option<Id>,
}

impl Request {
    pub(super) fn new<F, W>(params: &Params<'_>, work: F) -> Result<Self, ErrorObject>
    where
        F: FnOnce(Surroundings) -> W + Send + 'static,
        W: Future<Output = Result<Vec<u8>, ErrorObject>> + Send + 'static,
    {
        Ok(Self {
            work: Box::new(move |surroundings| Box::pin(work(surroundings))),
            progress: progress_token(params)?,
        })
    }

    /// Takes the request on.
    pub(super) fn start(
        self,
        connection: &Arc<ConnectionInner>,
        id: Id,
        caller: Caller,
        outlet: &Outlet,
    ) -> Answer {
        let version = caller.version;
        let Begun {
            permit,
            slot,
            context,
        } = match begin(connection, id, caller, self.progress, outlet) {
            Ok(begun) => begun,
            Err(refused) => return Answer::Now(refused),
        };
        let token = slot.started.token.clone();
        let work = (self.work)(Surroundings {
            inner: Arc::clone(&connection.service),
            version,
            context,
            permit,
        });
        Answer::Later(Box::pin(async move {
            let outcome = tokio::select! {
                biased;
                () = token.cancelled() => {
                    tracing::debug!(id = %slot.id, "the request was cancelled");
                    return None;
                }
                outcome = work => outcome,
                never = tend(slot.progress.as_ref(), None) => match never {},
            };
            let answer = match outcome {
                Ok(result) => write_result(&slot.id, &result),
                Err(error) => write_error(Ok(&slot.id), &error),
            };
            slot.end(answer)
        }))
    }
}

/// What the function made; `what` is it in one word, for the message of an error.
pub(super) fn made<T>(
    inner: &Inner,
    what: &str,
    name: &str,
    outcome: Result<Outcome<Made<T>>, Panicked>,
) -> Result<T, ErrorObject> {
    let nobodys_business = || faults::failed(format!("the {what} failed"));
    match outcome {
        Err(Panicked) => Err(nobodys_business()),
        Ok(Err(Refusal::Arguments(text))) => Err(ErrorObject::new(ErrorCode::INVALID_PARAMS, text)),
        Ok(Err(Refusal::Protocol(error))) => Err(error.object().clone()),
        Ok(Ok(Made::Failed(text))) if inner.mask_errors => {
            tracing::warn!(name, error = text, "the {what} failed");
            Err(nobodys_business())
        }
        Ok(Ok(Made::Failed(text))) => Err(faults::failed(text)),
        Ok(Ok(Made::Value(value))) => Ok(value),
    }
}
