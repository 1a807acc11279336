//! Arguments, states and defaults end up where they belong.

use std::borrow::Cow;
use std::collections::HashMap;

struct Rows(u8);

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Point {
    x: u8,
    y: u8,
}

type Maybe<T> = Option<T>;

fn limit() -> u8 {
    9
}

#[mcp::tool]
#[expect(clippy::too_many_arguments, reason = "one of each kind")]
async fn everything<'a>(
    rows: &Rows,
    _context: &mcp::Context,
    nothing: Option<&'a Point>,
    text: &'a str,
    list: &[u8],
    #[arg(name = "un-named")] named: String,
    Point { x, y }: Point,
    (a, b): (u8, String),
    _: u8,
    _ignored: bool,
    r#type: Cow<'a, str>,
    alias: Maybe<u8>,
    #[arg(default = "asc")] order: String,
    #[arg(default = "lent")] lent: &str,
    #[arg(default = &[1, 2])] lent_list: &[u8],
    #[arg(default = limit())] limit: u8,
    #[arg(default)] map: HashMap<String, u8>,
    #[arg(default = Some("z"))] option: Option<&str>,
    #[cfg(test)] seen: u8,
    #[cfg(not(test))] unseen: u8,
) -> Result<String, std::io::Error> {
    std::future::ready(()).await;
    Ok(format!(
        "{} {} {text} {list:?} {named} {x} {y} {a} {b} {} {alias:?} {order} {lent} {lent_list:?} {limit} {} {option:?} {seen}",
        rows.0,
        nothing.is_none(),
        r#type,
        map.len(),
    ))
}

#[test]
fn each_has_its_key_and_its_value() {
    let tool = __mcp_tool_everything;
    let keys: Vec<_> = tool
        .parameters
        .iter()
        .map(|parameter| parameter.key)
        .collect();
    assert_eq!(
        keys,
        [
            "text",
            "list",
            "un-named",
            "point",
            "_5",
            "_6",
            "_7",
            "type",
            "alias",
            "order",
            "lent",
            "lent_list",
            "limit",
            "map",
            "option",
            "seen"
        ]
    );
    let required = tool
        .parameters
        .iter()
        .filter(|parameter| parameter.required);
    assert_eq!(
        required.map(|parameter| parameter.key).collect::<Vec<_>>(),
        [
            "text", "list", "un-named", "point", "_5", "_6", "_7", "type", "seen"
        ]
    );
    let defaults = tool
        .parameters
        .iter()
        .filter_map(|parameter| parameter.default);
    assert_eq!(defaults.collect::<Vec<_>>(), ["\"asc\"", "\"lent\""]);
    let states: Vec<_> = tool
        .states
        .iter()
        .map(|state| (state.parameter, state.optional))
        .collect();
    assert_eq!(
        states,
        [("rows", false), ("_context", false), ("nothing", true)]
    );

    let server = mcp::Server::new("test", "1")
        .state(Rows(3))
        .tools(mcp::tools![everything]);
    let service = server.build().expect("all states are given");
    let connection = service.connect();
    let send = |message: &str| block_on(connection.handle(message)).map(String::from_utf8);
    send(
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
    );
    send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let call = |arguments: &str| {
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"everything","arguments":{arguments}}}}}"#
        );
        send(&message).expect("an answer").expect("text")
    };

    let least = r#"{"text":"t","list":[1],"un-named":"n","point":{"x":1,"y":2},"_5":[3,"b"],"_6":4,"_7":true,"type":"ty","seen":5}"#;
    let answer = call(least);
    let text = r#"3 true t [1] n 1 2 3 b ty None asc lent [1, 2] 9 0 Some(\"z\") 5"#;
    assert!(answer.contains(text), "{answer}");

    let more = r#"{"alias":6,"order":"o","lent":"l","lent_list":[7],"limit":8,"map":{"k":1},"option":"p","#;
    let answer = call(&least.replacen('{', more, 1));
    let text = r#"3 true t [1] n 1 2 3 b ty Some(6) o l [7] 8 1 Some(\"p\") 5"#;
    assert!(answer.contains(text), "{answer}");
}

fn block_on<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime")
        .block_on(future)
}
