struct House;

#[mcp::prompt]
impl House {
    fn review(&self) -> String {
        String::new()
    }
}

fn main() {}
