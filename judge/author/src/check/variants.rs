//! The parameters that a bot should cope with: a game's name in, rules out, the usual ones first.

use judge_play::games::Kind;
use judge_play::{GameInfo, Rules};

/// The usual rules, and then every key of the game at its ends and in its variants, the others as usual.
#[must_use]
pub fn variants(game: &str) -> Vec<Rules> {
    let info = GameInfo::named(game).expect("it is the name of a game");
    let mut rules = vec![Rules::new(game, []).expect("no setting is needed")];
    for key in info.keys {
        for value in values(key.name, key.kind) {
            // Not every value goes with the usual ones of the other keys.
            let new = Rules::new(game, [(key.name, value.as_str())]);
            rules.extend(new.ok().filter(|new| !rules.contains(new)));
        }
    }
    // Some things only show when several keys are set.
    for settings in info.facts.trials {
        let settings = settings.split(' ').filter_map(|setting| setting.split_once('='));
        let new = Rules::new(game, settings).expect("the list is right");
        if !rules.contains(&new) {
            rules.push(new);
        }
    }
    rules
}

/// The values of a key that are worth a try.
fn values(key: &str, kind: Kind) -> Vec<String> {
    match key {
        // Long games on a board of the usual size show nothing new.
        "max_turns" | "plies_max" => return vec!["10".into()],
        "no_hit_limit" => return vec!["2".into()],
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
