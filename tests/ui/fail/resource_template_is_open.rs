#[mcp::resource("file:///{path")]
fn file(path: &str) -> String {
    path.to_owned()
}

fn main() {}
