//! Rules about the URI of a resource: its variables and the arguments are the same.

use crate::errors::Errors;
use crate::model::{Annotated, Block, Resource};
use crate::names;
use std::collections::HashMap;

/// A value that nobody takes would be lost, and most likely a name is misspelt.
pub(super) fn variables_have_arguments(errors: &mut Errors, resource: &Resource) {
    let Some(uri) = &resource.uri else { return };
    let keys: Vec<&str> = resource
        .function
        .arguments()
        .map(|(_, argument)| argument.key.text.as_str())
        .collect();
    let variables: Vec<&str> = uri.variables().collect();
    // one of two names that were meant to be the same is complained of, at the parameter
    let meant: Vec<_> = keys
        .iter()
        .filter(|key| !variables.contains(key))
        .filter_map(|key| nearest(key, &variables, &keys))
        .collect();
    for variable in &variables {
        if keys.contains(variable) || meant.contains(variable) {
            continue;
        }
        errors.at(
            uri.span,
            format!(
                "the variable `{variable}` has no argument; add a parameter `{variable}: &str`, or take \
                 `{{{variable}}}` out of the URI"
            ),
        );
    }
}

/// The variable without an argument that was probably meant by `key`.
fn nearest<'v>(key: &str, variables: &[&'v str], keys: &[&str]) -> Option<&'v str> {
    let free = variables.iter().filter(|variable| !keys.contains(variable));
    names::nearest(key, &free.copied().collect::<Vec<_>>())
}

/// An argument that no URI carries would never have a value.
pub(super) fn arguments_are_variables(errors: &mut Errors, resource: &Resource) {
    let Some(uri) = &resource.uri else { return };
    let variables: Vec<&str> = uri.variables().collect();
    let keys: Vec<&str> = resource
        .function
        .arguments()
        .map(|(_, argument)| argument.key.text.as_str())
        .collect();
    for (_, argument) in resource.function.arguments() {
        let key = argument.key.text.as_str();
        if variables.contains(&key) {
            continue;
        }
        let message = match nearest(key, &variables, &keys) {
            _ if argument.key.generated => {
                "this argument has no name; give it that of a variable of the URI with \
                 `#[arg(name = \"…\")]`"
                    .to_owned()
            }
            Some(near) => format!(
                "`{key}` is no variable of `{}`; did you mean `{near}`?",
                uri.text
            ),
            None => format!(
                "`{key}` is no variable of `{}`; write `{{{key}}}` where its value stands in the URI, \
                 or borrow what the server owns: `&T`",
                uri.text
            ),
        };
        errors.at(argument.key.span, message);
    }
}

/// A template stands for many, each with a size of its own.
pub(super) fn one_size_for_one_resource(errors: &mut Errors, resource: &Resource) {
    if let Some((_, at)) = resource.size
        && resource.is_template()
    {
        errors.at(
            at,
            "`size` is that of one resource, and a template stands for many; leave it out",
        );
    }
}

/// Clients find a resource by its URI alone. Those of different blocks meet as macros of one name.
pub(super) fn one_resource_for_a_uri(errors: &mut Errors, block: &Block) {
    let mut seen: HashMap<&str, &Resource> = HashMap::new();
    for made in block.made() {
        let Annotated::Resource(resource) = made else {
            continue;
        };
        let Some(uri) = &resource.uri else { continue };
        match seen.get(uri.text.as_str()) {
            // of two methods under different conditions, the compiler may see only one
            Some(earlier)
                if !(earlier.function.cfgs().is_empty() || resource.function.cfgs().is_empty()) => {
            }
            // and two of one name it does not take
            Some(earlier) if earlier.function.sig.ident == resource.function.sig.ident => {
                errors.left_to_the_compiler();
            }
            Some(earlier) => errors.at(
                uri.span,
                format!(
                    "`{}` is already the URI of `{}`; give one of them another",
                    uri.text, earlier.function.sig.ident
                ),
            ),
            None => drop(seen.insert(&uri.text, resource)),
        }
    }
}
