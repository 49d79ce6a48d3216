//! Openings: a few legal actions before the bots are asked, drawn at random or as a person wrote them.
//!
//! A deterministic bot repeats its games; openings make them different, and are
//! the same in all games of a round.

pub mod replayed_position;
mod written;

use judge_games::Game;

use crate::contract::{AtPosition, Contract, Trouble};
use crate::opening::replayed_position::ReplayedPosition;
pub use crate::opening::replayed_position::Unplayable;
pub use crate::opening::written::{ReadOpening, WayReader, WrittenOpening, WrittenWay, read_with, way_of};
use crate::seed::Seed;
use crate::seeds::Seeds;

/// The most random actions that a game may begin with.
pub const PLIES_MAX: u32 = 40;
/// The most actions of an opening that a person wrote.
pub const ACTIONS_MAX: usize = 1_000;

/// Draws up to `plies` legal actions from the start of `game`, each as likely as any other.
///
/// The opening stops before an action that the rules force, or that would end the game. It ends with an action that the
/// game has listed and refuses, which only a game that is a file does: the match finds that it is broken.
pub fn draw<G: Game + Clone>(game: &G, plies: u32, seed: Seed) -> Vec<G::Action> {
    let mut game = game.clone();
    let mut opening = Vec::new();
    for ply in 0..plies {
        let mut legal = if game.forced().is_some() { Vec::new() } else { game.legal() };
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
    /// The position that it begins at, as the game writes it, if not at the game's own start.
    pub position: Option<String>,
    /// Its actions.
    pub actions: Vec<A>,
    /// The failure of the game itself while it was drawn, as of [`Contract::trouble`].
    pub trouble: Option<Trouble>,
}

impl<A> From<Vec<A>> for Opening<A> {
    fn from(actions: Vec<A>) -> Self {
        Self { position: None, actions, trouble: None }
    }
}

impl<A> Opening<A> {
    /// The start of a match with this opening, and the parameters of that match alone. If the game cannot begin at the
    /// position, that is the opening's trouble. `seed` is as in [`Game::start_with`].
    pub fn start<G: Contract<Action = A>>(&mut self, params: &G::Params, seed: u64) -> (G::Params, G) {
        let begun = start::<G>(params, self.position.as_deref(), seed).or_else(|trouble| {
            self.trouble.get_or_insert(trouble);
            start::<G>(params, None, seed)
        });
        let AtPosition { params, game, .. } = begun.expect("every game has a start of its own");
        (params, game)
    }

    /// Its position in brackets, and its actions, with spaces between them.
    #[must_use]
    pub fn text(&self) -> String
    where
        A: ToString,
    {
        let position = self.position.iter().map(|position| format!("[{position}]"));
        position.chain(self.actions.iter().map(ToString::to_string)).collect::<Vec<_>>().join(" ")
    }
}

/// The position that a written opening begins at, if not at the game's own start: its first text, which is in brackets.
#[must_use]
pub fn position(written: &[String]) -> Option<&str> {
    parts(written).0
}

/// That position, and the actions behind it.
pub(crate) fn parts(written: &[String]) -> (Option<&str>, &[String]) {
    let first = written.split_first();
    let position =
        first.and_then(|(first, actions)| Some((first.strip_prefix('[')?.strip_suffix(']')?, actions)));
    position.map_or((None, written), |(position, actions)| (Some(position), actions))
}

/// The start of a match at a position, or at the game's own start.
///
/// # Errors
/// The reason why the game cannot begin at the position.
pub fn start<G: Contract>(
    params: &G::Params,
    position: Option<&str>,
    seed: u64,
) -> Result<AtPosition<G>, Trouble> {
    let params = G::for_one_match(params);
    let Some(position) = position else {
        let game = G::start_with(&params, seed);
        return Ok(AtPosition { params, game, text: String::new() });
    };
    G::start_at(&params, position, seed).map_err(|(cause, why)| (cause, format!("[{position}]: {why}")))
}

/// The opening of the games of a round: these texts of a [`WrittenOpening`], or if there are none, so many random actions.
/// It begins in a game of its own, so that a match does not depend on whether somebody has drawn the opening before.
#[must_use]
pub fn of_round<G: Contract>(
    params: &G::Params,
    written: &[String],
    plies: u32,
    seeds: Seeds,
) -> Opening<G::Action> {
    if written.is_empty() && plies == 0 {
        return Vec::new().into();
    }
    let (position, texts) = parts(written);
    let AtPosition { game, text, .. } = match start::<G>(params, position, seeds.game().0) {
        Ok(begun) => begun,
        Err(trouble) => return Opening { trouble: Some(trouble), ..Vec::new().into() },
    };
    let actions = if written.is_empty() { draw(&game, plies, seeds.round) } else { replayed(&game, texts) };
    Opening { position: position.map(|_| text), actions, trouble: game.trouble() }
}

/// The actions that were written, up to one that is not legal, which those that were [`WayReader::opening`] have in a game
/// with chance only, or that would end the game.
fn replayed<G: Game + Clone>(start: &G, written: &[String]) -> Vec<G::Action> {
    let mut way = ReplayedPosition::from(start.clone());
    let goes_on = |action: &G::Action| way.play(action).is_ok() && way.game.to_move().is_some();
    written.iter().map_while(|action| action.parse().ok()).take_while(goes_on).collect()
}

#[cfg(test)]
mod tests {
    use judge_games::Parameters;
    use judge_games::freedom::Freedom;
    use judge_games::gobblet::Gobblet;
    use judge_games::othello::{Othello, Params};
    use judge_games::stones::Stones;

    use crate::verdict::VoidCause;

    use super::*;
    use crate::contract::OTHER_RULES;

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
            let params = Params::new(size).expect("the size is valid");
            WayReader::<Othello>::new(&params).opening(line, usize::MAX).map(|opening| opening.texts)
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
        let wrong = |size, line: &str| read(size, line).expect_err("it is wrong").to_string();
        assert!(wrong(8, "F5D6D6").starts_with("\"D6\" is not legal here: "), "{}", wrong(8, "F5D6D6"));
        assert!(wrong(8, "d3 d3").starts_with("\"d3\" is not legal here: "), "{}", wrong(8, "d3 d3"));
        assert!(wrong(8, "d3 queen").starts_with("\"queen\": "), "{}", wrong(8, "d3 queen"));
        // A whole game of the small board, in which somebody must pass, and not at its end only.
        let game = |lot: usize| {
            let mut way = ReplayedPosition::from(Othello::start(&Params::new(4).expect("the size is valid")));
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
        assert_eq!(wrong(4, &whole.join(" ")), Unplayable::Over.to_string());
        let params = Params::new(4).expect("the size is valid");
        assert_eq!(
            WayReader::<Othello>::new(&params).opening(&whole.join(" "), 3).expect("three are taken").texts,
            whole[..3]
        );
        let opening = read(4, &whole[..whole.len() - 1].join(" ")).expect("the game goes on");
        assert_eq!(opening, whole[..whole.len() - 1]);
    }

    #[test]
    fn openings_begin_at_positions() {
        fn begins<G: Contract>(params: &G::Params, line: &str) -> Result<String, String> {
            let read = WayReader::<G>::new(params).opening(line, usize::MAX);
            let written = read.map_err(|why| why.to_string())?.texts;
            let game = start::<G>(params, position(&written), 7).map_err(|(_, why)| why)?.game;
            let seat = game.to_move().expect("the game goes on");
            Ok(format!("{seat}: {} | {}", G::text(&game.view(seat)), written[1..].join(" ")))
        }
        let small = Params::new(4).expect("the size is valid");
        let othello = |line| begins::<Othello>(&small, line);
        let small_reader = WayReader::<Othello>::new(&small);
        let written = |line| small_reader.opening(line, usize::MAX).expect("it is an opening");
        let usual = written(" [---- -OX- / -XO- / ---- X] b1\t# A name ");
        assert_eq!((usual.name.as_str(), usual.texts), ("A name", vec!["b1".to_owned()]), "the usual start");
        assert_eq!(othello("[---- -XO- /-OX- ---- O] a2").as_deref(), Ok("1: -----XO--OX----- O | a2"));
        for (line, why) in [
            ("[---- -XO- -OX- ---- O", "write ] behind the position"),
            ("[---- -XO- -OX- ----] b1", "a position ends in a space"),
            ("[---- -XO- -O-- ---- X]", "fewer than four chips"),
            ("[XXXX XXXX XXXX XXXO X]", "the game is over here"),
            ("[--------/--------/--------/---OX---/---XO---/--------/--------/-------- X]", OTHER_RULES),
            ("[---- -XO- -OX- ---- O] a1", "\"a1\" is not legal here"),
        ] {
            let told = othello(line).expect_err(line);
            assert!(told.contains(why), "{line}: {told}");
        }
        let freedom = judge_games::freedom::Params::new(4, judge_games::freedom::Scoring::Distinct);
        let freedom = |line| begins::<Freedom>(freedom.as_ref().expect("it is valid"), line);
        assert_eq!(
            freedom("[..../.B../W.../....  1,2 distinct] 1,1").as_deref(),
            Ok("0: ..../.B../W.../.... 1,2 distinct | 1,1")
        );
        assert!(freedom("[..../.B../W.../.... 1,2 multiplicity]").expect_err("other").contains(OTHER_RULES));
        let gobblet = |line| begins::<Gobblet>(&judge_games::gobblet::Params::default(), line);
        assert_eq!(
            gobblet("[- L - / s Sl - / - - - yellow]").as_deref(),
            Ok("1: - L - / s Sl - / - - - yellow | ")
        );
        let four = "[- - - - / - - - - / - - - - / - - - - red]";
        assert!(gobblet(four).expect_err("it is another board").contains(OTHER_RULES));
        let stones = |line| {
            let params = judge_games::stones::Params::from_text("columns=3 rows=3").expect("it is valid");
            begins::<Stones>(&params, line)
        };
        assert_eq!(stones("[00. ... .11 0 0 0 -]").as_deref(), Ok("0: 00./.../.11 0 0 0 - | "));
        for later in ["[00./.../.11 1 0 0 -]", "[00./.../.11 0 6 2 -]"] {
            assert!(stones(later).expect_err("bots cannot know").contains("end it with 0 0 0 -"), "{later}");
        }
        assert!(stones("[000/00./.11 0 0 0 -]").expect_err("too many stones").contains(OTHER_RULES));
        let fleets = begins::<judge_games::battleship::Battleship>(
            &judge_games::battleship::Params::default(),
            "[anything]",
        );
        assert_eq!(fleets, Err("[anything]: this game begins at no position; write actions".to_owned()));
    }

    #[test]
    fn openings_are_read_as_the_othello_world_writes_them() {
        let reader = WayReader::<Othello>::new(&Params::default());
        let read = |line: &str| {
            let read = reader.opening(line, usize::MAX).expect(line);
            (read.texts.join(" "), read.name)
        };
        let squares = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";
        let ffo = format!("[{squares} X]");
        for line in [
            format!("{squares} X; A2:+38; H4:+0;"),
            format!("{squares} X"),
            format!("{squares} X;G8:+18"),
            format!("{squares} X % a comment #40"),
            format!("{} *", squares.replace('X', "*").replace('-', ".")),
        ] {
            assert_eq!(read(&line), (ffo.clone(), String::new()), "{line}");
        }
        assert_eq!(read(&format!("{squares} X; A2:+38 # FFO 40")), (ffo.clone(), "FFO 40".into()));
        assert_eq!(read(&format!("{squares} X a2 # Forty")), (format!("{ffo} a2"), "Forty".into()));
        let tiger = ("f5 d6 c3 d3 c4".to_owned(), "Tiger".to_owned());
        for line in [
            "Tiger: F5D6C3D3C4",
            "Tiger\tf5 d6 c3 d3 c4",
            "Tiger;f5d6c3d3c4",
            "1. f5 d6 2. c3 d3 3. c4 # Tiger",
        ] {
            assert_eq!(read(line), tiger, "{line}");
        }
        let told = |line: &str| reader.opening(line, usize::MAX).expect_err("it cannot be read").to_string();
        assert!(
            told("Tiger F5D6").ends_with("write it behind the actions, after #"),
            "{}",
            told("Tiger F5D6")
        );
        assert!(told("Tiger: F5D5").contains("after #"));
        assert!(told(squares).ends_with("a position ends in a space and who is to move, X or O"));
    }

    #[test]
    fn an_opening_that_is_written_ends_where_it_is_not_legal() {
        let params = Params::default();
        let seeds = Seeds { round: Seed(1), order: 0 };
        let of_round_of = |written: &[&str], plies| {
            let written: Vec<String> = written.iter().map(|action| (*action).to_owned()).collect();
            of_round::<Othello>(&params, &written, plies, seeds)
        };
        let of_round = |written: &[&str], plies| of_round_of(written, plies).text();
        assert_eq!(of_round(&["d3", "c5"], 6), "d3 c5");
        assert_eq!(of_round(&["d3", "d3", "c5"], 6), "d3");
        assert_eq!(of_round(&["d3", "queen"], 6), "d3");
        let at = "[--------/--------/--------/---OX---/---XO---/--------/--------/-------- O]";
        assert_eq!(
            of_round(&[at, "d6", "c4"], 6),
            "[---------------------------OX------XO--------------------------- O] d6 c4"
        );
        let none = of_round_of(&["[X]", "d3"], 6);
        assert!(
            none.trouble.is_some_and(|(cause, why)| cause == VoidCause::Judge && why.starts_with("[X]: "))
        );
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
