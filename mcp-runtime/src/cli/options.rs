//! The options of one tool on the command line of `call`: `-f 2`, `--factor=2`, `--clean`.
//!
//! Every argument has its key for a long name, unless it was given another. What `call` takes
//! itself comes first, then names that were given, then keys; an argument that is left without a
//! name is given as `key=value`. Values stay text: what they mean is in `arguments`.

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};
use serde_json::Value;

use crate::tool::ShellArgument;

/// What `call` takes itself.
const LONG_TAKEN: [&str; 3] = ["help", "json", "render"];
const SHORT_TAKEN: char = 'h';

/// The ids of what is no option of the tool; keys are put apart by [`id`].
const PAIRS: &str = "pairs";
const JSON: &str = "json";
const RENDER: &str = "render";

/// The argument behind `--render`.
const ACTION: &str = "_render";

/// A command line of `call`, cut into its parts.
#[derive(Debug)]
pub(super) struct Line {
    /// `--json`
    pub(super) json: Option<String>,
    /// `--render`
    pub(super) render: Option<String>,
    /// `key=value`, as they were written.
    pub(super) pairs: Vec<String>,
    /// Options by the key of their argument.
    pub(super) options: Vec<(String, String)>,
}

/// One argument of the tool and its names.
struct Named<'a> {
    key: &'a str,
    property: &'a Value,
    required: bool,
    shell: ShellArgument,
    long: Option<String>,
    short: Option<char>,
    /// The name that says `false`, of a flag.
    opposite: Option<String>,
}

impl Named<'_> {
    fn is_option(&self) -> bool {
        self.long.is_some() || self.short.is_some()
    }

    /// Whether its key is its letter, which has one dash.
    fn is_a_letter(&self) -> bool {
        self.short.is_some_and(|short| self.key.chars().eq([short]))
    }
}

/// Reads what follows the name of `tool`, which is as clients see it. The error may also be the text of `--help`.
pub(super) fn read(
    program: &str,
    words: &[String],
    tool: &Value,
    shell: &[ShellArgument],
) -> Result<Line, clap::Error> {
    let named = named(&tool["inputSchema"], shell);
    let actions = &tool["inputSchema"]["properties"][ACTION];
    let mut command = command(program, &named, actions);
    if let Some(description) = tool["description"].as_str() {
        command = command.about(description.to_owned());
    }
    let mut matches = command.try_get_matches_from(words)?;
    let mut text = |id: &str| matches.remove_one::<String>(id);
    let json = text(JSON);
    let render = text(RENDER);
    let mut options = Vec::new();
    for argument in named.iter().filter(|argument| argument.is_option()) {
        if let Some(value) = text(&id(argument.key)) {
            options.push((argument.key.to_owned(), value));
        }
    }
    for argument in &named {
        if argument.opposite.is_some() && matches.get_flag(&opposite_id(argument.key)) {
            options.push((argument.key.to_owned(), "false".to_owned()));
        }
    }
    let pairs = matches.remove_many::<String>(PAIRS);
    Ok(Line {
        json,
        render,
        pairs: pairs.into_iter().flatten().collect(),
        options,
    })
}

fn id(key: &str) -> String {
    format!("option {key}")
}

fn opposite_id(key: &str) -> String {
    format!("opposite {key}")
}

/// The arguments in the order of the schema, no name given twice.
fn named<'a>(schema: &'a Value, shell: &[ShellArgument]) -> Vec<Named<'a>> {
    let required = |key: &str| {
        let required = schema["required"].as_array();
        required.is_some_and(|keys| keys.iter().any(|other| other == key))
    };
    let properties = schema["properties"].as_object();
    let mut named: Vec<_> = properties
        .into_iter()
        .flatten()
        .filter(|(key, _)| *key != ACTION)
        .map(|(key, property)| Named {
            key,
            property,
            required: required(key),
            shell: shell
                .iter()
                .find(|shell| shell.key == key)
                .copied()
                .unwrap_or(ShellArgument::EMPTY),
            long: None,
            short: None,
            opposite: None,
        })
        .collect();
    let mut longs: Vec<String> = LONG_TAKEN.map(str::to_owned).into();
    let mut shorts = vec![SHORT_TAKEN];
    let mut free = |name: &str| {
        let free = is_long(name) && !longs.iter().any(|other| other == name);
        free.then(|| {
            longs.push(name.to_owned());
            name.to_owned()
        })
    };
    for argument in &mut named {
        argument.long = argument.shell.long.and_then(&mut free);
        argument.short = argument.shell.short.filter(|short| !shorts.contains(short));
        shorts.extend(argument.short);
    }
    let of_macro = |argument: &Named<'_>| argument.key.starts_with('_');
    for keys_of_macro in [false, true] {
        for argument in &mut named {
            if argument.long.is_none()
                && !argument.is_a_letter()
                && of_macro(argument) == keys_of_macro
            {
                let short_of_it = argument.key.trim_start_matches('_');
                argument.long = free(short_of_it).or_else(|| free(argument.key));
            }
        }
    }
    for argument in named.iter_mut().filter(|argument| argument.shell.flag) {
        argument.opposite =
            argument
                .long
                .as_deref()
                .and_then(|long| match long.strip_prefix("no-") {
                    Some(rest) => free(rest),
                    None => free(&format!("no-{long}")),
                });
    }
    named
}

/// Whether a key can be written behind `--`.
fn is_long(name: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !name.is_empty() && !name.starts_with('-') && name.chars().all(known)
}

fn command(program: &str, named: &[Named<'_>], actions: &Value) -> Command {
    let mut command = Command::new("call")
        .bin_name(program.to_owned())
        .no_binary_name(true)
        .override_usage(usage(program, named))
        .arg(
            Arg::new(PAIRS)
                .value_name("KEY=VALUE")
                .num_args(0..)
                .help("Arguments by their keys: text as it is, everything else as JSON"),
        )
        .arg(
            Arg::new(JSON)
                .long("json")
                .value_name("OBJECT")
                .help("Arguments as one JSON object"),
        )
        .arg(
            Arg::new(RENDER)
                .long("render")
                .value_name("NAME")
                .help(format!(
                    "The output action that makes the text of the result{}",
                    limits(actions)
                ))
                // a tool without actions says so when it is asked for one
                .hide(actions.is_null()),
        );
    for argument in named {
        if argument.is_option() {
            command = command.arg(option(argument));
        }
        if let Some(opposite) = &argument.opposite {
            command = command.arg(
                Arg::new(opposite_id(argument.key))
                    .long(opposite.clone())
                    .action(ArgAction::SetTrue)
                    .conflicts_with(id(argument.key))
                    .hide(true),
            );
        }
    }
    command
}

fn option(argument: &Named<'_>) -> Arg {
    let mut arg = Arg::new(id(argument.key))
        .short(argument.short)
        .value_name(value_name(argument.property))
        .allow_negative_numbers(true)
        .help(help(argument));
    if let Some(long) = &argument.long {
        arg = arg.long(long.clone());
    }
    if argument.shell.flag {
        arg = arg
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true");
    }
    arg
}

/// What the author gave another name than the key, or made a flag; the rest is `KEY=VALUE`.
fn usage(program: &str, named: &[Named<'_>]) -> StyledStr {
    let mut usage = format!("{program} [OPTIONS]");
    for argument in named {
        let Named { shell, .. } = argument;
        if !(shell.flag || shell.long.is_some() || shell.short.is_some()) {
            continue;
        }
        let short = argument.short.map(|short| format!("-{short}"));
        let long = argument.long.as_ref().map(|long| format!("--{long}"));
        let names: Vec<_> = short.into_iter().chain(long).collect();
        let value = match shell.flag {
            true => String::new(),
            false => format!(" <{}>", value_name(argument.property)),
        };
        if !names.is_empty() {
            usage.push_str(&format!(" [{}{value}]", names.join("|")));
        }
    }
    usage.push_str(" [KEY=VALUE]...");
    usage.into()
}

fn value_name(property: &Value) -> &'static str {
    match property["type"].as_str() {
        Some("integer") => "INTEGER",
        Some("number") => "NUMBER",
        Some("string") => "TEXT",
        Some("boolean") => "BOOL",
        _ => "JSON",
    }
}

fn help(argument: &Named<'_>) -> String {
    let description = argument.property["description"].as_str();
    let mut help = description.unwrap_or_default().to_owned();
    help.push_str(&limits(argument.property));
    let help = help.trim_start();
    let more = match &argument.property["default"] {
        _ if argument.required => "[required]".to_owned(),
        _ if argument.shell.flag => String::new(),
        Value::Null => String::new(),
        default => format!("[default: {default}]"),
    };
    let space = if help.is_empty() || more.is_empty() {
        ""
    } else {
        " "
    };
    format!("{help}{space}{more}")
}

/// Which values there are, if the schema says more than the type of the value.
fn limits(property: &Value) -> String {
    if let Some(values) = property["enum"].as_array() {
        let values: Vec<_> = values
            .iter()
            .map(|value| {
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
            })
            .collect();
        return format!(" [one of: {}]", values.join(", "));
    }
    let bound = |word: &str| Some(&property[word]).filter(|bound| bound.is_number());
    // what only says how wide an integer is helps nobody
    let is_width = |least: &Value| least.as_f64().is_some_and(|least| least <= 0.0);
    let is_wide = |most: &Value| {
        most.as_f64()
            .is_some_and(|most| most >= f64::from(i32::MAX))
    };
    match (bound("minimum"), bound("maximum")) {
        (Some(least), Some(most)) if is_width(least) && is_wide(most) => String::new(),
        (Some(least), Some(most)) => format!(" [{least} to {most}]"),
        (Some(least), None) if least.as_f64() == Some(0.0) => String::new(),
        (Some(least), None) => format!(" [at least {least}]"),
        (None, Some(most)) => format!(" [at most {most}]"),
        (None, None) => String::new(),
    }
}
