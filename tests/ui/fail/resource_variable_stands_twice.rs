#[mcp::resource("file:///{a}/{a}")]
fn file(a: &str) -> String {
    a.to_owned()
}

fn main() {}
