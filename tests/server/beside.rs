//! Prompts and resources as methods, beside tools, and in the registry of a crate.

use crate::Client;
use mcp::{CompletionContext, Server};
use serde_json::json;

struct Library {
    books: Vec<&'static str>,
}

/// Books are found by their titles.
#[mcp::tool(unlisted)]
impl Library {
    /// Counts the books.
    #[tool(read_only)]
    fn count(&self) -> usize {
        self.books.len()
    }

    /// Asks for a summary.
    #[prompt(title = "Summary")]
    async fn summary(
        &self,
        /// Which book.
        #[arg(complete = Self::titles)]
        book: &str,
    ) -> Result<String, String> {
        match self.books.contains(&book) {
            true => Ok(format!("Summarise `{book}`.")),
            false => Err(format!("there is no `{book}`")),
        }
    }

    /// A book.
    #[mcp::resource("book://{title}", mime = "text/plain")]
    fn book(&self, #[arg(complete = Self::titles)] title: &str) -> Option<&'static str> {
        self.books.iter().find(|book| **book == title).copied()
    }

    /// The catalogue.
    #[resource("book://")]
    fn catalogue(&self) -> String {
        self.books.join("\n")
    }

    fn titles(typed: &str, context: &CompletionContext) -> Vec<String> {
        let library: &Self = context.state().expect("the value was given");
        let books = library.books.iter().filter(|book| book.starts_with(typed));
        books.map(|book| (*book).to_owned()).collect()
    }
}

struct Shelf<T>(T);

#[mcp::tool]
impl<T: AsRef<str> + Send + Sync + 'static> Shelf<T> {
    #[prompt]
    fn label(&self, #[arg(complete = Self::labels)] kind: &str) -> String {
        format!("{kind} {}", self.0.as_ref())
    }

    #[resource("shelf://{n}")]
    fn place(&self, n: u8) -> String {
        format!("{n} of {}", self.0.as_ref())
    }

    fn labels(_: &str) -> [&'static str; 1] {
        ["red"]
    }
}

/// Of this crate.
#[mcp::prompt]
fn listed_prompt() -> &'static str {
    "listed"
}

/// Of this crate, too: a prompt, a tool and a resource may share a name.
#[mcp::resource("listed://one", name = "listed_prompt")]
fn listed_resource() -> &'static str {
    "listed"
}

#[tokio::test]
async fn a_value_brings_its_tools_prompts_and_resources() {
    let library = Library {
        books: vec!["Emma", "Ulysses"],
    };
    let service = Server::new("demo", "1.0.0")
        .tools(library)
        .build()
        .expect("a sound server");
    let client = Client::modern(&service);
    let answer = client.ask("server/discover", json!({})).await;
    assert_eq!(
        answer["result"]["capabilities"],
        json!({"completions": {}, "logging": {}, "prompts": {}, "resources": {}, "tools": {}})
    );
    assert_eq!(
        answer["result"]["instructions"],
        "Books are found by their titles."
    );
    let params = json!({"name": "summary", "arguments": {"book": "Emma"}});
    let answer = client.ask("prompts/get", params).await;
    assert_eq!(
        answer["result"]["messages"][0]["content"]["text"],
        "Summarise `Emma`."
    );
    let answer = client
        .ask("resources/read", json!({"uri": "book://Ulysses"}))
        .await;
    assert_eq!(answer["result"]["contents"][0]["text"], "Ulysses");
    let answer = client
        .ask("resources/read", json!({"uri": "book://"}))
        .await;
    assert_eq!(answer["result"]["contents"][0]["text"], "Emma\nUlysses");
    let params = json!({"ref": {"type": "ref/resource", "uri": "book://{title}"}, "argument": {"name": "title", "value": "E"}});
    let answer = client.ask("completion/complete", params).await;
    assert_eq!(answer["result"]["completion"]["values"], json!(["Emma"]));
    assert_eq!(client.text("count", json!({})).await, "2");
}

#[tokio::test]
async fn a_type_with_parameters_brings_them_too() {
    let service = Server::new("demo", "1.0.0")
        .tools(Shelf("oak".to_owned()))
        .build()
        .expect("a sound server");
    let client = Client::modern(&service);
    let params = json!({"name": "label", "arguments": {"kind": "red"}});
    let answer = client.ask("prompts/get", params).await;
    assert_eq!(
        answer["result"]["messages"][0]["content"]["text"],
        "red oak"
    );
    let answer = client
        .ask("resources/read", json!({"uri": "shelf://7"}))
        .await;
    assert_eq!(answer["result"]["contents"][0]["text"], "7 of oak");
    let params = json!({"ref": {"type": "ref/prompt", "name": "label"}, "argument": {"name": "kind", "value": ""}});
    let answer = client.ask("completion/complete", params).await;
    assert_eq!(answer["result"]["completion"]["values"], json!(["red"]));
}

#[tokio::test]
async fn a_registry_has_them_and_a_mount_renames_them() {
    let registry = mcp::registry!();
    assert!(
        registry
            .prompts()
            .iter()
            .any(|prompt| prompt.name() == "listed_prompt"
                && prompt.description() == Some("Of this crate."))
    );
    let resource = registry
        .resources()
        .iter()
        .find(|one| one.uri() == "listed://one");
    assert_eq!(
        resource.map(mcp::resource::Resource::name),
        Some("listed_prompt")
    );

    let service = Server::new("demo", "1.0.0")
        .mount("a", mcp::prompts![listed_prompt])
        .mount("b", mcp::resources![listed_resource])
        .build()
        .expect("a sound server");
    let client = Client::modern(&service);
    let answer = client
        .ask("prompts/get", json!({"name": "a__listed_prompt"}))
        .await;
    assert_eq!(answer["result"]["messages"][0]["content"]["text"], "listed");
    let answer = client.ask("resources/list", json!({})).await;
    assert_eq!(
        answer["result"]["resources"],
        json!([{"uri": "listed://one", "name": "b__listed_prompt",
                "description": "Of this crate, too: a prompt, a tool and a resource may share a name."}])
    );
}
