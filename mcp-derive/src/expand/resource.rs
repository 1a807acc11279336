//! The constant that describes a resource.

use super::{adapter, descriptor, text};
use crate::model::{Audience, Operator, Part, Resource, Uri};
use proc_macro2::{Ident, Span, TokenStream};

/// The value that describes the resource; `source` is where it is said to stand.
pub(super) fn descriptor(resource: &Resource, source: Span) -> TokenStream {
    let function = &resource.function;
    let runtime = &function.runtime;
    let name = &function.name.text;
    let uri = resource.uri.as_ref().map(|uri| of_uri(runtime, uri));
    let title = descriptor::title(function);
    let description = descriptor::described(function);
    let mime_type = resource
        .mime_type
        .as_ref()
        .map(|mime| generated!(mime_type: ::core::option::Option::Some(#mime),));
    let size = resource
        .size
        .map(|(size, _)| generated!(size: ::core::option::Option::Some(#size),));
    let audience = audience(resource);
    let priority = resource.priority.map(|priority| {
        let priority = text::number(priority);
        generated!(priority: ::core::option::Option::Some(#priority),)
    });
    let icons = descriptor::icons(function);
    let meta = descriptor::meta(function);
    let parameters = text::parameters(function);
    let completions = text::completions(function);
    let states = descriptor::states(function);
    let run = descriptor::run(function, None);
    let source = descriptor::stands(runtime, source);
    let call = adapter::call(function, None);
    generated! {
        #runtime::resource::Descriptor {
            #uri
            name: #name,
            #title
            #description
            #mime_type
            #size
            #audience
            #priority
            #icons
            #meta
            #parameters
            #completions
            #states
            run: #run,
            #source
            call: #call,
            ..#runtime::resource::Descriptor::EMPTY
        }
    }
}

/// `uri: …,`, and `template: …,` when there are variables.
fn of_uri(runtime: &TokenStream, uri: &Uri) -> TokenStream {
    let text = &uri.text;
    let template = uri.is_template().then(|| {
        let parts = uri.parts.iter().map(|part| match part {
            Part::Literal(literal) => generated!(#runtime::resource::Part::Literal(#literal)),
            Part::Variables(operator, names) => {
                let operator = Ident::new(variant(*operator), Span::mixed_site());
                generated! {
                    #runtime::resource::Part::Variables(
                        #runtime::resource::Operator::#operator,
                        &[#(#names),*],
                    )
                }
            }
        });
        generated!(template: &[#(#parts),*],)
    });
    generated!(uri: #text, #template)
}

/// The name of the runtime's variant.
fn variant(operator: Operator) -> &'static str {
    match operator {
        Operator::Simple => "Simple",
        Operator::Reserved => "Reserved",
        Operator::Fragment => "Fragment",
        Operator::Label => "Label",
        Operator::Segment => "Segment",
        Operator::Parameter => "Parameter",
        Operator::Query => "Query",
        Operator::Continuation => "Continuation",
    }
}

/// `audience: &[…],`
fn audience(resource: &Resource) -> Option<TokenStream> {
    let runtime = &resource.function.runtime;
    let roles = resource.audience.iter().map(|audience| match audience {
        Audience::User => generated!(#runtime::Role::User),
        Audience::Assistant => generated!(#runtime::Role::Assistant),
    });
    let roles: Vec<_> = roles.collect();
    let some = !roles.is_empty();
    some.then(|| generated!(audience: &[#(#roles),*],))
}
