//! A user's crate that denies every warning, built in edition 2021 and in edition 2024. That it builds is the test.
#![deny(
    warnings,
    missing_docs,
    unused,
    unreachable_pub,
    rust_2018_idioms,
    missing_debug_implementations,
    non_ascii_idents,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    clippy::all,
    clippy::pedantic
)]
#![forbid(unsafe_code)]

pub mod bare;
pub mod shadowed;
pub mod tools;

/// All tools of this crate.
#[must_use]
pub fn registry() -> protocol::Registry {
    protocol::registry!()
}

/// Some of them, by name.
#[must_use]
pub fn list() -> protocol::Registry {
    protocol::tools![
        tools::add,
        tools::find,
        shadowed::count,
        bare::join,
        tools::unlisted,
        tools::Shop::sell
    ]
}

/// Prompts and resources by name.
#[must_use]
pub fn others() -> [protocol::Registry; 2] {
    [
        protocol::prompts![tools::ask, shadowed::question, bare::bare_prompt],
        protocol::resources![
            tools::row,
            tools::all_rows,
            shadowed::shadow,
            bare::bare_resource,
            tools::Shop::shown
        ],
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_found() {
        let registry = super::registry();
        let names: Vec<_> = registry.tools().iter().map(protocol::Tool::name).collect();
        let names = names.join(" ");
        assert_eq!(
            names,
            "add boxed build count find half hours join measure old paint rendered rendered_at_once search sell stock within"
        );
        assert_eq!(super::list().tools().len(), 6);
        assert_eq!(registry.prompts().len(), 4);
        assert_eq!(registry.resources().len(), 4);
        let [prompts, resources] = super::others();
        assert_eq!(prompts.prompts().len(), 3);
        assert_eq!(resources.resources().len(), 5);
    }
}
