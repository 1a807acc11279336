use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
#[record(crat = ::mcp)]
struct Filter {
    price: u32,
}

fn main() {}
