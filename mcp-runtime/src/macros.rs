//! The macros of the library itself: registries and the server of a crate.

/// The tools, prompts and resources of this crate, in name order.
///
/// "This crate" is the package, its version, and the library or program in it: the library and a
/// program of one package have registries of their own.
///
/// ```
/// /// Adds two integers.
/// #[mcp::tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # fn main() {
/// assert_eq!(mcp::registry!().tools()[0].name(), "add");
/// # }
/// ```
#[macro_export]
macro_rules! registry {
    () => {
        $crate::Registry::of_crate($crate::__private::this_crate!())
    };
}

/// A list of tools by the paths of their functions.
///
/// For several servers in one crate, together with `#[mcp::tool(unlisted)]`. Two tools with one
/// name do not compile.
///
/// ```
/// mod math {
///     /// Adds two integers.
///     #[mcp::tool(unlisted)]
///     pub fn add(a: i64, b: i64) -> i64 {
///         a + b
///     }
/// }
///
/// # fn main() {
/// let tools = mcp::tools![math::add];
/// assert_eq!(tools.tools().len(), 1);
/// # }
/// ```
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! tools {
    ($($path:tt)*) => {
        $crate::__private::tools_list! { $crate ; $($path)* }
    };
}

/// A list of prompts by the paths of their functions, as [`tools!`](crate::tools!) is one of tools.
///
/// ```
/// /// Asks for a greeting.
/// #[mcp::prompt(unlisted)]
/// fn greet(name: &str) -> String {
///     format!("Greet {name}.")
/// }
///
/// # fn main() {
/// let server = mcp::Server::new("greeter", "1.0.0").prompts(mcp::prompts![greet]);
/// assert!(server.build().is_ok());
/// # }
/// ```
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! prompts {
    ($($path:tt)*) => {
        $crate::__private::prompts_list! { $crate ; $($path)* }
    };
}

/// A list of resources by the paths of their functions, as [`tools!`](crate::tools!) is one of tools.
///
/// ```
/// /// What the program was told.
/// #[mcp::resource("config://app", unlisted)]
/// fn config() -> &'static str {
///     "colour = blue"
/// }
///
/// # fn main() {
/// let server = mcp::Server::new("demo", "1.0.0").resources(mcp::resources![config]);
/// assert!(server.build().is_ok());
/// # }
/// ```
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! resources {
    ($($path:tt)*) => {
        $crate::__private::resources_list! { $crate ; $($path)* }
    };
}

/// A server with the name and the version of this package and what this crate has of tools, prompts
/// and resources.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     mcp::server!().run()
/// }
/// ```
#[macro_export]
macro_rules! server {
    () => {
        $crate::Server::new(
            ::core::env!("CARGO_PKG_NAME"),
            ::core::env!("CARGO_PKG_VERSION"),
        )
        .tools($crate::registry!())
    };
}
