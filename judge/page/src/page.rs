//! The report's page: its text, its parts and the viewer's data are put into the template.

use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::published::Published;
use crate::{letters, payload, report_data};

/// The page's one script, as `judge/page/build` makes it.
pub static SCRIPT: &str = include_str!("../dist/page.js");
/// The script of a report that unpacks the page's: a report is one file, and this makes it smaller by 80 KB.
const UNPACK: &str = include_str!("../dist/unpack-script.js");
/// The page's style.
pub static STYLE: &str = include_str!("../dist/page.css");

#[derive(Template)]
#[template(path = "report.html")]
struct ReportTemplate {
    policy: String,
    title: String,
    /// What pages that link to it read, whose texts are escaped.
    link: String,
    style: &'static str,
    /// The drawing, whose texts are escaped.
    body: String,
    unpack: &'static str,
    packed_script: String,
    payload: String,
}

/// The report of a tournament, as one HTML file.
#[must_use]
pub fn report(published: &Published) -> String {
    let facts = report_data::tournament_facts(published);
    let results = report_data::results(published);
    let report = ReportTemplate {
        policy: policy(&[UNPACK, SCRIPT]),
        style: STYLE,
        body: judge_drawing::report(&facts, published.game.info, &results),
        link: judge_drawing::link(&facts, &results),
        unpack: UNPACK,
        packed_script: letters::compressed(SCRIPT.as_bytes()),
        payload: payload::text(published, &facts, &results),
        title: facts.title,
    };
    report.render().expect("a string takes all text")
}

/// Whether a page has the scripts and the style that [`report`] writes: its policy names them.
#[must_use]
pub fn is_of_this_judge(page: &str) -> bool {
    [UNPACK, SCRIPT, STYLE].iter().all(|part| page.contains(hash(part).trim_matches('\'')))
}

/// The permissions of a page: run its own scripts, its own style, WebAssembly, and workers made of its own text.
pub(crate) fn policy(scripts: &[&str]) -> String {
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; img-src blob:; base-uri 'none'; form-action 'none'",
        scripts.iter().map(|script| hash(script)).collect::<Vec<_>>().join(" "),
        hash(STYLE)
    )
}

/// What a policy names a script or a style by.
pub(crate) fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
