//! Tests of sessions over streams in memory, with a mock for the connection and paused time.
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::pin::Pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::io::{AsyncBufReadExt, BufReader, DuplexStream, duplex, split};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::*;
use crate::transport::ends::Unseen;

type Later = Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>;

/// Answers by the first word of a message: `echo` at once, `soon` by a future that is ready, `slow
/// MS` after a time, `quiet` never, `stuck` not even when closed.
#[derive(Clone, Default)]
struct Mock(Arc<Shared>);

#[derive(Default)]
struct Shared {
    received: AtomicUsize,
    closed: watch::Sender<bool>,
    /// Calls that were dropped before they were done.
    dropped: AtomicUsize,
    heads: Mutex<Vec<Vec<u8>>>,
}

struct CountsDrop(Arc<Shared>);

impl Drop for CountsDrop {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

impl Peer for Mock {
    fn receive(&self, message: Vec<u8>, _: &Outlet) -> Answer {
        self.0.received.fetch_add(1, Ordering::SeqCst);
        let text = String::from_utf8(message).expect("the tests send text");
        let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
        match word {
            "echo" => Answer::Now(rest.as_bytes().to_vec()),
            "big" => Answer::Now(vec![b'x'; rest.parse().expect("a number")]),
            "soon" => later(async move { Some(text.into_bytes()) }),
            "slow" => {
                let limit = Duration::from_millis(rest.parse().expect("a number"));
                let (mut closed, guard) =
                    (self.0.closed.subscribe(), CountsDrop(Arc::clone(&self.0)));
                later(async move {
                    tokio::select! {
                        () = tokio::time::sleep(limit) => std::mem::forget(guard),
                        _ = closed.wait_for(|closed| *closed) => return None,
                    }
                    Some(text.into_bytes())
                })
            }
            "stuck" => later(std::future::pending()),
            _ => Answer::None,
        }
    }

    fn listen(&self, _: &Outlet) -> Option<Listening> {
        None
    }

    fn too_long(&self, head: &[u8]) -> Option<Vec<u8>> {
        self.0.heads.lock().unwrap().push(head.to_vec());
        Some(b"too long".to_vec())
    }

    fn end_subscriptions(&self) {}

    fn close(&self) {
        self.0.closed.send_replace(true);
    }
}

fn later(future: impl Future<Output = Option<Vec<u8>>> + Send + 'static) -> Answer {
    let later: Later = Box::pin(future);
    Answer::Later(later)
}

/// A client, the mock behind it and the session between them.
struct Client {
    stream: BufReader<DuplexStream>,
    mock: Mock,
    session: JoinHandle<Result<(), ServeError>>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
}

fn start() -> Client {
    start_with(
        Settings {
            message_size: 1 << 20,
            drain: Duration::from_secs(5),
        },
        1 << 16,
    )
}

fn start_with(settings: Settings, capacity: usize) -> Client {
    start_between(settings, capacity, Unseen)
}

fn start_between(settings: Settings, capacity: usize, ends: impl Ends + Send + 'static) -> Client {
    let (near, far) = duplex(capacity);
    let (reader, writer) = split(far);
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let mock = Mock::default();
    let stopped = async {
        if stopped.await.is_err() {
            std::future::pending().await
        }
    };
    let served = mock.clone();
    let session = tokio::spawn(async move {
        let pulse = Pulse::default();
        run(served, settings, reader, writer, stopped, &ends, &pulse).await
    });
    Client {
        stream: BufReader::new(near),
        mock,
        session,
        stop: Some(stop),
    }
}

impl Client {
    async fn send(&mut self, bytes: &str) {
        self.stream.write_all(bytes.as_bytes()).await.unwrap();
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).await.unwrap();
        assert!(line.ends_with('\n'), "the channel ended after `{line}`");
        line.trim_end().to_owned()
    }

    /// Ends the input; gives the lines that still come and what the session returned.
    async fn end(mut self) -> (Vec<String>, Result<(), ServeError>) {
        self.stream.shutdown().await.unwrap();
        self.rest().await
    }

    async fn rest(mut self) -> (Vec<String>, Result<(), ServeError>) {
        let mut rest = String::new();
        self.stream.read_to_string(&mut rest).await.unwrap();
        (
            rest.lines().map(str::to_owned).collect(),
            self.session.await.unwrap(),
        )
    }
}

#[tokio::test(start_paused = true)]
async fn answers_come_one_a_line_and_slow_ones_later() {
    let mut client = start();
    client
        .send("slow 300\necho a\nsoon\nnothing\necho b\n")
        .await;
    for expected in ["a", "soon", "b", "slow 300"] {
        assert_eq!(client.line().await, expected);
    }
    let (rest, result) = client.end().await;
    assert!(rest.is_empty() && result.is_ok());
}

#[tokio::test(start_paused = true)]
async fn one_byte_at_a_time_is_fine() {
    let mut client = start();
    for byte in "\u{FEFF}echo a\r\n \n\r\necho b".chars() {
        client.send(&byte.to_string()).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(client.line().await, "a");
    assert_eq!(client.end().await.0, ["b"]);
}

#[tokio::test(start_paused = true)]
async fn a_message_over_the_limit_is_refused_once_and_the_next_is_answered() {
    let mut client = start();
    client.send(&"x".repeat(2 << 20)).await;
    assert_eq!(client.line().await, "too long");
    client.send("\necho next\n").await;
    assert_eq!(client.line().await, "next");
    assert_eq!(client.mock.0.heads.lock().unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn calls_in_flight_at_the_end_of_the_input_are_answered() {
    let mut client = start();
    client.send(&"slow 200\n".repeat(20)).await;
    let began = Instant::now();
    let (rest, result) = client.end().await;
    assert_eq!(rest.len(), 20);
    assert!(result.is_ok());
    assert_eq!(began.elapsed().as_millis(), 200);
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_drain_limit_are_cancelled() {
    let mut client = start();
    client.send("slow 60000\nslow 4000\n").await;
    let (mock, began) = (client.mock.clone(), Instant::now());
    let (rest, result) = client.end().await;
    assert_eq!(rest, ["slow 4000"]);
    assert!(result.is_ok());
    assert_eq!(began.elapsed().as_secs(), 5);
    assert_eq!(mock.0.dropped.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_ignores_its_cancellation_does_not_hold_the_end() {
    let mut client = start();
    client.send("stuck\n").await;
    let began = Instant::now();
    assert!(client.end().await.1.is_ok());
    assert!(
        began.elapsed() < Duration::from_millis(5500),
        "{:?}",
        began.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn a_stop_reads_no_more_and_drains() {
    let mut client = start();
    client.send("slow 200\necho a\n").await;
    assert_eq!(client.line().await, "a");
    client.stop.take().unwrap().send(()).unwrap();
    let (rest, result) = client.rest().await;
    assert_eq!(rest, ["slow 200"]);
    assert!(result.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_goes_away_ends_the_session_quietly_and_cancels_calls() {
    let mut client = start();
    client.send("slow 60000\n").await;
    tokio::time::sleep(Duration::from_millis(1)).await;
    let (mock, session) = (client.mock.clone(), client.session);
    client
        .stream
        .get_mut()
        .write_all(b"echo a\n")
        .await
        .unwrap();
    drop(client.stream);
    let began = Instant::now();
    assert!(session.await.unwrap().is_ok());
    assert!(
        began.elapsed() < Duration::from_secs(1),
        "{:?}",
        began.elapsed()
    );
    assert_eq!(mock.0.dropped.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_does_not_read_stops_the_intake() {
    let client = start_with(
        Settings {
            message_size: 1 << 20,
            drain: Duration::from_secs(5),
        },
        1 << 12,
    );
    let mock = client.mock.clone();
    let sent = Arc::new(AtomicBool::new(false));
    let all_sent = Arc::clone(&sent);
    let (mut reader, mut writer) = split(client.stream.into_inner());
    let sender = tokio::spawn(async move {
        for _ in 0..1000 {
            writer.write_all(b"big 100000\n").await.unwrap();
        }
        all_sent.store(true, Ordering::SeqCst);
        writer
    });
    tokio::time::sleep(Duration::from_secs(60)).await;
    let received = mock.0.received.load(Ordering::SeqCst);
    assert!(
        (30..60).contains(&received),
        "{received} of 1000 were taken up"
    );
    assert!(!sent.load(Ordering::SeqCst));
    // Once the client reads, everything is answered.
    let mut total = 0;
    let mut space = vec![0; 1 << 16];
    while total < 1000 * 100_001 {
        total += reader.read(&mut space).await.unwrap();
    }
    assert_eq!(total, 1000 * 100_001);
    drop(sender.await.unwrap());
    client.session.abort();
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_never_reads_does_not_hold_the_end() {
    let mut client = start_with(
        Settings {
            message_size: 1 << 20,
            drain: Duration::from_secs(5),
        },
        1 << 12,
    );
    client.send("big 100000\n").await;
    client.stream.shutdown().await.unwrap();
    let began = Instant::now();
    assert!(client.session.await.unwrap().is_ok());
    assert!(
        began.elapsed() < Duration::from_millis(5500),
        "{:?}",
        began.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn dropping_the_session_cancels_its_calls() {
    let mut client = start();
    client.send("slow 60000\necho a\n").await;
    assert_eq!(client.line().await, "a");
    client.session.abort();
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(client.mock.0.dropped.load(Ordering::SeqCst), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_of_many_tasks_are_never_interleaved() {
    let mut client = start();
    let lines: String = (0..3000)
        .map(|n| format!("slow {}\necho {n}\n", n % 5))
        .collect();
    client.send(&lines).await;
    let (rest, _) = client.end().await;
    assert_eq!(rest.len(), 6000);
    assert!(rest.iter().all(|line| line.parse::<u32>().is_ok() || line.starts_with("slow ") && line.len() == 6));
}

#[tokio::test(start_paused = true)]
async fn a_batch_of_input_is_answered_by_one_write() {
    /// Counts the writes and keeps nothing.
    struct Counts(Arc<AtomicUsize>);
    impl AsyncWrite for Counts {
        fn poll_write(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            self.0.fetch_add(1, Ordering::SeqCst);
            Poll::Ready(Ok(bytes.len()))
        }
        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }
    let writes = Arc::new(AtomicUsize::new(0));
    let input = "echo a\n".repeat(1000);
    let settings = Settings {
        message_size: 1 << 20,
        drain: Duration::ZERO,
    };
    run(
        Mock::default(),
        settings,
        input.as_bytes(),
        Counts(Arc::clone(&writes)),
        std::future::pending(),
        &Unseen,
        &Pulse::default(),
    )
    .await
    .unwrap();
    assert_eq!(writes.load(Ordering::SeqCst), 1);
}

#[path = "session_hangup_tests.rs"]
mod hangup;
