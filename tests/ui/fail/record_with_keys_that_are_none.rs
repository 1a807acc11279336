use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Filter {
    _price: u32,
    #[serde(rename = "über")]
    over: u32,
    größe: u32,
}

fn main() {}
