//! A site with one page, whose script reports what it has found out.
//!
//! Knows no more of HTTP than the two requests of one browser need.

use serde_json::Value;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

const PAGE: &str = include_str!("page.html");

/// The site; it serves until the tests end.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    /// What pages have reported.
    pub(crate) reports: Receiver<Value>,
}

impl Site {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let (sender, reports) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let sender = sender.clone();
                // A browser opens connections ahead of their use: each has a thread.
                thread::spawn(move || answer(stream?, &sender));
            }
        });
        Self { address, reports }
    }
}

/// Answers the one request of a connection.
fn answer(stream: TcpStream, reports: &Sender<Value>) -> io::Result<()> {
    let mut reader = BufReader::new(&stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Ok(());
        }
    }
    let lower = head.to_ascii_lowercase();
    let length = lower
        .lines()
        .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    let page = match head.split(' ').next() {
        Some("POST") => {
            // Nobody waits any more when a test has failed.
            let _ = reports.send(serde_json::from_slice(&body).expect("a report in JSON"));
            ""
        }
        _ => PAGE,
    };
    let length = page.len();
    write!(
        &stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{page}"
    )
}
