//! A season's server, as benchmarks run it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use judge_core::tournament::Name;
use judge_season::log::folder::Folder;
use judge_season::orders::invitation;
use judge_season::season::store;

/// A server that runs.
pub(crate) struct Server {
    judge: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Self {
        let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
        judge.args(["serve", "season.toml", "--data", "data"]).current_dir(folder).stderr(Stdio::piped());
        let mut judge = judge.spawn().expect("it starts");
        let mut lines = BufReader::new(judge.stderr.take().expect("it is piped")).lines();
        let address = lines.find_map(|line| Some(line.ok()?.split_once("http://")?.1.to_owned()));
        thread::spawn(move || lines.for_each(drop));
        Self { judge, address: address.expect("it says where it listens") }
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
        );
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).expect("it can be sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(crate) fn metric(&self, name: &str) -> u64 {
        let text = self.ask("GET", "/metrics", "", b"");
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        value.expect("it has this metric")
    }

    pub(crate) fn process(&self) -> u32 {
        self.judge.id()
    }

    /// Memory that the server has now, in MB.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process())).unwrap_or_default();
        let kilobytes = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok());
        kilobytes.map_or(0, |kilobytes: u64| kilobytes / 1_024)
    }

    /// Files that the server has open now; 0 where the system does not say.
    pub(crate) fn files(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.process())).map_or(0, Iterator::count)
    }

    /// Lets somebody join: the token.
    pub(crate) fn join(&self, data: &Path, name: &str) -> String {
        let name = Name::new(name).expect("it is a name");
        let invitee = invitation::Invitee::of(name);
        let invitation =
            invitation::invite(&Folder::at(data), &invitee, store::clock()).expect("it can be written");
        let page = self.ask("POST", &format!("/join/{}", invitation.reveal()), "", b"");
        let (_, token) = page.split_once("id=\"token\">").expect("it shows the token");
        token[..64].to_owned()
    }

    /// Hands in a file, which must be taken.
    pub(crate) fn hand_in(&self, token: &str, file: &[u8]) {
        let answer = self.ask("PUT", "/api/bot", &format!("Authorization: Bearer {token}\r\n"), file);
        assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    }

    /// Waits until all files are checked, each of which must be a bot.
    pub(crate) fn wait_for_verdicts(&self) {
        while self.metric("judge_uploads_waiting") > 0 {
            thread::sleep(Duration::from_millis(200));
        }
        assert_eq!(self.metric("judge_uploads_refused_total"), 0);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.judge.kill();
        let _ = self.judge.wait();
    }
}

/// A bot with a number at its end: another file, the same moves.
pub(crate) fn another(bot: &[u8], number: u64) -> Vec<u8> {
    let section = [&[0, 11, 2][..], b"no", &number.to_le_bytes()].concat();
    [bot, &section].concat()
}
