//! A server as a part of an axum application, whose middleware finds out who asks.
//!
//! `cargo run -p examples --bin axum_mount` tells where it is and ends with Ctrl-C.

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::routing::get;
use axum::{Router, serve};
use tokio::net::TcpListener;

/// Who asks, as the application knows it.
#[derive(Clone)]
struct User {
    name: &'static str,
    is_admin: bool,
}

/// Greets the caller by name.
#[mcp::tool]
fn greet(
    // Not an argument: lent by the server, from the request. `None` on stdio.
    user: Option<&User>,
) -> String {
    match user {
        Some(User { name, is_admin }) => {
            format!("Hello, {name}{}.", if *is_admin { " (admin)" } else { "" })
        }
        None => "Hello.".into(),
    }
}

/// Lets users in, and leaves what it knows of them in the request.
async fn identify(mut request: Request, next: Next) -> Result<Response, StatusCode> {
    let key = request.headers().get("x-api-key");
    let user = match key.map(|key| key.as_bytes()) {
        Some(b"k-anna") => User {
            name: "Anna",
            is_admin: true,
        },
        Some(b"k-ben") => User {
            name: "Ben",
            is_admin: false,
        },
        _ => return Err(StatusCode::UNAUTHORIZED),
    };
    let extensions = request.extensions_mut();
    // Sessions of older clients belong to this caller, and tools are told of it.
    extensions.insert(mcp::Caller::new(user.name));
    extensions.insert(user);
    Ok(next.run(request).await)
}

/// Ready when the program should end.
async fn told_to_stop() {
    // Without signals it serves until it is killed.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mcp = mcp::Server::new("mounted", "1.0.0")
        .tools(mcp::tools![greet])
        .into_http_service()?;
    let streams = mcp.clone();
    let application = Router::new()
        // `/mcp/` too, which some clients ask for: they follow no redirect.
        .route_service("/mcp", mcp.clone())
        .route_service("/mcp/", mcp)
        .layer(from_fn(identify))
        .route("/health", get(async || "well"));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("http://{}/mcp", listener.local_addr()?);
    serve(listener, application)
        .with_graceful_shutdown(async move {
            told_to_stop().await;
            // Streams of older clients have no end of their own.
            streams.close_streams();
        })
        .await?;
    Ok(())
}
