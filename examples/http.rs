//! A server inside a program of one's own: its own listener, its own way to stop.
//!
//! `cargo run -p examples --bin http` tells where it is and ends with Ctrl-C. A program that is
//! nothing but a server needs none of this: `mcp::server!().run()` has `--http-port`.

use tokio::net::TcpListener;

/// Adds two integers.
#[mcp::tool]
fn add(
    /// The first addend.
    a: i64,
    /// The second addend.
    b: i64,
) -> i64 {
    a + b
}

/// Ready when the program should end. A library never listens to signals by itself.
async fn told_to_stop() {
    // Without signals it serves until it is killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let service = mcp::Server::new("http", "1.0.0")
        .tools(mcp::tools![add])
        .into_http_service()?
        // In earnest it comes from where secrets are kept.
        .auth_token("secret")
        // Web pages may call it from here besides those of this machine.
        .allowed_origins(["https://app.example"]);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("http://{}/mcp", listener.local_addr()?);
    // Calls in flight have five seconds to finish once it is told to stop.
    service.serve(listener, told_to_stop()).await?;
    Ok(())
}
