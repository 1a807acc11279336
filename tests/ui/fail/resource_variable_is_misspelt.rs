#[mcp::resource("user://{user_name}")]
fn user(username: &str) -> String {
    username.to_owned()
}

fn main() {}
