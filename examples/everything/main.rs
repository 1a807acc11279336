//! A server with everything in it: what the official conformance suite calls, written as anybody would.
//!
//! `cargo run -p examples --bin everything -- --http-port 9000` serves it for the suite.

mod asking;
mod changes;
mod prompts;
mod resources;
mod tools;

/// A picture of one red pixel.
const RED: &[u8] = include_bytes!("../data/red.png");

fn main() -> std::process::ExitCode {
    let server = mcp::server!();
    // With it, tools can change what the server offers.
    let handle = server.handle();
    let server = server.state(handle);
    // The suite looks at answers in both forms.
    let server = match std::env::var_os("STREAM_ANSWERS") {
        Some(_) => server.http(|http| http.stream_answers()),
        None => server,
    };
    server.run()
}
