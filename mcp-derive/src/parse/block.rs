//! `#[mcp::tool(..)]` on an `impl` block: its head, and the items in it, cut apart.
//!
//! Only the functions under `#[tool]`, `#[prompt]` and `#[resource(..)]` are read; every other item stays the tokens that it is, which
//! may be no Rust yet.

use super::function::{self, Surroundings, usual_runtime};
use super::item::{self, attribute};
use super::tool;
use crate::attr::{self, Entry, Value};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::lifetimes;
use crate::model::{Block, Kind, Method};
use crate::names;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Expr, Generics, Meta, Token, Type};

/// The keys of `#[mcp::tool(..)]`.
const KEYS: &[&str] = &["unlisted", "part", "parts", "crate"];

/// What was given in the attribute itself.
struct Given {
    runtime: TokenStream,
    unlisted: bool,
    part: Option<Ident>,
    parts: Vec<Ident>,
}

/// An `impl` block up to its braces.
struct Head {
    attrs: Vec<Attribute>,
    generics: Generics,
    self_ty: Type,
}

/// What stands before the braces of an `impl`, and its faults.
enum Found {
    Inherent(Box<Head>),
    OfATrait(TokenStream),
}

impl Parse for Found {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = Attribute::parse_outer(input)?;
        input.parse::<Option<Token![unsafe]>>()?;
        input.parse::<Token![impl]>()?;
        let mut generics: Generics = if input.peek(Token![<]) {
            input.parse()?
        } else {
            Generics::default()
        };
        if input.peek(Token![!]) {
            let rest = input.parse()?;
            return Ok(Self::OfATrait(rest));
        }
        let self_ty: Type = input.parse()?;
        if input.peek(Token![for]) {
            input.parse::<TokenStream>()?;
            return Ok(Self::OfATrait(self_ty.into_token_stream()));
        }
        generics.where_clause = input.parse()?;
        if !input.is_empty() {
            return Err(input.error("expected the braces of the `impl`"));
        }
        Ok(Self::Inherent(Box::new(Head {
            attrs,
            generics,
            self_ty,
        })))
    }
}

/// Reads the attribute and the block under it.
///
/// Beside the block comes what the compiler is to see of the item, in any case.
pub(crate) fn block(
    errors: &mut Errors,
    attribute: TokenStream,
    item: TokenStream,
) -> (TokenStream, Option<Block>) {
    let given = given(errors, attribute);
    let mut head: Vec<TokenTree> = item.clone().into_iter().collect();
    let braces = match head.pop() {
        Some(TokenTree::Group(braces)) if braces.delimiter() == Delimiter::Brace => braces,
        _ => {
            errors.at(
                item::place(&item),
                "`#[mcp::tool]` goes on an `impl` block with braces",
            );
            return (item, None);
        }
    };
    let head: TokenStream = head.into_iter().collect();
    let found = match syn::parse2::<Found>(head.clone()) {
        Ok(Found::Inherent(found)) => Some(*found),
        Ok(Found::OfATrait(path)) => {
            errors.spanned(
                path,
                "`#[mcp::tool]` goes on an `impl` block without a trait; \
                 write methods of the type that call those of the trait",
            );
            None
        }
        Err(error) => {
            errors.add(error);
            None
        }
    };
    let known = found.is_some();
    let found = found.unwrap_or_else(|| Head {
        attrs: Vec::new(),
        generics: Generics::default(),
        self_ty: Type::Verbatim(TokenStream::new()),
    });
    function::misplaced(errors, Kind::Tool, &found.attrs);
    let (body, block) = of_items(errors, given, found, braces.stream());
    let mut emitted = Group::new(Delimiter::Brace, body);
    emitted.set_span(braces.span());
    let head = item::emitted(&head);
    (quote!(#head #emitted), known.then_some(block))
}

fn of_items(
    errors: &mut Errors,
    given: Given,
    head: Head,
    body: TokenStream,
) -> (TokenStream, Block) {
    let lifetimes = lifetimes::of(&head.generics);
    let mut emitted = TokenStream::new();
    let mut methods = Vec::new();
    let mut attrs = head.attrs;
    for tokens in items(body) {
        if let Ok(inner) = Attribute::parse_inner.parse2(tokens.clone()) {
            attrs.extend(inner);
        }
        let item = item::normalised(tokens.clone());
        let Some((attribute, item)) = ours(errors, &given.runtime, item) else {
            emitted.extend(tokens);
            continue;
        };
        emitted.extend(item::emitted(&item));
        let around = Surroundings::Block {
            runtime: &given.runtime,
            this: crate::schema::head(&head.self_ty),
        };
        let Marked {
            kind,
            inside,
            place,
        } = attribute;
        let read = lifetimes::lasting(item.clone(), &lifetimes);
        let (_, made) = super::annotated(errors, kind, around, inside, &read);
        methods.push(Method {
            place,
            kind,
            item,
            made,
        });
    }
    let block = Block {
        runtime: given.runtime,
        unlisted: given.unlisted,
        part: given.part,
        parts: given.parts,
        instructions: Docs::of(errors, &attrs),
        cfgs: attrs
            .into_iter()
            .filter(|attr| attr.path().is_ident("cfg"))
            .collect(),
        generics: head.generics,
        self_ty: head.self_ty,
        methods,
    };
    (emitted, block)
}

/// The items of a block: attributes, then tokens up to `;` or to the braces of a body.
fn items(body: TokenStream) -> Vec<TokenStream> {
    let mut items = Vec::new();
    let mut item: Vec<TokenTree> = Vec::new();
    let mut angle = 0_usize;
    // what ends with `;` may have braces before
    let mut is_value = false;
    let mut is_fn = false;
    let mut before = ' ';
    for token in body {
        let mut ends = false;
        let mut mark = ' ';
        match &token {
            TokenTree::Ident(word) if word == "fn" => (is_fn, is_value) = (true, false),
            TokenTree::Ident(word) if !is_fn && (word == "const" || word == "type") => {
                is_value = true;
            }
            TokenTree::Punct(punct) => {
                mark = punct.as_char();
                match mark {
                    ';' => ends = true,
                    '<' if is_fn => angle += 1,
                    '>' if is_fn && before != '-' => angle = angle.saturating_sub(1),
                    _ => {}
                }
            }
            TokenTree::Group(group) => match group.delimiter() {
                Delimiter::Brace => ends = !is_value && angle == 0,
                // inner attributes stand alone
                Delimiter::Bracket => ends = before == '!' && item.len() == 2,
                Delimiter::Parenthesis | Delimiter::None => {}
            },
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
        before = mark;
        item.push(token);
        if ends {
            items.push(item.drain(..).collect());
            (angle, is_value, is_fn, before) = (0, false, false, ' ');
        }
    }
    if !item.is_empty() {
        items.push(item.into_iter().collect());
    }
    items
}

/// `#[tool(..)]`, `#[prompt(..)]` or `#[resource(..)]` on an item of the block.
struct Marked {
    kind: Kind,
    inside: TokenStream,
    place: Span,
}

/// Takes the first attribute of ours off an item.
fn ours(
    errors: &mut Errors,
    runtime: &TokenStream,
    item: TokenStream,
) -> Option<(Marked, TokenStream)> {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let mut at = 0;
    while let [TokenTree::Punct(pound), TokenTree::Group(brackets), ..] = &tokens[at..] {
        if pound.as_char() != '#' || brackets.delimiter() != Delimiter::Bracket {
            break;
        }
        let attrs = Attribute::parse_outer.parse2(attribute(brackets));
        if let Some(attr) = attrs.ok().and_then(|attrs| attrs.into_iter().next()) {
            let conditional = under_a_condition(errors, runtime, &attr);
            let kind = conditional
                .as_ref()
                .map(|(kind, _)| *kind)
                .or_else(|| kind(runtime, attr.path()));
            if let Some(kind) = kind {
                let inside = match conditional {
                    Some((_, inside)) => inside,
                    None => inside(errors, kind, &attr.meta),
                };
                let place = item::place(attr.path());
                tokens.drain(at..at + 2);
                let marked = Marked {
                    kind,
                    inside,
                    place,
                };
                return Some((marked, tokens.into_iter().collect()));
            }
        }
        at += 2;
    }
    None
}

fn inside(errors: &mut Errors, kind: Kind, meta: &Meta) -> TokenStream {
    match meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(pair) => {
            errors.spanned(
                pair.eq_token,
                format!(
                    "{} takes its keys in parentheses; write `#[{kind}(key = value)]`",
                    kind.in_block()
                ),
            );
            TokenStream::new()
        }
    }
}

/// `#[tool]`, `#[mcp::tool]`, or the path of the library as `crate` gave it; likewise the others.
fn kind(runtime: &TokenStream, path: &syn::Path) -> Option<Kind> {
    let words = |path: TokenStream| {
        let words = path.to_string();
        words.trim_start_matches([':', ' ']).to_owned()
    };
    let by_runtime = |kind: &Kind| {
        let word = Ident::new(&kind.to_string(), Span::call_site());
        words(path.to_token_stream()) == words(quote!(#runtime::#word))
    };
    item::ours(path).or_else(|| Kind::ALL.into_iter().find(by_runtime))
}

/// What a method becomes must be known when the macro runs, and `cfg_attr` is decided later.
fn under_a_condition(
    errors: &mut Errors,
    runtime: &TokenStream,
    attr: &Attribute,
) -> Option<(Kind, TokenStream)> {
    if !attr.path().is_ident("cfg_attr") {
        return None;
    }
    let (_, metas) = crate::docs::conditional(attr)?;
    let (kind, meta) = metas
        .iter()
        .find_map(|meta| Some((kind(runtime, meta.path())?, meta)))?;
    errors.spanned(
        meta.path(),
        format!(
            "{} cannot stand in `cfg_attr`; write the method twice, each under its `#[cfg(..)]`",
            kind.in_block()
        ),
    );
    // a resource without its URI would be one more fault
    let inside = match (kind, meta) {
        (Kind::Resource, Meta::List(list)) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    Some((kind, inside))
}

fn given(errors: &mut Errors, attribute: TokenStream) -> Given {
    let mut given = Given {
        runtime: usual_runtime(),
        unlisted: false,
        part: None,
        parts: Vec::new(),
    };
    let entries = attr::entries_beside(
        errors,
        "`#[mcp::tool]` on an `impl` block",
        KEYS,
        (tool::KEYS, "the `#[tool(..)]` of a method"),
        &mut Vec::new(),
        attribute,
    );
    for entry in entries {
        match names::plain(&entry.key).as_str() {
            "unlisted" => given.unlisted = entry.alone(errors).is_some(),
            "part" => given.part = part(errors, &entry),
            "parts" => given.parts = parts(errors, &entry),
            "crate" => {
                if let Some(path) = entry.path(errors) {
                    given.runtime = path.into_token_stream();
                }
            }
            _ => {}
        }
    }
    if given.part.is_some()
        && let Some(first) = given.parts.first()
    {
        errors.at(
            first.span(),
            "a part has no parts; name them all in the `parts` of the block without `part`",
        );
    }
    given
}

fn word(expr: &Expr) -> Option<Ident> {
    match attr::bare(expr) {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident().cloned(),
        _ => None,
    }
}

/// `part = name`.
fn part(errors: &mut Errors, entry: &Entry) -> Option<Ident> {
    let found = match &entry.value {
        Value::Given(value) => word(value),
        _ => None,
    };
    if found.is_none() {
        entry.wrong(errors, "a name; write `part = name`");
    }
    found
}

/// `parts = [name, …]`.
fn parts(errors: &mut Errors, entry: &Entry) -> Vec<Ident> {
    if let Value::Given(value) = &entry.value
        && let Expr::Array(list) = attr::bare(value)
        && let Some(words) = list.elems.iter().map(word).collect()
    {
        return words;
    }
    entry.wrong(errors, "names in brackets; write `parts = [name, …]`");
    Vec::new()
}
