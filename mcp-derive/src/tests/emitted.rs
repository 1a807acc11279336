//! The user's own item after the macro.

use crate::parse::emitted;
use proc_macro2::TokenStream;
use quote::quote;

fn check(item: TokenStream, left: TokenStream) {
    assert_eq!(emitted(&item).to_string(), left.to_string());
}

#[test]
fn what_the_compiler_refuses_on_parameters_is_taken_away() {
    check(
        quote! {
            /// Stays.
            #[inline]
            pub(crate) async fn f<F: Fn(i32) -> i32>(
                /// Goes.
                #[arg(default = 1)]
                #[allow(unused)]
                a: i32,
                #[cfg_attr(unix, doc = "goes")] #[cfg_attr(unix, allow(unused), arg(x))] #[cfg(unix)] b: F,
                #[agr] c: u8,
            ) -> i32 { #[arg] let x = 1; x }
        },
        quote! {
            /// Stays.
            #[inline]
            pub(crate) async fn f<F: Fn(i32) -> i32>(
                #[allow(unused)]
                a: i32,
                #[cfg_attr(unix, allow(unused))] #[cfg(unix)] b: F,
                c: u8,
            ) -> i32 { #[arg] let x = 1; x }
        },
    );
}

#[test]
fn attributes_of_ours_on_the_function_are_taken_away() {
    check(
        quote!(
            #[arg(x)]
            #[mcp::tool(name = "a")]
            #[tool]
            #[other::tool]
            #[must_use]
            fn f() {}
        ),
        quote!(
            #[other::tool]
            #[must_use]
            fn f() {}
        ),
    );
}

#[test]
fn a_function_that_is_being_typed_stays() {
    for item in [
        quote!(fn f(x: i32) -> i32 { x. }),
        quote!(fn f(x: i32) { let }),
        quote!(fn f(a: ) {}),
        quote!(fn f),
        quote!(pub fn f<T(x: T) {}),
        quote!(
            unsafe extern "C" fn f(x: i32, ...);
        ),
        quote!(
            struct S;
        ),
        quote!(),
    ] {
        let expansion = crate::expand::tool(quote!(name), item.clone()).to_string();
        assert!(
            expansion.starts_with(&item.to_string()),
            "{item} became {expansion}"
        );
    }
}
