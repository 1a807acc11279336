//! Tools that are not known at compile time: made from a list, here a fixed one, in earnest a
//! configuration file.

use mcp::schema::Type;
use mcp::{ObjectSchema, Server, Tool};
use serde::Deserialize;
use std::process::ExitCode;

/// A unit of length and how many metres it is.
struct Unit {
    name: &'static str,
    metres: f64,
}

const UNITS: [Unit; 3] = [
    Unit {
        name: "mile",
        metres: 1609.344,
    },
    Unit {
        name: "yard",
        metres: 0.9144,
    },
    Unit {
        name: "foot",
        metres: 0.3048,
    },
];

#[derive(Deserialize)]
struct Arguments {
    value: f64,
}

fn tool(unit: &'static Unit) -> Tool {
    let schema = ObjectSchema::new().property("value", Type::Number, "A length", true);
    Tool::dynamic(
        format!("metres_from_{}", unit.name),
        format!("Converts a length in units of one {} to metres.", unit.name),
        schema,
        async |arguments, _| {
            let Arguments { value } = serde_json::from_str(arguments.get())?;
            Ok::<_, serde_json::Error>(format!("{} m", value * unit.metres))
        },
    )
}

fn main() -> ExitCode {
    UNITS
        .iter()
        .map(tool)
        .fold(Server::new("runtime_tools", "1.0.0"), Server::tool)
        .run()
}
