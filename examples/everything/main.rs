//! A server with everything in it: what the official conformance suite calls, written as anybody would.
//!
//! `cargo run -p examples --bin everything -- --http-port 9000` serves it for the suite.

mod prompts;
mod resources;
mod tools;

/// A picture of one red pixel.
const RED: &[u8] = include_bytes!("../data/red.png");

fn main() -> std::process::ExitCode {
    mcp::server!().run()
}
