//! Tests of the command line and of laying out JSON.

use super::*;

fn parsed(arguments: &[&str]) -> Result<Task, clap::error::ErrorKind> {
    let info = Implementation::new("notes", "1.2.3");
    let line = ["notes"].iter().chain(arguments).map(OsString::from);
    parse(line, &info)
        .map(|args| args.into_task().expect("sound flags"))
        .map_err(|error| error.kind())
}

#[test]
fn flags_become_tasks() {
    assert!(matches!(parsed(&[]), Ok(Task::Serve)));
    assert!(matches!(
        parsed(&["--mcp-tools"]),
        Ok(Task::PrintTools(wire::Era::Modern))
    ));
    assert!(matches!(
        parsed(&["--mcp-tools", "--era", "legacy"]),
        Ok(Task::PrintTools(wire::Era::Legacy))
    ));
    assert!(matches!(
        parsed(&["--mcp-config"]),
        Ok(Task::PrintConfig(Client::ClaudeDesktop))
    ));
    assert!(matches!(
        parsed(&["--mcp-config", "--client", "vscode"]),
        Ok(Task::PrintConfig(Client::VsCode))
    ));
    assert!(matches!(
        parsed(&["call", "add", "a=-1", "--json", "{}"]),
        Ok(Task::Call(_))
    ));
}

#[test]
fn flags_that_do_not_go_together_are_refused() {
    use clap::error::ErrorKind;
    for (arguments, kind) in [
        (&["--nonsense"][..], ErrorKind::UnknownArgument),
        (
            &["--mcp-tools", "--mcp-config"],
            ErrorKind::ArgumentConflict,
        ),
        (&["--mcp-tools", "call", "add"], ErrorKind::ArgumentConflict),
        (&["--era", "legacy"], ErrorKind::MissingRequiredArgument),
        (&["--client", "zed"], ErrorKind::MissingRequiredArgument),
        (&["call"], ErrorKind::MissingRequiredArgument),
        (&["--version"], ErrorKind::DisplayVersion),
        (&["--help"], ErrorKind::DisplayHelp),
    ] {
        assert_eq!(parsed(arguments).err(), Some(kind), "{arguments:?}");
    }
}

#[test]
fn json_is_laid_out_with_its_order_and_digits() {
    let json = r#"{"b":[1.50,{"a":"x, \"{y}\" : \\"}],"a":[],"c":{}, "d" : 18446744073709551616}"#;
    let expected = r#"{
  "b": [
    1.50,
    {
      "a": "x, \"{y}\" : \\"
    }
  ],
  "a": [],
  "c": {},
  "d": 18446744073709551616
}"#;
    assert_eq!(pretty::indent(json), expected);
}

#[cfg(not(feature = "http"))]
#[test]
fn a_program_without_http_says_what_it_lacks() {
    let info = Implementation::new("notes", "1.2.3");
    let line = ["notes", "--http-port", "9000"].map(OsString::from);
    let args = parse(line.into_iter(), &info).expect("known flags");
    let usage = args.into_task().err().expect("refused").to_string();
    assert!(usage.contains("the feature `http`"), "{usage}");
}
