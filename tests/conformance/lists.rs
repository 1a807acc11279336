//! What the suite says of us that is no pass, each with its reason.
//!
//! An entry that no run needs any more is a failure, so that the lists only tell what is so.

/// A check, or all checks (`*`) of a scenario.
pub(crate) struct Known {
    pub(crate) scenario: &'static str,
    pub(crate) check: &'static str,
    pub(crate) reason: &'static str,
}

const fn known(scenario: &'static str, check: &'static str, reason: &'static str) -> Known {
    Known {
        scenario,
        check,
        reason,
    }
}

/// Scenarios that have to be among the results, whatever the suite selects.
pub(crate) const MANDATORY: [&str; 12] = [
    "dns-rebinding-protection",
    "http-custom-header-server-validation",
    "http-header-validation",
    "ping",
    "server-initialize",
    "server-session-lifecycle",
    "server-sse-multiple-streams",
    "server-sse-polling",
    "server-stateless",
    "tools-call-error",
    "tools-call-simple-text",
    "tools-list",
];

const ASKING: &str = "questions to clients of this revision are not there yet";
const TASKS: &str = "the extension for tasks is not part of this library";

/// Failures and warnings.
pub(crate) const NOT_YET: &[Known] = &[
    known("input-required-result-basic-elicitation", "*", ASKING),
    known("input-required-result-basic-list-roots", "*", ASKING),
    known("input-required-result-basic-sampling", "*", ASKING),
    known("input-required-result-capability-check", "*", ASKING),
    known("input-required-result-ignore-extra-params", "*", ASKING),
    known("input-required-result-missing-input-response", "*", ASKING),
    known("input-required-result-multi-round", "*", ASKING),
    known("input-required-result-multiple-input-requests", "*", ASKING),
    known("input-required-result-non-tool-request", "*", ASKING),
    known("input-required-result-request-state", "*", ASKING),
    known("input-required-result-result-type", "*", ASKING),
    known("input-required-result-tampered-state", "*", ASKING),
    known(
        "server-stateless",
        "sep-2575-http-server-no-independent-requests-on-stream",
        ASKING,
    ),
    known("tasks-capability-negotiation", "*", TASKS),
    known("tasks-dispatch-and-envelope", "*", TASKS),
    known("tasks-lifecycle", "*", TASKS),
    known("tasks-mrtr-composition", "*", TASKS),
    known("tasks-mrtr-input", "*", TASKS),
    known("tasks-request-headers", "*", TASKS),
    known("tasks-request-state-removal", "*", TASKS),
    known("tasks-required-task-error", "*", TASKS),
    known("tasks-wire-fields", "*", TASKS),
];

/// Checks that have a verdict in some run, though not in all.
pub(crate) const VERDICTS: [(&str, &str); 1] = [(
    "server-sse-multiple-streams",
    "server-sse-streams-functional",
)];

const RECORD: &str = "no requirement: the suite's record of what went over the wire";

/// Checks without a verdict: skipped, or for information.
pub(crate) const NO_VERDICT: &[Known] = &[
    known(
        "server-sse-multiple-streams",
        "server-sse-streams-functional",
        "looks at streams only where a server answers `tools/list` with one; passes in the runs whose answers are streams",
    ),
    known("server-sse-polling", "incoming-response", RECORD),
    known("server-sse-polling", "incoming-sse-event", RECORD),
    known("server-sse-polling", "outgoing-request", RECORD),
    known("server-sse-polling", "stream-closed", RECORD),
    known(
        "tasks-status-notifications",
        "tasks-status-notifications",
        "skips itself in this version of the suite, whatever the server does",
    ),
];
