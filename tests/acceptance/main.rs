//! What users write in a signature, row by row: each test lists the tool and calls it, in both eras.
//!
//! | row | tests |
//! | --- | --- |
//! | `a: i64`, patterns, raw identifiers, names like those of generated code | `keys` |
//! | `Option<T>`, `#[arg(default)]` with and without a value | `optional` |
//! | `&str`, `&[T]`, `Cow<str>`, text, bytes | `texts` |
//! | integers to their ends, `char`, `NonZeroU32`, `Duration` | `scalars` |
//! | maps, by each kind of key; records and enums, recursive ones too; any JSON | `shapes` |
//! | types of `chrono`, `uuid`, `url`, `bytes` | `crates` |
//! | `Result` with the error types in use, and aliases of it | `results` |
//! | where a function may stand, `#[cfg]`, other attributes | `places` |
//! | the tables of `docs/mapping.md` | `mapping` |
//! | `mcp::testing` | `documented` |
//!
//! What becomes of wrong arguments in general stands in `server/arguments.rs`, of results in `server/results.rs`.

mod crates;
mod documented;
mod keys;
mod mapping;
mod one;
mod optional;
mod places;
mod results;
mod scalars;
mod shapes;
mod texts;
