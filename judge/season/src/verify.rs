//! A season checked: its folder in, the first event that differs out.

mod drawings;
mod final_played;
mod games;
mod judges;
mod outside_evidence;

use std::path::Path;
use std::sync::Arc;

use judge_core::error::{Error, Mistake};
use judge_core::host::{Cancellation, Options};
use judge_core::play::{Observer, Sample};
use judge_play::text::sanitize;
use serde::Serialize;

use crate::ladder::standings::{self, standings};
use crate::log::chain::{BrokenLog, Chain, WrittenEvent};
use crate::log::digest::{Digest, Secret};
use crate::log::event::{Checked, Game, SeasonEvent, utc};
use crate::log::folder::Folder;
use crate::orders::final_tournament::which_final;
use crate::play::runner::GameRunner;
use crate::season::{broken, missing, with_game};
use crate::state::State;
use crate::terms::SeasonTerms;
use drawings::{drawing, freezing};
pub use final_played::FinalVerdict;
use games::Then;
pub use judges::OtherJudge;
pub use outside_evidence::{OutsideEvidence, unexpected};

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeasonVerified {
    /// Every event is what it has to be.
    Agrees(Box<SeasonAgreement>),
    /// An event differs.
    Differs {
        /// The first that does, from 1.
        event: usize,
        /// The difference, in words.
        difference: String,
    },
    /// It was cancelled, and nothing can be said.
    Cancelled,
}

/// Facts that agree. Programs get those that are serialised; people see the others, too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeasonAgreement {
    /// Events.
    pub events: usize,
    /// The hash of all of them.
    pub head: Digest,
    /// The season's public key, which has signed its receipts.
    pub key: Digest,
    /// SHA-256 of the secret seed, as it was published at the start.
    #[serde(rename = "seed_sha256")]
    pub commitment: Digest,
    /// Batches that were drawn again.
    pub batches: u32,
    /// Files that were checked again.
    pub files: usize,
    /// Games that are void in the log, and say nothing.
    pub void: u64,
    /// The number of decisions that contestants made themselves.
    pub own_decisions: u64,
    /// The number of those with a signature.
    pub own_decisions_signed: u64,
    /// Decisions of organisers that everybody should know of.
    pub by_hand: Vec<String>,
    /// Events that the log leaves to trust and this machine could decide: void games that end, refusals for time that
    /// are none.
    #[serde(rename = "decided_here")]
    pub decided: Vec<String>,
    /// Games that were played again.
    #[serde(skip)]
    pub games: u64,
    /// Receipts that agree, and those that are of other seasons.
    #[serde(skip)]
    pub receipts: [usize; 2],
    /// Bytes at the log's end that are no whole event, as while one is written. They say nothing.
    #[serde(skip)]
    pub torn: u64,
    /// Games that were not in the sample, and were taken from the log.
    #[serde(skip)]
    pub taken: u64,
    /// Games that could not be played, since their bots are not here.
    #[serde(skip)]
    pub unseen: u64,
    /// Files that could not be checked, since they are not here.
    #[serde(skip)]
    pub unchecked: usize,
    /// The result of the last published final; nothing if none was, or only a sample is played.
    #[serde(skip)]
    pub final_tournament: Option<FinalVerdict>,
    /// Events that only another version of the judge can do again.
    #[serde(rename = "other_judges")]
    pub others: Vec<OtherJudge>,
    /// Public values that went into seeds.
    #[serde(skip)]
    pub beacons: Vec<String>,
    /// Whether the season is not closed and its secret is not here, so that no drawing and no game can be checked.
    #[serde(skip)]
    pub is_open: bool,
}

impl SeasonAgreement {
    /// Whether nothing is left open: an organiser could write down that another judge has played, and forge what it did.
    pub fn is_whole(&self) -> bool {
        self.decided.is_empty() && self.others.is_empty()
    }
}

/// A check of a season.
#[derive(Clone, Debug, Default)]
pub struct SeasonCheck {
    /// Receipts and hashes to compare with the log.
    pub evidence: OutsideEvidence,
    /// The games that are played again; all if there is no sample.
    pub sample: Option<Sample>,
    /// Whether bots and the secret may be missing. Then what they are needed for is left out, and counted.
    pub may_lack: bool,
    /// The standings as they were published, after these events.
    pub results: Option<String>,
}

/// Draws every pairing, checks every file and plays every game of a season again.
pub fn verify(
    terms: SeasonTerms,
    path: &Path,
    check: &SeasonCheck,
    options: &Options,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<SeasonVerified, Error> {
    let folder = Folder::at(path);
    let differs = |event, difference| Ok(SeasonVerified::Differs { event, difference });
    let (events, torn) = match Chain::look_to_its_end(&folder.events()) {
        Ok(found) => found,
        Err(BrokenLog::Event { number, problem }) => return differs(number, problem),
        Err(error) => return Err(broken(&folder.events(), &error)),
    };
    // This check of receipts needs no secret.
    let (State { closed, earlier_games, .. }, receipts) = match check.evidence.against(&events) {
        Err((event, difference)) => return differs(event, difference),
        Ok((State { key, .. }, [0, others])) if others > 0 => {
            let text = format!("none of the receipts is from this season, whose key is {key}");
            return Err(Mistake::in_file(path, text).into());
        }
        Ok(found) => found,
    };
    let runner = match closed.map_or_else(|| secret(&folder), Ok) {
        Ok(secret) => {
            // It was begun with the first of the game's files.
            let terms = match earlier_games.first() {
                Some(game) => with_game(&terms, &folder.bot(*game), options)?,
                None => terms,
            };
            Some(Arc::new(GameRunner::new(terms, folder.clone(), secret, options, observer)?))
        }
        Err(_) if check.may_lack => None,
        Err(error) => return Err(error),
    };
    let (others, is_open) = (judges::others(&events), runner.is_none());
    let agreement = SeasonAgreement { receipts, torn, others, is_open, ..SeasonAgreement::default() };
    let mut again = Again { runner, folder: &folder, cancellation, observer, agreement, wanted: check };
    let mut state = State::default();
    observer.begin_events(events.len() as u64);
    let ended = again.events(&mut state, &events);
    observer.finish();
    if let Some(ended) = ended? {
        return Ok(ended);
    }
    if let Some(results) = &check.results
        && *results != standings::csv(&state, &standings(&state))
    {
        let text = "results.csv does not follow from the log; if the season was closed just now, try again";
        return differs(events.len(), text.to_owned());
    }
    let State { head, key, commitment, batches, .. } = state;
    let agreement =
        SeasonAgreement { events: events.len(), head, key, commitment, batches, ..again.agreement };
    Ok(SeasonVerified::Agrees(Box::new(agreement)))
}

/// A mistake in the time of an event: it goes back by an order only, which says the time.
fn time_differs(state: &State, written: &WrittenEvent) -> Option<String> {
    match written.event {
        SeasonEvent::TimeSet { time } if time != written.time => {
            Some(format!("it sets the time to {}, and happened at {}", utc(time), utc(written.time)))
        }
        SeasonEvent::TimeSet { .. } => None,
        _ if written.time < state.time => {
            let [now, before] = [written.time, state.time].map(utc);
            Some(format!("its time is {now}, and the event before it happened at {before}"))
        }
        _ => None,
    }
}

/// The secret of a season that is not closed, in its folder.
fn secret(folder: &Folder) -> Result<Secret, Error> {
    let cannot = |text: String| Error::from(Mistake::in_file(folder.path(), text));
    let kept = folder.secret().map_err(|error| cannot(format!("its secret cannot be read: {error}")))?;
    let text =
        "the season is not closed, and its secret is not here; until then only its organiser can check it";
    kept.ok_or_else(|| cannot(text.to_owned()))
}

/// The reason why an event does not agree.
enum Deviation {
    /// It is not what it has to be, and how it differs.
    Differs(String),
    /// Nobody can say.
    Unknown(Error),
}

impl From<Error> for Deviation {
    fn from(error: Error) -> Self {
        Self::Unknown(error)
    }
}

impl From<String> for Deviation {
    fn from(difference: String) -> Self {
        Self::Differs(difference)
    }
}

/// An event agrees if it does not differ.
fn agrees(difference: Option<String>) -> Result<(), Deviation> {
    difference.map_or(Ok(()), |difference| Err(difference.into()))
}

/// Things that could be decided here and are listed.
const DECIDED_MAX: usize = 100;

/// A second run of the season.
struct Again<'a> {
    runner: Option<Arc<GameRunner>>,
    folder: &'a Folder,
    cancellation: &'a Cancellation,
    observer: &'a dyn Observer,
    agreement: SeasonAgreement,
    wanted: &'a SeasonCheck,
}

impl Again<'_> {
    /// Whether a file is here, or has to be.
    fn has(&self, sha256: Digest) -> bool {
        !self.wanted.may_lack || self.folder.bot(sha256).exists()
    }

    /// Notes what could be decided here.
    fn decide(&mut self, text: String) {
        if self.agreement.decided.len() < DECIDED_MAX {
            self.agreement.decided.push(text);
        }
    }

    /// Checks an event that follows this state.
    /// Checks one event after the other, up to the first that does not agree, or until it is cancelled.
    fn events(
        &mut self,
        state: &mut State,
        events: &[WrittenEvent],
    ) -> Result<Option<SeasonVerified>, Error> {
        for (event, written) in (1..).zip(events) {
            match self.event(state, written) {
                Err(Deviation::Unknown(error)) => return Err(error),
                _ if self.cancellation.reason().is_some() => return Ok(Some(SeasonVerified::Cancelled)),
                Err(Deviation::Differs(difference)) => {
                    return Ok(Some(SeasonVerified::Differs { event, difference }));
                }
                Ok(()) => state.apply(written),
            }
            self.observer.advance();
        }
        Ok(None)
    }

    fn event(&mut self, state: &State, written: &WrittenEvent) -> Result<(), Deviation> {
        let event = &written.event;
        state.check(event).map_err(str::to_owned)?;
        agrees(time_differs(state, written))?;
        if state.whose(event.inner()).is_some() {
            self.agreement.own_decisions += 1;
            self.agreement.own_decisions_signed += u64::from(matches!(event, SeasonEvent::Signed { .. }));
        }
        self.notes(state, event);
        self.runner.clone().map_or(Ok(()), |runner| self.event_by(&runner, state, event.inner()))
    }

    /// Notes what everybody should know of.
    fn notes(&mut self, state: &State, event: &SeasonEvent) {
        let (last, name) = (state.events, |contestant: &usize| &state.contestants[*contestant].name);
        let by_hand = match event {
            SeasonEvent::RolledBack { events, .. } if *events == last => {
                format!("the log was continued, although the server may have written more than event {last}")
            }
            SeasonEvent::RolledBack { events, .. } => {
                format!("the log was continued after event {last}, although the server had written {events}")
            }
            SeasonEvent::Joined { name, member, .. } => {
                let Some(id) = state.named(name) else { return };
                if state.contestants[id].members.contains_key(member) {
                    format!("{name} was invited again, and got new keys")
                } else {
                    format!("{name} has got another member, number {member}")
                }
            }
            SeasonEvent::MemberRemoved { contestant, member } => {
                format!("member {member} was taken out of {}", name(contestant))
            }
            SeasonEvent::RoundVoided { batch, place, order, why } => {
                let words = state.voided_words((*batch, *place), *order, why);
                words.expect("it was checked that it is drawn")
            }
            SeasonEvent::GameUpdated { game, .. } => {
                format!("after event {last} the season continued with another file of the game: {game}")
            }
            SeasonEvent::Barred { worker, batch, place } => format!(
                "the worker {worker} was barred: its game of batch {batch}, round {} came out differently on the server",
                place + 1
            ),
            SeasonEvent::Suspended { contestant, reason } => {
                format!("{} was suspended: {}", name(contestant), sanitize(reason))
            }
            SeasonEvent::Dismissed { contestant } => {
                format!("{} was withdrawn by the organiser", name(contestant))
            }
            SeasonEvent::UploadsOpened => {
                format!("uploads were closed, and were opened again after event {last}")
            }
            SeasonEvent::Extended(more) => {
                format!("the season was extended after event {last}: {}", more.words())
            }
            SeasonEvent::TimeSet { time } => {
                format!("the season's time was {}, and was set to {}", utc(state.time), utc(*time))
            }
            SeasonEvent::Reinstated { contestant } => {
                format!("{} plays again after a suspension", name(contestant))
            }
            SeasonEvent::BeaconKnown { values } => {
                let announced = state.announced.as_deref().unwrap_or_default();
                return self.agreement.beacons.push(format!("{announced:?}, whose values were {values}"));
            }
            _ => return,
        };
        self.agreement.by_hand.push(by_hand);
    }

    fn event_by(&mut self, runner: &GameRunner, state: &State, event: &SeasonEvent) -> Result<(), Deviation> {
        match event {
            _ if !self.agreement.others.is_empty()
                && judges::needs_its_judge(event)
                && !judges::is_ours(state.played_by.each_ref()) =>
            {
                Ok(())
            }
            SeasonEvent::Opened(opened) => agrees(judges::beginning(runner, opened, &self.agreement.others)),
            SeasonEvent::WeekEnded { week, results } => {
                let right = Digest::of(standings::csv(state, &standings(state)));
                let differs = || format!("the table of week {week} does not follow from the log");
                agrees((right != *results).then(differs))
            }
            SeasonEvent::Uploaded { contestant, sha256, bytes } => {
                agrees(self.length(state, *contestant, *sha256, *bytes))
            }
            SeasonEvent::FinalPublished { report, results, manifest } => {
                self.final_tournament(runner, state, [*report, *results, *manifest])
            }
            SeasonEvent::Checked { upload, verdict } => self.check(runner, state, *upload, verdict),
            SeasonEvent::Drawn { rounds, .. } => agrees(drawing(runner, state, rounds)),
            SeasonEvent::Played { batch, places, rounds } => {
                let then: Vec<Then<'_>> = rounds.iter().map(|games| (&games[..], None)).collect();
                self.rounds(runner, state, (*batch, places), &then)
            }
            SeasonEvent::RoundVoided { batch, place, order, why } => {
                let void = [Game::void(state.seats().unwrap_or_default())];
                self.rounds(runner, state, (*batch, &[*place]), &[(&void, Some((*order, why)))])
            }
            SeasonEvent::GameUpdated { .. } => self.updated(event),
            SeasonEvent::Frozen(frozen) => agrees(freezing(runner, state, frozen)),
            _ => Ok(()),
        }
    }

    /// Whether a file is there, and has as many bytes as the log says.
    fn length(&self, state: &State, contestant: usize, sha256: Digest, bytes: u64) -> Option<String> {
        let name = &state.contestants[contestant].name;
        let there = match std::fs::metadata(self.folder.bot(sha256)) {
            Ok(there) => there.len(),
            Err(_) if self.wanted.may_lack => return None,
            Err(_) => return Some(format!("the file of {name} is missing: {sha256}.wasm")),
        };
        (there != bytes).then(|| format!("the file of {name} has {there} bytes, and not {bytes}"))
    }

    /// Whether the files of a final that was published are those of one that was frozen.
    fn final_tournament(
        &mut self,
        runner: &GameRunner,
        state: &State,
        hashes: [Digest; 3],
    ) -> Result<(), Deviation> {
        let folder = self.folder.report(hashes[0]);
        if self.wanted.may_lack && !folder.exists() {
            return Ok(());
        }
        let wrong = |file| format!("{file} of the published final is missing, or is another file");
        agrees(missing(&folder, hashes).map(wrong))?;
        let (number, manifest) = which_final(&folder, state, &runner.season)?;
        let frozen = state.finals.len();
        if frozen > 1 {
            self.agreement.by_hand.push(format!("final {number} was published, and {frozen} were frozen"));
        }
        if self.wanted.sample.is_none() {
            let which = (&manifest, &state.finals[number - 1]);
            let play = final_played::play((self.folder, &folder), which, state, runner, self.cancellation);
            self.agreement.final_tournament = Some(play?);
        }
        Ok(())
    }

    fn check(
        &mut self,
        runner: &GameRunner,
        state: &State,
        upload: usize,
        verdict: &Checked,
    ) -> Result<(), Deviation> {
        use judge_bots::{NotLoaded, Patience, depends_on_machine};
        let upload = &state.uploads[upload];
        let name = &state.contestants[upload.contestant].name;
        if !self.has(upload.sha256) {
            self.agreement.unchecked += 1;
            return Ok(());
        }
        self.agreement.files += 1;
        // Only whether it is a bot decides anything.
        let differs = match (verdict, runner.load(name, upload.sha256, Patience::Usual)) {
            (_, Err(NotLoaded::Machine(trouble))) => return Err(Error::Machine(trouble).into()),
            (Checked::Accepted { calls_itself }, Ok(bot)) => {
                let [then, now] = [calls_itself, &bot.calls_itself].map(|name| sanitize(name));
                let text = format!("the file of {name} called itself {then}, and calls itself {now} now");
                (*calls_itself != bot.calls_itself).then_some(text)
            }
            (Checked::Refused { .. }, Err(NotLoaded::Invalid(_))) => None,
            (Checked::Accepted { .. }, Err(NotLoaded::Invalid(reason))) if depends_on_machine(&reason) => {
                return Err(Deviation::Unknown(Error::Machine(format!(
                    "{name}: on this machine {reason}; check the season on a faster one, as it was accepted where it was played"
                ))));
            }
            (Checked::Accepted { .. }, Err(NotLoaded::Invalid(reason))) => {
                Some(format!("the file of {name} was accepted, and is refused ({}) now", sanitize(&reason)))
            }
            (Checked::Refused { reason }, Ok(_)) if depends_on_machine(reason) => {
                let reason = sanitize(reason);
                self.decide(format!("a file of {name} was refused because {reason}; here it is accepted"));
                None
            }
            (Checked::Refused { reason }, Ok(_)) => {
                Some(format!("the file of {name} was refused ({}), and is accepted now", sanitize(reason)))
            }
        };
        agrees(differs)
    }
}
