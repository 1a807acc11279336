//! Descriptions come from doc comments as rustdoc would show them.

/**
 * Finds rows.
 *
 * Quickly.
 */
#[mcp::tool(unlisted)]
#[doc(hidden)]
#[doc = concat!("And ", "more.")]
fn find(
    /// Indented
    ///   code.
    a: u8,
    #[doc = include_str!("text.md")] b: u8,
    #[cfg_attr(all(), doc = "Seen.")]
    #[cfg_attr(any(), doc = "Unseen.")]
    c: u8,
    #[arg(description = "From the key.")]
    /// Not from here.
    d: u8,
    #[arg(description = include_str!("text.md"))] e: u8,
    f: u8,
) -> u8 {
    a + b + c + d + e + f
}

#[cfg_attr(all(), doc = " Conditional.")]
#[mcp::tool(unlisted, description = "")]
/// After the attribute.
fn silent() {}

#[mcp::tool(unlisted)]
#[cfg_attr(all(), doc = " Conditional.")]
/// After the attribute.
fn loud() {}

#[test]
fn a_description_is_what_rustdoc_shows() {
    let tool = __mcp_tool_find;
    assert_eq!(tool.description, Some("Finds rows.\n\nQuickly.\nAnd more."));
    let descriptions: Vec<_> = tool
        .parameters
        .iter()
        .map(|parameter| parameter.description)
        .collect();
    let expected = [
        "Indented\n  code.",
        "A text\nof two lines.",
        "Seen.",
        "From the key.",
        "A text\nof two lines.",
    ];
    assert_eq!(descriptions[..5], expected.map(Some));
    assert_eq!(descriptions[5], None);
    assert_eq!(__mcp_tool_silent.description, None);
    assert_eq!(
        __mcp_tool_loud.description,
        Some("Conditional.\nAfter the attribute.")
    );
    assert_eq!(find(1, 1, 1, 1, 1, 1), 6);
}
