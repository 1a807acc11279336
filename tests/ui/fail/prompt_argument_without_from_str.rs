struct Language;

#[mcp::prompt]
fn review(language: Language) -> String {
    let _ = language;
    String::new()
}

fn main() {}
