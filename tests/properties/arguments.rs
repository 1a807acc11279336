//! Types as arguments: generated calls are taken exactly if the published schema admits them.

use crate::excuses::Excuse::{self, Buffered, Ends, FlattenedOption, Formats, Keys, Order, Single};
use crate::judge::agrees;
use crate::types::*;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::num::{NonZeroI8, NonZeroI64, NonZeroU8, NonZeroU64};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

type Seats = u32;
type Maybe<T> = Option<T>;
type Text = String;
type List = Vec<u8>;

macro_rules! arguments {
    ($($group:ident { $($name:ident: $(#[$($of:tt)*])* $type:ty $(, $excuse:ident)*;)* })*) => {$(
        mod $group {
            use super::*;
            $(
                #[mcp::tool(unlisted, inline)]
                fn $name($(#[$($of)*])* x: $type) -> String {
                    format!("{x:?}")
                }
            )*

            #[test]
            fn are_taken_as_their_schemas_say() {
                let tools = mcp::tools![$($name),*];
                let cases: &[(&str, &[Excuse])] = &[$((stringify!($name), &[$($excuse),*])),*];
                let faults = cases.iter().filter_map(|(name, excuses)| agrees(&tools, name, excuses).err());
                let faults: Vec<String> = faults.collect();
                assert!(faults.is_empty(), "{}", faults.join("\n"));
            }
        }
    )*};
}

arguments! {
    narrow_integers {
        i8_: i8;
        i16_: i16;
        i32_: i32;
        u8_: u8;
        u16_: u16;
        u32_: u32;
        nonzero_u8: NonZeroU8;
        nonzero_i8: NonZeroI8;
    }
    wide_integers {
        i64_: i64, Ends;
        u64_: u64, Ends;
        i128_: i128, Ends;
        u128_: u128, Ends;
        isize_: isize, Ends;
        usize_: usize, Ends;
        nonzero_u64: NonZeroU64, Ends;
        nonzero_i64: NonZeroI64, Ends;
    }
    other_scalars {
        f32_: f32, Single;
        f64_: f64;
        bool_: bool;
        char_: char;
        string: String;
        borrowed: &str;
        cow: Cow<'_, str>;
        path: PathBuf;
        unit: ();
        json: Value;
        json_members: serde_json::Map<String, Value>;
        json_number: serde_json::Number;
        json_text: Box<serde_json::value::RawValue>;
    }
    lists {
        list: Vec<i32>;
        slice: &[u8];
        boxed_slice: Box<[bool]>;
        deque: VecDeque<Option<char>>;
        linked: LinkedList<Vec<String>>;
        json_list: Vec<Value>;
        array: [u8; 3];
        no_array: [u8; 0];
        tree_set: BTreeSet<String>;
        hash_set: HashSet<u8>;
        set_of_sets: BTreeSet<BTreeSet<i8>>;
    }
    tuples {
        pair: (i32, String), Order;
        alike: (f64, f64);
        single: (bool,);
        with_option: (u8, Option<u8>, Vec<bool>), Order;
        nested: Vec<((u8, bool), Mode)>, Order;
    }
    maps {
        by_text: BTreeMap<String, u8>;
        by_text_hashed: HashMap<Cow<'_, str>, Option<bool>>;
        by_u32: BTreeMap<u32, String>, Keys;
        by_i64: HashMap<i64, bool>, Keys;
        by_u128: BTreeMap<u128, bool>, Keys;
        by_nonzero: BTreeMap<NonZeroU8, bool>, Keys;
        by_char: BTreeMap<char, u8>, Keys;
        by_mode: BTreeMap<Mode, u8>, Keys;
        by_way: HashMap<Way, u8>, Keys;
        map_of_maps: BTreeMap<String, BTreeMap<u8, Vec<i8>>>, Keys;
    }
    options {
        number: Option<u32>;
        text: Option<&str>;
        list: Option<Vec<Option<u8>>>;
        mode: Option<Mode>;
        way: Option<Way>;
        record: Option<Passenger>, Single;
        choice: Option<Shape>, Order, Ends;
        recursive: Option<Tree>;
        in_map: BTreeMap<String, Option<Place>>;
        in_tuple: (Option<i8>, Option<Place>), Order;
        of_json: Option<Value>;
    }
    pointers {
        boxed: Box<u8>;
        shared: Arc<Place>;
        counted: Rc<Vec<bool>>;
        text: Box<str>;
    }
    records {
        passenger: Passenger, Single;
        settings: Settings, Ends;
        strict: Strict;
        trip: Trip, Order, Single;
        odd: Odd;
        wrapper: Wrapper;
        transparent: Transparent;
        three: Three, Order;
        nothing: Nothing;
        page: Page<u8>;
        page_of_records: Page<Place>;
        maps: Maps, Keys;
    }
    enums {
        mode: Mode;
        way: Way;
        shape: Shape, Order, Ends;
        command: Command, Buffered;
        strict_command: StrictCommand, Buffered;
        adjacent: Adjacent, Order, Ends;
        either: Either, Buffered;
        list: Vec<Option<Command>>, Buffered;
    }
    recursive_types {
        tree: Tree;
        ping: Ping;
        term: Term;
        pages: Page<Tree>;
    }
    flattened_records {
        flat: Flat, Order, Ends, Buffered;
        flat_map: FlatMap, Buffered;
        flat_strict: FlatStrict, Buffered;
        flat_option: FlatOption, FlattenedOption;
    }
    types_of_the_standard_library {
        outcome: Result<u8, String>;
        range: std::ops::Range<u32>;
        duration: Duration, Ends;
        time: SystemTime, Ends;
        v4: std::net::Ipv4Addr, Formats;
        v6: std::net::Ipv6Addr, Formats;
    }
    types_of_other_crates {
        uuid: uuid::Uuid, Formats;
        instant: chrono::DateTime<chrono::FixedOffset>, Formats;
        date: chrono::NaiveDate, Formats;
    }
    bounded_numbers {
        narrow: #[arg(min = 1, max = 9)] u8;
        outside: #[arg(min = -5, max = 1_000)] u8;
        negative: #[arg(max = -1)] i32;
        least: #[arg(min = 10)] i64, Ends;
        most: #[arg(max = 9_007_199_254_740_991)] u64;
        one_value: #[arg(min = 4, max = 4)] i128;
        between_integers: #[arg(min = 0.5, max = 3.5)] i16;
        nonzero: #[arg(max = 3)] NonZeroI8;
        float: #[arg(min = -273.15)] f64;
        fraction: #[arg(min = 0, max = 1)] f32;
        tiny: #[arg(min = 1e-9, max = 1e-3)] f64;
        option: #[arg(min = 2)] Option<u16>;
        boxed: #[arg(min = 2)] Box<u16>;
        of_json: #[arg(min = 0, max = 2.5)] serde_json::Number;
        alias: #[arg(min = 1, max = 3)] Seats;
        wrapper: #[arg(min = 7)] Wrapper;
        option_of_wrapper: #[arg(max = 7)] Maybe<Wrapper>;
    }
    bounded_texts {
        length: #[arg(min_length = 1, max_length = 2)] String;
        lent: #[arg(max_length = 1)] &str;
        cow: #[arg(min_length = 2)] Cow<'_, str>;
        path: #[arg(min_length = 1)] PathBuf;
        three_letters: #[arg(pattern = "^[A-Z]{3}$")] String;
        with_a_digit: #[arg(pattern = "[0-9]")] Option<&str>;
        either_end: #[arg(pattern = "^a|b$", max_length = 2)] Box<str>;
        not_ascii: #[arg(pattern = "^.é?$")] String;
        letter: #[arg(pattern = "[a-f]")] char;
        name: #[arg(pattern = "^f")] Mode;
        documented_name: #[arg(max_length = 5)] Way;
        alias: #[arg(pattern = "^[a-z ]*$", min_length = 1)] Text;
        newtype: #[arg(pattern = "é", max_length = 1)] Name;
    }
    bounded_lists {
        list: #[arg(min_length = 1, max_length = 2)] Vec<i32>;
        slice: #[arg(min_length = 2)] &[bool];
        lent: #[arg(max_length = 1)] Option<&[u8]>;
        set: #[arg(max_length = 2)] BTreeSet<u8>;
        hash_set: #[arg(min_length = 2)] HashSet<String>;
        of_records: #[arg(max_length = 1)] VecDeque<Place>;
        of_options: #[arg(min_length = 1)] Option<LinkedList<Option<char>>>;
        alias: #[arg(min_length = 1)] List;
        transparent: #[arg(max_length = 2)] Transparent;
    }
    with_defaults {
        number: #[arg(default = 3)] u8;
        negative: #[arg(default = -1.5)] f64;
        text: #[arg(default = "a\"b")] String;
        lent: #[arg(default = "é")] &str;
        letter: #[arg(default = '7')] char;
        on: #[arg(default = true)] bool;
        option: #[arg(default = Some(1))] Option<u8>;
        list: #[arg(default)] Vec<bool>;
        slice: #[arg(default = &[1, 2])] &[u8];
        record: #[arg(default)] Settings, Ends;
        name: #[arg(default = Mode::Slow)] Mode;
        map: #[arg(default)] BTreeMap<String, u8>;
        alias: #[arg(default = 2)] Seats;
        bounded: #[arg(default = 3, min = 1, max = 9)] u32;
        bounded_text: #[arg(default = "ABC", pattern = "^[A-Z]{3}$")] &str;
        bounded_list: #[arg(default, min_length = 1)] Vec<u8>;
        bounded_wrapper: #[arg(default = Wrapper(8), min = 7)] Wrapper;
    }
    unrolled {
        record: #[arg(unroll)] Passenger, Single;
        defaults: #[arg(unroll)] Settings, Ends;
        closed: #[arg(unroll)] Strict;
        nested: #[arg(unroll)] Trip, Order, Single;
        generic: #[arg(unroll)] Page<u8>, Ends;
        recursive: #[arg(unroll)] Tree;
        maps: #[arg(unroll)] Maps, Keys;
        boxed: #[arg(unroll)] Box<Place>;
        empty: #[arg(unroll)] Nothing;
        one_value: #[arg(unroll)] Mode;
        one_value_by_name: #[arg(unroll, name = "x")] Either, Buffered;
    }
}
