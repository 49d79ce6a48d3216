//! Who talks to a server: a request in, an answer out.
//!
//! There are two clients, and each has somebody who needs it. Plain HTTP to this machine goes by a crate: organisers give
//! orders inside the server's container, whose image has no `curl`, and the crate's errors say whether the server ended
//! while it obeyed. HTTPS goes by `curl`, which contestants' systems have: a TLS library would double what has to be built.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::orders::order::Fields;

/// The header with a contestant's signature of its file.
pub(crate) const SIGNATURE: &str = "judge-signature";

/// How long a request may take.
const SECONDS_MAX: u64 = 150;
/// How long a file may take.
const FETCH_MAX: Duration = Duration::from_mins(30);
/// Bytes of an answer that are read.
const ANSWER_BYTES_MAX: u64 = 1 << 20;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub enum HttpRequest<'a> {
    /// What is there.
    Get,
    /// That a file is taken, with its contestant's signature if there is one.
    Put(&'a Path, Option<&'a str>),
    /// That a form is taken.
    Post(&'a Fields),
}

/// What a server answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// As in HTTP.
    pub status: u16,
    /// Its text. Whoever prints it takes care.
    pub text: String,
}

/// Asks a server, and shows it a token.
///
/// # Errors
/// If it cannot be reached, or the file cannot be read.
pub fn ask(url: &str, token: &str, asked: HttpRequest<'_>) -> io::Result<Answer> {
    if url.starts_with("https://") { by_curl(url, token, asked) } else { directly(url, token, asked) }
}

/// Has a file from a server, which everybody may have, or whoever shows a token; its status as in HTTP. Unless that is
/// 200 there is no file.
///
/// # Errors
/// If it cannot be reached, sends more than so many bytes, or the file cannot be written.
pub fn fetch(url: &str, token: Option<&str>, to: &Path, bytes_max: u64) -> io::Result<u16> {
    if url.starts_with("https://") {
        return fetch_by_curl(url, token, to, bytes_max);
    }
    let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).proxy(None);
    let agent = ureq::Agent::new_with_config(config.timeout_global(Some(FETCH_MAX)).build());
    let mut request = agent.get(url);
    if let Some(token) = token {
        request = request.header("Authorization", format!("Bearer {token}"));
    }
    let mut answer = request.call().map_err(io::Error::other)?;
    let status = answer.status().as_u16();
    if status == 200 {
        let mut file = std::fs::File::create(to)?;
        io::copy(&mut answer.body_mut().with_config().limit(bytes_max).reader(), &mut file)?;
    }
    Ok(status)
}

fn fetch_by_curl(url: &str, token: Option<&str>, to: &Path, bytes_max: u64) -> io::Result<u16> {
    let mut curl = Command::new("curl");
    curl.args(["--silent", "--show-error", "--globoff", "--proto", "=https"]);
    curl.args(["--header", "@-", "--write-out", "\n%{http_code}"]);
    curl.args(["--max-time", &FETCH_MAX.as_secs().to_string(), "--max-filesize", &bytes_max.to_string()]);
    let Answer { status, .. } =
        answer_of(started(curl.arg("--output").arg(to).args(["--url", url]))?, token)?;
    if status != 200 {
        let _ = std::fs::remove_file(to);
    }
    Ok(status)
}

fn directly(url: &str, token: &str, asked: HttpRequest<'_>) -> io::Result<Answer> {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .timeout_global(Some(Duration::from_secs(SECONDS_MAX)));
    let agent = ureq::Agent::new_with_config(config.build());
    let bearer = format!("Bearer {token}");
    let answer = match asked {
        HttpRequest::Get => agent.get(url).header("Authorization", bearer).call(),
        HttpRequest::Put(file, signature) => {
            let file = std::fs::read(file)?;
            // A server that takes no such file can say so before it is sent.
            let request = agent.put(url).header("Authorization", bearer).header("Expect", "100-continue");
            let request = match signature {
                Some(signature) => request.header(SIGNATURE, signature),
                None => request,
            };
            return text_of(request.send(file).map_err(unsent)?);
        }
        HttpRequest::Post(fields) => agent.post(url).header("Authorization", bearer).send_form(fields),
    };
    text_of(answer.map_err(|error| match error {
        ureq::Error::Io(error) => error,
        error => io::Error::other(error),
    })?)
}

/// Why a file was not sent.
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

fn text_of(mut answer: ureq::http::Response<ureq::Body>) -> io::Result<Answer> {
    let text = answer.body_mut().with_config().limit(ANSWER_BYTES_MAX).read_to_string();
    Ok(Answer { status: answer.status().as_u16(), text: text.map_err(io::Error::other)? })
}

/// The same by `curl`. It gets the token by a pipe: what stands on a command line can be seen by all.
fn by_curl(url: &str, token: &str, asked: HttpRequest<'_>) -> io::Result<Answer> {
    let mut curl = Command::new("curl");
    curl.args([
        "--silent",
        "--show-error",
        // Else brackets and braces in an address or a file's name are patterns.
        "--globoff",
        "--proto",
        "=https",
        "--header",
        "@-",
        "--write-out",
        "\n%{http_code}",
    ]);
    curl.args(["--max-time", &SECONDS_MAX.to_string(), "--max-filesize", &ANSWER_BYTES_MAX.to_string()]);
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
    answer_of(started(curl.args(["--url", url]))?, Some(token))
}

fn started(curl: &mut Command) -> io::Result<Child> {
    let started = curl.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    started.map_err(|error| {
        io::Error::other(format!("curl speaks TLS for the judge, and cannot be started: {error}"))
    })
}

/// What `curl` brings when it is given the token, if there is one.
fn answer_of(mut curl: Child, token: Option<&str>) -> io::Result<Answer> {
    let mut input = curl.stdin.take().expect("it is piped");
    if let Some(token) = token {
        // One that has ended already reads nothing, and has said why.
        let _ = input.write_all(format!("Authorization: Bearer {token}\n").as_bytes());
    }
    drop(input);
    let ended = curl.wait_with_output()?;
    let text = String::from_utf8_lossy(&ended.stdout);
    let parted = text.rsplit_once('\n').and_then(|(text, status)| Some((text, status.parse().ok()?)));
    match parted {
        Some((text, status)) if ended.status.success() => Ok(Answer { status, text: text.to_owned() }),
        _ => Err(io::Error::other(String::from_utf8_lossy(&ended.stderr).trim().to_owned())),
    }
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
        let mut curl = Command::new("sh");
        curl.args(["-c", "echo 'curl: (26) it cannot read' >&2; exit 26"]);
        let curl = curl.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut curl = curl.expect("there is a shell");
        while curl.try_wait().expect("it is ours").is_none() {
            thread::yield_now();
        }
        let told = answer_of(curl, Some("token")).expect_err("there is no answer").to_string();
        assert_eq!(told, "curl: (26) it cannot read");
    }
}
