//! A request that was taken on: what it holds while a function runs, and who hears of it.
//!
//! The limits, the place in flight and the road for progress are the same for whatever is run. Does not
//! know what that is.

use super::connection::ConnectionInner;
use super::faults::{busy, same_id};
use super::in_flight::Started;
use super::outlet::{CallRoad, Outlet};
use super::turns::Turn;
use crate::jsonrpc::{ErrorCode, ErrorObject, Id, write_error};
use crate::tool::{CallContext, Context, Origin, Progress, Road, Wanted};
use crate::wire::{ClientCapabilities, Implementation, Params, ProtocolVersion};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The token of a caller that wants to hear of progress.
pub(super) fn progress_token(params: &Params<'_>) -> Result<Option<Id>, ErrorObject> {
    let token = params.meta.as_ref().map(|meta| meta.progress_token());
    token
        .unwrap_or(Ok(None))
        .map_err(|message| ErrorObject::new(ErrorCode::INVALID_PARAMS, message))
}

/// Who calls.
pub(super) struct Caller {
    pub(super) version: ProtocolVersion,
    pub(super) client: Option<Arc<Implementation>>,
    pub(super) capabilities: ClientCapabilities,
    pub(super) origin: Origin,
    /// What it wants of what is logged.
    pub(super) wanted: Wanted,
}

/// A request that was taken on: it may run a function, and is owed an answer.
pub(super) struct Begun {
    pub(super) permit: Permit,
    pub(super) slot: Slot,
    pub(super) context: Context,
}

/// Takes a request on; an `Err` is the whole answer.
///
/// `progress` is the token of a caller that wants to hear of it, and `outlet` the way to them.
pub(super) fn begin(
    connection: &Arc<ConnectionInner>,
    id: Id,
    caller: Caller,
    progress: Option<Id>,
    outlet: &Outlet,
) -> Result<Begun, Vec<u8>> {
    let Some(permit) = Permit::take(connection) else {
        return Err(write_error(Ok(&id), &busy()));
    };
    let Some(started) = connection.in_flight.start(id.clone()) else {
        return Err(write_error(Ok(&id), &same_id()));
    };
    let road = outlet.is_open().then(|| {
        let road = CallRoad::new(connection, &id, &started, outlet);
        Arc::new(road) as Arc<dyn Road>
    });
    let progress = progress
        .zip(road.as_ref())
        .map(|(token, road)| Progress::new(token, caller.version, Arc::clone(road)));
    let slot = Slot {
        connection: Arc::clone(connection),
        id,
        started,
        progress,
    };
    let context = Context::new(CallContext {
        id: slot.id.clone(),
        version: caller.version,
        client: caller.client,
        capabilities: caller.capabilities,
        origin: caller.origin,
        cancellation: slot.started.token.clone(),
        progress: slot.progress.clone(),
        road,
        wanted: caller.wanted,
        states: Arc::clone(&connection.service.states),
    });
    Ok(Begun {
        permit,
        slot,
        context,
    })
}

/// Keeps the caller informed while the tool runs.
pub(super) async fn tend(progress: Option<&Progress>, heartbeat: Option<Duration>) -> Infallible {
    match progress {
        Some(progress) => progress.tend(heartbeat).await,
        None => std::future::pending().await,
    }
}

/// The right to run a function. A sync one that was cancelled runs on, so its thread holds the
/// permit, and whoever cancels much cannot have more running than the limits say.
pub(super) struct Permit {
    connection: Arc<ConnectionInner>,
    /// Of a sequential tool: like the permit, held until the function has ended.
    pub(super) turn: Option<Turn>,
}

impl Permit {
    fn take(connection: &Arc<ConnectionInner>) -> Option<Self> {
        let limits = &connection.service.limits;
        let here = connection.running.fetch_add(1, Ordering::Relaxed);
        let in_all = connection.service.running.fetch_add(1, Ordering::Relaxed);
        // Made before the check, so that a refusal counts down again.
        let permit = Self {
            connection: Arc::clone(connection),
            turn: None,
        };
        (here < limits.calls_per_connection && in_all < limits.calls).then_some(permit)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.connection.running.fetch_sub(1, Ordering::Relaxed);
        self.connection
            .service
            .running
            .fetch_sub(1, Ordering::Relaxed);
    }
}

/// A call that is to be answered; its id is given back when dropped.
pub(super) struct Slot {
    pub(super) connection: Arc<ConnectionInner>,
    pub(super) id: Id,
    pub(super) started: Started,
    pub(super) progress: Option<Progress>,
}

impl Slot {
    /// Hands the answer out, unless the call was cancelled meanwhile.
    pub(super) fn end(self, answer: Vec<u8>) -> Option<Vec<u8>> {
        if let Some(progress) = &self.progress {
            progress.end();
        }
        self.connection
            .in_flight
            .finish(&self.id, &self.started)
            .then_some(answer)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.connection.in_flight.finish(&self.id, &self.started);
    }
}
