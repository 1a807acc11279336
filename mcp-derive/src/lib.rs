//! The attribute macros of `mcp-runtime`; use them from there, as `mcp::tool`.
//!
//! The way from tokens to tokens: `parse` reads everything and records what it cannot read,
//! `check` holds the rules against what was read, `expand` writes the code and cannot fail. On a
//! fault the user's item is given back with all errors at once and a stand-in for the tool, so
//! that editors keep working and one fault gives one error.
//!
//! Knows nothing of JSON-RPC, servers or transports, and does not depend on the library: it
//! names its items by path.

mod attr;
mod check;
mod docs;
mod errors;
mod expand;
mod lifetimes;
mod model;
mod names;
mod parse;
mod schema;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Makes a function, or methods of a type, tools that clients of the Model Context Protocol can list
/// and call.
///
/// ```text
/// /// Finds the cheapest flight.
/// ///
/// /// Prices are in euro and include taxes.
/// #[mcp::tool(title = "Flight search", read_only)]
/// async fn find_flight(
///     db: &Fares,                          // lent by the server, unknown to the client
///     context: &mcp::Context,              // likewise
///     /// IATA code of the departure airport.
///     from: &str,
///     /// Latest arrival, local time.
///     before: Option<Time>,                // may be left out, or `null`
///     #[arg(default = 1, name = "seats")] n: u32,
/// ) -> Result<Flight, FareError> {
///     // …
/// }
/// ```
///
/// The function stays as it is: it can be called, tested and documented like any other. It may be
/// sync or async, `const`, in any module or in another function, under any visibility. The tool
/// is in the registry of its crate (`mcp::registry!()`), and two tools of one name in a crate do
/// not compile.
///
/// # Parameters
///
/// What the server owns is borrowed, what the client sends is owned:
///
/// | parameter | value |
/// | --- | --- |
/// | `&T` | a *state*: the `T` given to the server with `.state(value)`; the server is not built without it |
/// | `Option<&T>` | a state that the server may lack |
/// | `&mcp::Context` | the call itself: who calls, and whether the call was cancelled |
/// | `T` | an *argument*, decoded from JSON; `T: Deserialize + JsonSchema` |
/// | `Option<T>` | an argument that may be left out |
/// | `&str`, `&[T]`, `Option` of them | arguments too, lent from the client's message |
///
/// An argument's key is the name of its parameter, without `r#`. A parameter without a name
/// (`(a, b): T`, `_: T`, `_x: T`) has its place among the arguments as its key, counted from one:
/// `_1`, `_2` …; those under a `#[cfg(..)]` count as well. A record pattern `Point { x, y }: Point`
/// has the type's name in lower case: `point`.
///
/// A parameter may stand under `#[cfg(..)]`.
///
/// # Descriptions
///
/// The doc comment of the function is the tool's description, the one of a parameter that of the
/// argument, as rustdoc would show them. `#[doc = include_str!("x.md")]`, `concat!` and
/// `#[cfg_attr(.., doc = "..")]` work in both places.
///
/// # Results
///
/// Text, numbers, lists, records, content blocks, or a `Result` of them; see
/// `mcp::IntoToolResult`. A type of your own needs `Serialize` and `JsonSchema`. An `Err` becomes
/// an error result with the error's text, so that the model can react; an
/// `Err(mcp::ProtocolError)` becomes an error of the protocol.
///
/// # Where it runs
///
/// A sync function runs on a thread that it may block; it never delays another request. Nobody
/// can stop it, so a long one should ask `context.is_cancelled()` now and then. An `async fn` is
/// polled where its message was read and, once it waits, by a task of its own; like any async code
/// it must not block its thread. It is dropped at an `.await` when the call is cancelled. A panic
/// ends the call with an error result and nothing else.
///
/// # Keys of `#[mcp::tool(..)]` on a function
///
/// **`name`**: the name on the wire. Default: the name of the function. One to 128 ASCII letters,
/// digits, `_`, `-` and `.`, not beginning with `_`.
///
/// ```text
/// #[mcp::tool(name = "flights.find")]
/// ```
///
/// **`title`**: a name for people.
///
/// ```text
/// #[mcp::tool(title = "Flight search")]
/// ```
///
/// **`description`**: a description in place of the doc comment; an empty one is none.
///
/// ```text
/// #[mcp::tool(description = "Finds flights.")]
/// #[mcp::tool(description = include_str!("find.md"))]
/// ```
///
/// **`read_only`**, **`destructive`**, **`idempotent`**, **`open_world`**: hints about what the
/// tool does: it changes nothing; it may destroy something; a second call with the same arguments
/// changes nothing more; it reaches beyond this program. Alone they mean `true`. What is not given
/// is not sent, and then clients expect the worst.
///
/// ```text
/// #[mcp::tool(read_only, open_world = false)]
/// ```
///
/// **`extra`**: what becomes of arguments that the tool does not have. `"refuse"`, the default, is
/// an error that names them; with `"ignore"` they are passed over, and the schema does not forbid
/// them.
///
/// ```text
/// #[mcp::tool(extra = "ignore")]
/// ```
///
/// **`icon`**: a picture for people, by its URL or as `data:…`; several are several forms of it.
/// `mime`, `sizes` (with blanks between them, or `any`) and `theme` (`light` or `dark`) may
/// follow. For clients of 2025-11-25 and later.
///
/// ```text
/// #[mcp::tool(icon("https://example.com/find.png", mime = "image/png", sizes = "48x48 96x96"))]
/// ```
///
/// **`meta`**: members of `_meta` for clients that know them, for those of 2025-06-18 and later. A
/// key is a name, best behind a domain that is yours; prefixes whose second label is
/// `modelcontextprotocol` or `mcp` belong to the protocol. A value is a literal.
///
/// ```text
/// #[mcp::tool(meta("com.example/team" = "fares", "com.example/cost" = 2))]
/// ```
///
/// **`inline`**: a sync function runs where the message was read. For functions that are quick
/// and never block; without it they run on threads of their own.
///
/// ```text
/// #[mcp::tool(inline)]
/// ```
///
/// **`blocking`**: a sync function runs on a thread that it may block, as it does without this key;
/// it says that the author meant it. Not together with `inline`.
///
/// ```text
/// #[mcp::tool(blocking)]
/// ```
///
/// **`timeout`**: how long a call may take, in whole `ms`, `s` or `m`, counted from its arrival.
/// Then the caller gets an error result. An async function is dropped at its `.await`; a sync one
/// cannot be stopped: `context.is_cancelled()` tells it, and its thread counts against the limits
/// of the server until it returns. Not together with `inline`.
///
/// ```text
/// #[mcp::tool(timeout = "20s")]
/// ```
///
/// **`sequential`**: a server makes one call of the tool at a time, on all its connections
/// together; others wait in the order in which they came, and can be cancelled meanwhile. A
/// waiting call counts against the limits, and its `timeout` runs. A cancelled sync function has
/// its turn until it returns. Not together with `inline`.
///
/// ```text
/// #[mcp::tool(sequential)]
/// ```
///
/// **`unlisted`**: the tool is not in the crate's registry, only where `mcp::tools![..]` names it.
///
/// ```text
/// #[mcp::tool(unlisted)]
/// fn probe() {}
///
/// let tools = mcp::tools![probe];
/// ```
///
/// **`crate`**: the path of the library, for a crate that knows it under another name.
///
/// ```text
/// #[protocol::tool(crate = ::protocol)]
/// ```
///
/// # Keys of `#[arg(..)]` on a parameter
///
/// **`name`**: the key of the argument; the rules are those of the tool's name.
///
/// ```text
/// #[arg(name = "seats")] n: u32
/// ```
///
/// **`description`**: a description in place of the doc comment.
///
/// ```text
/// #[arg(description = "How many.")] n: u32
/// ```
///
/// **`default`**: the value of an argument that is left out or `null`; alone it is
/// `Default::default()`. It has the type of the parameter. A literal is published in the schema,
/// any other expression is only applied; a text is converted with `Into`, so that it fits a
/// `String` or a type of your own.
///
/// ```text
/// #[arg(default = 1)] n: u32
/// #[arg(default = "price")] order: String
/// #[arg(default = Limits::STRICT)] limits: Limits
/// #[arg(default)] tags: Vec<String>
/// ```
///
/// **`example`**: a value to show, a literal or a list of literals; may be given several times. It
/// must be within the bounds of the argument.
///
/// ```text
/// #[arg(example = "CDG", example = "JFK")] from: &str
/// #[arg(example = [1, 2])] ids: Vec<u64>
/// ```
///
/// **`min`**, **`max`**: the least and the greatest number. Like all bounds they are published in
/// the schema, and what is outside does not reach the function. Bounds go on the type or on an
/// `Option` of it; on a type that cannot have them they do not compile, or, where only the type's
/// schema tells, the server is not built.
///
/// ```text
/// #[arg(min = 1, max = 9)] seats: u32
/// #[arg(min = -273.15)] celsius: Option<f64>
/// ```
///
/// **`min_length`**, **`max_length`**: the length of a string in characters (code points), or the
/// number of items in a list.
///
/// ```text
/// #[arg(min_length = 1, max_length = 80)] title: &str
/// #[arg(max_length = 100)] ids: Vec<u64>
/// ```
///
/// **`pattern`**: a regular expression that a string matches, anywhere unless it has `^` and `$`.
/// It is read when the server is built, by the crate `regex`; JSON Schema means ECMA-262. They
/// agree on character classes, repetition, groups and anchors. Here there are no look-around and
/// no back references, and `\d`, `\w`, `\s` and `\b` know all of Unicode (write `[0-9]` to mean
/// the ten digits); ECMA-262 has no `(?i)`, `\A`, `\z` and no `[a&&b]`.
///
/// ```text
/// #[arg(pattern = "^[A-Z]{3}$")] airport: String
/// ```
///
/// # On an `impl` block
///
/// Makes methods of a type tools: those under `#[tool]`.
///
/// ```text
/// /// Ask for places by their English names.
/// #[mcp::tool]
/// impl Weather {
///     /// Tells the weather now.
///     #[tool(read_only)]
///     async fn now(&self, city: String) -> Result<Report, Unknown> {
///         // …
///     }
///
///     fn station(&self, city: &str) -> Option<&Station> {
///         // no tool
///     }
/// }
/// ```
///
/// `#[tool(..)]` takes the keys of `#[mcp::tool(..)]` on a function, and everything that is said of
/// functions holds for methods: arguments, states, descriptions, results. `&self` is one more
/// state: the value of the type that the server was given. A function without `self` may be a tool
/// as well. All functions stay what they are, and the rest of the block is left alone.
///
/// ## Which server has the tools
///
/// The tools are in the registry of the crate (`mcp::registry!()`, so in `mcp::server!()` too), and
/// the server is given the value with `.state(Weather::new())`; without it, it is not built.
///
/// `Server::tools(Weather::new())` takes both at once, tools and value, also an `Arc` of it. It is the
/// only way for a type with parameters, of which nobody knows at link time what they will be; a
/// type with lifetimes alone is collected like any other. A tool is added once: mark the block
/// `#[mcp::tool(unlisted)]` where its value is given with `Server::tools` to a server that has
/// the crate's registry.
///
/// `mcp::tools![Weather::now, Cache::<u8>::get]` lists methods by name; the value comes with
/// `.state(..)`.
///
/// The value must be `Send + Sync + 'static`: the lifetimes of the block stand for `'static`, and its
/// type parameters need no such bound of their own.
///
/// ## Instructions
///
/// The doc comment of the block is what the server tells of itself (its *instructions*), unless it was
/// given others with `Server::instructions`. The texts of several blocks are joined, a blank line
/// in between: those of a crate in the order of their files and lines, others in the order in which
/// they were added.
///
/// ## Keys of `#[mcp::tool(..)]` on an `impl` block
///
/// All others go into the `#[tool(..)]` of a method.
///
/// **`unlisted`**: the tools are not in the crate's registry, only where `Server::tools` takes a value
/// of the type or `mcp::tools![..]` names them. `#[tool(unlisted)]` on one method leaves that to
/// `mcp::tools![..]` alone.
///
/// **`part`**, **`parts`**: of several blocks of one type, all but one have a name, and that one names
/// them. So a value brings the tools of them all. All blocks of a type have the same bounds.
///
/// ```text
/// #[mcp::tool(parts = [forecast])]
/// impl Weather { … }
///
/// #[mcp::tool(part = forecast)]
/// impl Weather { … }
/// ```
///
/// **`crate`**: the path of the library, as on a function; it holds for the whole block.
///
/// # What is refused
///
/// Generic functions (lifetimes are no matter), `impl Trait`, `dyn` without a box, `&mut`,
/// `unsafe`, `extern`; methods in an `impl` block without the attribute; two arguments with one
/// key; `Option<Option<T>>`; unknown keys.
///
/// In an `impl` block also `self` and `&mut self`, since all calls share the value; an `impl` of a
/// trait; two tools of one name.
///
/// All faults of a function or a block are reported in one build.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::tool(attribute.into(), item.into()).into()
}

/// What `mcp::tools![..]` stands for: the path of the library, `;`, the paths of the functions.
#[doc(hidden)]
#[proc_macro]
pub fn tools_list(list: TokenStream) -> TokenStream {
    expand::list(list.into()).into()
}
