//! Games of which every action is known, and games that simple players must play.

use judge_games::othello::{Action, Othello};
use judge_games::{Game, Square};

use super::actions::{legal, play};
use super::table::rows;
use super::{action, start};

const GAMES: &str = include_str!("games.txt");

/// The actions of a game in the file, and the chips at its end.
fn known(name: &str) -> (&'static str, (u32, u32)) {
    let (_, row) = rows(GAMES).find(|(_, row)| row[0] == name).expect("the game is in the file");
    let (black, white) = row[2].split_once(' ').expect("two counts");
    (row[3], (black.parse().expect("a count"), white.parse().expect("a count")))
}

#[test]
fn known_games_are_legal_and_end_as_known() {
    for (_, row) in rows(GAMES) {
        let [name, size, ..] = row[..] else { panic!("four columns: {row:?}") };
        let (actions, score) = known(name);
        let mut game = start(size.parse().expect("a size"));
        let turns = u32::try_from(actions.split(' ').count()).expect("a game is short");
        assert!(turns <= Othello::turns_max(&game.params()), "{name}");
        for text in actions.split(' ') {
            assert!(!game.game_over(), "{name} ends before {text}");
            assert_eq!(game.forced(), (text == "--").then_some(Action::Pass), "{name} at {text}");
            assert_eq!(game.play(&action(text)), Ok(()), "{name} at {text}");
        }
        assert!(game.game_over(), "{name} goes on");
        assert_eq!(game.score(), score, "{name}");
    }
}

#[test]
fn the_shortest_forced_pass_comes_after_eight_placements() {
    let mut game = start(8);
    play(&mut game, "d3 c3 b3 b2 f5 a3 a1 c1");
    assert_eq!((legal(&game).as_str(), game.forced()), ("--", Some(Action::Pass)));
    assert!(!game.game_over() && game.possible_moves().is_empty());
    play(&mut game, "--");
    assert_eq!(legal(&game), "e3 f6");
}

/// The rule by which a simple player chooses among the legal placements, listed row by row.
#[derive(Clone, Copy)]
enum Player {
    First,
    Last,
    Most,
    Fewest,
}

impl Player {
    fn choose(self, game: &Othello) -> Square {
        let moves: Vec<Square> = game.possible_moves().into_keys().collect();
        let by_row = |square: &&Square| (square.y, square.x);
        let takes = |square: &Square| game.possible_moves()[square].chips.len();
        let most = moves.iter().map(takes).max();
        let fewest = moves.iter().map(takes).min();
        let chosen = match self {
            Self::First => moves.iter().min_by_key(by_row),
            Self::Last => moves.iter().max_by_key(by_row),
            Self::Most => moves.iter().filter(|square| Some(takes(square)) == most).min_by_key(by_row),
            Self::Fewest => moves.iter().filter(|square| Some(takes(square)) == fewest).min_by_key(by_row),
        };
        *chosen.expect("there is a placement")
    }
}

/// The whole game of two simple players, and the chips at its end.
fn playout(black: Player, white: Player) -> (String, (u32, u32)) {
    let mut game = start(8);
    let mut record = Vec::new();
    while let Some(seat) = game.to_move() {
        let player = [black, white][seat.index()];
        let action = game.forced().unwrap_or_else(|| Action::Place(player.choose(&game)));
        game.play(&action).expect("the choice is legal");
        record.push(action.to_string());
    }
    (record.join(" "), game.score())
}

#[test]
fn simple_players_play_the_known_games() {
    let known = |name| {
        let (actions, score) = known(name);
        (actions.to_owned(), score)
    };
    assert_eq!(playout(Player::First, Player::First), known("first against first"));
    assert_eq!(playout(Player::First, Player::Fewest), known("first against fewest"));
}

#[test]
fn simple_players_reach_the_known_scores_in_as_many_turns() {
    use Player::{Fewest, First, Last, Most};
    let table = [
        (First, First, (19, 45), 64, 4),
        (First, Last, (49, 15), 61, 1),
        (First, Most, (23, 41), 61, 1),
        (First, Fewest, (11, 53), 72, 12),
        (Last, First, (49, 15), 61, 1),
        (Last, Last, (19, 45), 64, 4),
    ];
    for (row, (black, white, score, turns, passes)) in table.into_iter().enumerate() {
        let (record, reached) = playout(black, white);
        let (actions, passed) = (record.split(' '), record.split(' ').filter(|&text| text == "--"));
        assert_eq!((reached, actions.count(), passed.count()), (score, turns, passes), "row {row}");
    }
}
