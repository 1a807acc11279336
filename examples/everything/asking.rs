//! Tools that ask: the user with forms, the client's model.

use mcp::{AskError, Context, Elicited, SampleRequest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the user said, as a line.
fn line<T: Serialize>(said: Elicited<T>) -> Result<String, serde_json::Error> {
    Ok(match said {
        Elicited::Accept(content) => {
            format!(
                "action=accept, content={}",
                serde_json::to_string(&content)?
            )
        }
        Elicited::Decline => "action=decline".to_owned(),
        Elicited::Cancel => "action=cancel".to_owned(),
    })
}

/// Asks the client's model.
#[mcp::tool(requires(sampling))]
async fn test_sampling(
    ctx: &Context,
    /// What it is asked.
    prompt: &str,
) -> Result<String, AskError> {
    let said = ctx
        .sample("prompt", SampleRequest::new(100).user(prompt))
        .await?;
    Ok(format!("LLM response: {}", said.text()))
}

/// Who the user is.
#[derive(Deserialize, Serialize, JsonSchema)]
struct User {
    /// User's response
    username: String,
    /// User's email address
    #[schemars(email)]
    email: String,
}

/// Asks the user who they are.
#[mcp::tool(requires(elicitation))]
async fn test_elicitation(
    ctx: &Context,
    /// What is put before the user.
    message: &str,
) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let said = ctx.elicit::<User>("user", message).await?;
    Ok(format!("User response: {}", line(said)?))
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Active,
    Inactive,
    Pending,
}

/// A form that is filled in already.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(default)]
struct Filled {
    /// User name
    name: String,
    /// User age
    age: i32,
    /// User score
    score: f64,
    /// User status
    status: Status,
    /// Verification status
    verified: bool,
}

impl Default for Filled {
    fn default() -> Self {
        Self {
            name: "John Doe".into(),
            age: 30,
            score: 95.5,
            status: Status::Active,
            verified: true,
        }
    }
}

/// Puts a form before the user that is filled in already.
#[mcp::tool(requires(elicitation))]
async fn test_elicitation_sep1034_defaults(
    ctx: &Context,
) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let said = ctx
        .elicit::<Filled>("form", "Please review the form.")
        .await?;
    Ok(format!("Elicitation completed: {}", line(said)?))
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Plain {
    Option1,
    Option2,
    Option3,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Titled {
    /// First Option
    Value1,
    /// Second Option
    Value2,
    /// Third Option
    Value3,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Named {
    Opt1,
    Opt2,
    Opt3,
}

/// Choices of every kind.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Choices {
    /// Select one option
    untitled_single: Option<Plain>,
    /// Select one option with titles
    titled_single: Option<Titled>,
    /// Select one option, named as older clients read it
    #[schemars(extend("enumNames" = ["Option One", "Option Two", "Option Three"]))]
    legacy_enum: Option<Named>,
    /// Select multiple options
    #[serde(default)]
    #[schemars(length(min = 1, max = 3))]
    untitled_multi: Vec<Plain>,
    /// Select multiple options with titles
    #[serde(default)]
    #[schemars(length(min = 1, max = 3))]
    titled_multi: Vec<Titled>,
}

/// Puts choices of every kind before the user.
#[mcp::tool(requires(elicitation))]
async fn test_elicitation_sep1330_enums(
    ctx: &Context,
) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let said = ctx
        .elicit::<Choices>("choices", "Please select options.")
        .await?;
    Ok(format!("Elicitation completed: {}", line(said)?))
}
