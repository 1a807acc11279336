//! Rules about flags, headers and names for the command line.
//!
//! Whether a type can be a flag or go into a header is not known here: it may be an alias.

use super::names::described;
use crate::errors::Errors;
use crate::model::{Argument, Bound, DefaultValue, Function, Param};
use crate::names;
use proc_macro2::Span;
use std::collections::HashMap;
use std::hash::Hash;
use syn::spanned::Spanned;

/// What `call` takes itself.
const OF_CALL: [&str; 3] = ["help", "json", "render"];

/// The same for one letter.
const LETTER_OF_CALL: char = 'h';

/// A flag is a default already, and a second one would contradict it or say nothing.
pub(super) fn flag_is_the_default(errors: &mut Errors, function: &Function) {
    for (_, argument) in function.arguments() {
        let (Some(flag), Some(default)) = (&argument.outside.flag, &argument.default) else {
            continue;
        };
        let place = match default {
            DefaultValue::OfTheType(place) => *place,
            DefaultValue::Literal { expr, .. } | DefaultValue::Applied(expr) => expr.span(),
        };
        let instead = match flag.contrary {
            None => {
                "leave `default` out, or write `flag = \"no-…\"` for one that is `true` until then"
            }
            Some(_) => "leave `default` out",
        };
        errors.at(
            place,
            format!("a flag is `false` until it is set; {instead}"),
        );
    }
}

/// The name of the contrary is a key, and an argument has one.
pub(super) fn contrary_is_the_key(errors: &mut Errors, function: &Function) {
    for (_, argument) in function.arguments() {
        if let Some(flag) = &argument.outside.flag
            && let Some(contrary) = &flag.contrary
            && contrary.text != argument.key.text
        {
            errors.at(
                contrary.span,
                format!(
                    "`{}` and `{}` are two keys of one argument; leave `name` out",
                    argument.key.text, contrary.text
                ),
            );
        }
    }
}

/// Clients must leave out a tool with a header that HTTP does not allow.
///
/// Spec: MCP 2026-07-28, server/tools, "x-mcp-header".
pub(super) fn header_is_a_token(errors: &mut Errors, function: &Function) {
    let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    for (_, argument) in function.arguments() {
        let Some(header) = &argument.outside.header else {
            continue;
        };
        if header.value.is_empty() {
            errors.at(
                header.at,
                "the name of a header cannot be empty; write `header = \"Region\"` for `Mcp-Param-Region`",
            );
        } else if let Some(stranger) = header.value.chars().find(|c| !is_token(*c)) {
            errors.at(
                header.at,
                format!(
                    "the name of a header cannot contain {stranger:?}; use ASCII letters, digits and `-`"
                ),
            );
        }
    }
}

/// HTTP does not tell apart headers that differ in case alone.
pub(super) fn one_argument_for_a_header(errors: &mut Errors, function: &Function) {
    let header = |argument: &Argument| {
        let header = argument.outside.header.as_ref()?;
        Some((header.value.to_ascii_lowercase(), header.at))
    };
    once(errors, function, header, |_, second, (_, earlier)| {
        let Bound { value, .. } = second.outside.header.as_ref()?;
        Some(format!(
            "`{value}` is already the header of the parameter `{earlier}`, and case does not count; \
             choose another"
        ))
    });
}

/// An option means one argument. An argument without a long name has its key for one.
pub(super) fn one_argument_for_an_option(errors: &mut Errors, function: &Function) {
    let long = |argument: &Argument| {
        let key = (!has_a_letter_for_key(argument)).then_some(&argument.key);
        let long = argument.outside.long.as_ref().or(key)?;
        Some((long.text.clone(), long.span))
    };
    once(errors, function, long, |first, second, (long, earlier)| {
        let explicit = [first, second].map(|argument| argument.outside.long.is_some());
        // that two keys are alike is said there
        let said = first.key.text == second.key.text && explicit != [true, true];
        (explicit != [false, false] && !said).then(|| {
            format!(
                "`--{long}` is already an option of the parameter `{earlier}`; give one of them another \
                 with `#[arg(long = \"…\")]`"
            )
        })
    });
    let short = |argument: &Argument| {
        let short = argument.outside.short.as_ref()?;
        Some((short.value, short.at))
    };
    once(errors, function, short, |_, _, (short, earlier)| {
        Some(format!(
            "`-{short}` is already an option of the parameter `{earlier}`; choose another"
        ))
    });
}

/// A key that is the letter of its option has one dash.
fn has_a_letter_for_key(argument: &Argument) -> bool {
    let short = argument.outside.short.as_ref();
    short.is_some_and(|short| argument.key.text.chars().eq([short.value]))
}

/// Whether two arguments have one key because they have one option, which is the fault then.
pub(super) fn same_option(first: &Argument, second: &Argument) -> bool {
    let long = |argument: &Argument| Some(argument.outside.long.as_ref()?.text.clone());
    let short = |argument: &Argument| Some(argument.outside.short.as_ref()?.value);
    let key = &second.key.text;
    match (long(first), long(second)) {
        (Some(one), Some(other)) => one == other && one == *key,
        (None, None) => {
            short(first).is_some_and(|one| short(second) == Some(one) && *key == one.to_string())
        }
        _ => false,
    }
}

/// Reports each argument that has a name which an earlier one has, in the words of `fault`.
fn once<N: Eq + Hash>(
    errors: &mut Errors,
    function: &Function,
    name: impl Fn(&Argument) -> Option<(N, Span)>,
    fault: impl Fn(&Argument, &Argument, (N, String)) -> Option<String>,
) {
    let mut seen: HashMap<N, (&Param, &Argument)> = HashMap::new();
    for (param, argument) in function.arguments() {
        // said there
        if argument.unroll.is_some() {
            continue;
        }
        let Some((name, at)) = name(argument) else {
            continue;
        };
        match seen.get(&name) {
            // of two parameters under different conditions, the compiler may see only one
            Some((earlier, _)) if !(earlier.cfgs.is_empty() || param.cfgs.is_empty()) => {}
            Some((earlier, first)) => {
                if let Some(fault) = fault(first, argument, (name, described(earlier))) {
                    errors.at(at, fault);
                }
            }
            None => drop(seen.insert(name, (param, argument))),
        }
    }
}

/// A long name is a key too, or could be; so it is held to the same letters.
pub(super) fn long_names(errors: &mut Errors, function: &Function) {
    for (_, argument) in function.arguments() {
        if let Some(long) = &argument.outside.long
            && long.text != argument.key.text
            && let Some(fault) = names::fault(&long.text)
        {
            errors.at(long.span, format!("{fault}; choose another"));
        }
    }
}

/// `call` reads its own options first, so one of the tool's would never be reached.
pub(super) fn not_those_of_call(errors: &mut Errors, function: &Function) {
    let taken = |dashes: &str, option: &str, argument: &Argument| {
        let or = match argument.key.text == option {
            true => ", or give the key with `name`",
            false => "",
        };
        format!("`{dashes}{option}` is an option of `call` itself; choose another{or}")
    };
    for (_, argument) in function.arguments() {
        if let Some(long) = &argument.outside.long
            && OF_CALL.contains(&long.text.as_str())
        {
            errors.at(long.span, taken("--", &long.text, argument));
        }
        if let Some(short) = &argument.outside.short
            && short.value == LETTER_OF_CALL
        {
            errors.at(short.at, taken("-", &short.value.to_string(), argument));
        }
    }
}
