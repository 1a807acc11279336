//! The annotated item: cut into attributes, signature and body, and given back to the compiler.
//!
//! The body stays a heap of tokens: while it is being typed it may be no Rust yet. Does not
//! know what a tool is.

use crate::errors::Errors;
use crate::model::Kind;
use crate::names;
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Meta, Signature, Visibility};

/// A function, cut into its parts.
pub(crate) struct Item {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    /// Whether a body in braces follows.
    pub(crate) has_body: bool,
    /// What stands where the body should.
    pub(crate) rest: TokenStream,
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = Attribute::parse_outer(input)?;
        let vis = input.parse()?;
        let sig = input.parse()?;
        let has_body = input.peek(syn::token::Brace);
        let rest = input.parse()?;
        Ok(Self {
            attrs,
            vis,
            sig,
            has_body,
            rest,
        })
    }
}

impl Item {
    /// Reads the item; a fault of anything but a function is recorded here.
    pub(crate) fn read(
        errors: &mut Errors,
        item: &TokenStream,
        attribute: Kind,
        in_block: bool,
    ) -> Option<Self> {
        let goes = match attribute {
            _ if in_block => format!("{} goes on a function", attribute.in_block()),
            Kind::Tool => "`#[mcp::tool]` goes on a function or an `impl` block".to_owned(),
            Kind::Prompt | Kind::Resource => {
                format!("{} goes on a function", attribute.attribute())
            }
        };
        match syn::parse2(item.clone()) {
            Ok(found) => Some(found),
            Err(error) => {
                match (function_name(item), kind(item)) {
                    (Some(_), _) => errors.add(error),
                    // attributes on statements are refused before this one is asked
                    (None, Some(kind)) if kind == "let" => errors.left_to_the_compiler(),
                    (None, Some(kind)) if kind == "impl" && attribute != Kind::Tool => {
                        errors.spanned(
                            &kind,
                            format!(
                                "{goes}; for methods put `#[mcp::tool]` on the `impl` block and {} on them",
                                attribute.in_block()
                            ),
                        );
                    }
                    (None, Some(kind)) => {
                        errors.spanned(&kind, format!("{goes}, not on {}", with_article(&kind)))
                    }
                    (None, None) => errors.spanned(item, goes),
                }
                None
            }
        }
    }
}

fn with_article(kind: &Ident) -> String {
    match kind.to_string().as_str() {
        "mod" => "a module".to_owned(),
        "use" => "an import".to_owned(),
        "type" => "a type alias".to_owned(),
        "const" => "a constant".to_owned(),
        word @ ("enum" | "impl" | "extern") => format!("an `{word}`"),
        word => format!("a `{word}`"),
    }
}

/// The keyword that says what an item is that is no function.
fn kind(item: &TokenStream) -> Option<Ident> {
    item.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => {
            let word = ident.to_string();
            let items = [
                "struct",
                "enum",
                "union",
                "trait",
                "impl",
                "mod",
                "use",
                "type",
                "const",
                "static",
                "extern",
                "macro_rules",
                "let",
            ];
            items.contains(&word.as_str()).then_some(ident)
        }
        _ => None,
    })
}

/// Whether the item is an `impl` block, also where the rest is not yet one.
pub(crate) fn is_impl(item: &TokenStream) -> bool {
    function_name(item).is_none() && kind(item).is_some_and(|kind| kind == "impl")
}

/// The name behind the first `fn`, also where the rest is not yet a signature.
pub(crate) fn function_name(item: &TokenStream) -> Option<Ident> {
    let mut after_fn = false;
    for token in item.clone() {
        match token {
            TokenTree::Ident(ident) if after_fn => return Some(ident),
            TokenTree::Ident(ident) => after_fn = ident == "fn",
            _ => after_fn = false,
        }
    }
    None
}

/// The visibility of the item, also where the rest is not yet a signature.
pub(crate) fn visibility(item: &TokenStream) -> Visibility {
    let parser = |input: ParseStream<'_>| {
        Attribute::parse_outer(input)?;
        let vis = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(vis)
    };
    parser.parse2(item.clone()).unwrap_or(Visibility::Inherited)
}

/// What an invisible group holds that is all there is.
fn unwrapped(tokens: TokenStream) -> TokenStream {
    match invisible(&tokens) {
        Some(inside) => unwrapped(inside),
        None => tokens,
    }
}

/// What is in the invisible group that `tokens` are, if they are one.
fn invisible(tokens: &TokenStream) -> Option<TokenStream> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
            Some(group.stream())
        }
        _ => None,
    }
}

/// The item without the invisible groups that `macro_rules!` puts around what it captured: around
/// the whole item, and around the inside of an attribute that came as `$meta:meta`.
pub(crate) fn normalised(item: TokenStream) -> TokenStream {
    let item = unwrapped(item);
    without_invisible(&item).unwrap_or(item)
}

/// `None` when there is nothing to take away: a group made anew loses the place of its closing
/// bracket, so one without such groups is left alone.
fn without_invisible(tokens: &TokenStream) -> Option<TokenStream> {
    let mut changed = false;
    let mut out: Vec<TokenTree> = Vec::new();
    for token in tokens.clone() {
        let hash = matches!(out.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#');
        let inside = match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && hash => {
                invisible(&group.stream()).map(unwrapped)
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                without_invisible(&group.stream())
            }
            _ => None,
        };
        out.push(match (token, inside) {
            (TokenTree::Group(group), Some(inside)) => {
                changed = true;
                let mut anew = Group::new(group.delimiter(), inside);
                anew.set_span(group.span());
                TokenTree::Group(anew)
            }
            (token, _) => token,
        });
    }
    changed.then(|| out.into_iter().collect())
}

/// The item as the compiler may see it: without `#[arg(..)]`, and without doc comments on
/// parameters, which it refuses. Every other token is the user's own.
pub(crate) fn emitted(item: &TokenStream) -> TokenStream {
    let mut out = Vec::new();
    let mut angle = 0_usize;
    let mut seen_fn = false;
    let mut done = false;
    let mut before = None;
    let stripped = without_attributes(item.clone(), On::Function);
    for token in stripped {
        let token = match token {
            TokenTree::Group(group)
                if seen_fn
                    && !done
                    && angle == 0
                    && group.delimiter() == Delimiter::Parenthesis =>
            {
                done = true;
                let stripped = without_attributes(group.stream(), On::Parameter);
                let mut parameters = Group::new(Delimiter::Parenthesis, stripped);
                parameters.set_span(group.span());
                TokenTree::Group(parameters)
            }
            other => other,
        };
        match &token {
            TokenTree::Ident(ident) if ident == "fn" => seen_fn = true,
            TokenTree::Punct(punct) if seen_fn && !done => match punct.as_char() {
                '<' => angle += 1,
                '>' if before != Some('-') => angle = angle.saturating_sub(1),
                _ => {}
            },
            _ => {}
        }
        before = match &token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
        out.push(token);
    }
    out.into_iter().collect()
}

#[derive(Clone, Copy, PartialEq)]
enum On {
    Function,
    Parameter,
}

fn without_attributes(tokens: TokenStream, on: On) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let hash = matches!(out.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#');
        match token {
            TokenTree::Group(group) if hash && group.delimiter() == Delimiter::Bracket => {
                match kept(&group, on) {
                    Some(kept) => out.push(TokenTree::Group(kept)),
                    None => drop(out.pop()),
                }
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

/// What the compiler may see of an attribute, given its brackets.
fn kept(brackets: &Group, on: On) -> Option<Group> {
    let Some(TokenTree::Ident(name)) = brackets.stream().into_iter().next() else {
        return Some(brackets.clone());
    };
    let name = names::plain(&name);
    match on {
        On::Function => {
            let path = Attribute::parse_outer.parse2(attribute(brackets)).ok();
            let again = path
                .iter()
                .flatten()
                .any(|attr| ours(attr.path()).is_some());
            (name != "arg" && !again).then(|| brackets.clone())
        }
        On::Parameter if name == "cfg_attr" => kept_under_condition(brackets),
        On::Parameter => (name != "doc" && !is_ours(&name)).then(|| brackets.clone()),
    }
}

/// The attribute that `brackets` belong to.
pub(super) fn attribute(brackets: &Group) -> TokenStream {
    let pound = TokenTree::Punct(Punct::new('#', Spacing::Alone));
    [pound, TokenTree::Group(brackets.clone())]
        .into_iter()
        .collect()
}

/// `#[tool]`, `#[mcp::prompt]` and the like: which of them.
pub(crate) fn ours(path: &syn::Path) -> Option<Kind> {
    let words: Vec<_> = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    let word = match &words[..] {
        [word] => word,
        [library, word] if library == "mcp" => word,
        _ => return None,
    };
    Kind::ALL.into_iter().find(|kind| kind.to_string() == *word)
}

fn kept_under_condition(brackets: &Group) -> Option<Group> {
    let parsed = Attribute::parse_outer.parse2(attribute(brackets)).ok();
    let attr = parsed.as_deref().and_then(<[Attribute]>::first);
    let Some((predicate, metas)) = attr.and_then(crate::docs::conditional) else {
        return Some(brackets.clone());
    };
    let foreign = |meta: &Meta| !meta.path().is_ident("doc") && !is_our_path(meta.path());
    if metas.iter().all(foreign) {
        return Some(brackets.clone());
    }
    let metas: Vec<_> = metas.into_iter().filter(foreign).collect();
    if metas.is_empty() {
        return None;
    }
    let name = Ident::new("cfg_attr", brackets.span());
    let mut kept = Group::new(Delimiter::Bracket, quote!(#name(#predicate, #(#metas),*)));
    kept.set_span(brackets.span());
    Some(kept)
}

/// Whether an attribute on a parameter is `#[arg]`, or was probably meant to be.
///
/// The compiler knows a handful of attributes on parameters and none of them is near.
pub(crate) fn is_ours(name: &str) -> bool {
    let built_in = [
        "allow", "cfg", "cfg_attr", "deny", "doc", "expect", "forbid", "warn",
    ];
    let near = [
        "argument",
        "param",
        "parameter",
        "prompt",
        "resource",
        "tool",
    ];
    !built_in.contains(&name) && (near.contains(&name) || names::nearest(name, &["arg"]).is_some())
}

/// [`is_ours`] for a whole path.
pub(crate) fn is_our_path(path: &syn::Path) -> bool {
    path.get_ident()
        .is_some_and(|ident| is_ours(&names::plain(ident)))
}

/// Where a fault of the item as a whole is shown.
pub(crate) fn place(tokens: impl ToTokens) -> Span {
    let mut tokens = tokens.into_token_stream().into_iter();
    tokens
        .next()
        .map_or_else(Span::call_site, |token| token.span())
}
