//! `judge compare`: which of two bots is stronger; it plays only as long as that is open.

mod json;
mod live;
mod text;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use judge_author::compare::{self, Comparison, ComparisonEnd, Hypotheses, Plan, Until};
use judge_bots::Waits;
use judge_core::error::{Error, Mistake};
use judge_core::game::{LoadedBots, commands, file_of, limits_for};
use judge_core::phases::EntrantId;
use judge_play::Seed;

use crate::shared::game_args::{GameArgs, Opening};
use crate::shared::number::whole;
use crate::shared::options::{RunOptions, cancel_on_interrupt, interrupted};
use crate::shared::output::{eprint, print};
use live::Live;
use text::SideNames;

/// Find out which of two bots is stronger; stops as soon as that is certain
#[derive(Args)]
pub(crate) struct Compare {
    /// The one that may be stronger: a .wasm file, an example bot's name, or a command of this machine in quotes
    #[arg(value_name = "A.wasm")]
    first: String,
    /// The bot to compare it with
    #[arg(value_name = "B.wasm")]
    second: String,
    #[command(flatten)]
    game_args: GameArgs,
    #[command(flatten)]
    opening: Opening,
    /// Compare by games against these bots instead of games against one another; commas between them
    #[arg(long, value_name = "BOT,BOT")]
    against: Vec<String>,
    /// Decide between these two: A is stronger by the first number of Elo, or by the second
    #[arg(long, value_name = "ELO,ELO", default_value_t, allow_hyphen_values = true)]
    sprt: Hypotheses,
    /// The most rounds; a round is one opening, played in all seats
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(1..=1_000_000_u32))]
    rounds: u32,
    /// Play all rounds, for a fair estimate of how much stronger one is; without --rounds these are very many
    #[arg(long, conflicts_with = "sprt")]
    all: bool,
    /// Seed of the openings and of the bots' random numbers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Folder to keep finished games in, to resume from
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the answer as JSON; docs/compare.md lists the keys
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: RunOptions,
}

pub(crate) fn compare(command: &Compare) -> Result<ExitCode, Error> {
    let lists = [&command.first, &command.second].map(|word| vec![word.as_str()]).into_iter();
    let lists: Vec<Vec<&str>> = lists.chain(command.against.iter().map(|words| each(words))).collect();
    // A file in a list of files may have a comma in its name, and what stands behind it is no command.
    let commands = commands(lists.iter().filter(|list| list.len() == 1).flatten().copied());
    let words = lists.concat();
    let rules = command.game_args.rules(&command.first)?;
    let opening_plies = command.opening.plies(&rules)?;
    let reporter = command.options.reporter();
    let options = command.options.options()?;
    let limits = limits_for(&rules, words.iter().filter_map(|word| file_of(word)));
    let loaded_bots = LoadedBots::new(rules, limits, &options)?.telling(reporter.teller());
    let is_command = !commands.is_empty();
    let mut loaded_bots = loaded_bots.starting(commands, Waits::a_minute(eprint));
    if is_command && command.out.is_some() {
        // Nothing tells whether a program is the one that played the games that are kept.
        let text = "games of a command are not kept; leave --out out, or compare .wasm files";
        return Err(Mistake::in_file("--out", text).into());
    }
    let bots =
        words.iter().map(|word| loaded_bots.add(word).map(EntrantId)).collect::<Result<Vec<_>, _>>()?;
    loaded_bots.warn(&reporter);
    let plan = Plan {
        sides: [bots[0], bots[1]],
        against: bots[2..].to_vec(),
        seats: loaded_bots.rules().seats(),
        seed: Seed(command.seed),
    };
    if plan.against.iter().any(|id| plan.sides.contains(id)) {
        let text = "a bot that is compared cannot be an opponent, too; leave it out";
        return Err(Mistake::in_file("--against", text).into());
    }
    let names = SideNames::new(&loaded_bots, &plan);
    let journal = compare::journal(command.out.as_deref())?;
    // Games of a command are not kept, and nothing but the judge's own end ends one that hangs.
    let cancellation = if is_command { Arc::default() } else { cancel_on_interrupt()? };
    let until = Until { hypotheses: command.sprt, rounds: command.rounds, all: command.all };
    let live = Live::new(&command.options, &until);
    let comparison = compare::play(
        (&loaded_bots, opening_plies),
        &plan,
        &until,
        (&journal, options.jobs()),
        &cancellation,
        &|tally| live.show(tally),
    )?;
    live.finish();
    let text = if command.json {
        json::json(&comparison, (&loaded_bots, opening_plies), &plan, &until)
    } else {
        text::text(&comparison, &names, &until)
    };
    print(&text);
    end(command, &comparison)
}

/// The words between commas; a file's name is one word.
fn each(words: &str) -> Vec<&str> {
    let is_file = Path::new(words).symlink_metadata().is_ok();
    if is_file { vec![words] } else { words.split(',').collect() }
}

/// The exit code, and what to do if the comparison is not over.
fn end(command: &Compare, comparison: &Comparison) -> Result<ExitCode, Error> {
    match &comparison.end {
        ComparisonEnd::Decided(_) | ComparisonEnd::Rounds | ComparisonEnd::Repeats => Ok(ExitCode::SUCCESS),
        ComparisonEnd::Void(detail) => Err(Error::Machine(format!(
            "a game is void, because of this machine and not of a bot, and nothing after it counts: {detail}; run the same command again"
        ))),
        ComparisonEnd::Interrupted => Ok(interrupted(if command.out.is_some() {
            "; finished games are kept; run the same command to resume"
        } else {
            "; nothing is kept; give a folder with --out to be able to resume"
        })),
    }
}
