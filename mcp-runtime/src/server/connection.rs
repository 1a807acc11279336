//! One client's connection: the handshake, the method table, the calls in flight.
//!
//! A frame goes in, an [`Answer`] comes out; what a call sends besides goes through its [`Outlet`]. Which message is of which era is decided here.
//!
//! Spec: MCP 2026-07-28, basic/versioning; MCP 2025-11-25, basic/lifecycle.

use super::answer::{Answer, write_result};
use super::asked::Asked;
use super::batch;
use super::begun::Caller;
use super::build::Inner;
use super::call::{self, Found};
use super::faults::{
    invalid_params, invalid_request, parse_error, same_id, unknown_in_modern, unknown_method,
};
use super::handshake::Handshake;
use super::hub::Heard;
use super::in_flight::InFlight;
use super::listen::{self, Filter};
use super::methods::{List, Method};
use super::outlet::Outlet;
use super::request::Request;
use super::span;
use super::standing::Standing;
use crate::jsonrpc::{
    ErrorCode, ErrorObject, Head, Id, Message, NoId, classify, peek, write_error,
};
use crate::tool::{Origin, SharedLevel, Wanted};
use crate::wire::{CancelledParams, Era, ListParams, MetaFault, Params, ProtocolVersion};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, OnceLock};
use tokio_util::sync::CancellationToken;

/// A connection of one client. Clones are the same connection.
#[derive(Clone, Debug)]
pub struct Connection {
    pub(super) inner: Arc<ConnectionInner>,
}

#[derive(Debug)]
pub(super) struct ConnectionInner {
    pub(super) service: Arc<Inner>,
    pub(super) in_flight: InFlight,
    /// Functions that run.
    pub(super) running: AtomicUsize,
    /// Ways out for what belongs to no call.
    pub(super) standing: Standing,
    pub(super) handshake: Mutex<Handshake>,
    /// The resources that an older client has subscribed to.
    pub(super) subscribed: Mutex<BTreeSet<String>>,
    /// Questions that wait for an answer.
    pub(super) asked: Asked,
    /// From which level on an older client hears what calls log.
    pub(super) log_level: SharedLevel,
    /// Kept while the client hears of changes.
    pub(super) heard: OnceLock<Heard>,
    /// Cancelled when subscriptions should end.
    pub(super) ending: CancellationToken,
}

impl Connection {
    pub(super) fn new(service: Arc<Inner>) -> Self {
        Self {
            inner: Arc::new(ConnectionInner {
                service,
                in_flight: InFlight::default(),
                running: AtomicUsize::new(0),
                standing: Standing::default(),
                handshake: Mutex::default(),
                subscribed: Mutex::default(),
                asked: Asked::default(),
                log_level: SharedLevel::default(),
                heard: OnceLock::new(),
                ending: CancellationToken::new(),
            }),
        }
    }

    /// Takes one message, without its line end, and tells what it is owed.
    ///
    /// Returns quickly: a tool runs when the future is polled, unless it was declared `inline`.
    /// Must be called within a tokio runtime. What a call sends besides its answer is dropped.
    pub fn receive(&self, message: Vec<u8>) -> Answer {
        self.receive_with(message, &Outlet::default())
    }

    /// The same as [`receive`](Self::receive), with a way out for what a call sends besides its
    /// answer: progress.
    ///
    /// Such a frame comes before the answer of its call and never after a cancellation. In a
    /// runtime without a time driver this may panic.
    pub fn receive_with(&self, message: Vec<u8>, outlet: &Outlet) -> Answer {
        self.receive_from(message, outlet, &Origin::default())
    }

    /// The same as [`receive_with`](Self::receive_with), of a message whose transport knows more of
    /// where it came from.
    pub(crate) fn receive_from(
        &self,
        message: Vec<u8>,
        outlet: &Outlet,
        origin: &Origin,
    ) -> Answer {
        let Ok(text) = String::from_utf8(message) else {
            return self.error(None, parse_error("the message is not UTF-8"));
        };
        match classify(&text) {
            Message::Request { id, method, params } => {
                let span = span::open(&self.inner, &id, &method, params, origin);
                let entered = span.enter();
                let answer = match self.inner.request(&id, &method, params, &text, origin) {
                    Ok(Step::Answer(answer)) => Answer::Now(answer),
                    Ok(Step::Call(found, caller)) => {
                        call::start(&self.inner, id, found, text, caller, outlet)
                    }
                    Ok(Step::Run(request, caller)) => {
                        request.start(&self.inner, id, caller, outlet)
                    }
                    Ok(Step::Listen(filter)) => listen::start(&self.inner, id, filter, outlet),
                    Err(error) => self.error(Some(&id), error),
                };
                drop(entered);
                span::follow(span, answer)
            }
            Message::Notification { method, params } => {
                self.inner.notification(&method, params);
                Answer::None
            }
            Message::Response => {
                self.inner.asked.answer(&text);
                Answer::None
            }
            Message::Batch if self.has_batches() => batch::receive(self, &text, outlet, origin),
            Message::Batch => self.error(None, invalid_request("a message is one JSON object")),
            Message::Invalid { id, reason } => self.error(id.as_ref(), invalid_request(reason)),
            Message::NotJson => self.error(None, parse_error("the message is not JSON")),
        }
    }

    /// Takes one message and waits for its answer.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future cancels the call.
    pub async fn handle(&self, message: impl Into<Vec<u8>>) -> Option<Vec<u8>> {
        match self.receive(message.into()) {
            Answer::None => None,
            Answer::Now(answer) => Some(answer),
            Answer::Later(answer) => answer.await,
        }
    }

    /// What a message over the limit is owed, of which the transport kept the first bytes.
    pub fn too_long(&self, head: &[u8]) -> Option<Vec<u8>> {
        let limit = self.inner.service.limits.message_size;
        let error = invalid_request(format!("the message is longer than {limit} bytes"));
        match peek(head) {
            Head::Request(id) => Some(write_error(id.as_ref().ok_or(self.no_id()), &error)),
            Head::Answer(_) | Head::Notification => None,
        }
    }

    /// The version that the handshake agreed on.
    #[cfg(feature = "http")]
    pub(crate) fn version(&self) -> Option<ProtocolVersion> {
        self.inner.handshake().version
    }

    /// How many calls are in flight.
    pub fn in_flight(&self) -> usize {
        self.inner.in_flight.len()
    }

    /// Cancels every call in flight.
    pub fn close(&self) {
        self.inner.in_flight.cancel_all();
    }

    pub(super) fn error(&self, id: Option<&Id>, error: ErrorObject) -> Answer {
        Answer::Now(write_error(id.ok_or(self.no_id()), &error))
    }

    /// Before a handshake nothing is known of the client, so the newest rule holds.
    fn no_id(&self) -> NoId {
        match self.inner.handshake().version {
            Some(version) if !version.omits_unknown_id() => NoId::Null,
            _ => NoId::Omit,
        }
    }

    fn has_batches(&self) -> bool {
        self.inner
            .handshake()
            .version
            .is_some_and(ProtocolVersion::has_batches)
    }
}

/// A request that is not refused.
enum Step {
    /// The whole answer.
    Answer(Vec<u8>),
    /// A tool is to be called.
    Call(Found, Caller),
    /// Another function is to be run.
    Run(Request, Caller),
    /// Changes are to be told.
    Listen(Filter),
}

impl ConnectionInner {
    fn request(
        &self,
        id: &Id,
        name: &str,
        params: Option<&str>,
        text: &str,
        origin: &Origin,
    ) -> Result<Step, ErrorObject> {
        if self.in_flight.contains(id) {
            return Err(same_id());
        }
        let method = Method::known(&self.service, name).ok_or_else(|| unknown_method(name))?;
        let params = Params::read(params).map_err(invalid_params)?;
        let caller = match self.is_modern(method, &params) {
            true => self.modern_caller(method, name, &params)?,
            false => match self.legacy_caller(method, name)? {
                Some(caller) => caller,
                None => {
                    return self
                        .without_handshake(id, method, &params)
                        .map(Step::Answer);
                }
            },
        };
        let caller = match method {
            // Nobody looks at it.
            Method::Discover => caller,
            Method::List(_) if self.service.visible.is_none() => caller,
            _ => Caller {
                origin: origin.with_meta(params.meta.as_ref().map(|meta| meta.text)),
                ..caller
            },
        };
        let result = match method {
            Method::Discover => self.service.discover_result(),
            Method::List(list) => {
                return self.list(id, list, &params, &caller).map(Step::Answer);
            }
            Method::GetPrompt => {
                let surface = self.service.surface.get();
                return Ok(Step::Run(surface.prompts.get(&params)?, caller));
            }
            Method::ReadResource => {
                let surface = self.service.surface.get();
                let request = surface.resources.read(&params, caller.version)?;
                return Ok(Step::Run(request, caller));
            }
            Method::Complete => {
                let surface = self.service.surface.get();
                return Ok(Step::Run(surface.complete(&params)?, caller));
            }
            Method::CallTool => {
                return Ok(Step::Call(
                    Found::new(&self.service, text, &params, &caller)?,
                    caller,
                ));
            }
            Method::Subscribe | Method::Unsubscribe | Method::SetLevel
                if caller.version.era() == Era::Modern =>
            {
                return Err(unknown_in_modern(name));
            }
            Method::Subscribe | Method::Unsubscribe => {
                self.subscribe(&params, caller.version, method == Method::Subscribe)?;
                b"{}".to_vec()
            }
            Method::SetLevel => self.set_log_level(&params)?,
            Method::Listen if caller.version.era() == Era::Legacy => {
                return Err(unknown_method(name));
            }
            Method::Listen => return Ok(Step::Listen(Filter::read(&params)?)),
            // Both are legacy alone, and need no handshake.
            Method::Initialize | Method::Ping => return Err(unknown_method(name)),
        };
        Ok(Step::Answer(write_result(id, &result)))
    }

    /// A request that names its version is modern whatever came before it. The prefix alone
    /// says nothing: 2025-11-25 uses it too.
    fn is_modern(&self, method: Method, params: &Params<'_>) -> bool {
        let eras = self.service.eras;
        let named = params
            .meta
            .as_ref()
            .is_some_and(|meta| meta.names_version());
        match method {
            Method::Discover => true,
            Method::Initialize => named && eras.modern,
            _ => eras.modern && (named || !eras.legacy),
        }
    }

    fn modern_caller(
        &self,
        method: Method,
        name: &str,
        params: &Params<'_>,
    ) -> Result<Caller, ErrorObject> {
        if matches!(method, Method::Initialize | Method::Ping) {
            return Err(unknown_in_modern(name));
        }
        let meta = params.meta.as_ref().map_or_else(
            || Err(MetaFault::Invalid("`_meta` is missing".to_owned())),
            |meta| meta.modern(),
        );
        match meta {
            Ok(meta) => Ok(Caller {
                version: meta.version,
                client: meta.client.map(Arc::new),
                capabilities: meta.capabilities,
                origin: Origin::default(),
                wanted: meta.log_level.map_or(Wanted::Nothing, Wanted::From),
            }),
            Err(MetaFault::Invalid(text)) => Err(invalid_params(text)),
            Err(MetaFault::UnknownVersion(version)) => Err(self.unsupported(&version)),
        }
    }

    fn list(
        &self,
        id: &Id,
        list: List,
        params: &Params<'_>,
        caller: &Caller,
    ) -> Result<Vec<u8>, ErrorObject> {
        let ListParams { cursor } = params.decode().map_err(invalid_params)?;
        let surface = self.service.surface.get();
        let (info, cursor) = (&self.service.info, cursor.as_deref());
        let result = match (&self.service.visible, list) {
            (Some(filter), List::Tools) => surface
                .page_of_tools(filter, caller, info, cursor)
                .map(|page| write_result(id, &page)),
            _ => surface
                .page(list, info, caller.version, cursor)
                .map(|page| write_result(id, page)),
        };
        result.ok_or_else(|| invalid_params("`cursor` was not given out by this server"))
    }

    pub(super) fn unsupported(&self, requested: &str) -> ErrorObject {
        let supported = self.service.supported_versions();
        let requested = serde_json::to_string(requested).expect("a string has a JSON form");
        ErrorObject::new(
            ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
            format!(
                "unsupported protocol version {requested}; this server speaks {}",
                ProtocolVersion::LATEST
            ),
        )
        .with_data(format!(
            r#"{{"supported":{supported},"requested":{requested}}}"#
        ))
    }

    fn notification(&self, method: &str, params: Option<&str>) {
        match method {
            "notifications/initialized" => {
                let mut handshake = self.handshake();
                handshake.complete = handshake.version.is_some();
            }
            "notifications/cancelled" => {
                let params = Params::read(params).ok();
                let id = params
                    .and_then(|params| params.decode::<CancelledParams<'_>>().ok())
                    .and_then(|params| Id::from_json(params.request_id.get()));
                match id {
                    Some(id) => self.in_flight.cancel(&id),
                    None => tracing::debug!("a cancellation without a request id was ignored"),
                }
            }
            _ => tracing::debug!(method, "an unknown notification was ignored"),
        }
    }
}
