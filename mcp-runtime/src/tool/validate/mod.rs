//! Arguments held against the published schema, by a validator that knows nothing of Rust types.
//!
//! The decoder speaks first: it has the better words, and what both find is told once.

mod forms;
mod opened;
mod words;

use super::faults::{Faults, Line, NOWHERE, shown};
use crate::json::{self, Error, is_vague};
use crate::schema::checked;
use jsonschema::{PatternOptions, Validator};
use serde_json::Value;
use std::sync::Arc;
use words::Words;

/// The most faults that are told of one call; finding the place of each takes time.
const FAULTS: usize = 50;

/// The most steps back that a pattern with lookaround or backreferences may try; others try none.
const BACKTRACKS: usize = 100_000;

/// The input schema that a tool publishes, compiled; or nothing, when arguments are only decoded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Published(Option<Arc<Compiled>>);

#[derive(Debug)]
struct Compiled {
    validator: Validator,
    /// What was compiled, to say more of a bound than that it was passed.
    schema: Value,
}

impl Published {
    /// Compiles the published text.
    ///
    /// # Errors
    ///
    /// What is wrong with the schema.
    pub(crate) fn new(text: &str) -> Result<Self, String> {
        let schema = checked(text).map_err(|error| error.to_string())?;
        let options = jsonschema::options()
            .offline()
            .should_validate_formats(true)
            .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS));
        let validator = options.build(&schema).map_err(|error| {
            let text = schema.to_string();
            Words::new(&text, &Value::Null).all([error])[0].to_string()
        })?;
        Ok(Self(Some(Arc::new(Compiled { validator, schema }))))
    }

    /// Adds what the schema has against `arguments`, a JSON object. With `lenient`, what may not be
    /// text may have come as text.
    pub(super) fn hold(&self, arguments: &str, lenient: bool, faults: &mut Faults<'_>) {
        if let Some(compiled) = &self.0
            && !faults.is_malformed()
        {
            let errors = compiled.errors(arguments, lenient);
            faults.published(errors);
        }
    }
}

impl Compiled {
    fn errors(&self, arguments: &str, lenient: bool) -> Vec<Error> {
        // by our own reader: it refuses a key given twice, of which only one would be looked at
        let mut value: Value = match json::from_str(arguments) {
            Ok(value) => value,
            Err(error) => return vec![error],
        };
        if self.validator.is_valid(&value) {
            return Vec::new();
        }
        let opened;
        let mut text = arguments;
        if lenient && opened::open(&self.validator, &mut value) {
            opened = value.to_string();
            text = &opened;
        }
        let errors = self.validator.iter_errors(&value).take(FAULTS);
        Words::new(text, &self.schema).all(errors)
    }
}

impl Faults<'_> {
    /// Adds what the validator has found, but for what is known.
    fn published(&mut self, errors: Vec<Error>) {
        let decoded = self.lines.len();
        // those that the validator can place better
        let mut replaced = Vec::new();
        for error in errors {
            let (path, message) = (error.path(), error.message());
            let key = error.first_key().map(shown);
            let is_known = |(index, line): (usize, &Line)| {
                let is_decoded = index < decoded;
                line.path == path && (is_decoded || line.message == message)
                    || is_decoded && is_vague(&message) && is_inside(&line.path, &path)
                    || is_decoded && line.argument == NOWHERE && key.as_deref() == Some(&line.path)
            };
            if self.lines.iter().enumerate().any(is_known) {
                continue;
            }
            for (index, line) in self.lines[..decoded].iter().enumerate() {
                let is_same = line.message == message || is_vague(&line.message);
                if is_same && is_inside(&path, &line.path) {
                    replaced.push(index);
                }
            }
            match error.is_about_text() {
                true => self.broken(&error),
                false => {
                    let argument = self.argument_of(error.first_key().unwrap_or_default());
                    self.lines.push(Line {
                        argument,
                        path,
                        message,
                    });
                }
            }
        }
        let mut index = 0;
        self.lines.retain(|_| {
            index += 1;
            !replaced.contains(&(index - 1))
        });
    }
}

/// Whether `path` leads to something inside of what `outer` leads to.
fn is_inside(path: &str, outer: &str) -> bool {
    let rest = path.strip_prefix(outer);
    rest.is_some_and(|rest| outer.is_empty() || rest.starts_with(['.', '[']))
}
