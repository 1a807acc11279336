//! Opens a claimed descriptor in the best way its kind allows: watched by the reactor, or blocking
//! in a thread.
//!
//! Pipes on Linux and sockets are watched; everything else (files, terminals, devices, pipes
//! elsewhere) gets a thread, which asks `poll` before each call, so that it neither outlives the
//! serving nor takes input that comes after it. Does not know lines or messages.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::pin::Pin;
use std::task::{Context, Poll};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, fstat};
use rustix::io::{Errno, fcntl_dupfd_cloexec, fcntl_setfd, read, write};
use rustix::pipe::pipe;
use rustix::termios::isatty;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};

use super::polled::{Kind, Polled};
use super::threads::{ThreadReader, ThreadWriter};

/// So much can be written without blocking to a pipe that `poll` calls writable: `PIPE_BUF`.
const WRITABLE: usize = if cfg!(target_os = "linux") { 4096 } else { 512 };

/// The input of the channel.
pub(super) enum Input {
    Polled(Polled),
    /// The second field lets the thread go when it is dropped.
    Thread(
        ThreadReader,
        #[expect(dead_code, reason = "held for its drop")] OwnedFd,
    ),
}

/// The output of the channel.
pub(super) enum Output {
    Polled(Polled),
    /// The second field lets the thread go when it is dropped.
    Thread(
        ThreadWriter,
        #[expect(dead_code, reason = "held for its drop")] OwnedFd,
    ),
}

impl Input {
    pub(super) fn open(descriptor: &OwnedFd) -> io::Result<Self> {
        if let Some(polled) = watch(descriptor.as_fd(), Interest::READABLE) {
            return Ok(Input::Polled(polled));
        }
        let (descriptor, gone, held) = for_thread(descriptor)?;
        let terminal = isatty(&descriptor);
        let reader = ThreadReader::start(move |space| {
            while wait(&descriptor, &gone, PollFlags::IN)? {
                match read(&descriptor, &mut *space) {
                    // Whoever shares the description may have made it non-blocking.
                    Err(Errno::INTR | Errno::AGAIN) => {}
                    // A terminal that was hung up.
                    Err(Errno::IO) if terminal => break,
                    other => return Ok(other?),
                }
            }
            Ok(0)
        })?;
        Ok(Input::Thread(reader, held))
    }
}

impl Output {
    pub(super) fn open(descriptor: &OwnedFd) -> io::Result<Self> {
        if let Some(polled) = watch(descriptor.as_fd(), Interest::WRITABLE) {
            return Ok(Output::Polled(polled));
        }
        let (descriptor, gone, held) = for_thread(descriptor)?;
        // A write to a file does not wait for a reader, so it may be of any size.
        let step = if file_type(descriptor.as_fd()) == FileType::RegularFile {
            usize::MAX
        } else {
            WRITABLE
        };
        let writer = ThreadWriter::start(move |mut bytes| {
            while !bytes.is_empty() {
                if !wait(&descriptor, &gone, PollFlags::OUT)? {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
                match write(&descriptor, &bytes[..bytes.len().min(step)]) {
                    Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                    Ok(length) => bytes = &bytes[length..],
                    Err(Errno::INTR | Errno::AGAIN) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            Ok(())
        })?;
        Ok(Output::Thread(writer, held))
    }
}

/// The stream watched by the reactor, if its kind allows that without touching a description that
/// others share.
fn watch(descriptor: BorrowedFd<'_>, interest: Interest) -> Option<Polled> {
    let (descriptor, kind) = match file_type(descriptor) {
        FileType::Socket => (fcntl_dupfd_cloexec(descriptor, 3).ok()?, Kind::Socket),
        #[cfg(any(target_os = "linux", target_os = "android"))]
        FileType::Fifo => reopen(descriptor, interest)?,
        _ => return None,
    };
    Polled::new(descriptor, kind, interest).ok()
}

/// A pipe under a description of its own. Fails without `/proc`, and when the pipe belongs to
/// another user.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn reopen(descriptor: BorrowedFd<'_>, interest: Interest) -> Option<(OwnedFd, Kind)> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{Mode, OFlags, open};

    let access = if interest.is_readable() {
        OFlags::RDONLY
    } else {
        OFlags::WRONLY
    };
    let path = format!("/proc/self/fd/{}", descriptor.as_raw_fd());
    let own = open(
        path,
        access | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY,
        Mode::empty(),
    )
    .ok()?;
    let kind = if is_nameless(&own) {
        Kind::Pipe
    } else {
        Kind::NamedPipe
    };
    Some((own, kind))
}

/// Whether a pipe has no name, so that nobody can open it but through a descriptor.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn is_nameless(pipe: &OwnedFd) -> bool {
    use rustix::fs::{FsWord, fstatfs};

    /// `PIPEFS_MAGIC`: the file system of pipes without a name.
    const PIPES: FsWord = 0x5049_5045;

    fstatfs(pipe).is_ok_and(|system| system.f_type == PIPES)
}

/// Whether nobody can write any more to what `input` reads; there may be something left to read.
pub(super) fn has_hung_up(input: &OwnedFd) -> bool {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    const GONE: PollFlags = PollFlags::HUP.union(PollFlags::RDHUP);
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    const GONE: PollFlags = PollFlags::HUP;

    let mut watched = [PollFd::new(input, GONE)];
    poll(&mut watched, Some(&Timespec::default())).is_ok()
        && watched[0].revents().intersects(GONE.union(PollFlags::ERR))
}

pub(super) fn file_type(descriptor: BorrowedFd<'_>) -> FileType {
    fstat(descriptor).map_or(FileType::Unknown, |stat| {
        FileType::from_raw_mode(stat.st_mode)
    })
}

/// A copy of the descriptor for a thread, and the two ends of a pipe: the thread sees when ours is
/// dropped.
fn for_thread(descriptor: &OwnedFd) -> io::Result<(OwnedFd, OwnedFd, OwnedFd)> {
    let (gone, held) = pipe()?;
    for end in [&gone, &held] {
        fcntl_setfd(end, rustix::io::FdFlags::CLOEXEC)?;
    }
    Ok((fcntl_dupfd_cloexec(descriptor, 3)?, gone, held))
}

/// Waits until the stream is ready; `false` when the session is gone.
fn wait(descriptor: &OwnedFd, gone: &OwnedFd, events: PollFlags) -> io::Result<bool> {
    let mut watched = [
        PollFd::new(descriptor, events),
        PollFd::new(gone, PollFlags::IN),
    ];
    loop {
        match poll(&mut watched, None) {
            Err(Errno::INTR) => {}
            other => {
                other?;
                return Ok(watched[1].revents().is_empty());
            }
        }
    }
}

impl AsyncRead for Input {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        space: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Input::Polled(input) => Pin::new(input).poll_read(context, space),
            Input::Thread(input, _) => Pin::new(input).poll_read(context, space),
        }
    }
}

impl AsyncWrite for Output {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Output::Polled(output) => Pin::new(output).poll_write(context, bytes),
            Output::Thread(output, _) => Pin::new(output).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Output::Polled(output) => Pin::new(output).poll_flush(context),
            Output::Thread(output, _) => Pin::new(output).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(context)
    }
}
