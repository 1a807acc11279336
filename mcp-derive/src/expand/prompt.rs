//! The constant that describes a prompt.

use super::{adapter, descriptor, text};
use crate::model::Prompt;
use proc_macro2::{Span, TokenStream};

/// The value that describes the prompt; `source` is where it is said to stand.
pub(super) fn descriptor(prompt: &Prompt, source: Span) -> TokenStream {
    let function = &prompt.function;
    let runtime = &function.runtime;
    let name = &function.name.text;
    let title = descriptor::title(function);
    let description = descriptor::described(function);
    let icons = descriptor::icons(function);
    let meta = descriptor::meta(function);
    let parameters = text::parameters(function);
    let completions = text::completions(function);
    let states = descriptor::states(function);
    let run = descriptor::run(function, None);
    let source = descriptor::stands(runtime, source);
    let call = adapter::call(function, None);
    generated! {
        #runtime::prompt::Descriptor {
            name: #name,
            #title
            #description
            #icons
            #meta
            #parameters
            #completions
            #states
            run: #run,
            #source
            call: #call,
            ..#runtime::prompt::Descriptor::EMPTY
        }
    }
}
