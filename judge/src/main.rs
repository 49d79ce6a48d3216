//! The program: parse the command line, call the library, print, exit code. One file per subcommand, in a folder by who asks.

mod authors;
mod compile;
mod help;
mod matches;
mod seasons;
mod shared;
mod tournaments;

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use authors::{check, compare, games, new, new_game, profile, wit};
use clap::{FromArgMatches, Parser, Subcommand};
use judge_bots::GAMES_VERSION;
use judge_core::error::{Error, Mistake};
use judge_core::game::is_there;
use judge_play::text::{panic_text, shell_word};
use matches::{play, replay};
use seasons::{serve, submit};
use shared::options::on_a_deep_stack;
use shared::output::eprint;
use tournaments::{merge, moves, prepare, rate, report, repro, run, seed, status, term, verify};

/// Runs tournaments between WebAssembly bots that nobody has to trust.
#[derive(Parser)]
#[command(version = GAMES_VERSION, about)]
struct Arguments {
    #[command(subcommand)]
    command: Commands,
}

/// The commands: the arguments of each, and what runs it.
macro_rules! commands {
    ($command:ident: $($(#[$how:meta])? $name:ident($arguments:ty) => $run:expr,)+) => {
        #[derive(Subcommand)]
        enum Commands {
            $($(#[$how])? $name($arguments),)+
        }

        fn execute(command: &Commands) -> Result<ExitCode, Error> {
            match command {
                $(Commands::$name($command) => $run,)+
            }
        }
    };
}

commands! { command:
    Run(run::RunTournament) => run::run(command),
    Merge(merge::Merge) => merge::merge(command),
    Status(status::TournamentStatus) => status::status(command),
    Prepare(prepare::Prepare) => prepare::prepare(command),
    Verify(verify::Verify) => verify::verify(command),
    Repro(repro::Repro) => repro::repro(command),
    Seed(seed::SeedTournament) => seed::seed(command),
    Serve(serve::Serve) => serve::serve(command),
    Submit(submit::Submit) => submit::submit(command),
    Report(report::WriteReport) => report::report(command),
    Moves(moves::Moves) => moves::moves(command),
    Rate(rate::Rate) => rate::rate(command),
    Term(term::Term) => term::run(command),
    Play(play::Play) => on_a_deep_stack(|| play::play(command))?,
    Replay(replay::ReplayGame) => on_a_deep_stack(|| replay::replay(command))?,
    New(new::New) => new::new(command),
    NewGame(new_game::NewGame) => new_game::new_game(command),
    Check(check::Check) => check::check(command),
    Compare(compare::Compare) => compare::compare(command),
    Profile(profile::ProfileBot) => profile::run(command),
    Games(games::ListGames) => games::games(command),
    Wit(wit::Wit) => wit::wit(command),
    Completions(help::Completions) => Ok(help::completions(command)),
    Man(help::Man) => help::man(command),
    #[command(hide = true)]
    Compile(compile::Compile) => compile::compile(command),
}

fn main() -> ExitCode {
    print_panics_on_one_line();
    let_large_files_be_errors();
    let arguments =
        || Arguments::from_arg_matches(&help::command().get_matches()).unwrap_or_else(|error| error.exit());
    let ended = refuse_files_as_options().and_then(|()| execute(&arguments().command));
    ended.unwrap_or_else(|error| {
        eprint(&error.to_string());
        match error {
            Error::Mistakes(_) => ExitCode::from(2),
            Error::Machine(_) => ExitCode::FAILURE,
        }
    })
}

/// Refuses what looks like an option and is a file: a shell's pattern may have brought in the name that a stranger chose.
fn refuse_files_as_options() -> Result<(), Error> {
    let is_option = |word: &OsString| word.len() > 1 && word.as_encoded_bytes().starts_with(b"-");
    match env::args_os().skip(1).find(|word| is_option(word) && is_there(word)) {
        Some(file) => {
            let path = shell_word(Path::new(".").join(&file));
            let text = format!("a file is called so, and an option, too; write {path}");
            Err(Mistake::in_file(&file, text).into())
        }
        None => Ok(()),
    }
}

/// Lets a write beyond the limit of a file's size fail, as on a full disk, and not end the process.
///
/// A child that compiles has this signal from the system again, and does the same.
#[cfg(unix)]
fn let_large_files_be_errors() {
    use nix::sys::signal::{SigSet, Signal};
    // Threads have it from the one that starts them.
    let blocked = SigSet::from(Signal::SIGXFSZ).thread_block();
    blocked.expect("a signal of the system can be blocked");
}

#[cfg(not(unix))]
fn let_large_files_be_errors() {}

/// Prints a panic on one line, in place of a text that overwrites the progress.
///
/// A panic is the judge's own failure. One in a game makes that game void; one
/// elsewhere ends the process.
fn print_panics_on_one_line() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|at| format!(" at {}:{}", source(at.file()), at.line()));
        let place = place.unwrap_or_default();
        let text = panic_text(info.payload());
        eprint(&format!("error: the judge failed{place}: {text}; please report it"));
    }));
}

/// The source of a crate without the folders of the machine that it was built on: an author reads it whose file the compiler
/// fails at, and everybody in a season's log.
fn source(file: &str) -> &str {
    let folders = |place: usize| file[..place].rfind(['/', '\\']).map_or(0, |end| end + 1);
    let of_crate = file.rfind("/src/").or_else(|| file.rfind("\\src\\")).map_or(0, folders);
    &file[of_crate..]
}

#[cfg(test)]
mod tests {
    use super::source;

    #[test]
    fn a_source_is_told_without_the_folders_of_the_machine_that_built_it() {
        for (built, told) in [
            (
                "/home/anna/.cargo/registry/src/index-1f2e/wit-parser-0.245.1/src/ast/lex.rs",
                "wit-parser-0.245.1/src/ast/lex.rs",
            ),
            (r"C:\Users\anna\judge\wit\src\value.rs", r"wit\src\value.rs"),
            ("judge/wit/src/value.rs", "wit/src/value.rs"),
            ("/rustc/0ab1/library/core/src/option.rs", "core/src/option.rs"),
            ("build.rs", "build.rs"),
        ] {
            assert_eq!(source(built), told);
        }
    }
}
