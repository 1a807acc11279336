//! `--mcp-config --http-port N`: the entry that connects a client to the server by its URL.
//!
//! A token is never in it: each client has a place of its own from which it reads one, or a blank to fill in.
//! Prints nothing and does not know whether the server runs.

use super::config::{Client, Entry, json, shell_word, toml_key};
use super::http::{HttpFault, HttpOptions, TOKEN_VARIABLE};
use super::pretty;

/// The entry for `client`.
pub(super) fn entry(name: &str, client: Client, options: &HttpOptions) -> Result<Entry, HttpFault> {
    match options.port {
        0 => Err(HttpFault::NoPort),
        port => Ok(write(name, client, &options.url(port), options.has_token())),
    }
}

fn write(name: &str, client: Client, url: &str, token: bool) -> Entry {
    let variable = |form: &str| form.replace("VAR", TOKEN_VARIABLE);
    let remote = |key, kind, form: &str| server(key, kind, url, token.then_some(form));
    let common = |server| table("mcpServers", name, server);
    let export = token.then(|| {
        format!("the client reads the token from its environment variable `{TOKEN_VARIABLE}`")
    });
    let (text, hint) = match client {
        Client::ClaudeDesktop => (
            common(through_a_program(url, token)),
            Some(
                "Claude Desktop starts programs only; this entry connects it through `mcp-remote`, \
                 which needs Node.js"
                    .to_owned(),
            ),
        ),
        Client::ClaudeCode => {
            let form = variable("${VAR}");
            let header = match token {
                true => format!(" --header {}", shell_word(&authorization(&form))),
                false => String::new(),
            };
            let command = format!(
                "or: claude mcp add --scope project --transport http {} {url}{header}",
                shell_word(name),
            );
            (common(remote("url", Some("http"), &form)), Some(command))
        }
        Client::Cursor => (common(remote("url", None, &variable("${env:VAR}"))), export),
        Client::Windsurf => (
            common(remote("serverUrl", None, &variable("${env:VAR}"))),
            export,
        ),
        Client::GeminiCli => (common(remote("httpUrl", None, &variable("${VAR}"))), export),
        Client::Zed => (
            table("context_servers", name, remote("url", None, "<token>")),
            token.then(|| "put the token in the place of `<token>`".to_owned()),
        ),
        Client::VsCode => (
            vs_code(name, remote("url", Some("http"), "${input:mcp-auth-token}"), token),
            token.then(|| "VS Code asks for the token once and keeps it".to_owned()),
        ),
        Client::Codex => {
            let variable = match token {
                true => format!("\nbearer_token_env_var = {}", json(TOKEN_VARIABLE)),
                false => String::new(),
            };
            let text = format!(
                "[mcp_servers.{}]\nurl = {}{variable}",
                toml_key(name),
                json(url)
            );
            return Entry { text, hint: export };
        }
    };
    Entry {
        text: pretty::indent(&text),
        hint,
    }
}

fn authorization(token: &str) -> String {
    format!("Authorization: Bearer {token}")
}

/// A server by its URL, as JSON text.
fn server(key: &str, kind: Option<&str>, url: &str, token: Option<&str>) -> String {
    let kind = kind.map(|kind| format!(r#""type":{},"#, json(kind)));
    let headers = token.map(|token| {
        let value = json(&format!("Bearer {token}"));
        format!(r#","headers":{{"Authorization":{value}}}"#)
    });
    format!(
        "{{{}{}:{}{}}}",
        kind.unwrap_or_default(),
        json(key),
        json(url),
        headers.unwrap_or_default()
    )
}

fn table(table: &str, name: &str, server: String) -> String {
    format!("{{{}:{{{}:{server}}}}}", json(table), json(name))
}

/// For a client that knows no URLs: a program that carries messages between it and the server.
fn through_a_program(url: &str, token: bool) -> String {
    let mut arguments = vec!["-y", "mcp-remote", url];
    // It refuses plain HTTP for other names.
    let here = ["http://127.", "http://localhost:", "http://[::1]:"];
    if !here.iter().any(|here| url.starts_with(here)) {
        arguments.push("--allow-http");
    }
    let mut environment = String::new();
    if token {
        // Without a space: on Windows the client splits arguments at spaces.
        arguments.extend(["--header", "Authorization:${AUTH_HEADER}"]);
        environment = r#","env":{"AUTH_HEADER":"Bearer <token>"}"#.to_owned();
    }
    format!(
        r#"{{"command":"npx","args":{}{environment}}}"#,
        json(&arguments)
    )
}

fn vs_code(name: &str, server: String, token: bool) -> String {
    let inputs = match token {
        true => {
            let description = json(&format!("Token of {name}"));
            format!(
                r#""inputs":[{{"type":"promptString","id":"mcp-auth-token","description":{description},"password":true}}],"#
            )
        }
        false => String::new(),
    };
    format!("{{{inputs}\"servers\":{{{}:{server}}}}}", json(name))
}

#[cfg(test)]
mod tests {
    //! Tests of the formats.

    use super::*;

    const URL: &str = "http://127.0.0.1:9000/mcp";

    fn check(client: Client, open: &str, with_token: &str) {
        for (token, expected) in [(false, open), (true, with_token)] {
            let entry = write("notes", client, URL, token);
            let expected = match client {
                Client::Codex => expected.to_owned(),
                _ => pretty::indent(expected),
            };
            assert_eq!(entry.text, expected, "{client:?}");
        }
    }

    #[test]
    fn clients_get_the_url_in_their_own_format() {
        check(
            Client::ClaudeCode,
            r#"{"mcpServers":{"notes":{"type":"http","url":"http://127.0.0.1:9000/mcp"}}}"#,
            r#"{"mcpServers":{"notes":{"type":"http","url":"http://127.0.0.1:9000/mcp","headers":{"Authorization":"Bearer ${MCP_AUTH_TOKEN}"}}}}"#,
        );
        check(
            Client::Cursor,
            r#"{"mcpServers":{"notes":{"url":"http://127.0.0.1:9000/mcp"}}}"#,
            r#"{"mcpServers":{"notes":{"url":"http://127.0.0.1:9000/mcp","headers":{"Authorization":"Bearer ${env:MCP_AUTH_TOKEN}"}}}}"#,
        );
        check(
            Client::Windsurf,
            r#"{"mcpServers":{"notes":{"serverUrl":"http://127.0.0.1:9000/mcp"}}}"#,
            r#"{"mcpServers":{"notes":{"serverUrl":"http://127.0.0.1:9000/mcp","headers":{"Authorization":"Bearer ${env:MCP_AUTH_TOKEN}"}}}}"#,
        );
        check(
            Client::GeminiCli,
            r#"{"mcpServers":{"notes":{"httpUrl":"http://127.0.0.1:9000/mcp"}}}"#,
            r#"{"mcpServers":{"notes":{"httpUrl":"http://127.0.0.1:9000/mcp","headers":{"Authorization":"Bearer ${MCP_AUTH_TOKEN}"}}}}"#,
        );
        check(
            Client::Zed,
            r#"{"context_servers":{"notes":{"url":"http://127.0.0.1:9000/mcp"}}}"#,
            r#"{"context_servers":{"notes":{"url":"http://127.0.0.1:9000/mcp","headers":{"Authorization":"Bearer <token>"}}}}"#,
        );
        check(
            Client::VsCode,
            r#"{"servers":{"notes":{"type":"http","url":"http://127.0.0.1:9000/mcp"}}}"#,
            r#"{"inputs":[{"type":"promptString","id":"mcp-auth-token","description":"Token of notes","password":true}],"servers":{"notes":{"type":"http","url":"http://127.0.0.1:9000/mcp","headers":{"Authorization":"Bearer ${input:mcp-auth-token}"}}}}"#,
        );
        check(
            Client::Codex,
            "[mcp_servers.notes]\nurl = \"http://127.0.0.1:9000/mcp\"",
            "[mcp_servers.notes]\nurl = \"http://127.0.0.1:9000/mcp\"\nbearer_token_env_var = \"MCP_AUTH_TOKEN\"",
        );
        check(
            Client::ClaudeDesktop,
            r#"{"mcpServers":{"notes":{"command":"npx","args":["-y","mcp-remote","http://127.0.0.1:9000/mcp"]}}}"#,
            r#"{"mcpServers":{"notes":{"command":"npx","args":["-y","mcp-remote","http://127.0.0.1:9000/mcp","--header","Authorization:${AUTH_HEADER}"],"env":{"AUTH_HEADER":"Bearer <token>"}}}}"#,
        );
    }

    #[test]
    fn a_plain_url_of_another_machine_is_allowed_to_the_program_between() {
        let entry = write(
            "notes",
            Client::ClaudeDesktop,
            "http://mcp.example:9/mcp",
            false,
        );
        assert!(entry.text.contains(r#""--allow-http""#), "{}", entry.text);
    }

    #[test]
    fn claude_code_has_a_command_for_it() {
        let hint = |token| write("my notes", Client::ClaudeCode, URL, token).hint;
        assert_eq!(
            hint(false).as_deref(),
            Some(
                "or: claude mcp add --scope project --transport http 'my notes' http://127.0.0.1:9000/mcp"
            )
        );
        assert_eq!(
            hint(true).as_deref(),
            Some(
                "or: claude mcp add --scope project --transport http 'my notes' http://127.0.0.1:9000/mcp \
                 --header 'Authorization: Bearer ${MCP_AUTH_TOKEN}'"
            )
        );
    }
}
