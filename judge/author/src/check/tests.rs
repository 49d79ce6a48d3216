//! The parts of an examination: variants, positions, figures.

use judge_core::game::{LoadedBots, Source};
use judge_core::host::Options;
use judge_play::{GAMES, Rules, Seed};
use judge_sandbox::Limits;

use super::fitness::Fitness;
use super::positions::{hard, parse};
use super::variants::named_by_game;
use super::*;

fn usual(game: &str) -> Rules {
    Rules::new(game, []).expect("no setting is needed")
}

#[test]
fn variants_begin_with_the_usual_rules_and_reach_both_ends_of_each_size() {
    for game in GAMES {
        let rules = variants(&usual(game.name));
        assert_eq!(rules[0], usual(game.name));
        assert!(rules.len() >= 3, "{}: {rules:?}", game.name);
    }
    for game in GAMES {
        for settings in named_by_game(game) {
            let given = settings.iter().map(|(key, value)| (*key, value.as_str()));
            assert!(Rules::new(game.name, given).is_ok(), "{}: {settings:?}", game.name);
        }
    }
    let settings = |game: &str, key: &str| -> Vec<String> {
        let value = |rules: &Rules| {
            rules.settings().into_iter().find(|(name, _)| *name == key).map(|(_, value)| value)
        };
        variants(&usual(game)).iter().filter_map(value).collect()
    };
    for (game, key, values) in [
        ("othello", "size", ["4", "6", "8"].as_slice()),
        ("othello", "ask_on_pass", &["true", "false"]),
        ("battleship", "size", &["2", "10", "16"]),
        ("battleship", "no_touch", &["true"]),
        ("freedom", "scoring", &["multiplicity", "distinct"]),
        ("gobblet", "size", &["3", "4"]),
        ("stones", "seats", &["2", "3", "4", "8"]),
        ("stones", "abort", &["true"]),
    ] {
        let found = settings(game, key);
        for value in values {
            assert!(found.iter().any(|other| other == value), "{game}: {key}={value} is not in {found:?}");
        }
    }
}

#[test]
fn each_case_has_the_bank_of_its_own_rules() {
    let cases =
        plan(&variants(&usual("stones")), &[(1, "random".into())], None, Seed(1)).expect("the game is sound");
    let turns = |title: &str| {
        let case = cases.iter().find(|case| case.title == title).unwrap_or_else(|| panic!("{cases:?}"));
        case.fuel_bank(Limits::default().fuel_per_turn) / 100_000_000
    };
    let edges = "seats=4 columns=6 rows=6 layout=edges stones=4 no_hit_limit=144 max_turns=720";
    assert_eq!([turns(""), turns(edges)], [125, 180]);
}

#[test]
fn an_opponent_has_the_fuel_that_is_usual_and_the_bot_what_it_may_have() {
    let rules = usual("battleship");
    let spent = |examined: &str, opponent: &str| {
        let limits = Limits { fuel_per_turn: 200_000_000, ..Limits::default() };
        let options = Options { jobs: Some(1), ..Options::default() };
        let mut bots = LoadedBots::new(rules.clone(), limits, &options).expect("the sandbox starts");
        for (name, guest) in [("bot", examined), ("opponent", opponent)] {
            let wasm = wat::parse_file(format!("../../tests/guests/{guest}.wat")).expect("it is a module");
            bots.add_bytes(name, &wasm, Source::Example).expect("it is a bot");
        }
        let cases = plan(std::slice::from_ref(&rules), &[(1, opponent.into())], None, Seed(1))
            .expect("the game is sound");
        let examined = examine(&bots, &cases[..1], None, &|| ());
        examined[0].used.clone()
    };
    assert_eq!(spent("endless-loop", "walker")[0].fuel / 1_000_000, 200);
    assert_eq!(spent("walker", "endless-loop")[1].fuel / 1_000_000, 100);
}

#[cfg(unix)]
#[test]
fn a_command_that_is_silent_is_waited_for_once() {
    use judge_bots::Waits;
    let most = Some(std::time::Duration::from_secs(3));
    let rules = usual("othello");
    let bots =
        LoadedBots::new(rules.clone(), Limits::default(), &Options::default()).expect("the sandbox starts");
    let silent = "sh -c 'while read line; do case $line in *name*) echo Silent ;; esac; done'";
    let waits = Waits { most, ..Waits::patient(|_| ()) };
    let mut bots = bots.starting(judge_core::game::commands([silent]), waits);
    bots.add(silent).expect("it has a name");
    let cases = plan(std::slice::from_ref(&rules), &[(0, "itself".into())], None, Seed(1));
    let examined = examine(&bots, &cases.expect("the game is sound"), None, &|| ());
    let told = bots.silence().expect("it is silent");
    assert!(told.starts_with("no answer to choose for 3 seconds"), "{told}");
    assert!(examined.len() <= rayon::current_num_threads(), "{} cases", examined.len());
}

#[test]
fn every_game_has_hard_positions_and_their_actions_are_legal() {
    for game in GAMES {
        for rules in variants(&usual(game.name)) {
            for position in hard(&rules).expect("the game is sound") {
                // Read as a person's own they lead to the same place.
                let text: Vec<&str> = position.by_hand.values().map(String::as_str).collect();
                let again = parse(&text.join("\n"), &rules);
                let again = again.unwrap_or_else(|error| panic!("{rules:?}: {position:?}: {error:?}"));
                let title = again[0].title.clone();
                assert_eq!(again, [Position { title, ..position }], "{rules:?}");
            }
        }
        assert!(hard(&usual(game.name)).expect("the game is sound").len() >= 2, "{}", game.name);
    }
}

#[test]
fn one_turn_of_each_of_the_widest_positions_comes_first() {
    let rules = usual("othello");
    let options = Options { jobs: Some(1), ..Options::default() };
    let mut bots = LoadedBots::new(rules.clone(), Limits::default(), &options).expect("the sandbox starts");
    let greedy = judge_core::bot_word::examples::named("othello", "greedy").expect("it is an example").wasm;
    bots.add_bytes("greedy", greedy, Source::Example).expect("it is a bot");
    let cases = plan(std::slice::from_ref(&rules), &[(0, "itself".into())], None, Seed(1));
    let cases = cases.expect("the game is sound");
    let turns: Vec<&CheckCase> = cases.iter().take_while(|case| case.is_one_turn).collect();
    let legal = |case: &&CheckCase| -> usize {
        case.title.split(' ').next().and_then(|word| word.parse().ok()).expect("it begins with a number")
    };
    let legal: Vec<usize> = turns.iter().map(legal).collect();
    assert!(legal.len() >= 6 && legal.is_sorted_by(|wide, less| wide >= less) && legal[0] >= 14, "{legal:?}");
    assert!(cases[turns.len()..].iter().all(|case| !case.is_one_turn));
    for examined in examine(&bots, &cases[..2], None, &|| ()) {
        assert_eq!((examined.turns.count, examined.verdict.is_none(), examined.same), (2, true, true));
    }
}

#[test]
fn positions_are_what_their_titles_say() {
    let titles = |game: &str| {
        hard(&usual(game))
            .expect("the game is sound")
            .into_iter()
            .map(|position| position.title)
            .collect::<Vec<_>>()
    };
    for (game, title) in [
        ("othello", "after a forced pass"),
        ("othello", "a single legal action"),
        ("othello", "the last action of the game"),
        ("freedom", "the last action of the game"),
        ("gobblet", "a win in one action"),
        ("gobblet", "an action that loses at once"),
        ("battleship", "one ship is left"),
        ("battleship", "one square is left"),
    ] {
        assert!(
            titles(game).iter().any(|found| found == title),
            "{game} has {:?}, not {title}",
            titles(game)
        );
    }
}

#[test]
fn positions_of_a_file_have_titles_and_any_number_of_actions_a_line() {
    let text = "# an opening\nd3 c5\nc6\n\n\nf5\n";
    let positions = parse(text, &usual("othello")).expect("they are legal");
    let found: Vec<(&str, usize)> =
        positions.iter().map(|position| (position.title.as_str(), position.by_hand.len())).collect();
    assert_eq!(found, [("an opening", 3), ("position 2", 1)]);
    assert_eq!(positions[0].to_move.0, 1);
    let small = Rules::new("othello", [("size", "4")]).expect("it is valid");
    let begun = parse("# white\n[---- -OX- -XO- ---- O] d2\nb1\n\nb1\n", &small).expect("they are legal");
    let found: Vec<_> =
        begun.iter().map(|position| (position.title.as_str(), position.by_hand.len())).collect();
    assert_eq!(found, [("white", 2), ("position 2", 1)]);
    let at: Vec<_> = begun.iter().map(|position| position.opening.as_deref()).collect();
    assert_eq!(at, [Some("[-----OX--XO----- O]"), None]);
}

#[test]
fn a_mistake_in_a_file_of_positions_is_told_with_its_line() {
    let error = |text: &str| parse(text, &usual("othello")).expect_err("it is a mistake");
    assert_eq!(error("d3\na1").0, 2);
    assert!(error("d3\na1").1.starts_with("\"a1\" is not legal here"), "{:?}", error("d3\na1"));
    assert!(error("d3 x9").1.starts_with("\"x9\": "), "{:?}", error("d3 x9"));
    assert_eq!(error("d3\n\n[---- O]\n").0, 3);
    assert_eq!(error("d3\n[---- O]\n"), (2, "leave an empty line before each position".to_owned()));
    assert_eq!(error("# nothing\n").0, 1);
    let over = parse("5a@0,0", &usual("battleship")).expect_err("that is no fleet");
    assert_eq!(over.0, 1);
}

#[test]
fn the_figures_of_fitness_are_those_of_their_definitions() {
    let fitness = Fitness::of(&[Some(20), None, Some(40), Some(30), Some(30)]).expect("some were sunk");
    assert_eq!((fitness.fleets, fitness.failed, fitness.minimum, fitness.maximum), (4, 1, 20, 40));
    assert!((fitness.mean - 30.0).abs() < 1e-12 && (fitness.median - 30.0).abs() < 1e-12);
    assert!((fitness.deviation - 50.0_f64.sqrt()).abs() < 1e-12);
    assert_eq!(Fitness::of(&[None]), None);
}
