use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Filter {
    price: u32,
    #[serde(flatten)]
    kind: Kind,
}

#[derive(Deserialize, JsonSchema, mcp::Record)]
enum Kind {
    Cheap(u8),
}

fn main() {}
