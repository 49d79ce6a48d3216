//! A season checked: its folder in, the first event that differs out.

use std::path::Path;

use judge_core::error::{Error, Mistake};
use judge_core::file;
use judge_core::run::{Cancellation, Journal, Observer, Options, Reason};
use judge_core::tournament::Season as Terms;
use judge_play::text::sanitize;

use crate::chain::{Broken, Chain, Written};
use crate::digest::{Digest, Secret};
use crate::event::{Anchor, Checked, Event, Frozen, Game, Pairing};
use crate::folder::Folder;
use crate::grounds::{Due, Grounds};
use crate::ladder;
use crate::last_games::finalists;
use crate::season::{broken, opened};
use crate::state::State;

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// Every event is what it has to be.
    Agrees(Agreement),
    /// An event differs.
    Differs {
        /// The first that does, from 1.
        event: usize,
        /// How.
        difference: String,
    },
    /// It was cancelled, and nothing can be said.
    Cancelled,
}

/// What was found to be right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Events.
    pub events: usize,
    /// The hash of all of them.
    pub head: Digest,
    /// SHA-256 of the secret seed, as it was published at the start.
    pub commitment: Digest,
    /// Batches that were drawn again.
    pub batches: u32,
    /// Games that were played again.
    pub games: u64,
    /// Games that are void in the log, and say nothing.
    pub void: u64,
    /// Files that were checked again.
    pub files: usize,
}

/// Draws every pairing, checks every file and plays every game of a season again.
///
/// # Errors
/// A person's mistakes, or the machine's trouble.
pub fn verify(
    terms: Terms,
    path: &Path,
    options: &Options,
    cancellation: &Cancellation,
    observer: &dyn Observer,
) -> Result<Verified, Error> {
    let folder = Folder::at(path);
    let events = match Chain::look(&folder.events()) {
        Ok(events) => events,
        Err(Broken::Event { number, problem }) => {
            return Ok(Verified::Differs { event: number, difference: problem });
        }
        Err(error) => return Err(broken(&folder.events(), &error)),
    };
    let secret = secret(&folder, &events)?;
    let grounds = Grounds::new(terms, folder, secret, options, observer)?;
    let mut again = Again { grounds: &grounds, cancellation, observer, agreement: Agreement::default() };
    let mut state = State::default();
    observer.begin_events(events.len() as u64);
    for (event, written) in (1..).zip(&events) {
        let difference = match state.check(&written.event) {
            Ok(()) => again.difference(&state, &written.event)?,
            Err(problem) => Some(problem.to_owned()),
        };
        if cancellation.reason().is_some() {
            observer.finish();
            return Ok(Verified::Cancelled);
        }
        if let Some(difference) = difference {
            observer.finish();
            return Ok(Verified::Differs { event, difference });
        }
        state.apply(written);
        observer.advance();
    }
    observer.finish();
    let State { head, commitment, batches, .. } = state;
    Ok(Verified::Agrees(Agreement { events: events.len(), head, commitment, batches, ..again.agreement }))
}

/// The season's secret: told at its end, or in its folder.
fn secret(folder: &Folder, events: &[Written]) -> Result<Secret, Error> {
    let told = events.iter().find_map(|written| match &written.event {
        Event::Closed { secret } => Some(secret.clone()),
        _ => None,
    });
    let cannot = |text: String| Error::from(Mistake::in_file(folder.path(), text));
    let kept = || folder.secret().map_err(|error| cannot(format!("its secret cannot be read: {error}")));
    match told {
        Some(secret) => Ok(secret),
        None => kept()?.ok_or_else(|| {
            cannot(
                "the season is not closed, and its secret is not here; only who runs it can check it before"
                    .into(),
            )
        }),
    }
}

/// What does everything again.
struct Again<'a> {
    grounds: &'a Grounds,
    cancellation: &'a Cancellation,
    observer: &'a dyn Observer,
    agreement: Agreement,
}

impl Again<'_> {
    /// What is different in an event that follows this state, if anything is.
    fn difference(&mut self, state: &State, event: &Event) -> Result<Option<String>, Error> {
        match event {
            Event::Opened { anchors, .. } => Ok(self.beginning(event, anchors)),
            Event::Checked { upload, verdict } => self.check(state, *upload, verdict),
            Event::Drawn { rounds, .. } => Ok(self.drawing(state, rounds)),
            Event::Played { rounds, .. } => self.games(state, rounds),
            Event::Frozen(frozen) => Ok(self.freezing(state, frozen)),
            _ => Ok(None),
        }
    }

    fn beginning(&self, event: &Event, anchors: &[Anchor]) -> Option<String> {
        let right = opened(&self.grounds.season, anchors.to_vec(), &self.grounds.secret);
        (*event != right).then(|| {
            "the secret, the season's file or the judge's version is not the one that the season was begun with"
                .to_owned()
        })
    }

    fn check(&mut self, state: &State, upload: usize, verdict: &Checked) -> Result<Option<String>, Error> {
        use judge_bots::{NotLoaded, depends_on_machine};
        let upload = &state.uploads[upload];
        let name = &state.contestants[upload.contestant].name;
        self.agreement.files += 1;
        let now = match self.grounds.load(name, upload.sha256) {
            Ok(bot) => Checked::Accepted { calls_itself: bot.calls_itself },
            Err(NotLoaded::Invalid(reason)) => Checked::Refused { reason },
            Err(NotLoaded::Machine(trouble)) => return Err(Error::Machine(trouble)),
        };
        // Only whether it is a bot decides anything.
        match (verdict, now) {
            (Checked::Accepted { .. }, Checked::Accepted { .. })
            | (Checked::Refused { .. }, Checked::Refused { .. }) => Ok(None),
            (Checked::Accepted { .. }, Checked::Refused { reason }) if depends_on_machine(&reason) => {
                Err(Error::Machine(format!(
                    "{name}: on this machine {reason}; check the season on a faster one, as it was accepted where it was played"
                )))
            }
            (Checked::Accepted { .. }, Checked::Refused { reason }) => Ok(Some(format!(
                "the file of {name} was accepted, and is refused ({}) now",
                sanitize(&reason)
            ))),
            (Checked::Refused { reason }, Checked::Accepted { .. }) if depends_on_machine(reason) => {
                let text = "and it does not take that much here, so this refusal cannot be checked";
                self.observer.notify(&format!("{name}: a file was refused because {reason}; {text}"));
                Ok(None)
            }
            (Checked::Refused { reason }, Checked::Accepted { .. }) => Ok(Some(format!(
                "the file of {name} was refused ({}), and is accepted now",
                sanitize(reason)
            ))),
        }
    }

    fn drawing(&self, state: &State, rounds: &[Pairing]) -> Option<String> {
        let rounds_max = self.grounds.season.tournament.rounds;
        let right = ladder::draw(state, &ladder::known_strengths(state), &self.grounds.secret, rounds_max);
        if right == rounds {
            return None;
        }
        let place = right.iter().zip(rounds).position(|(right, drawn)| right != drawn);
        let Some(place) = place else {
            return Some(format!("it has {} rounds, and should have {}", rounds.len(), right.len()));
        };
        let words = |pairing: &Pairing| {
            let [one, other] = pairing.versions.map(|id| state.label(id));
            let Pairing { chance, met, .. } = pairing;
            format!("{one} against {other} (chance {chance} ‰, met {met} times)")
        };
        Some(format!(
            "round {}: it is {}, and should be {}",
            place + 1,
            words(&rounds[place]),
            words(&right[place])
        ))
    }

    fn freezing(&self, state: &State, frozen: &Frozen) -> Option<String> {
        if frozen.seed != self.grounds.secret.last_games(state.head).0 {
            return Some(
                "the seed of the final is not the one that follows from the season's secret".to_owned(),
            );
        }
        let right = finalists(state, frozen.top);
        let names =
            |versions: &[usize]| versions.iter().map(|&id| state.label(id)).collect::<Vec<_>>().join(", ");
        (right != frozen.versions).then(|| {
            format!(
                "the final is between {}, and should be between {}",
                names(&frozen.versions),
                names(&right)
            )
        })
    }

    fn games(&mut self, state: &State, rounds: &[Vec<Game>]) -> Result<Option<String>, Error> {
        let (batch, pairings) = state.drawn.as_ref().expect("it was checked that a batch is drawn");
        let due: Vec<Due> =
            pairings.iter().map(|pairing| Due::new(state, &self.grounds.secret, *batch, pairing)).collect();
        let journal = Journal::temporary()
            .map_err(|error| Error::Machine(file::no_temporary(&file::unwritten(&error))))?;
        let again = match self.grounds.play(&due, &journal, self.cancellation, self.observer) {
            Ok(again) => again,
            Err(trouble) => return ended(self.cancellation.reason(), trouble),
        };
        for (round, (then, now)) in rounds.iter().zip(&again).enumerate() {
            for (order, (then, now)) in then.iter().zip(now).enumerate() {
                if then.ranks.is_none() {
                    self.agreement.void += 1;
                } else if now.ranks.is_none() {
                    let text = "a game is void here, because of this machine; nothing can be said";
                    return Err(Error::Machine(text.into()));
                } else if then != now {
                    let [one, other] = pairings[round].versions.map(|id| state.label(id));
                    let (round, order) = (round + 1, order + 1);
                    let differences = differences(then, now).join("; ");
                    return Ok(Some(format!(
                        "round {round}, {one} against {other}, game {order}: {differences}"
                    )));
                } else {
                    self.agreement.games += 1;
                }
            }
        }
        Ok(None)
    }
}

/// What is to be said of games that were not all played: nothing if somebody wanted it so.
fn ended(reason: Option<&Reason>, trouble: String) -> Result<Option<String>, Error> {
    match reason {
        Some(Reason::Interrupted) => Ok(None),
        Some(Reason::Journal(why)) => Err(Error::Machine(file::no_temporary(why))),
        _ => Err(Error::Machine(trouble)),
    }
}

/// In what a game is not what it was.
fn differences(then: &Game, now: &Game) -> Vec<String> {
    let parts = |game: &Game| {
        [
            ("ranks", format!("{:?}", game.ranks.as_deref().unwrap_or_default())),
            ("end", sanitize(&game.end)),
            ("faults", sanitize(&format!("{:?}", game.faults))),
            ("turns", game.turns.to_string()),
            ("fuel", format!("{:?}", game.fuel)),
            ("transcript", game.transcript.to_string()),
        ]
    };
    let pairs = parts(then).into_iter().zip(parts(now));
    let different = pairs.filter(|((_, then), (_, now))| then != now);
    different.map(|((part, then), (_, now))| format!("{part} was {then}, and is {now} now")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_a_game_is_told_part_by_part() {
        let then = Game::void(2);
        assert_eq!(differences(&then, &then), Vec::<String>::new());
        let now = Game { ranks: Some(vec![2, 1]), turns: 15, end: "\u{1b}[2J".into(), ..then.clone() };
        let told = differences(&then, &now).join("; ");
        let turns = then.turns;
        assert_eq!(
            told,
            format!(
                "ranks was [], and is [2, 1] now; end was void, and is \\u{{1b}}[2J now; turns was {turns}, and is 15 now"
            )
        );
    }

    #[test]
    fn only_who_interrupts_it_is_told_nothing() {
        let told =
            |reason: Option<&Reason>| ended(reason, "no bot".to_owned()).map_err(|error| error.to_string());
        assert_eq!(told(Some(&Reason::Interrupted)), Ok(None));
        assert_eq!(told(None), Err("error: no bot".to_owned()));
        let full =
            "error: a temporary file cannot be used: it is full; make room, or name another folder in TMPDIR";
        assert_eq!(told(Some(&Reason::Journal("it is full; make room".into()))), Err(full.to_owned()));
    }
}
