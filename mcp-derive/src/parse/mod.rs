//! From tokens to the model: faults are recorded and reading goes on.
//!
//! Rules that need more than the node at hand are not here but in `check`.

mod block;
mod constraints;
mod function;
mod item;
mod outside;
mod param;
mod prompt;
mod resource;
mod running;
mod shown;
mod taking;
mod tool;
mod uri;

use crate::errors::Errors;
use crate::model::{Annotated, Kind};
pub(crate) use block::block;
pub(crate) use function::{Surroundings, usual_runtime};
pub(crate) use item::{emitted, function_name, is_impl, normalised, visibility};
use proc_macro2::TokenStream;

/// Reads an attribute and the function under it.
///
/// `None` when there is no function to speak of; the fault is recorded. The path of the runtime
/// is known in any case, because what stands in for a faulty function needs it.
pub(crate) fn annotated(
    errors: &mut Errors,
    kind: Kind,
    around: Surroundings<'_>,
    attribute: TokenStream,
    item: &TokenStream,
) -> (TokenStream, Option<Annotated>) {
    match kind {
        Kind::Tool => {
            let (runtime, tool) = tool::tool(errors, around, attribute, item);
            (runtime, tool.map(|tool| Annotated::Tool(Box::new(tool))))
        }
        Kind::Prompt => {
            let (runtime, prompt) = prompt::prompt(errors, around, attribute, item);
            (
                runtime,
                prompt.map(|prompt| Annotated::Prompt(Box::new(prompt))),
            )
        }
        Kind::Resource => {
            let (runtime, resource) = resource::resource(errors, around, attribute, item);
            (
                runtime,
                resource.map(|resource| Annotated::Resource(Box::new(resource))),
            )
        }
    }
}
