//! Icons and metadata of tools, for the revisions that know them.

use crate::{Client, LEGACY};
use mcp::Server;
use serde_json::{Value, json};

#[mcp::tool(
    unlisted,
    icon("https://example.com/find.png", mime = "image/png", sizes = "48x48 96x96"),
    icon("data:image/svg+xml,%3Csvg/%3E", sizes = "any", theme = "dark"),
    meta("com.example/team" = "fa\"res", "com.example/cost" = -1.5),
    meta("plain" = true)
)]
fn find() {}

#[mcp::tool(unlisted)]
pub(crate) fn plain() {}

fn icons() -> Value {
    json!([
        {"src": "https://example.com/find.png", "mimeType": "image/png", "sizes": ["48x48", "96x96"]},
        {"src": "data:image/svg+xml,%3Csvg/%3E", "sizes": ["any"], "theme": "dark"},
    ])
}

fn meta() -> Value {
    json!({"com.example/team": "fa\"res", "com.example/cost": -1.5, "plain": true})
}

#[tokio::test]
async fn each_revision_is_shown_what_it_knows() {
    let server = Server::new("demo", "1.0.0").tools(mcp::tools![find, plain]);
    let service = server.build().expect("a sound server");
    for version in LEGACY {
        let client = Client::legacy(&service, version).await;
        let answer = client.ask("tools/list", json!({})).await;
        let find = &answer["result"]["tools"][0];
        let expected = (version >= "2025-11-25").then(icons);
        assert_eq!(find.get("icons"), expected.as_ref(), "{version}");
        let expected = (version >= "2025-06-18").then(meta);
        assert_eq!(find.get("_meta"), expected.as_ref(), "{version}");
    }
    let client = Client::modern(&service);
    let answer = client.ask("tools/list", json!({})).await;
    let [find, plain] = [0, 1].map(|tool| &answer["result"]["tools"][tool]);
    assert_eq!((&find["icons"], &find["_meta"]), (&icons(), &meta()));
    assert_eq!((plain.get("icons"), plain.get("_meta")), (None, None));
}
