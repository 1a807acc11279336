//! `#[mcp::tool(..)]` on a function: what a tool is told besides what every function is.
//!
//! Does not know what the keys mean together: that is `check`.

use super::function::{Shared, Surroundings};
use super::{running, taking};
use crate::attr::{self, Entry};
use crate::errors::Errors;
use crate::model::{Action, Hints, Kind, Running, Schemas, Tool};
use crate::names;
use proc_macro2::{Span, TokenStream};

/// The keys of `#[mcp::tool(..)]`.
pub(super) const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "extra",
    "lenient",
    "requires",
    "render",
    "input_schema",
    "output_schema",
    "icon",
    "meta",
    "inline",
    "blocking",
    "timeout",
    "heartbeat",
    "sequential",
    "unlisted",
    "crate",
];

/// What was given in the attribute itself.
struct Given {
    shared: Shared,
    hints: Hints,
    inline: Option<Span>,
    running: Running,
    ignores_extra: bool,
    lenient: bool,
    requires: Vec<&'static str>,
    actions: Vec<Action>,
    schemas: Schemas,
}

/// Reads the attribute and the function under it.
///
/// `None` when there is no function to speak of; the fault is recorded. The path of the runtime
/// is known in any case, because what stands in for a faulty tool needs it.
pub(super) fn tool(
    errors: &mut Errors,
    around: Surroundings<'_>,
    attribute: TokenStream,
    item: &TokenStream,
) -> (TokenStream, Option<Tool>) {
    let given = given(errors, around, attribute);
    let runtime = given.shared.runtime.clone();
    let function = given.shared.function(errors, Kind::Tool, item);
    let tool = function.map(|function| Tool {
        function,
        hints: given.hints,
        inline: given.inline,
        running: given.running,
        ignores_extra: given.ignores_extra,
        lenient: given.lenient,
        requires: given.requires,
        actions: given.actions,
        schemas: given.schemas,
    });
    (runtime, tool)
}

fn given(errors: &mut Errors, around: Surroundings<'_>, attribute: TokenStream) -> Given {
    let mut given = Given {
        shared: Shared::new(around),
        hints: Hints::default(),
        inline: None,
        running: Running::default(),
        ignores_extra: false,
        lenient: false,
        requires: Vec::new(),
        actions: Vec::new(),
        schemas: Schemas::default(),
    };
    let attribute_name = Kind::Tool.attribute();
    for entry in attr::entries(errors, &attribute_name, KEYS, &mut Vec::new(), attribute) {
        if given.shared.read(errors, &entry) {
            continue;
        }
        match names::plain(&entry.key).as_str() {
            "read_only" => given.hints.read_only = entry.switch(errors),
            "destructive" => given.hints.destructive = entry.switch(errors),
            "idempotent" => given.hints.idempotent = entry.switch(errors),
            "open_world" => given.hints.open_world = entry.switch(errors),
            "inline" => given.inline = entry.alone(errors),
            "extra" => given.ignores_extra = ignores_extra(errors, &entry),
            "lenient" => given.lenient = entry.alone(errors).is_some(),
            "requires" => given.requires = taking::requires(errors, &entry),
            "render" => given.actions = taking::actions(errors, &entry),
            "input_schema" => given.schemas.input = taking::schema(errors, &entry),
            "output_schema" => {
                let schema = taking::schema(errors, &entry);
                given.schemas.output = schema.map(|schema| (schema, entry.key.span()));
            }
            key if running::KEYS.contains(&key) => {
                running::running(errors, &entry, &mut given.running);
            }
            _ => {}
        }
    }
    given
}

/// `extra = "ignore"`.
fn ignores_extra(errors: &mut Errors, entry: &Entry) -> bool {
    let Some((text, at)) = entry.text(errors) else {
        return false;
    };
    if !matches!(text.as_str(), "ignore" | "refuse") {
        errors.at(
            at,
            "`extra` is `\"ignore\"` or `\"refuse\"`; without it unknown arguments are refused",
        );
    }
    text == "ignore"
}
