//! The front page of several tournaments: who won each, and a game of it in a frame, which is its report.

use std::path::Path;

use askama::Template;

use crate::page::hash;
use crate::published::Published;
use crate::{payload, report_data};

/// The front page's style: that of reports, and its own.
const FRONT_STYLE: &str = concat!(include_str!("../dist/page.css"), include_str!("../templates/front.css"));

#[derive(Template)]
#[template(path = "front.html")]
struct Front<'a> {
    policy: String,
    title: &'a str,
    link: &'static str,
    style: &'static str,
    /// The drawings of tournaments, whose texts are escaped.
    cards: String,
}

/// The front page of tournaments, each as [`card`] draws it. It runs no script, and frames only what lies on its own site.
#[must_use]
pub fn front(title: &str, cards: &[String]) -> String {
    let style = hash(FRONT_STYLE);
    let policy = format!(
        "default-src 'none'; style-src {style}; frame-src 'self'; base-uri 'none'; form-action 'none'"
    );
    let front = Front { policy, title, link: "", style: FRONT_STYLE, cards: cards.concat() };
    front.render().expect("a string takes all text")
}

/// What a front page shows of a tournament. `report` is its report, at `path` from the front page.
#[must_use]
pub fn card(published: &Published, report: &str, path: &Path) -> String {
    let shows_games = payload::shows_games(report);
    let (facts, results) = (report_data::tournament_facts(published), report_data::results(published));
    judge_drawing::card(&facts, &results, &address(path), shows_games)
}

/// A path below a page as an address that is relative to it.
fn address(path: &Path) -> String {
    let encoded = |byte: &u8| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'.' | b'_' | b'~' => char::from(*byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    let names = path.iter().map(|name| name.as_encoded_bytes().iter().map(encoded).collect::<String>());
    names.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_no_letter_that_means_something_to_it() {
        assert_eq!(
            address(Path::new("a b/50%#1?/é:\"/report.html")),
            "a%20b/50%25%231%3F/%C3%A9%3A%22/report.html"
        );
    }
}
