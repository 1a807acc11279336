//! Faults: all in one build, each in words that name the fix.

use super::{expand, faults};
use proc_macro2::TokenStream;
use quote::quote;

#[track_caller]
fn check(attribute: TokenStream, item: TokenStream, expected: &[&str]) {
    assert_eq!(faults(attribute, item), expected);
}

#[test]
fn all_faults_of_a_function_are_reported_in_one_build() {
    check(
        quote!(nmae = "x", title = 3, read_only = "no", read_only),
        quote! {
            fn _f(
                db: &mut Db,
                #[arg(name = "b", defualt = 1)] a: Option<Option<u8>>,
                #[args(x)] b: impl Copy,
                b: u8,
            ) -> impl Sized {}
        },
        &[
            "unknown key `nmae` in `#[mcp::tool]`; did you mean `name`? valid keys: `name`, `title`, \
             `description`, `read_only`, `destructive`, `idempotent`, `open_world`, `extra`, `lenient`, \
             `requires`, `render`, `input_schema`, `output_schema`, `icon`, `meta`, `inline`, `blocking`, `timeout`, `heartbeat`, `sequential`, `unlisted`, `crate`",
            "`read_only` is given twice; keep one",
            "`title` takes a string literal; write `title = \"…\"`",
            "`read_only` takes `true` or `false`; write `read_only` or `read_only = false`",
            "unknown key `defualt` in `#[arg]`; did you mean `default`? valid keys: `name`, \
             `description`, `default`, `flag`, `unroll`, `example`, `min`, `max`, `min_length`, `max_length`, \
             `pattern`, `header`, `short`, `long`",
            "unknown attribute `args`; did you mean `arg`?",
            "a tool cannot return `impl Trait`; name the type, its schema is published",
            "a tool cannot borrow mutably; take `&` and keep what changes behind a lock",
            "a tool cannot take `impl Trait`; name the type",
            "JSON cannot tell apart the two absences of this type; take `Option<u8>`",
            "`_f` begins with `_`, as only names made by the macro do; give another with \
             `#[mcp::tool(name = \"…\")]`",
            "`b` is already the key of the parameter `a: Option<Option<u8>>`; give one of them \
             another with `#[arg(name = \"…\")]`",
            "`b` is already the key of the parameter `a: Option<Option<u8>>`; give one of them \
             another with `#[arg(name = \"…\")]`",
        ],
    );
}

#[test]
fn a_faulty_entry_does_not_hide_the_next() {
    check(
        quote!(name = , title "x", 7, read_only = 1),
        quote!(
            fn f() {}
        ),
        &[
            "`name =` lacks its value",
            "expected `,` after the value of a key",
            "expected ident",
            "`read_only` takes `true` or `false`; write `read_only` or `read_only = false`",
        ],
    );
}

#[test]
fn times_are_whole_numbers_with_a_unit_for_functions_that_are_watched() {
    check(
        quote!(inline, timeout = "1", heartbeat = "0ms"),
        quote!(
            fn f() {}
        ),
        &[
            "`1` is no time; write a whole number with `ms`, `s` or `m`, as in `timeout = \"20s\"`",
            "nobody can be told without a pause; give `heartbeat` more than zero",
        ],
    );
    check(
        quote!(inline, timeout = "1m", heartbeat = "1s"),
        quote!(
            fn f() {}
        ),
        &[
            "`timeout` cannot end an `inline` function; leave one of the two out",
            "`heartbeat` cannot report on an `inline` function; leave one of the two out",
        ],
    );
}

#[test]
fn values_of_macro_rules_are_seen_through() {
    let group = |tokens| proc_macro2::Group::new(proc_macro2::Delimiter::None, tokens);
    let (text, on) = (group(quote!("x")), group(quote!(true)));
    check(
        quote!(title = #text, read_only = #on),
        quote!(
            fn f() {}
        ),
        &[],
    );
    let item = group(quote!(
        fn f() {}
    ));
    check(quote!(), quote!(#item), &[]);
}

#[test]
fn what_the_compiler_reports_is_not_said_again() {
    for item in [
        quote!(
            fn f(x: _) {}
        ),
        quote!(
            fn f(x: Vec<_>) {}
        ),
        quote!(
            fn f() -> _ {}
        ),
        quote!(
            fn f(x: Self) {}
        ),
        quote!(
            unsafe extern "C" fn f(x: u8, _: ...) {}
        ),
    ] {
        assert_eq!(faults(quote!(), item.clone()), [""; 0], "{item}");
        let expansion = crate::expand::tool(quote!(), item).to_string();
        assert!(expansion.contains("EMPTY ;"), "{expansion}");
    }
}

#[test]
fn parameters_under_different_conditions_may_share_a_key() {
    check(
        quote!(),
        quote!(
            fn f(#[cfg(unix)] a: u8, #[cfg(windows)] a: u16) {}
        ),
        &[],
    );
}

#[test]
fn a_faulty_tool_leaves_something_to_be_listed() {
    let expansion = expand(
        quote!(nmae = "x", crate = other),
        quote!(
            pub(crate) fn f() {}
        ),
    );
    assert!(
        expansion.contains("pub(crate) const __mcp_tool_f: other::tool::Descriptor = other::tool::Descriptor::EMPTY;"),
        "{expansion}"
    );
    assert!(!expansion.contains("inventory"), "{expansion}");
}

#[test]
fn on_anything_but_a_function_one_fault_names_what_it_is() {
    let on = |item: TokenStream| faults(quote!(), item).join("|");
    assert_eq!(
        on(quote!(
            pub struct S;
        )),
        "`#[mcp::tool]` goes on a function or an `impl` block, not on a `struct`"
    );
    assert_eq!(
        on(quote!(
            mod m {}
        )),
        "`#[mcp::tool]` goes on a function or an `impl` block, not on a module"
    );
    assert_eq!(
        on(quote!(impl S { fn f() {} })),
        "no method of this block is a tool; put `#[tool]` on those that are"
    );
    assert_eq!(
        on(quote!(
            const F: fn(u8) = f;
        )),
        "`#[mcp::tool]` goes on a function or an `impl` block, not on a constant"
    );
    assert_eq!(
        on(quote!(x! {})),
        "`#[mcp::tool]` goes on a function or an `impl` block"
    );
    assert_eq!(on(quote!(let f = |x| x;)), "");
}
