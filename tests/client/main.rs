//! The client, against servers that behave and servers that do not.

mod asked;
mod calls;
mod child;
mod eras;
mod events;
mod fake;
mod limits;
mod listening;

use mcp::Server;
use mcp::client::Client;
use tokio::io::{duplex, split};

/// A client of a server of this library, both in this process.
pub(crate) async fn connected(server: Server, era: mcp::Era) -> Client {
    let service = server.build().expect("a sound server");
    let (here, there) = duplex(64 * 1024);
    tokio::spawn(async move {
        let (reader, writer) = split(there);
        mcp::transport::serve(&service, reader, writer).await
    });
    let (reader, writer) = split(here);
    Client::streams(reader, writer)
        .prefer(era)
        .await
        .expect("a connection")
}
