//! `curl`, with which docs/serve.md teaches people to hand in: its very commands, against a real server; and `judge
//! submit` by TLS, which is curl's.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::GOBBLET;
use super::season::{Season, Server};
use crate::support::{has_programs, project_bytes, project_text, root};

/// The season's address in docs/serve.md.
const SEASON: &str = "https://season.example";

/// Commands with curl in docs/serve.md and on the page of who joins, as they are.
fn told(text: &str) -> Vec<String> {
    let commands = text.lines().map(str::trim).filter(|line| line.contains("curl "));
    let commands: Vec<String> = commands.filter(|line| line.contains("/api/")).map(str::to_owned).collect();
    // Whoever is on the machine can read a command line, but not what the shell writes itself.
    assert!(
        commands.iter().all(|line| line.starts_with("printf ") && line.contains("-H @- ")),
        "{commands:?}"
    );
    commands
}

/// Runs a command of the shell in the season's folder: what it prints.
fn shell(season: &Season, command: &str, token: &str) -> String {
    let mut shell = Command::new("sh");
    let ended = shell.args(["-c", command]).env("JUDGE_TOKEN", token).current_dir(season.path("")).output();
    let ended = ended.expect("there is a shell");
    assert!(ended.status.success(), "{command}: {}", String::from_utf8_lossy(&ended.stderr));
    String::from_utf8(ended.stdout).expect("it is text")
}

#[test]
fn what_people_are_told_to_do_with_curl_hands_a_bot_in_and_tells_the_verdict() {
    if !has_programs(&["curl"]) {
        return;
    }
    let season = Season::new(1);
    let server = season.start();
    let joined = server.post(&season.invite("anna"), "");
    let anna = joined.token();
    std::fs::write(season.path("bot.wasm"), project_bytes(GOBBLET)).expect("it can be written");
    let commands = told(&project_text("docs/serve.md"));
    let [hand_in, ask] = commands.as_slice() else { panic!("{commands:?}") };
    let taken = shell(&season, &hand_in.replace(SEASON, &server.url()), &anna);
    assert!(taken.contains("\"upload\":1") && taken.contains("\"waiting\""), "{taken}");
    server.verdict(&anna, 1);
    let ask = ask.replace(SEASON, &server.url()).replace("NUMBER", "1");
    assert!(shell(&season, &ask, &anna).contains("it plays; it calls itself Ok"));
    // The page of who joins says where to keep the token.
    std::fs::write(season.path("token"), format!("{anna}\n")).expect("it can be written");
    let page = joined.body.replace("&#39;", "'").replace("&#34;", "\"");
    let commands = told(&page.replace("<pre>", "").replace("</pre>", ""));
    let [again] = commands.as_slice() else { panic!("{page}") };
    std::fs::write(season.path("bot.wasm"), b"no bot").expect("it can be written");
    let again = shell(&season, &again.replace("http://127.0.0.1:0", &server.url()), "");
    assert!(again.contains("\"upload\":2"), "{again}");
}

/// A proxy that speaks TLS for a server, as people put one before it.
struct Proxy {
    child: Child,
    port: String,
}

impl Proxy {
    fn start(season: &Season, server: &Server<'_>) -> Self {
        let certificate = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>&1";
        shell(season, certificate, "");
        let mut proxy = Command::new("python3");
        proxy.arg(root().join("tests/serve/tls_proxy.py")).arg(server.url());
        let child = proxy.current_dir(season.path("")).stdout(Stdio::piped()).spawn();
        let mut child = child.expect("there is python3");
        let mut port = String::new();
        let output = child.stdout.take().expect("it is piped");
        std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut port)
            .expect("it says its port");
        Self { child, port: port.trim().to_owned() }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn judge_submit_hands_in_by_tls_and_trusts_no_certificate_but_one_that_curl_trusts() {
    if !has_programs(&["curl", "openssl", "python3"]) {
        return;
    }
    let season = Season::new(1);
    let server = season.start();
    let anna = server.join("anna");
    std::fs::write(season.path("token"), format!("{anna}\n")).expect("it can be written");
    // To curl, that is a pattern.
    let bot = "bot[1].wasm";
    std::fs::write(season.path(bot), project_bytes(GOBBLET)).expect("it can be written");
    let proxy = Proxy::start(&season, &server);
    let submit = |trusted: Option<&Path>, token: &str| {
        let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
        let url = format!("https://localhost:{}", proxy.port);
        judge.args(["submit", bot, "--season", &url, "--token", token]).current_dir(season.path(""));
        if let Some(certificate) = trusted {
            judge.env("CURL_CA_BUNDLE", certificate);
        }
        let ended = judge.output().expect("it starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (ended.status.code(), text(&ended.stdout), text(&ended.stderr))
    };
    let (code, _, told) = submit(None, "token");
    assert!(code == Some(1) && told.contains("certificate"), "{told}");
    let certificate = season.path("cert.pem");
    std::fs::write(season.path("other"), "7".repeat(64)).expect("it can be written");
    let (code, _, told) = submit(Some(&certificate), "other");
    assert!(code == Some(2) && told.contains("it does not know your token"), "{told}");
    let (code, told, trouble) = submit(Some(&certificate), "token");
    assert_eq!(code, Some(0), "{trouble}");
    assert!(told.ends_with("bot[1].wasm: it plays; it calls itself Ok\n"), "{told}");
}
