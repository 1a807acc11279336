//! The subscriber: keeps what it sees, for whoever asks later.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::registry::{LookupSpan, Registry};

/// What was recorded, by field.
type Recorded = BTreeMap<&'static str, String>;

/// A span as it was seen.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) name: &'static str,
    pub(crate) level: Level,
    pub(crate) fields: Recorded,
    /// Those that it had from the start; exporters read some of them then and not again.
    pub(crate) begun: Recorded,
    /// Its place among all spans.
    parent: Option<usize>,
    pub(crate) is_closed: bool,
}

/// An event as it was seen.
#[derive(Clone, Debug)]
struct Happened {
    fields: Recorded,
    within: Option<usize>,
}

struct All {
    spans: Vec<Span>,
    events: Vec<Happened>,
}

static ALL: Mutex<All> = Mutex::new(All {
    spans: Vec::new(),
    events: Vec::new(),
});

fn all() -> MutexGuard<'static, All> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has everything seen from now on.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let subscriber = Registry::default().with(Seen);
        tracing::subscriber::set_global_default(subscriber).expect("the only one");
    });
}

/// The spans of requests with this id.
pub(crate) fn spans(id: &str) -> Vec<Span> {
    let ours = |span: &&Span| span.get("jsonrpc.request.id") == Some(id);
    all().spans.iter().filter(ours).cloned().collect()
}

/// The one span of the request with this id.
#[track_caller]
pub(crate) fn span(id: &str) -> Span {
    let mut found = spans(id);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// The spans around the event with this message and mark, from the inside out.
#[track_caller]
pub(crate) fn around(message: &str, mark: &str) -> Vec<Span> {
    let all = all();
    let is = |event: &Happened, name, text: &str| {
        event.fields.get(name).is_some_and(|found| found == text)
    };
    let mut events = all.events.iter();
    let event = events.find(|event| is(event, "message", message) && is(event, "mark", mark));
    let event = event.unwrap_or_else(|| panic!("`{message}` of {mark} was not seen"));
    let around = std::iter::successors(event.within, |place| all.spans[*place].parent);
    around.map(|place| all.spans[place].clone()).collect()
}

impl Span {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }

    #[track_caller]
    pub(crate) fn check(&self, fields: &[(&str, &str)]) {
        for (name, value) in fields {
            assert_eq!(self.get(name), Some(*value), "{name} of {self:?}");
        }
    }
}

struct Fields<'a>(&'a mut Recorded);

impl Visit for Fields<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}

/// The place of a span among all.
struct Place(usize);

struct Seen;

fn place<S>(span: Option<tracing_subscriber::registry::SpanRef<'_, S>>) -> Option<usize>
where
    S: for<'a> LookupSpan<'a>,
{
    Some(span?.extensions().get::<Place>()?.0)
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Seen {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let span = context.span(id).expect("it is new");
        let mut fields = Recorded::new();
        attributes.record(&mut Fields(&mut fields));
        let mut all = all();
        span.extensions_mut().insert(Place(all.spans.len()));
        all.spans.push(Span {
            name: span.name(),
            level: *span.metadata().level(),
            begun: fields.clone(),
            fields,
            parent: place(span.parent()),
            is_closed: false,
        });
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(place) = place(context.span(id)) {
            values.record(&mut Fields(&mut all().spans[place].fields));
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut fields = Recorded::new();
        event.record(&mut Fields(&mut fields));
        let within = place(context.event_span(event));
        all().events.push(Happened { fields, within });
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        if let Some(place) = place(context.span(&id)) {
            all().spans[place].is_closed = true;
        }
    }
}
