//! A tournament as its file describes it: TOML in, a valid [`Tournament`] out.
//!
//! `typed` has what a person may type; what comes out of here is valid, and
//! nothing after it checks it again. Opens no contestant's file.

mod bad_files;
mod bands;
mod contestants;
mod format;
mod game_files;
mod keys;
mod limits;
mod openings;
mod phases;
mod rules;
mod share;
mod shown_name;
mod source;
mod template;
mod typed;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use judge_play::{BotTerms, GameTerms, Line, Rules, SeatLine, Seed, Seeds};
use judge_sandbox::Limits;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{Error, Mistake, few};
use crate::file::{self, Links};
use crate::phases::{Bye, Disqualified, EntrantId, Format, In, Phase, Schedule, StopRule};
pub use bad_files::{BadFiles, LeftOut};
pub use bands::Band;
pub use contestants::found::{called_apart, name_of_file};
pub use contestants::wasm::Wasm;
pub use game_files::{GAME_LIMITS, GameFiles, limits_of_games};
pub use judge_bots::{InvalidName, Name};
pub use keys::{ROUNDS_MAX, nearest, unknown};
pub use openings::Openings;
pub(crate) use phases::PHASES_MAX;
pub use phases::{PhaseTerms, TypedPhase};
pub use rules::{GameSource, Named, is_file, keys_as_toml, players, seats_key, seats_setting};
pub use share::Share;
pub use shown_name::{looks, shown_name};
pub use source::Source;
pub use template::{Beacon, Template};

/// The most bytes of a tournament's file: thousands of contestants fit, one by one.
const TEXT_BYTES_MAX: u64 = 4 << 20;

/// The loss for a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultRule {
    /// The tournament.
    #[default]
    Disqualify,
    /// The game.
    Forfeit,
}

/// A tournament, valid.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The file it was read from.
    pub file: PathBuf,
    /// SHA-256 of the file's bytes.
    pub sha256: [u8; 32],
    /// Its title.
    pub title: String,
    /// The game and its parameters.
    pub rules: Rules,
    /// The game's file, if it is one.
    pub game_file: Option<GameSource>,
    /// The seed of all random numbers.
    pub seed: Seed,
    /// The public value that the seed is to follow from, with the bots: see [`beacon`](crate::beacon).
    pub announced: Option<Template>,
    /// The value, when it is known.
    pub beacon: Option<Beacon>,
    /// Its phases, of which there is one at least.
    pub phases: Vec<Phase>,
    /// What they are short for, if its file has a `format`, or if there is one phase only.
    pub short: Option<Format>,
    /// The champions of a gauntlet, if they are named.
    pub champions: Vec<EntrantId>,
    /// The top seeds, best first.
    pub seeding: Vec<EntrantId>,
    /// Rounds, where a phase says nothing else.
    pub rounds: u32,
    /// How many of each team count; all if nobody says it.
    pub team_best: Option<u32>,
    /// Random legal actions that a game begins with, the same in all games of a round.
    pub opening_plies: u32,
    /// The openings that the rounds take in turn instead, if the organiser wrote them.
    pub openings: Option<Openings>,
    /// The loss for a fault.
    pub faults: FaultRule,
    /// The share of the games that is played twice, to check that both runs are the same.
    pub audit: Share,
    /// The limits of the bots.
    pub limits: Limits,
    /// Contestants that do not play: their games are walkovers.
    pub excluded: Vec<EntrantId>,
    /// The rounds of a Swiss that contestants sit out.
    pub byes: Vec<Bye>,
    /// The treatment of contestants whose files are no bots.
    pub bad_files: BadFiles,
    /// Contestants that are absent, and those left out because of their files, known when the bots are loaded.
    pub left_out: Vec<LeftOut>,
    /// Names in the file that may be mistakes, in words.
    pub(crate) doubts: Vec<String>,
    /// Grades, the highest first; none if nobody asks for them.
    pub bands: Vec<Band>,
    /// The contestants: enough for one game, sorted by name.
    pub contestants: Vec<Contestant>,
}

/// A contestant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Its name in this tournament.
    pub name: Name,
    /// The name that people see, if the organiser sets one.
    pub display_name: Option<String>,
    /// Its `.wasm` file.
    pub wasm: Wasm,
    /// Its team, if it is in one.
    pub team: Option<String>,
    /// Its board, from 0, where teams meet on boards.
    pub board: Option<u32>,
    /// The line of the tournament's file that names it, from 1.
    pub line: usize,
    /// Whether a report may hand its file out.
    pub publish: bool,
    /// The SHA-256 that its file must have, if the tournament's file sets one.
    pub sha256: Option<[u8; 32]>,
    /// Its own fuel limit and options.
    pub terms: BotTerms,
    /// Whether its name is not that of its file.
    pub(crate) is_name_made: bool,
    /// Whether its name is that of a folder, and once was that of the file.
    pub(crate) is_renamed: bool,
}

impl Contestant {
    /// The name that people are shown: the organiser's, or else that in this tournament.
    #[must_use]
    pub fn public_name(&self) -> &str {
        self.display_name.as_deref().unwrap_or(self.name.as_str())
    }

    /// The SHA-256 of its file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn file_sha256(&self) -> Result<[u8; 32], Mistake> {
        let bytes = self.wasm.read(Limits::FILE_BYTES_MAX);
        Ok(Sha256::digest(bytes.map_err(|error| Mistake::unread(self.wasm.path(), &error))?).into())
    }

    /// The mistake if the bot has another hash `now` than when something was written, in words.
    pub(crate) fn changed(&self, then: &str, now: [u8; 32], since: &str) -> Option<Mistake> {
        let (now, remedy) = (hex::encode(now), self.wasm.put_back());
        let text = format!(
            "this bot has changed since {since} written: its SHA-256 is {now}, and was {then}; {remedy}"
        );
        (now != then).then(|| Mistake::in_file(self.wasm.path(), text))
    }
}

impl Tournament {
    /// Reads a tournament's file. If its game is a file too, `games` loads that.
    ///
    /// # Errors
    /// Every mistake found in it, or that it cannot be read.
    pub fn read_with(file: &Path, games: &GameFiles) -> Result<Self, Error> {
        Self::parse_with(file, &Self::text(file)?, games)
    }

    /// Reads the file that a person named, which may be a pipe, or `-` for standard input: its paths are relative to
    /// the working directory then.
    ///
    /// # Errors
    /// As of [`Tournament::read_with`].
    pub fn read_named(file: &Path, games: &GameFiles) -> Result<Self, Error> {
        let called = if file::is_piped(file) { Path::new(file::STDIN) } else { file };
        Self::parse_with(called, &Self::text_named(file)?, games)
    }

    /// Reads the tournament of results, whose file is `there`, or else in the file that a person `named`.
    ///
    /// # Errors
    /// As of [`Tournament::read_with`], or it is not there.
    pub(crate) fn of_results(named: Option<&Path>, there: &Path, games: &GameFiles) -> Result<Self, Error> {
        match named {
            // Results tell what the file was called, and what came from a pipe has no name.
            Some(named) if file::is_piped(named) || there.ends_with(file::STDIN) => {
                let folder = if file::is_piped(named) { Path::new("") } else { named };
                let called = folder.with_file_name(there.file_name().unwrap_or_default());
                Self::parse_with(&called, &Self::text_named(named)?, games)
            }
            Some(named) => Self::read_with(named, games),
            None if there.exists() => Self::read_with(there, games),
            None => {
                let text = "the tournament's file is not there; name it with --tournament";
                Err(Mistake::in_file(there, text).into())
            }
        }
    }

    fn text_named(file: &Path) -> Result<String, Mistake> {
        if !file::is_piped(file) {
            return Self::text(file);
        }
        file::read_piped(file, TEXT_BYTES_MAX).map_err(|error| unreadable(file, &error))
    }

    /// The text of a tournament's file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(file: &Path) -> Result<String, Mistake> {
        file::read_text_up_to(file, Links::Follow, TEXT_BYTES_MAX).map_err(|error| unreadable(file, &error))
    }

    /// Reads a tournament from the text of its file; paths of bots are relative to the folder of `file`.
    ///
    /// # Errors
    /// Every mistake found in it.
    pub fn parse(file: &Path, text: &str) -> Result<Self, Error> {
        Self::parse_with(file, text, &GameFiles::none())
    }

    /// All that decides its games beside the bots and the seed, and the openings if the organiser wrote them.
    pub fn terms(&self) -> GameTerms {
        GameTerms::new(&self.rules, self.opening_plies, &self.limits)
    }

    /// The same with each of the openings, in their order; once if the organiser wrote none.
    #[must_use]
    pub fn terms_by_opening(&self) -> Vec<GameTerms> {
        let terms = self.terms();
        let openings = self.openings.iter().flat_map(|openings| &openings.openings);
        let of_each: Vec<GameTerms> =
            openings.map(|opening| GameTerms { opening: opening.texts.clone(), ..terms.clone() }).collect();
        if of_each.is_empty() { vec![terms] } else { of_each }
    }

    /// SHA-256 of the file of openings in hexadecimal digits, if there is one.
    #[must_use]
    pub fn openings_sha256(&self) -> Option<String> {
        self.openings.as_ref().map(|openings| hex::encode(openings.sha256))
    }

    /// What the games of a round with this number, from 1, begin with, if the organiser wrote it; nothing otherwise.
    #[must_use]
    pub fn opening_of(&self, number: u32) -> &[String] {
        self.openings.as_ref().map(|openings| openings.of_round(number).texts.as_slice()).unwrap_or_default()
    }

    /// A game of a round with this number, from 1, between bots by their places in the caller's list.
    pub fn line(&self, number: u32, seeds: Seeds, bots: impl IntoIterator<Item = usize>) -> Line {
        Line {
            seeds,
            opening_plies: self.opening_plies,
            opening: self.opening_of(number).to_vec(),
            ..Line::new(self.rules.clone(), seeds.round, bots.into_iter().map(SeatLine::bot).collect())
        }
    }

    /// The schedule. `identities` are texts that tell the contestants apart, in their order: all seeds depend
    /// on those at the table.
    #[must_use]
    pub fn schedule<'a>(&self, identities: &'a [String]) -> Schedule<'a> {
        let names = identities.iter().map(String::as_str).collect();
        let first = In::first(names, &self.seeding, self.seed, self.disqualified());
        let (teams, champions, byes) = (self.teams(), self.champions.clone(), self.byes.clone());
        let (seats, boards) =
            (self.rules.seats(), self.contestants.iter().filter_map(|of| of.board).collect());
        Schedule::new(self.phases.clone(), In { teams, boards, champions, byes, seats, ..first })
    }

    /// Whether teams meet on boards.
    pub(crate) fn has_boards(&self) -> bool {
        self.contestants.iter().any(|contestant| contestant.board.is_some())
    }

    /// Those who are named first, as files of results tell them: the seeding, or in a short form the champions; and then the
    /// champions elsewhere.
    pub(crate) fn first_and_champions(&self) -> [&[EntrantId]; 2] {
        match (self.short, &self.champions[..]) {
            (Some(_), [_, ..]) => [&self.champions, &[]],
            (_, champions) => [&self.seeding, champions],
        }
    }

    /// The keys of a short form, as files of results tell them: rounds, whether there is a match for the third place, the number
    /// of groups with how many of each go on, and whether it stops early; elsewhere the usual.
    pub(crate) fn short_keys(&self) -> (u32, bool, Option<(u32, u32)>, Option<StopRule>) {
        let (Some(_), [first, ..]) = (self.short, &self.phases[..]) else {
            return (self.rounds, false, None, None);
        };
        let groups = self.phases.get(1).and_then(|after| Some((first.groups, after.best_of_each?)));
        let third_place = self.phases.iter().any(|phase| phase.third_place);
        (first.rounds, third_place, groups, Some(first.stop).filter(|stop| *stop != StopRule::Never))
    }

    /// Whether results decide who meets whom.
    pub(crate) fn depends_on_results(&self) -> bool {
        !matches!(&self.phases[..], [only] if only.is_plain())
    }

    /// Whether its games tell which phase they are of.
    #[must_use]
    pub fn tells_phases(&self) -> bool {
        self.short.is_none() && self.phases.len() > 1
    }

    /// The number of each contestant's team; empty if nobody is in one.
    fn teams(&self) -> Vec<Option<usize>> {
        let names: BTreeSet<&String> = self.contestants.iter().filter_map(|of| of.team.as_ref()).collect();
        let number = |of: &Contestant| names.iter().position(|name| Some(*name) == of.team.as_ref());
        if names.is_empty() { vec![] } else { self.contestants.iter().map(number).collect() }
    }

    /// A note on the names that were made, since the files' own are the same or cannot be names.
    pub(crate) fn made_names(&self) -> Option<String> {
        let mut made = self.contestants.iter().filter(|contestant| contestant.is_name_made).peekable();
        made.peek()?;
        let shown = made.map(|contestant| format!("{} is {}", contestant.name, contestant.wasm.in_words()));
        Some(format!("names made of files and folders: {}", few(shown)))
    }

    /// The contestants disqualified before the first game: those that the organiser excludes.
    #[must_use]
    pub fn disqualified(&self) -> Disqualified {
        let mut disqualified = Disqualified::nobody(self.contestants.len());
        for contestant in &self.excluded {
            disqualified.exclude(*contestant);
        }
        disqualified
    }

    /// The tournament's short name: its file's name without the ending, or its title if it came from a pipe.
    #[must_use]
    pub fn stem(&self) -> String {
        if self.file == Path::new(file::STDIN) {
            return name_of_file(&self.title).to_string();
        }
        stem(&self.file)
    }
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().filter(|stem| *stem != file::STDIN);
    stem.map_or_else(|| "tournament".into(), |stem| stem.to_string_lossy().into_owned())
}

fn unreadable(file: &Path, error: &std::io::Error) -> Mistake {
    use std::io::ErrorKind;
    let text = match error.kind() {
        ErrorKind::InvalidData => "it is not UTF-8 text, so not TOML".into(),
        ErrorKind::IsADirectory => "it is a folder; name the tournament's TOML in it".into(),
        _ => file::unread(error, "name a tournament's TOML, as in tournaments/october.toml"),
    };
    Mistake::in_file(file, text)
}
