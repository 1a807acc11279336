//! Where a link leads: a target as a person writes it, and pairs of streams.

use super::error::{ClientError, Closed};
use super::link::{AtEnd, Dial, Inbox, Lines, Link, Program, Work};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncRead, AsyncWrite};

/// A target that is a program.
pub(super) fn parse(target: &str) -> Result<Program, ClientError> {
    let Some(line) = target.strip_prefix("stdio:") else {
        if target.starts_with("http://") || target.starts_with("https://") {
            let text = "URLs are not supported by this client yet; give a command: `stdio:program arguments`";
            return Err(ClientError::Target(text.to_owned()));
        }
        return match target.trim().is_empty() {
            true => Err(ClientError::Target("an empty target".to_owned())),
            false => Ok(Program::new(target)),
        };
    };
    let words = super::words::split(line)
        .map_err(|fault| ClientError::Target(format!("`{target}`: {fault}")))?;
    let mut words = words.into_iter();
    match words.next() {
        Some(program) => Ok(Program::new(program).args(words)),
        None => Err(ClientError::Target("`stdio:` without a command".to_owned())),
    }
}

/// A pair of streams, which can be used once.
pub(super) struct Streams {
    pub(super) limit: usize,
    pub(super) ends: Mutex<Option<Ends>>,
}

pub(super) type Ends = (
    Box<dyn AsyncRead + Send + Unpin>,
    Box<dyn AsyncWrite + Send + Unpin>,
);

impl Dial for Streams {
    fn dial(&self, inbox: Arc<dyn Inbox>) -> Work<'_, Result<Arc<dyn Link>, ClientError>> {
        let ends = self
            .ends
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        Box::pin(async move {
            let Some((reader, writer)) = ends else {
                return Err(Closed::by_peer().into());
            };
            let at_end: AtEnd = Box::new(|closed| Box::pin(std::future::ready(closed)));
            let link: Arc<dyn Link> =
                Arc::new(Lines::start(reader, writer, self.limit, inbox, at_end));
            Ok(link)
        })
    }

    fn again(&self) -> bool {
        false
    }
}

impl fmt::Debug for Streams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").finish_non_exhaustive()
    }
}
