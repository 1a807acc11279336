//! Rules about the keys that say in which forms a tool gives its value.

use crate::errors::Errors;
use crate::model::Tool;
use crate::names;
use syn::ReturnType;

/// Clients ask for an action by a name like any other on the wire, and `raw` is there without one.
pub(super) fn actions_have_names(errors: &mut Errors, tool: &Tool) {
    for (index, action) in tool.actions.iter().enumerate() {
        let name = &action.name;
        let message = if let Some(fault) = names::fault(&name.text) {
            format!("{fault}; give the action another name")
        } else if name.text == "raw" {
            "`raw` is the value without an action; give the action another name".to_owned()
        } else if tool.actions[..index]
            .iter()
            .any(|earlier| earlier.name.text == name.text)
        {
            format!("`{}` is given twice; keep one", name.text)
        } else {
            continue;
        };
        errors.at(name.span, message);
    }
}

/// Where there is no value, there is none to be shown in another form.
pub(super) fn actions_need_a_value(errors: &mut Errors, tool: &Tool) {
    if let (Some(action), true) = (tool.actions.first(), returns_nothing(tool)) {
        errors.at(
            action.name.span,
            "the function returns nothing, so there is nothing to render; return a value, or leave `render` out",
        );
    }
}

/// Where there is no value, there is none to be described.
pub(super) fn schema_needs_a_value(errors: &mut Errors, tool: &Tool) {
    if let (Some((_, at)), true) = (&tool.schemas.output, returns_nothing(tool)) {
        errors.at(
            *at,
            "the function returns nothing, so there is nothing to describe; return a value, or leave \
             `output_schema` out",
        );
    }
}

fn returns_nothing(tool: &Tool) -> bool {
    matches!(tool.function.sig.output, ReturnType::Default)
}
