//! A tool may stand in any module, in a function, in a macro, under any visibility.

mod outer {
    pub(super) mod inner {
        /// In a module.
        #[mcp::tool]
        #[allow(dead_code)]
        pub(in crate::places::outer) fn deep() {}

        #[mcp::tool]
        pub(in crate::places) async fn later() {}
    }

    pub(super) fn list() -> mcp::Registry {
        mcp::tools![inner::deep, self::inner::later,]
    }
}

macro_rules! tool {
    ($name:ident, $type:ty, $default:expr) => {
        #[mcp::tool]
        fn $name(#[arg(default = $default)] value: $type) -> $type {
            value
        }
    };
    ($item:item) => {
        #[mcp::tool]
        $item
    };
}

macro_rules! forwarding {
    ($(#[$of_tool:meta])* $name:ident: $(#[$of_parameter:meta])* $type:ty) => {
        #[mcp::tool]
        $(#[$of_tool])*
        fn $name($(#[$of_parameter])* value: $type) -> $type {
            value
        }
    };
}

forwarding!(
    /// Forwarded.
    forwarded:
    /// Forwarded too.
    #[arg(default = 3)]
    u8
);

tool!(from_parts, u8, 7);
tool!(
    /// A whole item.
    fn from_item(value: Option<&str>) -> bool {
        value.is_some()
    }
);

/// Constants in scope that are named like the locals of generated code might be.
#[allow(dead_code, non_upper_case_globals, reason = "they are there to be met")]
mod met {
    const call: i32 = 1;
    const value: i32 = 1;
    const error: i32 = 1;
    const probe: i32 = 1;
    const slots: i32 = 1;
    const values: i32 = 1;
    const a0: i32 = 1;
    static tool: i32 = 1;

    #[mcp::tool]
    pub(super) fn constants_in_scope(
        a: i32,
        #[cfg(test)] b: &str,
        c: Option<&mcp::Context>,
    ) -> Result<i32, String> {
        c.map(|_| a).ok_or_else(|| b.to_owned())
    }

    #[mcp::tool]
    pub(super) async fn constants_in_async_scope(#[arg(default = 1)] a: i32) -> i32 {
        a
    }
}

#[mcp::tool]
const fn constant(call: u8) -> u8 {
    call
}

const SEVEN: u8 = constant(7);

#[test]
fn all_of_them_are_found() {
    #[mcp::tool]
    fn within(probe: u8, values: u8, slots: u8) -> u8 {
        probe + values + slots
    }

    // named like the locals of the generated code
    #[mcp::tool]
    fn call(a0: u8) -> u8 {
        a0
    }

    #[mcp::tool]
    fn a0(call: u8) -> u8 {
        call
    }

    let registry = mcp::registry!();
    let names: Vec<_> = registry.tools().iter().map(mcp::Tool::name).collect();
    assert!(names.is_sorted(), "{names:?}");
    for name in [
        "a0",
        "call",
        "constant",
        "constants_in_async_scope",
        "constants_in_scope",
        "deep",
        "forwarded",
        "from_item",
        "from_parts",
        "later",
        "within",
    ] {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    assert_eq!(outer::list().tools().len(), 2);
    assert_eq!(mcp::tools![within, call, a0].tools().len(), 3);
    assert_eq!(mcp::tools![].tools().len(), 0);
    assert_eq!(
        (
            SEVEN,
            within(1, 2, 3),
            call(1),
            a0(2),
            from_parts(3),
            from_item(None)
        ),
        (7, 6, 1, 2, 3, false)
    );
    assert_eq!(__mcp_tool_forwarded.description, Some("Forwarded."));
    let [value] = __mcp_tool_forwarded.parameters else {
        panic!("one parameter");
    };
    assert_eq!(
        (value.description, value.default),
        (Some("Forwarded too."), Some("3"))
    );
    assert_eq!(forwarded(1), 1);
    assert!(matches!(
        __mcp_tool_from_parts.input_schema,
        mcp::schema::Text::Literal(_)
    ));
}
