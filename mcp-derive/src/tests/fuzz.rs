//! Random damage to good input: the macro never panics, and the function never disappears.

use crate::model::Kind;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::quote;

/// A small generator of numbers (splitmix64): the same cases on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

fn count(tokens: &TokenStream) -> usize {
    let size = |token: TokenTree| match token {
        TokenTree::Group(group) => 1 + count(&group.stream()),
        _ => 1,
    };
    tokens.clone().into_iter().map(size).sum()
}

fn stray(random: &mut Random) -> TokenTree {
    let words = [
        "fn", "self", "impl", "dyn", "mut", "ref", "r#type", "_", "arg", "name", "default",
        "crate", "unsafe", "async", "const", "extern", "where", "struct", "Option", "str",
        "cfg_attr", "doc", "complete", "prompt", "resource",
    ];
    let marks = [
        '#', '<', '>', ',', ':', '=', '&', '\'', '-', '!', '.', ';', '?',
    ];
    match random.below(5) {
        0 | 1 => {
            let word = words[random.below(words.len())];
            TokenTree::Ident(match word.strip_prefix("r#") {
                Some(raw) => Ident::new_raw(raw, Span::call_site()),
                None => Ident::new(word, Span::call_site()),
            })
        }
        2 => {
            let spacing = if random.below(2) == 0 {
                Spacing::Alone
            } else {
                Spacing::Joint
            };
            TokenTree::Punct(Punct::new(marks[random.below(marks.len())], spacing))
        }
        3 => TokenTree::Literal(match random.below(4) {
            0 => Literal::string("a\u{0}\"#\n"),
            1 => Literal::u64_suffixed(random.next()),
            2 => Literal::f64_unsuffixed(1.5),
            _ => Literal::byte_string(b"x"),
        }),
        _ => {
            let sides = [
                Delimiter::Parenthesis,
                Delimiter::Bracket,
                Delimiter::Brace,
                Delimiter::None,
            ];
            TokenTree::Group(Group::new(sides[random.below(4)], TokenStream::new()))
        }
    }
}

/// Changes the token at place `at`, counted through all groups.
fn damaged(tokens: TokenStream, at: &mut Option<usize>, random: &mut Random) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match at {
            Some(0) => {
                *at = None;
                match random.below(6) {
                    0 => {}
                    1 => out.extend([token.clone(), token]),
                    2 => out.extend([stray(random), token]),
                    3 => out.push(stray(random)),
                    4 => match token {
                        TokenTree::Group(group) => out.extend(group.stream()),
                        other => {
                            out.push(TokenTree::Group(Group::new(Delimiter::None, other.into())))
                        }
                    },
                    _ => match out.pop() {
                        Some(before) => out.extend([token, before]),
                        None => out.push(token),
                    },
                }
                continue;
            }
            Some(left) => *left -= 1,
            None => {}
        }
        match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), damaged(group.stream(), at, random));
                inner.set_span(group.span());
                out.push(TokenTree::Group(inner));
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

fn mutated(tokens: &TokenStream, random: &mut Random) -> TokenStream {
    let mut tokens = tokens.clone();
    for _ in 0..=random.below(4) {
        let mut at = Some(random.below(count(&tokens)));
        tokens = damaged(tokens, &mut at, random);
    }
    tokens
}

fn has(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => has(group.stream(), name),
        _ => false,
    })
}

fn seeds() -> Vec<(TokenStream, TokenStream)> {
    vec![
        (
            quote!(),
            quote!(
                /** Doc. */
                fn the_function(a: i64, b: &str) -> i64 {
                    a + 1
                }
            ),
        ),
        (
            quote!(
                name = "x",
                title = "t",
                read_only,
                destructive = false,
                crate = ::a::b
            ),
            quote! {
                /// Doc.
                #[cfg_attr(unix, doc = "x")]
                #[doc = include_str!("x.md")]
                pub(crate) async fn the_function<'a>(
                    db: &Db,
                    Point { x, y }: Point,
                    (a, b): (u8, [u8; 3]),
                    #[arg(default = -1.5, name = "f")] f: f64,
                    #[arg(unroll)] filter: Filter<'a>,
                    #[cfg(unix)] #[cfg_attr(unix, doc = "y")] s: Option<&'a [String]>,
                    _: Cow<'a, str>,
                ) -> Result<std::collections::HashMap<String, Vec<Option<u8>>>, E> where E: X {
                    db.x()
                }
            },
        ),
        (
            quote!(
                lenient,
                requires(elicitation(url), sampling, roots),
                render(table = a::table, csv = <Self as B>::csv),
                input_schema = SCHEMA,
                output_schema = include_str!("x.json")
            ),
            quote! {
                async fn the_function(n: u8, #[cfg(unix)] m: u8) -> Result<u8, E> {}
            },
        ),
        (
            quote!(unlisted, render(table = a::table)),
            quote! {
                fn the_function<'a>(
                    #[arg(flag, short = 'f', long = "force")] f: bool,
                    #[arg(flag = "no-clean", header = "Clean")] clean: bool,
                    #[arg(name = "n", long = "number", short = 'n')] n: &'a str,
                ) -> Pin<Box<dyn Future<Output = impl Future<Output = u8> + use<'a>> + Send + 'a>> {
                    x
                }
            },
        ),
        (
            quote!(inline, unlisted),
            quote!(
                const unsafe extern "C" fn the_function(x: u8, ...) -> ! {}
            ),
        ),
        (
            quote!(),
            quote!(
                fn the_function(&mut self, f: impl Fn(u8) -> u8, d: Box<dyn T>)
                where
                    Self: Sized;
            ),
        ),
    ]
}

#[test]
fn damaged_input_never_panics_and_keeps_the_function() {
    let mut random = Random(7);
    let seeds = seeds();
    for case in 0..8_000 {
        let (attribute, item) = &seeds[case % seeds.len()];
        let attribute = if random.below(2) == 0 {
            attribute.clone()
        } else {
            mutated(attribute, &mut random)
        };
        let item = mutated(item, &mut random);
        let expansion = crate::expand::tool(attribute.clone(), item.clone());
        assert_eq!(
            has(item.clone(), "the_function"),
            has(expansion, "the_function"),
            "case {case}: #[tool({attribute})] {item}"
        );
    }
}

#[test]
fn damaged_prompts_and_resources_never_panic_and_keep_the_function() {
    let mut random = Random(17);
    let item = quote! {
        /// Doc.
        pub async fn the_function<'a>(
            db: &Db,
            #[arg(name = "x", complete = a::b)] a: &'a str,
            #[arg(default = 3, description = "d")] b: Option<u8>,
            #[cfg(unix)] (c, d): Pair,
        ) -> Result<String, E> {
            db.x()
        }
    };
    let seeds = [
        (
            Kind::Prompt,
            quote!(name = "x", title = "t", icon("https://a.b"), crate = ::a::b),
        ),
        (
            Kind::Resource,
            quote!("x:{x}/{+b}", mime = "a/b", size = 3, meta("a" = 1)),
        ),
        (
            Kind::Resource,
            quote!(
                "x:y{?x,b}",
                annotations(audience = ["user"], priority = 0.5),
                unlisted
            ),
        ),
    ];
    for case in 0..8_000 {
        let (kind, attribute) = &seeds[case % seeds.len()];
        let attribute = if random.below(2) == 0 {
            attribute.clone()
        } else {
            mutated(attribute, &mut random)
        };
        let item = mutated(&item, &mut random);
        let expansion = crate::expand::function(*kind, attribute.clone(), item.clone());
        assert_eq!(
            has(item.clone(), "the_function"),
            has(expansion, "the_function"),
            "case {case}: #[{kind}({attribute})] {item}"
        );
    }
}

/// A URI of pieces that mean something in templates.
fn uri(random: &mut Random) -> String {
    let pieces = [
        "x:", "{", "}", "a", ",", "+", "#", ".", "/", ";", "?", "&", "*", ":", "%", "41", "é", " ",
        "{a}", "=",
    ];
    (0..random.below(9))
        .map(|_| pieces[random.below(pieces.len())])
        .collect()
}

#[test]
fn any_text_as_a_uri_gives_a_resource_or_a_message() {
    let mut random = Random(19);
    for _ in 0..20_000 {
        let uri = uri(&mut random);
        let item = quote!(
            fn the_function(a: &str) -> String {}
        );
        let expansion = crate::expand::function(Kind::Resource, quote!(#uri), item);
        assert!(has(expansion, "the_function"), "{uri}");
    }
}

#[test]
fn damaged_lists_never_panic() {
    let mut random = Random(11);
    let seed = quote!($crate; a, b::c, r#match, ::d::e);
    for _ in 0..2_000 {
        crate::expand::list(Kind::Tool, mutated(&seed, &mut random));
    }
}

#[test]
fn damaged_blocks_never_panic_and_keep_their_functions() {
    let mut random = Random(13);
    let attributes = [
        quote!(),
        quote!(unlisted, crate = ::a::b),
        quote!(part = one),
        quote!(parts = [one, two]),
    ];
    let seed = quote! {
        /// Doc.
        #[cfg(unix)]
        impl<'a, T: Store<'a> + 'a, const N: usize> Srv<'a, '_, T, { N }>
        where
            T: Send,
        {
            const A: Foo<{ 3 }> = { Foo };
            /// Doc.
            #[tool(name = "x", read_only)]
            pub async fn the_function(&self, db: &Db, #[arg(default = 1)] f: &'a str) -> Vec<&'a T> {
                self.x()
            }
            fn other(self: Box<Self>) -> Foo<{ N }> {}
            #[cfg(unix)]
            #[mcp::tool]
            fn third((a, b): (u8, u8)) {}
            #[prompt(title = "t")]
            fn fourth(&self, #[arg(complete = Self::x)] a: u8) -> String {}
            #[resource("x:{a}", mime = "a/b")]
            fn fifth(a: &str) -> String {}
        }
    };
    for case in 0..8_000 {
        let attribute = mutated(&attributes[case % attributes.len()], &mut random);
        let item = mutated(&seed, &mut random);
        let expansion = crate::expand::tool(attribute.clone(), item.clone());
        assert_eq!(
            has(item.clone(), "the_function"),
            has(expansion, "the_function"),
            "case {case}: #[tool({attribute})] {item}"
        );
    }
}

#[test]
fn damaged_records_never_panic() {
    let mut random = Random(17);
    let seed = quote! {
        /// Doc.
        #[derive(Clone)]
        #[record(crate = ::a::b)]
        #[serde(rename_all(deserialize = "camelCase"), default = "x", bound(deserialize = "T: X"))]
        pub(crate) struct Filter<'a, T: Store<'a> = u8, const N: usize = 3>
        where
            T: Send,
        {
            #[serde(rename = "type", alias = "kind", with = "a::b")]
            pub r#type: Vec<&'a T>,
            #[serde(flatten, default)]
            more: More<T>,
            #[serde(skip)]
            #[cfg_attr(unix, doc = "x")]
            seen: [u8; N],
        }
    };
    for _ in 0..6_000 {
        crate::record::derive(mutated(&seed, &mut random));
    }
}
