//! Schemas that the macro writes as text are, byte for byte, what is otherwise made from the types.
#![allow(
    clippy::too_many_arguments,
    clippy::vec_box,
    reason = "so that all forms are there"
)]

use mcp::schema::Text;
use mcp::tool::Descriptor;
use mcp::{Era, Registry, Server};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::num::{
    NonZeroI8, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize,
};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// The same tool twice: as the macro describes it, and with its schemas left to be made from types.
struct Twice {
    name: &'static str,
    literal: &'static Descriptor,
    from_types: &'static [&'static Descriptor],
}

impl Twice {
    fn check(&self) {
        let lists = [vec![self.literal], self.from_types.to_vec()].map(|tools| {
            let server = Server::new("demo", "1.0.0").tools(Registry::of_list(tools.leak()));
            let service = server.build().expect("a sound server");
            [Era::Legacy, Era::Modern].map(|era| service.tools_json(era))
        });
        let [literal, from_types] = lists;
        assert_eq!(literal, from_types, "{}", self.name);
    }
}

macro_rules! twice {
    ($name:ident, $tool:ident) => {
        Twice {
            name: stringify!($name),
            literal: {
                const LITERAL: &Descriptor = &$name::$tool;
                LITERAL
            },
            from_types: {
                const FROM_TYPES: &[&Descriptor] = &[&Descriptor {
                    input_schema: Text::FromTypes,
                    output_schema: Text::FromTypes,
                    ..$name::$tool
                }];
                FROM_TYPES
            },
        }
    };
}

macro_rules! arguments {
    ($list:ident: $($name:ident: $type:ty;)*) => {
        mod $list {
            use super::*;
            $(
                mod $name {
                    #[allow(unused_imports, reason = "few types are not in the prelude")]
                    use super::*;
                    #[mcp::tool(unlisted)]
                    pub(super) fn tool(
                        x: $type,
                        /// With "words" of its own.
                        described: $type,
                    ) {
                        let _ = (x, described);
                    }
                }
            )*

            pub(super) fn all() -> Vec<Twice> {
                vec![$(twice!($name, __mcp_tool_tool)),*]
            }
        }
    };
}

macro_rules! results {
    ($list:ident: $($name:ident: $type:ty;)*) => {
        mod $list {
            use super::*;
            $(
                mod $name {
                    #[allow(unused_imports, reason = "few types are not in the prelude")]
                    use super::*;
                    #[mcp::tool(unlisted)]
                    pub(super) fn tool() -> $type {
                        panic!("only its schema is asked for")
                    }
                }
            )*

            pub(super) fn all() -> Vec<Twice> {
                vec![$(twice!($name, __mcp_tool_tool)),*]
            }
        }
    };
}

arguments! { argument_literals:
    i8_: i8; i16_: i16; i32_: i32; i64_: i64; i128_: i128; isize_: isize;
    u8_: u8; u16_: u16; u32_: u32; u64_: u64; u128_: u128; usize_: usize;
    nonzero_u8: NonZeroU8; nonzero_u16: NonZeroU16; nonzero_u32: NonZeroU32; nonzero_u64: NonZeroU64;
    nonzero_u128: NonZeroU128; nonzero_usize: NonZeroUsize;
    f32_: f32; f64_: f64; bool_: bool; char_: char;
    string: String; borrowed: &str; cow: Cow<'_, str>; boxed_str: Box<str>; path: PathBuf;
    list: Vec<u8>; slice: &[u8]; boxed_slice: Box<[u8]>; deque: VecDeque<String>; linked: LinkedList<char>;
    list_of_options: Vec<Option<u8>>; list_of_lists: Vec<Vec<Option<bool>>>;
    hash_set: HashSet<String>; tree_set: BTreeSet<u8>; set_of_options: BTreeSet<Option<u8>>;
    array: [u8; 3]; array_of_arrays: [[f64; 2]; 2]; array_of_options: [Option<char>; 4];
    pair: (i64, String); alike: (f64, f64); single: (bool,); with_option: (u8, Option<u8>, u8);
    nested: (u8, (bool, Vec<i16>)); list_of_pairs: Vec<(String, u8)>; pair_of_alike: ((u8, u8), (u8, u8));
    by_text: HashMap<String, u8>; by_text_tree: BTreeMap<String, Vec<u8>>; by_cow: BTreeMap<Cow<'_, str>, bool>;
    by_u32: HashMap<u32, String>; by_i64: BTreeMap<i64, Option<String>>; by_u128: HashMap<u128, bool>;
    by_nonzero: BTreeMap<NonZeroU8, bool>; map_of_maps: HashMap<String, BTreeMap<u8, Option<f32>>>;
    option: Option<i64>; option_of_char: Option<char>; option_of_str: Option<&str>; option_of_list: Option<Vec<Option<u8>>>;
    option_of_map: Option<HashMap<String, Option<u8>>>; option_of_pair: Option<(u8, String)>; option_of_slice: Option<&[u8]>;
    option_of_box: Option<Box<u8>>; option_of_array: Option<[u8; 2]>;
    boxed: Box<u8>; shared: Arc<String>; counted: Rc<Vec<Option<bool>>>; shared_str: Rc<str>; list_of_boxes: Vec<Box<i32>>;
    qualified: std::vec::Vec<std::string::String>; qualified_option: ::core::option::Option<::std::primitive::u8>;
}

// Types whose text the macro leaves to the runtime.
arguments! { other_arguments:
    nonzero_i8: NonZeroI8; nonzero_i64: NonZeroI64; duration: Duration; json: serde_json::Value;
    list_of_json: Vec<serde_json::Value>; option_of_json: Option<serde_json::Value>; option_of_duration: Option<Duration>;
    boxed_option: Box<Option<u8>>; unit: ();
}

results! { result_literals:
    i8_: i8; i64_: i64; u32_: u32; u128_: u128; nonzero_u64: NonZeroU64; f32_: f32; f64_: f64; bool_: bool; char_: char;
    list: Vec<u8>; list_of_options: Vec<Option<u8>>; deque: VecDeque<bool>; hash_set: HashSet<u8>; tree_set: BTreeSet<String>;
    array: [u8; 3]; pair: (i64, String); alike: (f64, f64); nested: Vec<(u8, Option<char>)>;
    by_text: HashMap<String, u8>; by_u32: BTreeMap<u32, Option<String>>; map_of_maps: HashMap<String, BTreeMap<u8, f32>>;
    option: Option<u32>; option_of_list: Option<Vec<u8>>; option_of_text: Option<String>; option_of_map: Option<HashMap<String, u8>>;
    boxed: Box<u8>; shared: Arc<Vec<u8>>; path: Vec<PathBuf>;
    outcome: Result<u8, String>; outcome_of_list: Result<Vec<Option<u8>>, std::io::Error>;
    outcome_of_option: Result<Option<u8>, String>;
}

results! { other_results:
    nonzero_i8: NonZeroI8; duration: Duration; json: serde_json::Value; list_of_json: Vec<serde_json::Value>;
    text: String; borrowed: &'static str; unit: (); outcome_of_unit: Result<(), String>; outcome_of_text: Result<String, String>;
    path: PathBuf; alias: std::io::Result<BTreeMap<String, bool>>;
}

#[test]
fn the_text_of_an_input_schema_is_what_its_types_give() {
    for tool in argument_literals::all() {
        let name = tool.name;
        assert!(
            matches!(tool.literal.input_schema, Text::Literal(_)),
            "the macro writes no text for `{name}`"
        );
        tool.check();
    }
}

#[test]
fn the_text_of_an_output_schema_is_what_its_type_gives() {
    for tool in result_literals::all() {
        let name = tool.name;
        assert!(
            matches!(tool.literal.output_schema, Text::Literal(_)),
            "the macro writes no text for `{name}`"
        );
        tool.check();
    }
}

#[test]
fn other_types_are_left_to_the_runtime() {
    for tool in other_arguments::all() {
        assert_eq!(tool.literal.input_schema, Text::FromTypes, "{}", tool.name);
        tool.check();
    }
    for tool in other_results::all() {
        assert_eq!(tool.literal.output_schema, Text::FromTypes, "{}", tool.name);
        tool.check();
    }
}

/// Parameters with everything that a literal can say of them.
mod whole {
    #[mcp::tool(unlisted)]
    pub(super) fn tool(
        /// Needs "escapes": \ and a tab\t, é, 😀.
        ///
        /// And two paragraphs.
        text: &str,
        #[arg(default = 10)] number: u32,
        #[arg(default = -1.5, description = "A float.")] float: f64,
        #[arg(default = "metric")] unit: String,
        #[arg(default = true)] switch: bool,
        #[arg(name = "odd_key")] odd: Option<u8>,
        #[arg(default)] list: Vec<u8>,
        /// May be left out.
        maybe: Option<Vec<(u8, char)>>,
        r#type: bool,
    ) {
        let _ = (text, number, float, unit, switch, odd, list, maybe, r#type);
    }
}

#[test]
fn a_whole_literal_is_what_all_its_parameters_give() {
    let tool = twice!(whole, __mcp_tool_tool);
    assert!(matches!(tool.literal.input_schema, Text::Literal(_)));
    tool.check();
}

#[test]
fn a_tool_without_parameters_has_a_literal_as_well() {
    let tool = twice!(unit, __mcp_tool_tool);
    assert!(matches!(tool.literal.input_schema, Text::Literal(_)));
    tool.check();
}

/// Nothing in, nothing out.
mod unit {
    #[mcp::tool(unlisted)]
    pub(super) fn tool() {}
}
