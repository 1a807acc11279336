//! Where a request came from: who makes it, the HTTP request that carried it, and its `_meta`.
//!
//! The transport fills it in, the server adds `_meta`, functions read it through their [`Context`]. Does not decide who may ask.

use super::Context;
use crate::wire::TraceContext;
#[cfg(feature = "http")]
use base64::Engine as _;
#[cfg(feature = "http")]
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
#[cfg(feature = "http")]
use sha2::{Digest as _, Sha256};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// Who makes a request, as far as somebody has verified it; see [`Context::caller`].
///
/// A middleware that knows who asks says so by putting one into the extensions of the HTTP request,
/// `request.extensions_mut().insert(mcp::Caller::new("alice"))`; see `examples/axum_mount.rs`.
///
/// What belongs to a caller, such as a session of an older client, is nobody else's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Caller(Arc<str>);

impl Caller {
    /// A caller by a name of one's own choice, the same for every request of that caller.
    pub fn new(id: impl Into<Arc<str>>) -> Self {
        Self(id.into())
    }

    /// What tells callers apart. Not a secret.
    pub fn id(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What is known of a request besides its method and its arguments.
#[derive(Clone, Default)]
pub(crate) struct Origin {
    caller: Option<Caller>,
    /// `_meta` as text.
    meta: Option<Box<str>>,
    trace: Option<Box<TraceContext>>,
    #[cfg(feature = "http")]
    head: Option<Arc<http::request::Parts>>,
}

impl Origin {
    #[cfg(feature = "http")]
    pub(crate) fn http(head: Arc<http::request::Parts>, caller: Option<Caller>) -> Self {
        Self {
            caller,
            head: Some(head),
            ..Self::default()
        }
    }

    /// The same with what the client sent in `_meta`.
    pub(crate) fn with_meta(&self, meta: Option<&str>) -> Self {
        Self {
            meta: meta.map(Into::into),
            trace: meta.and_then(TraceContext::read).map(Box::new),
            ..self.clone()
        }
    }

    #[cfg(feature = "http")]
    pub(crate) fn headers(&self) -> Option<&http::HeaderMap> {
        self.head.as_ref().map(|head| &head.headers)
    }

    pub(super) fn meta(&self) -> Option<&str> {
        self.meta.as_deref()
    }

    pub(super) fn trace(&self) -> Option<&TraceContext> {
        self.trace.as_deref()
    }

    pub(crate) fn is_http(&self) -> bool {
        #[cfg(feature = "http")]
        return self.head.is_some();
        #[cfg(not(feature = "http"))]
        return false;
    }

    /// What tells sessions of older clients apart in logs. Whoever has the id itself has the session.
    pub(crate) fn session(&self) -> Option<String> {
        #[cfg(feature = "http")]
        {
            let id = self.head.as_ref()?.headers.get("mcp-session-id")?;
            let digest = Sha256::digest(id.as_bytes());
            Some(URL_SAFE_NO_PAD.encode(&digest[..9]))
        }
        #[cfg(not(feature = "http"))]
        None
    }

    pub(crate) fn caller(&self) -> Option<&Caller> {
        self.caller.as_ref()
    }

    /// What a middleware put into the request, also when it was put in an `Arc`.
    pub(crate) fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        #[cfg(feature = "http")]
        if let Some(head) = &self.head {
            let shared = || head.extensions.get::<Arc<T>>().map(|shared| &**shared);
            return head.extensions.get().or_else(shared);
        }
        None
    }
}

impl fmt::Debug for Origin {
    /// Headers and extensions may hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Origin")
            .field("caller", &self.caller)
            .finish_non_exhaustive()
    }
}

impl Context {
    /// Who makes the request, as far as somebody has verified it.
    ///
    /// Over HTTP that is who a middleware says it is, with a [`Caller`] in the extensions of the request,
    /// or else the holder of the bearer token: each token is a caller of its own, with an id that is
    /// the same in every process and does not tell the token. `None` otherwise, always on stdio.
    pub fn caller(&self) -> Option<&Caller> {
        self.origin().caller()
    }

    /// The value of type `T` that a middleware put into the extensions of the HTTP request; `None`
    /// without one, always on stdio.
    ///
    /// A parameter of type `Option<&T>` is the same, and finds a state of the server
    /// where the request has no such value.
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.origin().extension()
    }

    /// The headers of the HTTP request; `None` on stdio.
    ///
    /// ```
    /// /// Greets in the caller's language.
    /// #[mcp::tool]
    /// fn greet(ctx: &mcp::Context) -> &'static str {
    ///     let headers = ctx.headers();
    ///     let language = headers.and_then(|headers| headers.get("accept-language"));
    ///     match language.is_some_and(|language| language.as_bytes().starts_with(b"fr")) {
    ///         true => "bonjour",
    ///         false => "hello",
    ///     }
    /// }
    /// # fn main() {}
    /// ```
    ///
    /// Anybody can send any header; who asks is told by [`caller`](Self::caller).
    #[cfg(feature = "http")]
    pub fn headers(&self) -> Option<&http::HeaderMap> {
        self.origin().headers()
    }

    /// The extensions of the HTTP request, where middleware leaves what it knows; `None` on stdio.
    ///
    /// One value is had more easily with [`extension`](Self::extension).
    #[cfg(feature = "http")]
    pub fn extensions(&self) -> Option<&http::Extensions> {
        self.origin().head.as_ref().map(|head| &head.extensions)
    }

    /// What is lent for a parameter of type `&T`: what belongs to the call comes before what belongs to the
    /// server.
    pub(super) fn lent<T: Any + Send + Sync>(&self) -> Option<&T> {
        let this: &dyn Any = self;
        let caller = || {
            let caller: &dyn Any = self.caller()?;
            caller.downcast_ref()
        };
        this.downcast_ref()
            .or_else(caller)
            .or_else(|| self.extension())
            .or_else(|| self.states().get())
    }
}
