mod first {
    #[mcp::tool]
    fn find() {}
}

mod second {
    #[mcp::tool(name = "find")]
    fn search() {}
}

fn main() {}
