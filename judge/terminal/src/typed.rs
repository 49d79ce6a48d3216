//! Input that a person typed.

/// Input that a person typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typed<'a> {
    /// Nothing.
    Nothing,
    /// `?`: what can be typed.
    Help,
    /// `d`: the board again.
    Draw,
    /// `m`: all moves so far.
    Moves,
    /// `u`, `undo`: back to the last decision of a person.
    Back,
    /// `b`, `b NAME`: a bot takes the seat.
    Bot(Option<&'a str>),
    /// `h`: the person takes the seat back.
    Hand,
    /// `g`: the bots play to the end.
    Go,
    /// `r`: a random action.
    Random,
    /// `f 12 d3`: back to that move, and another action there.
    Fork(usize, &'a str),
    /// `s FILE`.
    Save(&'a str),
    /// `q`: leave.
    Quit,
    /// A command without what it needs: how it is written.
    Incomplete(&'static str),
    /// Anything else: an action.
    Action(&'a str),
}

/// The command that draws the board again.
pub const DRAW: &str = "d";

/// The commands, each with what it does.
pub(crate) const COMMANDS: &[(&str, &str)] = &[
    ("?", "list the commands and the legal actions"),
    ("d", "draw the board again"),
    ("m", "list all moves"),
    ("u, undo", "take back your last action, with all that came after it"),
    ("f 12 ACTION", "go back to move 12 and play ACTION there, whoever moved"),
    ("r", "play a random legal action"),
    ("b, b NAME", "let a bot play your seat from now on"),
    ("h", "take your seat back from the bot"),
    ("s FILE", "save the game for judge play --load FILE and judge replay FILE"),
    ("q", "leave; Ctrl-D and Ctrl-C do the same"),
];

impl<'a> Typed<'a> {
    /// Reads a line.
    pub(crate) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) =
            line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word, rest) {
            ("", _) => Self::Nothing,
            ("?" | "help", "") => Self::Help,
            (DRAW, "") => Self::Draw,
            ("m", "") => Self::Moves,
            ("u" | "undo", "") => Self::Back,
            ("b", "") => Self::Bot(None),
            ("b", name) => Self::Bot(Some(name)),
            ("h", "") => Self::Hand,
            ("g", "") => Self::Go,
            ("r", "") => Self::Random,
            ("s", "") => Self::Incomplete("name a file, as in: s game.json"),
            ("s", file) => Self::Save(file),
            ("q" | "quit" | "exit", "") => Self::Quit,
            ("f", rest) => Self::fork(rest),
            _ => Self::Action(line),
        }
    }

    fn fork(rest: &'a str) -> Self {
        let read = rest.split_once(char::is_whitespace).and_then(|(number, action)| {
            let number: usize = number.parse().ok()?;
            Some(Self::Fork(number.checked_sub(1)?, action.trim()))
        });
        read.unwrap_or(Self::Incomplete(
            "write the number of a move and another action for it, as in: f 12 ACTION",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_actions() {
        for (line, typed) in [
            ("  ", Typed::Nothing),
            ("?", Typed::Help),
            ("d", Typed::Draw),
            ("d3", Typed::Action("d3")),
            ("undo", Typed::Back),
            ("b", Typed::Bot(None)),
            ("b greedy", Typed::Bot(Some("greedy"))),
            ("f 12 L@1,1", Typed::Fork(11, "L@1,1")),
            ("s  my game.json ", Typed::Save("my game.json")),
            (" 5a@0,0 4a@0,1 ", Typed::Action("5a@0,0 4a@0,1")),
        ] {
            assert_eq!(Typed::read(line), typed, "{line:?}");
        }
        for line in ["f", "f 3", "f x d3", "f 0 d3", "s"] {
            assert!(matches!(Typed::read(line), Typed::Incomplete(_)), "{line:?}");
        }
    }
}
