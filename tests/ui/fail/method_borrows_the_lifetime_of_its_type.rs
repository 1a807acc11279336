struct Door<'a>(&'a str);

#[mcp::tool]
impl<'a> Door<'a> {
    #[tool]
    fn opens(&self, key: &'a str) -> bool {
        key == self.0
    }
}

fn main() {}
