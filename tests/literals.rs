//! The schema text that the macro writes for a type of the standard library is the one that the
//! library makes from the type itself.

use mcp::schema::Text;
use mcp::tool::Descriptor;
use mcp::{Era, Registry, Server, Tool};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::num::{NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize};
use std::path::PathBuf;

/// `tools/list` of one tool, in both eras.
fn listed(tool: Descriptor) -> [String; 2] {
    let tool: &'static Descriptor = Box::leak(Box::new(tool));
    let registry: Registry = Tool::from(tool).into();
    let service = Server::new("test", "1")
        .tools(registry)
        .build()
        .expect("a good server");
    [Era::Legacy, Era::Modern].map(|era| service.tools_json(era))
}

#[track_caller]
fn check(tool: Descriptor, ty: &str) {
    let made = listed(Descriptor {
        input_schema: Text::FromTypes,
        output_schema: Text::FromTypes,
        ..tool
    });
    assert!(
        matches!(tool.input_schema, Text::Literal(_)),
        "no text for {ty}"
    );
    assert_eq!(listed(tool), made, "{ty}");
}

/// A tool that takes the type, and one that returns it.
macro_rules! each {
    ($($type:ty),* $(,)?) => {$({
        #[mcp::tool(unlisted)]
        fn tool(
            argument: $type,
            #[arg(description = "Described.")] described: $type,
        ) {
            let _ = (argument, described);
        }
        check(__mcp_tool_tool, stringify!($type));
    }
    {
        #[mcp::tool(unlisted)]
        fn tool() -> $type {
            unreachable!("nobody calls it")
        }
        check(__mcp_tool_tool, stringify!($type));
        #[mcp::tool(unlisted)]
        fn fallible() -> Result<$type, std::io::Error> {
            unreachable!("nobody calls it")
        }
        check(__mcp_tool_fallible, stringify!($type));
    })*};
}

/// Each type alone and in every place it can stand.
macro_rules! everywhere {
    ($($type:ty),* $(,)?) => {$(
        each![
            $type,
            Option<$type>,
            Vec<$type>,
            Vec<Option<$type>>,
            Vec<Vec<$type>>,
            VecDeque<$type>,
            LinkedList<$type>,
            [$type; 3],
            ($type,),
            ($type, $type),
            ($type, String, bool),
            (Option<$type>, u8),
            HashMap<String, $type>,
            BTreeMap<String, Option<$type>>,
            BTreeMap<u8, $type>,
            Option<HashMap<String, Vec<$type>>>,
            Box<$type>,
            Box<[$type]>,
        ];
    )*};
}

#[test]
fn integers() {
    everywhere![
        i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize
    ];
}

#[test]
fn integers_without_zero() {
    everywhere![
        NonZeroU8,
        NonZeroU16,
        NonZeroU32,
        NonZeroU64,
        NonZeroU128,
        NonZeroUsize
    ];
}

#[test]
fn other_scalars() {
    everywhere![
        f32,
        f64,
        bool,
        char,
        String,
        PathBuf,
        Cow<'static, str>,
        Box<str>
    ];
}

#[test]
fn sets() {
    each![
        HashSet<String>,
        BTreeSet<u8>,
        Vec<BTreeSet<Option<char>>>,
        HashMap<i64, HashSet<bool>>,
        BTreeMap<String, BTreeMap<String, (u8, f64)>>,
    ];
}

#[test]
fn what_is_lent() {
    #[mcp::tool(unlisted)]
    fn tool(
        /// A text.
        text: &str,
        list: &[u8],
        nested: &[Vec<String>],
        note: Option<&str>,
        numbers: Option<&[f64]>,
    ) {
        let _ = (text, list, nested, note, numbers);
    }
    check(__mcp_tool_tool, "references");
}

#[test]
fn defaults() {
    #[mcp::tool(unlisted)]
    #[expect(clippy::too_many_arguments, reason = "one of each kind")]
    fn tool(
        /// A number.
        #[arg(default = 5)]
        number: u8,
        #[arg(default = -0x1f)] negative: i64,
        #[arg(default = 1_000.50)] float: f64,
        #[arg(default = "a\"b\\\u{1}é\n")] text: &str,
        #[arg(default = 'c')] letter: char,
        #[arg(default = true)] on: bool,
        #[arg(default)] list: Vec<u8>,
        #[arg(default = Some(1))] option: Option<u8>,
        last: u8,
    ) {
        let _ = (
            number, negative, float, text, letter, on, list, option, last,
        );
    }
    check(__mcp_tool_tool, "defaults");
}

#[test]
fn bounds() {
    #[mcp::tool(unlisted)]
    #[expect(clippy::too_many_arguments, reason = "one of each kind")]
    fn tool(
        /// A number.
        #[arg(min = 1, max = 9, default = 3)]
        number: u8,
        #[arg(min = -5, max = 1_000)] outside: u8,
        #[arg(min = 0x10)] least: Option<i64>,
        #[arg(max = 1.50)] float: f64,
        #[arg(min = 2.0)] whole: Option<f32>,
        #[arg(max = 9_007_199_254_740_992)] inexact: u64,
        #[arg(min_length = 1, max_length = 8, pattern = r#"^"\w+\\$"#)] text: &str,
        #[arg(pattern = "é", default = "é")] optional: String,
        #[arg(min_length = 2)] list: &[Vec<bool>],
        #[arg(max_length = 3)] set: Option<BTreeSet<char>>,
        #[arg(max_length = 3)] pairs: Vec<(u8, String)>,
    ) {
        let _ = (
            number, outside, least, float, whole, inexact, text, optional, list, set, pairs,
        );
    }
    check(__mcp_tool_tool, "bounds");
}

#[test]
fn examples_and_other_arguments() {
    #[mcp::tool(unlisted, extra = "ignore")]
    fn tool(
        /// A text.
        #[arg(example = "a\"b", example = "é", default = "c")]
        text: &str,
        #[arg(example = [1, 2], min_length = 1)] list: Vec<u8>,
        #[arg(example = -1.5, max = 0)] number: Option<f64>,
        #[arg(example = true)] on: bool,
    ) {
        let _ = (text, list, number, on);
    }
    check(__mcp_tool_tool, "examples");
    let text = &listed(__mcp_tool_tool)[1];
    assert!(
        text.contains(r#""description":"A text.","examples":["a\"b","é"],"default":"c"}"#),
        "{text}"
    );
    assert!(!text.contains("additionalProperties"), "{text}");
}

#[test]
fn output_actions() {
    fn table(value: &u8) -> String {
        value.to_string()
    }
    #[mcp::tool(unlisted, render(table = table, r#match = table))]
    fn tool(#[arg(default = 1)] n: u8) -> u8 {
        n
    }
    check(__mcp_tool_tool, "output actions");
    #[mcp::tool(unlisted, extra = "ignore", render(table = table))]
    fn alone() -> u8 {
        1
    }
    check(__mcp_tool_alone, "an output action alone");
}

#[test]
fn a_type_that_only_looks_like_a_standard_one_has_no_text() {
    #[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
    struct String {
        letters: Vec<char>,
    }
    #[mcp::tool(unlisted)]
    fn tool(text: Vec<String>) -> Vec<String> {
        text
    }
    assert_eq!(__mcp_tool_tool.input_schema, Text::FromTypes);
    assert_eq!(__mcp_tool_tool.output_schema, Text::FromTypes);
    assert!(listed(__mcp_tool_tool)[1].contains("letters"));
}

#[test]
fn an_alias_of_a_result_means_what_it_says() {
    mod own {
        pub(super) type Result<E> = std::result::Result<Vec<u8>, E>;
    }
    #[mcp::tool(unlisted)]
    fn tool() -> own::Result<i32> {
        Ok(Vec::new())
    }
    assert_eq!(__mcp_tool_tool.output_schema, Text::FromTypes);
    check(__mcp_tool_tool, "own::Result");
    assert!(listed(__mcp_tool_tool)[1].contains(r#""outputSchema":{"type":"array""#));
}
