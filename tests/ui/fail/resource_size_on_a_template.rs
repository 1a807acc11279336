#[mcp::resource("file:///{a}", size = 3)]
fn file(a: &str) -> String {
    a.to_owned()
}

fn main() {}
