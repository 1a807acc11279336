use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, mcp::Record)]
struct Pair(u32, u32);

fn main() {}
