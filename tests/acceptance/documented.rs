//! `mcp::testing`: descriptions that are missing.

use mcp::testing::{assert_documented, undocumented};
use mcp::{ObjectSchema, Profile, Registry, Server, Tool, schema::Type};
use schemars::JsonSchema;
use serde::Deserialize;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A place on the map.
#[derive(Deserialize, JsonSchema)]
struct Place {
    x: f64,
}

/// A place with others in it.
#[derive(Deserialize, JsonSchema)]
struct Region {
    inside: Vec<Region>,
}

#[derive(Deserialize, JsonSchema)]
struct Bare {
    x: f64,
}

struct State;

/// Adds two integers.
#[mcp::tool(unlisted)]
fn add(
    /// The first addend.
    a: i64,
    #[arg(description = "The second addend.")] b: i64,
) -> i64 {
    a + b
}

/// Types may speak for arguments.
#[mcp::tool(unlisted)]
fn visit(
    _state: &State,
    place: Place,
    region: Region,
    or: Option<Place>,
    all: Option<Region>,
) -> f64 {
    place.x
        + or.map_or(0.0, |place| place.x)
        + (region.inside.len() + all.map_or(0, |all| all.inside.len())) as f64
}

#[mcp::tool(unlisted)]
fn halve(
    /// What to halve.
    n: i64,
    (a, b): (u8, u8),
    Bare { x }: Bare,
    #[arg(name = "by-name")] c: Option<u8>,
) -> f64 {
    n as f64 + f64::from(a + b) + x + f64::from(c.unwrap_or(0))
}

/// Blank descriptions are none.
#[mcp::tool(unlisted)]
fn blank(#[arg(description = " ")] a: u8) -> u8 {
    a
}

fn dynamic() -> Tool {
    let schema = ObjectSchema::new()
        .property("city", Type::String, "City name", true)
        .property("unit", Type::String, "", false);
    Tool::dynamic("weather", "", schema, async |_, _| Ok::<_, String>("sunny"))
}

fn registry() -> Registry {
    let mut tools = mcp::tools![halve, add, visit, blank].tools().to_vec();
    tools.push(dynamic());
    tools.into_iter().collect()
}

const MISSING: [&str; 7] = [
    "argument `a` of tool `blank`",
    "tool `halve`",
    "argument `_2` of tool `halve`",
    "argument `bare` of tool `halve`",
    "argument `by-name` of tool `halve`",
    "tool `weather`",
    "argument `unit` of tool `weather`",
];

/// What a test would fail with, and whether in this file.
fn failure(check: impl FnOnce()) -> String {
    let failed = catch_unwind(AssertUnwindSafe(check)).expect_err("it fails");
    match failed.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => (*other.downcast::<&str>().expect("a text")).to_owned(),
    }
}

#[test]
fn each_tool_and_argument_without_a_description_is_named() {
    let server = Server::new("demo", "1.0.0").tools(registry());
    assert_eq!(undocumented(&server), MISSING);
    assert_eq!(
        failure(|| assert_documented(&server)),
        format!(
            "these have no description; give them a doc comment:\n- {}",
            MISSING.join("\n- ")
        )
    );
    // the server was lent, and needs its state only now
    let service = server.state(State).build().expect("a sound server");
    assert_eq!(undocumented(&service), MISSING);
    assert_eq!(undocumented(&registry()), MISSING);
}

#[test]
fn a_documented_server_passes_in_every_profile() {
    for profile in [Profile::Plain, Profile::Full] {
        let server = Server::new("demo", "1.0.0").profile(profile);
        assert_documented(&server.tools(mcp::tools![add, visit]));
    }
    assert_documented(&mcp::tools![add]);
}

#[test]
fn the_fields_of_an_unrolled_record_are_arguments() {
    #[derive(Deserialize, JsonSchema, mcp::Record)]
    struct Area {
        /// In metres.
        width: f64,
        height: f64,
    }
    /// Multiplies.
    #[mcp::tool(unlisted)]
    fn area(#[arg(unroll)] area: Area) -> f64 {
        area.width * area.height
    }
    assert_eq!(
        undocumented(&mcp::tools![area]),
        ["argument `height` of tool `area`"]
    );
}

#[test]
fn a_mounted_tool_is_named_as_clients_name_it() {
    let server = Server::new("demo", "1.0.0").mount("math", mcp::tools![blank]);
    assert_eq!(
        undocumented(&server),
        ["argument `a` of tool `math__blank`"]
    );
}

#[test]
fn a_server_without_tools_is_not_passed_over() {
    let said = failure(|| assert_documented(&Server::new("demo", "1.0.0")));
    assert!(said.starts_with("there is no tool to look at; "), "{said}");
    assert_eq!(undocumented(&Registry::new()), Vec::<String>::new());
}

#[test]
fn a_failure_points_at_the_line_of_the_test() {
    thread_local! {
        /// The hook runs in the thread that panics, and other tests panic as well.
        static PLACE: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
    }
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let place = info.location().expect("a place");
        PLACE.set(Some((place.file().to_owned(), place.line())));
        before(info);
    }));
    let line = line!() + 1;
    failure(|| assert_documented(&mcp::tools![blank]));
    let (file, at) = PLACE.take().expect("a panic");
    assert!(file.ends_with("documented.rs") && at == line, "{file}:{at}");
}

/// Greets.
#[mcp::prompt(unlisted)]
fn greet(
    /// Whom.
    name: String,
) -> String {
    name
}

#[mcp::prompt(unlisted)]
fn part(name: String) -> String {
    name
}

/// A page.
#[mcp::resource("page://{number}", unlisted)]
fn page(number: u32) -> String {
    number.to_string()
}

#[mcp::resource("config://app", unlisted)]
fn config() -> &'static str {
    ""
}

#[test]
fn prompts_their_arguments_and_resources_need_a_description_too() {
    let server = Server::new("demo", "1.0.0")
        .prompts(mcp::prompts![greet])
        .resources(mcp::resources![page]);
    assert_documented(&server);
    let server = server
        .prompts(mcp::prompts![part])
        .resources(mcp::resources![config]);
    let expected = [
        "prompt `part`",
        "argument `name` of prompt `part`",
        "resource `config://app`",
    ];
    assert_eq!(undocumented(&server), expected);
    assert_eq!(
        undocumented(&server.build().expect("a sound server")),
        expected
    );
}
