//! The `curl` and `printf` lines of the first page, run as they are printed.
#![cfg(unix)]

use std::process::{Command, Stdio};

use rustix::process::Signal;

use crate::program::Program;
use crate::programs::programs;

const README: &str = include_str!("../../README.md");

/// The commands of a block and what they print.
fn block(block: &str) -> (String, String) {
    let (mut commands, mut printed) = (String::new(), String::new());
    let mut goes_on = false;
    for line in block.lines().filter(|line| !line.is_empty()) {
        let command = line.strip_prefix("$ ").or(goes_on.then_some(line));
        goes_on = command.is_some_and(|command| command.ends_with('\\'));
        let (text, line) = match command {
            Some(command) => (&mut commands, command),
            None => (&mut printed, line),
        };
        text.push_str(line);
        text.push('\n');
    }
    (commands, printed)
}

#[test]
fn the_lines_over_standard_streams_print_what_stands_there() {
    let program = programs()["quickstart"].display().to_string();
    let mut ran = 0;
    for text in README
        .split("```")
        .filter(|block| block.contains("$ printf"))
    {
        let (commands, printed) = block(text.trim_start_matches("console\n"));
        let run = "cargo run -q -p examples --bin quickstart";
        assert!(commands.contains(run), "{commands}");
        let output = Command::new("sh")
            .args(["-c", &commands.replace(run, &format!("'{program}'"))])
            .output()
            .expect("a shell");
        assert_eq!(
            String::from_utf8(output.stdout).expect("text"),
            printed,
            "{commands}"
        );
        ran += 1;
    }
    assert_eq!(ran, 1);
}

#[tokio::test]
async fn the_lines_of_the_first_page_print_what_stands_there() {
    if Command::new("curl")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_err()
    {
        return eprintln!("`curl` is not installed; install it to run this test");
    }
    let mut quickstart = Command::new(&programs()["quickstart"]);
    let program = Program::spawn(quickstart.args(["--http-port", "0"]));
    let port = program.address.port().to_string();
    let blocks = README
        .split("```")
        .filter(|block| block.contains("$ curl -s localhost:9000"));
    let mut ran = 0;
    for text in blocks {
        let (commands, printed) = block(text.trim_start_matches("console\n"));
        let output = Command::new("sh")
            .args(["-c", &commands.replace("9000", &port)])
            .output()
            .expect("a shell");
        let output = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output, printed.replace('\n', ""), "{commands}");
        ran += 1;
    }
    assert_eq!(ran, 2);
    program.signal(Signal::TERM);
    assert_eq!(program.wait().status.code(), Some(0));
}
