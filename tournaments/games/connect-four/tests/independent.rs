//! Random games against rules that were written a second time, in Python.

#[path = "../../independent.rs"]
mod independent;

use connect_four::{ConnectFour, Params};
use independent::{Random, agrees};
use judge_game::{Game, Parameters};

/// A game at random as a line for the other rules.
fn line(random: &mut Random) -> String {
    let mut next = |end: usize| random.below(end);
    let (columns, rows) = if next(2) == 0 { (7, 6) } else { (4 + next(4), 4 + next(4)) };
    let params = Params::from_text(&format!("columns={columns} rows={rows}")).expect("they are valid");
    let mut game = ConnectFour::start(&params);
    let (mut drops, mut room) = (Vec::new(), 0);
    while game.to_move().is_some() {
        let legal = game.legal();
        let drop = legal[next(legal.len())];
        game.play(&drop).expect("it was listed");
        drops.push(drop.to_string());
        room += game.legal().len();
    }
    let ranks = game.outcome().expect("it is over").ranks;
    format!("{columns} {rows} {} {},{} {room}", drops.join(","), ranks[0], ranks[1])
}

#[test]
fn ten_thousand_games_are_the_same_by_other_rules() {
    agrees(env!("CARGO_MANIFEST_DIR"), line);
}
