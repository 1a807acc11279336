trait Clock {
    fn now(&self) -> u64;
}

struct Sun;

#[mcp::tool]
impl Clock for Sun {
    #[tool]
    fn now(&self) -> u64 {
        12
    }
}

fn main() {}
