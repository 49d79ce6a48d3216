//! `judge rate`: one rating of the bots of several tournaments.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_core::error::Error;
use judge_core::results::{interval, whole};
use judge_core::several::pooled::{Pooled, PooledBot, pooled};
use judge_play::text::{count, sanitize};
use judge_terminal::standings::places;
use judge_terminal::width;

use crate::shared::json;
use crate::shared::output::print;

const HEADER: [&str; 9] =
    ["places", "bot", "tournaments", "played", "won", "drawn", "lost", "rating", "95 %"];

/// Rate the bots of several tournaments together
///
/// One fit uses all games of the folders. A bot is identified by its file, whatever its names. The
/// tournaments must have the same game, rules and limits.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Rate {
    /// Folders of results
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Print the ratings as JSON; docs/json.md lists the keys
    #[arg(long)]
    json: bool,
}

pub(crate) fn rate(command: &Rate) -> Result<ExitCode, Error> {
    let rated = pooled(&command.folders)?;
    print(&if command.json { json_text(&rated) } else { text(&rated) });
    Ok(ExitCode::SUCCESS)
}

fn json_text(rated: &Pooled) -> String {
    let Pooled { bots, rounds, rounds_twice, remarks } = rated;
    json::text(&json::object! { format: "judge-rate-1", rounds, rounds_twice, bots, remarks })
}

fn text(rated: &Pooled) -> String {
    let rows: Vec<[String; HEADER.len()]> = rated.bots.iter().map(cells).collect();
    let mut text = width::table(&HEADER, &rows, &[1]);
    text.extend(rated.remarks.iter().map(|remark| sanitize(remark) + "\n"));
    if rated.rounds_twice > 0 {
        text += &(count(rated.rounds_twice, "round") + " in more than one folder, which count once\n");
    }
    text
}

fn cells(bot: &PooledBot) -> [String; HEADER.len()] {
    let place = if bot.is_disqualified { "disqualified".to_owned() } else { String::new() };
    [
        bot.rank_low.zip(bot.rank_high).map_or(place, places),
        bot.name.clone(),
        bot.tournaments.to_string(),
        bot.played.to_string(),
        bot.won.to_string(),
        bot.drawn.to_string(),
        bot.lost.to_string(),
        bot.rating.map(whole).unwrap_or_default(),
        interval(bot.rating_low, bot.rating_high),
    ]
}
