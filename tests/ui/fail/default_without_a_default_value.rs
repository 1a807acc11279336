#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Row(u32);

#[mcp::tool]
fn find(#[arg(default)] row: Row) -> u32 {
    row.0
}

fn main() {}
