struct Key;

struct Door;

#[mcp::tool]
impl Door {
    #[tool]
    fn open(&self, key: Key) {
        let Key = key;
    }
}

fn main() {}
