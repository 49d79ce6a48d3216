//! The parameters that a bot should cope with: a game's name in, rules out, the usual ones first.

use judge_play::games::Kind;
use judge_play::{GAMES, Rules};

/// The usual rules, and then every key of the game at its ends and in its variants, the others as usual.
#[must_use]
pub fn variants(game: &str) -> Vec<Rules> {
    let info = GAMES.iter().find(|info| info.name == game).expect("it is the name of a game");
    let mut rules = vec![Rules::new(game, []).expect("no setting is needed")];
    for key in info.keys {
        for value in values(game, key.name, key.kind) {
            // Not every value goes with the usual ones of the other keys.
            let new = Rules::new(game, [(key.name, value.as_str())]);
            rules.extend(new.ok().filter(|new| !rules.contains(new)));
        }
    }
    for settings in combinations(game) {
        let settings = settings.split(' ').filter_map(|setting| setting.split_once('='));
        let new = Rules::new(game, settings).expect("the list is right");
        if !rules.contains(&new) {
            rules.push(new);
        }
    }
    rules
}

/// The values of a key that are worth a try.
fn values(game: &str, key: &str, kind: Kind) -> Vec<String> {
    match (game, key) {
        // Long games on a board of the usual size show nothing new.
        (_, "max_turns" | "plies_max") => return vec!["10".into()],
        (_, "no_hit_limit") => return vec!["2".into()],
        _ => {}
    }
    match kind {
        Kind::Number { least, most } => vec![least.to_string(), most.to_string()],
        Kind::OneNumberOf(numbers) => numbers.iter().map(ToString::to_string).collect(),
        Kind::Flag => vec!["true".into(), "false".into()],
        Kind::OneWordOf(words) => words.iter().map(ToString::to_string).collect(),
        Kind::Numbers { .. } | Kind::Text => vec![],
    }
}

/// What only shows when several keys are set.
fn combinations(game: &str) -> &'static [&'static str] {
    match game {
        "battleship" => &[
            "size=2 fleet=2",
            "size=4 fleet=1,1,1",
            "size=16 fleet=5,4,3,3,2",
            "size=10 fleet=5,4,3,3,2 no_touch=true",
        ],
        "othello" => &["size=4 ask_on_pass=true"],
        "stones" => &[
            "columns=2 rows=2 stones=2",
            "seats=4 columns=6 rows=6 layout=edges",
            "seats=8 columns=8 rows=4 layout=01234567/......../......../01234567",
            "seats=3 abort=true",
        ],
        _ => &[],
    }
}
