//! Types as results: what is sent fits the schema that was published to the same client.
//!
//! Each tool gives its argument back, so the values are those of `arguments`.

use crate::choices::Choices;
use crate::judge::run;
use crate::spell::spell;
use crate::types::*;
use crate::values::Values;
use jsonschema::Validator;
use mcp::server::Connection;
use mcp::{Era, Json, Registry, Server};
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;
use tokio::runtime::Runtime;

/// One client of a server, and the tool it calls.
struct Seen {
    era: Era,
    connection: Connection,
    input: Value,
    output: Option<(Value, Validator)>,
}

impl Seen {
    fn new(tools: &Registry, name: &str, era: Era, runtime: &Runtime) -> Self {
        let service = Server::new("demo", "1.0.0")
            .tools(tools.clone())
            .build()
            .expect("a sound server");
        let list: Value = serde_json::from_str(&service.tools_json(era)).expect("JSON");
        let mut tools = list["tools"].as_array().expect("tools").iter();
        let tool = tools.find(|tool| tool["name"] == name).expect("the tool");
        let output = tool.get("outputSchema").map(|schema| {
            assert!(era == Era::Modern || schema["type"] == "object", "{schema}");
            (
                schema.clone(),
                jsonschema::draft202012::new(schema).expect("a valid schema"),
            )
        });
        let connection = service.connect();
        if era == Era::Legacy {
            let info = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "probe", "version": "0"}});
            let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": info});
            let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            for message in [hello, ready] {
                runtime.block_on(connection.handle(message.to_string()));
            }
        }
        Self {
            era,
            connection,
            input: tool["inputSchema"].clone(),
            output,
        }
    }

    /// The result of a call; `None` when it was refused.
    fn call(&self, name: &str, arguments: &str, runtime: &Runtime) -> Option<Value> {
        let meta = match self.era {
            Era::Legacy => json!({}),
            _ => json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "probe", "version": "0"},
                "io.modelcontextprotocol/clientCapabilities": {},
            }),
        };
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"_meta":{meta},"name":"{name}","arguments":{arguments}}}}}"#
        );
        let answer = runtime
            .block_on(self.connection.handle(message))
            .expect("an answer");
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        answer
            .get("result")
            .filter(|result| result.get("isError").is_none())
            .cloned()
    }

    fn check(&self, name: &str, result: &Value) -> Result<(), TestCaseError> {
        let fault = match (&self.output, result.get("structuredContent")) {
            (Some((_, validator)), Some(value)) if validator.is_valid(value) => return Ok(()),
            (None, None) => return Ok(()),
            (Some((schema, _)), _) => schema.to_string(),
            (None, Some(_)) => "no schema".to_owned(),
        };
        let era = self.era;
        Err(TestCaseError::fail(format!(
            "`{name}`, {era:?}: {result} by {fault}"
        )))
    }
}

/// What `name` gives back, in both eras.
fn fits(tools: &Registry, name: &str) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    for era in [Era::Modern, Era::Legacy] {
        let seen = Seen::new(tools, name, era, &runtime);
        let values = Values::new(&seen.input);
        let sent = Cell::new(0);
        run(|numbers| {
            let mut choices = Choices::new(numbers);
            let arguments = spell(&values.of(&seen.input, &mut choices), &mut choices);
            let Some(result) = seen.call(name, &arguments, &runtime) else {
                return Ok(());
            };
            sent.set(sent.get() + 1);
            seen.check(name, &result)
        })?;
        if sent.get() < 10 {
            return Err(format!("`{name}`, {era:?}: only {} results", sent.get()));
        }
    }
    Ok(())
}

macro_rules! results {
    ($($group:ident { $($name:ident: $type:ty;)* })*) => {$(
        mod $group {
            use super::*;
            $(
                #[mcp::tool(unlisted, inline)]
                fn $name(x: $type) -> $type {
                    x
                }
            )*

            /// The same for all clients.
            mod json {
                use super::*;
                $(
                    #[mcp::tool(unlisted, inline)]
                    pub(super) fn $name(x: $type) -> Json<$type> {
                        Json(x)
                    }
                )*
            }

            #[test]
            fn fit_their_output_schemas_in_both_eras() {
                let faults = [mcp::tools![$($name),*], mcp::tools![$(json::$name),*]].into_iter().flat_map(|tools| {
                    [$(stringify!($name)),*].into_iter().filter_map(move |name| fits(&tools, name).err())
                });
                let faults: Vec<String> = faults.collect();
                assert!(faults.is_empty(), "{}", faults.join("\n"));
            }
        }
    )*};
}

results! {
    scalars {
        number: i64;
        wide: u128;
        small: u8;
        float: f64;
        single: f32;
        boolean: bool;
        letter: char;
        mode: Mode;
        way: Way;
    }
    containers {
        list: Vec<Option<u8>>;
        array: [bool; 2];
        pair: (u8, String, Option<bool>);
        option: Option<u32>;
        option_of_way: Option<Way>;
        set: BTreeSet<String>;
        map: BTreeMap<String, Option<Place>>;
        by_number: HashMap<i16, bool>;
        by_mode: BTreeMap<Mode, Option<u8>>;
        by_way: BTreeMap<Way, u8>;
        any: Value;
    }
    records {
        passenger: Passenger;
        settings: Settings;
        strict: Strict;
        trip: Trip;
        flat: Flat;
        flat_map: FlatMap;
        flat_option: FlatOption;
        three: Three;
        nothing: Nothing;
        odd: Odd;
        page: Page<Way>;
        maps: Maps;
        one_sided: OneSided;
        duration: Duration;
    }
    enums {
        shape: Shape;
        command: Command;
        adjacent: Adjacent;
        either: Either;
        outcomes: Vec<Result<u8, Mode>>;
    }
    recursive_types {
        tree: Tree;
        ping: Ping;
        term: Term;
    }
}
