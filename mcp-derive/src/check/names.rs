//! Rules about names on the wire.

use super::outside;
use super::signature::words;
use crate::errors::Errors;
use crate::model::{Annotated, Argument, Block, Function, Key, Kind, Param};
use crate::names;
use std::collections::HashMap;

/// Clients refuse a whole list of tools for one name they do not like, and make commands of the names
/// of prompts. A resource is called by its URI, and its name is for people too.
pub(super) fn name(errors: &mut Errors, function: &Function) {
    let fault = match function.kind {
        Kind::Tool | Kind::Prompt => names::fault(&function.name.text),
        Kind::Resource => names::fault_of_resource(&function.name.text),
    };
    if let Some(fault) = fault {
        let from_function = function.name.text == names::plain(&function.sig.ident);
        report(
            errors,
            &function.name,
            &fault,
            from_function,
            &named_by(function.kind),
        );
    }
}

/// The attribute that gives a name.
fn named_by(kind: Kind) -> String {
    match kind {
        Kind::Tool | Kind::Prompt => format!("`#[mcp::{kind}(name = \"…\")]`"),
        Kind::Resource => "`name = \"…\"` in `#[mcp::resource(..)]`".to_owned(),
    }
}

/// As for tools: many clients hold the keys of arguments to the same letters.
pub(super) fn keys(errors: &mut Errors, function: &Function) {
    for (param, argument) in function.arguments() {
        let key = &argument.key;
        if key.generated || !argument.has_key() {
            continue;
        }
        if let Some(fault) = names::fault(&key.text) {
            let from_pattern = names::key(&param.pat, 0).text == key.text;
            report(errors, key, &fault, from_pattern, "`#[arg(name = \"…\")]`");
        }
    }
}

/// Names the key that gives another name, unless that is where the fault is.
fn report(errors: &mut Errors, name: &Key, fault: &str, taken_from_code: bool, key: &str) {
    if taken_from_code {
        errors.at(name.span, format!("{fault}; give another with {key}"));
    } else {
        errors.at(name.span, format!("{fault}; choose another"));
    }
}

/// An object has one value for a key.
pub(super) fn one_argument_for_a_key(errors: &mut Errors, function: &Function) {
    let mut seen: HashMap<&str, (&Param, &Argument)> = HashMap::new();
    // what an unrolled one brings, constants compare
    let keyed = |(_, argument): &(&Param, &Argument)| argument.unroll.is_none();
    for (param, argument) in function.arguments().filter(keyed) {
        let key = argument.key.text.as_str();
        match seen.get(key) {
            // of two parameters under different conditions, the compiler may see only one
            Some((earlier, _)) if !(earlier.cfgs.is_empty() || param.cfgs.is_empty()) => {}
            Some((_, first)) if outside::same_option(first, argument) => {}
            Some((earlier, _)) => errors.at(
                argument.key.span,
                format!(
                    "`{key}` is already the key of the parameter `{}`; give one of them another \
                     with `#[arg(name = \"…\")]`",
                    described(earlier)
                ),
            ),
            None => drop(seen.insert(key, (param, argument))),
        }
    }
}

pub(crate) fn described(param: &Param) -> String {
    format!("{}: {}", names::label(&param.pat), words(&param.ty))
}

/// Clients find a tool or a prompt by its name alone, and a resource by its URI. Those of different
/// blocks meet as macros of one name.
pub(super) fn one_for_a_name(errors: &mut Errors, block: &Block) {
    let mut seen: HashMap<(Kind, &str), &Annotated> = HashMap::new();
    for made in block.made() {
        let function = made.function();
        let name = function.name.text.as_str();
        match seen.get(&(function.kind, name)) {
            // of two methods under different conditions, the compiler may see only one
            Some(earlier)
                if !(earlier.function().cfgs().is_empty() || function.cfgs().is_empty()) => {}
            // and two of one name it does not take
            Some(earlier) if earlier.function().sig.ident == function.sig.ident => {
                errors.left_to_the_compiler();
            }
            Some(earlier) => errors.at(
                function.name.span,
                format!(
                    "`{name}` is already the name of the {kind} `{}`; give one of them another \
                     with `#[{kind}({before}name = \"…\")]`",
                    earlier.function().sig.ident,
                    kind = function.kind,
                    before = match function.kind {
                        Kind::Resource => ".., ",
                        Kind::Tool | Kind::Prompt => "",
                    },
                ),
            ),
            None => drop(seen.insert((function.kind, name), made)),
        }
    }
}
