//! A tool made ready: its schemas as text, its handler.

use super::build_error::BuildFault;
use super::turns::{AllTurns, Turns};
use crate::schema::{self, OutputSchema, Profile, SchemaError, Text};
use crate::tool::{
    Annotations, ClientCapabilities, Descriptor, Handler, Patterns, Published, Run, Tool, fault_of,
};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// A tool whose schemas are text.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) name: Cow<'static, str>,
    pub(super) title: Option<Cow<'static, str>>,
    pub(super) description: Option<Cow<'static, str>>,
    pub(super) annotations: Annotations,
    pub(super) input_schema: Cow<'static, str>,
    pub(super) output: Option<PreparedOutput>,
    pub(super) run: Run,
    /// What a client must have declared.
    pub(super) requires: ClientCapabilities,
    /// After how long a call ends with an error.
    pub(super) timeout: Option<Duration>,
    /// After how much silence the caller hears that the call is alive.
    pub(super) heartbeat: Option<Duration>,
    /// The queue of a tool that makes one call at a time.
    pub(super) turns: Option<Turns>,
    pub(super) patterns: Patterns,
    pub(super) published: Published,
    pub(super) handler: Handler,
    /// What headers repeat of the arguments.
    #[cfg(feature = "http")]
    pub(super) headers: Vec<super::http_rules::HeaderPath>,
}

/// The output schema of a tool, and whether older clients get it.
#[derive(Debug)]
pub(super) struct PreparedOutput {
    pub(super) schema: OutputSchema,
    /// Legacy clients get it as `{"result": …}`.
    pub(super) wrapped: bool,
}

impl Prepared {
    pub(super) fn new(
        tool: Tool,
        profile: Profile,
        validates: bool,
        turns: &mut AllTurns,
    ) -> Result<Self, BuildFault> {
        let name = tool.name().to_owned();
        let (input_schema, output) = match &tool.handler {
            Handler::Static(descriptor) => (
                input(&name, descriptor, profile)?,
                output(&name, descriptor, profile)?,
            ),
            Handler::Dynamic { input_schema, .. } => match input_schema {
                Ok(text) => (Cow::Owned(text.as_ref().to_owned()), None),
                Err(error) => {
                    return Err(BuildFault::Schema {
                        tool: name,
                        source: Arc::clone(error),
                    });
                }
            },
        };
        let patterns = match &tool.handler {
            Handler::Static(descriptor) => patterns(&name, descriptor)?,
            Handler::Dynamic { .. } => Patterns::default(),
        };
        let published = match validates {
            false => Published::default(),
            true => Published::new(&input_schema).map_err(|reason| BuildFault::NotCheckable {
                tool: name.clone(),
                reason,
            })?,
        };
        let (turns, requires) = match &tool.handler {
            Handler::Static(descriptor) => (turns.of(descriptor), descriptor.requires),
            Handler::Dynamic { .. } => (None, ClientCapabilities::NONE),
        };
        Ok(Self {
            #[cfg(feature = "http")]
            headers: super::http_rules::header_paths(&input_schema),
            patterns,
            published,
            requires,
            timeout: tool.timeout,
            heartbeat: tool.heartbeat,
            turns,
            run: tool.run(),
            name: name.into(),
            title: tool.title,
            description: tool.description,
            annotations: tool.annotations,
            input_schema,
            output,
            handler: tool.handler,
        })
    }
}

fn input(
    name: &str,
    descriptor: &'static Descriptor,
    profile: Profile,
) -> Result<Cow<'static, str>, BuildFault> {
    match (descriptor.input_schema, profile) {
        (Text::Given(text), _) => {
            return schema::given_input(text, descriptor.parameters, descriptor.ignores_extra)
                .map_err(|source| BuildFault::given(name, "input_schema", source));
        }
        (Text::Literal(text), Profile::Plain) => return Ok(Cow::Borrowed(text)),
        _ => {}
    }
    let joined = match descriptor.ignores_extra {
        true => schema::open_object(descriptor.parameters, profile),
        false => schema::object(descriptor.parameters, profile),
    };
    joined
        .map(Cow::Owned)
        .map_err(|source| schema_fault(name, source))
}

/// The patterns of a tool, and the promise that what is published as a default or an example would be accepted.
fn patterns(tool: &str, descriptor: &Descriptor) -> Result<Patterns, BuildFault> {
    let patterns =
        Patterns::new(descriptor.parameters).map_err(|(argument, reason)| BuildFault::Pattern {
            tool: tool.to_owned(),
            argument,
            reason,
        })?;
    for (index, parameter) in descriptor.parameters.iter().enumerate() {
        let fault = |json| fault_of(parameter, index, &patterns, json);
        if let Some(reason) = parameter.default.and_then(fault) {
            return Err(BuildFault::Default {
                tool: tool.to_owned(),
                argument: parameter.key,
                reason,
            });
        }
        if let Some(reason) = parameter.examples.iter().copied().find_map(fault) {
            return Err(BuildFault::Example {
                tool: tool.to_owned(),
                argument: parameter.key,
                reason,
            });
        }
    }
    Ok(patterns)
}

/// The output schema of a tool; `None` inside for one without.
fn output(
    name: &str,
    descriptor: &'static Descriptor,
    profile: Profile,
) -> Result<Option<PreparedOutput>, BuildFault> {
    let given = match descriptor.output_schema {
        Text::Given(text) => Some(text),
        _ => None,
    };
    let Some(output) = (descriptor.output)() else {
        return match given {
            None => Ok(None),
            Some(_) => Err(BuildFault::NothingStructured {
                tool: name.to_owned(),
            }),
        };
    };
    let schema = match (descriptor.output_schema, output.schema) {
        (Text::Given(text), _) => schema::given_output(text)
            .map_err(|source| BuildFault::given(name, "output_schema", source))?,
        (Text::Literal(text), _) if profile == Profile::Plain => OutputSchema::from_literal(text),
        (_, Some(schema)) => {
            schema::output(schema, profile).map_err(|source| schema_fault(name, source))?
        }
        (_, None) => return Ok(None),
    };
    Ok(Some(PreparedOutput {
        schema,
        wrapped: output.wrapped,
    }))
}

fn schema_fault(tool: &str, source: SchemaError) -> BuildFault {
    BuildFault::Schema {
        tool: tool.to_owned(),
        source: Arc::new(source),
    }
}
