#[mcp::prompt]
#[mcp::tool]
fn review() -> String {
    String::new()
}

struct House;

#[mcp::tool]
impl House {
    #[tool]
    #[resource("x:y")]
    fn look(&self) -> String {
        String::new()
    }
}

fn main() {}
