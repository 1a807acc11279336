//! What prompts and resources expand to, and what is said of faulty ones.

use super::{messages, pretty};
use crate::model::Kind;
use insta::assert_snapshot;
use proc_macro2::TokenStream;
use quote::quote;

fn prompt(attribute: TokenStream, item: TokenStream) -> String {
    pretty(crate::expand::function(Kind::Prompt, attribute, item))
}

fn resource(attribute: TokenStream, item: TokenStream) -> String {
    pretty(crate::expand::function(Kind::Resource, attribute, item))
}

/// The messages for a resource with this URI, on a function with these parameters.
fn faults(uri: &str, parameters: TokenStream) -> Vec<String> {
    let item = quote!(fn f(#parameters) -> String {});
    messages(crate::expand::function(Kind::Resource, quote!(#uri), item))
}

#[test]
fn arguments_of_a_prompt_are_read_from_text() {
    assert_snapshot!(prompt(
        quote!(title = "Review"),
        quote! {
            /// Asks for a review.
            async fn review(
                house: &House,
                /// What to look at.
                code: &str,
                #[arg(name = "lang", complete = languages)] language: Language,
                #[arg(default = 3)] points: u8,
                strict: Option<bool>,
                tone: Option<&str>,
            ) -> Result<Vec<mcp::PromptMessage>, Failure> {
                house.ask(code).await
            }
        },
    ));
}

#[test]
fn a_template_is_cut_into_parts() {
    assert_snapshot!(resource(
        quote!(
            "db:///{table}/{row}{?columns}",
            mime = "text/csv",
            annotations(audience = "user", priority = 0.5)
        ),
        quote! {
            /// One row.
            pub(crate) fn row(
                #[arg(complete = tables)] table: &str,
                row: u32,
                #[cfg(feature = "wide")] columns: Option<String>,
            ) -> Option<Vec<u8>> {
                None
            }
        },
    ));
}

#[test]
fn a_block_holds_prompts_and_resources_beside_tools() {
    let expansion = super::expand(
        quote!(),
        quote! {
            impl Library {
                #[tool]
                fn count(&self) -> usize { 0 }
                #[prompt]
                fn summary(&self) -> String { String::new() }
                #[mcp::resource("book://")]
                fn books(&self) -> String { String::new() }
                #[resource("book://all", unlisted)]
                fn all(&self) -> String { String::new() }
            }
        },
    );
    for expected in [
        "tools: &[&Self::__mcp_tool_count],",
        "prompts: &[&Self::__mcp_prompt_summary],",
        "resources: &[&Self::__mcp_resource_books],",
        "macro_rules! the_tool_named_count",
        "macro_rules! the_prompt_named_summary",
        "macro_rules! the_resource_named_books",
        "macro_rules! the_resource_at_book_x3a_x2f_x2f ",
    ] {
        assert!(expansion.contains(expected), "{expected}: {expansion}");
    }
    assert!(!expansion.contains("the_resource_named_all"), "{expansion}");
}

#[test]
fn a_single_resource_has_no_template() {
    let expansion = resource(
        quote!("config://app", unlisted, name = "App settings", size = 3),
        quote!(
            fn config() -> String {}
        ),
    );
    assert!(!expansion.contains("template"), "{expansion}");
    assert!(expansion.contains(r#"uri: "config://app""#), "{expansion}");
    assert!(expansion.contains("size: ::core::option::Option::Some(3u64)"));
}

#[test]
fn every_operator_of_a_template_is_known() {
    let expansion = resource(
        quote!("x:/{a}{+b}{#c}{.d}{/e}{;f}{?g,h.i}{&j_1}", unlisted),
        quote!(
            fn f(
                a: &str,
                b: &str,
                c: &str,
                d: &str,
                e: &str,
                f: &str,
                g: &str,
                #[arg(name = "h.i")] h: &str,
                j_1: &str,
            ) -> String {
            }
        ),
    );
    for operator in [
        "Simple",
        "Reserved",
        "Fragment",
        "Label",
        "Segment",
        "Parameter",
        "Query",
        "Continuation",
    ] {
        assert!(
            expansion.contains(&format!("Operator::{operator}")),
            "{operator}: {expansion}"
        );
    }
}

#[test]
fn a_text_that_is_no_uri_says_why() {
    for (uri, message) in [
        (
            "",
            "`` begins with no scheme; write one and a colon first, as in `config://app`",
        ),
        (
            "/a",
            "`/a` begins with no scheme; write one and a colon first, as in `config://app`",
        ),
        (
            "1a:b",
            "`1a:b` begins with no scheme; write one and a colon first, as in `config://app`",
        ),
        ("x:a b", "' ' cannot stand in a URI; write `%20` for it"),
        ("x:é", "'é' cannot stand in a URI; write `%C3%A9` for it"),
        (
            "x:%4",
            "a `%` in a URI is followed by two hexadecimal digits; write `%25` for the sign itself",
        ),
        (
            "x:a}",
            "a `}` without its `{`; a URI has no braces but around variables",
        ),
        (
            "x:{a",
            "a `{` without its `}`; write a variable as `{name}`",
        ),
        (
            "x:{a{b}}",
            "a `{` without its `}`; write a variable as `{name}`",
        ),
        (
            "x:{}",
            "`{}` names no variable; a name is made of letters, digits and `_`, and a comma stands between two",
        ),
        (
            "x:{a b}",
            "`{a b}` names no variable; a name is made of letters, digits and `_`, and a comma stands between two",
        ),
        (
            "x:{a,}",
            "`{a,}` names no variable; a name is made of letters, digits and `_`, and a comma stands between two",
        ),
        (
            "x:{a*}",
            "`{a*}` is of level 4 of RFC 6570, and one variable is one argument here; leave `*` and `:` out",
        ),
        (
            "x:{a:3}",
            "`{a:3}` is of level 4 of RFC 6570, and one variable is one argument here; leave `*` and `:` out",
        ),
        (
            "x:{=a}",
            "`{=a}` begins with `=`, which RFC 6570 keeps for later; write `{name}`, or one of `+`, `#`, `.`, `/`, `;`, `?`, `&` before the name",
        ),
        (
            "x:{a}{a}",
            "the variable `a` stands twice in the template; give each place its own",
        ),
    ] {
        assert_eq!(faults(uri, quote!()), [message], "{uri}");
    }
}

#[test]
fn variables_and_arguments_are_held_against_each_other() {
    assert_eq!(
        faults("x:{a}/{b}", quote!(a: &str)),
        [
            "the variable `b` has no argument; add a parameter `b: &str`, or take `{b}` out of the URI"
        ]
    );
    assert_eq!(
        faults("x:{a}", quote!(a: &str, limit: u8)),
        [
            "`limit` is no variable of `x:{a}`; write `{limit}` where its value stands in the URI, or borrow what the server owns: `&T`"
        ]
    );
    assert_eq!(
        faults("x:{user_name}", quote!(username: &str)),
        ["`username` is no variable of `x:{user_name}`; did you mean `user_name`?"],
        "one fault, one message"
    );
    assert_eq!(
        faults(
            "x:{a}",
            quote!(#[arg(name = "a")] b: &str, db: &Db, (c, d): Pair)
        ),
        [
            "this argument has no name; give it that of a variable of the URI with `#[arg(name = \"…\")]`"
        ]
    );
}

#[test]
fn a_list_names_the_constants_beside_the_functions() {
    let list = crate::expand::list(Kind::Prompt, quote!($crate; a, m::b));
    let expected = quote! {
        $crate::Registry::of_prompts({
            const LIST: &[&$crate::prompt::Descriptor] = &[&__mcp_prompt_a, &m::__mcp_prompt_b];
            LIST
        })
    };
    let plain = |tokens: TokenStream| -> String { tokens.to_string().split_whitespace().collect() };
    assert_eq!(plain(list), plain(expected));
}

#[test]
fn messages_call_a_thing_by_its_name() {
    let of = |kind, attribute| {
        messages(crate::expand::function(
            kind,
            attribute,
            quote!(
                unsafe fn f<T>(a: &mut A, b: &[u8]) {}
            ),
        ))
    };
    let prompt = of(Kind::Prompt, quote!());
    assert_eq!(prompt.len(), 5, "{prompt:?}");
    assert!(
        prompt
            .iter()
            .all(|text| text.contains("prompt") && !text.contains("tool")),
        "{prompt:?}"
    );
    let resource = of(Kind::Resource, quote!("x:{b}"));
    assert_eq!(resource.len(), 5, "{resource:?}");
    assert!(
        resource
            .iter()
            .all(|text| !text.contains("tool") && !text.contains("prompt")),
        "{resource:?}"
    );
}
