//! The page: what the tables, plots and the viewer need is put into the template.

use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use judge_core::results::{Evidence, ResultRow};
use judge_play::{Fault, GameInfo};
use sha2::{Digest, Sha256};

use crate::course::{self, Course};
use crate::crosstable::{self, Cell, Seat};
use crate::letters;
use crate::marks;
use crate::payload;
use crate::plots::{self, Histogram, Intervals};
use crate::published::Published;
use crate::summary::{self, Portrait, many, thousands, whole};

/// The page's one script and its style, as `judge/page/build` makes them.
pub(crate) const SCRIPT: &str = include_str!("../dist/page.js");
/// The script of a report that unpacks the page's: a report is one file, and this makes it smaller by 80 KB.
const UNPACK: &str = include_str!("../dist/unpack-script.js");
pub(crate) const STYLE: &str = include_str!("../dist/page.css");

/// Contestants on the podium.
const PODIUM: usize = 3;
/// The most contestants that a cross table has; with more the page shows one contestant's opponents at a time.
const CROSSTABLE_MAX: usize = 40;

#[derive(Template)]
#[template(path = "report.html")]
struct Report<'a> {
    policy: String,
    style: &'static str,
    unpack: &'static str,
    packed_script: String,
    payload: String,
    published: &'a Published,
    info: &'static GameInfo,
    line: String,
    headline: String,
    /// How many of the first contestants are on the podium.
    podium: usize,
    contestants: Vec<Contestant<'a>>,
    /// Whether everybody against everybody fits on a page.
    has_crosstable: bool,
    crosstable: Vec<Vec<Cell>>,
    course: Course,
    seats: Vec<Seat>,
    endings: Vec<(String, String)>,
    faults: Vec<(Evidence, Fault)>,
    ratings: Option<Intervals>,
    fuel: Option<Intervals>,
    memory: Option<Intervals>,
    lengths: Option<Histogram>,
    playable: bool,
}

/// A contestant as the page shows it.
struct Contestant<'a> {
    row: &'a ResultRow,
    calls_itself: &'a str,
    sha256: &'a str,
    /// What it has of its own beside its file, in words.
    terms: String,
    index: usize,
    colour: usize,
    shape: String,
    portrait: Portrait,
}

impl Contestant<'_> {
    fn rank(&self) -> String {
        self.row.rank.map_or_else(String::new, |rank| rank.to_string())
    }

    fn rating(&self) -> String {
        self.row.rating.map_or_else(String::new, |rating| whole(rating.0))
    }

    fn interval(&self) -> String {
        match (self.row.rating_low, self.row.rating_high) {
            (Some(low), Some(high)) => format!("{} … {}", whole(low.0), whole(high.0)),
            (None, Some(high)) => format!("≤ {}", whole(high.0)),
            (Some(low), None) => format!("≥ {}", whole(low.0)),
            (None, None) => String::new(),
        }
    }

    fn places(&self) -> String {
        match (self.row.rank_low, self.row.rank_high) {
            (Some(low), Some(high)) if low == high => low.to_string(),
            (Some(low), Some(high)) => format!("{low}–{high}"),
            _ => String::new(),
        }
    }

    fn is_out(&self) -> bool {
        self.row.status == "disqualified"
    }

    fn points(&self) -> String {
        many(self.row.points, "point")
    }

    fn fuel(&self) -> String {
        thousands(self.row.fuel_per_turn_mean)
    }

    fn dearest_fuel(&self) -> String {
        self.portrait.dearest.map_or_else(String::new, |(_, fuel)| thousands(fuel))
    }
}

/// The report of a tournament, as one HTML file.
#[must_use]
pub fn report(published: &Published) -> String {
    let crosstable = crosstable::crosstable(published);
    let mut portraits = summary::portraits(published, &crosstable);
    // Whoever is out had bests only against walkovers.
    for (row, portrait) in published.rows.iter().zip(&mut portraits) {
        if row.status == "disqualified" {
            (portrait.best, portrait.worst) = (None, None);
        }
    }
    let contestants = published.rows.iter().zip(portraits).map(|(row, portrait)| {
        let index = published.index(&row.contestant.0).unwrap_or(0);
        let bot = &published.manifest.contestant[index];
        let (calls_itself, sha256) = (bot.calls_itself.as_str(), bot.sha256.as_str());
        let (colour, shape) = (marks::colour(index), marks::shape(index));
        let terms = bot.terms().to_string();
        Contestant { row, calls_itself, sha256, terms, index, colour, shape, portrait }
    });
    let report = Report {
        policy: policy(&[UNPACK, SCRIPT]),
        style: STYLE,
        unpack: UNPACK,
        packed_script: letters::compressed(SCRIPT.as_bytes()),
        payload: payload::text(published),
        published,
        info: published.game.info,
        line: summary::line(published),
        headline: summary::headline(published),
        podium: PODIUM.min(published.rows.len()),
        contestants: contestants.collect(),
        has_crosstable: published.rows.len() <= CROSSTABLE_MAX,
        seats: crosstable::seats(published),
        crosstable,
        course: course::course(published),
        endings: summary::endings(published),
        // Evidence was safe when it was written; a folder may have been changed by anybody.
        faults: published.faults.iter().filter_map(safe).collect(),
        ratings: plots::ratings(published),
        fuel: plots::fuel(published),
        memory: plots::memory(published),
        lengths: plots::lengths(published),
        playable: published.bots.iter().any(Option::is_some),
    };
    report.render().expect("a string takes all text")
}

/// The evidence of a fault; a stalled machine has no evidence.
fn safe(evidence: &Evidence) -> Option<(Evidence, Fault)> {
    Some((evidence.clone(), evidence.fault.as_ref()?.sanitized()))
}

/// What a page may do: run its own scripts, its own style, WebAssembly, and workers made of its own text.
pub(crate) fn policy(scripts: &[&str]) -> String {
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; img-src blob:; base-uri 'none'; form-action 'none'",
        scripts.iter().map(|script| hash(script)).collect::<Vec<_>>().join(" "),
        hash(STYLE)
    )
}
