//! `judge play` as a pipe sees it: plain lines in, plain lines out.

use crate::support::{Folder, project_bytes};

/// Each game with a person who lets chance play, against a bot, and how its last line ends.
const GAMES: [(&str, &str); 7] = [
    ("othello human random --set size=6", "chips."),
    ("othello greedy human", "chips."),
    ("freedom human dummy --set size=4", "points."),
    ("gobblet human ok", "wins."),
    ("gobblet random human --set size=4", "wins."),
    ("battleship human tidy --set size=5 --set fleet=3,2", "hits."),
    ("stones human wolf random", "stones."),
];

#[test]
fn a_person_plays_every_game_to_its_end() {
    let folder = Folder::new();
    for (arguments, end) in GAMES {
        let ended = folder.judge_typing(&format!("play {arguments} --seed 1"), &"r\n".repeat(600));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{arguments}");
        let is_end = |line: &&str| {
            line.ends_with(end) && (line.contains("wins") || line.contains("draw") || line.contains("share"))
        };
        assert!(ended.stdout.lines().any(|line| is_end(&line)), "{arguments}\n{}", ended.stdout);
        let has_escape = ended.stdout.contains('\u{1b}');
        assert!(!has_escape, "no colours where there is no terminal");
    }
}

#[test]
fn who_names_nobody_plays_against_an_example() {
    let folder = Folder::new();
    for (game, seats, others) in [
        ("othello", "human greedy", "random, greedy, edgar"),
        ("battleship", "human smuggler", "stupid, tidy, smuggler, hunter, density"),
        ("stones --set seats=3", "human aggressive aggressive", "random, aggressive, wolf"),
    ] {
        let alone = folder.judge_typing(&format!("play {game} --seed 1"), "q\n");
        assert_eq!((alone.code, alone.stderr.as_str()), (Some(0), ""), "{game}");
        let (name, options) = game.split_once(' ').unwrap_or((game, ""));
        let bot = seats.rsplit(' ').next().unwrap_or_default();
        let told = format!(
            "you play against {bot}, as with judge play {name} {seats}\nother players: human, {others} or a .wasm file\n"
        );
        let named = folder.judge_typing(&format!("play {name} {seats} {options} --seed 1"), "q\n");
        assert_eq!(alone.stdout, format!("{told}{}", named.stdout));
    }
    let folder = folder.file("tron.wasm", project_bytes("tournaments/games/tron.wasm"));
    let refused = folder.judge("play tron.wasm");
    let error = "error: judge play: this game is for 2 to 4 players, and you named 0; write human";
    assert!(refused.code == Some(2) && refused.stderr.starts_with(error), "{}", refused.stderr);
}

#[test]
fn a_game_that_is_not_built_yet_is_told_so_and_a_games_own_name_is_no_file() {
    let folder = Folder::new().file("hex.py", "import judge_game\n").file("othello", "no game");
    let told = folder.judge("play hex.py human human");
    assert!(told.stderr.starts_with("error: hex.py: it is not WebAssembly; "), "{}", told.stderr);
    assert!(told.stderr.contains("as in \"python3 bot.py\""), "{}", told.stderr);
    assert_eq!(folder.judge_typing("play othello --seed 1", "q\n").code, Some(0));
}

#[test]
fn undo_takes_back() {
    let said = Folder::new().judge_typing("play othello human greedy --seed 1", "d3\nundo\nq\n").stdout;
    assert!(said.contains("back to move 1\n"), "{said}");
}

#[test]
fn what_is_said_of_a_small_board_names_no_size_that_it_has_not() {
    let said = Folder::new().judge_typing("play gobblet human ok --seed 1", "?\nnothing\nq\n").stdout;
    assert!(said.contains("legal actions (27)") && said.contains("\"nothing\" is no action"), "{said}");
    assert!(!said.contains('X'), "{said}");
}

#[test]
fn the_same_seed_is_the_same_game() {
    let folder = Folder::new();
    let game = |seed: u32| folder.judge(&format!("play stones random random --seed {seed}")).stdout;
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn a_mistake_is_explained_and_asked_again() {
    let folder = Folder::new();
    let ended = folder.judge_typing("play othello human greedy --seed 1", "x\na1\nd3\n");
    let said: Vec<&str> = ended.stdout.lines().collect();
    let wrong = "\"x\" is no action; write a square, as in d3, or -- to pass; ? lists the commands";
    assert!(said.contains(&wrong), "{}", ended.stdout);
    assert!(said.contains(&"a chip at a1 takes none"), "{}", ended.stdout);
    assert!(said.contains(&"  1. d3       black (you)  turns 1 chip"), "{}", ended.stdout);
    assert_eq!(ended.code, Some(0), "who leaves in the middle does no wrong");
}

#[test]
fn a_person_at_battleship_never_sees_the_other_fleet() {
    let folder = Folder::new();
    let play = "play battleship human tidy --seed 1";
    let ended = folder.judge_typing(play, "5a@0,0 4a@0,1\n3a@0,2 3a@0,3\n2a@0,4\n3\n9,9\nm\n");
    let said = &ended.stdout;
    assert!(said.contains("5 5 5 5 5"), "{said}");
    let wrong = "\"3\" is no square; write x,y, as in 3,7; ? lists the commands";
    assert!(said.lines().any(|line| line == wrong), "{said}");
    assert!(said.contains("  2. places its fleet seat 2 (tidy)"), "{said}");
    assert!(!said.contains("a@") || !said.contains("d@"), "{said}");
    let boards = said.lines().filter(|line| line.starts_with("0 5 5 5 5 5"));
    // Beside one's own row of five there is the other's row 0, of which nothing is known.
    for line in boards {
        let other = line.split("   0 ").nth(1).unwrap_or_else(|| panic!("{line:?}"));
        assert!(other.chars().all(|c| " .xo[]|".contains(c)), "{line:?}");
    }
}

#[test]
fn a_saved_game_is_continued() {
    let folder = Folder::new();
    let first = folder.judge_typing("play gobblet human ok --seed 4", "L@1,1\nL@0,0\ns game.json\nq\n");
    assert!(first.stdout.contains("saved to game.json"), "{}", first.stdout);
    let second = folder.judge_typing("play --load game.json", "m\nq\n");
    let moves = |text: &str| text.lines().filter(|line| line.contains(". L@1,1")).count();
    assert_eq!(moves(&second.stdout), 2, "told once, listed once: {}", second.stdout);
    let text = folder.read("game.json");
    let edited = text.replacen("\"L@1,1\",\n", "\"L@2,2\",\n", 1);
    assert_ne!(text, edited);
    let folder = folder.file("edited.json", edited);
    let refused = folder.judge_typing("play --load edited.json", "q\n");
    assert_eq!(refused.code, Some(2));
    let error = "error: edited.json: move 1 was L@2,2 when the game was saved, and is L@1,1 now: the file was changed after it was saved; put the old one back\n";
    assert_eq!(refused.stderr, error);
    let other = folder.file("notes.txt", "mine");
    let refused = other.judge_typing("play gobblet human ok --seed 4", "s notes.txt\nq\n");
    assert!(refused.stdout.contains("is there already and is no saved game"), "{}", refused.stdout);
    assert_eq!(other.read("notes.txt"), "mine");
}

#[test]
fn a_game_that_is_saved_while_a_bot_has_the_seat_is_continued_there() {
    let folder = Folder::new();
    let play = "play othello human random --set size=6 --seed 1";
    let typed = "r\nb greedy\n\ns game.json\nq\n";
    let first = folder.judge_typing(play, typed);
    assert!(first.stdout.contains("saved to game.json"), "{}", first.stdout);
    let moves = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.get(3..5) == Some(". ")).map(ToOwned::to_owned).collect()
    };
    let played = moves(&first.stdout);
    assert_eq!(played.len(), 4, "{}", first.stdout);

    let again = folder.judge_typing("play --load game.json", "h\nq\n");
    let (before, after) = again.stdout.split_once("greedy plays for you").expect("it is asked for");
    assert_eq!(moves(before), played, "{}", again.stdout);
    assert!(after.contains("black (you)") && moves(after).is_empty(), "{}", again.stdout);
    let again = folder.judge_typing("play --load game.json", "\nu\nq\n");
    let (_, after) = again.stdout.split_once("greedy plays for you").expect("it is asked for");
    assert_eq!(moves(after).len(), 2, "the bot moves and is answered: {}", again.stdout);
    assert!(after.contains("back to move 1"), "{}", again.stdout);

    let shown = folder.judge("replay game.json");
    assert_eq!((shown.code, moves(&shown.stdout).len()), (Some(0), 4), "{}", shown.stderr);
    let ends = [
        "The game was not over when it was saved. judge play --load continues it.",
        "no transcript: the game was not over when it was saved; its moves are as they were saved",
    ];
    let said: Vec<&str> = shown.stdout.lines().rev().take(2).collect();
    assert_eq!(said, [ends[1], ends[0]]);
    let json: serde_json::Value =
        serde_json::from_str(&folder.judge("replay game.json --json").stdout).expect("it is JSON");
    assert_eq!(
        (json["moves"].as_array().map(Vec::len), &json["verdict"]),
        (Some(4), &serde_json::Value::Null)
    );
}

#[test]
fn seats_alternate_and_the_score_is_kept() {
    let folder = Folder::new();
    let ended = folder.judge("play othello greedy random --games 3 --seed 2 --set size=4");
    let points: Vec<&str> = ended.stdout.lines().filter(|line| line.starts_with("points after")).collect();
    assert_eq!(points.len(), 3, "{}", ended.stdout);
    let firsts: Vec<&str> =
        ended.stdout.lines().filter(|line| line.starts_with("  1. ")).map(|line| &line[14..]).collect();
    let who = |line: &&str| line.contains("(greedy)");
    assert_eq!(firsts.iter().map(who).collect::<Vec<_>>(), [true, false, true], "{firsts:?}");
}

#[test]
fn mistakes_on_the_command_line_are_named() {
    let folder = Folder::new();
    for (arguments, text) in [
        ("play othello human edger", "error: edger: there is no such bot; did you mean \"edgar\"?"),
        ("play othello human", "this game has 2 seats, and you named 1"),
        ("play othello human greedy --set size=5", "--set: size = 5: write 4, 6 or 8"),
        (
            "play othello human greedy --set size",
            "--set: \"size\" has no value; write KEY=VALUE, such as size=6",
        ),
        ("play othello human greedy --delay 1e9", "write a number of seconds from 0 to 60"),
        ("play othello human no/such.wasm", "error: no/such.wasm: it cannot be read"),
        ("play --load none.json", "error: none.json: this game cannot be read"),
    ] {
        let ended = folder.judge(arguments);
        assert_eq!(ended.code, Some(2), "{arguments}");
        assert!(ended.stderr.contains(text), "{arguments}: {}", ended.stderr);
    }
}

#[test]
fn the_log_of_a_turn_that_crashed_is_shown() {
    let folder = Folder::new().bots(&["crasher"]);
    let play = "play battleship bots/crasher.wasm tidy --seed 1";
    let said = folder.judge(&format!("{play} --log")).stdout;
    let fault =
        said.lines().position(|line| line.contains("commits a fault: exception in take-turn, turn 4: "));
    let rest: Vec<&str> = said.lines().skip(fault.unwrap_or_else(|| panic!("{said}")) + 1).collect();
    assert!(rest[0].starts_with("     log: ") && rest[0].contains("panicked at "), "{said}");
    assert_eq!(rest[1], "     log: I crash in my fourth turn");
    assert!(!folder.judge(play).stdout.contains(" log: "));
}

#[test]
fn a_bot_may_stand_in_place_of_its_game() {
    let folder = Folder::new()
        .bots(&["hunter"])
        .file("tron.wasm", project_bytes("tournaments/games/tron.wasm"))
        .file("rider.wasm", project_bytes("contestants/tron/space.wasm"));
    let named = folder.succeeds("play battleship bots/hunter.wasm tidy --seed 1").stdout;
    assert_eq!(folder.succeeds("play bots/hunter.wasm tidy --seed 1").stdout, named);
    assert!(folder.succeeds("play tron.wasm rider.wasm rider.wasm --seed 1").stdout.contains("tron"));
    for (arguments, told) in [
        ("play bots/hunter.wasm", "this game has 2 seats, and you named 1"),
        (
            "play rider.wasm rider.wasm",
            "error: rider.wasm: this is a bot for tron, and no game; name the game here, and the bot after it: judge play tron.wasm rider.wasm rider.wasm",
        ),
        (
            "check hunter --game bots/hunter.wasm",
            "error: bots/hunter.wasm: this is a bot for battleship, and no game; name the game instead",
        ),
    ] {
        let ended = folder.judge(arguments);
        assert_eq!(ended.code, Some(2), "{arguments}");
        assert!(ended.stderr.contains(told), "{arguments}: {}", ended.stderr);
    }
}

#[test]
fn persons_have_names() {
    let folder = Folder::new();
    let play = "play gobblet human:Ann human:Bob --seed 4";
    let ended = folder.judge_typing(play, "L@1,1\ns game.json\nL@0,0\nq\n");
    let said = &ended.stdout;
    assert!(said.contains("red (Ann)> \n") || said.contains("red (Ann)>\n"), "{said}");
    assert!(said.contains("  1. L@1,1    red (Ann)"), "{said}");
    assert!(said.contains("yellow (Bob)>"), "{said}");
    let again = folder.judge_typing("play --load game.json", "q\n").stdout;
    assert!(again.contains("  1. L@1,1    red (Ann)"), "{again}");
    let shown = folder.judge("replay game.json --print").stdout;
    assert!(shown.contains("L@1,1    red (Ann)"), "{shown}");
    let series = folder
        .judge_typing("play othello human:Ann random --set size=4 --games 2 --seed 1", &"r\n".repeat(40));
    let points = series.stdout.lines().find(|line| line.starts_with("points after 1 game: Ann "));
    assert!(points.is_some(), "{}", series.stdout);
    let (first, second) = series.stdout.split_once("game 2 of 2").expect("there are two games");
    assert!(first.contains("black (Ann)") && !first.contains("white (Ann)"), "{first}");
    assert!(second.contains("white (Ann)") && !second.contains("black (Ann)"), "{second}");
    for name in ["human:", "human:\u{202e}x"] {
        let refused = folder.judge(&format!("play othello {name} random"));
        assert_eq!(refused.code, Some(2));
        assert!(
            refused.stderr.contains("write a name that can be shown, as in human:Anna"),
            "{}",
            refused.stderr
        );
    }
}

#[test]
fn a_person_is_told_once_what_to_type_and_in_the_end_what_is_saved() {
    let folder = Folder::new();
    let typed = |lines: &str| folder.judge_typing("play othello human greedy --seed 1", lines).stdout;
    let said = typed("d3\nr\nq\n");
    assert_eq!(said.matches("Type a square, as in d3; ? for help").count(), 1, "{said}");
    assert!(
        said.ends_with("4 moves played, and not saved; s FILE saves a game before you leave\n"),
        "{said}"
    );
    assert!(!typed("q\n").contains("saved"), "there is nothing to save");
    let said = typed("d3\ns a.json\nq\n");
    assert!(said.ends_with("the game is in a.json; judge play --load a.json continues it\n"), "{said}");
    let said = typed("d3\ns b.json\nu\nr\nq\n");
    let told = "b.json has the first 0 moves; what came after is not saved\n";
    assert!(said.ends_with(told), "another move was played after one was taken back: {said}");
    let said = folder.judge_typing("play --load a.json", "r\nq\n").stdout;
    assert!(said.ends_with("a.json has the first 2 moves; what came after is not saved\n"), "{said}");
    let said = folder.judge_typing("play stones human wolf --seed 1", "q\n").stdout;
    assert!(said.contains("as in 0,0>0,1; ? for help"), "{said}");
}

#[test]
fn as_many_play_stones_as_are_named() {
    let folder = Folder::new();
    for seats in 2..=8 {
        let bots = vec!["random"; seats].join(" ");
        let ended = folder.judge(&format!("play stones {bots} --seed 1"));
        assert_eq!(ended.code, Some(0), "{seats}: {}", ended.stderr);
        let last = format!("seat {seats} (random)");
        assert!(
            ended.stdout.contains(&last) && !ended.stdout.contains(&format!("seat {} ", seats + 1)),
            "{seats}"
        );
    }
    for layout in ["edges", "00000/...../11111/...../22222"] {
        let ended = folder.judge(&format!("play stones random random random --set layout={layout} --seed 1"));
        assert!(ended.stdout.contains("seat 3 (random)"), "{layout}: {}", ended.stderr);
    }
    let nine = folder.judge(&format!("play stones {}", ["random"; 9].join(" ")));
    assert_eq!(nine.code, Some(2), "{}", nine.stdout);
    assert!(nine.stderr.contains("this game is for 2 to 8 players, and you named 9; "), "{}", nine.stderr);
}

#[test]
fn a_fleet_against_the_rules_is_shown() {
    let folder = Folder::new().bots(&["cheater", "tidy"]);
    let expected =
        "its fleet: 5a@0,0 4a@0,0 3a@0,0 3a@0,0 2a@0,0\n   0 1 2 3 4 5 6 7 8 9\n 0 ! ! ! ! 5 . . . . .\n";
    let said = folder.judge("play battleship tidy bots/cheater.wasm --seed 1").stdout;
    assert!(said.contains(expected), "{said}");
    let cup = "game = \"battleship\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n";
    let folder = folder.file("cup.toml", cup);
    folder.play("");
    let said = folder.succeeds("replay results/cup 1").stdout;
    assert!(said.contains(expected), "{said}");
}
