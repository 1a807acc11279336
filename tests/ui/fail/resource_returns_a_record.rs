struct Settings;

#[mcp::resource("config://app")]
fn config() -> Settings {
    Settings
}

fn main() {}
