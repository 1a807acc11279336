struct Opaque;

#[mcp::prompt]
fn review() -> Result<String, Opaque> {
    Err(Opaque)
}

fn main() {}
