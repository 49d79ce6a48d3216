//! `judge run`: plays a tournament and writes its results, or one part of it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use judge_author::feedback;
use judge_core::cluster::{self, Extent, WhichShard};
use judge_core::error::Error;
use judge_core::game::{ResultsFolder, write_moves};
use judge_core::phases::Shard;
use judge_core::play::Runner;
use judge_core::publish;
use judge_core::run::{self, Request, RunEnded};
use judge_core::tournament::Tournament;
use judge_play::text::sanitize_path;

use super::moves::MoveOptions;
use crate::shared::json;
use crate::shared::options::{LockOptions, RunOptions, cancel_on_interrupt, interrupted};
use crate::shared::output::{eprint, print};
use crate::shared::screen::StandingsOptions;

/// The advice on unfinished work.
pub(crate) const SAME_COMMAND: &str = "run the same command";

/// The exit code if another stage is to be played.
const NEXT_STAGE: u8 = 3;

/// Play a tournament and write its results
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
pub(crate) struct RunTournament {
    /// The tournament's TOML file, or - for standard input
    tournament: PathBuf,
    /// Folder for the results [default: results/TOURNAMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play all games again, even those in the folder's journal
    #[arg(long)]
    fresh: bool,
    /// Play one part of several, such as 3/16; `judge merge` puts them together. auto/16 takes the
    /// part's number from Slurm or Kubernetes
    #[arg(long, value_name = "PART/PARTS", allow_hyphen_values = true)]
    shard: Option<WhichShard>,
    /// Play the next stage of a Swiss, a knockout or a tournament with stop, or a part of it; `judge merge`
    /// puts it together and says which stage is next
    #[arg(long, conflicts_with = "out")]
    stage: bool,
    /// Write moves.csv, too: all actions of all games, which are played again for it
    #[arg(long, conflicts_with_all = ["shard", "stage"])]
    moves: bool,
    /// Write results.xlsx, too: the results for Excel and other spreadsheets
    #[arg(long, conflicts_with_all = ["shard", "stage"])]
    excel: bool,
    /// Write a new folder with a folder for each contestant in it: what it may know of its games, which are played again for it
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "stage"])]
    feedback: Option<PathBuf>,
    #[command(flatten)]
    kinds: MoveOptions,
    #[command(flatten)]
    locking: LockOptions,
    #[command(flatten)]
    standings: StandingsOptions,
    #[command(flatten)]
    options: RunOptions,
}

pub(crate) fn run(command: &RunTournament) -> Result<ExitCode, Error> {
    let reporter = command.options.reporter();
    command.feedback.as_deref().map_or(Ok(()), feedback::must_be_new)?;
    let tournament = Tournament::read_named(&command.tournament, &command.options.game_files()?)?;
    let variable = |name: &str| std::env::var(name).ok();
    let extent = if command.stage { Extent::Stage } else { Extent::Everything };
    if command.stage {
        cluster::needs_stages(&tournament)?;
    }
    let shard =
        command.shard.map(|which| cluster::shard_of(which, extent, &tournament, variable)).transpose()?;
    let options = command.options.options()?;
    let runner = Runner::new(tournament, &options, &reporter)?;
    let (out, locking) = (command.out.clone(), command.locking.locking());
    let request = Request { out, fresh: command.fresh, locking };
    let cancellation = cancel_on_interrupt()?;
    let ended = if shard.is_none() && extent == Extent::Everything {
        run::run(&runner, &request, &cancellation, &reporter)?
    } else {
        let part = (shard.unwrap_or(Shard::WHOLE), extent);
        cluster::play_part(&runner, &request, part, &cancellation, &reporter)?
    };
    if let RunEnded::Published { folder, void, .. } = &ended {
        if command.excel {
            publish::write_workbook(folder)?;
        }
        let from = ResultsFolder { folder, tournament: None, options: &options, observer: &reporter };
        if void.is_none() && (command.moves || command.kinds.is_any()) {
            write_moves(from, &command.kinds.request())?;
        }
        if let (None, Some(to)) = (void, &command.feedback) {
            feedback::write(from, to)?;
        }
    }
    let again = if command.fresh { "run the command again without --fresh" } else { SAME_COMMAND };
    end(&ended, &command.standings, &command.options, again)
}

/// Shows how a run ended, and says how to resume: `again`.
pub(crate) fn end(
    ended: &RunEnded,
    standings: &StandingsOptions,
    options: &RunOptions,
    again: &str,
) -> Result<ExitCode, Error> {
    if standings.json {
        print(&json::run(ended));
    }
    let show = |text: &str| {
        if !options.quiet && !standings.json {
            print(text);
        }
    };
    let show_so_far = |table, why: &str| show(&format!("{}\n{why}\n", standings.text(table, None)));
    let stopped = || interrupted(&format!("; finished games are kept; {again} to resume"));
    match ended {
        RunEnded::Published { table, folder, void } => {
            show(&format!("{}\nwritten to {}\n", standings.text(table, Some(folder)), sanitize_path(folder)));
            let Some(void) = void else { return Ok(ExitCode::SUCCESS) };
            Err(Error::Machine(format!("{void}\nnobody has points for them; {again} to play them")))
        }
        RunEnded::Cancelled { table, older } => {
            show_so_far(table, "interrupted: these are not the final standings");
            if let Some(folder) = older {
                eprint(&format!("{}: the results there are those of an earlier run", sanitize_path(folder)));
            }
            Ok(stopped())
        }
        RunEnded::Stuck { table, void } => {
            show_so_far(table, "interrupted: these are not the final standings");
            Err(Error::Machine(format!("{void}\nwhat comes next depends on them; {again} to play them")))
        }
        RunEnded::Part { shard, stage } => {
            let stage = stage.map(|stage| format!(" of stage {stage}")).unwrap_or_default();
            show(&format!("{shard}{stage} is finished; judge merge puts all parts together\n"));
            Ok(ExitCode::SUCCESS)
        }
        RunEnded::PartCancelled => Ok(stopped()),
        RunEnded::NextStage { stage, table } => {
            let why = format!(
                "these are not the final standings: stage {stage} is next; play it with judge run --stage"
            );
            show_so_far(table, &why);
            Ok(ExitCode::from(NEXT_STAGE))
        }
        RunEnded::AllStages => {
            show("all stages are played; judge merge writes the results\n");
            Ok(ExitCode::SUCCESS)
        }
    }
}
