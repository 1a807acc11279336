#[mcp::resource("file:///{dir}/{name}")]
fn file(name: &str) -> String {
    name.to_owned()
}

fn main() {}
