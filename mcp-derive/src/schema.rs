//! JSON Schema text for types of the standard library, as the Plain profile has it.
//!
//! Goes by the type's spelling, so what it says holds only if the names are what they seem:
//! each text comes with the names to check. Does not know the user's own types.

mod constraints;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, GenericArgument, Lit, PathArguments, Type, TypePath};

/// The schema of a standard type.
pub(crate) struct Schema {
    /// The members of the schema object, without braces: `"type":"integer"`.
    members: String,
    /// A value may be left out: `Option<T>` as an argument.
    pub(crate) optional: bool,
    /// Every named type inside, with the name it must prove to have.
    pub(crate) names: Vec<(Type, &'static str)>,
}

/// Where a type stands: an argument may be left out, everything else says `null`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Place {
    Argument,
    Inside,
}

impl Schema {
    fn of_text(members: impl Into<String>) -> Self {
        Self {
            members: members.into(),
            optional: false,
            names: Vec::new(),
        }
    }

    /// What every flag has.
    pub(crate) fn of_flag() -> Self {
        Self::of_text("\"type\":\"boolean\"")
    }

    /// The schema as JSON text.
    pub(crate) fn text(&self) -> String {
        format!("{{{}}}", self.members)
    }

    /// Whether it is that of text without more.
    pub(crate) fn is_plain_string(&self) -> bool {
        self.members == "\"type\":\"string\""
    }

    /// The schema as that of a property, with what is known of the argument.
    pub(crate) fn property(
        &self,
        description: &str,
        examples: &[String],
        default: Option<&str>,
        header: Option<&str>,
    ) -> String {
        let mut members = self.members.clone();
        if !description.is_empty() {
            members.push_str(",\"description\":");
            members.push_str(&json_string(description));
        }
        if !examples.is_empty() {
            members.push_str(&format!(",\"examples\":[{}]", examples.join(",")));
        }
        if let Some(default) = default {
            members.push_str(",\"default\":");
            members.push_str(default);
        }
        if let Some(header) = header {
            members.push_str(",\"x-mcp-header\":");
            members.push_str(&json_string(header));
        }
        format!("{{{members}}}")
    }

    fn or_null(mut self) -> Option<Self> {
        // a union of types has no single `"type"` to which `null` could be added
        let rest = self.members.strip_prefix("\"type\":\"")?;
        let (name, rest) = rest.split_once('"')?;
        self.members = format!("\"type\":[\"{name}\",\"null\"]{rest}");
        Some(self)
    }

    fn named(mut self, ty: &Type, name: &'static str) -> Self {
        self.names.push((ty.clone(), name));
        self
    }
}

/// The schema of `ty`, if it is a type of the standard library by its spelling.
pub(crate) fn of(ty: &Type, place: Place) -> Option<Schema> {
    match ty {
        Type::Group(group) => of(&group.elem, place),
        Type::Paren(paren) => of(&paren.elem, place),
        Type::Reference(reference) if reference.mutability.is_none() => is_str(&reference.elem)
            .then(|| Schema::of_text("\"type\":\"string\""))
            .or_else(|| of_slice(&reference.elem)),
        Type::Array(array) => {
            let length = match &array.len {
                Expr::Lit(ExprLit {
                    lit: Lit::Int(int), ..
                }) => int.base10_parse::<u64>().ok()?,
                _ => return None,
            };
            let mut schema = list(of(&array.elem, Place::Inside)?);
            schema
                .members
                .push_str(&format!(",\"minItems\":{length},\"maxItems\":{length}"));
            Some(schema)
        }
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            let parts = tuple.elems.iter().map(|elem| of(elem, Place::Inside));
            Some(of_tuple(parts.collect::<Option<Vec<_>>>()?))
        }
        Type::Path(path) if path.qself.is_none() => of_path(ty, path, place),
        _ => None,
    }
}

/// `str`, however it is reached.
pub(crate) fn is_str(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_str(&group.elem),
        Type::Paren(paren) => is_str(&paren.elem),
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "str"),
        _ => false,
    }
}

/// What stands inside `Option<…>`, by spelling.
pub(crate) fn inside_option(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = bare(ty) else {
        return None;
    };
    let last = path.path.segments.last()?;
    if last.ident != "Option" {
        return None;
    }
    match types(path)?.as_slice() {
        [inner] => Some(inner),
        _ => None,
    }
}

/// A type without parentheses and invisible delimiters.
pub(crate) fn bare(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        }
    }
}

/// The word by which a type is known.
pub(crate) fn head(ty: &Type) -> Span {
    let span = match bare(ty) {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.span()),
        Type::Reference(reference) => return head(&reference.elem),
        _ => None,
    };
    span.unwrap_or_else(|| ty.span())
}

/// The type arguments of the last segment; none if there are arguments of another kind.
fn types(path: &TypePath) -> Option<Vec<&Type>> {
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::None => Some(Vec::new()),
        PathArguments::AngleBracketed(list) => {
            let types = list.args.iter().filter_map(|arg| match arg {
                GenericArgument::Lifetime(_) => None,
                GenericArgument::Type(ty) => Some(Some(ty)),
                _ => Some(None),
            });
            types.collect()
        }
        PathArguments::Parenthesized(_) => None,
    }
}

fn of_path(ty: &Type, path: &TypePath, place: Place) -> Option<Schema> {
    let last = path.path.segments.last()?.ident.to_string();
    match types(path)?.as_slice() {
        [] => {
            let (name, members) = SIMPLE.iter().find(|(name, _)| *name == last)?;
            Some(Schema::of_text(*members).named(ty, name))
        }
        [inner] => {
            let name = WRAPPERS.iter().find(|name| **name == last)?;
            let schema = match *name {
                "Option" if place == Place::Argument => {
                    let mut inner = of(inner, Place::Inside)?;
                    inner.optional = true;
                    inner
                }
                "Option" => of(inner, Place::Inside)?.or_null()?,
                "Box" | "Rc" | "Arc" | "Cow" if is_str(inner) => {
                    Schema::of_text("\"type\":\"string\"")
                }
                "Box" | "Rc" | "Arc" | "Cow" => {
                    // whether such a value may be left out is for the type itself to say
                    if inside_option(inner).is_some() {
                        return None;
                    }
                    match bare(inner) {
                        Type::Slice(_) => of_slice(inner)?,
                        inner => of(inner, Place::Inside)?,
                    }
                }
                _ => list(of(inner, Place::Inside)?),
            };
            Some(schema.named(ty, name))
        }
        [key, value] => {
            let name = MAPS.iter().find(|name| **name == last)?;
            let key = of(key, Place::Inside)?;
            if !key.is_plain_string() && !key.members.starts_with("\"type\":\"integer\"") {
                return None;
            }
            let value = of(value, Place::Inside)?;
            let members = format!(
                "\"type\":\"object\",\"additionalProperties\":{}",
                value.text()
            );
            let mut schema = Schema::of_text(members);
            schema.names.extend(key.names);
            schema.names.extend(value.names);
            Some(schema.named(ty, name))
        }
        _ => None,
    }
}

fn of_slice(ty: &Type) -> Option<Schema> {
    match bare(ty) {
        Type::Slice(slice) => Some(list(of(&slice.elem, Place::Inside)?)),
        _ => None,
    }
}

fn list(items: Schema) -> Schema {
    Schema {
        members: format!("\"type\":\"array\",\"items\":{}", items.text()),
        optional: false,
        names: items.names,
    }
}

fn of_tuple(parts: Vec<Schema>) -> Schema {
    let length = parts.len();
    let mut kinds: Vec<String> = Vec::new();
    let mut names = Vec::new();
    for part in parts {
        let text = part.text();
        if !kinds.contains(&text) {
            kinds.push(text);
        }
        names.extend(part.names);
    }
    let items = match kinds.as_slice() {
        [one] => one.clone(),
        several => format!("{{\"anyOf\":[{}]}}", several.join(",")),
    };
    let members =
        format!("\"type\":\"array\",\"items\":{items},\"minItems\":{length},\"maxItems\":{length}");
    Schema {
        members,
        optional: false,
        names,
    }
}

/// Types without type arguments. A bound beyond 32 bits is not published: not every reader of
/// JSON can hold such a number.
const SIMPLE: &[(&str, &str)] = &[
    ("i8", r#""type":"integer","minimum":-128,"maximum":127"#),
    (
        "i16",
        r#""type":"integer","minimum":-32768,"maximum":32767"#,
    ),
    (
        "i32",
        r#""type":"integer","minimum":-2147483648,"maximum":2147483647"#,
    ),
    ("i64", r#""type":"integer""#),
    ("i128", r#""type":"integer""#),
    ("isize", r#""type":"integer""#),
    ("u8", r#""type":"integer","minimum":0,"maximum":255"#),
    ("u16", r#""type":"integer","minimum":0,"maximum":65535"#),
    (
        "u32",
        r#""type":"integer","minimum":0,"maximum":4294967295"#,
    ),
    ("u64", r#""type":"integer","minimum":0"#),
    ("u128", r#""type":"integer","minimum":0"#),
    ("usize", r#""type":"integer","minimum":0"#),
    ("NonZeroU8", r#""type":"integer","minimum":1,"maximum":255"#),
    (
        "NonZeroU16",
        r#""type":"integer","minimum":1,"maximum":65535"#,
    ),
    (
        "NonZeroU32",
        r#""type":"integer","minimum":1,"maximum":4294967295"#,
    ),
    ("NonZeroU64", r#""type":"integer","minimum":1"#),
    ("NonZeroU128", r#""type":"integer","minimum":1"#),
    ("NonZeroUsize", r#""type":"integer","minimum":1"#),
    ("f32", r#""type":"number""#),
    ("f64", r#""type":"number""#),
    ("bool", r#""type":"boolean""#),
    ("char", r#""type":"string","minLength":1,"maxLength":1"#),
    ("String", r#""type":"string""#),
    ("PathBuf", r#""type":"string""#),
];

const WRAPPERS: &[&str] = &[
    "Option",
    "Vec",
    "VecDeque",
    "LinkedList",
    "HashSet",
    "BTreeSet",
    "Box",
    "Rc",
    "Arc",
    "Cow",
];

const MAPS: &[&str] = &["HashMap", "BTreeMap"];

/// A string as JSON text.
pub(crate) fn json_string(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            c if c < ' ' => json.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}
