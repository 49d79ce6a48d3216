//! The events of a season, as they are written down: everything that changes anything, and nothing else.
//!
//! The time stands beside each event, and is hashed with it. It decides nothing on the ladder.

use std::borrow::Cow;
use std::cmp::Ordering;

use judge_core::phases::{Format, Phase};
use judge_core::tournament::Name;
use judge_play::{Record, Verdict};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::log::digest::{Digest, Secret};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "its variants say what their fields are")]
pub enum SeasonEvent {
    /// The season began.
    Opened(Opened),
    /// Another version of the judge goes on, as a mend of its engine must not end a season: what comes after this was done
    /// by that one.
    Updated { judge: String, engine: String },
    /// The public value that was announced is known; before that nothing is drawn.
    BeaconKnown {
        /// Its values, in the one way in which they are written.
        values: String,
    },
    /// Somebody followed an invitation: a new contestant, or one that gets a new cookie and a new token.
    Joined {
        #[serde(with = "name")]
        name: Name,
        /// SHA-256 of the invitation, which holds once.
        invitation: Digest,
        /// SHA-256 of the cookie.
        cookie: Digest,
        /// SHA-256 of the token for uploads.
        token: Digest,
        /// Whether a new contestant plays only when the organiser has approved it.
        #[serde(default)]
        needs_approval: bool,
        /// Which of the contestant's members it is.
        #[serde(default = "first", skip_serializing_if = "is_first")]
        member: u32,
    },
    /// The organiser takes a member out of a team: its cookie and its token hold no more.
    MemberRemoved { contestant: usize, member: u32 },
    /// A contestant made a key: from now on what it decides itself counts only if that key has signed it.
    KeyMade { contestant: usize, key: Digest },
    /// A contestant's own decision, signed with its key: the organiser could not have made it.
    Signed {
        /// The decision: an upload, a pause, the end of one, a withdrawal, or that a version is published.
        own: Box<SeasonEvent>,
        /// The Ed25519 signature, in hexadecimal digits.
        signature: String,
    },
    /// A member of a contestant signed its browser out.
    SignedOut {
        contestant: usize,
        #[serde(default = "first", skip_serializing_if = "is_first")]
        member: u32,
    },
    /// The season's time was set to that of the machine's clock, after that had been wrong.
    TimeSet {
        /// The time, in seconds since 1970.
        time: u64,
    },
    /// The organiser goes on with a log that ends before an event that the server had written.
    RolledBack {
        /// The number of events so far.
        events: usize,
        /// The hash of all of them.
        head: Digest,
    },
    /// The organiser lets a contestant play.
    Approved { contestant: usize },
    /// The organiser lets a contestant play and hand in no more.
    Suspended {
        contestant: usize,
        /// The reason, in the organiser's words, safe to be shown.
        reason: String,
    },
    /// The organiser ends a suspension.
    Reinstated { contestant: usize },
    /// A contestant leaves, for good.
    Withdrawn { contestant: usize },
    /// The organiser takes a contestant out, for good, and says no reason.
    Dismissed { contestant: usize },
    /// A contestant lets everybody have the bytes of a version, for good.
    Published { version: usize },
    /// From now on no file is taken.
    UploadsClosed {
        /// The time it was due, in seconds since 1970.
        due: u64,
    },
    /// Files are taken again, as the organiser has put the end off.
    UploadsOpened,
    /// A week ended, and its table was frozen.
    WeekEnded {
        /// From 1; none is frozen while no server runs.
        week: u64,
        /// SHA-256 of the standings as CSV.
        results: Digest,
    },
    /// The season goes on for longer than its file says.
    Extended(Extension),
    /// It was decided who plays the final, and how.
    Frozen(Frozen),
    /// The results of a final were published.
    FinalPublished {
        /// SHA-256 of the report, a page.
        report: Digest,
        /// SHA-256 of `results.csv`.
        results: Digest,
        /// SHA-256 of `manifest.toml`.
        manifest: Digest,
    },
    /// A contestant handed in a file.
    Uploaded {
        /// The contestant, by the order of joining.
        contestant: usize,
        sha256: Digest,
        bytes: u64,
    },
    /// A file was checked.
    Checked {
        /// The upload, from 0.
        upload: usize,
        verdict: Checked,
    },
    /// A contestant plays no more, for now.
    Paused { contestant: usize },
    /// A contestant plays again.
    Resumed { contestant: usize },
    /// It was drawn who meets whom next.
    Drawn {
        /// The batch, from 1.
        batch: u32,
        rounds: Vec<Pairing>,
    },
    /// A batch was played, or some of its rounds: nobody waits for the slowest.
    Played {
        batch: u32,
        /// The rounds of the batch, from 0, in their order; empty if it was the whole batch.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<usize>,
        /// For each of these rounds its games, one for each seat order.
        rounds: Vec<Vec<Game>>,
    },
    /// A worker has said of a game of this round what is not so, and takes part no more.
    Barred {
        #[serde(with = "name")]
        worker: Name,
        batch: u32,
        /// The round's place in the batch, from 0.
        place: usize,
    },
    /// The game, which is a file, broke a promise in a round. So the round is void, and no bot is to blame. It follows from the
    /// events before.
    RoundVoided {
        batch: u32,
        /// The round's place in the batch, from 0.
        place: usize,
        /// The first of the round's games in which that was so, from 0.
        order: usize,
        /// The reason, with the answer that the game met.
        why: String,
    },
    /// A mended game goes on: what comes after this is played by another file.
    GameUpdated {
        /// SHA-256 of the rules and the limits with it.
        terms: Digest,
        /// SHA-256 of the file.
        game: Digest,
        /// SHA-256 of the file until then.
        before: Digest,
    },
    /// A version has run out of fuel so often that it plays no more. It follows from the events before.
    Rested { version: usize },
    /// The season is over, and its seed becomes public.
    Closed { secret: Secret },
}

/// Who joins alone is the first member.
pub(crate) fn first() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
fn is_first(member: &u32) -> bool {
    *member == 1
}

impl SeasonEvent {
    /// The event inside, whether somebody has signed it or not.
    pub fn inner(&self) -> &Self {
        match self {
            Self::Signed { own, .. } => own,
            other => other,
        }
    }
}

/// A season as it began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// SHA-256 of the secret seed.
    pub commitment: Digest,
    /// The public key of the season, by which its receipts are checked.
    pub key: Digest,
    /// SHA-256 of the rules and the limits.
    pub terms: Digest,
    /// The judge's version.
    pub judge: String,
    /// The engine's version.
    pub engine: String,
    /// The bots that are there from the start.
    pub anchors: Vec<Anchor>,
    /// The public value that goes into the seed, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced: Option<String>,
}

/// What is more or later than a season's file says, each if it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Extension {
    /// Rounds of each version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Matchings in a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matchings: Option<u32>,
    /// The end of uploads, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closes: Option<u64>,
}

impl Extension {
    /// What it extends, in words.
    pub(crate) fn words(&self) -> String {
        let rounds = self.rounds.map(|rounds| format!("rounds to {rounds}"));
        let matchings = self.matchings.map(|matchings| format!("matchings to {matchings}"));
        let closes = self.closes.map(|closes| format!("uploads to {}", utc(closes)));
        [rounds, matchings, closes].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The final, as it was frozen: with the season's file and the bots it is a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    /// The format, which decides the pairings; the usual one if there is a list of phases.
    pub format: Format,
    /// Rounds per pairing, of a Swiss in all, of a knockout per match.
    pub rounds: u32,
    /// The phases in place of a format, if the season's file lists some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
    /// The number of the best that the organiser asked for.
    pub top: usize,
    /// The seed of all random numbers of the final: nobody but who knows the season's secret could know it.
    pub seed: u64,
    /// The public value that makes the seed instead, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced: Option<String>,
    /// The versions that play, the best of the ladder first.
    pub versions: Vec<usize>,
}

impl Frozen {
    /// How many of the best are the champions of the first phase.
    pub fn champions(&self) -> usize {
        self.phases.first().and_then(|phase| phase.champions).unwrap_or(0) as usize
    }
}

/// A bot that is there from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// Its name.
    #[serde(with = "name")]
    pub name: Name,
    /// Its file.
    pub sha256: Digest,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "its variants say what their fields are")]
pub enum Checked {
    /// It is a bot.
    Accepted {
        /// The name that the bot gives itself, safe to be shown.
        calls_itself: String,
    },
    /// It is no bot, with the reason in words for its author.
    Refused {
        /// The reason, and what to do.
        reason: String,
    },
}

/// Versions that meet at a table, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The versions that meet, in the seat order of the round's first game: of two the lower number first.
    pub versions: Box<[usize]>,
    /// The version whose turn it was, because it had played fewest rounds.
    pub turn: usize,
    /// The chance of the first to win, in thousandths, as it was known then.
    pub chance: u16,
    /// Rounds that they had played against one another before, summed over all pairs of them.
    pub met: u32,
}

/// The part of a game that the log keeps. The whole of it comes back when it is played again.
///
/// A season has all of its games in memory, so it is small.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// The ranks of the seats; nothing if the game is void.
    pub ranks: Option<Box<[u8]>>,
    /// The reason of its end: `rules`, `repetition`, `cap`, `forfeit` or `void`.
    #[serde(deserialize_with = "ending")]
    pub end: Cow<'static, str>,
    /// Faults: the seat, and the kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<(u8, String)>,
    /// Actions.
    pub turns: u32,
    /// Fuel of each seat.
    pub fuel: Box<[u64]>,
    /// SHA-256 of the transcript; zeros if the game is void.
    pub transcript: Digest,
}

/// A game's name for the fault of a bot that ran out of fuel.
pub const OUT_OF_FUEL: &str = "out-of-fuel";

/// The place of games won among counts of games.
pub(crate) const WON: usize = 0;
/// The place of games drawn among them.
pub(crate) const DRAWN: usize = 1;
/// The place of games lost among counts of games: won, drawn, lost.
pub const LOST: usize = 2;

impl Game {
    /// The part that is kept of a game with this record.
    pub fn new(record: &Record) -> Self {
        let end = match &record.verdict {
            Verdict::Decided(outcome) => judge_play::verdict::words(outcome.ending),
            Verdict::Forfeit(_) => "forfeit",
            Verdict::Void(_) => return Self::void(record.fuel.len()),
        };
        Self {
            ranks: record.verdict.ranks().map(Box::from),
            end: end.into(),
            faults: record.faults.iter().map(|fault| (fault.seat.0, fault.kind.to_string())).collect(),
            turns: record.turns,
            fuel: record.fuel.as_slice().into(),
            transcript: Digest(record.transcript_sha256),
        }
    }

    /// Whether a seat has won, drawn or lost (the place among the numbers of a version), as tournaments count it: it has
    /// won if nobody did better and somebody worse. Nothing if the game is void.
    pub fn kind(&self, seat: usize) -> Option<usize> {
        let ranks = self.ranks.as_ref()?;
        let best = ranks.iter().min()?;
        Some(match ranks.iter().all(|rank| rank == best) {
            true => DRAWN,
            false if ranks[seat] == *best => WON,
            false => LOST,
        })
    }

    /// The same against one other seat.
    pub fn kind_against(&self, seat: usize, other: usize) -> Option<usize> {
        let ranks = self.ranks.as_ref()?;
        Some(match ranks[seat].cmp(&ranks[other]) {
            Ordering::Less => WON,
            Ordering::Equal => DRAWN,
            Ordering::Greater => LOST,
        })
    }

    /// A game that says nothing about its players, because of this machine.
    pub(crate) fn void(seats: usize) -> Self {
        let (faults, fuel, transcript) = (Vec::new(), vec![0; seats].into(), Digest::default());
        Self { ranks: None, end: "void".into(), faults, turns: 0, fuel, transcript }
    }
}

/// The reasons of games' ends: of each there are many, and none needs a copy of these words.
const ENDINGS: [&str; 5] = ["rules", "repetition", "cap", "forfeit", "void"];

fn ending<'de, D: Deserializer<'de>>(from: D) -> Result<Cow<'static, str>, D::Error> {
    let text = String::deserialize(from)?;
    let known = ENDINGS.into_iter().find(|known| *known == text);
    Ok(known.map_or(Cow::Owned(text), Cow::Borrowed))
}

/// A moment as people read it.
pub fn utc(seconds: u64) -> String {
    // The last second of the year 9999 is the last that can be written so.
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds.min(253_402_300_799));
    humantime::format_rfc3339_seconds(time).to_string()
}

/// A name as text that must be a name again when it is read.
pub(crate) mod name {
    use super::{Deserialize, Deserializer, Name, Serializer};

    pub(crate) fn serialize<S: Serializer>(name: &Name, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(name.as_str())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Name, D::Error> {
        Name::new(&String::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}
