//! Who wants to hear of changes, and what each of them has still to hear.
//!
//! News of lists is gathered for a moment, so that many changes are one message. What a client that does
//! not read has to hear is kept as facts and not as messages, so it takes no more room than they do.
//! Does not know how messages travel.
//!
//! Spec: MCP 2026-07-28, basic/patterns/subscriptions; MCP 2025-11-25, server/resources,
//! "Subscriptions".

use crate::jsonrpc::write_string;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::runtime::Handle as Runtime;
use tokio::time::sleep;

/// How long news of lists is gathered.
const GATHERED: Duration = Duration::from_millis(100);

/// What is new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct News {
    pub(super) tools: bool,
    pub(super) prompts: bool,
    pub(super) resources: bool,
    /// Resources that have changed.
    pub(super) updated: BTreeSet<String>,
}

impl News {
    pub(super) fn of_resource(uri: &str) -> Self {
        Self {
            updated: BTreeSet::from([uri.into()]),
            ..Self::default()
        }
    }

    fn has_lists(&self) -> bool {
        self.tools || self.prompts || self.resources
    }

    fn is_empty(&self) -> bool {
        !self.has_lists() && self.updated.is_empty()
    }

    fn add(&mut self, more: Self) {
        self.tools |= more.tools;
        self.prompts |= more.prompts;
        self.resources |= more.resources;
        self.updated.extend(more.updated);
    }

    /// The messages; `meta` is the members of each `_meta`, as JSON text.
    fn frames(&self, meta: Option<&str>) -> Vec<Vec<u8>> {
        let lists = [
            (self.tools, "tools"),
            (self.prompts, "prompts"),
            (self.resources, "resources"),
        ];
        let lists = lists.iter().filter(|(changed, _)| *changed);
        let lists = lists.map(|(_, list)| {
            let params = meta.map(|meta| format!(r#","params":{{"_meta":{{{meta}}}}}"#));
            let params = params.unwrap_or_default();
            format!(r#"{{"jsonrpc":"2.0","method":"notifications/{list}/list_changed"{params}}}"#)
                .into_bytes()
        });
        let updated = self.updated.iter().map(|uri| {
            let method =
                br#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"#;
            let mut out = method.to_vec();
            if let Some(meta) = meta {
                out.extend_from_slice(format!(r#""_meta":{{{meta}}},"#).as_bytes());
            }
            out.extend_from_slice(br#""uri":"#);
            write_string(&mut out, uri);
            out.extend_from_slice(b"}}");
            out
        });
        lists.chain(updated).collect()
    }
}

/// One who wants to hear of changes.
pub(super) trait Ear: Send + Sync {
    /// What of the news is wanted.
    fn wanted(&self, news: &News) -> News;
    /// Whether the other side keeps up.
    fn has_room(&self) -> bool;
    /// The members of each `_meta`.
    fn meta(&self) -> Option<&str>;
    /// Takes a message; `false` when nobody is there to hear it.
    fn hear(&self, frame: &[u8]) -> bool;
}

/// All of them.
#[derive(Default)]
pub(super) struct Hub {
    shared: Arc<Mutex<Ears>>,
}

#[derive(Default)]
struct Ears {
    ears: HashMap<u64, Listener>,
    serial: u64,
    /// A task will tell what waits.
    scheduled: bool,
    /// Where tasks run: where somebody began to listen.
    runtime: Option<Runtime>,
}

struct Listener {
    ear: Weak<dyn Ear>,
    waiting: News,
}

/// Listens until it is dropped.
pub(super) struct Heard {
    shared: Weak<Mutex<Ears>>,
    serial: u64,
}

fn lock(ears: &Mutex<Ears>) -> MutexGuard<'_, Ears> {
    // No code of a user's runs under the lock, so what it guards is whole in any case.
    ears.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    /// Tells `ear` of changes from now on, while what is returned is kept. Must be called within a tokio
    /// runtime.
    pub(super) fn tell(&self, ear: Weak<dyn Ear>) -> Heard {
        let mut ears = lock(&self.shared);
        ears.serial += 1;
        let serial = ears.serial;
        let listener = Listener {
            ear,
            waiting: News::default(),
        };
        ears.ears.insert(serial, listener);
        ears.runtime = Runtime::try_current().ok().or(ears.runtime.take());
        Heard {
            shared: Arc::downgrade(&self.shared),
            serial,
        }
    }

    /// How many listen.
    pub(super) fn len(&self) -> usize {
        lock(&self.shared).ears.len()
    }

    /// Something is new.
    pub(super) fn publish(&self, news: News) {
        // Let go without the lock: the last one to hold an ear ends its listening, which takes it.
        let mut held = Vec::new();
        let mut at_once = Vec::new();
        let mut ears = lock(&self.shared);
        for listener in ears.ears.values_mut() {
            let Some(ear) = listener.ear.upgrade() else {
                continue;
            };
            held.push(Arc::clone(&ear));
            let wanted = ear.wanted(&news);
            if wanted.is_empty() {
                continue;
            }
            // What concerns one resource is told at once, unless something waits already.
            if !wanted.has_lists() && listener.waiting.is_empty() && ear.has_room() {
                at_once.push((ear, wanted));
            } else {
                listener.waiting.add(wanted);
            }
        }
        let waits = ears
            .ears
            .values()
            .any(|listener| !listener.waiting.is_empty());
        let runtime = match waits && !ears.scheduled {
            true => ears.runtime.clone(),
            false => None,
        };
        ears.scheduled |= runtime.is_some();
        drop(ears);
        for (ear, news) in at_once {
            say(&*ear, &news);
        }
        // Without the lock: a runtime that is gone drops the task at once.
        if let Some(runtime) = runtime {
            let scheduled = Scheduled(Arc::downgrade(&self.shared));
            runtime.spawn(scheduled.run());
        }
    }
}

/// The task that tells what waits. When it goes with its runtime, another can be started.
struct Scheduled(Weak<Mutex<Ears>>);

impl Scheduled {
    async fn run(self) {
        loop {
            sleep(GATHERED).await;
            match self.0.upgrade() {
                Some(shared) if tell_all(&shared) => {}
                _ => return,
            }
        }
    }
}

impl Drop for Scheduled {
    fn drop(&mut self) {
        if let Some(shared) = self.0.upgrade() {
            lock(&shared).scheduled = false;
        }
    }
}

/// Tells what waits to all who keep up; `true` when somebody does not.
fn tell_all(shared: &Mutex<Ears>) -> bool {
    let mut held = Vec::new();
    let mut now = Vec::new();
    let mut ears = lock(shared);
    for listener in ears.ears.values_mut() {
        if listener.waiting.is_empty() {
            continue;
        }
        let Some(ear) = listener.ear.upgrade() else {
            listener.waiting = News::default();
            continue;
        };
        held.push(Arc::clone(&ear));
        if ear.has_room() {
            now.push((ear, std::mem::take(&mut listener.waiting)));
        }
    }
    let waits = ears
        .ears
        .values()
        .any(|listener| !listener.waiting.is_empty());
    ears.scheduled = waits;
    drop(ears);
    for (ear, news) in now {
        say(&*ear, &news);
    }
    waits
}

fn say(ear: &dyn Ear, news: &News) {
    for frame in news.frames(ear.meta()) {
        if !ear.hear(&frame) {
            tracing::debug!("nobody is there to hear of a change");
        }
    }
}

impl Drop for Heard {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.upgrade() {
            lock(&shared).ears.remove(&self.serial);
        }
    }
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub")
            .field("listeners", &self.len())
            .finish()
    }
}

impl fmt::Debug for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Heard").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    //! What a client that goes away in the middle of it does to the others.

    use super::*;
    use std::sync::OnceLock;
    use std::sync::mpsc::channel;

    /// An ear that everybody else lets go of while it is asked.
    #[derive(Default)]
    struct Leaving {
        owner: Arc<Mutex<Option<Arc<Self>>>>,
        heard: OnceLock<Heard>,
    }

    impl Ear for Leaving {
        fn wanted(&self, _: &News) -> News {
            drop(self.owner.lock().expect("no panic").take());
            News::default()
        }

        fn has_room(&self) -> bool {
            true
        }

        fn meta(&self) -> Option<&str> {
            None
        }

        fn hear(&self, _: &[u8]) -> bool {
            false
        }
    }

    #[test]
    fn a_listener_may_go_while_news_is_told() {
        let hub = Hub::default();
        let leaving = Arc::<Leaving>::default();
        let ear: Weak<dyn Ear> = Arc::downgrade(&(Arc::clone(&leaving) as Arc<dyn Ear>));
        assert!(leaving.heard.set(hub.tell(ear)).is_ok());
        let owner = Arc::clone(&leaving.owner);
        *owner.lock().expect("no panic") = Some(leaving);
        let (done, told) = channel();
        std::thread::spawn(move || {
            hub.publish(News::of_resource("file:///x"));
            done.send(hub.len()).expect("the test waits");
        });
        let left = told.recv_timeout(Duration::from_secs(10));
        assert_eq!(
            left,
            Ok(0),
            "it never came back, or the listener is still there"
        );
    }
}
