//! Programs that serve over HTTP on a port of their own choice, for as long as a test wants them.
//!
//! Knows that such a program tells its URL on stderr. Does not speak HTTP.

use std::io::{self, BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;

/// A program that serves; it is killed when this is dropped.
pub(crate) struct Served {
    child: Child,
    url: String,
}

impl Served {
    /// Starts a program and waits until it tells where it is.
    ///
    /// # Panics
    ///
    /// When it ends before it has told.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut said = String::new();
        let url = loop {
            let begin = said.len();
            let length = lines.read_line(&mut said).expect("text");
            assert!(length > 0, "the program ended without a URL: {said}");
            let words = said[begin..].split_whitespace();
            let url = words
                .map(|word| word.trim_end_matches([',', ';']))
                .find(|word| word.starts_with("http://"));
            if let Some(url) = url {
                break url.to_owned();
            }
        };
        // Read on, so that it never waits for room to write.
        thread::spawn(move || io::copy(&mut lines, &mut io::sink()));
        Self { child, url }
    }

    /// Where it is, `http://127.0.0.1:…/mcp`.
    #[allow(
        dead_code,
        reason = "each test that includes this file uses a part of it"
    )]
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The host and port of its URL.
    ///
    /// # Panics
    ///
    /// When the URL names its host by no number.
    #[allow(
        dead_code,
        reason = "each test that includes this file uses a part of it"
    )]
    pub(crate) fn address(&self) -> SocketAddr {
        let rest = self.url.trim_start_matches("http://");
        let host = rest.split('/').next().expect("a host");
        host.parse().expect("an address and a port")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // One that has ended already is no reason to fail.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
