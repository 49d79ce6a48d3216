//! The games that a file is for, by the names of its exports: bytes in, names of games out. Compiles nothing.

use judge_bots::{FileKind, exports};
use judge_play::text::{cut, sanitize};
use judge_play::{GAMES, contract, file};
use judge_sandbox::is_run;

/// The games whose interface the file exports, in the order of [`GAMES`]; none if it exports none, or cannot be
/// read.
#[must_use]
pub fn games_of(bytes: &[u8]) -> Vec<&'static str> {
    let names = exports(bytes);
    let is_for = |game: &str| {
        let interface = contract::interface(game);
        let of_module = format!("{interface}#");
        names.iter().any(|name| *name == interface || name.starts_with(&of_module))
            || judge_bots::are_exports_of(&FileKind::bot(game), &names)
    };
    GAMES.iter().map(|game| game.name).filter(|game| is_for(game)).collect()
}

/// Characters of a game's name in a message.
const GAME_CHARACTERS: usize = 40;

/// The game that the file is for by the name of the interface that it exports, safe to be shown, whether or not it is one of [`GAMES`].
#[must_use]
pub fn named_game_of(bytes: &[u8]) -> Option<String> {
    let names = exports(bytes);
    names.iter().find_map(|name| {
        let (game, _) = name.strip_prefix("judge:arena/")?.split_once('@')?;
        Some(cut(&sanitize(game), GAME_CHARACTERS))
    })
}

/// Whether the file is a program with a `main`, which reads and writes lines if it has no functions of a game.
#[must_use]
pub fn reads_lines(bytes: &[u8]) -> bool {
    let is_main = |name: &String| name == "_start" || is_run(name);
    exports(bytes).iter().any(is_main)
}

/// Whether the file is a game itself.
#[must_use]
pub fn is_game(bytes: &[u8]) -> bool {
    exports(bytes).iter().any(|name| name.starts_with(file::INTERFACE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use judge_core::bot_word::examples;

    #[test]
    fn every_example_tells_its_game() {
        for game in GAMES {
            for example in examples::of(game.name) {
                assert_eq!(games_of(example.wasm), [game.name], "{}", example.name);
            }
        }
    }

    #[test]
    fn short_names_tell_the_game_too() {
        let text = r#"(module (func $f (export "new_game")) (export "name" (func $f)) (export "take_turn" (func $f)))"#;
        assert_eq!(games_of(&wat::parse_str(text).expect("it is a module")), ["battleship"]);
    }

    #[test]
    fn what_exports_no_game_is_for_none() {
        let module = wat::parse_str(r#"(module (func (export "run")))"#).expect("it is a module");
        assert!(games_of(&module).is_empty());
        assert!(games_of(b"nonsense").is_empty());
    }
}
