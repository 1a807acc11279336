//! A client for any MCP server, old or new: over a child process or any pair of byte streams.
//!
//! One connection is safe to share between any number of tasks. Knows nothing of the server half of
//! this library.
//!
//! Spec: MCP 2026-07-28, basic/versioning; MCP 2025-11-25, basic/lifecycle.

mod connect;
mod core;
mod dial;
mod error;
mod exchange;
mod facts;
mod handlers;
mod handshake;
mod link;
mod notifications;
mod params;
mod pending;
mod request;
mod results;
mod rounds;
mod settings;
mod words;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

pub use self::connect::Connect;
pub use self::error::{ClientError, Closed};
pub use self::handlers::{ElicitAnswer, Elicitation, Sampled, Sampling};
pub use self::link::Program;
pub use self::notifications::{Notification, Notifications};
pub use self::request::{Progress, Request, Started};
pub use self::results::{
    Block, CallResult, Completed, Contents, PromptArgument, PromptInfo, Prompted, PromptedMessage,
    ResourceInfo, TemplateInfo, ToolError, ToolInfo,
};

use self::core::Core;
use self::facts::Facts;
pub use crate::wire::Root;
use crate::wire::{Era, Implementation, ProtocolVersion};

/// The most pages of a list: a server that never ends one is at fault.
const PAGES: usize = 1000;

/// A client of one server. Clones are the same client; when the last one is dropped, the connection
/// is closed and a child process is ended.
///
/// ```no_run
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// use mcp::client::{Client, Program};
/// use serde_json::json;
///
/// let client = Client::stdio(Program::new("./server")).await?;
/// let sum: i64 = client.call("add", json!({"a": 1, "b": 2})).await?.into_typed()?;
/// client.close().await;
/// # Ok(())
/// # }
/// ```
///
/// Nothing waits for ever: a request has 60 s unless told otherwise, and the end of the connection
/// ends all of them at once.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    dialled: handshake::Dialled,
    /// The connection that is used now.
    core: Mutex<Arc<Core>>,
    /// Held while a lost connection is made again.
    again: tokio::sync::Mutex<usize>,
}

impl Client {
    /// All tools, every page of them.
    pub fn list_tools(&self) -> impl Future<Output = Result<Vec<ToolInfo>, ClientError>> + Send {
        self.all("tools/list", "tools")
    }

    /// All prompts.
    pub fn list_prompts(
        &self,
    ) -> impl Future<Output = Result<Vec<PromptInfo>, ClientError>> + Send {
        self.all("prompts/list", "prompts")
    }

    /// All resources that have a URI of their own.
    pub fn list_resources(
        &self,
    ) -> impl Future<Output = Result<Vec<ResourceInfo>, ClientError>> + Send {
        self.all("resources/list", "resources")
    }

    /// All templates of resources.
    pub fn list_templates(
        &self,
    ) -> impl Future<Output = Result<Vec<TemplateInfo>, ClientError>> + Send {
        self.all("resources/templates/list", "resourceTemplates")
    }

    /// Calls a tool. The arguments are anything that serialises to an object, such as `json!({..})` or
    /// a record; `()` is none.
    pub fn call(&self, tool: &str, arguments: impl Serialize) -> Request<CallResult> {
        let params = named(tool, arguments);
        Request::from_params(self, "tools/call", params, CallResult::read)
    }

    /// Calls a tool now, to be awaited later. The call goes on when the handle is dropped.
    ///
    /// Must be called within a tokio runtime.
    pub fn call_async(&self, tool: &str, arguments: impl Serialize) -> Started<CallResult> {
        self.call(tool, arguments).start()
    }

    /// Gets a prompt. The values of its arguments are texts.
    pub fn prompt(&self, name: &str, arguments: impl Serialize) -> Request<Prompted> {
        Request::from_params(self, "prompts/get", named(name, arguments), results::read)
    }

    /// Reads a resource.
    pub fn read(&self, uri: &str) -> Request<Vec<Contents>> {
        Request::new(self, "resources/read", json!({ "uri": uri }), |json| {
            #[derive(Deserialize)]
            struct Wire {
                contents: Vec<Contents>,
            }
            results::read::<Wire>(json).map(|wire| wire.contents)
        })
    }

    /// What may stand for an argument of a prompt, given what was typed so far and the other
    /// arguments.
    pub fn complete_prompt(
        &self,
        name: &str,
        argument: &str,
        typed: &str,
        others: impl Serialize,
    ) -> Request<Completed> {
        self.complete(
            json!({"type": "ref/prompt", "name": name}),
            argument,
            typed,
            others,
        )
    }

    /// What may stand for a variable of a resource template.
    pub fn complete_template(
        &self,
        template: &str,
        variable: &str,
        typed: &str,
        others: impl Serialize,
    ) -> Request<Completed> {
        self.complete(
            json!({"type": "ref/resource", "uri": template}),
            variable,
            typed,
            others,
        )
    }

    fn complete(
        &self,
        reference: Value,
        argument: &str,
        typed: &str,
        others: impl Serialize,
    ) -> Request<Completed> {
        let params = params::object(others).map(|others| {
            let reference = reference.to_string();
            let argument = json!({"name": argument, "value": typed});
            format!(
                r#"{{"ref":{reference},"argument":{argument},"context":{{"arguments":{others}}}}}"#
            )
        });
        Request::from_params(self, "completion/complete", params, |json| {
            #[derive(Deserialize)]
            struct Wire {
                completion: Completed,
            }
            results::read::<Wire>(json).map(|wire| wire.completion)
        })
    }

    /// Asks an older server for notifications about a resource.
    pub fn subscribe(&self, uri: &str) -> Request<()> {
        Request::new(self, "resources/subscribe", json!({ "uri": uri }), |_| {
            Ok(())
        })
    }

    /// Ends what [`subscribe`](Self::subscribe) began.
    pub fn unsubscribe(&self, uri: &str) -> Request<()> {
        Request::new(self, "resources/unsubscribe", json!({ "uri": uri }), |_| {
            Ok(())
        })
    }

    /// Tells an older server which messages of its log it should send, such as `warning` and above.
    pub fn log_level(&self, level: &str) -> Request<()> {
        Request::new(self, "logging/setLevel", json!({ "level": level }), |_| {
            Ok(())
        })
    }

    /// Any request; `()` is no parameters. The result is what the server answered.
    pub fn request(&self, method: impl Into<String>, params: impl Serialize) -> Request<Value> {
        Request::new(self, method.into(), params, results::read)
    }

    /// Asks an older server whether it is there.
    pub fn ping(&self) -> Request<()> {
        Request::new(self, "ping", (), |_| Ok(()))
    }

    /// Any notification.
    ///
    /// # Errors
    ///
    /// When the parameters have no JSON form or the connection is closed.
    pub async fn notify(&self, method: &str, params: impl Serialize) -> Result<(), ClientError> {
        let params = params::object(params)?;
        let method = Value::from(method);
        let text = format!(r#"{{"jsonrpc":"2.0","method":{method},"params":{params}}}"#);
        self.core().await?.send(text).await
    }

    /// The notifications of the server from now on, for one reader. The last 64 wait for it;
    /// [`Notifications::missed`] counts what was dropped.
    pub fn notifications(&self) -> Notifications {
        self.inner.dialled.shared.hub.subscribe()
    }

    /// Other roots than before; the server is told if it is an older one.
    ///
    /// # Errors
    ///
    /// [`ClientError::Asked`] when the client was connected without roots, so that the server was told that
    /// there are none.
    pub async fn set_roots(&self, roots: Vec<Root>) -> Result<(), ClientError> {
        if !self.inner.dialled.shared.handlers.change_roots(roots) {
            let text = "for no roots when it connected; give them to the builder first";
            return Err(ClientError::Asked(text.to_owned()));
        }
        if self.era() == Era::Legacy {
            self.notify("notifications/roots/list_changed", ()).await?;
        }
        Ok(())
    }

    /// The server's name and version, as it told them.
    pub fn server_info(&self) -> Implementation {
        self.facts().server
    }

    /// What the server declared.
    pub fn capabilities(&self) -> Map<String, Value> {
        self.facts().capabilities
    }

    /// What the server wants a model to know.
    pub fn instructions(&self) -> Option<String> {
        self.facts().instructions
    }

    /// The revision that is spoken.
    pub fn protocol_version(&self) -> ProtocolVersion {
        self.facts().version
    }

    /// The era of that revision.
    pub fn era(&self) -> Era {
        self.protocol_version().era()
    }

    /// How the connection ended, if it has.
    pub fn closed(&self) -> Option<Closed> {
        self.current().pending.closed()
    }

    /// How many requests wait for an answer.
    pub fn in_flight(&self) -> usize {
        self.current().pending.len()
    }

    /// Closes the connection: what waits ends with [`ClientError::Closed`], and a child process is given
    /// time to leave (at most 5 s). Closing again does nothing.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future leaves the rest to the background.
    pub async fn close(&self) {
        let core = self.current();
        let limit = core.shared.settings.close;
        let closing = tokio::spawn(async move { core.close().await });
        let _ = tokio::time::timeout(limit, closing).await;
        self.inner.dialled.shared.hub.end();
    }

    fn current(&self) -> Arc<Core> {
        let core = self.inner.core.lock();
        Arc::clone(&core.unwrap_or_else(PoisonError::into_inner))
    }

    fn facts(&self) -> Facts {
        let facts = self.current().facts.get().cloned();
        facts.expect("a client is handed out after the handshake")
    }

    fn rounds(&self) -> usize {
        self.inner.dialled.shared.settings.rounds
    }

    async fn all<T: for<'de> Deserialize<'de> + Send + 'static>(
        &self,
        method: &'static str,
        key: &'static str,
    ) -> Result<Vec<T>, ClientError> {
        let mut all = Vec::new();
        let mut params = json!({});
        for _ in 0..PAGES {
            let request = Request::new(self, method, &params, results::read);
            let mut page: BTreeMap<String, Box<RawValue>> = request.await?;
            if let Some(entries) = page.remove(key) {
                all.extend(results::read::<Vec<T>>(entries.get())?);
            }
            let cursor = page.remove("nextCursor");
            let cursor = cursor.filter(|cursor| cursor.get() != "null");
            match cursor {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return Ok(all),
            }
        }
        Err(ClientError::Protocol(format!(
            "`{method}` has more than {PAGES} pages"
        )))
    }
}

/// Arguments under the name of what they are for.
fn named(name: &str, arguments: impl Serialize) -> Result<String, ClientError> {
    let arguments = params::object(arguments)?;
    let name = Value::from(name);
    Ok(format!(r#"{{"name":{name},"arguments":{arguments}}}"#))
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.dialled.shared.hub.end();
        let core = self.core.get_mut();
        core.unwrap_or_else(PoisonError::into_inner).drop_link();
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = self.facts();
        f.debug_struct("Client")
            .field("server", &facts.server.name)
            .field("version", &facts.version)
            .finish_non_exhaustive()
    }
}
