//! The smallest server: one function, served.
//!
//! `cargo run -p examples --bin quickstart -- --mcp-tools` prints what clients are told.

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

fn main() -> std::process::ExitCode {
    mcp::server!().run()
}
