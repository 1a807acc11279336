use schemars::JsonSchema;
use serde::Deserialize;

use std::collections::BTreeMap;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Filter {
    price: u32,
    #[serde(flatten)]
    rest: BTreeMap<String, u32>,
}

fn main() {}
