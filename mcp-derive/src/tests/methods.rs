//! `#[mcp::tool]` on `impl` blocks: the expansion, what is left alone, and faults.

use super::{messages, pretty};
use insta::assert_snapshot;
use proc_macro2::TokenStream;
use quote::quote;

fn expand(attribute: TokenStream, item: TokenStream) -> String {
    pretty(crate::expand::tool(attribute, item))
}

#[track_caller]
fn check(attribute: TokenStream, item: TokenStream, expected: &[&str]) {
    assert_eq!(messages(crate::expand::tool(attribute, item)), expected);
}

#[test]
fn a_block_becomes_constants_of_its_type() {
    assert_snapshot!(expand(
        quote!(),
        quote! {
            /// Ask for places by their English names.
            impl Weather {
                /// Tells the weather now.
                #[tool(read_only)]
                pub async fn now(&self, city: String) -> String {
                    self.look(city).await
                }

                fn look(&self) {}
            }
        },
    ));
}

#[test]
fn a_type_with_parameters_is_in_no_registry() {
    let expansion = expand(
        quote!(parts = [more]),
        quote! {
            impl<'a, T: Store + 'a, const N: usize> Cache<'a, T, N>
            where
                T: Clone
            {
                #[tool]
                fn get(&self, key: &str) -> Option<&'a str> {
                    None
                }
            }
        },
    );
    assert_snapshot!(expansion);
    assert!(!expansion.contains("inventory"), "{expansion}");
}

#[test]
fn everything_but_the_tools_is_left_alone() {
    let kept = quote! {
        #![allow(unused)]
        const A: Foo<{ 3 }> = { Foo };
        type B = u8;
        #[inline]
        pub const fn c<const M: usize>() -> Foo<{ M }> where [(); { M }]: { Foo }
        macro! { x }
        macro!(y);
        fn typed(&self) { self. }
        fn half(&self, x: #[arg] u8) -> { let }
    };
    let expansion = crate::expand::tool(
        quote!(),
        quote!(
            impl T {
                #kept
                #[allow(unused)]
                #[tool(name = "x")]
                fn found(&self, #[arg(default = 1)] #[allow(unused)] a: u8) -> u8 { self. }
                fn open
            }
        ),
    );
    let left = quote!(
        impl T {
            #kept
            #[allow(unused)]
            fn found(&self, #[allow(unused)] a: u8) -> u8 { self. }
            fn open
        }
    );
    let expansion = expansion.to_string();
    assert!(expansion.starts_with(&left.to_string()), "{expansion}");
    assert!(expansion.contains("__mcp_tool_found"), "{expansion}");
    assert_eq!(expansion.matches("const __mcp_tool").count(), 1);
}

#[test]
fn all_faults_of_a_block_are_reported_in_one_build() {
    check(
        quote!(unlistd, part = "x", parts = [y]),
        quote! {
            impl T {
                #[tool(nmae = "x")]
                fn a(self) {}
                #[tool = 1]
                fn b(&mut self, c: impl Copy) {}
                #[cfg_attr(unix, tool)]
                #[tool]
                fn c(self: Arc<Self>) {}
                #[tool]
                type D = u8;
                #[tool(name = "c")]
                fn e(&'static self) {}
                fn f(self) {}
            }
        },
        &[
            "unknown key `unlistd` in `#[mcp::tool]` on an `impl` block; did you mean `unlisted`? valid keys: \
             `unlisted`, `part`, `parts`, `crate`",
            "`part` takes a name; write `part = name`",
            "unknown key `nmae` in `#[mcp::tool]`; did you mean `name`? valid keys: `name`, `title`, \
             `description`, `read_only`, `destructive`, `idempotent`, `open_world`, `extra`, `lenient`, \
             `requires`, `render`, `input_schema`, `output_schema`, `icon`, `meta`, `inline`, `blocking`, `timeout`, `heartbeat`, `sequential`, `unlisted`, `crate`",
            "`#[tool]` takes its keys in parentheses; write `#[tool(key = value)]`",
            "`#[tool]` cannot stand in `cfg_attr`; write the method twice, each under its `#[cfg(..)]`",
            "`#[mcp::tool]` is given twice; put all keys into one",
            "`#[tool]` goes on a function, not on a type alias",
            "a tool borrows its value, which all calls share; take `&self`",
            "a tool cannot borrow mutably; take `&self` and keep what changes behind a lock",
            "a tool cannot take `impl Trait`; name the type",
            "a tool borrows its value, which all calls share; take `&self`",
            "what a tool borrows lives as long as the call; leave the lifetime out",
            "`c` is already the name of the tool `c`; give one of them another with `#[tool(name = \"…\")]`",
        ],
    );
}

#[test]
fn a_faulty_block_leaves_tools_to_be_listed() {
    let expansion = expand(
        quote!(unlistd),
        quote!(
            impl<T> S<T> {
                #[tool]
                pub(crate) fn f(&self) {}
            }
        ),
    );
    let constant =
        "pub(crate) const __mcp_tool_f: ::mcp::tool::Descriptor = ::mcp::tool::Descriptor::EMPTY;";
    assert!(expansion.contains(constant), "{expansion}");
    assert!(
        expansion.contains("OnlyOneBlockWithoutPart for S<T>"),
        "{expansion}"
    );
}

#[test]
fn the_attribute_goes_on_a_block_once() {
    let expansion = crate::expand::tool(
        quote!(),
        quote!(
            #[mcp::tool]
            impl S {
                #[tool]
                fn f(&self) {}
            }
        ),
    );
    assert!(!expansion.to_string().contains("# [mcp :: tool]"));
    assert_eq!(
        messages(expansion),
        ["`#[mcp::tool]` is given twice; put all keys into one"]
    );
}

#[test]
fn a_block_without_braces_is_one_fault() {
    check(
        quote!(),
        quote!(impl S;),
        &["`#[mcp::tool]` goes on an `impl` block with braces"],
    );
}

#[test]
fn methods_under_different_conditions_may_share_a_name() {
    let expansion = expand(
        quote!(),
        quote!(
            impl S {
                #[cfg(unix)]
                #[tool]
                fn f(&self) {}
                #[tool]
                #[cfg(windows)]
                fn f(&self, a: u8) {}
            }
        ),
    );
    // the method, its constant, its place in the block and its macro
    assert_eq!(expansion.matches("#[cfg(unix)]").count(), 4, "{expansion}");
    assert!(!expansion.contains("compile_error"), "{expansion}");
}
