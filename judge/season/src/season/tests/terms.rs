//! Any change of a game's terms changes all that is hashed or written of them.

use judge_bots::Bot;
use judge_core::beacon;
use judge_core::game::{LoadedBots, SavedGame};
use judge_core::journal::JournalKeys;
use judge_core::phases::{EntrantId, Round};
use judge_core::results::Manifest;
use judge_core::tournament::{GameFiles, Openings};
use judge_play::opening::WrittenOpening;
use judge_play::{GameTerms, Line, LineText, Rules, SeatLine, Seed};
use judge_sandbox::{LIMITS, Limits, Width};

use super::*;

/// Terms that differ from the usual ones in one thing each, with what that is.
fn others(usual: &GameTerms) -> Vec<(&'static str, GameTerms)> {
    // A new field must have a case below.
    // A game that is a file has another hash: a test of the program plays one.
    let GameTerms { game, game_sha256: _, rules: _, opening_plies, opening: _, limits } = usual;
    let on = |game: &str, settings: &[(&str, &str)]| {
        let rules = Rules::new(game, settings.iter().copied()).expect("they are rules");
        GameTerms::new(&rules, *opening_plies, limits)
    };
    let limited = |limits: Limits| GameTerms { limits, ..usual.clone() };
    let mut others = vec![
        ("game", on("othello", &[])),
        ("rules", on(game, &[("size", "4")])),
        ("opening_plies", GameTerms { opening_plies: opening_plies + 1, ..usual.clone() }),
        ("opening", GameTerms { opening: vec!["S@0,0".into()], ..usual.clone() }),
        ("module_limits", limited(Limits { width: Width::Wide, ..limits.clone() })),
    ];
    for limit in LIMITS.iter().filter(|limit| limit.key != "watchdog_seconds") {
        let (mut changed, end) = (limits.clone(), *limit.range.end());
        (limit.set)(&mut changed, if (limit.get)(limits) == end { end - 1 } else { end });
        others.push((limit.key, limited(changed)));
    }
    // The usual number of legal actions is not written.
    let all_written = Limits { legal_actions: 0, ..limits.clone() };
    let json = serde_json::to_value(all_written).expect("limits are plain data");
    assert_eq!(json.as_object().map(serde_json::Map::len), Some(LIMITS.len() + 1), "each limit has a case");
    others
}

/// All that is hashed or written of a season's games on these terms.
fn hashed(season: &SeasonTerms, terms: &GameTerms) -> Vec<(&'static str, String)> {
    let mut season = season.clone();
    let tournament = &mut season.tournament;
    tournament.rules = terms.parse_rules(None).expect("they are rules");
    tournament.opening_plies = terms.opening_plies;
    let opening = WrittenOpening { name: String::new(), texts: terms.opening.clone() };
    let openings = Openings { file: "openings.txt".into(), sha256: [1; 32], openings: vec![opening] };
    tournament.openings = Some(openings).filter(|_| !terms.opening.is_empty());
    tournament.limits = terms.limits.clone();
    let tournament = &season.tournament;
    let bots: Vec<Bot> =
        ["a", "b"].map(|name| Bot::excluded(&Name::new(name).expect("it is a name"), name.as_bytes())).into();
    let round = Round::new(&["a", "b"], vec![EntrantId(0), EntrantId(1)], 1, Seed(1));
    let fixture = round.fixtures().next().expect("two play");
    let names = bots.iter().map(|bot| (bot.name.as_str(), Some(hex::encode(bot.sha256))));
    let options = Options { jobs: Some(1), program: None, cache: CacheUse::None };
    let loaded_bots =
        LoadedBots::new(tournament.rules.clone(), tournament.limits.clone(), &options).expect("it starts");
    let persons = vec![SeatLine::person(); tournament.rules.seats()];
    let line = Line {
        opening_plies: tournament.opening_plies,
        opening: tournament.opening_of(1).to_vec(),
        ..Line::new(tournament.rules.clone(), Seed(1), persons)
    };
    let text = LineText::of(&line, &tournament.limits);
    let manifest = Manifest::new(tournament, &bots, None, None);
    assert_eq!(text.clone().parse(None), Ok((line.clone(), tournament.limits.clone())));
    vec![
        ("its digest", hex::encode(tournament.terms_by_opening()[0].digest())),
        ("the journal's key", format!("{:?}", JournalKeys::new(tournament, &bots).of(&fixture))),
        ("the beacon's inputs", beacon::inputs(tournament, names)),
        // A season with openings that somebody wrote is refused.
        ("the season's terms", format!("{} {:?}", digest(&season), terms.opening)),
        (
            "the manifest",
            format!("{} {:?}", hex::encode(manifest.terms().digest()), manifest.tournament.openings),
        ),
        ("a saved game", SavedGame::new(Path::new("game.json"), &loaded_bots, &line, &[], None).to_json()),
        ("a line as text", serde_json::to_string(&text).expect("it is plain data")),
    ]
}

#[test]
fn every_field_of_a_games_terms_changes_all_that_is_made_of_them() {
    let folder = tempfile::tempdir().expect("there is room");
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contestants/gobblet");
    let toml = format!(
        "game = \"gobblet\"\nrounds = 1\ncontestants = [\"{0}/ok.wasm\", \"{0}/random.wasm\"]\n[serve]\n",
        bots.display()
    );
    let path = folder.path().join("season.toml");
    fs::write(&path, toml).expect("it can be written");
    let season = SeasonTerms::read(&path, &GameFiles::none()).expect("it is right");
    let usual = season.tournament.terms();
    let before = hashed(&season, &usual);
    for (field, terms) in others(&usual) {
        assert_ne!(terms, usual, "{field}");
        for ((what, now), (_, then)) in hashed(&season, &terms).iter().zip(&before) {
            assert_ne!(now, then, "{field} does not change {what}");
        }
    }
    // The game's name alone, whatever the settings.
    let named = GameTerms { game: "chess".into(), ..usual.clone() };
    assert_ne!(named.digest(), usual.digest());
}
