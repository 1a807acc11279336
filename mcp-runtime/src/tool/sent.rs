//! What a client sent along with a request, in its `_meta`.

use super::Context;
use crate::wire::TraceContext;

impl Context {
    /// `_meta` of the request as JSON text, as the client sent it; `None` when it sent none.
    ///
    /// ```
    /// /// Says which tenant calls.
    /// #[mcp::tool]
    /// fn tenant(ctx: &mcp::Context) -> Option<String> {
    ///     #[derive(serde::Deserialize)]
    ///     struct Meta {
    ///         #[serde(rename = "com.example/tenant")]
    ///         tenant: Option<String>,
    ///     }
    ///     serde_json::from_str::<Meta>(ctx.meta()?).ok()?.tenant
    /// }
    /// # fn main() {}
    /// ```
    pub fn meta(&self) -> Option<&str> {
        self.origin().meta()
    }

    /// The span of the client that the request belongs to, by `traceparent` in `_meta`; `None`
    /// when there is none, or what was sent is no such thing.
    ///
    /// To continue the trace, see [`Server::request_spans`](crate::Server::request_spans); to hand it on,
    /// send it as the header `traceparent`.
    pub fn trace_parent(&self) -> Option<&str> {
        self.trace().map(TraceContext::parent)
    }

    /// The trace that the request belongs to, with what systems on the way have added.
    pub fn trace(&self) -> Option<&TraceContext> {
        self.origin().trace()
    }
}
