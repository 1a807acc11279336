#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Limit(u32);

#[mcp::tool]
fn find(#[arg(default = "many")] limit: Limit) -> u32 {
    limit.0
}

fn main() {}
