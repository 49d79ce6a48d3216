//! The report's text: what the tables and plots need is put into the template.

use askama::Template;
use judge_play::GameInfo;
use judge_rating::phases::Phase;
use judge_rating::rows::ResultRow;
use judge_rating::{EntrantId, Team};

use crate::crosstable::{self, PairResults, SeatWorth};
use crate::facts::{self, TournamentFacts};
use crate::marks;
use crate::plots::{self, Histogram, Intervals};
use crate::results::{FirstFault, Results};
use crate::sections::{Section, sections};
use crate::summary::{self, Portrait};
use crate::words::{self, whole};

/// The most contestants that a cross table has; with more the page shows one contestant's opponents at a time.
const CROSSTABLE_MAX: usize = 40;

#[derive(Template)]
#[template(path = "report.html")]
struct Report<'a> {
    facts: &'a TournamentFacts,
    info: &'a GameInfo,
    line: String,
    headline: String,
    /// The page on which more is told of those on the podium.
    address: &'a str,
    contestants: Vec<Contestant<'a>>,
    teams: Vec<Team<'a>>,
    has_points: bool,
    has_buchholz: bool,
    /// Whether everybody against everybody fits on a page.
    has_crosstable: bool,
    crosstable: Vec<Vec<PairResults>>,
    sections: Vec<Section<'a>>,
    seats: Vec<SeatWorth>,
    endings: Vec<(String, String)>,
    faults: &'a [FirstFault],
    ratings: Option<Intervals>,
    fuel: Option<Intervals>,
    memory: Option<Intervals>,
    lengths: Option<Histogram>,
}

impl<'a> Report<'a> {
    fn of(&self, id: EntrantId) -> &Contestant<'a> {
        self.contestants.iter().find(|of| of.row.id == id).expect("they are in the standings")
    }
}

#[derive(Template)]
#[template(path = "card.html")]
struct Card<'a> {
    facts: &'a TournamentFacts,
    line: String,
    headline: String,
    address: &'a str,
    contestants: Vec<Contestant<'a>>,
    shows_games: bool,
}

#[derive(Template)]
#[template(path = "link.html")]
struct Link<'a> {
    title: &'a str,
    description: &'a str,
    url: &'a str,
    picture: String,
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesText<'a> {
    info: &'a GameInfo,
}

/// A contestant as the page shows it.
struct Contestant<'a> {
    row: &'a ResultRow,
    facts: &'a facts::Contestant,
    /// Its own terms beside its file, in words.
    terms: String,
    /// Its result, and how it came to its place, in words.
    result: String,
    tale: String,
    colour: usize,
    shape: &'static str,
    portrait: Portrait,
}

impl<'a> Contestant<'a> {
    fn new(facts: &'a TournamentFacts, results: &'a Results, row: &'a ResultRow, portrait: Portrait) -> Self {
        let of = &facts.contestants[row.id.0];
        let (colour, shape) = (marks::colour(row.id.0), marks::shape(row.id.0));
        let (result, tale) = (summary::result(facts, row), summary::tale(facts, results, row));
        Self { row, facts: of, terms: of.terms(), result, tale, colour, shape, portrait }
    }

    fn rank(&self) -> usize {
        self.row.rank.unwrap_or_default()
    }

    fn rating(&self) -> String {
        self.row.rating.map_or_else(String::new, |rating| whole(rating.0))
    }

    fn interval(&self) -> String {
        words::interval(self.row.rating_low.map(|low| low.0), self.row.rating_high.map(|high| high.0))
    }

    fn places(&self) -> String {
        match (self.row.rank_low, self.row.rank_high) {
            (Some(low), Some(high)) if low == high => low.to_string(),
            (Some(low), Some(high)) => format!("{low}–{high}"),
            _ => String::new(),
        }
    }
}

/// All that a page shows of a tournament beside its arena: the content of its body, but for scripts. What depends on fuel
/// and memory is in elements with the attribute `data-fuel`, which are there whether or not they have content.
///
/// # Panics
/// If the results name a contestant that the tournament has not.
#[must_use]
pub fn report(facts: &TournamentFacts, info: &GameInfo, results: &Results) -> String {
    let crosstable = crosstable::crosstable(results);
    let portraits = summary::portraits(results, &crosstable);
    let contestants = results
        .standings
        .iter()
        .zip(portraits)
        .map(|(row, portrait)| Contestant::new(facts, results, row, portrait));
    let team = |row: &ResultRow| (facts.contestants[row.id.0].team.as_deref(), row.points);
    let mut teams = judge_rating::teams(results.standings.iter().map(team), facts.team_best);
    let board = |place: usize| facts.contestants[results.standings[place].id.0].board;
    if facts.contestants.iter().any(|of| of.board.is_some()) {
        let against = |one: usize, other: usize| crosstable[one][other].points().into();
        judge_rating::by_matches(&mut teams, board, against, facts.phases[0].rounds);
    }
    let report = Report {
        facts,
        info,
        line: summary::line(facts, results),
        headline: summary::headline(facts, results),
        address: "",
        contestants: contestants.collect(),
        teams,
        has_points: !facts.phases.last().is_some_and(Phase::is_knockout),
        has_buchholz: results.standings.iter().any(|row| row.buchholz.is_some()),
        has_crosstable: results.standings.len() <= CROSSTABLE_MAX,
        crosstable,
        sections: sections(facts, results),
        seats: crosstable::seats(results, facts.seats),
        endings: summary::endings(results),
        faults: &results.faults,
        ratings: plots::ratings(facts, results),
        fuel: plots::fuel(facts, results),
        memory: plots::memory(facts, results),
        lengths: plots::lengths(results),
    };
    report.render().expect("a string takes all text")
}

/// What the head of a report tells to pages that link to it: who won, the address, and the picture beside it.
///
/// # Panics
/// If the results name a contestant that the tournament has not.
#[must_use]
pub fn link(facts: &TournamentFacts, results: &Results) -> String {
    let description = [summary::headline(facts, results), summary::line(facts, results)].join(" ");
    let url = facts.url.as_deref().unwrap_or_default();
    let link = Link { title: &facts.title, description: description.trim(), url, picture: picture_at(url) };
    link.render().expect("a string takes all text")
}

/// The address of the picture beside a report: `report.png` for `report.html`, and for a folder.
fn picture_at(url: &str) -> String {
    let (folder, file) = url.rsplit_once('/').unwrap_or_default();
    format!("{folder}/{}.png", file.strip_suffix(".html").filter(|name| !name.is_empty()).unwrap_or("report"))
}

/// The card of a tournament on a front page, which leads to its report at this address: who won, and a game that plays by itself, if
/// the report can show one.
///
/// # Panics
/// If the results name a contestant that the tournament has not.
#[must_use]
pub fn card(facts: &TournamentFacts, results: &Results, address: &str, shows_games: bool) -> String {
    let contestant = |row| Contestant::new(facts, results, row, Portrait::default());
    let card = Card {
        facts,
        line: summary::line(facts, results),
        headline: summary::headline(facts, results),
        address,
        contestants: results.standings.iter().map(contestant).collect(),
        shows_games,
    };
    card.render().expect("a string takes all text")
}

/// The text of a page about the rules of a game, if it has some.
///
/// # Panics
/// Never: a string takes all text.
#[must_use]
pub fn rules(info: &GameInfo) -> String {
    RulesText { info }.render().expect("a string takes all text")
}
