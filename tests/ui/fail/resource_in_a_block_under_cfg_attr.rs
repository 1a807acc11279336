struct House;

#[mcp::tool]
impl House {
    #[cfg_attr(unix, resource("config://app"))]
    fn config(&self) -> &'static str {
        "x"
    }
}

fn main() {}
