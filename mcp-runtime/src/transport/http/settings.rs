//! What may be set of the HTTP side of a server, with defaults.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use super::HttpService;
use super::events::Keep;
use super::sessions::Sessions;
use super::store::SessionStore;
use crate::tool::Caller;

/// The settings of an [`HttpService`].
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) hosts: Vec<String>,
    pub(super) origins: Vec<String>,
    pub(super) tokens: Vec<Token>,
    /// One of them is empty, which is a mistake.
    pub(super) empty_token: bool,
    pub(super) open: bool,
    /// How long a client may take for the head of a request, and between two parts of its body.
    pub(super) patience: Duration,
    /// What a session keeps of its streams.
    pub(super) keep: Keep,
    /// The most streams of a session, and of all.
    pub(super) streams: (usize, usize),
    /// Every answer is a stream, for who lists streams.
    pub(super) stream_answers: bool,
    /// Older clients are served without sessions.
    pub(super) stateless: bool,
    /// Where other processes find the sessions.
    pub(super) store: Option<Arc<dyn SessionStore>>,
}

/// A token that is good.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// A comparison of digests tells nothing of a token, nor of its length.
    pub(super) digest: [u8; 32],
    pub(super) holder: Caller,
}

impl Token {
    fn new(token: &[u8]) -> Self {
        let digest = digest(token);
        // A digest of its own, since an id is told and what is compared is not. Half of it tells
        // callers apart.
        let id = Sha256::new()
            .chain_update(b"mcp caller\0")
            .chain_update(digest)
            .finalize();
        let id = URL_SAFE_NO_PAD.encode(&id[..16]);
        Token {
            digest,
            holder: Caller::new(format!("token:{id}")),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hosts: Vec::new(),
            origins: Vec::new(),
            tokens: Vec::new(),
            empty_token: false,
            open: false,
            patience: Duration::from_secs(30),
            keep: Keep {
                events: 256,
                bytes: 1024 * 1024,
            },
            streams: (64, 10_000),
            stream_answers: false,
            stateless: false,
            store: None,
        }
    }
}

pub(super) fn digest(token: &[u8]) -> [u8; 32] {
    Sha256::digest(token).into()
}

impl HttpService {
    fn set(mut self, set: impl FnOnce(&mut Settings)) -> Self {
        set(Arc::make_mut(&mut self.settings));
        self
    }

    /// Names under which clients may reach the server besides those of this machine, such as
    /// `mcp.example.com` or `*.example.com`; `*` allows every name.
    ///
    /// A name without a port allows every port. Requests for other names are refused, since a page
    /// in a browser can make a name of its own lead here.
    pub fn allowed_hosts(self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.set(|settings| settings.hosts.extend(hosts.into_iter().map(Into::into)))
    }

    /// Origins of web pages that may call the server, such as `https://app.example.com`; `*` allows
    /// every origin.
    ///
    /// Answers to them carry the headers of CORS, which are off otherwise.
    pub fn allowed_origins(self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.set(|settings| settings.origins.extend(origins.into_iter().map(Into::into)))
    }

    /// A token that clients must send: `Authorization: Bearer TOKEN`. Given several times, each of
    /// them is good; a session belongs to the token that began it.
    ///
    /// Nobody can send an empty one: [`serve`](Self::serve) refuses it, and a mounted service lets nobody in.
    pub fn auth_token(self, token: impl AsRef<[u8]>) -> Self {
        let token = token.as_ref();
        self.set(|settings| {
            settings.tokens.push(Token::new(token));
            settings.empty_token |= token.is_empty();
        })
    }

    /// Lets [`serve`](Self::serve) start without a token on an address that other machines reach.
    pub fn allow_no_auth(self) -> Self {
        self.set(|settings| settings.open = true)
    }

    /// How long a client may take for the head of a request, between two parts of its body, and
    /// to read on when something waits for it. 30 s.
    pub fn patience(self, limit: Duration) -> Self {
        self.set(|settings| settings.patience = limit)
    }

    /// How much a session of a legacy client keeps of what its streams have said, for a client that
    /// comes back with `Last-Event-ID`: events (256) and bytes (1 MiB). The oldest are forgotten
    /// first.
    ///
    /// An answer that is longer is kept until something else is said. Holds for sessions that begin
    /// from now on.
    pub fn keep_events(self, number: usize, bytes: usize) -> Self {
        self.set(|settings| {
            settings.keep = Keep {
                events: number,
                bytes,
            };
        })
    }

    /// How many streams a session of a legacy client may have open when it opens one more (64), and
    /// how many there may be in all (10 000). Calls are answered in any case.
    pub fn max_streams(self, of_a_session: usize, in_all: usize) -> Self {
        self.set(|settings| settings.streams = (of_a_session, in_all))
    }

    /// Makes a stream of events of every answer, for clients that list `text/event-stream`.
    ///
    /// Without, an answer is one if something comes before it or it takes longer than a second,
    /// which is cheaper for both sides. Some proxies handle only one of the two forms well.
    pub fn stream_answers(self) -> Self {
        self.set(|settings| settings.stream_answers = true)
    }

    /// Serves older clients without sessions: `initialize` gives out no id, and any process can
    /// serve any request.
    ///
    /// Enough for plain tools, resources and prompts. There is no way to ask the client or to tell
    /// it of changes, a broken stream cannot be taken up again, and calls cannot be cancelled.
    pub fn legacy_stateless(self) -> Self {
        self.set(|settings| settings.stateless = true)
    }

    /// Keeps the sessions of older clients where other processes find them and can take them up;
    /// without, they are in memory alone.
    ///
    /// What a process needs for that is the handshake. Calls that run stay with their process, and
    /// so does what their streams have said: a proxy that sends a client to the same process helps
    /// those that come back with `Last-Event-ID` or cancel, and is not needed for anything else.
    pub fn session_store(self, store: impl SessionStore) -> Self {
        self.set(|settings| settings.store = Some(Arc::new(store)))
    }

    /// How long a session of a legacy client may lie idle (1 h), and how many there may be
    /// (10 000). Sessions with a call or a stream are not idle.
    ///
    /// Ends the sessions there are.
    pub fn max_sessions(mut self, number: usize, idle: Duration) -> Self {
        self.sessions = Arc::new(Sessions::new(number, idle));
        self
    }
}
