//! A game as a file: a line of play, the places of its bots, and the moves so far. `docs/play.md` has the keys.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use judge_bots::{COMMAND, GAMES_VERSION};
use judge_play::text::{cut, display_name, shell_word};
use judge_play::{BotTerms, GameFile, Line, LineText, SeatLine};
use judge_sandbox::{LIMITS, LimitInfo, Limits};
use serde::{Deserialize, Serialize};

use super::loaded_bots::{BotFile, LoadedBots, Source};
use super::recorded::other_versions;
use super::replay::{KeptTurns, Replay};
use crate::bot_word::is_there;
use crate::error::{Error, Mistake};
use crate::file::{self, Links};
use crate::host::Options;
use crate::publish::folder::way;
use crate::results::json;

/// The first key of every file, and its only value so far.
const FORMAT: &str = "judge-game-1";
/// The most bytes of a file. The longest game has 50,000 actions of up to eleven letters, and each may be there twice.
const BYTES_MAX: u64 = 4 << 20;
/// The most characters of something in the file that a mistake shows.
const SHOWN_MAX: usize = 80;

/// A game as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// `judge-game-1`.
    pub format: String,
    /// The judge's version.
    pub judge: String,
    /// The engine's version.
    pub engine: String,
    /// The game.
    pub game: String,
    /// SHA-256 of its file, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_sha256: Option<String>,
    /// Its settings.
    pub rules: BTreeMap<String, String>,
    /// The limits of the bots.
    pub limits: Limits,
    /// The round's seed, as text: many readers' numbers end at 2^53.
    pub seed: String,
    /// Which of the round's seat orders it is, from 0.
    pub order: usize,
    /// Random legal actions that the game begins with.
    pub opening_plies: u32,
    /// What it begins with instead, if the organiser of its tournament wrote it: a position in brackets, and actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The seats: each the number of a bot in `bots`, or null; and who takes the seat's turns, from which turn on.
    pub seats: Vec<SeatLine>,
    /// The names of the persons by seat, if they gave any; null at the other seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Option<String>>,
    /// The bots.
    pub bots: Vec<SavedBot>,
    /// Actions that persons took, by turn.
    pub by_hand: BTreeMap<u32, String>,
    /// All actions so far.
    pub moves: Vec<String>,
    /// SHA-256 of the transcript; null if the game is not over.
    pub transcript_sha256: Option<String>,
    /// What the file of another program, which knows no transcript, says of the end of the game: `white resigned`, or nothing.
    #[serde(skip)]
    pub imported: Option<String>,
}

/// A bot of a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedBot {
    /// Its name.
    pub name: String,
    /// SHA-256 of its file.
    pub sha256: String,
    /// Its file, seen from the folder of the saved game; null if it is built into the judge.
    pub file: Option<String>,
    /// Fuel for a turn, where it is not that of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel_per_turn: Option<u64>,
    /// Its options.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

impl SavedBot {
    /// Its own fuel limit and options.
    fn terms(&self) -> BotTerms {
        BotTerms { fuel_per_turn: self.fuel_per_turn, options: self.options.clone() }
    }
}

impl SavedGame {
    /// The game that `line` describes among these bots, with its moves so far, to be written to `path`.
    #[must_use]
    pub fn new(
        path: &Path,
        loaded_bots: &LoadedBots,
        line: &Line,
        moves: &[judge_play::Moved],
        transcript_sha256: Option<[u8; 32]>,
    ) -> Self {
        let bot = |(number, bot): (usize, &judge_bots::Bot)| SavedBot {
            name: bot.name.to_string(),
            sha256: hex::encode(bot.sha256),
            file: match loaded_bots.source(number) {
                Source::Example => None,
                Source::File(file) => Some(way(file::folder_of(path), file)),
                Source::Command(word) if word.starts_with(COMMAND) => Some(word.clone()),
                Source::Command(word) => Some(format!("{COMMAND}{word}")),
            },
            fuel_per_turn: bot.terms.fuel_per_turn,
            options: bot.terms.options.clone(),
        };
        let text = LineText::of(line, loaded_bots.limits());
        Self {
            format: FORMAT.to_owned(),
            judge: GAMES_VERSION.to_owned(),
            engine: judge_sandbox::ENGINE_VERSION.to_owned(),
            game: text.game,
            game_sha256: text.game_sha256,
            rules: text.settings,
            limits: text.limits,
            seed: text.seed,
            order: text.order,
            opening_plies: text.opening_plies,
            opening: text.opening,
            seats: text.seats,
            names: Vec::new(),
            bots: loaded_bots.bots().iter().enumerate().map(bot).collect(),
            by_hand: text.by_hand,
            moves: moves.iter().map(|moved| moved.action.clone()).collect(),
            transcript_sha256: transcript_sha256.map(hex::encode),
            imported: None,
        }
    }

    /// Sets the names of the persons, by seat.
    #[must_use]
    pub fn with_names(self, names: &[Option<String>]) -> Self {
        let names = if names.iter().any(Option::is_some) { names.to_vec() } else { Vec::new() };
        Self { names, ..self }
    }

    /// The file's content.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::text(self)
    }

    /// Writes the file. What is there already is replaced only if it is a saved game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Mistake> {
        if path.exists() && Self::read(path).is_err() {
            let text = "this file is there already and is no saved game; choose another name";
            return Err(Mistake::in_file(path, text));
        }
        file::replace(path, self.to_json().as_bytes()).map_err(|error| {
            Mistake::in_file(path, format!("the game cannot be saved: {error}; choose another name"))
        })
    }

    /// Reads a saved game.
    ///
    /// # Errors
    /// If the file cannot be read or is no saved game.
    pub fn read(path: &Path) -> Result<Self, Mistake> {
        let mistake = |text: String| Mistake::in_file(path, text);
        let bytes = file::read(path, Links::Follow, BYTES_MAX)
            .map_err(|error| mistake(format!("this saved game cannot be read: {error}")))?;
        let saved: Self = serde_json::from_slice(&bytes).map_err(|error| Mistake {
            line: Some(error.line()),
            ..mistake(format!("it is no saved game: {error}; name a file that `s FILE` wrote in judge play"))
        })?;
        if saved.format != FORMAT {
            let format = cut(&saved.format, SHOWN_MAX);
            return Err(mistake(format!("format is {format:?}; this judge reads {FORMAT:?}")));
        }
        Ok(saved)
    }

    /// The line and its bots, loaded from where the file at `path` says. A bot that has changed is a mistake. Where the
    /// game is a file, that is `game`.
    ///
    /// # Errors
    /// If the file, the game or a bot is invalid.
    pub fn open(
        &self,
        path: &Path,
        game: Option<&Arc<GameFile>>,
        options: &Options,
    ) -> Result<(LoadedBots, Line), Error> {
        self.check_game(path, game)?;
        let line = self.line(path, game)?;
        let mut loaded_bots = LoadedBots::new(line.rules.clone(), self.limits.clone(), options)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for (number, bot) in self.bots.iter().enumerate() {
            let file = match &bot.file {
                None => BotFile::example(&bot.name, line.rules.own_game())?,
                // Whoever wrote the file need not be the person who reads it.
                Some(file) if file.starts_with(COMMAND) && !is_there(folder.join(file)) => {
                    let (name, command) = (cut(&bot.name, SHOWN_MAX), cut(file, SHOWN_MAX));
                    let text = format!(
                        "the bot {name:?} was the command {command:?}, and a file starts no command, so this game cannot be continued; begin a new one with it"
                    );
                    return Err(Mistake::in_file(path, text).into());
                }
                Some(file) => BotFile::at(&folder.join(file))?,
            };
            let added = loaded_bots.add_read(&file, &bot.terms())?;
            let now = hex::encode(loaded_bots.bots()[added].sha256);
            let (name, then) = (cut(&bot.name, SHOWN_MAX), cut(&bot.sha256, SHOWN_MAX));
            if added < number {
                let text = format!(
                    "bots: {name:?} is there twice; seats name a bot by its number, so once is enough"
                );
                return Err(Mistake::in_file(path, text).into());
            }
            if now != bot.sha256 {
                let text = format!(
                    "the bot {name:?} has changed since the game was saved: its SHA-256 is {now}, and was {then}; put the old file back"
                );
                return Err(Mistake::in_file(path, text).into());
            }
        }
        Ok((loaded_bots, line))
    }

    /// Checks that the file of the game that was named is the one that was played.
    fn check_game(&self, path: &Path, game: Option<&Arc<GameFile>>) -> Result<(), Mistake> {
        let name = cut(&self.game, SHOWN_MAX);
        let file = shell_word(format!("{name}.wasm"));
        let now = game.map(|game| hex::encode(game.sha256));
        let why = match (&self.game_sha256, now) {
            (Some(then), Some(now)) if *then != now => format!(
                "the file of {name} is not the one that it was played with: its SHA-256 is {now}, and was {}; name that file",
                cut(then, SHOWN_MAX)
            ),
            (Some(then), None) => format!(
                "its game is a file, {file}, with the SHA-256 {}; name that file, as in judge play {file} --load FILE or judge replay FILE --game {file}",
                cut(then, SHOWN_MAX)
            ),
            (None, Some(_)) => format!("its game is {name}, which is no file; leave the file out"),
            _ => return Ok(()),
        };
        Err(Mistake::in_file(path, why))
    }

    fn line(&self, path: &Path, game: Option<&Arc<GameFile>>) -> Result<Line, Mistake> {
        let mistake = |text: String| Mistake::in_file(path, text);
        let text = LineText {
            game: self.game.clone(),
            game_sha256: self.game_sha256.clone(),
            settings: self.rules.clone(),
            seed: self.seed.clone(),
            order: self.order,
            opening_plies: self.opening_plies,
            opening: self.opening.clone(),
            seats: self.seats.clone(),
            by_hand: self.by_hand.clone(),
            limits: self.limits.clone(),
        };
        let (line, _) = text.parse(game).map_err(mistake)?;
        let (names, seats) = (self.names.len(), line.seats.len());
        if names > 0 && names != seats {
            return Err(mistake(format!("names: there are {names}, and the game has {seats} seats")));
        }
        if let Some(name) = self.names.iter().flatten().find(|name| display_name(name) != **name) {
            return Err(mistake(format!("names: {:?} cannot be shown as it is", cut(name, SHOWN_MAX))));
        }
        let wrong = |limit: &LimitInfo, value: u64| {
            let [value, least, most] =
                [value, *limit.range.start(), *limit.range.end()].map(|value| limit.typed(value));
            format!("{} is {value}, and may be {least} to {most}", limit.key)
        };
        if let Some(limit) = self.limits.out_of_range() {
            return Err(mistake(format!("limits: {}", wrong(limit, (limit.get)(&self.limits)))));
        }
        let (watchdog, least) = (self.limits.watchdog_seconds, self.limits.watchdog_seconds_min());
        if watchdog < least {
            return Err(mistake(format!(
                "limits: watchdog_seconds is {watchdog}, and with this fuel may be {least} or more"
            )));
        }
        let turn = LIMITS.iter().find(|limit| limit.key == "fuel_per_turn").expect("it is a limit");
        let odds = self.bots.iter().filter_map(|bot| bot.fuel_per_turn);
        if let Some(fuel) = odds.into_iter().find(|fuel| !turn.range.contains(fuel)) {
            return Err(mistake(format!("bots: {}", wrong(turn, fuel))));
        }
        if let Some(why) = self.bots.iter().find_map(|bot| bot.terms().check_options().err()) {
            return Err(mistake(format!("bots: options: {why}")));
        }
        if let Some(bot) = self.seats.iter().filter_map(|seat| seat.bot).find(|bot| *bot >= self.bots.len()) {
            return Err(mistake(format!("seats: there is no bot {bot} in bots")));
        }
        Ok(line)
    }

    /// Whether it was saved at its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.transcript_sha256.is_some()
    }

    /// Plays the game again as far as it was saved: to its end, or no further than its last move.
    ///
    /// # Errors
    /// The turn of an action by hand that cannot be read, and why.
    pub fn replay(
        &self,
        bots: &LoadedBots,
        line: &Line,
        kept: KeptTurns<'_>,
    ) -> Result<Replay, (u32, String)> {
        let moves_max = if self.is_over() { usize::MAX } else { self.moves.len() };
        Replay::play_moves(bots, line, moves_max, kept)
    }

    /// Plays the game again as far as it was saved, and compares the moves, and at its end the transcript.
    ///
    /// # Errors
    /// If it is not the same any more, or an action in the file cannot be played.
    pub fn check(&self, path: &Path, loaded_bots: &LoadedBots, line: &Line) -> Result<(), Mistake> {
        let replay = self.replay(loaded_bots, line, KeptTurns::Last).map_err(|(turn, why)| {
            Mistake::in_file(path, format!("by_hand: the action of turn {turn} cannot be read: {why}"))
        })?;
        let Some(difference) = self.difference(&replay) else { return Ok(()) };
        let remedy = if self.judge == GAMES_VERSION && self.engine == judge_sandbox::ENGINE_VERSION {
            "the file was changed after it was saved; put the old one back".to_owned()
        } else {
            let then = &self.judge;
            format!("it was saved by judge {then} and this is {GAMES_VERSION}; continue it with that judge")
        };
        Err(Mistake::in_file(path, format!("{difference}: {remedy}")))
    }

    /// The first difference from the game as it is played now, if there is one: a move, or the transcript.
    #[must_use]
    pub fn difference(&self, replay: &Replay) -> Option<String> {
        let moves = &replay.turns;
        let now = |turn: usize| moves.get(turn).map_or("missing", |turn| turn.moved.action.as_str());
        let first = self.moves.iter().enumerate().find(|(turn, then)| now(*turn) != then.as_str());
        if let Some((turn, then)) = first {
            let (number, now) = (turn + 1, now(turn));
            return Some(format!("move {number} was {then} when the game was saved, and is {now} now"));
        }
        let then = self.transcript_sha256.as_ref()?;
        let Some(now) = replay.transcript() else {
            return Some("the game was over when it was saved, and is not over now".to_owned());
        };
        if *then != now {
            let then = cut(then, SHOWN_MAX);
            return Some(format!(
                "the transcript's SHA-256 was {then} when the game was saved, and is {now} now"
            ));
        }
        let (then, now) = (self.moves.len(), moves.len());
        (then != now).then(|| format!("the game had {then} moves when it was saved, and has {now} now"))
    }

    /// A message if another version of the judge or the engine played the game. The moves may be the same all the same.
    #[must_use]
    pub fn other_version(&self) -> Option<String> {
        let [judge, engine] = [&self.judge, &self.engine].map(|then| cut(then, SHOWN_MAX));
        other_versions([&judge, &engine], "when the game was saved").next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use judge_play::{AnyMatch, Event, Rules, Seed};

    /// Plays a match on to its end, or to the first turn for which a person is missing.
    fn run_on(game: &mut dyn AnyMatch) {
        while !matches!(game.step(), Event::Over(_) | Event::Waiting { .. }) {}
    }

    fn loaded_bots() -> (LoadedBots, Line) {
        let rules = Rules::new("othello", [("size", "4")]).expect("they are valid");
        let mut loaded_bots =
            LoadedBots::new(rules.clone(), Limits::default(), &Options::default()).expect("it starts");
        let bot = loaded_bots.add("greedy").expect("it is an example");
        assert_eq!(loaded_bots.add("greedy").expect("it is here"), bot);
        (loaded_bots, Line::new(rules, Seed(5), vec![SeatLine::person(), SeatLine::bot(bot)]))
    }

    #[test]
    fn a_saved_game_comes_back() {
        let (loaded_bots, mut line) = loaded_bots();
        line.by_hand.insert(0, "b1".into());
        let mut game = loaded_bots.start(&line).expect("it can be read");
        run_on(&mut *game);
        assert_eq!(game.moves().len(), 2);
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("game.json");
        let saved = SavedGame::new(&path, &loaded_bots, &line, game.moves(), None);
        std::fs::write(&path, saved.to_json()).expect("it can be written");
        let read = SavedGame::read(&path).expect("it is a saved game");
        assert_eq!(read, saved);
        let (again, line_again) = read.open(&path, None, &Options::default()).expect("the bots are there");
        assert_eq!(line_again, line);
        let replay = Replay::play(&again, &line_again).expect("it can be read");
        assert_eq!(saved.difference(&replay), None);
        assert_eq!(saved.check(&path, &again, &line_again), Ok(()));
        let other = SavedGame { moves: vec!["b1".into(), "d4".into()], ..saved };
        assert_eq!(
            other.difference(&replay),
            Some(format!("move 2 was d4 when the game was saved, and is {} now", replay.moves()[1].action))
        );
        let said = other.check(&path, &again, &line_again).expect_err("it is another game").to_string();
        assert!(
            said.ends_with("now: the file was changed after it was saved; put the old one back"),
            "{said}"
        );
        let old = SavedGame { judge: "0.0.9".into(), ..other };
        let said = old.check(&path, &again, &line_again).expect_err("it is another game").to_string();
        assert!(said.contains("now: it was saved by judge 0.0.9 and this is "), "{said}");
    }

    #[test]
    fn a_game_that_was_saved_on_a_bots_turn_ends_with_its_last_move() {
        let (loaded_bots, mut line) = loaded_bots();
        line.by_hand.insert(0, "b1".into());
        let mut game = loaded_bots.start(&line).expect("it can be read");
        run_on(&mut *game);
        line.give_to_bot(judge_play::games::Seat(0), 0, game.moves());
        let path = Path::new("game.json");
        let saved = SavedGame::new(path, &loaded_bots, &line, game.moves(), None);
        let replay = saved.replay(&loaded_bots, &line, KeptTurns::All).expect("it can be read");
        assert_eq!((replay.moves().as_slice(), &replay.verdict), (game.moves(), &None));
        assert_eq!(saved.difference(&replay), None);
        let part = replay;
        let whole = Replay::play(&loaded_bots, &line).expect("it can be read");
        let saved = SavedGame::new(path, &loaded_bots, &line, &whole.moves(), whole.transcript_sha256());
        let replay = saved.replay(&loaded_bots, &line, KeptTurns::All).expect("it can be read");
        assert_eq!((replay.moves(), replay.verdict), (whole.moves(), whole.verdict), "bots play it out");
        assert!(saved.difference(&part).is_some(), "that is only a part of it");
    }

    #[test]
    fn what_is_wrong_with_a_saved_game_is_said() {
        let (loaded_bots, line) = loaded_bots();
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("game.json");
        let saved = SavedGame::new(&path, &loaded_bots, &line, &[], None);
        let wrong = |saved: SavedGame| {
            std::fs::write(&path, saved.to_json()).expect("it can be written");
            let opened = SavedGame::read(&path).map_err(Error::from);
            let opened = opened.and_then(|saved| saved.open(&path, None, &Options::default()).map(|_| ()));
            let text = opened.expect_err("it is wrong").to_string();
            text.split_once("game.json").expect("it names the file").1.to_owned()
        };
        let format = SavedGame { format: "2".into(), ..saved.clone() };
        assert_eq!(wrong(format), ": format is \"2\"; this judge reads \"judge-game-1\"");
        assert_eq!(wrong(SavedGame { order: 2, ..saved.clone() }), ": order = 2: write a number below 2");
        assert_eq!(wrong(SavedGame { seed: "x".into(), ..saved.clone() }), ": seed: \"x\" is no number");
        let limits = Limits { log_bytes_per_game: 1 << 63, ..saved.limits.clone() };
        let limits = wrong(SavedGame { limits, ..saved.clone() });
        assert_eq!(limits, ": limits: log_per_game is \"8796093022208 MiB\", and may be 0 to \"1 MiB\"");
        let limits = Limits { watchdog_seconds: 5, ..saved.limits.clone() };
        let limits = wrong(SavedGame { limits, ..saved.clone() });
        assert_eq!(limits, ": limits: watchdog_seconds is 5, and with this fuel may be 200 or more");
        let bots = vec![saved.bots[0].clone(), saved.bots[0].clone()];
        let twice = ": bots: \"greedy\" is there twice; seats name a bot by its number, so once is enough";
        assert_eq!(wrong(SavedGame { bots, ..saved.clone() }), twice);
        let bots = vec![SavedBot { sha256: "00".into(), ..saved.bots[0].clone() }];
        assert!(wrong(SavedGame { bots, ..saved.clone() }).contains("has changed since the game was saved"));
        let seats = vec![SeatLine::bot(3), SeatLine::bot(0)];
        assert_eq!(wrong(SavedGame { seats, ..saved }), ": seats: there is no bot 3 in bots");
        std::fs::write(&path, "{").expect("it can be written");
        let error = SavedGame::read(&path).expect_err("it is no JSON").to_string();
        assert!(error.contains(":1: it is no saved game"));
    }
}
