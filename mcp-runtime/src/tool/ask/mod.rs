//! Questions of a function to its client: forms, pages to visit, models to sample, roots.
//!
//! Makes the question and reads the answer. Does not know how either travels: that is behind
//! [`Road`](super::Road).
//!
//! Spec: MCP 2025-11-25, client/elicitation, client/sampling, client/roots.

mod error;
mod form;
mod sample;

pub use error::AskError;
pub use sample::{SampleRequest, Sampled};

use super::Context;
use crate::wire::{ClientCapabilities, Era, ProtocolVersion, Root};
use form::FormSchema;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// How often a form is put before the user when what comes back does not fit.
const TRIES: usize = 3;

/// What the user said to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elicited<T> {
    /// The form, filled in.
    Accept(T),
    /// No.
    Decline,
    /// Neither yes nor no, such as a window that was closed.
    Cancel,
}

impl<T> Elicited<T> {
    /// What was accepted.
    ///
    /// # Errors
    ///
    /// When the user did not accept, so that `?` ends the call.
    pub fn accepted(self) -> Result<T, AskError> {
        match self {
            Self::Accept(value) => Ok(value),
            Self::Decline => Err(AskError::Declined),
            Self::Cancel => Err(AskError::Cancelled),
        }
    }
}

#[derive(Deserialize)]
struct Roots {
    roots: Vec<Root>,
}

#[derive(Deserialize)]
struct ElicitResult {
    action: Action,
    #[serde(default)]
    content: Option<Map<String, Value>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Accept,
    Decline,
    Cancel,
}

impl Context {
    /// Puts a form before the user and waits for what they say.
    ///
    /// ```
    /// use mcp::AskError;
    ///
    /// #[derive(schemars::JsonSchema, serde::Deserialize)]
    /// struct Confirmation {
    ///     /// Delete it for good?
    ///     sure: bool,
    /// }
    ///
    /// /// Deletes a file.
    /// #[mcp::tool]
    /// async fn delete(ctx: &mcp::Context, path: String) -> Result<String, AskError> {
    ///     let answer = ctx.elicit::<Confirmation>("sure", format!("Delete {path}?")).await?;
    ///     Ok(match answer.accepted()?.sure {
    ///         true => format!("deleted {path}"),
    ///         false => "nothing was deleted".to_owned(),
    ///     })
    /// }
    /// # fn main() {}
    /// ```
    ///
    /// `T` is a record of texts, numbers, booleans and choices: enums without content, and lists
    /// of them. What is more than that is an [`AskError`] when it is asked. `key` names the question
    /// among those of the call. An answer that does not fit the form is asked again, twice.
    ///
    /// # Errors
    ///
    /// At once when the client did not declare `elicitation`, when no question reaches it, and for
    /// clients of 2026-07-28, which cannot be asked yet; later, when the client answers with an error
    /// or nothing that fits.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future takes the question back. A sync tool cannot wait for an answer: make it
    /// `async`.
    pub async fn elicit<T: JsonSchema + DeserializeOwned>(
        &self,
        key: &str,
        message: impl Into<String>,
    ) -> Result<Elicited<T>, AskError> {
        let version = self.protocol_version();
        let form = FormSchema::of::<T>(version)?;
        let message = message.into();
        let mut said = message.clone();
        for _ in 0..TRIES {
            let mut params = json!({"message": said, "requestedSchema": form.to_json()});
            if version >= ProtocolVersion::V2025_11_25 {
                params["mode"] = "form".into();
            }
            let method = "elicitation/create";
            let needs = ClientCapabilities::ELICITATION;
            let result: ElicitResult = self.ask(key, method, params, needs).await?;
            let content = match result.action {
                Action::Accept => result.content.unwrap_or_default(),
                Action::Decline => return Ok(Elicited::Decline),
                Action::Cancel => return Ok(Elicited::Cancel),
            };
            match form.read(content) {
                Ok(value) => return Ok(Elicited::Accept(value)),
                Err(fault) => {
                    tracing::debug!(key, fault, "an answer that does not fit is asked again");
                    said = format!("{message}\n\nThe last answer did not fit: {fault}.");
                }
            }
        }
        Err(AskError::NoFit)
    }

    /// Sends the user to a page, for what must not pass through the client, and waits for their
    /// consent; not for what they do there.
    ///
    /// The client must have declared `elicitation.url`.
    ///
    /// # Errors
    ///
    /// As of [`elicit`](Self::elicit).
    ///
    /// # Cancel safety
    ///
    /// Dropping the future takes the question back.
    pub async fn elicit_url(
        &self,
        key: &str,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Result<Elicited<()>, AskError> {
        let mut params = json!({"mode": "url", "message": message.into(), "url": url.into()});
        if self.protocol_version() == ProtocolVersion::V2025_11_25 {
            // of the whole session, so the key alone would not do
            let call = self.request_id().as_json().trim_matches('"');
            params["elicitationId"] = format!("{key}-{call}").into();
        }
        let needs = ClientCapabilities::ELICITATION_URL;
        let result: ElicitResult = self.ask(key, "elicitation/create", params, needs).await?;
        Ok(match result.action {
            Action::Accept => Elicited::Accept(()),
            Action::Decline => Elicited::Decline,
            Action::Cancel => Elicited::Cancel,
        })
    }

    /// Asks the client's model.
    ///
    /// The client must have declared `sampling`, and for tools or the context of other servers
    /// `sampling.tools` or `sampling.context`.
    ///
    /// # Errors
    ///
    /// As of [`elicit`](Self::elicit).
    ///
    /// # Cancel safety
    ///
    /// Dropping the future takes the question back.
    pub async fn sample(&self, key: &str, request: SampleRequest) -> Result<Sampled, AskError> {
        let needs = request.needs();
        let params = request.into_json();
        self.ask(key, "sampling/createMessage", params, needs).await
    }

    /// The folders and files that the client works on.
    ///
    /// # Errors
    ///
    /// As of [`elicit`](Self::elicit).
    ///
    /// # Cancel safety
    ///
    /// Dropping the future takes the question back.
    pub async fn roots(&self, key: &str) -> Result<Vec<Root>, AskError> {
        let needs = ClientCapabilities::ROOTS;
        let found: Roots = self.ask(key, "roots/list", json!({}), needs).await?;
        Ok(found.roots)
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        key: &str,
        method: &str,
        params: Value,
        needs: ClientCapabilities,
    ) -> Result<T, AskError> {
        let missing = needs.without(self.capabilities());
        if missing != ClientCapabilities::NONE {
            return Err(AskError::NotDeclared(missing));
        }
        if self.protocol_version().era() == Era::Modern {
            return Err(AskError::NotYet);
        }
        let question = self
            .road()
            .and_then(|road| road.ask(method, &params.to_string()))
            .ok_or(AskError::NoWay)?;
        let answer = question.await.ok_or(AskError::NoWay)?;
        let answer = answer.map_err(|error| AskError::Refused(error.message.into_owned()))?;
        serde_json::from_str(&answer).map_err(|error| {
            tracing::debug!(key, method, %error, "an answer of the client is none");
            AskError::Unreadable(method.to_owned())
        })
    }
}
