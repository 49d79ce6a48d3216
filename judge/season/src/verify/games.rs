//! Games played again: those of a batch in, the first that differs out.

use std::sync::Arc;

use judge_core::error::Error;
use judge_core::file;
use judge_core::host::Reason;
use judge_core::journal::Journal;
use judge_play::text::sanitize;

use super::{Again, Deviation, agrees};
use crate::log::event::{Game, SeasonEvent};
use crate::log::game;
use crate::play::runner::{GameRunner, MachineTrouble, OpenRound, PlayedRound};
use crate::season::{digest, with_game};
use crate::state::{Outstanding, State};

/// What the log says of a round: its games, and if it is void since the game broke a promise, in which of them and how.
pub(super) type Then<'a> = (&'a [Game], Option<(usize, &'a str)>);

impl Again<'_> {
    /// Plays rounds of a batch again: each game has to end as it did, and the game to break the promises that it broke.
    pub(super) fn rounds(
        &mut self,
        runner: &GameRunner,
        state: &State,
        (batch, places): (u32, &[usize]),
        rounds: &[Then<'_>],
    ) -> Result<(), Deviation> {
        let drawn_then = state.played(batch, places).expect("it was checked that these rounds are drawn");
        let is_late = |(round, (games, _)): (&Outstanding, &Then<'_>)| round.is_late(games);
        if drawn_then.iter().zip(rounds).any(is_late) && !runner.draw(state).is_empty() {
            let text = "a round with much fuel counts, and others could have been drawn before";
            return Err(text.to_owned().into());
        }
        let (mut open, mut chosen) = (Vec::new(), Vec::new());
        for (round, then) in drawn_then.iter().zip(rounds) {
            let again = OpenRound::new(state, &runner.secret, batch, &round.pairing);
            if self.is_to_be_played(&again, then.0) {
                open.push(again);
                chosen.push((round, then));
            }
        }
        let journal = Journal::temporary()
            .map_err(|error| Error::Machine(file::no_temporary(&file::unwritten(&error))))?;
        let again = match runner.play(&open, &journal, self.cancellation, self.observer) {
            Ok(again) => again,
            Err(trouble) => return Ok(ended(self.cancellation.reason(), trouble)?),
        };
        let mut all = chosen.into_iter().zip(&again);
        all.try_for_each(|((drawn, then), now)| self.compared(state, drawn, then, now))
    }

    /// The difference between a round and what it was, if there is one.
    fn compared(
        &mut self,
        state: &State,
        drawn: &Outstanding,
        (then, broken): &Then<'_>,
        now: &PlayedRound,
    ) -> Result<(), Deviation> {
        let (round, table) = (drawn.place + 1, state.labels(&drawn.pairing).join(" against "));
        let broken_now = now.broken.as_ref().map(|(order, why)| (*order, why.as_str()));
        agrees(match (broken, broken_now) {
            (Some(_), _) if *broken == broken_now => return Ok(()),
            (Some((_, why)), now) => {
                let (why, now) = (sanitize(why), now.map_or("it is played to its end", |(_, why)| why));
                Some(format!("round {round} is void, since the game is broken: {why}; here {now}"))
            }
            (None, now) => now.map(|(_, why)| {
                format!("round {round}, {table}: it counts in the log, and the game is broken here: {why}")
            }),
        })?;
        for (order, (then, now)) in (1..).zip(then.iter().zip(&now.games)) {
            if then.ranks.is_none() {
                self.agreement.void += 1;
                if now.ranks.is_some() {
                    let (batch, end) = (drawn.batch, sanitize(&now.end));
                    self.decide(format!(
                        "batch {batch}, round {round}, {table}, game {order} is void in the log, and ends by {end} here"
                    ));
                }
            } else if now.ranks.is_none() {
                let text = "a game is void here, because of this machine; nothing can be said";
                return Err(Error::Machine(text.into()).into());
            } else if then != now {
                let differences = differences(then, now).join("; ");
                return Err(format!("round {round}, {table}, game {order}: {differences}").into());
            } else {
                self.agreement.games += 1;
            }
        }
        Ok(())
    }

    /// Goes on with another file of the game.
    pub(super) fn updated(&mut self, event: &SeasonEvent) -> Result<(), Deviation> {
        let (Some(runner), SeasonEvent::GameUpdated { terms, game, before }) = (&self.runner, event) else {
            return Ok(());
        };
        let mended = with_game(&runner.season, &self.folder.bot(*game), &runner.options)?;
        if game::sha256(&runner.season.tournament) != Some(*before) || digest(&mended) != *terms {
            let text = "the file of the game, or its terms, are others than the log says";
            return Err(text.to_owned().into());
        }
        let (folder, secret) = (self.folder.clone(), runner.secret.clone());
        self.runner =
            Some(Arc::new(GameRunner::new(mended, folder, secret, &runner.options, self.observer)?));
        Ok(())
    }

    /// Whether a round is played again: if its bots are here, and it is in the sample. Whatever is void or has a fault
    /// is in every sample.
    fn is_to_be_played(&mut self, open: &OpenRound, games: &[Game]) -> bool {
        if !open.files.iter().all(|(_, sha256)| self.has(*sha256)) {
            self.agreement.unseen += games.len() as u64;
            return false;
        }
        let Some(sample) = &self.wanted.sample else { return true };
        let is_special = |game: &Game| game.ranks.is_none() || !game.faults.is_empty();
        let is_in = open.round.fixtures().any(|fixture| sample.has(&fixture)) || games.iter().any(is_special);
        self.agreement.taken += if is_in { 0 } else { games.len() as u64 };
        is_in
    }
}

/// The message about games that were not all played: nothing if somebody stopped them on purpose.
fn ended(reason: Option<&Reason>, trouble: MachineTrouble) -> Result<(), Error> {
    match reason {
        Some(Reason::Interrupted) => Ok(()),
        Some(Reason::Journal(why)) => Err(Error::Machine(file::no_temporary(why))),
        _ => Err(trouble.into()),
    }
}

/// The difference between a game and what it was.
fn differences(then: &Game, now: &Game) -> Vec<String> {
    let parts = |game: &Game| {
        [
            ("ranks", format!("{:?}", game.ranks.as_ref().map_or(&[][..], |ranks| ranks))),
            ("end", sanitize(&game.end)),
            ("faults", sanitize(&format!("{:?}", game.faults))),
            ("turns", game.turns.to_string()),
            ("fuel", format!("{:?}", game.fuel)),
            ("transcript", game.transcript.to_string()),
        ]
    };
    let different = parts(then).into_iter().zip(parts(now)).filter(|(then, now)| then != now);
    different.map(|((part, then), (_, now))| format!("{part} was {then}, and is {now} now")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_in_a_game_is_told_part_by_part() {
        let then = Game::void(2);
        assert_eq!(differences(&then, &then), Vec::<String>::new());
        let now = Game { ranks: Some([2, 1].into()), turns: 15, end: "\u{1b}[2J".into(), ..then.clone() };
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
            |reason: Option<&Reason>| ended(reason, "no bot".into()).map_err(|error| error.to_string());
        assert_eq!(told(Some(&Reason::Interrupted)), Ok(()));
        assert_eq!(told(None), Err("error: no bot".to_owned()));
        let full =
            "error: a temporary file cannot be used: it is full; make room, or name another folder in TMPDIR";
        assert_eq!(told(Some(&Reason::Journal("it is full; make room".into()))), Err(full.to_owned()));
    }
}
