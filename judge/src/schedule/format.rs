//! Which format a tournament is played in: entrants and results so far in, the next rounds out.

use super::{
    Bracket, EntrantId, Played, Round, gauntlet, gauntlet_games, knockout, knockout_games_max, round_robin,
    round_robin_games, seeding, swiss, swiss_games_max,
};
use crate::seed::Seed;

/// How it is decided who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// Champions meet everybody else.
    Gauntlet,
    /// In each round everybody meets somebody who has done about as well.
    Swiss,
    /// Who loses a match is out.
    Knockout,
}

/// Who meets whom in a tournament.
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    /// How it is decided.
    pub format: Format,
    /// The contestants, sorted.
    pub names: Vec<&'a str>,
    /// The champions of a gauntlet; whom a Swiss or a knockout takes for the best, best first.
    pub first: Vec<EntrantId>,
    /// Players at a table.
    pub seats: usize,
    /// Rounds per pairing, of a Swiss in all, of a knockout per match.
    pub rounds: u32,
    /// What all random numbers come from.
    pub seed: Seed,
}

/// What is to be played.
pub enum Next<'a> {
    /// Everything there is: it does not depend on results.
    All(Box<dyn Iterator<Item = Round> + 'a>),
    /// These, and then it is to be asked again; nothing if the tournament is over.
    Stage(Vec<Round>),
}

impl Schedule<'_> {
    /// What is to be played after `so_far`, when those are disqualified who are `out`.
    #[must_use]
    pub fn next(&self, so_far: &[Played], out: &[bool]) -> Next<'_> {
        match self.format {
            Format::RoundRobin => {
                Next::All(Box::new(round_robin(&self.names, self.seats, self.rounds, self.seed)))
            }
            Format::Gauntlet => {
                Next::All(Box::new(gauntlet(&self.names, &self.first, self.seats, self.rounds, self.seed)))
            }
            Format::Swiss => {
                let played = so_far.iter().map(|played| played.round.number).max().unwrap_or(0);
                let is_over = played == self.rounds;
                let next = || swiss(&self.names, out, so_far, &self.order(), self.seed);
                Next::Stage(if is_over { vec![] } else { next() })
            }
            Format::Knockout => Next::Stage(self.bracket(so_far, out).next),
        }
    }

    /// The contestants in the order that the format itself decides, once all is played.
    #[must_use]
    pub fn places(&self, so_far: &[Played], out: &[bool]) -> Option<Vec<EntrantId>> {
        (self.format == Format::Knockout).then(|| self.bracket(so_far, out).places).flatten()
    }

    /// How many games there are, or at most are; `None` if more than can be counted.
    #[must_use]
    pub fn games_max(&self) -> Option<u64> {
        let (contestants, champions) = (self.names.len(), self.first.len());
        match self.format {
            Format::RoundRobin => round_robin_games(contestants, self.seats, self.rounds),
            Format::Gauntlet => gauntlet_games(champions, contestants - champions, self.seats, self.rounds),
            Format::Swiss => swiss_games_max(contestants, self.rounds),
            Format::Knockout => knockout_games_max(contestants, self.rounds),
        }
    }

    fn bracket(&self, so_far: &[Played], out: &[bool]) -> Bracket {
        knockout(&self.names, out, so_far, &self.order(), self.rounds, self.seed)
    }

    fn order(&self) -> Vec<EntrantId> {
        seeding(&self.names, &self.first, self.seed)
    }
}
