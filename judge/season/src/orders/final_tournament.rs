//! The final: the state in, who plays it and a tournament's file out. It is played by `judge run`, like any other.

use std::path::Path;

use judge_core::beacon::{self, Template, seed};
use judge_core::error::Error;
use judge_core::file::Links;
use judge_core::phases::Format;
use judge_core::results::Manifest;
use judge_core::tournament::{GameFiles, Tournament};
use judge_sandbox::Limits;
use toml::{Table, Value};

use crate::ladder::standings::standings;
use crate::log::digest::{Digest, Secret};
use crate::log::event::{Frozen, SeasonEvent};
use crate::log::folder::{Folder, make_private};
use crate::play::runner::unwritten;
use crate::season::store::NotWritten;
use crate::season::{FILES, Season as Running, missing, players, tournament};
use crate::state::State;
use crate::terms::{Final, SeasonTerms};

/// The most bytes of a file of a final.
const FILE_BYTES_MAX: u64 = 1 << 30;

/// The best of the ladder that play, the best first: no anchors.
pub(crate) fn finalists(state: &State, top: usize) -> Vec<usize> {
    let may = |version: &usize| {
        let contestant = state.owner(*version);
        !contestant.is_anchor && contestant.plays()
    };
    let ranked = standings(state).lines.into_iter().filter(|standing| standing.rank.is_some());
    ranked.map(|standing| standing.version).filter(may).take(top).collect()
}

/// The seed of the next final, if nothing is announced that makes one later.
pub(crate) fn seed_of_the_next(state: &State, secret: &Secret, announced: Option<&str>) -> u64 {
    let number = state.finals.len() + 1;
    announced.map_or_else(|| state.mixed(secret).final_tournament(number).0, |_| 0)
}

impl Running {
    /// Decides who plays the final, and writes its files.
    pub(crate) fn freeze(
        &self,
        top: Option<usize>,
        format: Option<Format>,
        rounds: Option<u32>,
    ) -> Result<String, NotWritten> {
        let usual = &self.runner.season.serve.final_tournament;
        if !usual.phases.is_empty() && (format.is_some() || rounds.is_some()) {
            return Err("the season's file has [[serve.final.phase]], which says the formats and rounds of the final; leave out format and rounds, or change the file".into());
        }
        let (top, format, rounds) =
            (top.unwrap_or(usual.top), format.unwrap_or(usual.format), rounds.unwrap_or(usual.rounds));
        let decide = |state: &State, _| {
            let announced = usual.announced.as_ref().map(|announced| announced.text().to_owned());
            let seed = seed_of_the_next(state, &self.runner.secret, announced.as_deref());
            let versions = finalists(state, top);
            let phases = usual.phases.clone();
            let frozen = Frozen { format, rounds, phases, top, seed, announced, versions };
            let seats = self.runner.season.tournament.rules.seats();
            Final::refused(format, seats).map_or(Ok(()), Err)?;
            if frozen.versions.len() < seats {
                let needed = if seats == 2 { "two".to_owned() } else { seats.to_string() };
                let text =
                    format!("a final needs {needed} contestants that have played; anchors do not count");
                return Err(text.into());
            }
            refuse_too_few(&frozen, state, &self.runner.season)?;
            Ok(state.allowed(SeasonEvent::Frozen(frozen))?)
        };
        self.store.append(decide)?;
        self.write_finals()?;
        let finals = self.store.read(|state| state.finals.clone());
        let (number, players) = (finals.len(), finals.last().map_or(0, |last| last.versions.len()));
        // Where the season's folder is, whoever reads this in a browser need not know.
        let file = format!("DIR/finals/{number}/final.toml");
        Ok(match &usual.announced {
            None => format!("{players} contestants play the final: judge run {file}"),
            Some(announced) => format!(
                "{players} contestants play the final; publish {file}, and when the values of {:?} are known: judge seed {file} --beacon \"VALUES\", then judge run {file}",
                announced.text()
            ),
        })
    }

    /// Shows the report of a final, whose files are in the season's folder.
    pub(crate) fn publish_final(&self, hashes: [Digest; 3]) -> Result<String, NotWritten> {
        let [report, results, manifest] = hashes;
        let folder = self.folder.report(report);
        if let Some(file) = missing(&folder, hashes) {
            return Err(format!("{file} of this final is not in the season's folder").into());
        }
        let decide = |state: &State, _| {
            if state.finals.is_empty() {
                return Err("no final was frozen: judge serve freeze comes first".into());
            }
            which_final(&folder, state, &self.runner.season)?;
            Ok(state.allowed(SeasonEvent::FinalPublished { report, results, manifest })?)
        };
        self.store.append(decide)?;
        Ok(format!("the final is published: {}/final", self.runner.season.serve.public_url))
    }
}

/// Refuses a final whose phases want more players than there are.
fn refuse_too_few(frozen: &Frozen, state: &State, terms: &SeasonTerms) -> Result<(), String> {
    if frozen.phases.is_empty() {
        return Ok(());
    }
    parsed(frozen, state, terms).map(|_| ()).map_err(|why| {
        let count = frozen.versions.len();
        format!("the phases of the season's file do not fit a final of {count}: {why}; change them, or top")
    })
}

/// The final that was frozen whose results these in a folder are, from 1, with their manifest.
///
/// # Errors
/// The reason why they belong to no final: other players, another seed, other rules.
pub(crate) fn which_final(
    folder: &Path,
    state: &State,
    terms: &SeasonTerms,
) -> Result<(usize, Manifest), String> {
    let file = folder.join(FILES[3]);
    let text = judge_core::file::read_text(&file, Links::Refuse);
    let manifest = text.ok().and_then(|text| Manifest::parse(&file, &text).ok());
    let manifest = manifest.ok_or("manifest.toml of this final cannot be read")?;
    let mut why = String::new();
    for (number, frozen) in (1..).zip(&state.finals) {
        match is_of(&manifest, frozen, state, terms) {
            Ok(()) => return Ok((number, manifest)),
            Err(difference) => why = difference,
        }
    }
    Err(format!("this is not the final that was frozen: {why}"))
}

/// Whether a manifest is that of a final, or else the difference.
fn is_of(manifest: &Manifest, frozen: &Frozen, state: &State, terms: &SeasonTerms) -> Result<(), String> {
    let tournament = parsed(frozen, state, terms)?;
    let right = Manifest::new(&tournament, &[], None, None);
    let (of, its) = (&manifest.tournament, &right.tournament);
    let mut players: Vec<(String, String)> =
        players(state, frozen).into_iter().map(|player| (player.name, player.sha256.to_string())).collect();
    let mut there: Vec<(String, String)> =
        manifest.contestant.iter().map(|part| (part.name.clone(), part.sha256.clone())).collect();
    players.sort();
    there.sort();
    let limits = |limits: &Limits| Limits { watchdog_seconds: 0, ..limits.clone() };
    let is_its_game = of.game == its.game && of.game_sha256 == its.game_sha256;
    let parts = [
        ("judge", manifest.judge == right.judge),
        ("players or their files", players == there && manifest.left_out.is_empty() && of.exclude.is_empty()),
        ("seed", has_its_seed(manifest, frozen, &tournament, &players)),
        ("groups, rounds or format", manifest.phases() == right.phases()),
        ("seeding", of.first == its.first && of.champions == its.champions && of.byes == its.byes),
        ("game or rules", is_its_game && manifest.rules == right.rules),
        ("openings", of.opening_plies == its.opening_plies && of.openings.is_empty()),
        ("faults", of.faults == its.faults),
        ("limits", limits(&manifest.limits) == limits(&right.limits)),
        ("parts, as it is not the whole", manifest.shard.is_none()),
    ];
    let others: Vec<&str> = parts.iter().filter(|(_, same)| !same).map(|(part, _)| *part).collect();
    if others.is_empty() { Ok(()) } else { Err(format!("it has other {}", others.join(", "))) }
}

/// Whether the seed of a final that was played is the one of the final that was frozen between these players.
fn has_its_seed(
    manifest: &Manifest,
    frozen: &Frozen,
    tournament: &Tournament,
    players: &[(String, String)],
) -> bool {
    let of = &manifest.tournament;
    let Some(announced) = &frozen.announced else {
        return of.seed == frozen.seed.to_string() && of.beacon.is_none();
    };
    let beacon = Template::new(announced).ok().zip(of.beacon.as_ref());
    let Some(beacon) = beacon.and_then(|(announced, text)| announced.read(text)) else { return false };
    // As `judge seed` takes it: the hash of all that the final's games depend on but the seed.
    let files = tournament.contestants.iter().map(|contestant| {
        let player = players.iter().find(|(name, _)| name == contestant.name.as_str());
        (contestant.name.as_str(), player.and_then(|(_, sha256)| Some(Digest::parse(sha256)?.to_string())))
    });
    of.seed == seed(&beacon.text, &beacon::inputs(tournament, files)).to_string()
}

/// The tournament of a final, with any seed.
fn parsed(frozen: &Frozen, state: &State, terms: &SeasonTerms) -> Result<Tournament, String> {
    let text = tournament(terms, frozen, &players(state, frozen))?;
    let mut table: Table = text.parse().map_err(|_| "its file would be no TOML")?;
    table.insert("seed".into(), Value::Integer(0));
    let game = GameFiles::known(terms.tournament.rules.file());
    Tournament::parse_with(Path::new("final.toml"), &table.to_string(), &game).map_err(|error| match error {
        Error::Mistakes(mistakes) => {
            mistakes.into_iter().map(|mistake| mistake.text).collect::<Vec<_>>().join("; ")
        }
        Error::Machine(text) => text,
    })
}

/// Copies the results of a final into a season's folder, from where they can be published. What comes out are the
/// hashes of the report, of the results and of the manifest.
///
/// # Errors
/// Names the file that is missing, and what to do.
pub fn bring(folder: &Folder, results: &Path) -> Result<[Digest; 3], String> {
    let read = |file: &str| {
        // Somebody else may have played it.
        let read = judge_core::file::read(&results.join(file), Links::Refuse, FILE_BYTES_MAX);
        read.map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound if file == FILES[0] => {
                "there is no report.html; write it with judge report".to_owned()
            }
            std::io::ErrorKind::NotFound => {
                format!("there is no {file}; name the folder of a final's results")
            }
            _ => format!("{file} cannot be read: {error}"),
        })
    };
    let files: Vec<Vec<u8>> = FILES.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    let hashes = [0, 1, 3].map(|place: usize| Digest::of(&files[place]));
    let to = folder.report(hashes[0]);
    let trouble = |error| unwritten("the final")(error).0;
    make_private(&to).map_err(trouble)?;
    for (name, bytes) in FILES.iter().zip(&files) {
        folder.keep(&to.join(name), bytes).map_err(trouble)?;
    }
    Ok(hashes)
}
