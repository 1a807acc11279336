mod first {
    #[mcp::tool(unlisted)]
    pub fn find() {}
}

mod second {
    #[mcp::tool(unlisted, name = "find")]
    pub fn search() {}
}

fn main() {
    let _ = mcp::tools![first::find, second::search];
}
