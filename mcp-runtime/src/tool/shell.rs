//! What a command line knows of an argument besides its key.
//!
//! Plain data; how a command line is read is in `cli`.

/// How an argument can be given to `call` on the command line, besides as `key=value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShellArgument {
    /// The key of the argument.
    pub key: &'static str,
    /// Its long name, when that is another than the key.
    pub long: Option<&'static str>,
    /// Its letter.
    pub short: Option<char>,
    /// Whether the name alone says `true`.
    pub flag: bool,
}

impl ShellArgument {
    /// An argument with nothing set, to be completed by struct update.
    pub const EMPTY: Self = Self {
        key: "",
        long: None,
        short: None,
        flag: false,
    };
}
