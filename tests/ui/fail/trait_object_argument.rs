#[mcp::tool]
fn find(error: Box<dyn std::error::Error>) -> String {
    error.to_string()
}

fn main() {}
