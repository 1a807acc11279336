//! The official conformance suite against `examples/everything`, in every revision it has.
//!
//! Nothing may fail or warn but what `lists.rs` says cannot pass yet, and nothing may be passed over but what
//! stands there with its reason. `tests/interop/install` brings the suite; without it this passes and says why,
//! unless `MCP_TESTS_REQUIRED=1`. Knows nothing of the protocol itself.

mod lists;
#[path = "../support/peers.rs"]
mod peers;
#[path = "../support/programs.rs"]
mod programs;
mod results;
#[path = "../support/served.rs"]
mod served;

use lists::{Known, MANDATORY, NO_VERDICT, NOT_YET, VERDICTS};
use programs::programs;
use results::{Check, Run};
use served::Served;
use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::Command;

/// What the suite is asked for: a revision's frozen requirements, or all it has for an older one; and whether every
/// answer is a stream.
const RUNS: [(&[&str], bool); 6] = [
    (&["--requirements", "2026-07-28"], false),
    (&["--requirements", "2026-07-28"], true),
    (&["--requirements", "2025-11-25"], false),
    (&["--requirements", "2025-11-25"], true),
    (&["--suite", "all", "--spec-version", "2025-06-18"], false),
    (&["--suite", "all", "--spec-version", "2025-03-26"], false),
];

/// Says a line even when the test passes.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The entry of a list that is for this check.
fn entry<'l>(list: &'l [Known], check: &Check) -> Option<&'l Known> {
    list.iter().find(|known| {
        known.scenario == check.scenario && [check.id.as_str(), "*"].contains(&known.check)
    })
}

#[test]
fn the_official_suite_passes_but_for_what_is_listed_with_its_reason() {
    let folder = match peers::installed() {
        Ok(folder) => folder,
        Err(missing) => return missing.pass_or_panic(),
    };
    let program = &programs()["everything"];
    let mut faults = Vec::new();
    let mut met = BTreeSet::new();
    let mut scenarios = BTreeSet::new();
    let mut passes = BTreeSet::new();
    for (arguments, streams) in RUNS {
        // A fresh server for each run, as the suite's state is in it.
        let mut command = Command::new(program);
        command
            .args(["--http-port", "0"])
            .env_remove("MCP_AUTH_TOKEN");
        if streams {
            command.env("STREAM_ANSWERS", "1");
        }
        let served = Served::start(&mut command);
        let run = Run::of(&folder, arguments, served.url());
        let mut passed = 0;
        for check in run.checks() {
            scenarios.insert(check.scenario.clone());
            let list = match check.status.as_str() {
                "SUCCESS" => {
                    passed += 1;
                    passes.insert((check.scenario, check.id));
                    continue;
                }
                "SKIPPED" | "INFO" => NO_VERDICT,
                _ => NOT_YET,
            };
            let told = format!("{}: {check}", run.revision());
            match entry(list, &check) {
                Some(known) => {
                    // Of a scenario that cannot pass one line is enough.
                    let new = met.insert((known.scenario, known.check));
                    if new || check.status == "SKIPPED" || check.status == "INFO" {
                        say(&format!("{told}\n    {}", known.reason));
                    }
                }
                None => faults.push(told),
            }
        }
        let form = if streams { ", as streams" } else { "" };
        say(&format!("{}: {passed} checks passed{form}", run.revision()));
        assert!(passed > 0, "nothing has passed: {run}");
    }
    for known in NOT_YET.iter().chain(NO_VERDICT) {
        if !met.contains(&(known.scenario, known.check)) {
            faults.push(format!(
                "`{}` of `{}` is listed in vain; strike it off the list",
                known.check, known.scenario
            ));
        }
    }
    for (scenario, check) in VERDICTS {
        if !passes.contains(&(scenario.to_owned(), check.to_owned())) {
            faults.push(format!("no run has passed `{check}` of `{scenario}`"));
        }
    }
    for scenario in MANDATORY {
        if !scenarios.contains(scenario) {
            faults.push(format!("`{scenario}` was not run"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
