//! A client in this process, for tests: requests without a transport, of any revision.
//!
//! Speaks through the same door as a transport, so what a test sees is what a client gets. Does not
//! know what the server is made of.

use super::Called;
use crate::server::{Answer, Connection, Outlet, Server, Service};
use crate::wire::{Era, META_CAPABILITIES, META_CLIENT, META_VERSION, ProtocolVersion};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How it introduces itself.
const NAME: &str = "test client";

/// A client of a server in the same process.
///
/// It speaks 2026-07-28 unless told otherwise, asks for progress with every request, and keeps the
/// notifications that come.
///
/// ```
/// use serde_json::json;
///
/// /// Adds two integers.
/// #[mcp::tool]
/// fn add(ctx: &mcp::Context, a: i64, b: i64) -> i64 {
///     ctx.progress(1, 1, "added");
///     a + b
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// // in a test: `#[tokio::test] async fn it_adds()`
/// let client = mcp::server!().test_client();
/// assert_eq!(client.call("add", json!({"a": 1, "b": 2})).await.value::<i64>(), 3);
/// assert_eq!(client.notifications()[0]["params"]["message"], "added");
///
/// let old = client.speaking(mcp::ProtocolVersion::LATEST_LEGACY);
/// let failure = old.call("add", json!({"a": 1})).await.failure();
/// assert_eq!(failure, "invalid arguments for `add`:\n- `b`: missing");
/// # }
/// ```
///
/// Clones are the same client. Every method must be called within a tokio runtime with its time
/// driver on, which `#[tokio::test]` gives.
#[derive(Clone)]
pub struct TestClient {
    service: Service,
    connection: Connection,
    version: ProtocolVersion,
    capabilities: Value,
    shared: Arc<Shared>,
}

/// What clones share.
#[derive(Default)]
struct Shared {
    last_id: AtomicU64,
    notifications: Mutex<Vec<Value>>,
}

impl Server {
    /// A client of this server, for tests; see [`TestClient`].
    ///
    /// # Panics
    ///
    /// When the server cannot be built, with every fault.
    #[track_caller]
    pub fn test_client(self) -> TestClient {
        match self.build() {
            Ok(service) => service.test_client(),
            Err(error) => panic!("{error}"),
        }
    }
}

impl Service {
    /// A client of this server, for tests; see [`TestClient`].
    pub fn test_client(&self) -> TestClient {
        TestClient {
            service: self.clone(),
            connection: self.connect(),
            version: ProtocolVersion::LATEST,
            capabilities: json!({}),
            shared: Arc::default(),
        }
    }
}

impl TestClient {
    /// A new client of the same server that speaks another revision, its handshake done.
    ///
    /// # Panics
    ///
    /// When the server does not serve that revision.
    #[track_caller]
    pub fn speaking(&self, version: ProtocolVersion) -> Self {
        Self {
            version,
            ..self.again()
        }
        .greeted()
    }

    /// A new client of the same server that declares these capabilities, such as
    /// `json!({"elicitation": {}})`.
    ///
    /// # Panics
    ///
    /// When the server does not serve the revision of this client.
    #[track_caller]
    pub fn declaring(&self, capabilities: Value) -> Self {
        Self {
            capabilities,
            ..self.again()
        }
        .greeted()
    }

    /// Calls a tool. The arguments are anything that serialises to an object, such as `json!({..})`
    /// or a record; `()` is none.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future cancels the call.
    ///
    /// # Panics
    ///
    /// When the arguments cannot be serialised, here as below.
    pub async fn call(&self, tool: &str, arguments: impl Serialize) -> Called {
        self.named("tools/call", tool, arguments).await
    }

    /// Gets a prompt. The arguments are as in [`call`](Self::call); their values have to be texts.
    pub async fn prompt(&self, name: &str, arguments: impl Serialize) -> Called {
        self.named("prompts/get", name, arguments).await
    }

    /// Reads a resource.
    pub async fn read(&self, uri: &str) -> Called {
        self.request("resources/read", json!({ "uri": uri })).await
    }

    /// The tools, as `tools/list` describes them; every page.
    ///
    /// # Panics
    ///
    /// When the server refuses, here as below.
    pub async fn tools(&self) -> Vec<Value> {
        self.list("tools/list", "tools").await
    }

    /// The prompts, as `prompts/list` describes them; every page.
    pub async fn prompts(&self) -> Vec<Value> {
        self.list("prompts/list", "prompts").await
    }

    /// The resources with a URI of their own, as `resources/list` describes them; every page.
    pub async fn resources(&self) -> Vec<Value> {
        self.list("resources/list", "resources").await
    }

    /// The resource templates, as `resources/templates/list` describes them; every page.
    pub async fn templates(&self) -> Vec<Value> {
        self.list("resources/templates/list", "resourceTemplates")
            .await
    }

    /// Sends any request. What belongs into `_meta` is added, unless it is there.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future cancels the request.
    pub async fn request(&self, method: &str, params: impl Serialize) -> Called {
        let message = self.message(method, to_value(params)).into_bytes();
        let (outlet, mut frames) = Outlet::channel(usize::MAX);
        let answer = match self.connection.receive_with(message, &outlet) {
            Answer::None => None,
            Answer::Now(answer) => Some(answer),
            Answer::Later(mut later) => loop {
                tokio::select! {
                    biased;
                    frame = frames.next() => self.keep(&frame),
                    answer = &mut later => break answer,
                }
            },
        };
        while let Some(frame) = frames.take() {
            self.keep(&frame);
        }
        Called::new(format!("`{method}`"), read_answer(answer.as_deref()))
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: impl Serialize) {
        let params = to_value(params);
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        let _ = self.connection.receive(message.to_string().into_bytes());
    }

    /// The notifications that have come so far, oldest first: whole messages.
    pub fn notifications(&self) -> Vec<Value> {
        self.shared.lock().clone()
    }

    /// The revision that it speaks.
    pub fn version(&self) -> ProtocolVersion {
        self.version
    }

    fn again(&self) -> Self {
        Self {
            connection: self.service.connect(),
            shared: Arc::default(),
            ..self.clone()
        }
    }

    /// The handshake of older revisions.
    #[track_caller]
    fn greeted(self) -> Self {
        if self.version.era() == Era::Modern {
            return self;
        }
        let hello = json!({
            "protocolVersion": self.version.as_str(),
            "capabilities": self.capabilities,
            "clientInfo": {"name": NAME, "version": env!("CARGO_PKG_VERSION")},
        });
        let message = self.message("initialize", hello).into_bytes();
        let answer = match self.connection.receive(message) {
            Answer::Now(answer) => read_answer(Some(&answer)),
            Answer::None | Answer::Later(_) => read_answer(None),
        };
        let answer = Called::new("`initialize`".to_owned(), answer);
        assert_eq!(
            answer.result()["protocolVersion"],
            self.version.as_str(),
            "the server does not serve this revision"
        );
        self.notify("notifications/initialized", json!({}));
        self
    }

    async fn named(&self, method: &str, name: &str, arguments: impl Serialize) -> Called {
        let params = match to_value(arguments) {
            Value::Null => json!({ "name": name }),
            arguments => json!({"name": name, "arguments": arguments}),
        };
        let called = self.request(method, params).await;
        called.of(format!("`{method}` of `{name}`"))
    }

    async fn list(&self, method: &str, key: &str) -> Vec<Value> {
        let mut all = Vec::new();
        let mut params = json!({});
        loop {
            let page = self.request(method, &params).await;
            all.extend(page.result()[key].as_array().into_iter().flatten().cloned());
            match page.result().get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return all,
            }
        }
    }

    /// A request with what every one of this revision carries.
    fn message(&self, method: &str, mut params: Value) -> String {
        let id = self.shared.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        if params.is_null() {
            params = json!({});
        }
        if let Some(params) = params.as_object_mut() {
            let meta = params.entry("_meta").or_insert_with(|| json!({}));
            let mut add = |key: &str, value: Value| {
                if let Some(meta) = meta.as_object_mut() {
                    meta.entry(key).or_insert(value);
                }
            };
            add("progressToken", id.into());
            if self.version.era() == Era::Modern {
                add(META_VERSION, self.version.as_str().into());
                add(META_CAPABILITIES, self.capabilities.clone());
                add(
                    META_CLIENT,
                    json!({"name": NAME, "version": env!("CARGO_PKG_VERSION")}),
                );
            }
        }
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
    }

    fn keep(&self, frame: &[u8]) {
        let message = serde_json::from_slice(frame).expect("a server sends JSON");
        self.shared.lock().push(message);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Vec<Value>> {
        self.notifications
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for TestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = self.version.as_str();
        f.debug_struct("TestClient")
            .field("version", &version)
            .finish_non_exhaustive()
    }
}

fn to_value(value: impl Serialize) -> Value {
    match serde_json::to_value(value) {
        Ok(value) => value,
        Err(error) => panic!("these arguments have no JSON form: {error}"),
    }
}

/// The result or the error of an answer.
fn read_answer(answer: Option<&[u8]>) -> Result<Value, Value> {
    let Some(answer) = answer else {
        return Err(json!({"message": "cancelled, so there is no answer"}));
    };
    let mut answer: Value = serde_json::from_slice(answer).expect("a server sends JSON");
    match answer.get_mut("result") {
        Some(result) => Ok(result.take()),
        None => Err(answer["error"].take()),
    }
}
