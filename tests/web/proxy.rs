//! nginx in front of servers, with the settings it comes with: buffering, and a minute's patience with silence.

use crate::installed::Missing;
use crate::installed_program;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How often another port is tried: between our choice of one and its use anybody may take it.
const TRIES: u32 = 8;

/// A proxy that runs; it is told to stop when this is dropped.
pub(crate) struct Proxy {
    program: PathBuf,
    folder: PathBuf,
    pub(crate) address: SocketAddr,
}

impl Proxy {
    /// Starts one that gives each request to the next of the servers. `name` tells it from those of other tests.
    ///
    /// # Errors
    ///
    /// When nginx is not installed.
    ///
    /// # Panics
    ///
    /// When it does not start.
    pub(crate) fn start(name: &str, servers: &[SocketAddr]) -> Result<Self, Missing> {
        let program = installed_program("nginx")?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nginx-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the target folder can be written");
        let mut said = String::new();
        for _ in 0..TRIES {
            let address = free_address();
            fs::write(folder.join("nginx.conf"), settings(address, servers)).expect("a file");
            // It goes on in the background once it listens.
            let output = nginx(&program, &folder).output().expect("nginx runs");
            if output.status.success() {
                return Ok(Self {
                    program,
                    folder,
                    address,
                });
            }
            said = String::from_utf8_lossy(&output.stderr).into_owned();
        }
        panic!("nginx does not start: {said}");
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // One that has ended already is no reason to fail.
        let _ = nginx(&self.program, &self.folder)
            .args(["-s", "stop"])
            .output();
    }
}

fn nginx(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .arg("-p")
        .arg(folder)
        .arg("-c")
        .arg(folder.join("nginx.conf"))
        .arg("-e")
        .arg(folder.join("error.log"));
    command
}

/// An address of this machine that nobody listens on.
fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address")
}

/// No setting of how it buffers or how long it waits: those are what is tested.
fn settings(address: SocketAddr, servers: &[SocketAddr]) -> String {
    let servers: String = servers
        .iter()
        .map(|server| format!("server {server}; "))
        .collect();
    format!(
        "# as root it would run its workers as a user who may not write here
user root;
worker_processes 1;
pid nginx.pid;
events {{ }}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxied;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    upstream servers {{ {servers}}}
    server {{
        listen {address};
        location / {{
            proxy_pass http://servers;
            proxy_set_header Host $host;
            add_header X-Served-By $upstream_addr always;
        }}
    }}
}}
"
    )
}
