//! A worker's process.

use std::fs;
use std::io::Read;
use std::process::Child;

use super::season::{Season, Server};

/// A process that waits for work, and is ended when this goes.
pub(super) struct Worker(Child);

impl Worker {
    pub(super) fn start(season: &Season, folder: &str, name: &str) -> Self {
        Self::waiting(season.begin(&format!("serve worker {folder} --name {name} --jobs 1 --quiet")))
    }

    /// One that reaches no folder of the server's, with a key that is made for it.
    pub(super) fn start_at(season: &Season, server: &Server<'_>, name: &str) -> Self {
        let key = key(season, name);
        fs::write(season.path(&format!("{name}.key")), key).expect("it can be written");
        Self::waiting(
            season.begin(&format!("serve worker {} --key {name}.key --jobs 1 --quiet", server.url())),
        )
    }

    pub(super) fn waiting(mut worker: Child) -> Self {
        let says = worker.stderr.as_mut().expect("it is piped");
        let mut line = String::new();
        while !line.ends_with('\n') {
            let mut byte = [0];
            says.read_exact(&mut byte).expect("it says that it waits");
            line.push(byte[0].into());
        }
        assert_eq!(line, "waiting for work\n");
        Self(worker)
    }

    /// Ends it without a warning.
    pub(super) fn kill(&mut self) {
        self.0.kill().expect("it runs");
        self.0.wait().expect("it was a child");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A key for a worker.
pub(super) fn key(season: &Season, name: &str) -> String {
    let made = season.order(&format!("worker-key {name}"));
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    made.stdout.trim().to_owned()
}
