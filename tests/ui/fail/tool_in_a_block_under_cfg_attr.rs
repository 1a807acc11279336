struct Door;

#[mcp::tool]
impl Door {
    #[cfg_attr(unix, tool)]
    fn open(&self) {}
}

fn main() {}
