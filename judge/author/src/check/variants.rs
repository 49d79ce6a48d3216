//! The parameters that a bot should cope with: a game's usual rules in, rules out, the usual ones first.

use judge_play::file::FileRules;
use judge_play::games::Kind;
use judge_play::{GameInfo, Rules, RulesError};

/// The usual rules, and then every key of the game at its ends and in its variants, the others as usual.
#[must_use]
pub fn variants(usual: &Rules) -> Vec<Rules> {
    let mut rules = vec![usual.clone()];
    let info = usual.info();
    for settings in each_key(info).chain(named_by_game(info)) {
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

/// Keys and their values.
pub(crate) type Variant = Vec<(&'static str, String)>;

/// Each key of a game at its ends and in its variants.
pub(crate) fn each_key(info: &GameInfo) -> impl Iterator<Item = Variant> {
    info.keys
        .iter()
        .flat_map(|key| values(key.name, key.kind).into_iter().map(|value| vec![(key.name, value)]))
}

/// Settings that a game names itself: some things only show when several keys are set.
pub(crate) fn named_by_game(info: &GameInfo) -> impl Iterator<Item = Variant> {
    info.facts.trials.iter().map(|settings| {
        let pairs = settings.split(' ').filter_map(|setting| setting.split_once('='));
        pairs.map(|(key, value)| (key, value.to_owned())).collect()
    })
}

/// Settings as they are typed: `columns=4 rows=4`.
pub(crate) fn typed(settings: &[(&str, String)]) -> String {
    settings.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
}

/// Those of the settings that are not among the usual ones, as they are typed.
pub(crate) fn unusual(mut settings: Variant, usual: &Variant) -> String {
    settings.retain(|setting| !usual.contains(setting));
    typed(&settings)
}

/// The values of a key that are worth a try.
fn values(key: &str, kind: Kind) -> Vec<String> {
    match (key, kind) {
        // Long games on a board of the usual size show nothing new.
        ("max_turns" | "plies_max", _) => vec!["10".into()],
        ("no_hit_limit", _) => vec!["2".into()],
        (_, Kind::Number { least, most }) => vec![least.to_string(), most.to_string()],
        (_, Kind::OneNumberOf(numbers)) => numbers.iter().map(ToString::to_string).collect(),
        (_, Kind::Flag) => vec!["true".into(), "false".into()],
        (_, Kind::OneWordOf(words)) => words.iter().map(ToString::to_string).collect(),
        (_, Kind::Numbers { .. } | Kind::Text) => vec![],
    }
}
