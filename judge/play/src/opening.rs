//! Openings: a few legal actions before the bots are asked, drawn at random or as a person wrote them.
//!
//! A deterministic bot repeats its games; openings make them different, and are
//! the same in all games of a round.

use judge_games::Game;

use crate::contract::Contract;
use crate::replayed_position::ReplayedPosition;
use crate::seed::Seed;
use crate::seeds::Seeds;
use crate::verdict::VoidCause;

/// The most random actions that a game may begin with.
pub const PLIES_MAX: u32 = 40;
/// The most actions of an opening that a person wrote.
pub const ACTIONS_MAX: usize = 1_000;
/// The message about an opening or a position after which nobody is to move.
pub const OVER: &str = "the game is over here; take actions away";

/// Draws up to `plies` legal actions from the start of `game`, each as likely as any other.
///
/// The opening stops before an action that the rules force, or that would end the game. It ends with an action that the
/// game has listed and refuses, which only a game that is a file does: the match finds that it is broken.
pub fn draw<G: Game + Clone>(game: &G, plies: u32, seed: Seed) -> Vec<G::Action> {
    let mut game = game.clone();
    let mut opening = Vec::new();
    for ply in 0..plies {
        if game.forced().is_some() {
            break;
        }
        let mut legal = game.legal();
        if legal.is_empty() {
            break;
        }
        let drawn = seed.derive(&["opening", &ply.to_string()]).0 % legal.len() as u64;
        let action = legal.swap_remove(usize::try_from(drawn).expect("it is below a length"));
        let is_refused = game.play(&action).is_err();
        if !is_refused && game.to_move().is_none() {
            break;
        }
        opening.push(action);
        if is_refused {
            break;
        }
    }
    opening
}

/// The opening of the games of a round.
#[derive(Clone, Debug)]
pub struct Opening<A> {
    /// Its actions.
    pub actions: Vec<A>,
    /// The failure of the game itself while it was drawn, as of [`Contract::trouble`].
    pub trouble: Option<(VoidCause, String)>,
}

/// Reads an opening that a person wrote in one line: actions in the game's notation with spaces between them, forced ones
/// left out. They are returned as the game writes them; of a whole game that is no more than the first `most`.
///
/// # Errors
/// The first action that cannot be played, and why, or what else is wrong.
pub fn read<G: Contract>(params: &G::Params, line: &str, most: usize) -> Result<Vec<String>, String> {
    let mut way = ReplayedPosition::<G>::new(&G::for_one_match(params));
    let played = way.play_line(line);
    if let Some((_, trouble)) = way.game.trouble() {
        return Err(trouble);
    }
    played?;
    if way.game.to_move().is_none() && way.by_hand.len() <= most {
        return Err(OVER.to_owned());
    }
    if way.by_hand.len().min(most) > ACTIONS_MAX {
        return Err(format!("it has more than {ACTIONS_MAX} actions; take some away"));
    }
    Ok(way.by_hand.into_values().take(most).collect())
}

/// The opening of the games of a round: these actions in the game's notation, or if there are none, so many random ones.
#[must_use]
pub fn of_round<G: Contract>(
    params: &G::Params,
    written: &[String],
    plies: u32,
    seeds: Seeds,
) -> Opening<G::Action> {
    if written.is_empty() {
        drawn_for::<G>(params, plies, seeds)
    } else {
        written_for::<G>(params, written, seeds)
    }
}

/// The opening of the games of a round, as it was written. It ends before an action that is not legal, which one that was
/// [read] has in a game with chance only, or that would end the game.
fn written_for<G: Contract>(params: &G::Params, written: &[String], seeds: Seeds) -> Opening<G::Action> {
    let start = G::start_with(&G::for_one_match(params), seeds.game().0);
    let mut way = ReplayedPosition::from(start.clone());
    let mut actions = Vec::with_capacity(written.len());
    for action in written.iter().map_while(|action| action.parse::<G::Action>().ok()) {
        if way.play(&action).is_err() || way.game.to_move().is_none() {
            break;
        }
        actions.push(action);
    }
    Opening { actions, trouble: start.trouble() }
}

/// The opening of the games of a round. It is drawn in a game of its own, so that a match does not depend on whether
/// somebody has drawn the opening before.
fn drawn_for<G: Contract>(params: &G::Params, plies: u32, seeds: Seeds) -> Opening<G::Action> {
    if plies == 0 {
        return Opening { actions: Vec::new(), trouble: None };
    }
    let start = G::start_with(&G::for_one_match(params), seeds.game().0);
    let actions = draw(&start, plies, seeds.round);
    Opening { actions, trouble: start.trouble() }
}

#[cfg(test)]
mod tests {
    use judge_games::freedom::Freedom;
    use judge_games::gobblet::Gobblet;
    use judge_games::othello::{Othello, Params};
    use judge_games::stones::Stones;

    use super::*;

    fn text<G: Game<Action: ToString> + Clone>(game: &G, plies: u32, seed: u64) -> String {
        let actions: Vec<String> = draw(game, plies, Seed(seed)).iter().map(ToString::to_string).collect();
        actions.join(" ")
    }

    #[test]
    fn a_seed_gives_the_same_opening_for_ever() {
        assert_eq!(text(&Othello::default(), 6, 1), "d3 c5 c6 c3 e6 d6");
        assert_eq!(text(&Freedom::new(judge_games::freedom::Params::default()), 4, 1), "8,4 9,4 9,5 8,5");
        assert_eq!(text(&Gobblet::new(judge_games::gobblet::Params::default()), 2, 1), "M@1,0 S@1,1");
        assert_eq!(
            text(&Stones::new(&judge_games::stones::Params::default()), 4, 1),
            "3,0>3,1 2,4>1,3 3,1>4,1 1,4>2,4"
        );
    }

    #[test]
    fn an_opening_is_read_as_it_is_written_and_leaves_out_what_is_forced() {
        let read = |size, line: &str| {
            read::<Othello>(&Params::new(size).expect("the size is valid"), line, usize::MAX)
        };
        assert_eq!(read(8, " d3  c5 "), Ok(vec!["d3".to_owned(), "c5".to_owned()]));
        for line in [
            "F5D6C3D3C4",
            "f5,d6,c3,d3,c4",
            "f5, d6, c3, d3, c4",
            "F5 D6 C3\tD3 C4 # Tiger",
            "1. f5 d6 2. c3 d3 3.c4",
        ] {
            assert_eq!(
                read(8, line).map(|actions| actions.join(" ")).as_deref(),
                Ok("f5 d6 c3 d3 c4"),
                "{line}"
            );
        }
        let wrong = |size, line: &str| read(size, line).expect_err("it is wrong");
        assert!(wrong(8, "F5D6D6").starts_with("\"D6\" is not legal here: "), "{}", wrong(8, "F5D6D6"));
        assert!(wrong(8, "d3 d3").starts_with("\"d3\" is not legal here: "), "{}", wrong(8, "d3 d3"));
        assert!(wrong(8, "d3 queen").starts_with("\"queen\": "), "{}", wrong(8, "d3 queen"));
        // A whole game of the small board, in which somebody must pass, and not at its end only.
        let game = |lot: usize| {
            let mut way = ReplayedPosition::<Othello>::new(&Params::new(4).expect("the size is valid"));
            while way.game.to_move().is_some() {
                let legal = way.game.legal();
                way.play(&legal[(lot >> way.turns) % legal.len()]).expect("it is listed");
            }
            way
        };
        let has_pass = |way: &ReplayedPosition<Othello>| {
            let last = way.by_hand.keys().next_back().expect("somebody moved");
            way.by_hand.len() <= *last as usize
        };
        let way = (0..500).map(game).find(has_pass).expect("somebody passes");
        let whole: Vec<&str> = way.by_hand.values().map(String::as_str).collect();
        assert_eq!(wrong(4, &whole.join(" ")), OVER);
        let params = Params::new(4).expect("the size is valid");
        assert_eq!(
            super::read::<Othello>(&params, &whole.join(" "), 3).expect("three are taken"),
            whole[..3]
        );
        let opening = read(4, &whole[..whole.len() - 1].join(" ")).expect("the game goes on");
        assert_eq!(opening, whole[..whole.len() - 1]);
    }

    #[test]
    fn an_opening_that_is_written_ends_where_it_is_not_legal() {
        let params = Params::default();
        let seeds = Seeds { round: Seed(1), order: 0 };
        let of_round = |written: &[&str], plies| {
            let written: Vec<String> = written.iter().map(|action| (*action).to_owned()).collect();
            let opening = of_round::<Othello>(&params, &written, plies, seeds);
            opening.actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of_round(&["d3", "c5"], 6), "d3 c5");
        assert_eq!(of_round(&["d3", "d3", "c5"], 6), "d3");
        assert_eq!(of_round(&["d3", "queen"], 6), "d3");
        assert_eq!(of_round(&[], 6), "d3 c5 c6 c3 e6 d6");
    }

    #[test]
    fn an_opening_leaves_the_game_going_on() {
        let tiny = Othello::new(Params::new(4).expect("the size is valid"));
        for seed in 0..200 {
            let opening = draw(&tiny, 60, Seed(seed));
            let mut game = tiny;
            for action in &opening {
                game.play(action).expect("openings are legal");
            }
            assert!(Game::to_move(&game).is_some());
        }
    }
}
