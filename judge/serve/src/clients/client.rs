//! The client of a server: a request in, an answer out.
//!
//! There are two clients, and each has somebody who needs it. Plain HTTP to this machine goes by a crate: organisers give
//! orders inside the server's container, whose image has no `curl`, and the crate's errors say whether the server ended
//! while it obeyed. HTTPS goes by `curl`, which contestants' systems have: a TLS library would double what has to be built.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use judge_season::orders::order::Fields;

/// The header with a contestant's signature of its file.
pub(crate) const SIGNATURE: &str = "judge-signature";

/// The longest time for a request.
const ASK_MAX: Duration = Duration::from_secs(150);
/// The longest time for a file.
const FETCH_MAX: Duration = Duration::from_mins(30);
/// Bytes of an answer that are read.
const ANSWER_BYTES_MAX: u64 = 1 << 20;

/// The kind of a request.
#[derive(Clone, Copy, Debug)]
pub enum HttpRequest<'a> {
    /// Gets what is there.
    Get,
    /// Sends a file, with its contestant's signature if there is one.
    Put(&'a Path, Option<&'a str>),
    /// Sends a form.
    Post(&'a Fields),
}

/// The answer of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status code.
    pub status: u16,
    /// Its text. Whoever prints it takes care.
    pub text: String,
}

/// Asks a server, and shows it a token.
pub fn ask(url: &str, token: &str, asked: HttpRequest<'_>) -> io::Result<Answer> {
    let mut text = Vec::new();
    let (time_max, bytes_max) = (ASK_MAX, ANSWER_BYTES_MAX);
    let status = BoundedRequest { url, token: Some(token), asked, time_max, bytes_max }.answer(&mut text)?;
    Ok(Answer { status, text: String::from_utf8_lossy(&text).into_owned() })
}

/// Has a file from a server, which everybody may have, or whoever shows a token; its status as in HTTP. Unless that is
/// 200 there is no file.
///
/// # Errors
/// If it cannot be reached, sends more than so many bytes, or the file cannot be written.
pub(crate) fn fetch(url: &str, token: Option<&str>, to: &Path, bytes_max: u64) -> io::Result<u16> {
    let request = BoundedRequest { url, token, asked: HttpRequest::Get, time_max: FETCH_MAX, bytes_max };
    let status = request.answer(&mut File::create(to)?);
    if !matches!(status, Ok(200)) {
        let _ = std::fs::remove_file(to);
    }
    status
}

/// A request, and how long its answer may take and how many bytes it may have.
struct BoundedRequest<'a> {
    url: &'a str,
    token: Option<&'a str>,
    asked: HttpRequest<'a>,
    time_max: Duration,
    bytes_max: u64,
}

impl BoundedRequest<'_> {
    /// Writes the answer; what comes out is its status.
    fn answer(&self, to: &mut impl Write) -> io::Result<u16> {
        if self.url.starts_with("https://") { self.by_curl(to) } else { self.directly(to) }
    }

    fn directly(&self, to: &mut impl Write) -> io::Result<u16> {
        let Self { url, token, asked, time_max, bytes_max } = *self;
        let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).proxy(None);
        let agent = ureq::Agent::new_with_config(config.timeout_global(Some(time_max)).build());
        let answer = match asked {
            HttpRequest::Get => showing(token, agent.get(url)).call(),
            HttpRequest::Post(fields) => showing(token, agent.post(url)).send_form(fields),
            HttpRequest::Put(file, signature) => {
                // A server that takes no such file can say so before it is sent.
                let mut request = showing(token, agent.put(url)).header("Expect", "100-continue");
                if let Some(signature) = signature {
                    request = request.header(SIGNATURE, signature);
                }
                Ok(request.send(std::fs::read(file)?).map_err(unsent)?)
            }
        };
        let mut answer = answer.map_err(|error| match error {
            ureq::Error::Io(error) => error,
            error => io::Error::other(error),
        })?;
        io::copy(&mut answer.body_mut().with_config().limit(bytes_max).reader(), to)?;
        Ok(answer.status().as_u16())
    }

    /// The same by `curl`. It gets the token by a pipe: what stands on a command line can be seen by all. Its own bound on
    /// bytes holds only where a server says beforehand how many there are.
    fn by_curl(&self, to: &mut impl Write) -> io::Result<u16> {
        let Self { url, token, asked, time_max, bytes_max } = *self;
        let mut curl = Command::new("curl");
        curl.args(["--max-time", &time_max.as_secs().to_string(), "--url", url]);
        match asked {
            HttpRequest::Get => {}
            HttpRequest::Put(file, signature) => {
                curl.arg("--upload-file").arg(file);
                // Everybody may see it: the log has it.
                if let Some(signature) = signature {
                    curl.arg("--header").arg(format!("{SIGNATURE}: {signature}"));
                }
            }
            HttpRequest::Post(fields) => {
                if fields.is_empty() {
                    curl.args(["--data", ""]);
                }
                for (key, text) in fields {
                    curl.arg("--data-urlencode").arg(format!("{key}={text}"));
                }
            }
        }
        // Without --globoff brackets and braces in an address or a file's name are patterns.
        curl.args(["--silent", "--show-error", "--globoff", "--proto", "=https", "--header", "@-"]);
        curl.args(["--write-out", "%{stderr}\n%{http_code}"]);
        let started = curl.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let started = started.map_err(|error| {
            io::Error::other(format!("curl speaks TLS for the judge, and cannot be started: {error}"))
        })?;
        taken(started, token, bytes_max, to)
    }
}

/// A request that shows a token.
fn showing<B>(token: Option<&str>, request: ureq::RequestBuilder<B>) -> ureq::RequestBuilder<B> {
    match token {
        Some(token) => request.header("Authorization", format!("Bearer {token}")),
        None => request,
    }
}

/// The reason why a file was not sent.
fn unsent(error: ureq::Error) -> io::Error {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    match error {
        ureq::Error::Io(error)
            if matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset) =>
        {
            io::Error::other(format!(
                "it ended the connection while the file was sent ({error}); the season may take no file so large"
            ))
        }
        error => io::Error::other(error),
    }
}

/// Gives `curl` the token, and takes what comes, as long as that is no more than so many bytes.
fn taken(mut curl: Child, token: Option<&str>, bytes_max: u64, to: &mut impl Write) -> io::Result<u16> {
    let mut input = curl.stdin.take().expect("it is piped");
    if let Some(token) = token {
        // One that has ended already reads nothing, and has said why.
        let _ = input.write_all(format!("Authorization: Bearer {token}\n").as_bytes());
    }
    drop(input);
    let output = curl.stdout.take().expect("it is piped");
    let copied = io::copy(&mut output.take(bytes_max + 1), to);
    if !matches!(copied, Ok(bytes) if bytes <= bytes_max) {
        let _ = curl.kill();
    }
    let ended = curl.wait_with_output()?;
    if copied? > bytes_max {
        return Err(io::Error::other(format!("it sends more than {bytes_max} bytes")));
    }
    let told = String::from_utf8_lossy(&ended.stderr);
    let is_status = |line: &&str| line.len() == 3 && line.parse::<u16>().is_ok();
    let status = told.lines().rev().find(is_status).and_then(|line| line.parse().ok());
    let words: Vec<&str> = told.lines().filter(|line| !line.is_empty() && !is_status(line)).collect();
    status.filter(|_| ended.status.success()).ok_or_else(|| io::Error::other(words.join("; ")))
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    #[test]
    fn who_hangs_up_while_a_file_is_sent_may_find_it_too_large() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("large.wasm");
        // More than a connection holds that nobody reads.
        std::fs::write(&file, vec![0; 32 << 20]).expect("it can be written");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let url = format!("http://{}/api/bot", listener.local_addr().expect("it has one"));
        let server = thread::spawn(move || {
            let (mut client, _) = listener.accept().expect("somebody comes");
            let mut begun = [0; 1 << 10];
            let read = client.read(&mut begun).expect("it asks");
            assert!(read > 0);
            client.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").expect("it listens");
            client.read_exact(&mut begun).expect("it sends");
        });
        let told = ask(&url, "token", HttpRequest::Put(&file, None)).expect_err("nobody answers").to_string();
        server.join().expect("it does not panic");
        assert!(told.ends_with("the season may take no file so large"), "{told}");
    }

    #[cfg(unix)]
    #[test]
    fn what_curl_says_is_told_also_if_it_ends_before_it_has_the_token() {
        let mut curl = shell("echo 'curl: (26) it cannot read' >&2; printf '\\n000' >&2; exit 26");
        while curl.try_wait().expect("it is ours").is_none() {
            thread::yield_now();
        }
        let told =
            taken(curl, Some("token"), 100, &mut Vec::new()).expect_err("there is no answer").to_string();
        assert_eq!(told, "curl: (26) it cannot read");
    }

    #[cfg(unix)]
    fn shell(script: &str) -> Child {
        let mut curl = Command::new("sh");
        let curl =
            curl.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        curl.spawn().expect("there is a shell")
    }

    #[cfg(unix)]
    #[test]
    fn a_server_that_never_ends_is_not_read_without_end() {
        let endless = shell("while echo more; do :; done");
        let mut text = Vec::new();
        let told = taken(endless, None, 1_000, &mut text).expect_err("it sends more").to_string();
        assert_eq!((told.as_str(), text.len()), ("it sends more than 1000 bytes", 1_001));
        let short = shell("echo all; printf '\\n200' >&2");
        assert_eq!(taken(short, None, 4, &mut text).expect("it answers"), 200);
    }
}
