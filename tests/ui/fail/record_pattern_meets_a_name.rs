#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Point {
    x: f64,
}

#[mcp::tool]
fn find(point: String, Point { x }: Point) -> String {
    format!("{point} {x}")
}

fn main() {}
