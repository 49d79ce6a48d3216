//! Several tournaments rated together: folders of results in, one rating of all their bots out.
//!
//! It believes the folders: `judge verify` says whether they are right. A bot is its file, with what it has of its own, whatever it
//! is called.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::path::{Path, PathBuf};

use judge_play::text::sanitize;
use judge_play::{BotTerms, GameTerms, Seed};
use serde::Serialize;

use crate::error::{Error, Mistake};
use crate::file::{self, digits::to_32_bytes};
use crate::game::ordered;
use crate::phases::{Disqualified, EntrantId};
use crate::publish::folder::{GAMES, finished, manifest, results};
use crate::results::{ContestantPart, GameRow, Manifest, Tenth, remarks};
use judge_rating::{Rating, Ratings, Tally, TallyGame, rate_fields, words};

/// The identity of a bot: its file, and its own fuel and options.
fn identity(part: &ContestantPart) -> (String, BotTerms) {
    (part.sha256.clone(), part.terms.clone())
}

/// Digits of a file's hash that tell two bots of one name apart.
const HASH_DIGITS: usize = 8;

/// Tournaments rated together.
#[derive(Clone, Debug, PartialEq)]
pub struct Pooled {
    /// The bots: those that are rated, the strongest first, and then the others by name.
    pub bots: Vec<PooledBot>,
    /// Rounds that count.
    pub rounds: u64,
    /// Rounds that are in two folders, and count once.
    pub rounds_twice: u64,
    /// Notes about the ratings.
    pub remarks: Vec<String>,
}

/// A bot of one or more tournaments.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PooledBot {
    /// Its first name, safe to be shown; with the beginning of its hash if another bot had the same name.
    #[serde(rename = "bot")]
    pub name: String,
    /// SHA-256 of its file.
    pub sha256: String,
    /// Tournaments that it was in.
    pub tournaments: u64,
    /// Games that count.
    pub played: u64,
    /// Games in which nobody did better, and somebody worse.
    pub won: u64,
    /// Games in which everybody did equally well.
    pub drawn: u64,
    /// Games in which somebody did better.
    pub lost: u64,
    /// The rating; nothing where there is only a bound.
    pub rating: Option<f64>,
    /// The lower end of the 95 % interval, or what the rating is at least.
    pub rating_low: Option<f64>,
    /// The upper end.
    pub rating_high: Option<f64>,
    /// The best place that the rating allows for.
    pub rank_low: Option<usize>,
    /// The worst place.
    pub rank_high: Option<usize>,
    /// Whether a tournament has disqualified it; then it is not rated.
    pub is_disqualified: bool,
}

/// A folder of results.
struct PooledFolder {
    path: PathBuf,
    manifest: Manifest,
}

/// Rates the bots of several folders of results by all their games together.
///
/// # Errors
/// If a folder has no results, or they are of games by other rules or with other limits than those of the first.
pub fn pooled(folders: &[PathBuf]) -> Result<Pooled, Error> {
    let folders: Vec<PooledFolder> = folders.iter().map(|path| read(path)).collect::<Result<_, Error>>()?;
    let Some((first, others)) = folders.split_first() else {
        return Ok(Pooled { bots: vec![], rounds: 0, rounds_twice: 0, remarks: vec![] });
    };
    others.iter().try_for_each(|other| same_games(first, other))?;
    let mut pool = Pool::new(&folders);
    for folder in &folders {
        pool.add(folder)?;
    }
    Ok(pool.rated())
}

fn read(path: &Path) -> Result<PooledFolder, Error> {
    finished(path)?;
    Ok(PooledFolder { path: path.to_owned(), manifest: manifest(path)? })
}

/// Checks that two tournaments played the same game. Openings may differ in length, and the watchdog decides nothing.
fn same_games(first: &PooledFolder, other: &PooledFolder) -> Result<(), Mistake> {
    let [a, b] = [first, other].map(|folder| folder.manifest.terms());
    let deciding = |terms: &GameTerms| GameTerms { opening_plies: 0, ..terms.clone() }.digest();
    if deciding(&a) == deciding(&b) {
        return Ok(());
    }
    let what = if a.game != b.game {
        format!("its game is {}, and that of {} is {}", b.game, file::path_text(&first.path), a.game)
    } else if let Some(key) = a.rules.keys().find(|key| a.rules.get(*key) != b.rules.get(*key)) {
        let value = |terms: &GameTerms| terms.rules.get(key).cloned().unwrap_or_default();
        format!("its {key} is {}, and that of {} is {}", value(&b), file::path_text(&first.path), value(&a))
    } else {
        format!("its limits are not those of {}", file::path_text(&first.path))
    };
    let text = format!("{what}; only games by the same rules and limits can be rated together");
    Err(Mistake::in_file(&other.path, text))
}

/// The games of all folders, as they come.
#[derive(Default)]
struct Pool {
    /// The number of each bot, by its file's hash and its terms.
    ids: BTreeMap<(String, BotTerms), EntrantId>,
    bots: Vec<PooledBot>,
    /// Of each bot the folders that it is in, in order.
    folders: Vec<Vec<PathBuf>>,
    tally: Tally,
    seen: BTreeSet<(Seed, BTreeSet<EntrantId>)>,
    rounds_twice: u64,
}

impl Pool {
    /// All bots of these folders, and none of the games.
    fn new(folders: &[PooledFolder]) -> Self {
        let mut bots: Vec<PooledBot> = Vec::new();
        let mut ids = BTreeMap::new();
        for part in folders.iter().flat_map(|folder| &folder.manifest.contestant) {
            if let Entry::Vacant(unknown) = ids.entry(identity(part)) {
                unknown.insert(EntrantId(bots.len()));
                let terms = &part.terms;
                let name =
                    if terms.is_usual() { part.name.clone() } else { format!("{} ({terms})", part.name) };
                let name = sanitize(&name);
                bots.push(PooledBot { name, sha256: part.sha256.clone(), ..PooledBot::default() });
            }
        }
        let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
        for bot in &mut bots {
            if names.iter().filter(|name| **name == bot.name).count() > 1 {
                let digits: String = bot.sha256.chars().take(HASH_DIGITS).collect();
                bot.name = sanitize(&format!("{} {digits}", bot.name));
            }
        }
        Self { ids, folders: vec![vec![]; bots.len()], bots, ..Self::default() }
    }

    /// Adds the games of a folder.
    fn add(&mut self, folder: &PooledFolder) -> Result<(), Error> {
        let contestants = &folder.manifest.contestant;
        let by_name: BTreeMap<&str, EntrantId> =
            contestants.iter().map(|part| (part.name.as_str(), self.ids[&identity(part)])).collect();
        for id in by_name.values().collect::<BTreeSet<_>>() {
            self.bots[id.0].tournaments += 1;
            self.folders[id.0].push(folder.path.clone());
        }
        for row in results(&folder.path)? {
            if let Some(id) = by_name.get(row.contestant.0.as_str()).filter(|_| row.is_out()) {
                self.bots[id.0].is_disqualified = true;
            }
        }
        let file = folder.path.join(GAMES);
        let mut round: Vec<GameRow> = Vec::new();
        for row in ordered(&file)? {
            let row = row?;
            if row.order == 0 && !round.is_empty() {
                self.add_round(&file, &by_name, &mem::take(&mut round))?;
            }
            round.push(row);
        }
        if !round.is_empty() {
            self.add_round(&file, &by_name, &round)?;
        }
        Ok(())
    }

    /// Adds a round: its games in the order of its seatings.
    fn add_round(
        &mut self,
        file: &Path,
        by_name: &BTreeMap<&str, EntrantId>,
        games: &[GameRow],
    ) -> Result<(), Mistake> {
        let id = |name: &String| {
            by_name.get(name.as_str()).copied().ok_or_else(|| {
                let text = format!("game {}: {name:?} is not in manifest.toml", games[0].game);
                Mistake::in_file(file, text)
            })
        };
        let pairing: Vec<EntrantId> = games[0].seats.0.iter().map(id).collect::<Result<_, _>>()?;
        let seats = pairing.len();
        let at_table: BTreeSet<EntrantId> = pairing.iter().copied().collect();
        if seats < 2 || games.len() != seats || at_table.len() < seats {
            return Ok(());
        }
        // Whoever's file came first sits first, so that one pairing is the same in all tournaments.
        let first = (0..seats).min_by_key(|&seat| pairing[seat]).expect("there are two or more");
        let seating = |order: usize| {
            let mut seating = pairing.clone();
            seating.rotate_left(order);
            seating
        };
        let counted: Vec<Option<([u8; 32], &GameRow)>> =
            games.iter().map(|game| counts(game, seats)).collect();
        if counted.iter().all(Option::is_none) {
            return Ok(());
        }
        if !self.seen.insert((games[0].seed.0, at_table)) {
            self.rounds_twice += 1;
            return Ok(());
        }
        for (order, game) in counted.iter().enumerate() {
            let Some((_, game)) = game else { continue };
            for (seat, id) in seating(order).into_iter().enumerate() {
                self.bots[id.0].add(&game.ranks.0, seat);
            }
        }
        let orders = (0..seats).map(|order| &counted[(order + first) % seats]);
        let games = orders.map(|game| {
            let (transcript_sha256, game) = game.as_ref()?;
            Some(TallyGame { ranks: &game.ranks.0, transcript_sha256 })
        });
        self.tally.add(&seating(first), &games.collect::<Vec<_>>());
        Ok(())
    }

    /// The ratings.
    fn rated(mut self) -> Pooled {
        let mut disqualified = Disqualified::nobody(self.bots.len());
        for (id, _) in self.bots.iter().enumerate().filter(|(_, bot)| bot.is_disqualified) {
            disqualified.add(EntrantId(id));
        }
        // One tournament may be stronger than another by any distance, and only those who were in both can tell.
        let ratings = rate_fields(&disqualified, &self.tally, &self.folders);
        let remarks = remarks(&ratings, |id| self.bots[id.0].name.as_str());
        let Ratings { entrants, .. } = ratings;
        for (bot, rating) in self.bots.iter_mut().zip(entrants) {
            if let Some(rating) = rating {
                bot.rate(&rating);
            }
        }
        self.bots.sort_by(|one, other| {
            let key = |bot: &PooledBot| {
                bot.rating.or(bot.rating_low).or(bot.rating_high).unwrap_or(f64::NEG_INFINITY)
            };
            key(other).total_cmp(&key(one)).then_with(|| one.name.cmp(&other.name))
        });
        let rounds = self.seen.len() as u64;
        Pooled { bots: self.bots, rounds, rounds_twice: self.rounds_twice, remarks }
    }
}

/// The hash of a game's transcript, if the game counts.
fn counts(game: &GameRow, seats: usize) -> Option<([u8; 32], &GameRow)> {
    let is_played = matches!(&*game.outcome, "decided" | "forfeit") && game.ranks.0.len() == seats;
    let hash = to_32_bytes(&game.transcript_sha256)?;
    is_played.then_some((hash, game))
}

impl PooledBot {
    fn add(&mut self, ranks: &[u8], seat: usize) {
        let is_level = ranks.iter().all(|rank| *rank == ranks[0]);
        let is_best = ranks.iter().all(|rank| *rank >= ranks[seat]);
        self.played += 1;
        self.drawn += u64::from(is_level);
        self.won += u64::from(is_best && !is_level);
        self.lost += u64::from(!is_best);
    }

    fn rate(&mut self, rating: &Rating) {
        let tenth = |elo: f64| Tenth::nearest(words::rating(elo)).0;
        self.rating = rating.elo.map(tenth);
        self.rating_low = rating.low.map(tenth);
        self.rating_high = rating.high.map(tenth);
        (self.rank_low, self.rank_high) = (Some(rating.rank_low), Some(rating.rank_high));
    }
}
