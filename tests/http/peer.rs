//! A client that knows HTTP/1.1 and nothing else: requests as text, answers as text.

use std::net::SocketAddr;

use mcp::transport::http::HttpService;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server on a free port of this machine.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl Site {
    pub(crate) async fn start(service: HttpService) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            let stopped = async { stopped.await.unwrap_or_default() };
            service.serve(listener, stopped).await.expect("it serves");
        });
        Site {
            address,
            stop,
            served,
        }
    }

    /// Asks it to stop and waits until it has.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        self.served.await.expect("it ends");
    }

    /// Sends a request whose head and body are complete, and reads the whole answer.
    pub(crate) async fn send(&self, request: &Request) -> Response {
        request.send(self.address).await
    }

    /// Sends a request and leaves the answer to the caller.
    pub(crate) async fn open(&self, request: &Request) -> TcpStream {
        request.open(self.address).await
    }

    pub(crate) async fn open_text(&self, text: &str) -> TcpStream {
        open(self.address, text).await
    }
}

async fn open(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(text.as_bytes()).await.expect("it reads");
    stream
}

/// A request; `Host` and `Content-Length` are added.
#[derive(Clone)]
pub(crate) struct Request {
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Request {
    pub(crate) fn new(method: &'static str) -> Self {
        Request {
            method,
            path: "/mcp".into(),
            headers: Vec::new(),
            body: String::new(),
        }
    }

    /// A message of a legacy client.
    pub(crate) fn post(message: &Value) -> Self {
        let mut request = Self::new("POST").header("Content-Type", "application/json");
        request.body = message.to_string();
        request
    }

    /// A message of 2026-07-28 with the headers that go with it.
    pub(crate) fn modern(method: &str, params: Value) -> Self {
        let name = params["name"].as_str().or(params["uri"].as_str());
        let name = name.map(str::to_owned);
        let request = Self::post(&modern(method, params))
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", method);
        match name {
            Some(name) => request.header("Mcp-Name", &name),
            None => request,
        }
    }

    /// A call of a tool by a client of 2026-07-28.
    pub(crate) fn call(tool: &str, arguments: Value) -> Self {
        Self::modern("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same without the headers of this name.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        self
    }

    pub(crate) fn path(mut self, path: &str) -> Self {
        self.path = path.to_owned();
        self
    }

    pub(crate) fn body(mut self, body: impl Into<String>) -> Self {
        self.body = body.into();
        self
    }

    /// Sends it to a server and reads the whole answer.
    pub(crate) async fn send(&self, address: SocketAddr) -> Response {
        Response::read(&mut self.open(address).await).await
    }

    /// Sends it and leaves the answer to the caller.
    pub(crate) async fn open(&self, address: SocketAddr) -> TcpStream {
        open(address, &self.text(address)).await
    }

    fn text(&self, address: SocketAddr) -> String {
        let mut text = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        if !self.headers.iter().any(|(name, _)| name == "Host") {
            text.push_str(&format!("Host: {address}\r\n"));
        }
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if self.method == "POST" {
            text.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        format!("{text}Connection: close\r\n\r\n{}", self.body)
    }
}

/// A message of 2026-07-28.
pub(crate) fn modern(method: &str, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) async fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        // Who refuses a body that is still on its way may close hard after the answer.
        let _ = stream.read_to_end(&mut bytes).await;
        let text = String::from_utf8(bytes).expect("text");
        let (head, rest) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let mut response = Response {
            status: status.unwrap_or_else(|| panic!("no answer: {text}")),
            head: head.to_owned(),
            body: rest.to_owned(),
        };
        if response.header("transfer-encoding") == Some("chunked") {
            response.body = joined(rest);
        }
        response
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("JSON: {self:?}"))
    }

    /// The messages of a stream of events.
    pub(crate) fn events(&self) -> Vec<Value> {
        let data = self
            .body
            .lines()
            .filter_map(|line| line.strip_prefix("data: "))
            .filter(|data| !data.is_empty());
        data.map(|data| serde_json::from_str(data).expect("JSON"))
            .collect()
    }
}

/// The ids of the events in `text`, which may have begun and ended anywhere.
pub(crate) fn ids(text: &str) -> Vec<String> {
    let ids = text.lines().filter_map(|line| line.strip_prefix("id: "));
    ids.map(str::to_owned).collect()
}

/// A chunked body without its chunks.
fn joined(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, more)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("a size");
        body.push_str(&more[..size]);
        rest = more[size..].trim_start_matches("\r\n");
    }
    body
}

/// Reads until `text` has come.
pub(crate) async fn read_until(stream: &mut TcpStream, text: &str) -> String {
    let mut seen = Vec::new();
    loop {
        let mut part = [0; 1024];
        let length = stream.read(&mut part).await.expect("it writes");
        seen.extend_from_slice(&part[..length]);
        let so_far = String::from_utf8_lossy(&seen).into_owned();
        if so_far.contains(text) {
            return so_far;
        }
        assert!(length > 0, "it ended before `{text}`: {so_far}");
    }
}
