//! Rounds in, results out: plays the schedule on all threads.
//!
//! Every game has its slot, so nothing depends on which finishes first.
//! The function that plays one game is a parameter.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use judge_play::Record;

use crate::host::parallel::for_each;
use crate::journal::LinePlace;
use crate::phases::{Disqualified, EntrantId, Fixture, GameResult, Round};
use crate::tournament::FaultRule;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its record.
    pub record: Record,
    /// Its place in the journal; `None` if it is void.
    pub place: Option<LinePlace>,
}

/// A game of the schedule: its outcome, and its place in the journal.
pub(crate) type Slot = (GameResult, Option<LinePlace>);

/// Plays rounds, one batch after the other.
pub struct Executor<P> {
    play: P,
    rule: FaultRule,
    /// The contestants disqualified by the games so far.
    pub disqualified: Disqualified,
}

impl<P: Fn(&Fixture<'_>) -> Option<PlayedGame> + Sync> Executor<P> {
    /// An executor for `entrants` contestants; `play` plays a game, or gives up if the
    /// tournament is cancelled.
    pub fn new(disqualified: Disqualified, rule: FaultRule, play: P) -> Self {
        Self { play, rule, disqualified }
    }

    /// Plays all games of `rounds` on the threads of rayon's current pool.
    ///
    /// The results are in the order of the schedule, and the same whatever the number
    /// of threads and however the schedule is cut into batches: with
    /// [`FaultRule::Disqualify`] a game is played just if, in the schedule's order,
    /// none of its players committed a fault in an earlier one.
    /// `finished` is called once for each game that was not given up, from any thread.
    pub fn play(&mut self, rounds: &[Round], finished: impl Fn() + Sync) -> Vec<Slot> {
        let fixtures: Vec<Fixture<'_>> = rounds.iter().flat_map(Round::fixtures).collect();
        let seatings: Vec<Vec<EntrantId>> = fixtures.iter().map(Fixture::seating).collect();
        let faults = FirstFaults::new(&self.disqualified, self.rule);
        let slots: Vec<OnceLock<Option<PlayedGame>>> = fixtures.iter().map(|_| OnceLock::new()).collect();
        let play = &self.play;

        // Games are handed out in the schedule's order, so that a fault is known early.
        for_each(fixtures.len(), &|game| {
            if !faults.earlier_than(game, &seatings[game]) {
                let played = slots[game].get_or_init(|| play(&fixtures[game]));
                faults.note(game, &seatings[game], played.as_ref());
                if played.is_none() {
                    return;
                }
            }
            finished();
        });
        let walkovers = loop {
            let mut disqualified = self.disqualified.clone();
            let (walkovers, missing) =
                apply_disqualifications(&seatings, &slots, self.rule, &mut disqualified);
            if missing.is_empty() {
                self.disqualified = disqualified;
                break walkovers;
            }
            for_each(missing.len(), &|place| {
                let game = missing[place];
                slots[game].get_or_init(|| play(&fixtures[game]));
            });
        };
        let result = |(slot, walkover): (OnceLock<Option<PlayedGame>>, bool)| match slot.into_inner() {
            _ if walkover => (GameResult::Walkover, None),
            Some(Some(PlayedGame { record, place })) => (GameResult::Played(record), place),
            _ => (GameResult::Unplayed, None),
        };
        slots.into_iter().zip(walkovers).map(result).collect()
    }
}

/// Goes through the schedule in order: which games are walkovers, and which had
/// to be played but were not.
///
/// A game can be missing when the fault for which it was skipped turned out to
/// belong to a walkover, and so does not count.
fn apply_disqualifications(
    seatings: &[Vec<EntrantId>],
    slots: &[OnceLock<Option<PlayedGame>>],
    rule: FaultRule,
    disqualified: &mut Disqualified,
) -> (Vec<bool>, Vec<usize>) {
    let mut missing = Vec::new();
    let mut walkovers = Vec::with_capacity(slots.len());
    for (game, seating) in seatings.iter().enumerate() {
        let walkover = seating.iter().any(|id| disqualified.has(*id));
        walkovers.push(walkover);
        match slots[game].get() {
            _ if walkover => {}
            None => missing.push(game),
            Some(Some(played)) if rule == FaultRule::Disqualify => {
                offenders(&played.record, seating).for_each(|id| disqualified.add(id));
            }
            Some(_) => {}
        }
    }
    (walkovers, missing)
}

/// The contestants that committed faults in a game with this seating.
pub(crate) fn offenders<'a>(
    record: &'a Record,
    seating: &'a [EntrantId],
) -> impl Iterator<Item = EntrantId> + 'a {
    record.offenders().map(|seat| seating[seat.index()])
}

/// For each entrant the first game that need not be played, because a fault before it is known: a hint.
struct FirstFaults {
    games: Vec<AtomicUsize>,
    rule: FaultRule,
}

impl FirstFaults {
    fn new(disqualified: &Disqualified, rule: FaultRule) -> Self {
        let first = |id| AtomicUsize::new(if disqualified.has(EntrantId(id)) { 0 } else { usize::MAX });
        Self { games: (0..disqualified.contestants()).map(first).collect(), rule }
    }

    fn note(&self, game: usize, seating: &[EntrantId], played: Option<&PlayedGame>) {
        let offenders = played.into_iter().flat_map(|played| offenders(&played.record, seating));
        for id in offenders.filter(|_| self.rule == FaultRule::Disqualify) {
            self.games[id.0].fetch_min(game + 1, Ordering::Relaxed);
        }
    }

    fn earlier_than(&self, game: usize, seating: &[EntrantId]) -> bool {
        seating.iter().any(|id| self.games[id.0].load(Ordering::Relaxed) <= game)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Condvar, Mutex};

    use judge_play::games::Seat;
    use judge_play::{Seed, Verdict};

    use super::*;
    use crate::phases::round_robin;
    use crate::play::tests::{fault, void};

    /// A game whose record differs from others' by its seed.
    #[expect(clippy::unnecessary_wraps, reason = "it stands for a game that may be given up")]
    fn played(fixture: &Fixture<'_>, offender: Option<EntrantId>) -> Option<PlayedGame> {
        let seat = offender.and_then(|id| fixture.seating().iter().position(|seated| *seated == id));
        let seat = seat.map(|seat| Seat(u8::try_from(seat).expect("a seat")));
        let faults = seat.map(fault).into_iter().collect();
        let fuel = vec![fixture.seeds().seat(Seat(0)).0];
        let verdict = Verdict::Void(void("a test"));
        Some(PlayedGame { record: Record { faults, fuel, ..Record::blank(verdict, 2) }, place: None })
    }

    fn rounds() -> Vec<Round> {
        round_robin(&["a", "b", "c", "d", "e"], 2, 8, Seed(1)).collect()
    }

    fn only_results(slots: Vec<Slot>) -> Vec<GameResult> {
        slots.into_iter().map(|(result, _)| result).collect()
    }

    /// Plays 5 contestants' round-robin in which `faulty(game)` names who commits a fault.
    fn results(
        jobs: usize,
        rule: FaultRule,
        faulty: fn(&Fixture<'_>) -> Option<EntrantId>,
    ) -> Vec<GameResult> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().expect("threads start");
        let play = |fixture: &Fixture<'_>| played(fixture, faulty(fixture));
        only_results(
            pool.install(|| Executor::new(Disqualified::nobody(5), rule, play).play(&rounds(), || ())),
        )
    }

    fn walkovers(results: &[GameResult]) -> Vec<usize> {
        let is_walkover = |&game: &usize| results[game] == GameResult::Walkover;
        (0..results.len()).filter(is_walkover).collect()
    }

    /// Entrant 1 fails when it meets 4 in round 2 or later, 4 in round 1 when it meets 2.
    fn entangled(fixture: &Fixture<'_>) -> Option<EntrantId> {
        let seating = fixture.seating();
        let meets = |a, b| seating.contains(&EntrantId(a)) && seating.contains(&EntrantId(b));
        match fixture.round.number {
            1 if meets(2, 4) => Some(EntrantId(4)),
            2.. if meets(1, 4) => Some(EntrantId(1)),
            6.. if meets(1, 3) => Some(EntrantId(3)),
            _ => None,
        }
    }

    #[test]
    fn after_a_fault_the_offenders_games_are_walkovers() {
        let results = results(1, FaultRule::Disqualify, entangled);
        // 10 pairs of 2 games a round: 2 meets 4 in the ninth pair, games 16 and 17.
        assert!(matches!(results[16], GameResult::Played(_)));
        assert_eq!(walkovers(&results)[..4], [17, 18, 19, 26]);
    }

    #[test]
    fn a_fault_in_a_game_that_is_a_walkover_does_not_count() {
        let results = results(1, FaultRule::Disqualify, entangled);
        // 1 fails against 4 only, but 4 is out by then, so 1 plays on, in round 3 against 0.
        assert!(matches!(results[40], GameResult::Played(_)));
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let once = results(1, FaultRule::Disqualify, entangled);
        for jobs in [2, 3, 8] {
            for _ in 0..20 {
                assert!(results(jobs, FaultRule::Disqualify, entangled) == once, "{jobs} jobs");
            }
        }
    }

    #[test]
    fn results_do_not_depend_on_how_the_schedule_is_cut() {
        let whole = results(1, FaultRule::Disqualify, entangled);
        for batch in [1, 3, 79] {
            let play = |fixture: &Fixture<'_>| played(fixture, entangled(fixture));
            let mut executor = Executor::new(Disqualified::nobody(5), FaultRule::Disqualify, play);
            let rounds = rounds();
            let cut =
                only_results(rounds.chunks(batch).flat_map(|rounds| executor.play(rounds, || ())).collect());
            assert!(cut == whole, "{batch} rounds at a time");
        }
    }

    #[test]
    fn a_cancelled_game_is_unplayed_and_the_others_count() {
        let play = |fixture: &Fixture<'_>| {
            (fixture.round.number == 1).then(|| played(fixture, entangled(fixture))).flatten()
        };
        let results = only_results(
            Executor::new(Disqualified::nobody(5), FaultRule::Disqualify, play).play(&rounds(), || ()),
        );
        let whole = self::results(1, FaultRule::Disqualify, entangled);
        assert_eq!(results[..20], whole[..20]);
        assert_eq!(results[20], GameResult::Unplayed);
    }

    #[test]
    fn a_game_skipped_for_a_fault_that_does_not_count_is_played_after_all() {
        let (finished, more) = (Mutex::new(0), Condvar::new());
        // The fault of 4's is known only when 1 has failed against it, and 1's games were skipped.
        let play = |fixture: &Fixture<'_>| {
            let offender = entangled(fixture);
            if offender == Some(EntrantId(4)) && fixture.order == 0 {
                let finished = finished.lock().expect("no thread panics");
                drop(more.wait_while(finished, |finished| *finished < 60).expect("no thread panics"));
            }
            played(fixture, offender)
        };
        let count = || {
            *finished.lock().expect("no thread panics") += 1;
            more.notify_all();
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads start");
        let late = pool.install(|| {
            Executor::new(Disqualified::nobody(5), FaultRule::Disqualify, play).play(&rounds(), count)
        });
        assert!(only_results(late) == results(1, FaultRule::Disqualify, entangled));
    }

    #[test]
    fn a_forfeit_costs_only_its_game_if_the_rule_says_so() {
        assert!(walkovers(&results(2, FaultRule::Forfeit, entangled)).is_empty());
    }
}
