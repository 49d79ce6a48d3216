//! Game N of a results folder, as a line of play with its bots.

use std::path::Path;

use judge_bots::GAMES_VERSION;
use judge_play::text::{cut, sanitize};
use judge_play::{BotTerms, Line, Seeds};

use super::again::ResultsFolder;
use super::loaded_bots::LoadedBots;
use crate::error::{Error, Mistake, none};
use crate::file::{self, Links, ShortLines};
use crate::play::Runner;
use crate::publish::folder::{self, GAMES, MANIFEST, finished, manifest};
use crate::results::{ContestantPart, GameRow, Hex, Manifest};
use crate::tournament::{GameFiles, Tournament};

/// The most games that are listed.
const LISTED_MAX: usize = 1_000_000;
/// The most characters of a cell in the list.
const LISTED_CHARACTERS_MAX: usize = 300;

/// A game of a results folder, ready to be played again.
pub struct Recorded {
    /// The bots at its table, in the order of their names.
    pub loaded_bots: LoadedBots,
    /// The line that plays it again.
    pub line: Line,
    /// The name of its opening; empty if it has none.
    pub opening_name: String,
    /// The game as published; the name of its match is safe to be shown.
    pub row: GameRow,
}

impl ResultsFolder<'_> {
    /// Finds a game by its number, and loads its bots.
    ///
    /// # Errors
    /// If there is no such game, it was not played, or its tournament or bots are not there or have changed.
    pub fn game(self, number: usize) -> Result<Recorded, Error> {
        finished(self.folder)?;
        let file = self.folder.join(GAMES);
        let row = find(&file, number)?;
        let runner = self.runner(|tournament| at_the_table(tournament, &row.seats.0))?;
        let found = runner.round(row.seats.0.iter(), row.round, row.order);
        let found = found.filter(|(_, round)| Hex(round.seed) == row.seed);
        let (seating, round) = found.ok_or_else(|| {
            let text = format!("game {number}: its seed is not that of its round; the tournament's file or a bot has changed since the results were written");
            Mistake::in_file(&file, text)
        })?;
        let seeds = Seeds { round: round.seed, order: row.order };
        let openings = runner.tournament.openings.as_ref();
        let opening_name = openings.map_or("", |openings| &openings.of_round(row.round).name).to_owned();
        let line = runner.tournament.line(row.round, seeds, seating.iter().map(|id| id.0));
        let loaded_bots = LoadedBots::of_runner(runner, self.options);
        let match_name = cut(&sanitize(&row.match_name), LISTED_CHARACTERS_MAX);
        Ok(Recorded { loaded_bots, line, opening_name, row: GameRow { match_name, ..row } })
    }

    /// The tournament, as the manifest has it.
    ///
    /// # Errors
    /// If it is of a part only, or its file is not there or has mistakes.
    pub(crate) fn tournament_of(self, manifest: &Manifest) -> Result<Tournament, Error> {
        let Some(path) = &manifest.tournament.path else {
            let text = "it is the manifest of a part; put the parts together with judge merge first";
            return Err(Mistake::in_file(self.folder.join(MANIFEST), text).into());
        };
        Tournament::of_results(self.tournament, &self.folder.join(path), &GameFiles::new(self.options))
    }

    /// The bots, if they are those that played. `seated` chooses contestants of the tournament in a file.
    pub(super) fn runner(
        self,
        seated: impl FnOnce(Tournament) -> Result<Tournament, Mistake>,
    ) -> Result<Runner, Error> {
        let manifest = manifest(self.folder)?;
        let tournament = seated(self.tournament_of(&manifest)?)?;
        let others = other_versions([&manifest.judge, &manifest.engine], "then");
        others.for_each(|other| self.observer.warn(&other));
        same_openings(&manifest, &tournament)?;
        let runner = Runner::new(tournament, self.options, self.observer)?;
        same_bots(&manifest, &runner)?;
        Ok(runner)
    }
}

/// A game of a results folder, as a list shows it: all of it is safe to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Its number in `games.csv`.
    pub number: usize,
    /// The contestants by seat.
    pub seats: Vec<String>,
    /// Its outcome, in one word.
    pub outcome: String,
    /// The reason for it.
    pub reason: String,
    /// Points of the seats.
    pub points: String,
    /// Actions played.
    pub turns: u32,
    /// Whether it was played, so that it can be played again.
    pub is_played: bool,
}

/// The games of a results folder, in order; the first million of them.
///
/// # Errors
/// If it has no results, or `games.csv` cannot be read.
pub fn listed(folder: &Path) -> Result<Vec<GameSummary>, Error> {
    finished(folder)?;
    let text = |text: &str| cut(&sanitize(text), LISTED_CHARACTERS_MAX);
    let mut games = Vec::new();
    for row in ordered(&folder.join(GAMES))?.take(LISTED_MAX) {
        let row = row?;
        games.push(GameSummary {
            number: row.game,
            seats: row.seats.0.iter().map(|name| text(name)).collect(),
            outcome: text(&row.outcome),
            reason: text(&row.reason.0),
            points: text(&row.points.to_string()),
            turns: row.turns,
            is_played: row.is_played(),
        });
    }
    Ok(games)
}

fn find(path: &Path, number: usize) -> Result<GameRow, Mistake> {
    let mistake = |text: String| Mistake::in_file(path, text);
    let mut last = 0;
    for row in ordered(path)? {
        let row = row?;
        last = row.game;
        if row.game == number {
            if !row.is_played() {
                return Err(mistake(format!("game {number} was not played: {}", sanitize(&row.outcome))));
            }
            return Ok(row);
        }
    }
    Err(mistake(format!("there is no game {number}; the games are 1 to {last}")))
}

/// All games of a table of games, with their seat orders: the games of a round stand together.
pub(crate) fn ordered(path: &Path) -> Result<impl Iterator<Item = Result<GameRow, Mistake>>, Mistake> {
    let mistake = move |text: String| Mistake::in_file(path, text);
    let file = file::open(path, Links::Refuse).map_err(|error| folder::unreadable(path, &error))?;
    let mut order = 0;
    let mut before = None;
    let rows = csv::Reader::from_reader(ShortLines::new(file)).into_deserialize();
    Ok(rows.map(move |row| {
        let row: GameRow = row.map_err(|error| mistake(format!("it is no table of games: {error}")))?;
        let round = Some((row.round, row.seed));
        order = if before == round { order + 1 } else { 0 };
        before = round;
        Ok(GameRow { order, ..row })
    }))
}

/// The tournament, with only the contestants at the table.
///
/// # Errors
/// If one of them is no longer there.
pub(crate) fn at_the_table(
    mut tournament: Tournament,
    names: &[impl AsRef<str>],
) -> Result<Tournament, Mistake> {
    let seated = |name: &str| names.iter().any(|other| other.as_ref() == name);
    tournament.contestants.retain(|contestant| seated(contestant.name.as_str()));
    tournament.champions.clear();
    tournament.seeding.clear();
    tournament.excluded.clear();
    let is_there =
        |name: &str| tournament.contestants.iter().any(|contestant| contestant.name.as_str() == name);
    match names.iter().map(AsRef::as_ref).find(|name| !is_there(name)) {
        None => Ok(tournament),
        Some(name) => {
            let text = format!("contestant {name:?} is no longer there; put its file back");
            Err(Mistake::in_file(&tournament.file, text))
        }
    }
}

/// The openings are those of the manifest.
fn same_openings(manifest: &Manifest, tournament: &Tournament) -> Result<(), Mistake> {
    let Some(openings) = &tournament.openings else { return Ok(()) };
    let (then, now) = (manifest.tournament.openings_sha256.as_deref(), hex::encode(openings.sha256));
    if then == Some(now.as_str()) {
        return Ok(());
    }
    let text = format!(
        "these openings have changed since the results were written: the file's SHA-256 is {now}, and was {}; put the old file back",
        then.unwrap_or("none")
    );
    Err(Mistake::in_file(&openings.file, text))
}

/// The bots are those of the manifest.
fn same_bots(manifest: &Manifest, runner: &Runner) -> Result<(), Error> {
    let mut mistakes = Vec::new();
    for (contestant, bot) in runner.tournament.contestants.iter().zip(&runner.bots) {
        let then = manifest.contestant.iter().find(|then| then.name == bot.name.as_str());
        if let Some(then) = then.filter(|then| then.terms != bot.terms) {
            let words =
                |terms: &BotTerms| if terms.is_usual() { "the usual".to_owned() } else { terms.to_string() };
            let (name, [now, before]) = (bot.name.as_str(), [&bot.terms, &then.terms].map(words));
            let text = format!(
                "contestant {name:?}: it has {now} now, and had {before} when the results were written; put the old file back"
            );
            mistakes.push(Mistake::on_line(&runner.tournament.file, contestant.line, text));
        }
        let changed =
            |then: &ContestantPart| contestant.changed(&then.sha256, bot.sha256, "the results were");
        mistakes.extend(then.and_then(changed));
    }
    none(mistakes).map_err(Error::Mistakes)
}

/// The versions of the judge and the engine that are not those of `then`, in words.
pub(super) fn other_versions<'a>(then: [&'a str; 2], when: &'a str) -> impl Iterator<Item = String> {
    let here = [("judge", GAMES_VERSION), ("engine", judge_sandbox::ENGINE_VERSION)];
    let others = then.into_iter().zip(here).filter(|(then, (_, here))| then != here);
    others.map(move |(then, (what, here))| format!("{what} version differs: {then} {when}, {here} here"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Replay;
    use crate::host::{Cancellation, Options};
    use crate::run::{Request, run};

    const TOURNAMENT: &str = r#"
        game = "gobblet"
        seed = 3
        rounds = 1
        opening_plies = 1
        contestants = ["bots/*.wasm"]
        [rules]
        plies_max = 30
    "#;

    /// A tournament of three that was played, in a folder of its own.
    fn played() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("there is room");
        std::fs::create_dir(folder.path().join("bots")).expect("it can be made");
        for bot in crate::bot_word::examples::of("gobblet") {
            let file = folder.path().join(format!("bots/{}.wasm", bot.name));
            std::fs::write(file, bot.wasm).expect("it can be written");
        }
        let file = folder.path().join("cup.toml");
        std::fs::write(&file, TOURNAMENT).expect("it can be written");
        let tournament = Tournament::read_with(&file, &GameFiles::none()).expect("it is valid");
        let runner = Runner::new(tournament, &Options::default(), &()).expect("the bots are valid");
        let request = Request { out: Some(folder.path().join("out")), ..Request::default() };
        run(&runner, &request, &Cancellation::default(), &()).expect("it is played");
        folder
    }

    fn read(folder: &tempfile::TempDir, number: usize) -> Result<Recorded, Error> {
        let (folder, options) = (&folder.path().join("out"), &Options::default());
        ResultsFolder { folder, tournament: None, options, observer: &() }.game(number)
    }

    #[test]
    fn every_game_of_a_folder_is_played_again_as_it_was() {
        let folder = played();
        for number in [2, 3, 5] {
            let game = read(&folder, number).expect("it was played");
            let replay = Replay::play(&game.loaded_bots, &game.line).expect("nothing is set by hand");
            let record = replay.record.expect("it is over");
            assert_eq!(hex::encode(record.transcript_sha256), game.row.transcript_sha256, "game {number}");
            assert_eq!(record.fuel, game.row.fuel.0, "game {number}");
            assert_eq!(game.row.seats.0.len(), 2);
        }
    }

    #[test]
    fn what_is_no_longer_as_it_was_is_said() {
        let folder = played();
        let text = |result: Result<Recorded, Error>| match result {
            Ok(_) => panic!("it is wrong"),
            Err(error) => error.to_string(),
        };
        assert!(text(read(&folder, 7)).ends_with("there is no game 7; the games are 1 to 6"));
        let toml = folder.path().join("cup.toml");
        std::fs::write(&toml, TOURNAMENT.replace("seed = 3", "seed = 4")).expect("it can be written");
        assert!(text(read(&folder, 1)).contains("its seed is not that of its round"));
        std::fs::remove_file(&toml).expect("it is there");
        assert!(
            text(read(&folder, 1)).ends_with("the tournament's file is not there; name it with --tournament")
        );
    }
}
