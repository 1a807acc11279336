#[mcp::tool]
async fn read(stream: std::net::TcpStream) -> String {
    format!("{stream:?}")
}

fn main() {}
