//! The chart in, a score for each square out: how likely a ship lies there.
//!
//! An *explanation* says which ship caused each hit. The sunk ships lie wholly on hits;
//! each other hit belongs to a ship afloat that has squares left to hit. The ships that
//! an explanation does not need lie anywhere where no shot fell. So an explanation stands
//! for as many layouts as there are places for those ships, taken as if ships could lie
//! on one another: the product of placesⁿ / n! over the lengths, n ships of each. A
//! square scores the layouts that have a ship there.

use judge_sdk::battleship::Cell;

use crate::chart::{Chart, Line};

/// The layouts that leave every ship free to lie anywhere, in a unit small enough to be
/// divided some times: each ship that a hit ties down leaves about one in a hundred.
const LAYOUTS: u64 = 1 << 40;
/// Enough for all but a few positions, where some of the explanations stand for all. More
/// of it makes the shots no better.
const STEPS_MAX: u32 = 300;

/// The chance of a hit on each square, in no particular unit.
pub(crate) fn scores(chart: &Chart) -> Vec<u64> {
    let mut guess = Guess::new(chart);
    guess.explain_sunk(0);
    if guess.is_explained {
        guess.scatter();
    } else {
        guess.follow_hits();
    }
    guess.scores
}

/// The ships afloat of one length.
struct Class {
    length: u8,
    /// Ships that the explanation at hand does not use.
    ships: u64,
    /// Places where no shot fell.
    places: u64,
    /// Sum of the explanations' layouts, once for each ship not used.
    layouts: u64,
}

/// A square hit, and the places of ships afloat that would explain it.
struct Hit {
    square: usize,
    places: Vec<Line>,
}

struct Guess<'a> {
    chart: &'a Chart,
    classes: Vec<Class>,
    /// Places where no shot fell.
    adrift: Vec<Line>,
    hits: Vec<Hit>,
    /// Hits that the explanation at hand explains, and what else its ships cover.
    covered: Vec<bool>,
    /// The lines of its ships afloat.
    used: Vec<Line>,
    scores: Vec<u64>,
    /// Whether any explanation was found.
    is_explained: bool,
    /// Steps that the search may still take.
    steps: u32,
}

impl<'a> Guess<'a> {
    fn new(chart: &'a Chart) -> Self {
        let is_adrift = |line: &Line| chart.all(*line, Cell::Unknown);
        let (adrift, struck): (Vec<Line>, Vec<Line>) = chart.lines.iter().copied().partition(is_adrift);
        let alike = chart.afloat.chunk_by(|one, other| one == other);
        Self {
            chart,
            classes: alike.map(|ships| Class::new(ships, &adrift)).collect(),
            adrift,
            hits: hits(chart, &struck),
            covered: vec![false; chart.cells.len()],
            used: Vec::new(),
            scores: vec![0; chart.cells.len()],
            is_explained: false,
            steps: STEPS_MAX,
        }
    }

    /// Lays the sunk ships from number `index` on, then explains the other hits.
    fn explain_sunk(&mut self, index: usize) {
        let Some(places) = self.chart.sunk.get(index) else {
            return self.explain_hits(0, LAYOUTS);
        };
        for &line in places {
            if self.is_free(line) && self.step() {
                self.cover(line);
                self.explain_sunk(index + 1);
                self.uncover(line);
            }
        }
    }

    /// Explains the hits from number `index` on; what was said until now leaves so many layouts.
    fn explain_hits(&mut self, index: usize, layouts: u64) {
        let is_open = |hit: &Hit| !self.covered[hit.square];
        let Some(index) = (index..self.hits.len()).find(|&index| is_open(&self.hits[index])) else {
            return self.record(layouts);
        };
        for number in 0..self.hits[index].places.len() {
            let line = self.hits[index].places[number];
            if self.is_free(line) {
                self.use_ship(line, index, layouts);
            }
        }
    }

    /// Explains hit number `index` by a ship at `line`.
    fn use_ship(&mut self, line: Line, index: usize, layouts: u64) {
        let class = self.classes.iter().position(|class| class.length == line.length);
        let class = class.expect("the chart lists places of ships afloat only");
        let Class { ships, places, .. } = self.classes[class];
        if ships == 0 || !self.step() {
            return;
        }
        // One of the free ships is now tied down. With more ships than places it had better be.
        let left = layouts * ships / places.max(ships);
        self.classes[class].ships -= 1;
        self.cover(line);
        self.used.push(line);
        self.explain_hits(index + 1, left.max(1));
        self.used.pop();
        self.uncover(line);
        self.classes[class].ships += 1;
    }

    /// Adds the explanation at hand.
    fn record(&mut self, layouts: u64) {
        if self.classes.iter().any(|class| class.ships > class.places) {
            return;
        }
        self.is_explained = true;
        for class in &mut self.classes {
            class.layouts += layouts * class.ships;
        }
        for square in self.used.iter().flat_map(|line| line.squares()) {
            self.scores[square] += layouts;
        }
    }

    /// Adds the ships that lie where no shot fell.
    fn scatter(&mut self) {
        for line in &self.adrift {
            let class = self.classes.iter().find(|class| class.length == line.length);
            let share = class.map_or(0, |class| class.layouts / class.places);
            for square in line.squares() {
                self.scores[square] += share;
            }
        }
    }

    /// For want of an explanation: a square scores the hits that ships there would explain.
    fn follow_hits(&mut self) {
        for line in self.hits.iter().flat_map(|hit| &hit.places) {
            for square in line.squares() {
                self.scores[square] += 1;
            }
        }
    }

    fn is_free(&self, line: Line) -> bool {
        line.squares().all(|square| !self.covered[square])
    }

    fn cover(&mut self, line: Line) {
        line.squares().for_each(|square| self.covered[square] = true);
    }

    fn uncover(&mut self, line: Line) {
        line.squares().for_each(|square| self.covered[square] = false);
    }

    /// Whether the search may go on.
    fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }
}

impl Class {
    fn new(ships: &[u8], adrift: &[Line]) -> Self {
        let length = ships[0];
        let places = adrift.iter().filter(|line| line.length == length).count();
        Self { length, ships: ships.len() as u64, places: places as u64, layouts: 0 }
    }
}

/// The hits, row by row. A ship afloat has not been hit all over.
fn hits(chart: &Chart, struck: &[Line]) -> Vec<Hit> {
    let mut places = vec![Vec::new(); chart.cells.len()];
    for &line in struck.iter().filter(|line| !chart.all(**line, Cell::Hit)) {
        for square in line.squares() {
            places[square].push(line);
        }
    }
    let squares = places.into_iter().enumerate();
    let hits = squares.filter(|&(square, _)| chart.cells[square] == Cell::Hit);
    hits.map(|(square, places)| Hit { square, places }).collect()
}
