//! Names on the wire, and names of generated items.

use crate::model::Kind;
use crate::names::{fault, guard, nearest};
use proc_macro2::Span;
use std::collections::HashSet;

#[test]
fn names_of_the_specification_are_good() {
    for name in ["add", "a.b-c_D9", "9", "-", &"x".repeat(128)] {
        assert_eq!(fault(name), None, "{name}");
    }
}

#[test]
fn every_other_name_is_a_fault() {
    for name in [
        "",
        "_a",
        "a b",
        "a/b",
        "é",
        "x\n",
        "a\u{0}",
        &"x".repeat(129),
    ] {
        assert!(fault(name).is_some(), "{name:?}");
    }
}

#[test]
fn different_names_have_different_guards() {
    let parts = ["a", "_", "-", ".", "_dash_", "_dot_", "__", "dash", "D"];
    let mut names = HashSet::new();
    for first in parts {
        for second in parts {
            for third in parts {
                names.insert(format!("x{first}{second}{third}"));
            }
        }
    }
    let guards: HashSet<_> = names
        .iter()
        .map(|name| guard(Kind::Tool, name, Span::call_site()).to_string())
        .collect();
    assert_eq!(guards.len(), names.len());
}

#[test]
fn a_guard_can_be_read() {
    let read = |name| guard(Kind::Tool, name, Span::call_site()).to_string();
    assert_eq!(read("add"), "the_tool_named_add");
    assert_eq!(read("9"), "the_tool_named_9");
    assert_eq!(read("a-b.c_d"), "the_tool_spelt_a_dash_b_dot_c__d");
}

#[test]
fn the_nearest_key_is_what_was_meant() {
    let keys = [
        "name",
        "title",
        "description",
        "read_only",
        "open_world",
        "default",
    ];
    let meant = |found| nearest(found, &keys);
    assert_eq!(meant("descripton"), Some("description"));
    assert_eq!(meant("desc"), Some("description"));
    assert_eq!(meant("nmae"), Some("name"));
    assert_eq!(meant("readOnlyHint"), Some("read_only"));
    assert_eq!(meant("readonly"), Some("read_only"));
    assert_eq!(meant("defualt"), Some("default"));
    assert_eq!(meant("colour"), None);
    assert_eq!(meant("x"), None);
}
