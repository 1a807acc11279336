//! The rules for the keys of a record.
//!
//! What flattened fields bring is compared by constants: their types are not known here.

use super::{Form, Keyed, Record};
use crate::errors::Errors;
use crate::names;
use std::collections::HashSet;

/// Holds every rule against `record`.
pub(super) fn record(errors: &mut Errors, record: &Record) {
    keys(errors, record);
    one_field_for_a_key(errors, record);
}

/// The fields become arguments, and clients hold these to the letters of names.
fn keys(errors: &mut Errors, record: &Record) {
    match &record.form {
        Form::Whole(key) => {
            if let Some(fault) = names::fault(&key.text) {
                let message = format!(
                    "{fault}; an enum is keyed by its name in lower case, so give it another"
                );
                errors.at(key.span, message);
            }
        }
        Form::Fields(fields) => {
            for field in fields {
                if let Keyed::Alone { key, .. } = &field.keyed
                    && let Some(fault) = names::fault(&key.text)
                {
                    let message = format!("{fault}; give another with `#[serde(rename = \"…\")]`");
                    errors.at(key.span, message);
                }
            }
        }
    }
}

/// Serde lets the later of two fields with one key go unread.
fn one_field_for_a_key(errors: &mut Errors, record: &Record) {
    let Form::Fields(fields) = &record.form else {
        return;
    };
    let mut seen = HashSet::new();
    for field in fields {
        if let Keyed::Alone { key, .. } = &field.keyed
            && !seen.insert(key.text.as_str())
        {
            let message = format!(
                "`{}` is already the key of another field; give one of them another with \
                 `#[serde(rename = \"…\")]`",
                key.text
            );
            errors.at(key.span, message);
        }
    }
}
