//! Who listens to changes: `subscriptions/listen`, and the streams and subscriptions of older clients.
//!
//! Does not know what has changed: that is `hub`.
//!
//! Spec: MCP 2026-07-28, basic/patterns/subscriptions; MCP 2025-11-25, server/resources,
//! "Subscriptions".

use super::answer::{Answer, start_result};
use super::begun::Slot;
use super::build::Inner;
use super::connection::{Connection, ConnectionInner};
use super::faults::{busy, invalid_params, same_id, unknown_resource};
use super::hub::{Ear, News};
use super::outlet::{CallRoad, Outlet};
use crate::jsonrpc::{ErrorCode, ErrorObject, Id, write_error};
use crate::tool::Road;
use crate::wire::{Era, META_SERVER, Params, ProtocolVersion, ReadResourceParams};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, Weak};

/// The most that listen to one server.
const MOST: usize = 20_000;

/// The kinds of news that a client asks for.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Filter {
    #[serde(skip_serializing_if = "is_false")]
    tools_list_changed: bool,
    #[serde(skip_serializing_if = "is_false")]
    prompts_list_changed: bool,
    #[serde(skip_serializing_if = "is_false")]
    resources_list_changed: bool,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    resource_subscriptions: BTreeSet<String>,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde asks for"
)]
fn is_false(value: &bool) -> bool {
    !*value
}

impl Filter {
    pub(super) fn read(params: &Params<'_>) -> Result<Self, ErrorObject> {
        #[derive(Deserialize)]
        struct ListenParams<'a> {
            #[serde(borrow)]
            notifications: &'a RawValue,
        }
        let params: ListenParams<'_> = params.decode().map_err(invalid_params)?;
        let filter = params.notifications.get();
        if !filter.starts_with('{') {
            return Err(invalid_params("`notifications` must be an object"));
        }
        serde_json::from_str(filter).map_err(|_| {
            invalid_params(
                "`notifications` has `toolsListChanged`, `promptsListChanged` and `resourcesListChanged`, \
                 each a boolean, and `resourceSubscriptions`, a list of texts",
            )
        })
    }
}

/// One `subscriptions/listen` that is open.
struct Subscription {
    filter: Filter,
    meta: String,
    road: CallRoad,
}

impl Ear for Subscription {
    fn wanted(&self, news: &News) -> News {
        News {
            tools: news.tools && self.filter.tools_list_changed,
            prompts: news.prompts && self.filter.prompts_list_changed,
            resources: news.resources && self.filter.resources_list_changed,
            updated: &news.updated & &self.filter.resource_subscriptions,
        }
    }

    fn has_room(&self) -> bool {
        self.road.has_room()
    }

    fn meta(&self) -> Option<&str> {
        Some(&self.meta)
    }

    fn hear(&self, frame: &[u8]) -> bool {
        let heard = self.road.put(frame);
        self.road.announce();
        heard
    }
}

/// Opens a subscription: acknowledged at once, and answered when the server ends it.
pub(super) fn start(
    connection: &Arc<ConnectionInner>,
    id: Id,
    filter: Filter,
    outlet: &Outlet,
) -> Answer {
    let refuse = |error: &ErrorObject| Answer::Now(write_error(Ok(&id), error));
    if !outlet.is_open() {
        return refuse(&ErrorObject::new(
            ErrorCode::INVALID_REQUEST,
            "notifications have no way to this client; over HTTP, accept `text/event-stream`",
        ));
    }
    let hub = &connection.service.hub;
    if hub.len() >= MOST {
        return refuse(&busy());
    }
    let Some(started) = connection.in_flight.start(id.clone()) else {
        return refuse(&same_id());
    };
    let token = started.token.clone();
    let road = CallRoad::new(connection, &id, &started, outlet);
    let slot = Slot {
        connection: Arc::clone(connection),
        id,
        started,
        progress: None,
    };
    let meta = format!(
        r#""io.modelcontextprotocol/subscriptionId":{}"#,
        slot.id.as_json()
    );
    let agreed = serde_json::to_string(&filter).expect("flags and texts have a JSON form");
    let subscription = Arc::new(Subscription { filter, meta, road });
    subscription.hear(
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{"_meta":{{{}}},"notifications":{agreed}}}}}"#,
            subscription.meta
        )
        .as_bytes(),
    );
    let ear: Weak<dyn Ear> = Arc::downgrade(&(Arc::clone(&subscription) as Arc<dyn Ear>));
    let heard = hub.tell(ear);
    let ending = connection.ending.clone();
    Answer::Later(Box::pin(async move {
        tokio::select! {
            biased;
            () = token.cancelled() => return None,
            () = ending.cancelled() => {}
        }
        drop(heard);
        subscription.hear(
            format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{},"reason":"the server ends the subscription"}}}}"#,
                slot.id.as_json()
            )
            .as_bytes(),
        );
        let answer = final_result(&slot.connection.service, &slot.id, &subscription.meta);
        slot.end(answer)
    }))
}

fn final_result(inner: &Inner, id: &Id, meta: &str) -> Vec<u8> {
    let mut out = start_result(id, 256);
    let info = super::answer::info_json(&inner.info, ProtocolVersion::LATEST);
    out.extend_from_slice(
        format!(r#"{{"resultType":"complete","_meta":{{{meta},"{META_SERVER}":"#).as_bytes(),
    );
    out.extend_from_slice(&info);
    out.extend_from_slice(b"}}}");
    out
}

/// An older client, over the streams that it holds open.
impl Ear for ConnectionInner {
    fn wanted(&self, news: &News) -> News {
        let ready = {
            let handshake = self.handshake();
            let is_legacy = |version: ProtocolVersion| version.era() == Era::Legacy;
            handshake.complete && handshake.version.is_some_and(is_legacy)
        };
        if !ready {
            return News::default();
        }
        let subscribed = self.subscribed.lock();
        let subscribed = subscribed.unwrap_or_else(PoisonError::into_inner);
        News {
            updated: &news.updated & &*subscribed,
            ..news.clone()
        }
    }

    fn has_room(&self) -> bool {
        // Without a stream there is nobody to wait for.
        self.standing.is_empty() || self.standing.has_room()
    }

    fn meta(&self) -> Option<&str> {
        None
    }

    fn hear(&self, frame: &[u8]) -> bool {
        self.standing.send(frame)
    }
}

impl ConnectionInner {
    /// From now on the client hears of changes, for as long as it is there.
    pub(super) fn hear_changes(self: &Arc<Self>) {
        self.heard.get_or_init(|| {
            let ear: Weak<dyn Ear> = Arc::downgrade(&(Arc::clone(self) as Arc<dyn Ear>));
            self.service.hub.tell(ear)
        });
    }

    /// `resources/subscribe` and `resources/unsubscribe`.
    pub(super) fn subscribe(
        &self,
        params: &Params<'_>,
        version: ProtocolVersion,
        on: bool,
    ) -> Result<(), ErrorObject> {
        let ReadResourceParams { uri } = params.decode().map_err(invalid_params)?;
        let surface = self.service.surface.get();
        if on && surface.resources.find(&uri)?.is_none() {
            return Err(unknown_resource(version, &uri));
        }
        let subscribed = self.subscribed.lock();
        let mut subscribed = subscribed.unwrap_or_else(PoisonError::into_inner);
        match on {
            true => drop(subscribed.insert(uri.into_owned())),
            false => drop(subscribed.remove(uri.as_ref())),
        }
        Ok(())
    }
}

impl Connection {
    /// Ends what has no end of its own: each `subscriptions/listen` gets its final result. Calls go on.
    ///
    /// For a transport that is about to end; cheap and harmless when repeated.
    pub fn end_subscriptions(&self) {
        self.inner.ending.cancel();
    }
}
