//! Smart against every reply there is, on 3×3: it does not let go of a win.

use std::collections::BTreeMap;

use gobblet_smart::Smart;
use judge_sdk::games::gobblet::Params;
use judge_sdk::gobblet::{Action, Board, Gobblet, Position, Setup, Size};

/// All games in which Smart plays, from some positions on: the positions with Smart to move.
#[derive(Default)]
struct Walk {
    /// The turns of Smart's that it takes at most to win; `None` while that is being found out.
    turns: BTreeMap<Position, Option<u32>>,
    /// The opponent's replies to Smart's turns.
    replies: usize,
}

impl Walk {
    /// Tries all replies to Smart's turns from `position` on, and says how many turns of its own
    /// Smart takes at most to win.
    ///
    /// A game that does not end so, or in which a position comes up twice, is a panic.
    fn turns(&mut self, position: Position) -> u32 {
        match self.turns.get(&position) {
            Some(Some(turns)) => return *turns,
            Some(None) => panic!("{position} comes up twice"),
            None => self.turns.insert(position, None),
        };
        let smart = position.to_move();
        let mut after = position;
        after.play(reply(&position)).expect("Smart plays by the rules");
        let turns = 1 + match after.winner() {
            Some(winner) => {
                assert_eq!(winner, smart, "{position}");
                0
            }
            None => self.turns_after(&after),
        };
        self.turns.insert(position, Some(turns));
        turns
    }

    /// The same for a position with the opponent to move.
    fn turns_after(&mut self, position: &Position) -> u32 {
        let smart = position.to_move().other();
        let turns = position.successors().map(|(_, child)| {
            self.replies += 1;
            child.winner().map_or_else(
                || self.turns(child),
                |winner| {
                    assert_eq!(winner, smart, "{position}");
                    0
                },
            )
        });
        turns.max().expect("there is always a legal turn")
    }
}

/// The action of Smart in `position`.
///
/// While it has a forced win it does the same whatever came before, so it need not have
/// played until then.
fn reply(position: &Position) -> Action {
    let (board, plies_max) = (Board::Three, Params::on(Board::Three).plies_max());
    let setup = Setup { seed: 1, colour: position.to_move(), board, plies_max };
    Smart::new_game(&setup).play(position)
}

/// The position after the first turn of the game.
fn after(opening: Action) -> Position {
    let mut position = Position::start(Board::Three);
    position.play(opening).expect("the test's openings are legal");
    position
}

#[test]
fn red_wins_every_game_in_seven_turns_of_its_own() {
    let mut walk = Walk::default();
    assert_eq!(walk.turns(Position::start(Board::Three)), 7);
    assert_eq!((walk.turns.len(), walk.replies), (5_698, 6_176));
}

#[test]
fn yellow_wins_every_game_that_red_begins_with_a_medium_piece() {
    let mut walk = Walk::default();
    let legal = Position::start(Board::Three).legal();
    let mediums = legal.filter(|action| matches!(action, Action::Enter { size: Size::Medium, .. }));
    let turns: Vec<u32> = mediums.map(|opening| walk.turns(after(opening))).collect();
    assert_eq!(turns, [7, 6, 7, 6, 6, 6, 7, 6, 7]);
    assert_eq!((walk.turns.len(), walk.replies), (53_282, 63_997));
}
