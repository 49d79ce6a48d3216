//! A fleet that is being placed, piece by piece.

use judge_play::games::{Seat, Square};
use judge_play::scenes::{BoardScene, Hull, Orientation, Placing, ToPlace};
use judge_play::text::sanitize;
use judge_play::{Fault, FaultKind, Rules, Seed};

use crate::ink::{Ink, InkRow};

/// The number of times that a random fleet is begun anew before there is none.
const TRIES_MAX: u64 = 1_000;

/// The pieces that a person has placed so far.
#[derive(Clone, Debug)]
pub(crate) struct FleetDraft<'a> {
    pub(crate) placing: &'a Placing,
    board: &'a BoardScene,
    /// As they are written, one for each piece.
    words: Vec<String>,
    pub(crate) hulls: Vec<Hull>,
}

impl<'a> FleetDraft<'a> {
    /// No piece yet on this board.
    pub(crate) fn new(placing: &'a Placing, board: &'a BoardScene) -> Self {
        Self { placing, board, words: Vec::new(), hulls: Vec::new() }
    }

    /// The pieces that are missing.
    pub(crate) fn missing(&self) -> Vec<&'a ToPlace> {
        let mut missing: Vec<&ToPlace> = self.placing.pieces.iter().collect();
        for hull in &self.hulls {
            if let Some(place) = missing.iter().position(|other| other.piece == hull.piece) {
                missing.remove(place);
            }
        }
        missing
    }

    /// Places the pieces that `text` names, all of them or none. `rules` says where a list of pieces would lie, or why
    /// they cannot lie so.
    ///
    /// # Errors
    /// The reason why one of them cannot be there.
    pub(crate) fn place(
        &mut self,
        text: &str,
        rules: &impl Fn(&str) -> Result<Vec<Hull>, String>,
    ) -> Result<(), String> {
        let new = text.split_whitespace().map(ToOwned::to_owned);
        let words: Vec<String> = self.words.iter().cloned().chain(new).collect();
        self.hulls = rules(&words.join(" "))?;
        self.words = words;
        Ok(())
    }

    /// Takes the last piece back, if there is one.
    pub(crate) fn take_back(&mut self) -> Option<Hull> {
        self.words.pop();
        self.hulls.pop()
    }

    /// Places the missing pieces at random.
    ///
    /// # Errors
    /// If there is no room for them.
    pub(crate) fn fill(
        &mut self,
        seed: Seed,
        rules: &impl Fn(&str) -> Result<Vec<Hull>, String>,
    ) -> Result<(), String> {
        for attempt in 0..TRIES_MAX {
            let mut trial = self.clone();
            let is_whole = self.missing().iter().zip(0_u64..).all(|(piece, number)| {
                let fits = |word: &String| trial.clone().place(word, rules).is_ok();
                let places: Vec<String> = self.places(piece).filter(fits).collect();
                let drawn = seed.derive(&["fleet", &attempt.to_string(), &number.to_string()]).0;
                let place =
                    drawn.checked_rem(places.len() as u64).and_then(|place| usize::try_from(place).ok());
                place.is_some_and(|place| trial.place(&places[place], rules).is_ok())
            });
            if is_whole {
                *self = trial;
                return Ok(());
            }
        }
        Err("no room was found for the missing ships; take some back with u".into())
    }

    /// Everywhere that a piece would be on the board, as it is written: way by way, row by row.
    fn places(&self, piece: &ToPlace) -> impl Iterator<Item = String> {
        let (columns, rows) = (self.board.columns, self.board.rows);
        let is_new = |number: usize, way: &Orientation| {
            piece.ways[..number].iter().all(|before| before.squares != way.squares)
        };
        let ways = piece.ways.iter().enumerate().filter(move |(number, way)| is_new(*number, way));
        ways.flat_map(move |(_, way)| {
            let squares = (0..rows).flat_map(move |y| (0..columns).map(move |x| Square::new(x, y)));
            let is_on =
                move |first: &Square| way.at(*first).all(|square| square.x < columns && square.y < rows);
            squares.filter(is_on).map(|first| way.written(first))
        })
    }

    /// The whole of it as an action, once nothing is missing.
    pub(crate) fn action(&self) -> Option<String> {
        self.missing().is_empty().then(|| self.words.join(" "))
    }
}

/// The fleet of a fault that is an illegal fleet: as it was answered, and drawn as far as it is on the board.
pub(crate) fn illegal(rules: &Rules, fault: &Fault) -> Vec<InkRow> {
    let (FaultKind::IllegalFleet, Some(answer)) = (fault.kind, &fault.answer) else { return Vec::new() };
    let mut rows = vec![InkRow::text(format!("its fleet: {}", sanitize(answer)))];
    let Some(laid) = rules.laid(answer) else { return rows };
    let columns: Vec<String> = (0..laid.columns).map(|x| (x % 10).to_string()).collect();
    rows.push(InkRow::new().with(Ink::Faint, format!("   {}", columns.join(" "))));
    for y in 0..laid.rows {
        let mut row = InkRow::new().with(Ink::Faint, format!("{y:>2}"));
        for x in 0..laid.columns {
            let (ink, cell) = drawn(&laid.hulls, Square::new(x, y), fault.seat);
            row.push(Ink::Plain, " ");
            row.push(ink, cell);
        }
        rows.push(row);
    }
    rows
}

/// A cell with what lies there: nothing, one piece, or more than may be.
fn drawn(hulls: &[Hull], square: Square, owner: Seat) -> (Ink, char) {
    let here: Vec<&Hull> = hulls.iter().filter(|hull| hull.squares.contains(&square)).collect();
    match here.as_slice() {
        [] => (Ink::Faint, '.'),
        [hull] => (Ink::Seat(owner), char::from_digit(hull.piece.number.into(), 36).unwrap_or('#')),
        _ => (Ink::Wrong, '!'),
    }
}

#[cfg(test)]
mod tests {
    use judge_play::games::Game;
    use judge_play::games::battleship::{Action, Battleship, Params};
    use judge_play::scenes::{Scene, Shown, Viewpoint};

    use super::*;

    /// A game whose first seat is to place its fleet, and what it is shown.
    fn start(params: Params) -> (Battleship, Scene) {
        let game = Battleship::new(params);
        let scene = game.scene(Viewpoint::Seat(Seat(0)));
        (game, scene)
    }

    fn draft(scene: &Scene) -> FleetDraft<'_> {
        FleetDraft::new(scene.placing.as_ref().expect("a fleet is to be placed"), &scene.boards[0])
    }

    fn numbers(draft: &FleetDraft<'_>) -> Vec<u8> {
        draft.missing().iter().map(|missing| missing.piece.number).collect()
    }

    #[test]
    fn ships_are_placed_one_by_one_and_mistakes_are_named() {
        let (game, scene) = start(Params::default());
        let rules = |text: &str| game.draft(text);
        let mut draft = draft(&scene);
        draft.place("5a@0,0", &rules).expect("it fits");
        assert_eq!(numbers(&draft), [4, 3, 3, 2]);
        let error =
            |draft: &mut FleetDraft<'_>, text| draft.place(text, &rules).expect_err("it is a mistake");
        assert_eq!(error(&mut draft, "5a@0,1"), "no ship of length 5 is missing; missing: 4, 3, 3, 2");
        assert_eq!(error(&mut draft, "4d@2,0"), "two ships lie on 2,0");
        assert_eq!(error(&mut draft, "4a@7,3"), "the ship 4a@7,3 leaves the board");
        assert_eq!(
            error(&mut draft, "4a@0,1 x"),
            "\"x\" is no ship; write length, a or d, @, x,y, as in 5a@0,0"
        );
        assert_eq!(draft.hulls.len(), 1, "all or none");
        draft.place("4a@0,1 3a@0,2 3a@0,3", &rules).expect("they fit");
        let last = draft.take_back().expect("there is one");
        assert_eq!((draft.action(), last.squares[0], last.piece.number), (None, Square::new(0, 3), 3));
        draft.place("3a@0,3 2a@0,4", &rules).expect("they fit");
        assert_eq!(draft.action().as_deref(), Some("5a@0,0 4a@0,1 3a@0,2 3a@0,3 2a@0,4"));
    }

    #[test]
    fn a_random_fleet_keeps_what_is_placed_and_the_rules() {
        let (game, scene) = start(Params::default().with_no_touch(true));
        let rules = |text: &str| game.draft(text);
        for seed in 0..50 {
            let mut draft = draft(&scene);
            draft.place("5d@4,3", &rules).expect("it fits");
            draft.fill(Seed(seed), &rules).expect("there is room");
            let action = draft.action().expect("nothing is missing");
            assert!(action.starts_with("5d@4,3 "), "{action}");
            let action: Action = action.parse().expect("it is a fleet");
            assert_eq!(game.clone().play(&action), Ok(()));
        }
        let (game, scene) = start(Params::new(3, vec![3, 3, 3]).expect("they are valid"));
        let mut crowded = draft(&scene);
        crowded.fill(Seed(1), &|text| game.draft(text)).expect("there is one way, or another");
        assert!(crowded.action().is_some());
        let full = Params::new(2, vec![2, 1, 1]).expect("they are valid").with_no_touch(true);
        let (game, scene) = start(full);
        assert!(draft(&scene).fill(Seed(1), &|text| game.draft(text)).is_err());
    }
}
