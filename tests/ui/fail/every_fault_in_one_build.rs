#[mcp::tool(nmae = "find", read_only = 1)]
fn _find(rows: &mut u32, #[arg(defualt = 1)] id: u32, #[arg(name = "")] filter: impl Copy) -> u32 {
    let _ = filter;
    *rows + id
}

fn main() {}
