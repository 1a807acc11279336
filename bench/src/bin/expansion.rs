//! What the macro costs whoever uses it: `cargo run --release --bin expansion [tools]` in this folder.
//!
//! Writes three crates of one content into the target folder, 200 tools unless told otherwise, each tool with types of its own: for this
//! library, for rmcp, and the types alone. Prints, for each, seconds of `cargo check` after a touch (wall and CPU, medians of
//! interleaved rounds) and lines of unoptimised LLVM IR, as a table.
//!
//! CPU time is read from `/proc`, so it runs on Linux alone.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Rounds of `cargo check`, of which the middle one counts.
const ROUNDS: usize = 7;
/// Ticks of `/proc/self/stat` in a second, on every Linux that cargo runs on.
const TICKS: f64 = 100.0;

/// One way to write the tools.
struct Variant {
    name: &'static str,
    dependencies: String,
    head: &'static str,
    each: fn(usize) -> String,
    tail: &'static str,
}

fn types(n: usize) -> String {
    format!(
        "/// An item of kind {n}.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Item{n} {{
    /// Its name.
    pub name: String,
    /// How many there are.
    pub count: u32,
    /// Its parts.
    pub parts: Option<Vec<u64>>,
}}

/// What was found of kind {n}.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct Found{n} {{
    /// The name.
    pub label: String,
    /// The sum.
    pub total: u64,
}}

"
    )
}

const BODY: &str = "{ label: item.name, total: u64::from(item.count) * u64::from(times) \
                    + item.parts.iter().flatten().sum::<u64>() }";

fn ours(n: usize) -> String {
    types(n)
        + &format!(
            "/// Weighs items of kind {n}.
#[mcp::tool]
pub async fn weigh_{n}(
    /// The item.
    item: Item{n},
    /// How often.
    times: u32,
) -> Found{n} {{
    Found{n} {BODY}
}}

"
        )
}

fn rmcp(n: usize) -> String {
    format!(
        "    /// Weighs items of kind {n}.
    #[tool]
    async fn weigh_{n}(&self, Parameters(Weigh{n} {{ item, times }}): Parameters<Weigh{n}>) -> Json<Found{n}> {{
        Json(Found{n} {BODY})
    }}

"
    )
}

fn rmcp_types(n: usize) -> String {
    types(n)
        + &format!(
            "/// The arguments of the tool {n}.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct Weigh{n} {{
    /// The item.
    pub item: Item{n},
    /// How often.
    pub times: u32,
}}

"
        )
}

fn variants() -> Vec<Variant> {
    let common = "serde = { version = \"1\", features = [\"derive\"] }\n\
                  schemars = { version = \"1\", features = [\"derive\"] }\n";
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mcp-runtime");
    vec![
        Variant {
            name: "types alone",
            dependencies: common.to_owned(),
            head: "",
            each: types,
            tail: "fn main() {}\n",
        },
        Variant {
            name: "this library",
            dependencies: format!(
                "{common}mcp = {{ package = \"mcp-runtime\", path = {library:?}, default-features = false, features = [\"macros\"] }}\n"
            ),
            head: "",
            each: ours,
            tail: "fn main() {\n    std::hint::black_box(mcp::server!().build().is_ok());\n}\n",
        },
        Variant {
            name: "rmcp",
            dependencies: format!(
                "{common}rmcp = {{ version = \"3\", features = [\"server\", \"macros\"] }}\n"
            ),
            head: "use rmcp::handler::server::wrapper::{Json, Parameters};\nuse rmcp::{tool, tool_router};\n\n\
                   #[derive(Clone, Debug)]\npub struct Server;\n\n#[tool_router(server_handler)]\nimpl Server {\n",
            each: rmcp,
            tail: "}\n\nfn main() {\n    std::hint::black_box(Server::tool_router().list_all().len());\n}\n",
        },
    ]
}

/// Writes the crate of a variant and gives its folder.
fn write(variant: &Variant, tools: usize) -> std::io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("target/expansion")
        .join(variant.name.replace(' ', "-"));
    fs::create_dir_all(folder.join("src"))?;
    fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[workspace]\n\n[package]\nname = \"weigh\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{}",
            variant.dependencies
        ),
    )?;
    let mut text = String::from("#![allow(dead_code)]\n\n");
    if variant.name == "rmcp" {
        (0..tools).for_each(|n| text.push_str(&rmcp_types(n)));
    }
    text.push_str(variant.head);
    (0..tools).for_each(|n| text.push_str(&(variant.each)(n)));
    text.push_str(variant.tail);
    fs::write(folder.join("src/main.rs"), text)?;
    Ok(folder)
}

fn cargo(folder: &Path, arguments: &[&str]) {
    let status = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("cargo, which runs this, can be run again");
    assert!(
        status.success(),
        "`cargo {}` in {}",
        arguments.join(" "),
        folder.display()
    );
}

/// CPU seconds of all children that have ended.
fn children() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("this is Linux");
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(13).take(2);
    ticks
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum::<f64>()
        / TICKS
}

/// Wall and CPU seconds of a check after a touch.
fn check(folder: &Path) -> (f64, f64) {
    let main = folder.join("src/main.rs");
    let text = fs::read(&main).expect("it was written just now");
    fs::write(&main, text).expect("it can be written again");
    let (start, before) = (Instant::now(), children());
    cargo(folder, &["check", "--offline"]);
    (start.elapsed().as_secs_f64(), children() - before)
}

/// Lines of the program's own LLVM IR.
fn llvm_lines(folder: &Path) -> usize {
    cargo(
        folder,
        &[
            "rustc",
            "--offline",
            "--bin",
            "weigh",
            "--",
            "--emit=llvm-ir",
            "-Ccodegen-units=1",
        ],
    );
    let files = fs::read_dir(folder.join("target/debug/deps")).expect("it was built");
    let ours = files.flatten().map(|file| file.path()).filter(|path| {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        name.starts_with("weigh") && name.ends_with(".ll")
    });
    let newest = ours
        .max_by_key(|path| fs::metadata(path).and_then(|about| about.modified()).ok())
        .expect("the compiler was asked for it");
    let text = fs::read(newest).expect("it is a file");
    let mut inside = false;
    let mut count = 0;
    // the bodies of functions alone: declarations and debug information grow with other things
    for line in text.split(|byte| *byte == b'\n') {
        count += usize::from(inside);
        inside = (inside || line.starts_with(b"define ")) && line != b"}";
    }
    count
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() -> std::io::Result<()> {
    let tools = std::env::args()
        .nth(1)
        .and_then(|count| count.parse().ok())
        .unwrap_or(200);
    let variants = variants();
    let mut folders = Vec::new();
    for variant in &variants {
        let folder = write(variant, tools)?;
        cargo(&folder, &["check"]);
        folders.push(folder);
    }
    let mut rounds = vec![Vec::new(); variants.len()];
    for _ in 0..ROUNDS {
        for (folder, rounds) in folders.iter().zip(&mut rounds) {
            rounds.push(check(folder));
        }
    }
    let mut table = format!(
        "| {tools} tools | check after a touch, wall s | CPU s | LLVM IR lines | lines per tool |\n| --- | --- | --- | --- | --- |\n"
    );
    for ((variant, folder), rounds) in variants.iter().zip(&folders).zip(rounds) {
        let wall = median(rounds.iter().map(|(wall, _)| *wall).collect());
        let cpu = median(rounds.iter().map(|(_, cpu)| *cpu).collect());
        let lines = llvm_lines(folder);
        // the same crate with one tool, so that what does not grow is left out
        write(variant, 1)?;
        let fixed = llvm_lines(folder);
        let each = (lines - fixed) / (tools - 1).max(1);
        writeln!(
            table,
            "| {} | {wall:.2} | {cpu:.2} | {lines} | {each} |",
            variant.name
        )
        .expect("memory takes any text");
    }
    eprint!("{table}");
    Ok(())
}
