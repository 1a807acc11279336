//! Descriptions from doc comments.

use crate::docs::Docs;
use crate::errors::Errors;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Attribute;
use syn::parse::Parser;

fn docs(attributes: TokenStream) -> Docs {
    let attrs = Attribute::parse_outer
        .parse2(attributes)
        .expect("attributes");
    let mut errors = Errors::default();
    let docs = Docs::of(&mut errors, &attrs);
    errors.finish().expect("no fault");
    docs
}

fn text(attributes: TokenStream) -> String {
    docs(attributes).literal().expect("all of it is known")
}

fn expression(attributes: TokenStream) -> String {
    docs(attributes).expression().to_string().replace(' ', "")
}

#[test]
fn one_space_is_taken_away_and_lines_are_kept() {
    let attributes = quote! {
        /// Finds rows.
        ///
        /// ```json
        /// {
        ///     "a": 1
        /// }
        /// ```
        ///   indented
    };
    assert_eq!(
        text(attributes),
        "Finds rows.\n\n```json\n{\n    \"a\": 1\n}\n```\n  indented"
    );
}

#[test]
fn a_comment_that_is_indented_as_a_whole_is_moved_left() {
    assert_eq!(
        text(quote!(#[doc = "   a"] #[doc = "     b"] #[doc = ""])),
        "a\n  b"
    );
}

#[test]
fn an_attribute_without_space_has_no_say() {
    assert_eq!(
        text(quote!(#[doc = "a"] #[doc = "   b"] #[doc = " c"])),
        "a\n  b\nc"
    );
}

#[test]
fn a_block_comment_loses_its_stars() {
    assert_eq!(
        text(quote!(#[doc = "\n * Finds rows.\n *\n *  * not fast\n "])),
        "Finds rows.\n\n * not fast"
    );
    assert_eq!(text(quote!(#[doc = " Finds rows. "])), "Finds rows.");
    assert_eq!(
        text(quote!(#[doc = " Finds\n     rows. "])),
        "Finds\n    rows."
    );
}

#[test]
fn a_list_in_a_literal_keeps_its_stars() {
    assert_eq!(
        text(quote!(#[doc = "One of:\n* a\n* b"])),
        "One of:\n* a\n* b"
    );
    assert_eq!(text(quote!(#[doc = "* a\n* b"])), "* a\n* b");
}

#[test]
fn windows_line_ends_are_line_ends() {
    assert_eq!(text(quote!(#[doc = " a\r\n b"])), "a\nb");
}

#[test]
fn other_attributes_say_nothing() {
    assert_eq!(
        text(quote!(#[doc(hidden)] #[allow(unused)] #[inline] #[doc(alias = "x")])),
        ""
    );
    assert_eq!(
        expression(quote!(#[doc(hidden)])),
        "::core::option::Option::None"
    );
}

#[test]
fn a_macro_is_left_to_the_compiler() {
    assert_eq!(docs(quote!(#[doc = include_str!("x.md")])).literal(), None);
    assert_eq!(
        expression(quote!(#[doc = " Head."] #[doc = include_str!("x.md")] #[doc = " Tail."])),
        quote!(::core::option::Option::Some(
            ::core::primitive::str::trim_ascii(::core::concat!(
                "Head.\n",
                include_str!("x.md"),
                "\n",
                "Tail."
            ))
        ))
        .to_string()
        .replace(' ', "")
    );
}

#[test]
fn a_condition_chooses_between_whole_texts() {
    assert_eq!(
        expression(quote!(#[doc = " a"] #[cfg_attr(unix, doc = " b", doc = " c")] #[doc = " d"])),
        quote!(if ::core::cfg!(unix) {
            ::core::option::Option::Some("a\nb\nc\nd")
        } else {
            ::core::option::Option::Some("a\nd")
        })
        .to_string()
        .replace(' ', "")
    );
}

#[test]
fn too_many_conditions_are_a_fault() {
    let attributes = (0..7).map(|i| {
        let feature = format!("f{i}");
        quote!(#[cfg_attr(feature = #feature, doc = "x")])
    });
    let attrs = Attribute::parse_outer
        .parse2(attributes.collect())
        .expect("attributes");
    let mut errors = Errors::default();
    Docs::of(&mut errors, &attrs);
    assert!(errors.finish().is_err());
}
