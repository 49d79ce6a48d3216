//! A seed that nobody can choose: a public value and all that the games depend on in, a seed out.
//!
//! The organiser publishes the hash of the inputs, and says which public value will be the beacon. When that
//! value is known, so is the seed, and anybody can work it out. Reads the bots' files, and runs none of them.

mod written;

use std::path::Path;

use judge_play::Seed;
use judge_sandbox::Limits;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::{Error, Mistake};
use crate::file;
use crate::results::file_sha256;
use crate::schedule::{EntrantId, Format, StopRule};
use crate::tournament::{BadFiles, FaultRule, Name, Tournament};

/// The most characters of a beacon.
pub const CHARACTERS_MAX: usize = 500;
/// Hexadecimal digits of a hash that make a seed: it must fit TOML's integers, which end at 2^63.
const SEED_DIGITS: usize = 15;

/// All that a tournament's games depend on but the seed, as it is hashed. What the organiser may still rule on while
/// the tournament runs is not part of it: who is excluded, the watchdog, how many games are played twice.
#[derive(Serialize)]
struct Inputs<'a> {
    game: &'static str,
    rules: Vec<(&'static str, String)>,
    format: Format,
    first: Vec<&'a str>,
    rounds: u32,
    opening_plies: u32,
    stop: Option<StopRule>,
    faults: FaultRule,
    limits: &'a Limits,
    contestants: Vec<(&'a str, Option<String>)>,
}

/// The SHA-256 of all that a tournament's games depend on but the seed, as hexadecimal digits.
///
/// The tournament is as it was typed: nobody is left out yet. `files` are all contestants' names, in any order, with the
/// SHA-256 of their files; with nothing if one cannot be read and is to be left out.
#[must_use]
pub fn inputs<'a>(
    tournament: &'a Tournament,
    files: impl Iterator<Item = (&'a Name, Option<[u8; 32]>)>,
) -> String {
    let name = |id: &EntrantId| tournament.contestants[id.0].name.as_str();
    let mut contestants: Vec<(&str, Option<String>)> =
        files.map(|(name, sha256)| (name.as_str(), sha256.map(hex::encode))).collect();
    contestants.sort();
    let inputs = Inputs {
        game: tournament.rules.game(),
        rules: tournament.rules.settings(),
        format: tournament.format,
        first: tournament.first.iter().map(name).collect(),
        rounds: tournament.rounds,
        opening_plies: tournament.opening_plies,
        stop: (tournament.stop != StopRule::Never).then_some(tournament.stop),
        faults: tournament.faults,
        limits: &Limits { watchdog_seconds: 0, ..tournament.limits.clone() },
        contestants,
    };
    hex::encode(Sha256::digest(serde_json::to_vec(&inputs).expect("it is plain data")))
}

/// The seed that follows from a beacon and the hash of the inputs.
///
/// It is the first 15 hexadecimal digits of the SHA-256 of three lines: `judge seed`, the beacon, and
/// the hash of the inputs as hexadecimal digits.
#[must_use]
pub fn seed(beacon: &str, inputs: &str) -> Seed {
    let lines = format!("judge seed\n{beacon}\n{inputs}\n");
    let digits = hex::encode(Sha256::digest(lines));
    Seed(u64::from_str_radix(&digits[..SEED_DIGITS], 16).expect("they are hexadecimal digits"))
}

/// What is wrong with a text as a beacon.
#[must_use]
pub fn problem(beacon: &str) -> Option<String> {
    let characters = beacon.chars().count();
    if !(1..=CHARACTERS_MAX).contains(&characters) || beacon.chars().any(char::is_control) {
        return Some(format!("write 1 to {CHARACTERS_MAX} characters on one line"));
    }
    None
}

/// Checks that the seed of a tournament follows from its beacon and the hash of its inputs, if it has a beacon.
///
/// # Errors
/// If it does not.
pub fn check(tournament: &Tournament, inputs: &str) -> Result<(), Mistake> {
    let Some(beacon) = &tournament.beacon else { return Ok(()) };
    let (is, should) = (tournament.seed, seed(beacon, inputs));
    if is == should {
        return Ok(());
    }
    let text = format!(
        "seed = {is} does not follow from the beacon, the bots and the rules: they make {should}; undo what has changed, or write the seed anew with judge seed"
    );
    Err(Mistake::in_file(&tournament.file, text))
}

/// A tournament whose seed is to be derived: all but that is there.
pub struct Draft {
    /// The tournament, with any seed.
    pub tournament: Tournament,
    /// The hash of the inputs, as hexadecimal digits.
    pub inputs: String,
    text: String,
}

impl Draft {
    /// Reads a tournament's file, which need have no seed, and the bots' files.
    ///
    /// # Errors
    /// If the file is no tournament otherwise, or a bot's file cannot be read that is not to be left out.
    pub fn read(file: &Path) -> Result<Self, Error> {
        let text = Tournament::text(file)?;
        // Where there is no place for a seed, the reader of tournaments says what is wrong.
        let with_any = written::with_seed(&text, Seed(0), "none yet").unwrap_or_else(|| text.clone());
        let tournament =
            Tournament::parse(file, &with_any).map_err(|error| moved_up(error, &text, &with_any))?;
        let mut files = Vec::with_capacity(tournament.contestants.len());
        for contestant in &tournament.contestants {
            let sha256 = match tournament.bad_files {
                BadFiles::Refuse => Some(file_sha256(contestant)?),
                BadFiles::LeaveOut => file_sha256(contestant).ok(),
            };
            files.push((&contestant.name, sha256));
        }
        let inputs = inputs(&tournament, files.into_iter());
        Ok(Self { tournament, inputs, text })
    }

    /// Writes the beacon, and the seed that follows from it, into the file.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn write(&self, beacon: &str) -> Result<Seed, Mistake> {
        let (file, seed) = (&self.tournament.file, seed(beacon, &self.inputs));
        let text = written::with_seed(&self.text, seed, beacon).expect("it was a tournament with a seed");
        file::replace(file, text.as_bytes())
            .map_err(|error| Mistake::in_file(file, format!("it cannot be written: {error}")))?;
        Ok(seed)
    }
}

/// The mistakes of a text to which lines were added, with the lines of what was typed.
fn moved_up(error: Error, typed: &str, longer: &str) -> Error {
    let Error::Mistakes(mut mistakes) = error else { return error };
    let in_common = typed.lines().zip(longer.lines()).take_while(|(typed, longer)| typed == longer).count();
    let added = longer.lines().count() - typed.lines().count();
    let lines = mistakes.iter_mut().filter_map(|mistake| mistake.line.as_mut());
    lines.filter(|line| **line > in_common).for_each(|line| *line = line.saturating_sub(added).max(1));
    Error::Mistakes(mistakes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beacon_makes_the_same_seed_for_ever() {
        // printf 'judge seed\nLotto 1 2 3\n%064d\n' 0 | sha256sum | cut -c1-15
        let inputs = "0".repeat(64);
        assert_eq!(seed("Lotto 1 2 3", &inputs), Seed(0x0ddb_84ac_8de3_0183));
        assert_ne!(seed("Lotto 1 2 4", &inputs), seed("Lotto 1 2 3", &inputs));
        assert_ne!(seed("Lotto 1 2 3", &inputs.replacen('0', "1", 1)), seed("Lotto 1 2 3", &inputs));
    }

    #[test]
    fn a_seed_fits_a_tournaments_file() {
        assert!((0..100).all(|n: u32| seed(&n.to_string(), "").0 < 1 << 63));
    }

    #[test]
    fn a_beacon_is_one_line() {
        assert_eq!(problem("Lotto, 28 November: 3 7 21 é"), None);
        assert_eq!(problem(&"x".repeat(CHARACTERS_MAX)), None);
        for wrong in ["", "a\nb", "\u{1b}[2J", &"x".repeat(CHARACTERS_MAX + 1)] {
            assert!(problem(wrong).is_some(), "{wrong:?}");
        }
    }

    #[test]
    fn the_inputs_are_all_that_games_depend_on_but_not_what_is_ruled_later() {
        const TEXT: &str = "game = \"othello\"\nseed = 1\ncontestants = []\n[[contestant]]\nname = \"a\"\nwasm = \"a.wasm\"\n[[contestant]]\nname = \"b\"\nwasm = \"b.wasm\"\n[limits]\n";
        let hash = |from: &str, to: &str, bots: &[[u8; 32]]| {
            assert!(TEXT.contains(from), "{from}");
            let text = TEXT.replace(from, to);
            let tournament = Tournament::parse(Path::new("cup.toml"), &text).expect("it is a tournament");
            let names = tournament.contestants.iter().map(|contestant| &contestant.name);
            inputs(&tournament, names.zip(bots.iter().copied().map(Some)))
        };
        let usual = hash("", "", &[[1; 32], [2; 32]]);
        for (from, to) in [
            ("seed = 1", "seed = 2"),
            ("seed = 1", "seed = 1\ntitle = \"x\""),
            ("seed = 1", "seed = 1\nexclude = [\"a\"]"),
            ("seed = 1", "seed = 1\naudit = 0.5"),
            ("[limits]", "[limits]\nwatchdog_seconds = 1000"),
        ] {
            assert_eq!(hash(from, to, &[[1; 32], [2; 32]]), usual, "{to}");
        }
        for (from, to) in [
            ("\"a\"", "\"c\""),
            ("seed = 1", "seed = 1\nrounds = 3"),
            ("seed = 1", "seed = 1\nopening_plies = 3"),
            ("seed = 1", "seed = 1\nfaults = \"forfeit\""),
            ("seed = 1", "seed = 1\nstop = \"separated\""),
            ("seed = 1", "seed = 1\nformat = \"swiss\""),
            ("[limits]", "[limits]\nfuel_per_turn = \"1M\""),
            ("[limits]", "[rules]\nsize = 6"),
        ] {
            assert_ne!(hash(from, to, &[[1; 32], [2; 32]]), usual, "{to}");
        }
        assert_ne!(hash("", "", &[[1; 32], [3; 32]]), usual);
        assert_ne!(hash("", "", &[[2; 32], [1; 32]]), usual);
    }
}
