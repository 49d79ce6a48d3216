//! A seed that nobody can choose: a public value and all that the games depend on in, a seed out.
//!
//! The organiser announces which public value will be the beacon, as a text with places for its numbers, and publishes
//! the hash of the inputs, of which that text is one. When the value is known, so is the seed, and anybody can work it
//! out. Reads the bots' files, and runs none of them.

mod written;

use std::path::Path;

use judge_play::Seed;
use sha2::{Digest, Sha256};

use crate::error::{Error, Mistake};
use crate::phases::EntrantId;
use crate::results::json::is_nothing;
use crate::tournament::{BadFiles, Contestant, GameFiles, Tournament};
pub use crate::tournament::{Beacon, Template};
use crate::{file, object};

/// Hexadecimal digits of a hash that make a seed: it must fit TOML's integers, which end at 2^63.
const SEED_DIGITS: usize = 15;

/// The SHA-256 of all that a tournament's games depend on but the seed, as hexadecimal digits.
///
/// The tournament is as it was typed: nobody is left out yet. `files` are all contestants' names, in any order, with the
/// SHA-256 of their files; with nothing if one cannot be read and is to be left out.
#[must_use]
pub fn inputs<'a>(
    tournament: &'a Tournament,
    files: impl Iterator<Item = (&'a str, Option<String>)>,
) -> String {
    let name = |id: &EntrantId| tournament.contestants[id.0].name.as_str();
    let mut contestants: Vec<(&str, Option<String>)> = files.collect();
    contestants.sort();
    let all = || tournament.contestants.iter().map(|contestant| (contestant.name.as_str(), contestant));
    let own = all().filter(|(_, contestant)| !contestant.terms.is_usual());
    let those = |of: fn(&Contestant) -> Option<&str>| -> Vec<(&str, &str)> {
        all().filter_map(|(name, contestant)| Some((name, of(contestant)?))).collect()
    };
    let [first, champions] = tournament.first_and_champions();
    let (rounds, third_place, groups, stop) = tournament.short_keys();
    // What the organiser may still rule on while the tournament runs is not part of it: who is excluded, the watchdog, how
    // many games are played twice.
    let inputs = object! {
        judge: judge_bots::GAMES_VERSION,
        announced: tournament.announced.as_ref().map(Template::text),
        terms: hex::encode(tournament.terms().digest()),
        #[serde(skip_serializing_if = "is_nothing")]
        openings: tournament.openings_sha256(),
        #[serde(skip_serializing_if = "is_nothing")]
        format: tournament.short,
        first: first.iter().map(name).collect::<Vec<_>>(),
        #[serde(skip_serializing_if = "is_nothing")]
        champions: champions.iter().map(name).collect::<Vec<_>>(),
        rounds,
        #[serde(skip_serializing_if = "is_nothing")]
        third_place: third_place.then_some(true),
        #[serde(skip_serializing_if = "is_nothing")]
        groups: groups.map(|(number, go_on)| object! { number, go_on }),
        #[serde(skip_serializing_if = "is_nothing")]
        phases: if tournament.short.is_some() { &[] } else { &tournament.phases[..] },
        stop,
        faults: tournament.faults,
        contestants,
        // The contestants' own fuel limits and options; only of those that have any.
        #[serde(skip_serializing_if = "is_nothing")]
        own: own.map(|(name, contestant)| (name, &contestant.terms)).collect::<Vec<_>>(),
        // Settings for the results, where set: grades, names, published files, and whether bad files are left out.
        #[serde(skip_serializing_if = "is_nothing")]
        bands: tournament.bands.iter().map(|band| (&band.name, band.at_least)).collect::<Vec<_>>(),
        #[serde(skip_serializing_if = "is_nothing")]
        names: those(|contestant| contestant.display_name.as_deref()),
        #[serde(skip_serializing_if = "is_nothing")]
        teams: those(|contestant| contestant.team.as_deref()),
        #[serde(skip_serializing_if = "is_nothing")]
        boards: all().filter_map(|(name, of)| Some((name, of.board?))).collect::<Vec<_>>(),
        #[serde(skip_serializing_if = "is_nothing")]
        team_best: tournament.team_best,
        #[serde(skip_serializing_if = "is_nothing")]
        published: all().filter(|(_, contestant)| contestant.publish).map(|(name, _)| name).collect::<Vec<_>>(),
        #[serde(skip_serializing_if = "is_nothing")]
        bad_files: (tournament.bad_files != BadFiles::Refuse).then_some(tournament.bad_files),
    };
    hex::encode(Sha256::digest(serde_json::to_vec(&inputs).expect("it is plain data")))
}

/// The same of the files as they are now.
///
/// # Errors
/// If a bot's file cannot be read that is not to be left out.
pub(crate) fn inputs_now(tournament: &Tournament) -> Result<String, Error> {
    let mut files = Vec::with_capacity(tournament.contestants.len());
    for contestant in &tournament.contestants {
        let sha256 = match tournament.bad_files {
            BadFiles::Refuse => Some(contestant.file_sha256()?),
            BadFiles::LeaveOut => contestant.file_sha256().ok(),
        };
        files.push((contestant.name.as_str(), sha256.map(hex::encode)));
    }
    Ok(inputs(tournament, files.into_iter()))
}

/// The seed that follows from a beacon's text and the hash of the inputs.
///
/// It is the first 15 hexadecimal digits of the SHA-256 of three lines: `judge seed`, the beacon, and
/// the hash of the inputs as hexadecimal digits.
pub fn seed(beacon: &str, inputs: &str) -> Seed {
    let lines = format!("judge seed\n{beacon}\n{inputs}\n");
    let digits = hex::encode(Sha256::digest(lines));
    Seed(u64::from_str_radix(&digits[..SEED_DIGITS], 16).expect("they are hexadecimal digits"))
}

/// Checks that the seed of a tournament follows from its beacon and the hash of its inputs, if one was announced.
///
/// # Errors
/// If it does not.
pub fn check(tournament: &Tournament, inputs: &str) -> Result<(), Mistake> {
    if tournament.announced.is_none() {
        return Ok(());
    }
    let Some(beacon) = &tournament.beacon else {
        let text = "announced: the beacon was announced and its values are not here; write them with judge seed --beacon when they are known, or remove the key";
        return Err(Mistake::in_file(&tournament.file, text));
    };
    let (is, should) = (tournament.seed, seed(&beacon.text, inputs));
    if is == should {
        return Ok(());
    }
    let text = format!(
        "seed = {is} does not follow from the beacon, the bots, the rules and this judge: they make {should}; undo what has changed, or announce a new beacon with judge seed"
    );
    Err(Mistake::in_file(&tournament.file, text))
}

/// A tournament whose seed is to be derived: all else is there.
pub struct Draft {
    /// The tournament, with any seed.
    pub tournament: Tournament,
    /// The hash of the inputs, as hexadecimal digits.
    pub inputs: String,
    announced: Template,
    text: String,
}

impl Draft {
    /// Reads a tournament's file, which need have no seed, and the bots' files; with what is announced, if it is now.
    /// If its game is a file too, `games` loads that.
    ///
    /// # Errors
    /// If the file is no tournament otherwise, nothing was announced, or a bot's file cannot be read that is not to be
    /// left out.
    pub fn read(file: &Path, announce: Option<&Template>, games: &GameFiles) -> Result<Self, Error> {
        let typed = Tournament::text(file)?;
        // Where there is no place for a key, the reader of tournaments says what is wrong.
        let announced =
            announce.and_then(|template| written::with_text(&typed, "announced", template.text(), "game"));
        let text = announced.unwrap_or_else(|| typed.clone());
        let with_any = written::with_seed(&text, Seed(0)).unwrap_or_else(|| text.clone());
        let tournament = Tournament::parse_with(file, &with_any, games)
            .map_err(|error| moved_up(error, &typed, &with_any))?;
        let Some(announced) = tournament.announced.clone() else {
            let text = "no beacon is announced; first say which public value you will use, with judge seed --announce \"Lottery of 28 November 2026: {} {} {} {} {} {}\"";
            return Err(Mistake::in_file(file, text).into());
        };
        if tournament.beacon.is_some() && text != typed {
            let text = "announced: the values of the beacon are known already, so nothing else can be announced; remove the keys seed and beacon to begin anew";
            return Err(Mistake::in_file(file, text).into());
        }
        let inputs = inputs_now(&tournament)?;
        Ok(Self { tournament, inputs, announced, text })
    }

    /// Writes the announcement into the file.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn write_announced(&self) -> Result<(), Mistake> {
        self.replace(&self.text)
    }

    /// Writes the values of the beacon, and the seed that follows from it, into the file.
    ///
    /// # Errors
    /// If they do not fit the announcement, or the file system refuses.
    pub fn write(&self, values: &str) -> Result<(Beacon, Seed), Mistake> {
        let wrong = |why| Mistake::in_file(&self.tournament.file, format!("--beacon: {why}"));
        let beacon = self.announced.filled(values).map_err(wrong)?;
        let seed = seed(&beacon.text, &self.inputs);
        let text = written::with_seed(&self.text, seed)
            .and_then(|text| written::with_text(&text, "beacon", &beacon.values, "seed"))
            .expect("it was a tournament with a seed");
        self.replace(&text)?;
        Ok((beacon, seed))
    }

    fn replace(&self, text: &str) -> Result<(), Mistake> {
        let file = &self.tournament.file;
        file::replace(file, text.as_bytes())
            .map_err(|error| Mistake::in_file(file, format!("it cannot be written: {error}")))
    }
}

/// The mistakes of a text to which lines were added, with the line numbers of the typed text.
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
    fn the_inputs_are_all_that_games_depend_on_but_not_what_is_ruled_later() {
        const TEXT: &str = "game = \"othello\"\nseed = 1\ncontestants = []\n[[contestant]]\nname = \"a\"\nwasm = \"a.wasm\"\n[[contestant]]\nname = \"b\"\nwasm = \"b.wasm\"\n[limits]\n";
        let hash = |from: &str, to: &str, bots: &[[u8; 32]]| {
            assert!(TEXT.contains(from), "{from}");
            let text = TEXT.replace(from, to);
            let tournament = Tournament::parse(Path::new("cup.toml"), &text).expect("it is a tournament");
            let names = tournament.contestants.iter().map(|contestant| contestant.name.as_str());
            inputs(&tournament, names.zip(bots.iter().map(|bot| Some(hex::encode(bot)))))
        };
        let usual = hash("", "", &[[1; 32], [2; 32]]);
        let announced = |more: &str| hash("seed = 1", &format!("seed = 1\n{more}"), &[[1; 32], [2; 32]]);
        let lotto = announced("announced = \"Lotto {}\"");
        assert_eq!(announced("announced = \"Lotto {}\"\nbeacon = \"5\""), lotto, "it is not known yet");
        assert_ne!(announced("announced = \"Lotto: {}\""), lotto);
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
            ("seed = 1", "seed = 1\nannounced = \"Lotto {}\""),
            ("wasm = \"a.wasm\"", "wasm = \"a.wasm\"\nfuel_per_turn = \"1M\""),
            ("wasm = \"a.wasm\"", "wasm = \"a.wasm\"\noptions = { depth = 6 }"),
            ("[limits]", "[limits]\nfuel_per_turn = \"1M\""),
            ("[limits]", "[rules]\nsize = 6"),
            ("[limits]", "[bands]\nA = 1600"),
            ("[limits]", "[names]\na = \"Anna\""),
            ("wasm = \"a.wasm\"", "wasm = \"a.wasm\"\ndisplay_name = \"Anna\""),
            ("seed = 1", "seed = 1\npublish = true"),
            ("seed = 1", "seed = 1\nbad_files = \"leave-out\""),
        ] {
            assert_ne!(hash(from, to, &[[1; 32], [2; 32]]), usual, "{to}");
        }
        assert_ne!(hash("", "", &[[1; 32], [3; 32]]), usual);
        assert_ne!(hash("", "", &[[2; 32], [1; 32]]), usual);
    }
}
