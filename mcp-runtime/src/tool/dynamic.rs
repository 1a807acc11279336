//! A tool as the server holds it: from an annotated function, or made at run time.

use super::{Annotations, Call, Context, Descriptor, IntoToolResult, Run};
use crate::schema::{ObjectSchema, SchemaError};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// A tool that can be given to a server.
///
/// `#[mcp::tool]` makes them from functions; [`Tool::dynamic`] makes them at run time, from a
/// configuration file for example.
#[derive(Clone, Debug)]
pub struct Tool {
    name: Cow<'static, str>,
    pub(crate) title: Option<Cow<'static, str>>,
    pub(crate) description: Option<Cow<'static, str>>,
    pub(crate) annotations: Annotations,
    pub(crate) timeout: Option<Duration>,
    pub(crate) heartbeat: Option<Duration>,
    pub(crate) handler: Handler,
}

/// What is behind a tool.
#[derive(Clone)]
pub(crate) enum Handler {
    /// An annotated function.
    Static(&'static Descriptor),
    /// A closure with a schema made by hand.
    Dynamic {
        input_schema: Result<Arc<str>, Arc<SchemaError>>,
        function: Arc<dyn DynamicFn>,
    },
}

type DynamicFuture = Pin<Box<dyn Future<Output = super::Outcome> + Send>>;

/// The closure of a dynamic tool with its types erased.
pub(crate) trait DynamicFn: Send + Sync {
    fn call(&self, call: Call) -> DynamicFuture;
}

impl<F, Fut, R, E> DynamicFn for F
where
    F: Fn(Box<RawValue>, Context) -> Fut + Send + Sync,
    Fut: Future<Output = Result<R, E>> + Send + 'static,
    R: IntoToolResult,
    E: super::FailureText,
{
    fn call(&self, call: Call) -> DynamicFuture {
        if let Err(refusal) = call.hold() {
            return Box::pin(std::future::ready(Err(refusal)));
        }
        let arguments = RawValue::from_string(call.arguments().to_owned())
            .expect("the arguments are a part of a message that is JSON");
        let future = self(arguments, call.context().clone());
        Box::pin(async move {
            Ok(match future.await {
                Ok(value) => value.into_tool_result().into(),
                Err(error) => super::Output::failed(error.failure_text()),
            })
        })
    }
}

impl Tool {
    /// A tool made at run time.
    ///
    /// The handler gets the arguments as JSON text, an object, and checks them itself, unless the
    /// server does (`Server::validate_arguments`, feature `validate`); its `Err` becomes an error
    /// result. It is async; move blocking work to a thread.
    ///
    /// ```
    /// use mcp::{ObjectSchema, Server, Tool, schema::Type};
    ///
    /// let schema = ObjectSchema::new().property("city", Type::String, "City name", true);
    /// let tool = Tool::dynamic("weather", "Tells the weather", schema, async |arguments, _| {
    ///     #[derive(serde::Deserialize)]
    ///     struct Arguments { city: String }
    ///     let Arguments { city } = serde_json::from_str(arguments.get())?;
    ///     Ok::<_, serde_json::Error>(format!("sunny in {city}"))
    /// });
    /// let service = Server::new("demo", "1.0.0").tool(tool).build();
    /// assert!(service.is_ok());
    /// ```
    pub fn dynamic<F, Fut, R, E>(
        name: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
        schema: ObjectSchema,
        handler: F,
    ) -> Self
    where
        F: Fn(Box<RawValue>, Context) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, E>> + Send + 'static,
        R: IntoToolResult + 'static,
        E: super::FailureText + 'static,
    {
        Self {
            name: name.into(),
            title: None,
            description: Some(description.into()),
            annotations: Annotations::NONE,
            timeout: None,
            heartbeat: None,
            handler: Handler::Dynamic {
                input_schema: schema.to_text().map(Arc::from).map_err(Arc::new),
                function: Arc::new(handler),
            },
        }
    }

    /// The same tool with a name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The same tool with hints about its behaviour.
    #[must_use]
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// The same tool, whose calls end with an error result after this time; see the key `timeout` of
    /// [`macro@crate::tool`]. A tool that is declared `inline` has none.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// The same tool, whose callers hear after so much silence that a call is alive, if they asked for
    /// progress; see the key `heartbeat` of [`macro@crate::tool`].
    #[must_use]
    pub fn heartbeat(mut self, interval: Duration) -> Self {
        self.heartbeat = Some(interval);
        self
    }

    /// The name on the wire.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it does.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    pub(crate) fn rename(&mut self, name: Cow<'static, str>) {
        self.name = name;
    }

    pub(crate) fn run(&self) -> Run {
        match &self.handler {
            Handler::Static(descriptor) => descriptor.run,
            Handler::Dynamic { .. } => Run::Async,
        }
    }
}

impl From<&'static Descriptor> for Tool {
    fn from(descriptor: &'static Descriptor) -> Self {
        Self {
            name: descriptor.name.into(),
            title: descriptor.title.map(Cow::Borrowed),
            description: descriptor.description.and_then(tidy),
            annotations: descriptor.annotations,
            timeout: descriptor.timeout,
            heartbeat: descriptor.heartbeat,
            handler: Handler::Static(descriptor),
        }
    }
}

/// Doc text as the model reads it. The macro has done this to literals; texts from files keep
/// their line ends and the blank lines around them.
pub(crate) fn tidy(text: &'static str) -> Option<Cow<'static, str>> {
    let text = text.trim();
    match text.contains('\r') {
        _ if text.is_empty() => None,
        false => Some(Cow::Borrowed(text)),
        true => Some(Cow::Owned(text.replace("\r\n", "\n"))),
    }
}

impl fmt::Debug for Handler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Static(descriptor) => f.debug_tuple("Static").field(&descriptor.name).finish(),
            Self::Dynamic { .. } => f.debug_struct("Dynamic").finish_non_exhaustive(),
        }
    }
}
