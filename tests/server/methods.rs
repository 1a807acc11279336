//! Methods as tools: what is collected, what a value brings, and what the server tells of itself.

use crate::{Client, text};
use mcp::{Server, Service};
use serde_json::{Value, json};
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

struct Weather {
    sky: &'static str,
    asked: AtomicU32,
}

impl Weather {
    fn new(sky: &'static str) -> Self {
        let asked = AtomicU32::new(0);
        Self { sky, asked }
    }
}

/// Ask for places by their English names.
#[mcp::tool(parts = [forecast])]
impl Weather {
    const LIMIT: u32 = { 3 };

    /// Tells the weather now.
    #[tool(read_only, title = "Weather now")]
    async fn now(
        &self,
        ctx: &mcp::Context,
        /// Name of the place.
        #[arg(name = "place")]
        city: &str,
        #[arg(default = 1)] days: u32,
    ) -> Result<String, String> {
        let asked = self.count();
        if asked > Self::LIMIT {
            return Err(format!("asked {asked} times"));
        }
        Ok(format!(
            "{} in {city} for {days} ({})",
            self.sky,
            ctx.request_id()
        ))
    }

    /// Blocks its thread.
    #[tool]
    #[allow(clippy::needless_arbitrary_self_type)]
    fn asked(self: &Self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }

    #[mcp::tool(name = "planet.sky", inline)]
    fn planet() -> &'static str {
        "blue"
    }

    fn count(&self) -> u32 {
        self.asked.fetch_add(1, Ordering::Relaxed) + 1
    }

    #[tool(unlisted)]
    fn secret(&self) -> &str {
        self.sky
    }
}

mod later {
    /// Forecasts are guesses.
    #[mcp::tool(part = forecast)]
    impl super::Weather {
        #[tool]
        pub(super) fn forecast(&self, days: u8) -> Vec<&'static str> {
            vec![self.sky; days.into()]
        }

        #[cfg(any())]
        #[tool]
        fn never(&self, x: NoSuchType) {}
    }
}

struct Sea(f64);

#[mcp::tool(parts = [tides])]
impl Sea {
    #[mcp::tool]
    fn depth(&self) -> f64 {
        self.0
    }
}

mod moon {
    #[mcp::tool(part = tides)]
    impl super::Sea {
        #[tool]
        fn tide(&self) -> &'static str {
            "high"
        }
    }
}

/// One of many types, with everything that a type can carry.
struct Ring<'n, T, const N: usize>
where
    T: Display,
{
    name: &'n str,
    items: [T; N],
}

/// Rings begin anew at their end.
#[mcp::tool]
impl<'n, T: Display + Clone + Sync, const N: usize> Ring<'n, T, { N }>
where
    T: Send + 'n,
    for<'x> &'x T: PartialEq,
{
    /// The item at a place.
    #[tool]
    async fn item(&self, place: usize) -> String {
        tokio::task::yield_now().await;
        format!("{} {}", self.name, self.items[place % N])
    }

    #[tool]
    fn name<'a>(&'a self, before: Option<&'a str>) -> &'a str {
        before.unwrap_or(self.name)
    }

    #[tool]
    fn size() -> usize {
        N
    }

    #[tool(inline)]
    fn longest(&self) -> &'n str {
        self.name
    }
}

/// A lifetime alone is no parameter that somebody must choose.
struct Greeter<'a> {
    word: std::borrow::Cow<'a, str>,
}

#[mcp::tool]
impl Greeter<'_> {
    #[tool]
    fn greet(&self, name: String) -> String {
        format!("{}, {name}!", self.word)
    }
}

fn names(service: &Service) -> Vec<String> {
    let list: Value =
        serde_json::from_str(&service.tools_json(mcp::Era::Modern)).expect("a list is JSON");
    let tools = list["tools"].as_array().expect("an array");
    tools
        .iter()
        .map(|tool| tool["name"].as_str().expect("a name").to_owned())
        .collect()
}

fn faults(server: Server) -> Vec<String> {
    let error = server.build().expect_err("an unsound server");
    error.faults().iter().map(ToString::to_string).collect()
}

fn weather() -> Server {
    Server::new("demo", "1.0.0")
        .tools(mcp::registry!())
        .state(Weather::new("rain"))
        .state(Sea(7.5))
        .state(Greeter {
            word: "Hello".into(),
        })
}

#[tokio::test]
async fn methods_are_called_on_the_value_that_the_server_was_given() {
    let service = weather().build().expect("a sound server");
    let old = Client::legacy(&service, "2025-06-18").await;
    let new = Client::modern(&service);
    let rome = json!({"place": "Rome"});
    assert_eq!(
        new.text("now", rome.clone()).await,
        "rain in Rome for 1 (1)"
    );
    assert_eq!(
        old.text("now", json!({"place": "Oslo", "days": 2})).await,
        "rain in Oslo for 2 (1)"
    );
    assert_eq!(new.text("asked", json!({})).await, "2");
    assert_eq!(old.text("planet.sky", json!({})).await, "blue");
    assert_eq!(
        new.text("forecast", json!({"days": 2})).await,
        r#"["rain","rain"]"#
    );
    assert_eq!(
        old.text("greet", json!({"name": "Ada"})).await,
        "Hello, Ada!"
    );
    new.text("now", rome.clone()).await;
    let answer = new.call("now", rome).await;
    assert_eq!(answer["isError"], true, "{answer}");
    assert_eq!(text(&answer), "asked 4 times");
    let error = old.refused("now", json!({"place": 1})).await;
    assert_eq!(error["code"], -32602, "{error}");
}

#[test]
fn a_method_is_listed_like_a_function() {
    let service = weather().build().expect("a sound server");
    assert_eq!(
        names(&service),
        [
            "asked",
            "depth",
            "forecast",
            "greet",
            "now",
            "planet.sky",
            "tide"
        ]
    );
    let list = service.tools_json(mcp::Era::Modern);
    for part in [
        r#""name":"now","title":"Weather now","description":"Tells the weather now.""#,
        r#""properties":{"place":{"type":"string","description":"Name of the place."},"days":{"#,
        r#""readOnlyHint":true"#,
    ] {
        assert!(list.contains(part), "{part} in {list}");
    }
}

#[tokio::test]
async fn a_value_brings_its_tools_and_its_parts() {
    let server = Server::new("demo", "1.0.0").tools(Sea(7.5));
    let service = server.build().expect("a sound server");
    assert_eq!(names(&service), ["depth", "tide"]);
    assert_eq!(
        Client::modern(&service).text("depth", json!({})).await,
        "7.5"
    );
    let shared = Arc::new(Weather::new("snow"));
    let server = Server::new("demo", "1.0.0").mount("sky", Arc::clone(&shared));
    let client = Client::modern(&server.build().expect("a sound server"));
    client.text("sky__now", json!({"place": "Rome"})).await;
    assert_eq!(shared.asked.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_type_with_parameters_is_given_as_a_value() {
    let ring = Ring {
        name: "abc",
        items: ['a', 'b', 'c'],
    };
    let service = Server::new("demo", "1.0.0").tools(ring).build();
    let service = service.expect("a sound server");
    let old = Client::legacy(&service, "2024-11-05").await;
    let new = Client::modern(&service);
    assert_eq!(new.text("item", json!({"place": 4})).await, "abc b");
    assert_eq!(old.text("size", json!({})).await, "3");
    assert_eq!(new.text("name", json!({"before": "x"})).await, "x");
    assert_eq!(old.text("name", json!({})).await, "abc");
    assert_eq!(new.text("longest", json!({})).await, "abc");
}

#[tokio::test]
async fn a_list_names_methods() {
    let list = mcp::tools![Weather::secret, Ring::<'static, u8, 2>::size];
    let server = Server::new("demo", "1.0.0").tools(list);
    let client = Client::modern(
        &server
            .state(Weather::new("fog"))
            .build()
            .expect("a sound server"),
    );
    assert_eq!(client.text("secret", json!({})).await, "fog");
    assert_eq!(client.text("size", json!({})).await, "2");
}

#[test]
fn a_value_that_was_not_given_is_named_with_the_tool() {
    let missing = faults(Server::new("demo", "1.0.0").tools(mcp::tools![Weather::secret]));
    assert_eq!(
        missing,
        ["tool `secret` needs `Weather` for its parameter `self`; give it with `.state(..)`"]
    );
}

#[test]
fn a_tool_is_added_once() {
    let twice = faults(weather().tools(Sea(1.0)));
    assert_eq!(
        twice,
        [
            "a state of type `Sea` was given twice; wrap one of them in a type of its own",
            "tool `depth` is added twice; where its `Sea` is given with `.tools(..)`, mark the block \
             `#[mcp::tool(unlisted)]`, or give the value with `.state(..)`",
            "tool `tide` is added twice; where its `Sea` is given with `.tools(..)`, mark the block \
             `#[mcp::tool(unlisted)]`, or give the value with `.state(..)`",
        ]
    );
    let ring = |name| Ring {
        name,
        items: [1_u8],
    };
    let wide = Ring {
        name: "b",
        items: [1_u16],
    };
    let twice = faults(Server::new("demo", "1.0.0").tools(ring("a")).tools(wide));
    assert_eq!(twice.len(), 4, "{twice:?}");
    assert!(
        twice[1].starts_with("two tools are named `longest` (tests/server/methods.rs:"),
        "{twice:?}"
    );
    let two = Server::new("demo", "1.0.0").mount("a", ring("a"));
    assert_eq!(
        faults(two.mount("b", ring("b"))),
        [
            "a state of type `Ring<'_, u8, 1>` was given twice; wrap one of them in a type of its own"
        ]
    );
}

#[tokio::test]
async fn the_docs_of_blocks_are_the_instructions() {
    let both = "Ask for places by their English names.\n\nForecasts are guesses.";
    let service = weather().build().expect("a sound server");
    assert_eq!(instructions(&service).await, [both, both]);
    let ring = Ring {
        name: "",
        items: [0],
    };
    let server = weather().tools(ring);
    let service = server.build().expect("a sound server");
    let all = format!("{both}\n\nRings begin anew at their end.");
    assert_eq!(instructions(&service).await, [all.as_str(), all.as_str()]);
    let service = weather().instructions("Own.").build();
    let service = service.expect("a sound server");
    assert_eq!(instructions(&service).await, ["Own.", "Own."]);
    let service = Server::new("demo", "1.0.0").tools(Sea(1.0)).build();
    let service = service.expect("a sound server");
    assert_eq!(instructions(&service).await, [Value::Null, Value::Null]);
}

async fn instructions(service: &Service) -> [Value; 2] {
    let old = Client::silent(service);
    let hello = crate::initialize("2025-06-18");
    let old = old.send(&hello).await.expect("an answer");
    let new = Client::modern(service);
    let new = new.request(1, "server/discover", json!({}));
    let new = Client::modern(service).send(&new).await.expect("an answer");
    [&old, &new].map(|answer| answer["result"]["instructions"].clone())
}

/// Counts how many of its calls run at once.
#[derive(Default)]
struct Kitchen {
    busy: AtomicU32,
}

#[mcp::tool(unlisted)]
impl Kitchen {
    #[tool(timeout = "20s")]
    async fn bake(&self, #[arg(max = 60)] seconds: u64) -> &'static str {
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        "baked"
    }

    #[tool(sequential)]
    async fn fry(&self) -> u32 {
        let busy = self.busy.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_secs(1)).await;
        self.busy.fetch_sub(1, Ordering::SeqCst);
        busy
    }

    #[tool]
    async fn stir(&self) -> u32 {
        self.fry().await
    }
}

#[tokio::test(start_paused = true)]
async fn the_keys_of_functions_work_on_methods() {
    let server = Server::new("demo", "1.0.0").tools(Kitchen::default());
    let service = server.build().expect("a sound server");
    let (client, other) = (Client::modern(&service), Client::modern(&service));

    let late = client.call("bake", json!({"seconds": 21})).await;
    assert_eq!(text(&late), "the tool did not finish within 20 s");
    assert_eq!(client.text("bake", json!({"seconds": 19})).await, "baked");
    let refused = client.call("bake", json!({"seconds": 61})).await;
    assert_eq!(refused["isError"], true);
    assert!(text(&refused).contains("60"), "{refused}");
    let list = client.ask("tools/list", json!({})).await;
    let bake = &list["result"]["tools"][0];
    assert_eq!(bake["inputSchema"]["properties"]["seconds"]["maximum"], 60);

    let both = async |tool| {
        let (first, second) = (client.text(tool, json!({})), other.text(tool, json!({})));
        let (first, second) = tokio::join!(first, second);
        format!("{first} {second}")
    };
    assert_eq!(both("fry").await, "0 0");
    assert_eq!(both("stir").await, "0 1");
}
