fn lines(rows: &[u8]) -> Vec<String> {
    rows.iter().map(ToString::to_string).collect()
}

#[mcp::tool(render(lines = lines))]
async fn rows() -> Vec<u8> {
    vec![1]
}

fn main() {}
