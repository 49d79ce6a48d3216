//! Freedom: the board, with live stones distinguished from others, and lines through live sets.

use judge_games::freedom::{Action, Colour, Freedom, LiveSet};
use judge_games::{Game, Seat, Square};

use crate::{
    BoardScene, Changes, Choice, Facts, FirstRow, Hidden, Line, Mark, MarkKind, Piece, PieceFacts, Place,
    Shown, Unit, Viewpoint, Weight,
};

/// A stone that is in no live set.
const STONE: u8 = 0;
/// A stone that is in a live set, so it wins points.
const LIVE_STONE: u8 = 1;

impl Shown for Freedom {
    const FACTS: &'static Facts = &Facts {
        seats: &["white", "black"],
        unit: Some(Unit { one: "point", many: "points" }),
        example: "a cell, as in 3,0",
        notation: "Write the cell for your stone as column,row, as in 3,0. Row 0 is at the bottom. It must touch the last stone, unless all cells around that one are taken.",
        hidden: Hidden::Nothing,
        pieces: &[
            PieceFacts::plain("{seat} stone", "stone", &["w", "b"], &["○", "●"]),
            PieceFacts::plain("live {seat} stone", "live-stone", &["W", "B"], &["□", "■"]),
        ],
        emblem: Some((STONE, 0)),
        ground: "wood",
        previews: true,
        numbered: true,
        ..Facts::NONE
    };

    fn boards(&self, _: Viewpoint) -> Vec<BoardScene> {
        let size = self.params().size();
        let board = self.board();
        let stones =
            Colour::ALL.map(|colour| (colour.seat(), board.stones(colour), board.live_stones(colour)));
        let pieces = |square: Square| {
            let here = stones.iter().filter(|(_, stones, _)| stones.contains(square));
            let kind = |is_live| if is_live { LIVE_STONE } else { STONE };
            here.map(|(seat, _, live)| Piece::of(*seat, kind(live.contains(square)))).collect()
        };
        let lines = Colour::ALL.into_iter().flat_map(|colour| lines(self, colour)).collect();
        vec![BoardScene { lines, ..BoardScene::new((size, size), FirstRow::Bottom, pieces) }]
    }

    fn scores(&self) -> Vec<i32> {
        Colour::ALL.map(|colour| self.score(colour)).to_vec()
    }

    fn choice(&self, action: &Action) -> Choice {
        let (to, changes) = match *action {
            Action::Place(square) => (Some(square), Some(stone(self, square))),
            Action::Auto(square) => (square, None),
        };
        Choice { action: action.to_string(), from: None, to: to.map(Place::cell), changes }
    }

    fn marks(before: &Self, _: &Action, after: &Self, _: Viewpoint) -> Vec<Mark> {
        let mover = before.own();
        let change = after.score(mover) - before.score(mover);
        let mark = Mark::new(format!("{change:+} points"), Weight::Rare).of(MarkKind::Score);
        if change == 0 { Vec::new() } else { vec![mark] }
    }
}

/// A line through each live set of a colour.
fn lines(game: &Freedom, colour: Colour) -> Vec<Line> {
    game.board().live_sets(colour).map(|set| line(set, colour.seat())).collect()
}

fn line(set: LiveSet, owner: Seat) -> Line {
    let [from, .., to] = set.squares();
    Line { owner: Some(owner), from, to }
}

/// The changes by a stone: live sets that come and go, points, and the squares where the opponent can go on.
fn stone(game: &Freedom, square: Square) -> Changes {
    let mover = game.own();
    let mut after = *game;
    if after.play(&Action::Place(square)).is_err() {
        return Changes::default();
    }
    let (was, is) = (lines(game, mover), lines(&after, mover));
    let around = after.board().adjacent(square);
    let next: Vec<Place> =
        around.filter(|next| after.board().empty().contains(*next)).map(Place::cell).collect();
    let (before, now) = (game.score(mover), after.score(mover));
    let score = if now == before { format!("{before}, as now") } else { format!("{before} → {now}") };
    let text = format!("{{player}}: {score}; {}", goes_on(next.len(), after.board().empty().len()));
    Changes {
        squares: next,
        made: is.iter().filter(|line| !was.contains(line)).copied().collect(),
        broken: was.iter().filter(|line| !is.contains(line)).copied().collect(),
        text,
    }
}

/// The squares where the opponent can go on: so many around the stone, and else all that are empty.
fn goes_on(next: usize, empty: u32) -> String {
    match (next, empty) {
        (_, 0 | 1) => "then only the last square is left".to_owned(),
        (0, empty) => format!("then any of {empty} empty squares"),
        (1, _) => "then one square to choose from".to_owned(),
        (next, _) => format!("then {next} squares to choose from"),
    }
}
