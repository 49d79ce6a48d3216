//! `openings`: a file of openings, one a line, each a position, actions in the notation of the game, or both; or of games as GGF.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;

use judge_play::opening::{Unplayable, WrittenOpening, read_with};
use judge_play::page_game::ggf::GgfText;
use judge_play::text::count;
use judge_play::{GameInfo, Rules};
use toml::Spanned;

use super::Tournament;
use super::source::Source;
use crate::error::Mistake;
use crate::file::{self, games_text};

/// The most openings.
const OPENINGS_MAX: usize = 200_000;
/// Openings that are kept, also where no round gets them.
const KEPT_MIN: usize = 10_000;
/// The highest number of a round is at most so many times `rounds`: in a knockout numbers go on where two meet again.
const NUMBERS_OF_A_ROUND: usize = 10;
/// The most lines of the file that are found wrong at a time.
const MISTAKES_MAX: usize = 20;

/// The openings of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    /// The file they were read from.
    pub file: PathBuf,
    /// SHA-256 of the file's text, unpacked.
    pub sha256: [u8; 32],
    /// The openings, of which there is at least one.
    pub openings: Vec<WrittenOpening>,
}

impl Openings {
    /// The place in the list of the opening of a round with this number, from 1, among so many: they take turns.
    ///
    /// So every pairing plays the same openings, and none again before it has played all. Neither more rounds nor more
    /// openings at the end of the file change the openings of rounds before.
    #[must_use]
    pub fn place(number: u32, openings: usize) -> usize {
        (number.saturating_sub(1) as usize) % openings
    }

    /// Without those that no round gets: what is left is kept in memory, in the manifest and in pages.
    pub(super) fn for_rounds(mut self, rounds: u32) -> Self {
        self.openings.truncate(KEPT_MIN.max(NUMBERS_OF_A_ROUND * rounds as usize));
        self
    }

    /// The opening of a round with this number, from 1.
    #[must_use]
    pub fn of_round(&self, number: u32) -> &WrittenOpening {
        &self.openings[Self::place(number, self.openings.len())]
    }
}

impl Tournament {
    /// The warning for an organiser whose pairings play an opening again, if they do.
    pub(crate) fn few_openings(&self) -> Option<String> {
        let openings = self.openings.as_ref()?;
        // In a Swiss a pairing seldom meets twice.
        let again = self.phases.iter().filter(|phase| !phase.is_by_rounds());
        let rounds = again.map(|phase| phase.rounds).max()?;
        if openings.openings.len() >= rounds as usize {
            return None;
        }
        let (file, there) =
            (file::path_text(&openings.file), count(openings.openings.len() as u64, "opening"));
        Some(format!(
            "{file} has {there}, and a pairing plays {rounds} rounds: with an opening that comes again bots may repeat their games; add openings, or lower rounds"
        ))
    }
}

impl Source<'_> {
    /// The openings in the file that is named, for a game of these rules; of each `most` actions, if somebody says so.
    pub(super) fn openings(
        &self,
        game: &GameInfo,
        rules: &Rules,
        typed: &Spanned<String>,
        most: Option<u32>,
    ) -> Result<Openings, Vec<Mistake>> {
        let mistake = |text: String| self.mistake(typed.span(), text);
        if game.opening_plies.is_none() {
            return Err(mistake("openings: this game has no openings; remove the key".into()).into());
        }
        self.no_escapes(typed)?;
        let file = self.beside(typed.get_ref());
        let text = games_text::read(&file).map_err(|error| {
            let missing = "write one with the actions of an opening on each line, or correct the path";
            let why = file::unread(&error, missing);
            mistake(format!("openings: {}: {why}", file::path_text(&file)))
        })?;
        let sha256 = file::text_sha256(text.as_bytes());
        // Some editors begin a file so.
        let read = read(text.strip_prefix('\u{feff}').unwrap_or(&text), rules, most);
        let on_line = |(line, text)| Mistake::on_line(&file, line, text);
        let openings = read.map_err(|wrong| wrong.into_iter().map(on_line).collect::<Vec<_>>())?;
        if openings.is_empty() {
            let text = "there is no opening in it; write the actions of one on each line";
            return Err(Mistake::in_file(&file, text).into());
        }
        Ok(Openings { file, sha256, openings })
    }
}

/// A line with its number.
type Line<'a> = (usize, Result<Cow<'a, str>, Unplayable>);

/// The openings in a text, or the lines that are wrong, and why. With `most` they are the beginnings of games, many of which
/// may begin alike.
fn read(text: &str, rules: &Rules, most: Option<u32>) -> Result<Vec<WrittenOpening>, Vec<(usize, String)>> {
    let is_written = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
    let lines: Box<dyn Iterator<Item = Line<'_>>> = if GgfText::is_ggf(text) {
        let moves = |game: GgfText| game.moves_for(rules).map(Cow::Owned);
        Box::new(GgfText::games(text).map(move |(number, game)| (number, game.and_then(moves))))
    } else {
        let lines = (1..).zip(text.lines().map(str::trim)).filter(is_written);
        Box::new(lines.map(|(number, line)| (number, Ok(Cow::Borrowed(line)))))
    };
    let read = read_with(rules);
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let mut known: HashMap<Vec<String>, usize> = HashMap::new();
    let most_of_each = most.map_or(usize::MAX, |most| most as usize);
    for (number, line) in lines {
        match line.and_then(|line| read(&line, most_of_each)) {
            Ok(new) => match known.get(&new.texts) {
                Some(_) if most.is_some() => {}
                // Bots would play the same games again.
                Some(first) => {
                    wrong.push((
                        number,
                        format!("it is the opening of line {first} again; remove one of the two"),
                    ));
                }
                None if found.len() == OPENINGS_MAX => {
                    wrong.push((number, format!("there are more than {OPENINGS_MAX} openings; remove some")));
                    break;
                }
                None => {
                    known.insert(new.texts.clone(), number);
                    found.push(new);
                }
            },
            Err(why @ Unplayable::Over) if most.is_none() => {
                wrong.push((number, format!("{why}, or set opening_plies")));
            }
            Err(why) => wrong.push((number, why.to_string())),
        }
        if wrong.len() >= MISTAKES_MAX {
            break;
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(wrong) }
}

#[cfg(test)]
mod tests {
    use judge_play::games::Game as _;
    use judge_play::games::othello::{Othello, Params};
    use judge_play::opening::replayed_position::ReplayedPosition;

    use super::*;

    fn read_for(game: &str, text: &str) -> Result<Vec<String>, Vec<(usize, String)>> {
        let rules = Rules::new(game, []).expect("no setting is needed");
        let joined =
            |openings: Vec<WrittenOpening>| openings.iter().map(|opening| opening.texts.join(" ")).collect();
        read(text, &rules, None).map(joined)
    }

    #[test]
    fn openings_are_the_beginnings_of_games() {
        let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
        let game = |moves: &str| format!("(;GM[Othello]PB[a]PW[b]BO[{board}]{moves};)\n");
        let text = game("B[f5//1.2]W[d6]B[c3]") + &game("B[f5]W[d6]B[c5]") + &game("B[f5]W[f6]B[e6]");
        let rules = |size| Rules::new("othello", [("size", size)]).expect("it is valid");
        let texts = |openings: Vec<WrittenOpening>| {
            openings.into_iter().flat_map(|opening| opening.texts).collect::<Vec<_>>().join(" ")
        };
        let of = |text: &str, most| read(text, &rules("8"), most).map(texts);
        assert_eq!(of(&text, Some(2)).as_deref(), Ok("f5 d6 f5 f6"), "two begin alike");
        assert_eq!(of("F5D6C3\nf5 d6 c5", Some(2)).as_deref(), Ok("f5 d6"));
        assert_eq!(of(&text, None).as_deref(), Ok("f5 d6 c3 f5 d6 c5 f5 f6 e6"));
        let wrong = read(&text, &rules("6"), Some(2)).expect_err("it is another board");
        assert_eq!(
            wrong[1],
            (2, "it is a game of Othello on 8 x 8 squares, and the rules say otherwise".to_owned())
        );
    }

    #[test]
    fn a_book_of_many_openings_is_read_and_no_more_is_kept_than_rounds_get() {
        // Each is another beginning of a game.
        let line = |number: usize| {
            let mut way = ReplayedPosition::from(Othello::start(&Params::default()));
            let mut rest = number;
            // No game is over sooner.
            for _ in 0..8 {
                let legal = way.game.legal();
                way.play(&legal[rest % legal.len()]).expect("it is listed");
                rest /= legal.len();
            }
            way.by_hand.into_values().collect::<String>()
        };
        let mut lines: Vec<String> = (0..12_000).map(line).collect();
        lines.sort();
        lines.dedup();
        let text = lines.join("\n");
        let rules = Rules::new("othello", []).expect("nothing is set");
        let read = read(&text, &rules, None).expect("all can be played");
        assert_eq!((read.len(), lines.len()), (lines.len(), lines.len()));
        assert!(read.len() > KEPT_MIN, "{}", read.len());
        let openings = |rounds| {
            let all = Openings { file: PathBuf::new(), sha256: [0; 32], openings: read.clone() };
            all.for_rounds(rounds).openings.len()
        };
        assert_eq!([openings(4), openings(2_000)], [KEPT_MIN, read.len()]);
    }

    #[test]
    fn a_line_is_an_opening_and_comments_are_none() {
        let text = "# parallel\nd3 c3\n\n  # perpendicular\n  d3   c5\r\n";
        assert_eq!(read_for("othello", text), Ok(vec!["d3 c3".to_owned(), "d3 c5".to_owned()]));
        assert_eq!(read_for("othello", "# nothing\n"), Ok(vec![]));
        assert_eq!(
            read_for("othello", "F5D6C3D3C4\nF5F6E6F4 # Buffalo\n"),
            Ok(vec!["f5 d6 c3 d3 c4".to_owned(), "f5 f6 e6 f4".to_owned()])
        );
        assert_eq!(
            read_for("othello", "F5D6\nf5, d6").map_err(|wrong| wrong.len()),
            Err(1),
            "it is the same"
        );
        assert_eq!(read_for("freedom", "5,5 5,6\n1,1"), Ok(vec!["5,5 5,6".to_owned(), "1,1".to_owned()]));
    }

    #[test]
    fn every_line_that_is_wrong_is_told() {
        let wrong = read_for("othello", "d3 d3\nd3\nx\n\nd3 \n").expect_err("three lines are wrong");
        let lines: Vec<usize> = wrong.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 3, 5]);
        assert_eq!(wrong[2].1, "it is the opening of line 2 again; remove one of the two");
    }

    #[test]
    fn rounds_take_the_openings_in_turn() {
        let openings = Openings {
            file: PathBuf::new(),
            sha256: [0; 32],
            openings: ["a", "b", "c"]
                .map(|action| WrittenOpening { name: String::new(), texts: vec![action.to_owned()] })
                .to_vec(),
        };
        let of = |number| openings.of_round(number).texts[0].as_str();
        assert_eq!([1, 2, 3, 4, 7].map(of), ["a", "b", "c", "a", "a"]);
    }
}
