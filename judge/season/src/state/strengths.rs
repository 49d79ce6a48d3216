//! The strengths of versions, as far as the ladder has to know them: rounds in, one number for each version out.
//!
//! A drawing needs no fit of all rounds anew. Each round moves those that met, by one step of Newton's method over all that
//! they have met, from where they were; who plays on comes to where a fit would put it. So a round costs the same after
//! 40,000 others, and whoever reads the log comes to the same strengths. A table of several counts as all pairs at it.

use std::collections::BTreeMap;
use std::sync::Arc;

use judge_rating::{ELO, TallyGame, won};

use super::State;

/// The longest step, as a logarithm of strengths: far out the likelihood is flat, and a step goes too far.
const STEP_MAX: f64 = 1.0;

/// The results of all rounds against another version.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    rounds: u32,
    games: u32,
    /// Two for each game that was won, one for each that was drawn.
    points: u32,
}

/// The strengths of all versions.
#[derive(Clone, Debug, Default)]
pub(super) struct Strengths(Vec<Strength>);

#[derive(Clone, Debug)]
struct Strength {
    /// The logarithm of the strength.
    at: f64,
    /// The information of the rounds about it: its inverse is the variance, if all others are known.
    information: f64,
    /// Seats at its tables.
    seats: u32,
    /// By the other's number. Copies share it until there is another round.
    met: Arc<BTreeMap<usize, Met>>,
}

impl Strengths {
    /// Adds a version, which is as strong as its contestant's version before it, and else average.
    pub(super) fn begin(&mut self, predecessor: Option<usize>) {
        let at = predecessor.map_or(0.0, |before| self.0[before].at);
        self.0.push(Strength { at, information: 0.0, seats: 2, met: Arc::default() });
    }

    /// Adds a round: its games in all seat orders, `None` for one that does not count.
    pub(super) fn add(&mut self, table: &[usize], games: &[Option<TallyGame<'_>>]) {
        let seats = table.len();
        let points = |order: usize, game: &TallyGame<'_>, places: [usize; 2]| {
            // From one game of a round to the next everybody moves up one seat.
            let [own, other] = places.map(|place| game.ranks[(place + seats - order) % seats]);
            u32::from(own <= other) + u32::from(own < other)
        };
        let pairs = (0..seats).flat_map(|own| (0..seats).map(move |other| [own, other]));
        for places in pairs.filter(|[own, other]| own != other) {
            let [own, other] = places.map(|place| table[place]);
            let met = Arc::make_mut(&mut self.0[own].met).entry(other).or_default();
            met.rounds += 1;
            for (order, game) in games.iter().enumerate() {
                let Some(game) = game else { continue };
                met.games += 1;
                met.points += points(order, game, places);
            }
        }
        for &id in table {
            self.0[id].seats = u32::try_from(seats).expect("a table has at most 8 seats");
            self.step(id);
        }
    }

    /// One step of Newton's method for one version, while all others stay where they are.
    fn step(&mut self, id: usize) {
        let Strength { at, met, .. } = &self.0[id];
        // One virtual game against the average, half won, keeps who has won everything in sight.
        let virtual_game = won(*at);
        let (mut slope, mut information) = (0.5 - virtual_game, virtual_game * (1.0 - virtual_game));
        for (&other, met) in met.iter() {
            let (chance, games) = (won(at - self.0[other].at), f64::from(met.games));
            slope += f64::from(met.points) / 2.0 - games * chance;
            information += games * chance * (1.0 - chance);
        }
        let strength = &mut self.0[id];
        strength.at += (slope / information).clamp(-STEP_MAX, STEP_MAX);
        strength.information = information;
    }
}

impl State {
    /// Rounds that two versions have played against one another.
    pub fn met(&self, one: usize, other: usize) -> u32 {
        self.strengths.0[one].met.get(&other).map_or(0, |met| met.rounds)
    }

    /// The strength of a version to the ladder, in Elo above the average: by all its rounds, but not to the last digit.
    pub fn strength(&self, version: usize) -> f64 {
        self.strengths.0[version].at * ELO
    }

    /// The mean strength of the anchors that have played.
    #[expect(clippy::cast_precision_loss, reason = "anchors are few")]
    pub(crate) fn anchors_strength(&self) -> f64 {
        let played = self.anchors_versions().filter(|&id| self.versions[id].rounds > 0);
        let strengths: Vec<f64> = played.map(|id| self.strength(id)).collect();
        strengths.iter().sum::<f64>() / strengths.len().max(1) as f64
    }

    /// The variance of that, in Elo squared, if all others are known; infinite before the first round.
    pub(crate) fn strength_variance(&self, version: usize) -> f64 {
        let Strength { information, seats, .. } = self.strengths.0[version];
        // The pairs at a table say much of the same. At tables of equals this is up to half too wide, and never too narrow.
        f64::from(seats) / 2.0 * ELO * ELO / information
    }
}

#[cfg(test)]
mod tests {
    use judge_play::Seed;
    use judge_rating::{Disqualified, strengths};

    use crate::simulation::Simulation;

    #[test]
    fn strengths_that_go_on_are_those_of_a_fit_of_all_rounds() {
        let elos: Vec<f64> = (0..24).map(|place| 40.0 * f64::from(place)).collect();
        let mut season = Simulation::new(&elos, Seed(5));
        for _ in 0..120 {
            let batch = season.draw(u32::MAX);
            season.play(batch);
        }
        let state = &season.state;
        let fitted = strengths(&Disqualified::nobody(24), &state.tally);
        let off = |id: usize| state.strength(id) - fitted[id].expect("nobody is out");
        let mean = (0..24).map(off).sum::<f64>() / 24.0;
        let furthest = (0..24).map(|id| (off(id) - mean).abs()).fold(0.0, f64::max);
        assert!(furthest < 4.0, "{furthest:.1} Elo, where one version's own error is some thirty");
    }
}
