//! Tests of sessions whose far ends go away, or are slow, at a bad moment; paused time.

use super::*;

const DRAIN: Duration = Duration::from_secs(5);

/// The far ends as the tests would have them.
#[derive(Clone, Default)]
struct Seen {
    input_gone: Arc<AtomicBool>,
    output_gone: watch::Sender<bool>,
}

impl Ends for Seen {
    fn input_hung_up(&self) -> bool {
        self.input_gone.load(Ordering::SeqCst)
    }

    async fn output_hung_up(&self) {
        let mut gone = self.output_gone.subscribe();
        gone.wait_for(|gone| *gone).await.unwrap();
    }
}

fn start_seen() -> (Client, Seen) {
    let seen = Seen::default();
    let settings = Settings {
        message_size: 1 << 20,
        drain: DRAIN,
    };
    (start_between(settings, 1 << 12, seen.clone()), seen)
}

/// Sends until nothing is taken up any more, and holds the stream.
async fn fill(client: &mut Client) {
    let sent = async {
        loop {
            client.stream.write_all(b"big 100000\n").await.unwrap();
        }
    };
    let _: Result<(), _> = timeout(Duration::from_secs(60), sent).await;
    assert!(!client.session.is_finished());
}

#[tokio::test(start_paused = true)]
async fn a_hang_up_behind_unread_answers_ends_the_session_within_the_drain_limit() {
    let (mut client, seen) = start_seen();
    fill(&mut client).await;
    // A client that is there may leave its answers unread for as long as it likes.
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert!(!client.session.is_finished());
    seen.input_gone.store(true, Ordering::SeqCst);
    let began = Instant::now();
    assert!(client.session.await.unwrap().is_ok());
    assert!(began.elapsed() <= DRAIN + SETTLE, "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_gets_every_answer_after_the_hang_up() {
    let (client, seen) = start_seen();
    seen.input_gone.store(true, Ordering::SeqCst);
    let (mut reader, mut writer) = split(client.stream.into_inner());
    let sending = tokio::spawn(async move {
        for _ in 0..60 {
            writer.write_all(b"big 100000\n").await.unwrap();
        }
        writer.shutdown().await.unwrap();
    });
    let (mut total, mut space) = (0, vec![0; 1 << 12]);
    loop {
        match reader.read(&mut space).await.unwrap() {
            0 => break,
            length => total += length,
        }
        tokio::time::sleep(DRAIN - Duration::from_millis(100)).await;
    }
    assert_eq!(total, 60 * 100_001);
    sending.await.unwrap();
    assert!(client.session.await.unwrap().is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_falls_asleep_after_the_end_is_waited_for_once() {
    let (mut client, _) = start_seen();
    client.send("big 100000\n").await;
    client.stream.shutdown().await.unwrap();
    for _ in 0..10 {
        tokio::time::sleep(DRAIN - Duration::from_millis(100)).await;
        client
            .stream
            .get_mut()
            .read_exact(&mut [0; 4096])
            .await
            .unwrap();
    }
    let began = Instant::now();
    assert!(client.session.await.unwrap().is_ok());
    assert!(began.elapsed() <= DRAIN + SETTLE, "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn an_answer_at_the_last_moment_has_the_same_time_to_be_read() {
    let (mut client, _) = start_seen();
    client.send("slow 4900\n").await;
    client.stream.shutdown().await.unwrap();
    // The channel is full when the answer comes.
    let line = "x".repeat(10_000);
    let (mut other, _) = start_seen();
    other
        .send(&format!("slow 4900\nslow 4800\necho {line}\n"))
        .await;
    other.stream.shutdown().await.unwrap();
    tokio::time::sleep(Duration::from_millis(4950)).await;
    assert_eq!(client.line().await, "slow 4900");
    let mut first = vec![0; 5000];
    other.stream.read_exact(&mut first).await.unwrap();
    tokio::time::sleep(Duration::from_secs(4)).await;
    let (rest, _) = other.rest().await;
    assert_eq!(rest[1..], ["slow 4800", "slow 4900"]);
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_leaves_ends_an_idle_session_at_once() {
    let (mut client, seen) = start_seen();
    client.send("echo a\n").await;
    assert_eq!(client.line().await, "a");
    seen.output_gone.send_replace(true);
    let began = Instant::now();
    assert!(client.session.await.unwrap().is_ok());
    assert_eq!(began.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_leaves_while_calls_run_cancels_them() {
    let (mut client, seen) = start_seen();
    client.send("slow 60000\nstuck\necho a\n").await;
    assert_eq!(client.line().await, "a");
    seen.output_gone.send_replace(true);
    let began = Instant::now();
    assert!(client.session.await.unwrap().is_ok());
    assert!(began.elapsed() <= SETTLE, "{:?}", began.elapsed());
    assert_eq!(client.mock.0.dropped.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn a_session_that_waits_answers_for_as_long_as_it_is_asked() {
    let (near, far) = duplex(1 << 12);
    let (reader, writer) = split(far);
    let pulse = Arc::new(Pulse::default());
    let watched = Arc::clone(&pulse);
    let settings = Settings {
        message_size: 1 << 20,
        drain: DRAIN,
    };
    let session = tokio::spawn(async move {
        let mock = Mock::default();
        run(
            mock,
            settings,
            reader,
            writer,
            std::future::pending(),
            &Unseen,
            &pulse,
        )
        .await
    });
    let hour = Duration::from_secs(3600);
    assert!(timeout(hour, watched.stopped(DRAIN)).await.is_err());
    session.abort();
    let began = Instant::now();
    watched.stopped(DRAIN).await;
    assert_eq!(began.elapsed().as_secs(), DRAIN.as_secs());
    drop(near);
}
