//! Logs without sockets: what is kept, what is forgotten, who is waited for.

use super::*;

const KEEP: Keep = Keep {
    events: 4,
    bytes: 1000,
};

fn begun(events: &Arc<Events>, kind: Kind) -> (Way, Reader) {
    let stream = events.begin(kind);
    let way = stream.way();
    match stream.start(false) {
        Start::Stream(reader) => (way, reader),
        Start::Whole(_) => panic!("it has not ended"),
    }
}

fn taken(reader: &mut Reader) -> Vec<Bytes> {
    let mut taken = Vec::new();
    while let Some(Next::Event(frame)) = reader.take() {
        taken.push(frame);
    }
    taken
}

#[tokio::test]
async fn an_answer_that_comes_first_needs_no_stream_and_leaves_nothing() {
    let events = Events::new(KEEP, true, 0);
    let stream = events.begin(Kind::Call);
    stream.way().finish(Some(b"answer".to_vec()));
    stream.begun().await;
    assert!(matches!(stream.start(true), Start::Whole(Some(answer)) if answer == "answer"));
    // Nor does a client that hangs up before it begins.
    drop(events.begin(Kind::Call));
    let logs = events.lock();
    assert_eq!((logs.by_number.len(), logs.events, logs.bytes), (0, 0, 0));
}

#[tokio::test]
async fn a_reader_that_keeps_up_gets_everything_however_much_there_is() {
    let events = Events::new(KEEP, true, 0);
    let (way, mut reader) = begun(&events, Kind::Call);
    let frames: Vec<_> = (0..50).map(|n| format!("{n:>300}")).collect();
    for frame in &frames {
        way.put(frame.as_bytes());
        assert_eq!(taken(&mut reader), [frame.as_str()]);
    }
    way.finish(Some(vec![b'x'; 5000]));
    assert_eq!(taken(&mut reader).len(), 1);
    assert_eq!(reader.take(), Some(Next::End));
    let logs = events.lock();
    assert!(
        logs.events <= KEEP.events && logs.bytes < 6000,
        "{}",
        logs.bytes
    );
}

#[tokio::test]
async fn two_answers_over_the_limit_do_not_push_each_other_out_before_they_are_read() {
    let events = Events::new(KEEP, true, 0);
    let (one, mut reads_one) = begun(&events, Kind::Call);
    let (two, mut reads_two) = begun(&events, Kind::Call);
    for way in [&one, &two] {
        way.finish(Some(vec![b'x'; 5000]));
    }
    assert_eq!(taken(&mut reads_one).len(), 1);
    assert_eq!(taken(&mut reads_two).len(), 1);
}

#[tokio::test]
async fn a_reader_that_does_not_keep_up_is_let_go_and_what_is_kept_stays_bounded() {
    let events = Events::new(KEEP, true, 0);
    let (way, mut reader) = begun(&events, Kind::Standing);
    way.put(b"0");
    let first = (taken(&mut reader), reader.last()).1;
    assert!(way.is_read());
    for n in 1..20 {
        way.put(format!("{n}").as_bytes());
    }
    assert!(!way.is_read());
    assert_eq!(reader.take(), Some(Next::End));
    assert_eq!(events.lock().events, KEEP.events);
    // It may come back for what is left.
    let mut back = events.resume(first).expect("it is kept");
    assert_eq!(taken(&mut back), ["16", "17", "18", "19"]);
}

#[tokio::test]
async fn the_one_who_comes_back_is_the_one_who_reads() {
    let events = Events::new(KEEP, true, 0);
    let (way, mut first) = begun(&events, Kind::Call);
    way.put(b"a");
    assert_eq!(taken(&mut first), ["a"]);
    let waits = tokio::spawn(async move { first.next().await });
    tokio::task::yield_now().await;
    let id = EventId::parse("c1-0").expect("an id");
    let mut second = events.resume(id).expect("it is kept");
    assert_eq!(waits.await.expect("no panic"), Next::End);
    assert_eq!(taken(&mut second), ["a"]);
    assert!(way.is_read());
    drop(second);
    assert!(!way.is_read());
}

#[tokio::test]
async fn a_stream_is_closed_for_the_one_who_reads_and_for_nobody_later() {
    let events = Events::new(KEEP, true, 0);
    let (way, mut reader) = begun(&events, Kind::Call);
    let retry = Duration::from_secs(1);
    way.put(b"a");
    way.close(retry);
    assert_eq!(reader.take(), Some(Next::Event("a".into())));
    assert_eq!(reader.take(), Some(Next::Close(retry)));
    let last = reader.last();
    drop(reader);
    way.close(retry);
    let mut back = events.resume(last).expect("it is kept");
    assert_eq!(back.take(), None);
    way.finish(None);
    assert_eq!(back.next().await, Next::End);
}

#[tokio::test]
async fn streams_that_were_left_are_forgotten_oldest_first() {
    let events = Events::new(KEEP, true, 0);
    for _ in 0..KEEP.events {
        begun(&events, Kind::Standing);
    }
    let (_, open) = begun(&events, Kind::Call);
    let id = |text| EventId::parse(text).expect("an id");
    assert!(events.resume(id("s1-0")).is_none(), "it was the oldest");
    assert!(events.resume(id("s3-0")).is_some());
    let (_, one_more) = begun(&events, Kind::Call);
    assert!(events.resume(one_more.first()).is_some());
    assert!(events.resume(open.first()).is_some(), "it was read");
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_has_ended_is_kept_for_some_minutes() {
    let events = Events::new(KEEP, true, 0);
    let (way, reader) = begun(&events, Kind::Call);
    let id = reader.first();
    drop(reader);
    way.finish(Some(b"answer".to_vec()));
    tokio::time::advance(KEPT - Duration::from_secs(1)).await;
    events.expire();
    assert!(events.resume(id).is_some());
    tokio::time::advance(Duration::from_secs(1)).await;
    events.expire();
    assert!(events.resume(id).is_none());
    assert_eq!(events.lock().bytes, 0);
}

#[tokio::test]
async fn the_end_of_a_session_ends_its_streams() {
    let events = Events::new(KEEP, true, 0);
    let (way, mut reader) = begun(&events, Kind::Call);
    let waits = tokio::spawn(async move { reader.next().await });
    tokio::task::yield_now().await;
    events.clear();
    assert_eq!(waits.await.expect("no panic"), Next::End);
    way.put(b"late");
    way.finish(Some(b"late".to_vec()));
    assert_eq!(events.lock().events, 0);
}
