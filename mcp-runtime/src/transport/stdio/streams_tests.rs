//! Tests of the streams over real descriptors of every kind; the claim itself is tested with child
//! processes.
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use rustix::fs::{OFlags, fcntl_getfl};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::streams::{Input, Output};

const SOON: Duration = Duration::from_secs(5);

fn is_blocking(descriptor: impl AsFd) -> bool {
    !fcntl_getfl(descriptor).unwrap().contains(OFlags::NONBLOCK)
}

/// Reads from a stream that another thread writes bit by bit, and expects its end.
async fn check_input(input: OwnedFd, mut feed: impl Write + Send + 'static) {
    let copy = input.try_clone().unwrap();
    let mut input = Input::open(&input).unwrap();
    let feeding = std::thread::spawn(move || {
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(20));
            feed.write_all(b"hello\n").unwrap();
        }
    });
    let mut read = String::new();
    timeout(SOON, input.read_to_string(&mut read))
        .await
        .expect("the end is seen")
        .unwrap();
    assert_eq!(read, "hello\n".repeat(3));
    assert!(is_blocking(copy));
    feeding.join().unwrap();
}

/// Writes more than any buffer holds while another thread reads slowly.
async fn check_output(output: OwnedFd, mut drain: impl Read + Send + 'static) {
    const SIZE: usize = 1 << 20;
    let copy = output.try_clone().unwrap();
    let draining = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        let mut all = Vec::new();
        drain.read_to_end(&mut all).map(|_| all.len())
    });
    let mut stream = Output::open(&output).unwrap();
    let bytes = vec![b'x'; SIZE];
    timeout(SOON, async {
        stream.write_all(&bytes).await.unwrap();
        stream.flush().await.unwrap();
    })
    .await
    .expect("all is written");
    assert!(is_blocking(&copy));
    drop((stream, output, copy));
    // A thread of ours may hold its copy of the descriptor a moment longer.
    assert_eq!(draining.join().unwrap().unwrap(), SIZE);
}

#[tokio::test]
async fn a_pipe_is_read_to_its_end() {
    let (reader, writer) = io::pipe().unwrap();
    check_input(reader.into(), writer).await;
}

#[tokio::test]
async fn a_pipe_whose_writer_left_before_is_read_to_its_end() {
    let (reader, mut writer) = io::pipe().unwrap();
    writer.write_all(b"x").unwrap();
    drop(writer);
    let mut read = String::new();
    let mut input = Input::open(&reader.into()).unwrap();
    timeout(SOON, input.read_to_string(&mut read))
        .await
        .expect("the end is seen")
        .unwrap();
    assert_eq!(read, "x");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_named_pipe_whose_writer_left_before_is_read_to_its_end() {
    for content in ["", "x"] {
        let path =
            std::env::temp_dir().join(format!("mcp-fifo-{}-{}", std::process::id(), content.len()));
        rustix::fs::mkfifoat(rustix::fs::CWD, &path, rustix::fs::Mode::RWXU).unwrap();
        let write = {
            let path = path.clone();
            std::thread::spawn(move || {
                File::options()
                    .write(true)
                    .open(path)
                    .unwrap()
                    .write_all(content.as_bytes())
            })
        };
        let reader = File::open(&path).unwrap();
        write.join().unwrap().unwrap();
        let mut read = String::new();
        let mut input = Input::open(&reader.into()).unwrap();
        timeout(SOON, input.read_to_string(&mut read))
            .await
            .expect("the end is seen")
            .unwrap();
        assert_eq!(read, content);
        std::fs::remove_file(path).unwrap();
    }
}

#[tokio::test]
async fn a_socket_is_read_to_its_end_and_stays_blocking() {
    let (near, far) = UnixStream::pair().unwrap();
    check_input(near.into(), far).await;
}

#[tokio::test]
async fn a_terminal_is_read_until_it_is_hung_up() {
    let (controller, terminal) = terminal();
    let mut input = Input::open(&terminal).unwrap();
    drop(terminal);
    let mut controller = File::from(controller);
    controller.write_all(b"hello\n").unwrap();
    let mut space = [0; 64];
    let length = timeout(SOON, input.read(&mut space))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(&space[..length], b"hello\n");
    drop(controller);
    assert_eq!(
        timeout(SOON, input.read(&mut space))
            .await
            .unwrap()
            .unwrap(),
        0
    );
}

fn terminal() -> (OwnedFd, OwnedFd) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    let name = ptsname(&controller, Vec::new()).unwrap();
    let terminal = rustix::fs::open(
        &*name,
        OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC,
        rustix::fs::Mode::empty(),
    )
    .unwrap();
    (controller, terminal)
}

#[tokio::test]
async fn files_and_the_null_device_are_read_and_written() {
    let path = std::env::temp_dir().join(format!("mcp-file-{}", std::process::id()));
    let mut output = Output::open(&File::create(&path).unwrap().into()).unwrap();
    output.write_all(&vec![b'x'; 200_000]).await.unwrap();
    output.flush().await.unwrap();
    let mut read = Vec::new();
    Input::open(&File::open(&path).unwrap().into())
        .unwrap()
        .read_to_end(&mut read)
        .await
        .unwrap();
    assert_eq!(read.len(), 200_000);
    std::fs::remove_file(path).unwrap();

    let null = File::options()
        .read(true)
        .write(true)
        .open("/dev/null")
        .unwrap()
        .into();
    assert_eq!(
        Input::open(&null).unwrap().read(&mut [0; 8]).await.unwrap(),
        0
    );
    let mut output = Output::open(&null).unwrap();
    output.write_all(b"x").await.unwrap();
    output.flush().await.unwrap();
}

#[tokio::test]
async fn a_pipe_takes_any_amount() {
    let (reader, writer) = io::pipe().unwrap();
    check_output(writer.into(), reader).await;
}

#[tokio::test]
async fn a_socket_takes_any_amount_and_stays_blocking() {
    let (near, far) = UnixStream::pair().unwrap();
    check_output(near.into(), far).await;
}

#[tokio::test]
async fn a_socket_that_was_read_a_little_takes_a_little() {
    let (near, mut far) = UnixStream::pair().unwrap();
    let mut output = Output::open(&near.into()).unwrap();
    let bytes = vec![b'x'; 1 << 16];
    let moment = Duration::from_millis(50);
    while timeout(moment, output.write(&bytes)).await.is_ok() {}
    far.read_exact(&mut vec![0; 1 << 16]).unwrap();
    // The kernel does not call it writable yet.
    assert!(timeout(moment, output.write(&bytes)).await.is_ok());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_far_end_that_leaves_is_noticed_behind_whatever_lies_unread() {
    use super::hangup::Hangup;
    use super::streams::has_hung_up;

    let pipe = || {
        let (reader, writer) = io::pipe().unwrap();
        (OwnedFd::from(reader), OwnedFd::from(writer))
    };
    let socket = || {
        let (near, far) = UnixStream::pair().unwrap();
        (OwnedFd::from(near), OwnedFd::from(far))
    };
    for (reader, writer) in [pipe(), socket()] {
        let hangup = Hangup::of_input(&reader).unwrap();
        File::from(writer.try_clone().unwrap())
            .write_all(b"unread")
            .unwrap();
        let moment = Duration::from_millis(50);
        assert!(timeout(moment, hangup.wait()).await.is_err());
        assert!(!has_hung_up(&reader));
        drop(writer);
        timeout(SOON, hangup.wait()).await.expect("it is noticed");
        assert!(has_hung_up(&reader));
    }
    for (reader, writer) in [pipe(), socket()] {
        let hangup = Hangup::of_output(&writer).unwrap();
        File::from(writer.try_clone().unwrap())
            .write_all(b"unread")
            .unwrap();
        let moment = Duration::from_millis(50);
        assert!(timeout(moment, hangup.wait()).await.is_err());
        drop(reader);
        timeout(SOON, hangup.wait()).await.expect("it is noticed");
    }
    let (near, far) = UnixStream::pair().unwrap();
    let near = OwnedFd::from(near);
    let (input, output) = (Hangup::of_input(&near), Hangup::of_output(&near));
    far.shutdown(std::net::Shutdown::Write).unwrap();
    timeout(SOON, input.unwrap().wait())
        .await
        .expect("half a hang-up is one for the input");
    let output = output.unwrap();
    assert!(
        timeout(Duration::from_millis(50), output.wait())
            .await
            .is_err()
    );
    drop(far);
    timeout(SOON, output.wait())
        .await
        .expect("all of it is one for the output");
}

#[tokio::test]
async fn writing_to_a_reader_that_left_is_a_broken_pipe() {
    let (reader, writer) = io::pipe().unwrap();
    let (near, far) = UnixStream::pair().unwrap();
    drop((reader, far));
    for descriptor in [OwnedFd::from(writer), near.into()] {
        let mut output = Output::open(&descriptor).unwrap();
        let error = async {
            output.write_all(b"x").await?;
            output.flush().await
        };
        assert_eq!(error.await.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}

#[tokio::test]
async fn a_reader_thread_lets_go_without_taking_input() {
    let (controller, terminal) = terminal();
    let input = Input::open(&terminal).unwrap();
    tokio::time::sleep(Duration::from_millis(20)).await;
    drop(input);
    tokio::time::sleep(Duration::from_millis(50)).await;
    File::from(controller.try_clone().unwrap())
        .write_all(b"kept\n")
        .unwrap();
    let mut space = [0; 16];
    let length = File::from(terminal).read(&mut space).unwrap();
    assert_eq!(&space[..length], b"kept\n");
}
