//! The parts of a schedule: contestants, rounds, games, and the results of games.
use judge_play::{Record, Seed, Seeds};

/// A contestant's place in the list of entrants, which is sorted by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId(pub usize);

/// The contestants that are disqualified, for a fault or because the organiser says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disqualified(Vec<Standing>);

/// Whether a contestant is still in the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    In,
    Out,
    Excluded,
}

impl Disqualified {
    /// Nobody of so many contestants.
    #[must_use]
    pub fn nobody(contestants: usize) -> Self {
        Self(vec![Standing::In; contestants])
    }

    /// The number of contestants, disqualified or not.
    #[must_use]
    pub fn contestants(&self) -> usize {
        self.0.len()
    }

    /// Whether a contestant is disqualified.
    #[must_use]
    pub fn has(&self, contestant: EntrantId) -> bool {
        self.0[contestant.0] != Standing::In
    }

    /// Disqualifies a contestant for a fault.
    pub fn add(&mut self, contestant: EntrantId) {
        if !self.has(contestant) {
            self.0[contestant.0] = Standing::Out;
        }
    }

    /// Disqualifies a contestant because the organiser says so.
    pub fn exclude(&mut self, contestant: EntrantId) {
        self.0[contestant.0] = Standing::Excluded;
    }

    /// Whether the organiser has excluded a contestant.
    pub(crate) fn is_excluded(&self, contestant: EntrantId) -> bool {
        self.0[contestant.0] == Standing::Excluded
    }
}

/// One pairing and one seed, played once in every seat order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number among the pairing's rounds, from 1; in a Swiss, among the tournament's.
    pub number: u32,
    /// The contestants that meet, in the seat order of the round's first game; one alone has a bye.
    pub pairing: Vec<EntrantId>,
    /// The seed of all random numbers of the round.
    pub seed: Seed,
    /// The points of whoever has a bye.
    pub bye: u64,
}

/// The result of a game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "nearly all games are played")]
pub enum GameResult {
    /// It was played.
    Played(Record),
    /// It was not, because somebody at the board is disqualified already.
    Walkover,
    /// It was not, because the tournament was cancelled before.
    Unplayed,
    /// There was nobody to play against: one contestant sat out, and has a round's points.
    Bye,
}

/// One game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture<'a> {
    /// The round it belongs to.
    pub round: &'a Round,
    /// Its number among the round's seat orders, from 0.
    pub order: usize,
}

impl Round {
    /// The points of a contestant that wins all games of a round between two, or has a bye.
    pub const POINTS_WON: u64 = 4;

    /// A round whose seed comes from the tournament's, the identities at the table and the round's number only: so a
    /// new contestant, or another version of a bot, changes nobody else's games. An identity holds the hash of the
    /// bot, so nobody can work out the seed without all bots at the table.
    #[must_use]
    pub fn new(names: &[&str], pairing: Vec<EntrantId>, number: u32, seed: Seed) -> Self {
        let mut at_table = pairing.clone();
        at_table.sort_unstable();
        let text = number.to_string();
        let at_table = at_table.iter().map(|id| names[id.0]);
        let parts: Vec<&str> = ["round"].into_iter().chain(at_table).chain([text.as_str()]).collect();
        Self { number, pairing, seed: seed.derive(&parts), bye: Self::POINTS_WON }
    }

    /// Whether one contestant sits out, and there is no game.
    #[must_use]
    pub fn is_bye(&self) -> bool {
        self.pairing.len() == 1
    }

    /// The round's games, one per seat order; none if it is a bye.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture<'_>> {
        let orders = if self.is_bye() { 0 } else { self.pairing.len() };
        (0..orders).map(|order| Fixture { round: self, order })
    }
}

impl Fixture<'_> {
    /// The contestants by seat, seat 0 first: in each order everybody moves up one seat.
    #[must_use]
    pub fn seating(&self) -> Vec<EntrantId> {
        let mut seating = self.round.pairing.clone();
        seating.rotate_left(self.order);
        seating
    }

    /// The seed of the game's random numbers.
    #[must_use]
    pub fn seeds(&self) -> Seeds {
        Seeds { round: self.round.seed, order: self.order }
    }
}
