//! A tournament played through: rounds in, a ledger of all games out.
//!
//! Rounds are taken in batches, each large enough to keep all threads busy and small
//! enough to hold in memory. Opens no file of a person's.

use std::io;
use std::iter::Peekable;

use crate::arena::Arena;
use crate::game::Finished;
use crate::halt::{Halt, Reason};
use crate::journal::{Journal, Keys};
use crate::ledger::Ledger;
use crate::record::{GameResult, Record};
use crate::schedule::{EntrantId, Fixture, Format, Next, Played, Round, Schedule, StopRule};
use crate::standings::{Order, Ratings, Scored, Tally, TallyGame, looks, rate, score, separated};

/// Games of a batch, at least. Threads wait for one another at its end.
const BATCH_GAMES: usize = 1_024;

/// A tournament's games, as far as they are played.
pub struct Contest<'a> {
    schedule: &'a Schedule<'a>,
    ledger: Ledger,
    /// Stages that were played, in formats that go by results.
    stages: Vec<Stage>,
    /// What the rating needs of them.
    tally: Tally,
    /// Who is disqualified.
    pub out: Vec<bool>,
    /// Whether it ended before its time.
    pub interrupted: bool,
    /// Whether that is because a game is void, on which it depends what is played next.
    pub stuck: bool,
}

/// A round with what its games came to.
type Stage = (Round, Vec<GameResult>);

impl<'a> Contest<'a> {
    /// Plays all that `schedule` asks for, and enters what it came to in a ledger.
    ///
    /// # Errors
    /// If the ledger cannot be written.
    pub fn play<P: Fn(&Fixture<'_>) -> Option<Record> + Sync>(
        schedule: &'a Schedule<'a>,
        mut arena: Arena<P>,
        finished: impl Fn() + Sync,
    ) -> io::Result<Self> {
        let out = arena.out().to_vec();
        let (ledger, stages, tally) = (Ledger::new()?, vec![], Tally::default());
        let mut contest = Self { schedule, ledger, stages, tally, out, interrupted: false, stuck: false };
        while !contest.interrupted {
            match schedule.next(&contest.so_far(), &contest.out, || contest.by_rating()) {
                Next::All(rounds) => {
                    contest.play_all(rounds, &mut arena, &finished)?;
                    break;
                }
                Next::Stage(rounds) if rounds.is_empty() => break,
                Next::Stage(rounds) => contest.play_stage(rounds, &mut arena, &finished)?,
            }
        }
        Ok(contest)
    }

    /// Plays all rounds, or as many as are needed if the schedule stops early.
    fn play_all<P: Fn(&Fixture<'_>) -> Option<Record> + Sync>(
        &mut self,
        rounds: impl Iterator<Item = Round>,
        arena: &mut Arena<P>,
        finished: impl Fn() + Sync,
    ) -> io::Result<()> {
        let looks = match self.schedule.stop {
            StopRule::Never => vec![],
            StopRule::Separated => looks(self.schedule.rounds),
        };
        let mut rounds = rounds.peekable();
        for until in looks.iter().copied().chain([u32::MAX]) {
            while !self.interrupted {
                let batch = batch(&mut rounds, until);
                if batch.is_empty() {
                    break;
                }
                let results = arena.play(&batch, &finished);
                self.enter(&batch, &results, arena.out())?;
            }
            if rounds.peek().is_none() || self.interrupted {
                break;
            }
            self.stop_if_void();
            if self.interrupted || separated(&self.ratings(), looks.len().try_into().unwrap_or(u32::MAX)) {
                break;
            }
        }
        Ok(())
    }

    fn play_stage<P: Fn(&Fixture<'_>) -> Option<Record> + Sync>(
        &mut self,
        rounds: Vec<Round>,
        arena: &mut Arena<P>,
        finished: impl Fn() + Sync,
    ) -> io::Result<()> {
        let results = arena.play(&rounds, &finished);
        self.enter(&rounds, &results, arena.out())?;
        let mut results = results.into_iter();
        for round in rounds {
            let games = results.by_ref().take(round.fixtures().count()).collect();
            self.stages.push((round, games));
        }
        self.stop_if_void();
        Ok(())
    }

    /// Ends it where results decide what comes next and one is missing: it is played by the next run.
    fn stop_if_void(&mut self) {
        self.stuck = self.ledger.void() > 0;
        self.interrupted |= self.stuck;
    }

    fn enter(&mut self, rounds: &[Round], results: &[GameResult], out: &[bool]) -> io::Result<()> {
        for result in results {
            self.interrupted |= *result == GameResult::Unplayed;
            self.ledger.enter(result)?;
        }
        let mut left = results;
        for round in rounds {
            let (games, others) = left.split_at(round.fixtures().count());
            let games: Vec<_> = games.iter().map(tally_game).collect();
            self.tally.add(&round.pairing, &games);
            left = others;
        }
        self.out = out.to_vec();
        Ok(())
    }

    /// How strong the contestants are, by the games so far.
    #[must_use]
    pub fn ratings(&self) -> Ratings {
        rate(&self.out, &self.tally)
    }

    /// The contestants, the strongest first by the games so far; before there are any, as they are seeded.
    fn by_rating(&self) -> Vec<EntrantId> {
        let mut order = self.schedule.seeded();
        if !self.stages.is_empty() {
            let ratings = self.ratings();
            let elo = |id: &EntrantId| ratings.entrants[id.0].as_ref().map_or(f64::NEG_INFINITY, |it| it.elo);
            order.sort_by(|one, other| elo(other).total_cmp(&elo(one)));
        }
        order
    }

    /// The rounds that formats go by, with what they count now.
    fn so_far(&self) -> Vec<Played> {
        let played = |(round, results): &Stage| {
            let mut points = vec![0; round.pairing.len()];
            for scored in games_of(round, results.iter(), &self.out) {
                for (id, seat) in scored.seating.iter().zip(scored.seats.iter().flatten()) {
                    let place = round.pairing.iter().position(|other| other == id);
                    points[place.expect("who sits at the table is in the pairing")] += seat.points;
                }
            }
            Played { round: round.clone(), points }
        };
        self.stages.iter().map(played).collect()
    }

    /// What decides who is ahead.
    #[must_use]
    pub fn order(&self) -> Order {
        match self.schedule.format {
            Format::RoundRobin | Format::Swiss => Order::Points,
            Format::Gauntlet => Order::PointsAGame,
            Format::Knockout => {
                self.schedule.places(&self.so_far(), &self.out).map_or(Order::Points, Order::Places)
            }
        }
    }

    /// How many games are void.
    #[must_use]
    pub fn void(&self) -> usize {
        self.ledger.void()
    }

    /// Goes through the games in the schedule's order; a bye counts as one.
    ///
    /// # Errors
    /// If the ledger cannot be read, or `visit` fails.
    pub fn for_each_game(&mut self, mut visit: impl FnMut(&Scored<'_>) -> io::Result<()>) -> io::Result<()> {
        let Self { schedule, ledger, stages, out, .. } = self;
        let rounds: Box<dyn Iterator<Item = Round>> = match schedule.next(&[], out, Vec::new) {
            Next::All(rounds) => rounds,
            Next::Stage(_) => Box::new(stages.iter().map(|(round, _)| round.clone())),
        };
        let mut results = ledger.read()?;
        for round in rounds {
            let games: Vec<GameResult> =
                results.by_ref().take(round.fixtures().count()).collect::<io::Result<_>>()?;
            for scored in games_of(&round, games.iter(), out) {
                visit(&scored)?;
            }
        }
        Ok(())
    }
}

/// A round's games as they count; a bye is one of them.
fn games_of<'a>(
    round: &'a Round,
    results: impl Iterator<Item = &'a GameResult> + 'a,
    out: &'a [bool],
) -> impl Iterator<Item = Scored<'a>> + 'a {
    let games = round.fixtures().zip(results).map(|(fixture, result)| score(fixture, result, out));
    let bye = round.is_bye().then(|| score(Fixture { round, order: 0 }, &GameResult::Bye, out));
    games.chain(bye)
}

/// A game as the rating sees it; nothing if it says nothing about the players.
fn tally_game(result: &GameResult) -> Option<TallyGame<'_>> {
    let GameResult::Played(Record { verdict, transcript_sha256, .. }) = result else { return None };
    Some(TallyGame { ranks: verdict.ranks()?, transcript_sha256 })
}

/// The next rounds, up to number `until`.
fn batch(rounds: &mut Peekable<impl Iterator<Item = Round>>, until: u32) -> Vec<Round> {
    let mut games = 0;
    let mut batch = Vec::new();
    while games < BATCH_GAMES
        && let Some(round) = rounds.next_if(|round| round.number <= until)
    {
        games += round.fixtures().count();
        batch.push(round);
    }
    batch
}

/// Plays a game by `play` unless it is in the journal, where it is afterwards.
///
/// A void game is not kept: it says nothing, and is played again by the next run.
pub fn journaled<'a>(
    play: impl Fn(&Fixture<'_>) -> Option<Finished> + Sync + 'a,
    journal: &'a Journal,
    keys: &'a Keys,
    halt: &'a Halt,
) -> impl Fn(&Fixture<'_>) -> Option<Record> + Sync + 'a {
    move |fixture| {
        let key = keys.of(fixture);
        let seats = fixture.round.pairing.len();
        if let Some(record) = journal.find(&key).filter(|record| record.fits(seats)) {
            return Some(record);
        }
        if halt.reason().is_some() {
            return None;
        }
        let record = play(fixture)?.record;
        if record.is_void() {
            return Some(record);
        }
        match journal.append(&key, &record) {
            Ok(()) => Some(record),
            Err(error) => {
                halt.set(Reason::Journal(error.to_string()));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests;
