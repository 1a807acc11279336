struct House;

impl House {
    #[mcp::prompt]
    fn review(&self) -> String {
        String::new()
    }
}

fn main() {}
