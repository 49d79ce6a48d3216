//! `judge rate`: one rating of the bots of several tournaments.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::Error;
use judge_core::pooled::{Pooled, PooledBot, pooled};
use judge_play::text::{count, sanitize};
use judge_terminal::width;
use serde::Serialize;

use crate::shared::json;
use crate::shared::output::print;

const HEADER: [&str; 9] =
    ["places", "bot", "tournaments", "played", "won", "drawn", "lost", "rating", "95 %"];

/// Rate the bots of several tournaments together
///
/// All games of the folders are fitted at once, as those of one tournament. A bot is its file, whatever it
/// is called. The tournaments must have the same game, rules and limits.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Rate {
    /// Folders of results
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Print them as JSON; docs/json.md lists the keys
    #[arg(long)]
    json: bool,
}

/// What is said to other tools.
#[derive(Serialize)]
struct Rated<'a> {
    format: &'static str,
    rounds: u64,
    rounds_twice: u64,
    bots: Vec<RatedBot<'a>>,
    remarks: &'a [String],
}

#[derive(Serialize)]
struct RatedBot<'a> {
    bot: String,
    sha256: &'a str,
    tournaments: u64,
    played: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    rating: Option<f64>,
    rating_low: Option<f64>,
    rating_high: Option<f64>,
    rank_low: Option<usize>,
    rank_high: Option<usize>,
    is_disqualified: bool,
}

pub(crate) fn rate(command: &Rate) -> Result<ExitCode, Error> {
    let rated = pooled(&command.folders)?;
    print(&if command.json { json_text(&rated) } else { text(&rated) });
    Ok(ExitCode::SUCCESS)
}

fn json_text(rated: &Pooled) -> String {
    json::text(&Rated {
        format: "judge-rate-1",
        rounds: rated.rounds,
        rounds_twice: rated.rounds_twice,
        bots: rated.bots.iter().map(RatedBot::of).collect(),
        remarks: &rated.remarks,
    })
}

impl<'a> RatedBot<'a> {
    fn of(bot: &'a PooledBot) -> Self {
        Self {
            bot: sanitize(&bot.name),
            sha256: &bot.sha256,
            tournaments: bot.tournaments,
            played: bot.played,
            won: bot.won,
            drawn: bot.drawn,
            lost: bot.lost,
            rating: bot.rating,
            rating_low: bot.rating_low,
            rating_high: bot.rating_high,
            rank_low: bot.places.map(|places| places.0),
            rank_high: bot.places.map(|places| places.1),
            is_disqualified: bot.is_disqualified,
        }
    }
}

fn text(rated: &Pooled) -> String {
    let rows: Vec<[String; HEADER.len()]> = rated.bots.iter().map(cells).collect();
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    let mut text = width::table(&HEADER, &rows, &[1]);
    for remark in &rated.remarks {
        text += &sanitize(remark);
        text.push('\n');
    }
    if rated.rounds_twice > 0 {
        text += &count(rated.rounds_twice, "round");
        text += " in more than one folder, which count once\n";
    }
    text
}

fn cells(bot: &PooledBot) -> [String; HEADER.len()] {
    let interval = match (bot.rating_low, bot.rating_high) {
        (Some(low), Some(high)) => format!("{low:.0} … {high:.0}"),
        (Some(low), None) => format!("≥ {low:.0}"),
        (None, Some(high)) => format!("≤ {high:.0}"),
        (None, None) => String::new(),
    };
    let places = |(low, high)| if low == high { format!("{low}") } else { format!("{low}-{high}") };
    let place = if bot.is_disqualified { "disqualified".to_owned() } else { String::new() };
    [
        bot.places.map_or(place, places),
        sanitize(&bot.name),
        bot.tournaments.to_string(),
        bot.played.to_string(),
        bot.won.to_string(),
        bot.drawn.to_string(),
        bot.lost.to_string(),
        bot.rating.map(|rating| format!("{rating:.0}")).unwrap_or_default(),
        interval,
    ]
}
