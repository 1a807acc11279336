//! One `tracing` span for each request, named as OpenTelemetry's conventions for MCP name things.
//!
//! Sees a message before it is understood and its answer when it is written. Costs nothing while nobody
//! listens. Does not decide anything about a request.
//!
//! Conventions: OpenTelemetry, gen-ai/mcp, "Server".

use super::answer::Answer;
use super::build::Inner;
use super::builder::Server;
use super::connection::ConnectionInner;
use crate::jsonrpc::Id;
use crate::tool::Origin;
use crate::wire::TraceContext;
use serde::Deserialize;
use std::borrow::Cow;
use std::cell::LazyCell;
use std::fmt;
use std::sync::Arc;
use tracing::field::Empty;
use tracing::level_filters::LevelFilter;
use tracing::{Instrument as _, Span};

/// What a program does with the span of each request.
#[derive(Clone)]
pub(super) struct SpanHook(Arc<Hook>);

type Hook = dyn Fn(&Span, Option<&TraceContext>) + Send + Sync;

impl fmt::Debug for SpanHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SpanHook(..)")
    }
}

impl Server {
    /// Calls `hook` with the `tracing` span of each request, before anything happens in it.
    ///
    /// This is where a trace of the client is continued, which it names in `_meta` of the request.
    /// With the crates `tracing-opentelemetry` and `opentelemetry`:
    ///
    /// ```text
    /// server.request_spans(|span, trace| {
    ///     if let Some(trace) = trace {
    ///         let carrier = HashMap::from([("traceparent".to_owned(), trace.parent().to_owned())]);
    ///         let _ = span.set_parent(TraceContextPropagator::new().extract(&carrier));
    ///     }
    /// })
    /// ```
    ///
    /// Spans have level INFO and the name of the method. Their fields are those of OpenTelemetry's
    /// conventions for MCP: `mcp.method.name`, `jsonrpc.request.id`, `mcp.protocol.version`,
    /// `mcp.session.id` (a digest of it, for whoever has the id has the session), `gen_ai.tool.name`,
    /// `gen_ai.prompt.name`, `mcp.resource.uri`, and at the end of a request that failed
    /// `error.type` and `rpc.response.status_code`; besides `traceparent` and `tracestate`, and what
    /// `tracing-opentelemetry` reads, `otel.name`, `otel.kind` and `otel.status_code`. Spans and
    /// events of a function are children of its request, on whatever thread it runs. Without a subscriber
    /// there are no spans and the hook is not called.
    pub fn request_spans(
        mut self,
        hook: impl Fn(&Span, Option<&TraceContext>) + Send + Sync + 'static,
    ) -> Self {
        self.span_hook = Some(SpanHook(Arc::new(hook)));
        self
    }
}

/// What of a request is told.
#[derive(Default)]
struct About<'a> {
    name: Option<Cow<'a, str>>,
    uri: Option<Cow<'a, str>>,
    trace: Option<TraceContext>,
    version: Option<Cow<'a, str>>,
}

impl<'a> About<'a> {
    fn read(params: Option<&'a str>) -> Self {
        #[derive(Deserialize)]
        struct Params<'a> {
            #[serde(default, borrow)]
            name: Option<Cow<'a, str>>,
            #[serde(default, borrow)]
            uri: Option<Cow<'a, str>>,
            #[serde(default, borrow, rename = "_meta")]
            meta: Option<&'a serde_json::value::RawValue>,
        }
        #[derive(Deserialize)]
        struct Meta<'a> {
            #[serde(default, borrow, rename = "io.modelcontextprotocol/protocolVersion")]
            version: Option<Cow<'a, str>>,
        }
        let params = params.and_then(|text| serde_json::from_str::<Params<'a>>(text).ok());
        let Some(params) = params else {
            return Self::default();
        };
        let meta = params.meta.map(serde_json::value::RawValue::get);
        let version = meta.and_then(|meta| serde_json::from_str::<Meta<'a>>(meta).ok());
        Self {
            name: params.name,
            uri: params.uri,
            trace: meta.and_then(TraceContext::read),
            version: version.and_then(|meta| meta.version),
        }
    }
}

/// A span by the name of its method: names of spans are fixed when the program is built.
macro_rules! span_named {
    ($method:expr, [$($name:literal)*], $other:literal, $fields:tt) => {
        match $method {
            $($name => span_named!($name $fields),)*
            _ => span_named!($other $fields),
        }
    };
    ($name:literal { $($fields:tt)* }) => {
        tracing::info_span!($name, $($fields)*)
    };
}

/// The span of a request.
pub(super) fn open(
    connection: &ConnectionInner,
    id: &Id,
    method: &str,
    params: Option<&str>,
    origin: &Origin,
) -> Span {
    // Asked first, so that nothing is read for nobody.
    if LevelFilter::current() < LevelFilter::INFO {
        return Span::none();
    }
    let about = LazyCell::new(|| About::read(params));
    let named = |of: &str| about.name.as_deref().filter(|_| method == of);
    let version = LazyCell::new(|| match &about.version {
        Some(version) => Some(version.to_string()),
        None => connection
            .handshake()
            .version
            .map(|version| version.as_str().to_owned()),
    });
    // Now or never: it is not read again once somebody has entered the span.
    let title = || match about.name.as_deref() {
        Some(name) if has(&connection.service, method, name) => format!("{method} {name}"),
        _ => method.to_owned(),
    };
    let trace = || about.trace.as_ref();
    // A modern request has no session, whatever its headers say.
    let session = || match about.version {
        Some(_) => None,
        None => origin.session(),
    };
    let span = span_named!(
        method,
        [
            "initialize" "ping" "server/discover" "tools/list" "tools/call" "prompts/list"
            "prompts/get" "resources/list" "resources/templates/list" "resources/read"
            "resources/subscribe" "resources/unsubscribe" "completion/complete"
            "logging/setLevel" "subscriptions/listen"
        ],
        "request",
        {
        "otel.name" = title(),
        "otel.kind" = "server",
        "otel.status_code" = Empty,
        "otel.status_description" = Empty,
        "mcp.method.name" = method,
        "mcp.protocol.version" = version.as_deref(),
        "mcp.session.id" = session().as_deref(),
        "mcp.resource.uri" = about.uri.as_deref(),
        "jsonrpc.request.id" = &*text(id),
        "gen_ai.tool.name" = named("tools/call"),
        "gen_ai.prompt.name" = named("prompts/get"),
        "gen_ai.operation.name" = (method == "tools/call").then_some("execute_tool"),
        "network.transport" = origin.is_http().then_some("tcp"),
        "network.protocol.name" = origin.is_http().then_some("http"),
        "traceparent" = trace().map(TraceContext::parent),
        "tracestate" = trace().and_then(TraceContext::state),
        "error.type" = Empty,
        "rpc.response.status_code" = Empty,
        }
    );
    if let Some(SpanHook(hook)) = &connection.service.span_hook
        && !span.is_disabled()
    {
        hook(&span, trace());
    }
    span
}

/// Whether the server has the function that a request names, so that it may stand in the name of the
/// span: those are few, while a client can make up any number.
fn has(inner: &Inner, method: &str, name: &str) -> bool {
    let surface = inner.surface.get();
    match method {
        "tools/call" => surface.tool(name).is_some(),
        "prompts/get" => surface.prompts.find(name).is_ok(),
        _ => false,
    }
}

/// An id as text, a string without its quotes.
fn text(id: &Id) -> Cow<'_, str> {
    let json = id.as_json();
    serde_json::from_str(json).unwrap_or(Cow::Borrowed(json))
}

/// Has what follows happen in the span, up to the answer.
pub(super) fn follow(span: Span, answer: Answer) -> Answer {
    if span.is_disabled() {
        return answer;
    }
    match answer {
        Answer::None => Answer::None,
        Answer::Now(frame) => {
            ended(&span, &frame);
            Answer::Now(frame)
        }
        Answer::Later(later) => {
            let within = span.clone();
            let later = async move {
                let answer = later.await;
                if let Some(frame) = &answer {
                    ended(&span, frame);
                }
                answer
            };
            Answer::Later(Box::pin(later.instrument(within)))
        }
    }
}

/// Notes how a request has ended, if it failed.
fn ended(span: &Span, frame: &[u8]) {
    #[derive(Deserialize)]
    struct Answered<'a> {
        #[serde(borrow)]
        error: Option<Failed<'a>>,
        result: Option<Returned>,
    }
    #[derive(Deserialize)]
    struct Failed<'a> {
        code: i64,
        #[serde(borrow)]
        message: Cow<'a, str>,
    }
    #[derive(Deserialize)]
    struct Returned {
        #[serde(default, rename = "isError")]
        is_error: Option<bool>,
    }
    let Ok(answered) = serde_json::from_slice::<Answered<'_>>(frame) else {
        return;
    };
    if let Some(Failed { code, message }) = answered.error {
        let code = code.to_string();
        span.record("error.type", &*code);
        span.record("rpc.response.status_code", &*code);
        span.record("otel.status_code", "ERROR");
        span.record("otel.status_description", &*message);
    } else if answered.result.and_then(|result| result.is_error) == Some(true) {
        span.record("error.type", "tool_error");
        span.record("otel.status_code", "ERROR");
    }
}
