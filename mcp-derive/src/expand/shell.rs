//! What the command line knows of a tool's arguments, as constants.
//!
//! Does not know how a command line is read: that is the runtime's.

use crate::model::{Function, Outside};
use proc_macro2::TokenStream;

/// `shell: &[…],`: what the command line knows of arguments besides their keys.
pub(super) fn shell(function: &Function) -> Option<TokenStream> {
    let runtime = &function.runtime;
    let list: Vec<_> = function
        .arguments()
        .filter_map(|(param, argument)| {
            let Outside {
                flag, short, long, ..
            } = &argument.outside;
            let flag = flag.as_ref().map(|_| generated!(flag: true,));
            let short = short.as_ref().map(|short| {
                let letter = short.value;
                generated!(short: ::core::option::Option::Some(#letter),)
            });
            let long = long.as_ref().map(|long| {
                let long = &long.text;
                generated!(long: ::core::option::Option::Some(#long),)
            });
            if flag.is_none() && short.is_none() && long.is_none() {
                return None;
            }
            let cfgs = &param.cfgs;
            let key = &argument.key.text;
            Some(generated! {
                #(#cfgs)*
                #runtime::tool::ShellArgument {
                    key: #key,
                    #long
                    #short
                    #flag
                    ..#runtime::tool::ShellArgument::EMPTY
                }
            })
        })
        .collect();
    let some = !list.is_empty();
    some.then(|| generated!(shell: &[#(#list),*],))
}
