//! What a tool expands to, as text.

use super::expand;
use insta::assert_snapshot;
use quote::quote;

#[test]
fn a_tool_over_standard_types_carries_its_schema_as_text() {
    let expansion = expand(
        quote!(),
        quote! {
            /// Adds two integers.
            fn add(
                /// The first addend.
                a: i64,
                /// The second addend.
                b: i64,
            ) -> i64 {
                a + b
            }
        },
    );
    assert_snapshot!(expansion);
    assert!(
        !expansion.contains("Value"),
        "no value tree in generated code"
    );
}

#[test]
fn an_async_tool_borrows_states_and_owns_arguments() {
    let expansion = expand(
        quote!(title = "Flights", read_only, open_world = false),
        quote! {
            pub(crate) async fn find(
                db: &Fares,
                context: &mcp::Context,
                cache: Option<&Cache>,
                from: &str,
                via: &[String],
                airline: Option<&str>,
                filter: Filter,
            ) -> Result<Flight, FareError> {
                db.find(from).await
            }
        },
    );
    assert_snapshot!(expansion);
}

#[test]
fn defaults_have_the_type_of_their_parameter() {
    let expansion = expand(
        quote!(unlisted, inline),
        quote! {
            fn page(
                #[arg(default = 10)] limit: u32,
                #[arg(default = "name")] order: String,
                #[arg(default = "asc")] direction: &str,
                #[arg(default = LIMITS)] limits: Limits,
                #[arg(default)] tags: Vec<String>,
                #[arg(default = Some("x"))] mark: Option<&str>,
            ) {}
        },
    );
    assert_snapshot!(expansion);
}

#[test]
fn flags_headers_and_options_stay_text() {
    let expansion = expand(
        quote!(unlisted),
        quote! {
            fn build(
                #[arg(flag, short = 'v')] verbose: Yes,
                #[arg(flag = "no-clean")] clean: bool,
                #[arg(header = "Region", long = "in")] region: &str,
            ) -> impl Future<Output = Result<u8, Failed>> + Send {
                x
            }
        },
    );
    assert_snapshot!(expansion);
}

#[test]
fn a_future_is_known_by_its_spelling() {
    for returned in [
        quote!(impl Future<Output = u8>),
        quote!(impl 'a + Send + ::core::future::Future<Output = u8> + use<'a>),
        quote!((impl Future<Output = (u8)>)),
        quote!(Pin<Box<dyn Future<Output = u8> + Send + 'a>>),
        quote!(::std::pin::Pin<::std::boxed::Box<(dyn Send + Future<Output = u8>)>>),
        quote!(futures::future::BoxFuture<'a, u8>),
    ] {
        let expansion = expand(quote!(), quote!(fn f() -> #returned { x }));
        assert!(expansion.contains("f().await"), "{expansion}");
        assert!(expansion.contains("Run::Async"), "{expansion}");
        assert!(
            expansion.contains(r##"r#"{"type":"integer""##),
            "{expansion}"
        );
    }
    for returned in [
        quote!(Pin<Box<u8>>),
        quote!(Pin<Rc<dyn Future<Output = u8>>>),
        quote!(BoxFuture),
        quote!(Box<dyn Other<Output = u8>>),
    ] {
        let expansion = expand(quote!(), quote!(fn f() -> #returned { x }));
        assert!(expansion.contains("Run::Blocking"), "{expansion}");
    }
}

#[test]
fn a_parameter_takes_its_cfg_everywhere() {
    let expansion = expand(
        quote!(),
        quote! {
            fn open(
                path: String,
                #[cfg(unix)] mode: u32,
                #[cfg(feature = "store")] store: &Store,
            ) {}
        },
    );
    assert_snapshot!(expansion);
    assert!(
        !expansion.contains("input_schema"),
        "the text would be wrong on one of the systems"
    );
    assert_eq!(expansion.matches("#[cfg(unix)]").count(), 5);
}

#[test]
fn patterns_without_a_name_are_counted_among_the_arguments() {
    let expansion = expand(
        quote!(),
        quote! {
            fn draw(db: &Db, (x, y): (i32, i32), Point { x: a, y: b }: Point, _: u8, _z: bool, r#type: u8) {}
        },
    );
    let keys: Vec<&str> = expansion
        .lines()
        .filter_map(|line| line.trim().strip_prefix("key: "))
        .collect();
    assert_eq!(
        keys,
        [
            r#""_1","#,
            r#""point","#,
            r#""_3","#,
            r#""_4","#,
            r#""type","#
        ]
    );
}

#[test]
fn the_name_is_the_functions_without_raw_prefix() {
    let expansion = expand(
        quote!(),
        quote!(
            fn r#match() {}
        ),
    );
    assert!(expansion.contains(r#"name: "match""#), "{expansion}");
    assert!(expansion.contains("const __mcp_tool_match:"), "{expansion}");
    assert!(
        expansion.contains("macro_rules! the_tool_named_match"),
        "{expansion}"
    );
    assert!(expansion.contains("r#match()"), "{expansion}");
}

#[test]
fn lifetimes_of_the_function_are_left_to_inference() {
    let expansion = expand(
        quote!(),
        quote!(
            fn first<'a, 'b>(list: &'a [Cow<'b, str>], name: Name<'a>) -> &'a str {
                ""
            }
        ),
    );
    let (_, generated) = expansion
        .split_once("__mcp_tool_first")
        .expect("a constant");
    assert!(
        !generated.contains("'a") && !generated.contains("'b"),
        "{generated}"
    );
    assert!(generated.contains("plain::<Name<'_>>"), "{generated}");
}

#[test]
fn nothing_is_named_but_by_an_absolute_path() {
    let expansion = expand(
        quote!(crate = ::renamed),
        quote!(
            async fn f(a: Option<&str>, #[arg(default)] b: T, s: &S) -> Result<T, E> {
                a
            }
        ),
    );
    let (_, generated) = expansion
        .split_once("const __mcp_tool_f")
        .expect("a constant");
    let generated = generated
        .replace("::renamed::", "\u{1}")
        .replace("::core::", "\u{1}")
        .replace("::std::", "\u{1}");
    let words = [
        "Option",
        "Some",
        "None",
        "Ok",
        "Err",
        "Default",
        "Cow",
        "Descriptor",
        "str",
    ];
    for word in words {
        for (at, _) in generated.match_indices(word) {
            let before = &generated[..at];
            let named = before.ends_with([':', '\u{1}', '_', '&'])
                || before.ends_with(char::is_alphanumeric);
            assert!(named, "`{word}` stands alone behind {before}");
        }
    }
    assert!(!expansion.contains("::mcp::"), "{expansion}");
}

#[test]
fn output_actions_are_called_with_the_value() {
    let expansion = expand(
        quote!(
            unlisted,
            lenient,
            requires(elicitation(url), roots),
            render(table = table, csv = forms::csv)
        ),
        quote!(
            async fn rows(n: u8) -> Result<Rows, Lost> {
                todo!()
            }
        ),
    );
    assert_snapshot!(expansion);
}

#[test]
fn a_sync_tool_awaits_no_action_and_schemas_by_hand_are_named() {
    let expansion = expand(
        quote!(
            unlisted,
            render(table = Self::table),
            input_schema = INPUT,
            output_schema = include_str!("rows.json")
        ),
        quote!(
            fn rows() -> Rows {
                todo!()
            }
        ),
    );
    assert_snapshot!(expansion);
    assert!(!expansion.contains("await"), "{expansion}");
}

#[test]
fn times_are_written_in_milliseconds() {
    let expansion = expand(
        quote!(timeout = "2m", heartbeat = "20s"),
        quote!(
            fn f() {}
        ),
    );
    for (field, milliseconds) in [("timeout", 120_000), ("heartbeat", 20_000)] {
        let expected = format!(
            "{field}: ::core::option::Option::Some( ::core::time::Duration::from_millis({milliseconds}u64), ),"
        );
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        assert!(
            squeezed(&expansion).contains(&squeezed(&expected)),
            "{expansion}"
        );
    }
}

#[test]
fn an_unlisted_tool_has_no_place_in_the_registry() {
    let expansion = expand(
        quote!(unlisted),
        quote!(
            fn f() {}
        ),
    );
    assert!(
        !expansion.contains("inventory") && !expansion.contains("macro_rules"),
        "{expansion}"
    );
}

#[test]
fn a_list_names_the_constants_beside_the_functions() {
    let list = crate::expand::list(
        crate::model::Kind::Tool,
        quote!($crate; add, math::sub, r#match,),
    );
    assert_eq!(
        list.to_string().split_whitespace().collect::<String>(),
        quote! {
            $crate::Registry::of_list({
                const LIST: &[&$crate::tool::Descriptor] =
                    &[&__mcp_tool_add, &math::__mcp_tool_sub, &__mcp_tool_match];
                const DISTINCT: &[&$crate::tool::Descriptor] = $crate::__private::distinct(LIST);
                DISTINCT
            })
        }
        .to_string()
        .split_whitespace()
        .collect::<String>()
    );
}

#[test]
fn a_list_takes_paths_alone() {
    let list = crate::expand::list(crate::model::Kind::Tool, quote!($crate; add::<i32>, 7));
    assert_eq!(super::messages(list).len(), 1);
}

#[test]
fn an_unrolled_argument_is_compared_with_the_others() {
    let expansion = expand(
        quote!(unlisted),
        quote! {
            fn find(
                to: &str,
                #[arg(unroll)] filter: Filter,
                #[cfg(unix)] #[arg(unroll, name = "order")] by: Order,
            ) {}
        },
    );
    assert_snapshot!(expansion);
}

#[test]
fn a_record_publishes_its_keys() {
    let expansion = super::pretty(crate::record::derive(quote! {
        #[serde(rename_all = "camelCase")]
        struct Filter<T> {
            max_price: u32,
            #[serde(default)]
            stops: Vec<T>,
            #[serde(rename = "type", with = "kind")]
            kind: Kind,
            #[serde(flatten)]
            more: More<T>,
            #[serde(skip)]
            seen: usize,
        }
    }));
    assert_snapshot!(expansion);
}

#[test]
fn an_enum_is_one_argument() {
    let expansion = super::pretty(crate::record::derive(quote! {
        enum SortOrder { Price }
    }));
    assert_snapshot!(expansion);
}

#[test]
fn names_of_fields_are_spelt_as_serde_spells_them() {
    for (rule, key) in [
        ("lowercase", "a_long_name"),
        ("UPPERCASE", "A_LONG_NAME"),
        ("PascalCase", "ALongName"),
        ("camelCase", "aLongName"),
        ("snake_case", "a_long_name"),
        ("SCREAMING_SNAKE_CASE", "A_LONG_NAME"),
        ("kebab-case", "a-long-name"),
        ("SCREAMING-KEBAB-CASE", "A-LONG-NAME"),
    ] {
        let expansion = super::pretty(crate::record::derive(quote! {
            #[serde(rename_all(serialize = "lowercase", deserialize = #rule))]
            struct R { a_long_name: u8 }
        }));
        assert!(
            expansion.contains(&format!("\"{key}\"")),
            "{rule}: {expansion}"
        );
    }
}
