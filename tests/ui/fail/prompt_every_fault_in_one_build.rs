#[mcp::prompt(name = "", inline)]
unsafe fn review(code: &mut str, files: &[String]) {
    let _ = (code, files);
}

fn main() {
    let _ = mcp::prompts![review];
}
