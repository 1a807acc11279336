#[mcp::tool]
fn adder(n: u32) -> Box<dyn Fn(u32) -> u32> {
    Box::new(move |m| n + m)
}

fn main() {}
