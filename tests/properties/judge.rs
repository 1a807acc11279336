//! The question of every property: does the server take what its schema admits, and nothing else?

use crate::change::{change, children};
use crate::choices::Choices;
use crate::excuses::Excuse;
use crate::spell::spell;
use crate::values::Values;
use jsonschema::Validator;
use mcp::{Era, Profile, Registry, Server, Service};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};
use serde_json::{Value, json};
use std::cell::Cell;
use tokio::runtime::Runtime;

/// Generated cases for one type, always the same ones; each is judged as it is and after each of some changes.
const CASES: u32 = 80;
/// Proptest's own variable: a number of cases to be tried instead, others each time.
const MORE: &str = "PROPTEST_CASES";
const CHANGES: usize = 4;

/// A tool with the one parameter `x`, and the schema it publishes.
pub(crate) struct Tool {
    name: String,
    /// The published schema.
    pub(crate) schema: Value,
    plain: Validator,
    /// The same with formats checked.
    pub(crate) with_formats: Validator,
    /// That of the full profile.
    pub(crate) full: Validator,
    service: Service,
    /// The same with `Server::validate_arguments`.
    validating: Service,
    runtime: Runtime,
}

/// What became of a call.
#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    Taken(String),
    Refused(String),
}
use Outcome::{Refused, Taken};

impl Tool {
    /// The tool of that name.
    pub(crate) fn new(tools: &Registry, name: &str) -> Self {
        let schema_in = |profile| {
            let server = Server::new("demo", "1.0.0")
                .tools(tools.clone())
                .profile(profile);
            let service = server.build().expect("a sound server");
            let list: Value = serde_json::from_str(&service.tools_json(Era::Modern)).expect("JSON");
            let tool = list["tools"]
                .as_array()
                .expect("tools")
                .iter()
                .find(|tool| tool["name"] == name);
            (tool.expect("the tool")["inputSchema"].clone(), service)
        };
        let validating = Server::new("demo", "1.0.0").tools(tools.clone());
        let validating = validating.validate_arguments().build();
        let (full, _) = schema_in(Profile::Full);
        let (schema, service) = schema_in(Profile::Plain);
        let validator = |schema| jsonschema::draft202012::new(schema).expect("a valid schema");
        let with_formats = jsonschema::draft202012::options()
            .should_validate_formats(true)
            .build(&schema);
        Self {
            name: name.to_owned(),
            plain: validator(&schema),
            with_formats: with_formats.expect("a valid schema"),
            full: validator(&full),
            schema,
            service,
            validating: validating.expect("a sound server"),
            runtime: tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime"),
        }
    }

    /// Whether the schema admits these arguments.
    pub(crate) fn admits(&self, arguments: &Value) -> bool {
        self.plain.is_valid(arguments)
    }

    /// Calls the tool with arguments as text.
    pub(crate) fn call(&self, arguments: &str) -> Outcome {
        self.call_of(&self.service, arguments)
    }

    fn call_of(&self, service: &Service, arguments: &str) -> Outcome {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "probe", "version": "0"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"_meta":{meta},"name":"{}","arguments":{arguments}}}}}"#,
            self.name
        );
        let answer = self
            .runtime
            .block_on(service.handle(message))
            .expect("an answer");
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        let text = answer["result"]["content"][0]["text"].as_str();
        match (answer.get("error"), answer["result"].get("isError")) {
            (None, None) => Taken(text.unwrap_or_default().to_owned()),
            (None, Some(_)) => Refused(text.expect("a text block").to_owned()),
            (Some(error), _) => Refused(error["message"].as_str().expect("a message").to_owned()),
        }
    }

    /// Both judgements of arguments given as text, which have to agree.
    fn judge(&self, arguments: &str, excuses: &[Excuse]) -> Result<bool, TestCaseError> {
        // a number that no double holds cannot be shown to the validator
        let Ok(value) = serde_json::from_str::<Value>(arguments) else {
            return Ok(false);
        };
        let outcome = self.call(arguments);
        self.judge_validating(arguments, &value, &outcome)?;
        match (self.admits(&value), &outcome) {
            (true, Taken(_)) => return Ok(true),
            (false, Refused(_)) => return Ok(false),
            (true, Refused(text)) => {
                let is_excused = |line: &str| {
                    excuses
                        .iter()
                        .any(|excuse| excuse.covers_refusal(line, self, &value))
                };
                if text.lines().skip(1).all(is_excused) {
                    return Ok(false);
                }
            }
            (false, Taken(text)) => {
                if excuses.iter().any(|excuse| excuse.covers_taking(&value))
                    || self.admits(&self.without_nulls(value, text))
                {
                    return Ok(true);
                }
            }
        }
        let name = &self.name;
        Err(TestCaseError::fail(format!(
            "`{name}`: {arguments} is {outcome:?} by {}",
            self.schema
        )))
    }

    /// A server that validates takes what the decoder takes and the schema admits, and nothing else.
    fn judge_validating(
        &self,
        arguments: &str,
        value: &Value,
        outcome: &Outcome,
    ) -> Result<(), TestCaseError> {
        let admits = || match outcome {
            Refused(_) => false,
            Taken(_) if self.with_formats.is_valid(value) => true,
            Taken(text) => {
                let less = self.without_nulls(value.clone(), text);
                self.with_formats.is_valid(&less)
            }
        };
        match (admits(), self.call_of(&self.validating, arguments)) {
            (true, Taken(_)) | (false, Refused(_)) => Ok(()),
            (_, validated) => Err(TestCaseError::fail(format!(
                "`{}`: {arguments} is {outcome:?} and, when validated, {validated:?} by {}",
                self.name, self.schema
            ))),
        }
    }

    /// `value` without each `null` that means the same when it is left out.
    fn without_nulls(&self, mut value: Value, text: &str) -> Value {
        for place in nulls(&value, String::new()) {
            let mut less = value.clone();
            let (parent, key) = place.rsplit_once('/').expect("a pointer");
            let parent = less.pointer_mut(parent).and_then(Value::as_object_mut);
            parent
                .expect("an object")
                .shift_remove(&key.replace("~1", "/").replace("~0", "~"));
            if let Taken(now) = self.call(&less.to_string())
                && is_same(&now, text)
            {
                value = less;
            }
        }
        value
    }
}

/// The same text; the members of a `HashMap` come in any order.
fn is_same(one: &str, other: &str) -> bool {
    let sorted = |text: &str| {
        let mut bytes = text.as_bytes().to_vec();
        bytes.sort_unstable();
        bytes
    };
    sorted(one) == sorted(other)
}

/// Where members of objects are `null`.
fn nulls(value: &Value, at: String) -> Vec<String> {
    let inside = |(key, child): (String, &Value)| match (value, child) {
        (Value::Object(_), Value::Null) => vec![format!("{at}/{key}")],
        _ => nulls(child, format!("{at}/{key}")),
    };
    children(value).into_iter().flat_map(inside).collect()
}

/// Generated arguments of a tool: the server takes them exactly if the schema admits them.
///
/// # Errors
///
/// The simplest case that was found in which it does not.
pub(crate) fn agrees(tools: &Registry, name: &str, excuses: &[Excuse]) -> Result<(), String> {
    let tool = Tool::new(tools, name);
    let values = Values::new(&tool.schema);
    let taken = Cell::new(0);
    let case = |numbers: &Vec<u64>| {
        let mut choices = Choices::new(numbers);
        let mut value = values.of(&tool.schema, &mut choices);
        taken.set(taken.get() + u32::from(tool.judge(&spell(&value, &mut choices), excuses)?));
        for _ in 0..CHANGES {
            let x = match value.get_mut("x") {
                Some(x) if !choices.once_in(12) => x,
                _ => &mut value,
            };
            change(x, &mut choices);
            tool.judge(&spell(&value, &mut choices), excuses)?;
        }
        Ok(())
    };
    run(case)?;
    match taken.get() {
        few if few < 8 => Err(format!("`{name}`: only {few} of the cases were taken")),
        _ => Ok(()),
    }
}

/// Runs `case` on lists of decisions; an error is that of the simplest case that was found.
pub(crate) fn run(case: impl Fn(&Vec<u64>) -> Result<(), TestCaseError>) -> Result<(), String> {
    let mut config = Config {
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..Config::default()
    };
    if std::env::var_os(MORE).is_none() {
        config.cases = CASES;
        config.rng_seed = RngSeed::Fixed(0);
    }
    let outcome = TestRunner::new(config).run(&vec(any::<u64>(), 8..160), |numbers| case(&numbers));
    outcome.map_err(|error| match error {
        TestError::Fail(reason, _) => reason.message().to_owned(),
        TestError::Abort(reason) => reason.message().to_owned(),
    })
}
