//! The service in somebody else's hands, and HTTP/2.

use http_body_util::{BodyExt as _, Full};
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tower_service::Service as _;

use crate::{Site, message, service};

fn request(uri: &str) -> http::Request<Full<bytes::Bytes>> {
    http::Request::post(uri)
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/list")
        .body(Full::new(
            message("tools/list", json!({})).to_string().into(),
        ))
        .expect("a request")
}

#[tokio::test]
async fn a_mounted_service_takes_every_path() {
    let mut service = service();
    for uri in ["http://localhost/", "http://localhost/api/v1/mcp/"] {
        let response = service.call(request(uri)).await.expect("never fails");
        assert_eq!(response.status(), 200);
        let body = response
            .into_body()
            .collect()
            .await
            .expect("a body")
            .to_bytes();
        let body: Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(body["result"]["tools"][0]["name"], "add");
    }
}

#[tokio::test]
async fn http_2_is_served_on_the_same_port_by_the_name_in_its_authority() {
    let site = Site::start(service()).await;
    let stream = TcpStream::connect(site.address).await.expect("it listens");
    let (mut client, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
            .await
            .expect("HTTP/2");
    let connection = tokio::spawn(connection);
    for (authority, status) in [("localhost", 200), ("evil.example", 403)] {
        let request = request(&format!("http://{authority}/mcp"));
        let response = client.send_request(request).await.expect("an answer");
        assert_eq!(response.status(), status);
    }
    drop(client);
    connection.await.expect("it ends").expect("in order");
    site.stop().await;
}
