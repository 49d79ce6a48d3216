//! The shots that a bot needs to sink fleets: numbers of shots in, the figures of the Fight Club's own tool out.

use judge_play::games::{Seat, Square};
use judge_play::scenes::{Choice, Place, ToPlace, Viewpoint};
use judge_play::{AnyMatch, Event, Line, Rules, SeatLine, Seed};
use rayon::prelude::*;
use serde::Serialize;

use super::plan::CheckCase;
use super::play::Examined;
use judge_core::game::LoadedBots;

/// Fleets of the fixed set.
const FLEETS: u64 = 100;
/// Tries at a fleet whose ships do not overlap.
const TRIES: u32 = 1_000;

/// The shots that a bot needs to sink a fixed set of fleets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fitness {
    /// Fleets that it sank.
    pub fleets: usize,
    /// Fleets at which it failed.
    pub failed: usize,
    /// The mean number of shots.
    pub mean: f64,
    /// Half of the fleets take no more.
    pub median: f64,
    /// The fewest.
    pub minimum: u32,
    /// The most.
    pub maximum: u32,
    /// The standard deviation.
    pub deviation: f64,
}

impl Fitness {
    /// Lets bot 0 of the loaded bots sink all fleets of the fixed set.
    #[must_use]
    pub fn measure(loaded_bots: &LoadedBots, rules: &Rules) -> Option<Self> {
        let shots: Vec<Option<u32>> =
            (0..FLEETS).into_par_iter().map(|fleet| shots(loaded_bots, rules, Seed(fleet))).collect();
        Self::of(&shots)
    }

    /// The fuel that the bot would take for that, as its games by the usual rules have it; nothing in a game without
    /// fleets.
    #[must_use]
    pub fn fuel(rules: &Rules, cases: &[CheckCase], examined: &[Examined]) -> Option<u64> {
        rules.facts().placing?;
        let whole = |case: &CheckCase| case.is_usual && case.line.by_hand.is_empty();
        let games = cases.iter().zip(examined).filter(|(case, _)| whole(case));
        let fuel: Vec<u64> = games.map(|(_, examined)| examined.turns.fuel).collect();
        Some(FLEETS * fuel.iter().sum::<u64>() / (fuel.len() as u64).max(1))
    }

    /// The figures of so many shots; nothing where the bot failed.
    pub(super) fn of(shots: &[Option<u32>]) -> Option<Self> {
        let mut sunk: Vec<u32> = shots.iter().copied().flatten().collect();
        sunk.sort_unstable();
        let (minimum, maximum) = (*sunk.first()?, *sunk.last()?);
        #[expect(clippy::cast_precision_loss, reason = "there are a hundred fleets")]
        let count = sunk.len() as f64;
        let mean = sunk.iter().copied().map(f64::from).sum::<f64>() / count;
        let variance = sunk.iter().map(|&shots| (f64::from(shots) - mean).powi(2)).sum::<f64>() / count;
        let middle = f64::from(sunk[(sunk.len() - 1) / 2]) + f64::from(sunk[sunk.len() / 2]);
        let (fleets, failed) = (sunk.len(), shots.len() - sunk.len());
        let (median, deviation) = (middle / 2.0, variance.sqrt());
        Some(Self { fleets, failed, mean, median, minimum, maximum, deviation })
    }
}

/// The number of shots for the fleet that is drawn from this seed; nothing if the bot fails.
///
/// It begins, and the other side misses as long as it can, so the bot has all the shots it needs.
fn shots(loaded_bots: &LoadedBots, rules: &Rules, seed: Seed) -> Option<u32> {
    let line =
        Line::new(rules.clone(), seed.derive(&["fitness"]), vec![SeatLine::bot(0), SeatLine::person()]);
    let mut game = loaded_bots.start(&line).expect("no action is set by hand");
    let mut is_placed = false;
    loop {
        match game.step() {
            Event::Waiting { .. } if is_placed => miss(&mut *game),
            Event::Waiting { .. } => {
                place(&mut *game, seed)?;
                is_placed = true;
            }
            Event::Fault(_) => return None,
            Event::Over(verdict) => {
                let won = verdict.ranks().is_some_and(|ranks| ranks[0] < ranks[1]);
                // Two of the actions placed fleets.
                let shots = game.moves().iter().filter(|moved| moved.seat == Seat(0)).count() - 1;
                return won.then_some(u32::try_from(shots).expect("a game is shorter"));
            }
            _ => {}
        }
    }
}

/// Shoots at water, if there is any left.
fn miss(game: &mut dyn AnyMatch) {
    let scene = game.scene(Viewpoint::Everything);
    let is_water = |choice: &&Choice| {
        let Some(Place::Cell { board, square }) = choice.to else { return false };
        !scene.boards[board].hulls.iter().any(|hull| hull.squares.contains(&square))
    };
    let choice = scene.choices.iter().find(is_water).or(scene.choices.first());
    let action = choice.expect("somebody is to move").action.clone();
    game.act(&action).expect("what is listed is legal");
}

/// Places a fleet that is drawn from the seed.
fn place(game: &mut dyn AnyMatch, seed: Seed) -> Option<()> {
    let scene = game.scene(Viewpoint::Everything);
    let placing = scene.placing.as_ref()?;
    let side = scene.boards[placing.board].columns;
    for attempt in 0..TRIES {
        let number = |what: &str, piece: usize, below: u8| {
            let drawn = seed.derive(&["fleet", &attempt.to_string(), &piece.to_string(), what]).0;
            u8::try_from(drawn % u64::from(below)).expect("it is below a byte")
        };
        let piece = |(index, piece): (usize, &ToPlace)| {
            let length = u8::try_from(piece.ways[0].squares.len()).expect("it is no longer than the board");
            let (along, across) = (number("along", index, side - length + 1), number("across", index, side));
            match number("way", index, 2) {
                0 => piece.ways[0].written(Square::new(along, across)),
                _ => piece.ways[1].written(Square::new(across, along)),
            }
        };
        let fleet: Vec<String> = placing.pieces.iter().enumerate().map(piece).collect();
        if game.act(&fleet.join(" ")).is_ok() {
            return Some(());
        }
    }
    None
}
