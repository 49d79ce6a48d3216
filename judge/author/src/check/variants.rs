//! The parameters that a bot should cope with: a game's usual rules in, rules out, the usual ones first.

use judge_play::file::FileRules;
use judge_play::games::Kind;
use judge_play::rules::RulesError;
use judge_play::{GameInfo, Rules};

/// The usual rules, and then every key of the game at its ends and in its variants, the others as usual.
#[must_use]
pub fn variants(usual: &Rules) -> Vec<Rules> {
    let mut rules = vec![usual.clone()];
    for settings in settings_to_try(usual.info()) {
        // Not every value goes with the usual ones of the other keys.
        let new = with_settings(usual, settings.iter().map(|(key, value)| (*key, value.as_str())));
        rules.extend(new.ok().filter(|new| !rules.contains(new)));
    }
    rules
}

/// Rules of the same game with these settings.
pub(crate) fn with_settings<'a>(
    rules: &Rules,
    settings: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Rules, RulesError> {
    match rules.file() {
        Some(file) => FileRules::new(file, settings).map(Rules::File),
        None => Rules::new(rules.game(), settings),
    }
}

/// Settings that are worth a try: each key at its ends, and those that the game names itself.
pub(crate) fn settings_to_try(info: &GameInfo) -> Vec<Vec<(&'static str, String)>> {
    let one_key = |key: &judge_play::games::Key| {
        let name = key.name;
        values(name, key.kind).into_iter().map(move |value| vec![(name, value)])
    };
    // Some things only show when several keys are set.
    let several = |settings: &&'static str| {
        let pairs = settings.split(' ').filter_map(|setting| setting.split_once('='));
        pairs.map(|(key, value)| (key, value.to_owned())).collect::<Vec<_>>()
    };
    info.keys.iter().flat_map(one_key).chain(info.facts.trials.iter().map(several)).collect()
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
