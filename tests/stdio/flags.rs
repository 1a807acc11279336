//! The flags of a server program.

use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::client::{BOTH, Client, Era, fixture, fixture_as};

fn run(arguments: &[&str]) -> Output {
    run_command(fixture().args(arguments))
}

fn run_command(command: &mut Command) -> Output {
    command
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

/// What a call prints and where, and its exit code.
#[track_caller]
fn check_call(arguments: &[&str], stdout: &str, stderr: &str, code: i32) {
    let output = run(&[&["call"], arguments].concat());
    assert_eq!(
        (out(&output), err(&output), output.status.code()),
        (stdout, stderr, Some(code)),
        "{arguments:?}"
    );
}

#[test]
fn the_tools_are_printed_as_a_client_of_either_era_sees_them() {
    for era in BOTH {
        let output = match era {
            Era::Legacy => run(&["--mcp-tools", "--era", "legacy"]),
            Era::Modern => run(&["--mcp-tools"]),
        };
        assert_eq!((err(&output), output.status.code()), ("", Some(0)));
        let printed: Value = serde_json::from_str(out(&output)).expect("JSON");
        let mut client = Client::start(era);
        client.send(&era.request(1, "tools/list", json!({})));
        assert_eq!(
            printed,
            json!({"tools": client.answer()["result"]["tools"]})
        );
    }
}

#[test]
fn the_printed_tools_are_the_same_each_time() {
    let first = run(&["--mcp-tools"]).stdout;
    for _ in 0..20 {
        assert_eq!(run(&["--mcp-tools"]).stdout, first);
    }
}

#[test]
fn the_configuration_names_the_program_by_its_absolute_path() {
    let program = std::fs::canonicalize(env!("CARGO_BIN_EXE_stdio-fixture")).expect("a path");
    for (client, table) in [
        (None, "mcpServers"),
        (Some("claude-desktop"), "mcpServers"),
        (Some("claude-code"), "mcpServers"),
        (Some("cursor"), "mcpServers"),
        (Some("vscode"), "servers"),
        (Some("zed"), "context_servers"),
    ] {
        let mut command = fixture();
        command.arg("--mcp-config");
        if let Some(client) = client {
            command.args(["--client", client]);
        }
        let output = run_command(&mut command);
        assert_eq!(output.status.code(), Some(0));
        let printed: Value = serde_json::from_str(out(&output)).expect("JSON");
        let entry = &printed[table]["tests"];
        assert_eq!(
            (&entry["command"], &entry["args"]),
            (&json!(program), &json!([])),
            "{client:?}"
        );
        assert_eq!(entry["type"] == "stdio", client == Some("vscode"));
        assert_eq!(
            err(&output).starts_with("or: claude mcp add tests -- /"),
            client == Some("claude-code")
        );
    }
    let output = run(&["--mcp-config", "--client", "nobody"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("claude-desktop"), "{}", err(&output));
}

#[test]
fn a_tool_can_be_called_from_the_shell() {
    check_call(&["add", "a=1", "b=2"], "3\n", "", 0);
    check_call(&["add", "a=-1", "b=1"], "0\n", "", 0);
    check_call(&["add", "--json", r#"{"a":1,"b":2}"#], "3\n", "", 0);
    check_call(&["add", "a=1", "--json", r#"{"b":2}"#], "3\n", "", 0);
    check_call(&["echo", "text=5"], "5\n", "", 0);
    check_call(&["echo", "text=a b=\"c\"\nd"], "a b=\"c\"\nd\n", "", 0);
    check_call(&["opt"], "None\n", "", 0);
    check_call(&["opt", "x=3"], "Some(3)\n", "", 0);
    check_call(&["slow", "ms=1"], "1\n", "", 0);
    let widest = "340282366920938463463374607431768211455";
    check_call(
        &["wide", "n=1", &format!("w={widest}")],
        &format!("1 {widest}\n"),
        "",
        0,
    );
}

/// What a call of `scale` prints.
#[track_caller]
fn check_scale(arguments: &[&str], printed: &str) {
    let arguments = [&["scale"], arguments].concat();
    check_call(&arguments, &format!("{printed}\n"), "", 0);
}

#[test]
fn an_argument_is_an_option_by_its_short_its_long_name_and_its_key() {
    for by in [
        &["-f", "-2"][..],
        &["-f-2"],
        &["-f=-2"],
        &["--factor", "-2"],
        &["--factor=-2"],
        &["factor=-2"],
    ] {
        check_scale(&[by, &["number=1.5"]].concat(), "- -3 None");
        check_scale(&[&["--number=1.5"], by].concat(), "- -3 None");
    }
    check_scale(&["number=1", "-n", "a b"], "a b 1 None");
    check_scale(&["--number", "-1e1", "--name=--x"], "--x -10 None");
    check_scale(&["number=1", "title=5"], "5 1 None");
    check_scale(&["--factor", "2", "--json", r#"{"number":4}"#], "- 8 None");
    let output = run(&["call", "--json", r#"{"number":4}"#, "scale", "-f3"]);
    assert_eq!(out(&output), "- 12 None\n");
    // what `call` takes itself comes first
    check_scale(&["number=1", "json=true"], "- 1 Some(true)");
    check_scale(&["--", "number=1"], "- 1 None");
}

#[test]
fn a_flag_is_set_by_its_name_alone() {
    check_scale(&["number=-1.5", "--round"], "- -2 None");
    check_scale(&["number=-1.5", "-r"], "- -2 None");
    check_scale(&["number=-1.5", "--no-sign"], "- 1.5 None");
    check_scale(&["-rs", "number=-1.5"], "- 2 None");
    check_scale(&["-rsf2", "number=-1.7"], "- 3 None");
    check_scale(&["-rf", "2", "number=-1.7"], "- -3 None");
    check_scale(
        &["number=-1.5", "--round=true", "--no-sign=false"],
        "- -2 None",
    );
    check_scale(&["number=-1.5", "round=true", "no-sign=true"], "- 2 None");
    // and by the contrary of its name it is not
    check_scale(&["number=-1.5", "--no-round", "--sign"], "- -1.5 None");
}

#[test]
fn an_option_that_does_not_fit_ends_with_code_2_and_the_options_that_do() {
    let usage = "[OPTIONS] [-f|--factor <NUMBER>] [-n|--name <TEXT>] [-r|--round] [-s|--no-sign] [KEY=VALUE]...";
    for (arguments, message) in [
        (
            &["--fctor", "2"][..],
            "error: unexpected argument '--fctor' found\n\n  tip: a similar argument exists: '--factor'\n",
        ),
        (&["-x"], "error: unexpected argument '-x' found\n"),
        (
            &["--factor", "2", "-f", "2"],
            "error: the argument '--factor <NUMBER>' cannot be used multiple times\n",
        ),
        (
            &["--round", "--no-round"],
            "error: the argument '--round[=<BOOL>]' cannot be used with '--no-round'\n",
        ),
    ] {
        let output = run(&[&["call", "scale", "number=1"], arguments].concat());
        assert_eq!(
            (out(&output), output.status.code()),
            ("", Some(2)),
            "{arguments:?}"
        );
        assert!(err(&output).starts_with(message), "{}", err(&output));
        let shown = format!("\nUsage: stdio-fixture call scale {usage}\n");
        assert!(err(&output).contains(&shown), "{}", err(&output));
    }
    for (arguments, message) in [
        (
            &["number=1", "-f", "two"][..],
            "error: argument `factor` takes a number, and `two` is none\n",
        ),
        (
            &["--number=1", "number=1"],
            "error: argument `number` is given twice\n",
        ),
        (
            &["number=1", "--round=maybe"],
            "error: argument `round` takes `true` or `false`, and `maybe` is none\n",
        ),
    ] {
        check_call(&[&["scale"], arguments].concat(), "", message, 2);
    }
    let output = run(&["call", "scale", "number=1", "-f"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).starts_with(
            "error: a value is required for '--factor <NUMBER>' but none was supplied"
        ),
        "{}",
        err(&output)
    );
}

#[test]
fn help_of_a_tool_tells_its_arguments() {
    let output = run(&["call", "scale", "--help"]);
    assert_eq!((err(&output), output.status.code()), ("", Some(0)));
    for words in [
        "Scales a number.",
        "--number <NUMBER>",
        "What is scaled. [required]",
        "-f, --factor <NUMBER>",
        "By how much. [default: 1.0]",
        "-r, --round",
        "-s, --no-sign",
        "--json <OBJECT>",
    ] {
        assert!(
            out(&output).contains(words),
            "no `{words}` in:\n{}",
            out(&output)
        );
    }
    assert_eq!(run(&["call", "--help"]).status.code(), Some(0));
    assert_eq!(
        run(&["call", "no-tool-is-near", "--help"]).status.code(),
        Some(2)
    );
}

#[test]
fn the_text_of_a_result_can_be_had_in_another_form() {
    check_call(&["numbers", "n=2"], "[1,2]\n", "", 0);
    check_call(&["numbers", "n=2", "--render", "lines"], "1\n2\n", "", 0);
    check_call(&["numbers", "--render=count", "n=3"], "3\n", "", 0);
    check_call(&["numbers", "n=2", "--render", "raw"], "[1,2]\n", "", 0);
    check_call(
        &["numbers", "n=2", "--render", "line"],
        "",
        "error: tool `numbers` has no output action `line`; did you mean `lines`?\n",
        2,
    );
    check_call(
        &["numbers", "n=2", "--render", "table"],
        "",
        "error: tool `numbers` has no output action `table`; expected one of: `raw`, `lines`, `count`\n",
        2,
    );
    check_call(
        &["add", "a=1", "b=2", "--render", "table"],
        "",
        "error: tool `add` has no output action `table`; it has none at all\n",
        2,
    );
    check_call(
        &["numbers", "n=2", "_render=lines", "--render", "lines"],
        "",
        "error: argument `_render` is given twice\n",
        2,
    );
}

#[test]
fn a_server_of_one_era_can_be_called_from_the_shell() {
    for way in ["legacy", "modern"] {
        let output = run_command(fixture_as(way).args(["call", "add", "a=1", "b=2"]));
        assert_eq!(
            (out(&output), err(&output), output.status.code()),
            ("3\n", "", Some(0)),
            "{way}"
        );
    }
}

#[test]
fn only_the_result_of_a_called_tool_is_on_its_output() {
    check_call(&["noisy", "text=hello"], "hello\n", "hello\nno newline", 0);
    check_call(&["child"], "\n", "", 0);
}

#[test]
fn a_failing_call_ends_with_code_1() {
    check_call(&["fail"], "", "no such file\n", 1);
    for arguments in [
        &["boom"][..],
        &["add", "a=1"],
        &["add", "a=1", "b=2", "c=3"],
        &["opt", "x=-1"],
    ] {
        let output = run(&[&["call"], arguments].concat());
        assert_eq!(
            (out(&output), output.status.code()),
            ("", Some(1)),
            "{arguments:?}"
        );
        assert!(!err(&output).is_empty());
    }
}

#[test]
fn a_call_that_does_not_fit_the_command_line_ends_with_code_2() {
    check_call(
        &["ad", "a=1"],
        "",
        "error: unknown tool `ad`; did you mean `add`?\n",
        2,
    );
    check_call(
        &["add", "a=one", "b=2"],
        "",
        "error: argument `a` takes an integer, and `one` is none\n",
        2,
    );
    check_call(
        &["add", "a"],
        "",
        "error: `a` is no argument; write `key=value`\n",
        2,
    );
    check_call(
        &["add", "a=1", "a=2"],
        "",
        "error: argument `a` is given twice\n",
        2,
    );
    for arguments in [
        &["call"][..],
        &["call", "add", "--json", "[1]"],
        &["call", "no-tool-is-near-this-name"],
    ] {
        let output = run(arguments);
        assert_eq!(
            (out(&output), output.status.code()),
            ("", Some(2)),
            "{arguments:?}"
        );
    }
}

#[test]
fn help_and_version_are_as_everywhere() {
    let output = run(&["--version"]);
    assert_eq!(
        (out(&output), output.status.code()),
        (concat!("tests ", env!("CARGO_PKG_VERSION"), "\n"), Some(0))
    );
    let output = run(&["--help"]);
    assert_eq!(output.status.code(), Some(0));
    for flag in [
        "--mcp-tools",
        "--mcp-config",
        "--client",
        "--era",
        "call",
        "--version",
    ] {
        assert!(
            out(&output).contains(flag),
            "no `{flag}` in:\n{}",
            out(&output)
        );
    }
    let output = run(&["--nonsense"]);
    assert_eq!((out(&output), output.status.code()), ("", Some(2)));
    assert!(
        err(&output).starts_with("error: unexpected argument '--nonsense'"),
        "{}",
        err(&output)
    );
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    for flag in ["--mcp-tools", "--help", "--mcp-config"] {
        let mut child = fixture()
            .arg(flag)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(
            (err(&output), output.status.code()),
            ("", Some(0)),
            "{flag}"
        );
    }
}

#[test]
fn a_server_that_cannot_be_built_says_why_on_stderr() {
    for arguments in [&[][..], &["--mcp-tools"], &["call", "add"]] {
        let output = run_command(fixture_as("broken").args(arguments));
        assert_eq!(
            (out(&output), output.status.code()),
            ("", Some(1)),
            "{arguments:?}"
        );
        assert!(
            err(&output).starts_with("error: the server cannot be built\n- "),
            "{}",
            err(&output)
        );
    }
    for flag in ["--help", "--version"] {
        let output = run_command(fixture_as("broken").arg(flag));
        assert_eq!(output.status.code(), Some(0), "{flag}");
    }
}

#[test]
fn a_program_may_have_flags_of_its_own() {
    let output = run_command(fixture_as("own-flags").args(["--greeting", "hello", "--mcp-tools"]));
    assert_eq!((err(&output), output.status.code()), ("hello\n", Some(0)));
    assert!(out(&output).starts_with('{'));
    let output = run_command(fixture_as("own-flags").args(["call", "add", "a=1", "b=2"]));
    assert_eq!((out(&output), output.status.code()), ("3\n", Some(0)));
    let output = run_command(fixture_as("own-flags").arg("--version"));
    assert!(out(&output).ends_with("7.8.9\n"));
    let output = run_command(fixture_as("own-flags").args(["--greeting", "hello", "--mcp-config"]));
    let printed: Value = serde_json::from_str(out(&output)).expect("JSON");
    assert_eq!(
        printed["mcpServers"]["tests"]["args"],
        json!(["--greeting", "hello"])
    );
}
