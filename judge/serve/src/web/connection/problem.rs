//! The page for a reader where a page cannot be shown: the words that a program gets, as a page.

use askama::Template;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use crate::web::Site;

/// Our words are shorter.
const WORDS_BYTES_MAX: usize = 16 << 10;

#[derive(Template)]
#[template(path = "problem.html")]
struct Problem<'a> {
    site: &'a Site,
    heading: &'static str,
    words: String,
}

/// Makes a page of a refusal for those who read pages. Programs and scripts, which ask for anything, get the words.
pub(crate) async fn as_page(site: Site, request: Request, next: Next) -> Response {
    let reads_pages = holds(request.headers(), &ACCEPT, "text/html");
    let response = next.run(request).await;
    let status = response.status();
    let is_problem = status.is_client_error() || status.is_server_error();
    let headers = response.headers();
    let is_words = !headers.contains_key(CONTENT_TYPE) || holds(headers, &CONTENT_TYPE, "text/plain");
    if !reads_pages || !is_problem || !is_words {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let words = to_bytes(body, WORDS_BYTES_MAX).await.unwrap_or_default();
    let words = sentence(String::from_utf8_lossy(&words).trim(), status);
    let heading = if status == StatusCode::NOT_FOUND { "Not found" } else { "That did not work" };
    let problem = Problem { site: &site, heading, words };
    let page = problem.render().expect("a string takes all text");
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Response::from_parts(parts, Body::from(page))
}

/// Whether a header speaks of something.
pub(crate) fn holds(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(word))
}

/// Words as a sentence. Where an answer has none, its status has.
fn sentence(words: &str, status: StatusCode) -> String {
    let words =
        if words.is_empty() { status.canonical_reason().unwrap_or("no reason is known") } else { words };
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_a_sentence() {
        assert_eq!(sentence("there is no such page", StatusCode::NOT_FOUND), "There is no such page.");
        assert_eq!(sentence("Wait.", StatusCode::CONFLICT), "Wait.");
        assert_eq!(sentence("", StatusCode::REQUEST_TIMEOUT), "Request Timeout.");
    }
}
