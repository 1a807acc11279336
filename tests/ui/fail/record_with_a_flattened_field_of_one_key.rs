use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Filter {
    price: u32,
    #[serde(flatten)]
    more: More,
}

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct More {
    price: u32,
}

fn main() {}
