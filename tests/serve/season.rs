//! A season in a temporary folder, its server, and who talks to it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

#[cfg(target_os = "linux")]
use rlimit::Resource;
use sha2::{Digest, Sha256};

use crate::support::{CACHE, Ended, Folder, project_bytes};

/// The command that starts a server.
const SERVE: [&str; 6] = ["serve", "season.toml", "--data", "data", "--jobs", "2"];

/// The number of times that a server may try again to go on before a test fails that waits for it.
const TRIED_AGAIN_MAX: u64 = 3;

/// The longest silence of a server: a test that would wait for ever fails instead.
const SILENT_MAX: Duration = Duration::from_mins(5);

fn digits(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<String>>().concat()
}

/// A season's folder.
pub(crate) struct Season(Folder);

/// A server that runs until this goes.
pub(crate) struct Server<'a> {
    season: &'a Season,
    judge: Child,
    address: String,
    /// Its lines on standard error.
    told: mpsc::Receiver<String>,
}

/// A wait for a server, with the number of its troubles before.
pub(crate) struct Patience<'a> {
    server: &'a Server<'a>,
    troubles: u64,
}

/// The answer of a server.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

fn toml(rounds: u32, serve: &str) -> String {
    format!(
        "title = \"A season\"\ngame = \"gobblet\"\nrounds = {rounds}\ncontestants = [\"bots/*.wasm\"]\n[rules]\nplies_max = 40\n[serve]\naddress = \"127.0.0.1:0\"\n{serve}\n"
    )
}

impl Season {
    /// A season of Gobblet in which each version plays so many rounds.
    pub(crate) fn new(rounds: u32) -> Self {
        Self::with(rounds, "")
    }

    /// The same, with more in the table `[serve]`.
    pub(crate) fn with(rounds: u32, serve: &str) -> Self {
        let folder = Folder::new().file("season.toml", toml(rounds, serve));
        let bots = ["ok", "random"];
        Self(bots.iter().fold(folder, |folder, name| {
            folder.file(
                &format!("bots/{name}.wasm"),
                project_bytes(&format!("contestants/gobblet/{name}.wasm")),
            )
        }))
    }

    /// A season whose files are in a folder.
    pub(crate) fn of(folder: Folder) -> Self {
        Self(folder)
    }

    /// Changes what is in the table `[serve]`.
    pub(crate) fn change(&self, rounds: u32, serve: &str) {
        fs::write(self.0.path("season.toml"), toml(rounds, serve)).expect("it can be written");
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path(path)
    }

    pub(crate) fn read(&self, path: &str) -> String {
        self.0.read(path)
    }

    /// Gives an organiser's order from a command line.
    pub(crate) fn order(&self, order: &str) -> Ended {
        self.judge(&format!("serve {order} --season season.toml --data data"))
    }

    /// Another season of the same terms, with all that has happened in this one.
    pub(crate) fn copy(&self) -> Self {
        Self::from_files(&self.files())
    }

    /// All its files, by their paths.
    pub(crate) fn files(&self) -> Vec<(String, Vec<u8>)> {
        self.0.files()
    }

    /// A season with these files.
    pub(crate) fn from_files(files: &[(String, Vec<u8>)]) -> Self {
        let folder = files.iter().fold(Folder::new(), |folder, (path, bytes)| folder.file(path, bytes));
        for empty in ["data/invitations", "data/organisers"] {
            fs::create_dir_all(folder.path(empty)).expect("it can be made");
        }
        Self(folder)
    }

    pub(crate) fn judge(&self, arguments: &str) -> Ended {
        self.0.judge(arguments)
    }

    /// The same with arguments in which there may be blanks.
    pub(crate) fn judge_args(&self, arguments: &[&str]) -> Ended {
        self.0.judge_args(arguments)
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.0.path(path)).expect("it is there");
    }

    /// The `.wasm` files in all its folders, and what is called after one.
    pub(crate) fn bots(&self) -> Vec<PathBuf> {
        let walk = self.0.contents();
        walk.into_keys().filter(|path| path.to_string_lossy().contains(".wasm")).collect()
    }

    /// The files of the season's folder that have some words in them.
    pub(crate) fn files_with(&self, words: &str) -> Vec<PathBuf> {
        let has = |(path, bytes): (PathBuf, Option<Vec<u8>>)| {
            let text = String::from_utf8_lossy(&bytes?).into_owned();
            (path.starts_with(self.path("data")) && text.contains(words)).then_some(path)
        };
        self.0.contents().into_iter().filter_map(has).collect()
    }

    /// Whether some file is being written, or was left behind by who wrote it.
    fn has_unfinished(&self) -> bool {
        self.0.contents().keys().any(|path| path.to_string_lossy().contains("unfinished"))
    }

    /// The path of a new invitation.
    pub(crate) fn invite(&self, name: &str) -> String {
        let ended = self.judge(&format!("serve invite {name} --season season.toml --data data"));
        let link = ended.stdout.trim();
        let (_, secret) = link.split_once("/join/").unwrap_or_else(|| panic!("{}", ended.stderr));
        format!("/join/{secret}")
    }

    pub(crate) fn start(&self) -> Server<'_> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
        command.args(SERVE);
        self.start_as(command)
    }

    /// The same with more on the command line.
    pub(crate) fn start_with(&self, more: &[&str]) -> Server<'_> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
        // The last of two numbers of jobs would be refused.
        let usual = if more.contains(&"--jobs") { &SERVE[..4] } else { &SERVE[..] };
        command.args(usual).args(more);
        self.start_as(command)
    }

    /// Starts the judge here, and does not wait for it.
    pub(crate) fn begin(&self, arguments: &str) -> Child {
        self.0.start(arguments)
    }

    /// The same by a copy of the program, which keeps nothing that it compiles.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_by(&self, program: &Path) -> Server<'_> {
        let mut command = Command::new(program);
        command.args(SERVE).arg("--no-cache");
        self.start_as(command)
    }

    /// The same after a command of the shell.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_after(&self, command: &str) -> Server<'_> {
        let mut shell = Command::new("sh");
        let script = format!("{command} && exec '{}' {}", env!("CARGO_BIN_EXE_judge"), SERVE.join(" "));
        shell.args(["-c", &script]);
        self.start_as(shell)
    }

    /// The same with a server that can write only where it is permitted to: the system's owner else can everywhere.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_as_one_of_many(&self) -> Server<'_> {
        use std::os::unix::fs::MetadataExt;
        if fs::metadata("/proc/self").expect("there is one").uid() != 0 {
            return self.start();
        }
        let mut through = Command::new("setpriv");
        through
            .args(["--bounding-set=-dac_override,-dac_read_search", env!("CARGO_BIN_EXE_judge")])
            .args(SERVE);
        self.start_as(through)
    }

    /// Lets files be made in the season's folders, or not.
    #[cfg(target_os = "linux")]
    pub(crate) fn permit(&self, mode: u32) {
        use std::os::unix::fs::PermissionsExt;
        for folder in ["", "bots", "invitations", "organisers"] {
            let folder = self.path("data").join(folder);
            fs::set_permissions(folder, fs::Permissions::from_mode(mode)).expect("it is ours");
        }
    }

    fn start_as(&self, mut command: Command) -> Server<'_> {
        command.current_dir(self.0.path("")).env("XDG_CACHE_HOME", CACHE);
        let mut judge = command.stderr(Stdio::piped()).spawn().expect("it starts");
        let mut lines = BufReader::new(judge.stderr.take().expect("it is piped")).lines();
        let (tell, told) = mpsc::channel();
        let address = lines.find_map(|line| {
            let line = line.expect("it is text");
            let address = line.split_once("listening on http://").map(|(_, address)| address.to_owned());
            // It may play before it listens, and say something about that.
            let _ = tell.send(line);
            address
        });
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                // Nobody has to listen.
                let _ = tell.send(line);
            }
        });
        Server { season: self, judge, address: address.expect("it says where it listens"), told }
    }

    /// Lets everything in the log have happened at a time, in seconds since 1970.
    pub(crate) fn set_times(&self, time: u64) {
        let time = time.to_string();
        self.rewrite(|lines| lines.iter_mut().for_each(|line| line[1].clone_from(&time)));
        self.forget_seen();
    }

    /// Lets nobody know how far the log had come, here and elsewhere.
    pub(crate) fn forget_seen(&self) {
        let log = self.0.read("data/events.log");
        let (_, key) = log.split_once("\"key\":\"").expect("the season has one");
        let here = fs::canonicalize(self.0.path("data")).expect("it is there");
        let note = digits(&Sha256::digest(format!("{}\n{}", &key[..64], here.display())));
        let _ = fs::remove_file(Path::new(CACHE).join("judge/seasons").join(note));
        let seen: serde_json::Value = serde_json::from_str(&self.0.read("data/seen")).expect("it is JSON");
        let seen = format!("{{\"time\":{},\"log\":null}}", seen["time"]);
        fs::write(self.0.path("data/seen"), seen).expect("it can be written");
    }

    /// Changes the first such words in the log, and makes the hashes fit. Says in which event.
    pub(crate) fn forge(&self, then: &str, now: &str) -> usize {
        let mut place = 0;
        self.rewrite(|lines| {
            place = lines.iter().position(|line| line[2].contains(then)).expect("it is there");
            lines[place][2] = lines[place][2].replacen(then, now, 1);
        });
        place + 1
    }

    /// Changes the lines of the log, each a hash, a time and an event, and makes the hashes fit.
    pub(crate) fn rewrite(&self, change: impl FnOnce(&mut Vec<Vec<String>>)) {
        let log = self.0.read("data/events.log");
        let words = |line: &str| line.splitn(3, ' ').map(str::to_owned).collect();
        let mut lines: Vec<Vec<String>> = log.lines().map(words).collect();
        change(&mut lines);
        let (mut head, mut text) = (vec![0; 32], String::new());
        for line in lines {
            let hash =
                Sha256::new_with_prefix(&head).chain_update(format!("{} {}", line[1], line[2])).finalize();
            text.push_str(&[digits(&hash).as_str(), &line[1], &line[2]].join(" "));
            text.push('\n');
            head = hash.to_vec();
        }
        fs::write(self.0.path("data/events.log"), text).expect("it can be written");
    }
}

impl Server<'_> {
    /// Lets somebody join; what comes out is the token.
    pub(crate) fn join(&self, name: &str) -> String {
        self.post(&self.season.invite(name), "").token()
    }

    /// Waits until it says something with these words. If it has nothing left to do, or tries again and again, it will
    /// not say it any more.
    pub(crate) fn wait_until_it_says(&self, words: &str) {
        let patience = self.patience();
        loop {
            let is_over = self.rests();
            if self.told.try_iter().any(|line| line.contains(words)) {
                return;
            }
            assert!(!is_over, "it has played everything and has not said {words:?}");
            patience.lasts();
        }
    }

    /// The next line with these words, which it says however long that takes.
    pub(crate) fn says(&self, words: &str) -> String {
        let line = || self.told.recv_timeout(SILENT_MAX).expect("it says something");
        std::iter::repeat_with(line).find(|line| line.contains(words)).expect("they have no end")
    }

    /// The time to wait for something: as long as nothing keeps it from going on.
    pub(crate) fn patience(&self) -> Patience<'_> {
        Patience { server: self, troubles: self.troubles() }
    }

    /// The number of times that it could not go on because of the machine.
    fn troubles(&self) -> u64 {
        let metrics = self.get("/metrics").body;
        let line = metrics.lines().find_map(|line| line.strip_prefix("judge_machine_troubles_total "));
        line.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{metrics}"))
    }

    /// Whether everybody has played.
    pub(crate) fn rests(&self) -> bool {
        self.get("/").body.contains("No round is drawn: everybody")
    }

    /// Takes the limit of a file's size away from it.
    #[cfg(target_os = "linux")]
    pub(crate) fn has_room_again(&self) {
        let process = self.judge.id().try_into().expect("it is a small number");
        let hard = Resource::FSIZE.get_hard().expect("it can be asked");
        rlimit::prlimit(process, Resource::FSIZE, Some((hard, hard)), None).expect("the limit is ours");
    }

    /// The number of files that it may have open.
    #[cfg(target_os = "linux")]
    pub(crate) fn files_max(&self) -> u64 {
        let process = self.judge.id().try_into().expect("it is a small number");
        let (mut soft, mut hard) = (0, 0);
        rlimit::prlimit(process, Resource::NOFILE, None, Some((&mut soft, &mut hard))).expect("it is ours");
        soft
    }

    /// The address at which it listens.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The number of rounds that somebody's newest version has played.
    pub(crate) fn rounds_of(&self, name: &str) -> u32 {
        let standings = self.get("/results.csv").body;
        let line = standings.lines().find(|line| line.split(',').nth(1) == Some(name));
        let line = line.unwrap_or_else(|| panic!("{standings}"));
        line.split(',').nth(6).and_then(|rounds| rounds.parse().ok()).expect("it is a number")
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(SILENT_MAX)).expect("it is no zero");
        stream
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.get_with(path, "")
    }

    pub(crate) fn get_with(&self, path: &str, headers: &str) -> Answer {
        self.ask("GET", path, headers, b"")
    }

    pub(crate) fn post(&self, path: &str, headers: &str) -> Answer {
        self.ask("POST", path, headers, b"")
    }

    pub(crate) fn upload(&self, token: &str, bytes: &[u8]) -> Answer {
        let headers = format!("Authorization: Bearer {token}\r\n");
        self.ask("PUT", "/api/bot", &headers, bytes)
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let length = if headers.contains("Transfer-Encoding") {
            String::new()
        } else {
            format!("Content-Length: {}\r\n", body.len())
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{length}{headers}\r\n",
            self.address
        );
        let mut stream = self.connect();
        stream.write_all(head.as_bytes()).expect("it can be sent");
        // A refusal may come before all is sent.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{path}: {answer:?}"));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("it has a status");
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// The verdict on an upload, when there is one.
    pub(crate) fn verdict(&self, token: &str, upload: usize) -> String {
        let patience = self.patience();
        loop {
            let answer = self
                .get_with(&format!("/api/upload/{upload}"), &format!("Authorization: Bearer {token}\r\n"));
            assert_eq!(answer.status, 200, "{}", answer.body);
            if !answer.body.contains("\"waiting\"") {
                return answer.body;
            }
            patience.lasts();
        }
    }

    /// Waits until everybody has played.
    pub(crate) fn wait_until_it_rests(&self) {
        let patience = self.patience();
        // Each line is news of rounds, or says that the server is there: so nobody asks for the page over and over.
        let mut stream = self.connect();
        write!(stream, "GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("it reads");
        let mut news = BufReader::new(stream).lines();
        while !self.rests() {
            patience.lasts();
            drop(news.next());
        }
    }

    /// Waits until no file is left that is not finished. The server writes now and then on its own.
    pub(crate) fn wait_until_all_is_finished(&self) {
        let patience = self.patience();
        while self.season.has_unfinished() {
            patience.lasts();
        }
    }

    /// Waits until there is an event more, or nothing more is to happen.
    pub(crate) fn wait_for_another_event(&self) {
        let (before, patience) = (self.get("/head").body, self.patience());
        while self.get("/head").body == before && !self.rests() {
            patience.lasts();
        }
    }

    /// Tells it to stop, as the system does, and waits for that.
    #[cfg(target_os = "linux")]
    pub(crate) fn stop(mut self) {
        use nix::sys::signal::{Signal, kill};
        let process = self.judge.id().try_into().expect("it is a small number");
        kill(nix::unistd::Pid::from_raw(process), Signal::SIGTERM).expect("it runs");
        let mut line = String::new();
        while !line.contains(" stopped; ") {
            line = self.told.recv_timeout(SILENT_MAX).expect("it says that it has stopped");
        }
        assert!(self.judge.wait().expect("it was a child").success());
    }

    /// Ends it without a warning.
    pub(crate) fn kill(mut self) {
        self.judge.kill().expect("it runs");
        self.judge.wait().expect("it was a child");
    }
}

impl Patience<'_> {
    /// Fails when the server has tried again too often. One that has ended answers nothing, which fails as well.
    pub(crate) fn lasts(&self) {
        let more = self.server.troubles() - self.troubles;
        assert!(
            more <= TRIED_AGAIN_MAX,
            "the machine is in trouble: {:?}",
            self.server.told.try_iter().collect::<Vec<_>>()
        );
        crate::support::pause();
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        let _ = self.judge.kill();
        let _ = self.judge.wait();
    }
}

impl Answer {
    /// The token on the page of who has joined.
    pub(crate) fn token(&self) -> String {
        let (_, rest) = self.body.split_once("id=\"token\">").unwrap_or_else(|| panic!("{}", self.body));
        rest.chars().take_while(char::is_ascii_hexdigit).collect()
    }
}
