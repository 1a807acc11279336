struct Level;

#[mcp::tool]
fn build(#[arg(flag)] level: Level) {
    let Level = level;
}

fn main() {}
