//! A client in the making: its target, its settings, who answers its server.

use super::core::Shared;
use super::dial::{Streams, parse};
use super::error::ClientError;
use super::handlers::{ElicitAnswer, Elicitation, Handlers, Sampled, Sampling};
use super::handshake::Dialled;
use super::link::{Dial, Program, Start};
use super::notifications::Hub;
use super::settings::Settings;
use super::{Client, Inner};
use crate::wire::{Era, Implementation, Root};
use serde_json::Value;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};

/// A client in the making; awaiting it connects.
///
/// Connecting finds out whether the server is of 2026-07-28 or older, and shakes hands with an older
/// one.
#[must_use = "a client connects when this is awaited"]
pub struct Connect {
    target: Result<Target, ClientError>,
    settings: Settings,
    handlers: Handlers,
}

enum Target {
    Program(Program),
    Streams(Box<dyn FnOnce(usize) -> Arc<dyn Dial> + Send>),
}

impl Client {
    /// Starts a program and speaks with it over its standard streams.
    pub fn stdio(program: impl Into<Program>) -> Connect {
        Connect::to(Ok(Target::Program(program.into())))
    }

    /// Speaks over any pair of byte streams, one message a line.
    pub fn streams<R, W>(reader: R, writer: W) -> Connect
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        Connect::to(Ok(Target::Streams(Box::new(move |limit| {
            Arc::new(Streams {
                limit,
                ends: Mutex::new(Some((Box::new(reader), Box::new(writer)))),
            })
        }))))
    }

    /// Connects to a target as a person writes it: `stdio:` and a command line, whose words are split as
    /// a shell splits them (no shell is run), or the path of a program.
    pub fn connect(target: &str) -> Connect {
        Connect::to(parse(target).map(Target::Program))
    }
}

impl Connect {
    fn to(target: Result<Target, ClientError>) -> Self {
        Self {
            target,
            settings: Settings::default(),
            handlers: Handlers::default(),
        }
    }

    /// How the client introduces itself; as this library unless told otherwise.
    pub fn name(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        self.settings.client = Implementation::new(name, version);
        self
    }

    /// How long a request may take; 60 s unless told otherwise.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.settings.timeout = Some(limit);
        self
    }

    /// Requests may take for ever.
    pub fn no_timeout(mut self) -> Self {
        self.settings.timeout = None;
        self
    }

    /// How long a server may take to answer `server/discover` before it is taken for an older one;
    /// 3 s unless told otherwise.
    pub fn probe_timeout(mut self, limit: Duration) -> Self {
        self.settings.probe = limit;
        self
    }

    /// How long a close may take; 5 s unless told otherwise.
    pub fn close_timeout(mut self, limit: Duration) -> Self {
        self.settings.close = limit;
        self
    }

    /// The longest message of the server, in bytes; 64 MiB unless told otherwise. A longer one fails its
    /// request alone.
    pub fn max_message_size(mut self, bytes: usize) -> Self {
        self.settings.max_message_size = bytes;
        self
    }

    /// The era of the server, where it is known: nothing is probed.
    pub fn prefer(mut self, era: Era) -> Self {
        self.settings.era = Some(era);
        self
    }

    /// How often a program that has ended is started again when the next request comes; never
    /// unless told otherwise. What was in flight fails in any case: nobody knows what became of it.
    pub fn restarts(mut self, times: usize) -> Self {
        self.settings.restarts = times;
        self
    }

    /// Answers forms of the server, and pages that the user is to visit.
    pub fn on_elicit<F, A>(mut self, handler: F) -> Self
    where
        F: Fn(Elicitation) -> A + Send + Sync + 'static,
        A: Future<Output = ElicitAnswer> + Send + 'static,
    {
        self.handlers.on_elicit(handler);
        self
    }

    /// Answers what the server wants of a model; an `Err` refuses, with a reason.
    pub fn on_sample<F, A>(mut self, handler: F) -> Self
    where
        F: Fn(Sampling) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Sampled, String>> + Send + 'static,
    {
        self.handlers.on_sample(handler);
        self
    }

    /// The folders and files that the server may work on.
    pub fn roots(mut self, roots: impl IntoIterator<Item = Root>) -> Self {
        self.handlers.set_roots(roots.into_iter().collect());
        self
    }

    /// Declares a capability in place of what follows from the handlers, such as an extension.
    pub fn capability(mut self, name: impl Into<String>, value: Value) -> Self {
        self.handlers.declared.insert(name.into(), value);
        self
    }

    /// Connects.
    ///
    /// # Errors
    ///
    /// When the target is none, the program cannot be started, or the handshake fails. Nothing is left
    /// running then.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future leaves nothing running.
    pub async fn connect(self) -> Result<Client, ClientError> {
        let limit = self.settings.max_message_size;
        let dial: Arc<dyn Dial> = match self.target? {
            Target::Program(program) => Arc::new(Start { program, limit }),
            Target::Streams(dial) => dial(limit),
        };
        let dialled = Dialled {
            dial,
            era: Mutex::new(self.settings.era),
            shared: Arc::new(Shared {
                settings: self.settings,
                handlers: self.handlers,
                hub: Hub::default(),
            }),
        };
        let core = dialled.establish().await?;
        Ok(Client {
            inner: Arc::new(Inner {
                dialled,
                core: Mutex::new(core),
                again: tokio::sync::Mutex::new(0),
            }),
        })
    }
}

impl IntoFuture for Connect {
    type Output = Result<Client, ClientError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.connect())
    }
}

impl fmt::Debug for Connect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connect")
            .field("settings", &self.settings)
            .field("handlers", &self.handlers)
            .finish_non_exhaustive()
    }
}
