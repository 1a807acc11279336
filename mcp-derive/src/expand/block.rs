//! `#[mcp::tool]`: the tools, prompts and resources of an `impl` block as constants of the type.
//!
//! All constants stand in one more `impl` of the type, in which its lifetimes are `'static`: only such a
//! value can be lent by a server. A block is known to its type by `OnlyOneBlockWithoutPart`, or by a
//! constant that the block without `part` names. The two name each other, so that none is forgotten.

use super::types;
use crate::model::{Annotated, Block, Kind, Method};
use crate::{lifetimes, names, schema};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{GenericParam, Generics, Lifetime, Token};

/// The type and its parameters, as generated `impl` blocks spell them.
struct Type {
    generics: TokenStream,
    name: TokenStream,
    bounds: TokenStream,
}

/// Everything that is generated beside the block.
pub(super) fn implementation(block: &Block) -> TokenStream {
    let constants = block
        .methods
        .iter()
        .filter_map(|method| Some(constant(method, method.made.as_ref()?)));
    let constants: TokenStream = constants.collect();
    let this = this(block);
    let listed = listed(block, &this);
    let of_type = of_type(block, &this, &constants, &summary(block));
    generated!(#of_type #listed)
}

/// What stands in for the tools of a block with a fault: lists that name them still compile.
pub(super) fn stub(block: &Block) -> TokenStream {
    let runtime = &block.runtime;
    let mut seen = Vec::new();
    let constants = block.methods.iter().filter_map(|method| {
        let function = crate::parse::function_name(&method.item)?;
        let constant = types::respanned(&names::constant(method.kind, &function));
        // two functions of one name are the compiler's to report
        let spelt = constant.to_string();
        if seen.contains(&spelt) {
            return None;
        }
        seen.push(spelt);
        let vis = types::respanned(&crate::parse::visibility(&method.item));
        let module = super::module(method.kind);
        Some(generated! {
            #[doc(hidden)]
            #vis const #constant: #runtime::#module::Descriptor = #runtime::#module::Descriptor::EMPTY;
        })
    });
    let constants: TokenStream = constants.collect();
    let nothing = generated! {
        #runtime::__private::Block {
            tools: &[],
            prompts: &[],
            resources: &[],
            instructions: ::core::option::Option::None,
            source: #runtime::tool::Source { file: "", line: 0 },
        }
    };
    of_type(block, &this(block), &constants, &nothing)
}

fn of_type(
    block: &Block,
    this: &Type,
    constants: &TokenStream,
    summary: &TokenStream,
) -> TokenStream {
    let runtime = &block.runtime;
    let cfgs = &block.cfgs;
    let Type {
        generics,
        name,
        bounds,
    } = this;
    let parts = block.parts.iter().map(|part| {
        let part = part_constant(part);
        generated!(&Self::#part)
    });
    let parts = generated!(&[#(#parts),*]);
    let (in_type, of_block) = match &block.part {
        Some(part) => {
            let named = naming_constant(part);
            let part = part_constant(part);
            let in_type = generated! {
                #[doc(hidden)]
                #[allow(non_upper_case_globals)]
                pub(crate) const #part: #runtime::__private::Block = {
                    let () = Self::#named;
                    #summary
                };
            };
            (Some(in_type), None)
        }
        None => {
            let of_block = generated! {
                #(#cfgs)*
                #[allow(trivial_bounds)]
                impl #generics #runtime::__private::OnlyOneBlockWithoutPart for #name #bounds {
                    const BLOCK: #runtime::__private::Block = #summary;
                    const PARTS: &'static [&'static #runtime::__private::Block] = #parts;
                }
            };
            let named = block.parts.iter().map(naming_constant);
            let in_type = generated! {
                #(
                    #[doc(hidden)]
                    #[allow(non_upper_case_globals)]
                    pub(crate) const #named: () = ();
                )*
            };
            (Some(in_type), Some(of_block))
        }
    };
    generated! {
        #(#cfgs)*
        #[allow(trivial_bounds)]
        impl #generics #name #bounds {
            #constants
            #in_type
        }
        #of_block
    }
}

/// The name by which a part knows that the block without `part` names it.
fn naming_constant(part: &Ident) -> Ident {
    Ident::new(
        &format!("parts_that_name_{}", names::plain(part)),
        part.span(),
    )
}

/// The name by which the block without `part` finds a part.
fn part_constant(part: &Ident) -> Ident {
    Ident::new(
        &format!("the_part_named_{}", names::plain(part)),
        part.span(),
    )
}

fn this(block: &Block) -> Type {
    let mut declared = lifetimes::of(&block.generics);
    let params: Punctuated<&GenericParam, Token![,]> = block
        .generics
        .params
        .iter()
        .filter(|param| !matches!(param, GenericParam::Lifetime(_)))
        .collect();
    let generics = (!params.is_empty()).then(|| generated!(<#params>));
    let clause = block.generics.where_clause.as_ref();
    let bounds = clause.map(|clause| &clause.predicates);
    let bounds = lifetimes::lasting(bounds.to_token_stream(), &declared);
    let generics = lifetimes::lasting(generics.to_token_stream(), &declared);
    declared.push("_".to_owned());
    let name = lifetimes::lasting(block.self_ty.to_token_stream(), &declared);
    if !block.is_generic() {
        // what a type is that is known needs no saying, and is complained of where it is used
        let bounds = (!bounds.is_empty()).then(|| generated!(where #bounds));
        return Type {
            generics,
            name,
            bounds: bounds.to_token_stream(),
        };
    }
    // where the type is at fault, it is shown in the head of the block
    let at = schema::head(&block.self_ty);
    let shared = types::shown_at(at, generated!(::core::marker::Send + ::core::marker::Sync));
    // inside a future the compiler has forgotten that a lifetime is `'static`
    let any = for_any_lifetime(block);
    let comma = bounds_comma(&bounds, &block.generics);
    let bounds = generated!(where #bounds #comma #any: #shared, #name: 'static);
    Type {
        generics,
        name,
        bounds,
    }
}

/// `for<'a> Type<'a>`, or the type alone when it has no lifetimes.
fn for_any_lifetime(block: &Block) -> TokenStream {
    const UNNAMED: &str = "__mcp";
    let spelt = block.self_ty.to_token_stream();
    let name = lifetimes::named(spelt.clone(), UNNAMED);
    let mut declared: Vec<Lifetime> = block
        .generics
        .lifetimes()
        .map(|param| param.lifetime.clone())
        .collect();
    if spelt.to_string() != name.to_string() {
        declared.push(Lifetime::new(&format!("'{UNNAMED}"), Span::mixed_site()));
    }
    if declared.is_empty() {
        return name;
    }
    // the user's tokens and these must mean the same names
    let declared = generated!(for<#(#declared),*>);
    types::respanned(&generated!(#declared #name))
}

fn bounds_comma(bounds: &TokenStream, generics: &Generics) -> Option<TokenStream> {
    let clause = generics.where_clause.as_ref()?;
    let open = !bounds.is_empty() && !clause.predicates.trailing_punct();
    open.then(|| generated!(,))
}

/// The constant that describes one method.
fn constant(method: &Method, made: &Annotated) -> TokenStream {
    let function = made.function();
    let constant = types::respanned(&names::constant(function.kind, &function.sig.ident));
    let vis = types::respanned(&function.vis);
    let cfgs = function.cfgs();
    let value = super::described(made, method.place);
    let deprecated = super::deprecated(function);
    let runtime = &function.runtime;
    let module = super::module(function.kind);
    generated! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(#deprecated non_upper_case_globals, clippy::needless_update)]
        #vis const #constant: #runtime::#module::Descriptor = {
            use #runtime::__private::traits::*;
            #value
        };
    }
}

/// The block as a value.
fn summary(block: &Block) -> TokenStream {
    let runtime = &block.runtime;
    let of_kind = |kind: Kind| {
        let listed = block.made().map(Annotated::function);
        let constants = listed
            .filter(move |function| !function.unlisted && function.kind == kind)
            .map(move |function| {
                let cfgs = function.cfgs();
                let constant = names::constant(kind, &function.sig.ident);
                generated!(#(#cfgs)* &Self::#constant)
            });
        generated!(&[#(#constants),*])
    };
    let tools = of_kind(Kind::Tool);
    let prompts = of_kind(Kind::Prompt);
    let resources = of_kind(Kind::Resource);
    let instructions = block.instructions.expression();
    generated! {
        #runtime::__private::Block {
            tools: #tools,
            prompts: #prompts,
            resources: #resources,
            instructions: #instructions,
            source: #runtime::tool::Source {
                file: ::core::file!(),
                line: ::core::line!(),
            },
        }
    }
}

/// Puts the block into the crate's registry, with the hidden macros of which a crate
/// has only one for a name.
fn listed(block: &Block, this: &Type) -> Option<TokenStream> {
    if block.unlisted || block.is_generic() {
        return None;
    }
    let runtime = &block.runtime;
    let cfgs = &block.cfgs;
    let name = &this.name;
    let of_block = match &block.part {
        Some(part) => {
            let part = part_constant(part);
            generated!(<#name>::#part)
        }
        None => generated!(<#name as #runtime::__private::OnlyOneBlockWithoutPart>::BLOCK),
    };
    let guards = block
        .made()
        .filter(|made| !made.function().unlisted)
        .map(|made| {
            let cfgs = made.function().cfgs();
            let guard = super::guard(made);
            generated!(#(#cfgs)* #guard)
        });
    Some(generated! {
        #(#cfgs)*
        const _: () = {
            #runtime::__private::inventory::submit! {
                #runtime::__private::Entry::block(#runtime::__private::this_crate!(), &#of_block)
            }
            #(#guards)*
        };
    })
}
