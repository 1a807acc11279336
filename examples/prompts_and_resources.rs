//! A cookery book: recipes are resources, a prompt asks for a menu, and names are completed.
//!
//! `cargo run -p examples --bin prompts_and_resources -- --mcp-config` prints how a client is told of it.

use mcp::{CompletionContext, Json, PromptMessage};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The book that the server lends.
struct Book(&'static [Recipe]);

#[derive(Serialize)]
struct Recipe {
    name: &'static str,
    course: &'static str,
    minutes: u32,
}

static RECIPES: [Recipe; 3] = [
    Recipe {
        name: "crème brûlée",
        course: "dessert",
        minutes: 60,
    },
    Recipe {
        name: "leek soup",
        course: "starter",
        minutes: 30,
    },
    Recipe {
        name: "lemon tart",
        course: "dessert",
        minutes: 90,
    },
];

/// How much time there is.
enum Time {
    Any,
    Minutes(u32),
}

/// What was written is no time.
struct NoTime;

impl fmt::Display for NoTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write `any`, or a number of minutes")
    }
}

impl FromStr for Time {
    type Err = NoTime;

    fn from_str(text: &str) -> Result<Self, NoTime> {
        match text {
            "any" => Ok(Self::Any),
            _ => text.parse().map(Self::Minutes).map_err(|_| NoTime),
        }
    }
}

/// Recipes of one course, quickest first.
#[mcp::tool(read_only)]
fn of_course(book: &Book, course: &str) -> Vec<&'static str> {
    let mut found: Vec<&Recipe> = book.0.iter().filter(|one| one.course == course).collect();
    found.sort_by_key(|one| one.minutes);
    found.into_iter().map(|one| one.name).collect()
}

/// Asks for a menu around one recipe.
#[mcp::prompt(title = "Plan a menu")]
fn menu(
    book: &Book,
    /// The recipe that the menu is for.
    #[arg(complete = names)]
    recipe: &str,
    /// How long the cook may take: `any`, or a number of minutes.
    #[arg(default = Time::Any)]
    time: Time,
) -> Vec<PromptMessage> {
    let limit = match time {
        Time::Any => "and take your time".to_owned(),
        Time::Minutes(minutes) => format!("in {minutes} minutes"),
    };
    let known = match find(book, recipe) {
        Some(found) => format!("I know that it takes {} minutes.", found.minutes),
        None => "I do not know that recipe.".to_owned(),
    };
    vec![
        PromptMessage::user(format!("Plan a menu around {recipe}, {limit}.")),
        PromptMessage::assistant(known),
    ]
}

/// The names of all recipes, one a line.
#[mcp::resource(
    "recipes://all",
    title = "All recipes",
    mime = "text/plain",
    annotations(audience = ["user", "assistant"], priority = 0.8)
)]
fn all(book: &Book) -> String {
    let names: Vec<&str> = book.0.iter().map(|one| one.name).collect();
    names.join("\n")
}

/// One recipe.
#[mcp::resource("recipes://{course}/{name}", mime = "application/json")]
fn recipe(
    book: &Book,
    #[arg(complete = courses)] course: &str,
    #[arg(complete = names)] name: &str,
) -> Option<Json<&'static Recipe>> {
    let found = find(book, name).filter(|one| one.course == course);
    found.map(Json)
}

fn find(book: &Book, name: &str) -> Option<&'static Recipe> {
    book.0.iter().find(|one| one.name == name)
}

fn courses(typed: &str) -> Vec<&'static str> {
    let mut courses: Vec<&str> = RECIPES.iter().map(|one| one.course).collect();
    courses.retain(|course| course.starts_with(typed));
    courses.sort_unstable();
    courses.dedup();
    courses
}

/// Names, of the course that was chosen if one was.
fn names(typed: &str, context: &CompletionContext) -> Vec<&'static str> {
    let course = context.argument("course");
    let fits = |one: &&Recipe| {
        one.name.starts_with(typed) && course.is_none_or(|course| course == one.course)
    };
    RECIPES.iter().filter(fits).map(|one| one.name).collect()
}

fn main() -> std::process::ExitCode {
    mcp::server!().state(Book(&RECIPES)).run()
}
