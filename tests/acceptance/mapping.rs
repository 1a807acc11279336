//! `docs/mapping.md`, row by row: the page is read, and what it says is held against a server.

use crate::one::one;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// The page.
const PAGE: &str = include_str!("../../docs/mapping.md");

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Fast,
    Slow,
}

#[derive(Debug, Deserialize, JsonSchema, mcp::Record)]
struct Config {
    depth: u8,
}

/// What the page says of a parameter.
struct Row {
    key: &'static str,
    schema: Value,
    required: bool,
}

/// The cells of a row of a table, without their back-ticks.
fn cells(line: &'static str) -> Option<Vec<&'static str>> {
    let inside = line.strip_prefix("| ")?.strip_suffix(" |")?;
    Some(
        inside
            .split(" | ")
            .map(|cell| cell.trim_matches('`'))
            .collect(),
    )
}

/// The row of a parameter that is written like this, spaces apart.
fn row(parameter: &str) -> Row {
    let bare = |text: &str| text.replace(char::is_whitespace, "");
    let of_it = |cells: &Vec<&str>| cells.len() == 5 && bare(cells[1]) == bare(parameter);
    let mut rows = PAGE.lines().filter_map(cells).filter(of_it);
    let row = rows
        .next()
        .unwrap_or_else(|| panic!("no row for `{parameter}`"));
    assert!(rows.next().is_none(), "two rows for `{parameter}`");
    Row {
        key: row[2],
        schema: serde_json::from_str(row[3]).expect("a schema"),
        required: match row[4] {
            "no" => true,
            "yes" => false,
            other => panic!("`{other}` is neither yes nor no"),
        },
    }
}

/// A row: the parameter as the page has it, what is shown of the argument, and calls.
macro_rules! rows {
    ($($name:ident($($parameter:tt)*) shows $shown:expr; $($arguments:literal => $text:literal),+;)*) => {$(
        #[tokio::test]
        async fn $name() {
            #[mcp::tool(unlisted)]
            fn tool($($parameter)*) -> String {
                format!("{:?}", $shown)
            }
            let row = row(stringify!($($parameter)*));
            let tool = one(mcp::tools![tool]).await;
            let required = [row.key];
            let required: &[&str] = if row.required { &required } else { &[] };
            tool.has(json!({ row.key: row.schema }), required).await;
            $(tool.takes($arguments, $text).await;)+
            match row.required {
                true => tool.refuses("{}", &[&format!("`{}`: missing", row.key)]).await,
                false => assert!([$($arguments),+].contains(&"{}"), "left out as well"),
            }
        }
    )*};
}

rows! {
    a_named_argument_has_its_name(smiles: String) shows smiles;
        r#"{"smiles":"CCO"}"# => r#""CCO""#;
    a_name_on_the_wire_may_be_another(#[arg(name = "input-file")] path: String) shows path;
        r#"{"input-file":"a"}"# => r#""a""#;
    an_argument_without_a_name_has_its_place(_smiles: String) shows _smiles;
        r#"{"_1":"CCO"}"# => r#""CCO""#;
    an_argument_that_is_taken_apart_has_its_place((x, y): (f64, f64)) shows x + y;
        r#"{"_1":[1,0.5]}"# => "1.5";
    an_option_with_a_default_may_be_left_out(#[arg(default = 1.5)] factor: f64) shows factor;
        r#"{"factor":2}"# => "2.0", "{}" => "1.5", r#"{"factor":null}"# => "1.5";
    an_option_without_a_default_may_be_left_out(factor: Option<f64>) shows factor;
        r#"{"factor":2}"# => "Some(2.0)", "{}" => "None", r#"{"factor":null}"# => "None";
    a_switch_is_off(#[arg(default = false)] clean: bool) shows clean;
        r#"{"clean":true}"# => "true", "{}" => "false";
    one_of_a_few_words_is_a_list_of_them(mode: Mode) shows mode;
        r#"{"mode":"slow"}"# => "Slow", r#"{"mode":"fast"}"# => "Fast";
    a_record_as_a_whole_has_the_name_of_its_parameter(config: Config) shows config.depth;
        r#"{"config":{"depth":3}}"# => "3";
    a_record_that_is_taken_apart_has_the_name_of_its_type(Config { depth }: Config) shows depth;
        r#"{"config":{"depth":3}}"# => "3";
    the_fields_of_an_unrolled_record_are_arguments(#[arg(unroll)] config: Config) shows config.depth;
        r#"{"depth":3}"# => "3";
    an_unrolled_enum_has_its_name_in_lower_case(#[arg(unroll)] value: Mode) shows value;
        r#"{"mode":"slow"}"# => "Slow";
    an_unrolled_enum_may_have_a_name(#[arg(unroll, name = "speed")] value: Mode) shows value;
        r#"{"speed":"fast"}"# => "Fast";
    an_option_has_its_long_name(#[arg(short = 'f', long = "factor")] n: f64) shows n;
        r#"{"factor":2}"# => "2.0";
    an_option_without_a_long_name_has_its_short_one(#[arg(short = 'f')] n: f64) shows n;
        r#"{"f":2}"# => "2.0";
    a_flag_turns_something_on(#[arg(flag)] clean: bool) shows clean;
        r#"{"clean":true}"# => "true", "{}" => "false";
    a_flag_may_turn_something_off(#[arg(flag = "no-clean")] clean: bool) shows clean;
        r#"{"no-clean":true}"# => "false", "{}" => "true";
}

#[tokio::test]
async fn output_actions_are_one_more_argument() {
    fn twice(n: &f64) -> String {
        format!("{n} {n}")
    }
    #[mcp::tool(unlisted, render(twice = twice))]
    fn tool(n: f64) -> f64 {
        n
    }
    let tool = one(mcp::tools![tool]).await;
    tool.takes(r#"{"n":2}"#, "2.0").await;
    tool.takes(r#"{"n":2,"_render":"raw"}"#, "2.0").await;
    tool.takes(r#"{"n":2,"_render":"twice"}"#, "2 2").await;
    tool.refuses(
        r#"{"n":2,"_render":"thrice"}"#,
        &["`_render`: expected one of \"raw\", \"twice\", got \"thrice\"; did you mean \"twice\"?"],
    )
    .await;
}

#[tokio::test]
async fn what_is_lent_has_no_place() {
    struct State;
    #[mcp::tool(unlisted)]
    fn tool(
        _: Option<&State>,
        _context: &mcp::Context,
        _: u8,
        _: Option<&State>,
        (a, _): (u8, u8),
    ) -> u8 {
        a
    }
    let tool = one(mcp::tools![tool]).await;
    tool.takes(r#"{"_1":1,"_2":[2,3]}"#, "2").await;
}

#[test]
fn the_cases_that_the_page_names_are_there() {
    let cases: Vec<&str> = PAGE
        .lines()
        .filter_map(cells)
        .filter(|cells| cells.len() == 3 && cells[2].contains('_'))
        .flat_map(|cells| cells[2].split("`, `"))
        .collect();
    assert!(cases.len() > 12, "the test must see the cases: {cases:?}");
    for case in cases {
        let path = format!("{}/ui/fail/{case}.stderr", env!("CARGO_MANIFEST_DIR"));
        assert!(std::fs::exists(&path).expect("a path"), "{path}");
    }
}

#[test]
fn the_message_on_the_page_is_that_of_the_compiler() {
    let message = include_str!("../ui/fail/record_pattern_meets_a_name.stderr");
    assert!(PAGE.contains(message), "{message}");
}
