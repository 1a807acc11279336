//! What stands between clients and servers on the web: a browser that asks before it sends, a proxy that
//! buffers, several processes behind one address.
//!
//! `tests/web/install` brings Chromium and nginx; without them these tests pass and say why, unless
//! `MCP_TESTS_REQUIRED=1`.
#![cfg(unix)]

mod browser;
#[path = "../support/peers.rs"]
mod installed;
mod pages;
#[path = "../http/peer.rs"]
#[allow(dead_code, reason = "the tests of `http` use more of it")]
mod peer;
#[path = "../support/programs.rs"]
mod programs;
mod proxied;
mod proxy;
#[path = "../interop/peers.rs"]
#[allow(dead_code, reason = "the tests of `interop` use more of it")]
mod scripts;
#[path = "../support/served.rs"]
mod served;
mod two_processes;

use installed::{Missing, folder};
use programs::programs;
use served::Served;
use std::path::PathBuf;
use std::process::Command;

/// The program `name`, as `tests/web/install` left it.
fn installed_program(name: &str) -> Result<PathBuf, Missing> {
    let folder = folder().join("web");
    // written last, so that a half-done installation counts as none
    if folder.join("installed").exists() {
        return Ok(folder.join(name));
    }
    Err(Missing::new(format!(
        "no {name} in {}; `tests/web/install` brings it",
        folder.display()
    )))
}

/// The server with everything, on a port of its own.
fn everything(arguments: &[&str]) -> Served {
    let mut command = Command::new(&programs()["everything"]);
    command.args(["--http-port", "0"]).args(arguments);
    Served::start(command.env_remove("MCP_AUTH_TOKEN"))
}
