//! The exports and imports of a core module that is a bot: a game's interface in, names, types and layouts as text out.
//!
//! For authors whose compiler has no binding generator. Everything is worked out from the contract, nothing is
//! written by hand.

use crate::functions::core_type;
use crate::functions::file_kind::FileKind;
use crate::functions::short_names;
use judge_play::contract;
use judge_play::wit::{InWords, Signature};

/// The names and types of the functions of a bot, and the layout of what they point to.
#[must_use]
pub fn core_interface(kind: &FileKind) -> String {
    let mut text = format!(
        "A bot for {game} as a core module. All numbers in memory are little-endian.\n\n\
         It exports its memory as \"memory\", and these functions. Short names stand for the long ones.\n",
        game = kind.name()
    );
    let words = InWords::new(kind.as_data());
    for signature in &kind.as_data().functions {
        text.push_str(&exported(kind, &words, signature));
    }
    text + ROOM + &words.layouts() + &imports()
}

const ROOM: &str = r#"
"cabi_realloc"
  (i32, i32, i32, i32) -> (i32)
  param 0  0, the address of nothing
  param 1  0, its bytes
  param 2  alignment
  param 3  bytes
  returns  the address of so much new memory; it is called for each list and string that a call brings
  optional if no call brings one

"_initialize"
  () -> ()
  optional; it is called once, before all else
"#;

/// One function that a bot exports.
fn exported<'a>(kind: &FileKind, words: &InWords<'a>, signature: &'a Signature) -> String {
    let function = kind.interface().function(&signature.name).expect("it is a function of the interface");
    let name = format!("{}#{}", kind.interface().name, function.name);
    let short: Vec<String> = short_names::of(&function.name).map(|name| format!("{name:?}")).collect();
    let mut text = format!("\n{name:?}, short {}\n  {}\n", short.join(" or "), core_type(function));
    let labels = if function.are_params_in_memory() {
        vec!["an address of all parameters, which lie there like the fields of a record".to_owned()]
    } else {
        signature.params.iter().flat_map(|param| words.numbers(&param.ty, &param.name)).collect()
    };
    for (i, label) in labels.iter().enumerate() {
        text.extend(["  param ", &i.to_string(), "  ", label, "\n"]);
    }
    if let Some(result) = &signature.result {
        // More values than one are returned in memory.
        let place = if words.numbers(result, "").len() > 1 { "an address, of: " } else { "" };
        text.extend(["  returns  ", place, &result.to_string(), "\n"]);
    }
    text
}

fn imports() -> String {
    format!(
        "\nIt may import these functions from {host:?}:\n\n\
         \"log\"\n  (i32, i32) -> ()\n  param 0  address of the line, in UTF-8\n  param 1  number of bytes\n\n\
         \"fuel-left\"\n  () -> (i64)\n\n\"bank-left\"\n  () -> (i64)\n\n\
         \"get-option\"\n  (i32, i32, i32) -> ()\n  param 0  address of the option's name, in UTF-8\n  param 1  number of bytes\n  \
         param 2  address of 12 bytes for the answer, at a multiple of 4: u8, 0 none, 1 some; at 4 address of its text; at 8 number of bytes\n",
        host = contract::interface("host")
    )
}

#[cfg(test)]
mod tests {
    use judge_play::GAMES;

    use super::*;

    #[test]
    fn every_number_of_every_function_has_a_label() {
        for game in GAMES {
            let kind = FileKind::bot(game.name);
            let words = InWords::new(kind.as_data());
            for Signature { name, params, .. } in &kind.as_data().functions {
                let labels = params.iter().flat_map(|param| words.numbers(&param.ty, &param.name));
                let function = kind.interface().function(name).expect("it is one of the interface's");
                assert_eq!(labels.count(), function.core_params().len(), "{name} of {}", game.name);
            }
        }
    }

    #[test]
    fn lists_and_what_they_hold_are_laid_out() {
        let text = core_interface(&FileKind::bot("battleship"));
        for line in [
            "\"judge:arena/battleship@1.0.0#take-turn\", short \"take-turn\" or \"take_turn\"\n  (i32, i32, i32, i32) -> (i32)\n",
            "  param 4  setup.fleet: address of its elements, each u8\n  param 5  setup.fleet: number of elements\n",
            "  returns  an address, of: list<ship>\n",
            "list<ship>: 8 bytes, at a multiple of 4\n  at 0  i32, address of its elements, each ship\n  at 4  i32, number of elements\n",
            "ship: 4 bytes, at a multiple of 1\n  at 0  x: u8\n  at 1  y: u8\n  at 2  length: u8\n  at 3  orientation\n",
            "orientation: 1 byte\n  0 across, 1 down\n",
        ] {
            assert!(text.contains(line), "{line}\nis not in\n{text}");
        }
    }

    #[test]
    fn cases_share_their_place() {
        let (stones, gobblet) =
            (core_interface(&FileKind::bot("stones")), core_interface(&FileKind::bot("gobblet")));
        let shared = "  param 1  message.turn-to: u8, or message.move.player: u8, or ";
        assert!(stones.contains(shared), "{stones}");
        let action = "action: 5 bytes, at a multiple of 1\n  at 0  u8: 0 enter, 1 move\n  at 1  enter, if it is that\n  at 1  move, if it is that\n";
        assert!(gobblet.contains(action), "{gobblet}");
    }
}
