//! Whether everything has a description.
//!
//! Reads the list that clients get. Does not know where a description came from, and calls
//! nothing.

use crate::prompt::Prompt;
use crate::registry::Registry;
use crate::resource::Resource;
use crate::server::{BuildError, Server, Service};
use crate::wire::Era;
use serde_json::Value;

/// What has tools, prompts and resources to look at: a [`Server`], a [`Service`] or a [`Registry`].
///
/// A server need not have its states for this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tools to look at",
    label = "this is no `Server`, `Service` or `Registry`"
)]
pub trait HasTools: sealed::Listed {}

impl HasTools for Server {}
impl HasTools for Service {}
impl HasTools for Registry {}

mod sealed {
    use super::{BuildError, Prompt, Resource};

    pub trait Listed {
        /// What `tools/list` answers.
        fn listed(&self) -> Result<String, BuildError>;

        /// The prompts, then the resources.
        fn others(&self) -> (Vec<Prompt>, Vec<Resource>);
    }
}

impl sealed::Listed for Server {
    fn listed(&self) -> Result<String, BuildError> {
        self.tools_json(Era::Modern)
    }

    fn others(&self) -> (Vec<Prompt>, Vec<Resource>) {
        self.shown()
    }
}

impl sealed::Listed for Service {
    fn listed(&self) -> Result<String, BuildError> {
        Ok(self.tools_json(Era::Modern))
    }

    fn others(&self) -> (Vec<Prompt>, Vec<Resource>) {
        self.shown()
    }
}

impl sealed::Listed for Registry {
    fn listed(&self) -> Result<String, BuildError> {
        Server::new("", "").tools(self.clone()).listed()
    }

    fn others(&self) -> (Vec<Prompt>, Vec<Resource>) {
        (self.prompts().to_vec(), self.resources().to_vec())
    }
}

/// Fails unless every tool and prompt, every argument of one, and every resource has a description,
/// for this is all that a model has to go by.
///
/// An argument without one of its own has that of its type, if the type has a doc comment. Fields
/// of records are not looked at, only what is a property of the input schema; each field of an
/// unrolled record is one.
///
/// ```
/// /// Adds two integers.
/// #[mcp::tool]
/// fn add(
///     /// The first addend.
///     a: i64,
///     /// The second addend.
///     b: i64,
/// ) -> i64 {
///     a + b
/// }
///
/// # fn main() {
/// // in a test
/// mcp::testing::assert_documented(&mcp::server!());
/// # }
/// ```
///
/// # Panics
///
/// When a description is missing; the message names each that lacks one. When there
/// is nothing at all: in a test of its own file, `mcp::server!()` is the server of that file, not
/// of the library. When the schema of a tool cannot be made.
#[track_caller]
pub fn assert_documented(tools: &impl HasTools) {
    let list = list(tools);
    let (prompts, resources) = tools.others();
    assert!(
        !(list.is_empty() && prompts.is_empty() && resources.is_empty()),
        "there is no tool to look at; `mcp::server!()` and `mcp::registry!()` have those of the crate they are \
         written in"
    );
    let missing = undocumented(tools);
    assert!(
        missing.is_empty(),
        "these have no description; give them a doc comment:\n- {}",
        missing.join("\n- ")
    );
}

/// What [`assert_documented`] complains of, tools first, such as ``tool `add` `` and
/// ``argument `b` of tool `add` ``.
///
/// # Panics
///
/// When the schema of a tool cannot be made.
#[track_caller]
pub fn undocumented(tools: &impl HasTools) -> Vec<String> {
    let (prompts, resources) = tools.others();
    let mut missing = missing(&list(tools));
    missing.extend(prompts.iter().flat_map(missing_of_prompt));
    let resources = resources
        .iter()
        .filter(|resource| resource.description().is_none());
    missing.extend(resources.map(|resource| format!("resource `{}`", resource.uri())));
    missing
}

#[track_caller]
fn list(tools: &impl HasTools) -> Vec<Value> {
    let text = match tools.listed() {
        Ok(text) => text,
        Err(error) => panic!("{error}"),
    };
    let mut list: Value = serde_json::from_str(&text).unwrap_or_default();
    match list["tools"].take() {
        Value::Array(tools) => tools,
        _ => Vec::new(),
    }
}

fn missing(tools: &[Value]) -> Vec<String> {
    let mut missing = Vec::new();
    for tool in tools {
        let name = tool["name"].as_str().unwrap_or_default();
        if !has_text(tool) {
            missing.push(format!("tool `{name}`"));
        }
        let input = &tool["inputSchema"];
        for (key, schema) in input["properties"].as_object().into_iter().flatten() {
            if !is_described(schema, input) {
                missing.push(format!("argument `{key}` of tool `{name}`"));
            }
        }
    }
    missing
}

fn missing_of_prompt(prompt: &Prompt) -> Vec<String> {
    let name = prompt.name();
    let own = prompt.description().is_none();
    let own = own.then(|| format!("prompt `{name}`"));
    let has_text = |text: Option<&str>| text.is_some_and(|text| !text.trim().is_empty());
    let parameters = prompt.descriptor.parameters.iter();
    let bare = parameters.filter(|parameter| !has_text(parameter.description));
    let bare = bare.map(|parameter| format!("argument `{}` of prompt `{name}`", parameter.key));
    own.into_iter().chain(bare).collect()
}

/// Whether a schema has a description, or what it stands for has: a definition, or the one branch
/// beside `null`.
fn is_described(schema: &Value, root: &Value) -> bool {
    /// No schema of ours is behind more; a schema made by hand may refer to itself.
    const STEPS: usize = 8;
    let mut schema = schema;
    for _ in 0..STEPS {
        if has_text(schema) {
            return true;
        }
        let next = match schema["$ref"].as_str() {
            Some(reference) => reference
                .strip_prefix('#')
                .and_then(|pointer| root.pointer(pointer)),
            None => only_branch(schema),
        };
        match next {
            Some(next) => schema = next,
            None => return false,
        }
    }
    false
}

fn only_branch(schema: &Value) -> Option<&Value> {
    let branches = ["anyOf", "oneOf", "allOf"]
        .iter()
        .find_map(|word| schema[word].as_array())?;
    let mut others = branches.iter().filter(|branch| branch["type"] != "null");
    others.next().filter(|_| others.next().is_none())
}

fn has_text(schema: &Value) -> bool {
    schema["description"]
        .as_str()
        .is_some_and(|text| !text.trim().is_empty())
}
