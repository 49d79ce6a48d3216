//! Any game that is a file: loaded and played and looked at, or a clear message; never a panic.

use std::sync::{Arc, LazyLock, Mutex};

use bolero::TypeGenerator;
use bolero::generator::*;
use judge_bots::{Compiler, FileKind, NotLoaded, game_of_code, load_game};
use judge_core::error::Mistake;
use judge_play::contract::Contract;
use judge_play::file::{FileGame, FileRules, GameCode, RunningGame, Stopped};
use judge_play::games::{Game, Parameters, Seat};
use judge_play::opening;
use judge_play::player::called::{Answer, Called, Callee};
use judge_play::scenes::{Shown, Viewpoint};
use judge_play::wit::{Interface, Reader, Type, Value, from_json_text};
use judge_play::{Account, GameFile, Match, NoAnswer, Seated, Seed, Seeds};

use super::edited::Edited;
use super::made::{self, Made};
use super::sandboxes::{SANDBOXES, is_plain};

/// The source of decisions, one byte after the other; zeros when it is used up.
#[derive(Clone)]
struct Dice(Arc<Mutex<(Vec<u8>, usize)>>);

impl Dice {
    fn new(bytes: &[u8]) -> Self {
        Self(Arc::new(Mutex::new((bytes.to_vec(), 0))))
    }

    fn byte(&self) -> u8 {
        let mut dice = self.0.lock().expect("nobody panics here");
        let (bytes, at) = &mut *dice;
        *at += 1;
        bytes.get(*at - 1).copied().unwrap_or_default()
    }

    fn below(&self, most: usize) -> usize {
        usize::from(self.byte()) % most
    }
}

/// Texts that mean something somewhere, or nowhere.
const TEXTS: &[&str] = &[
    "",
    "1",
    "2",
    "take",
    "new-game",
    "name",
    "duel",
    "1\n2",
    "\u{1b}[2J\u{7}",
    "\u{202e}\u{2066}",
    "[1, 2]",
    "{a: 1}",
    "some(some(1))",
    "\"1\"",
    "99999999999999999999",
    "interface duel { name: func() -> string; new-game: func(seed: u64); take: func() -> u8; tell: func(a: list<u8>); }",
    "interface duel { record r { a: u8, b: list<string> } variant v { x, y(r) } name: func() -> string; new-game: func() -> v; \
     take: func(v: v) -> result<r, string>; }",
];

/// Appends any value of a type.
fn any(ty: &Type, dice: &Dice, to: &mut Value) {
    let case = |cases: usize, to: &mut Value| {
        let case = dice.below(cases);
        to.case(u32::try_from(case).expect("it is one byte"));
        case
    };
    match ty {
        Type::Bool => to.number(dice.byte() & 1),
        Type::U8 => to.number(small(dice)),
        Type::U16 | Type::U32 => to.number(u16::from(small(dice)) << (dice.byte() % 9)),
        Type::U64 => to.number(u64::from(small(dice)) << (dice.byte() % 57)),
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => to.signed(dice.byte().cast_signed()),
        Type::String => match dice.below(TEXTS.len() + 1) {
            0 => to.text(&"x".repeat(dice.below(256) * 64)),
            text => to.text(TEXTS[text - 1]),
        },
        Type::List(item) if matches!(**item, Type::U8 | Type::S8) => {
            let bytes: Vec<u8> = (0..dice.below(5)).map(|_| small(dice)).collect();
            to.bytes(&bytes);
        }
        Type::List(item) => {
            let length = dice.below(4);
            to.list(length);
            (0..length).for_each(|_| any(item, dice, to));
        }
        Type::Option(ty) => {
            if case(2, to) != 0 {
                any(ty, dice, to);
            }
        }
        Type::Record(record) | Type::Tuple(record) => record.fields().for_each(|(_, ty)| any(ty, dice, to)),
        Type::Enum(cases) => drop(case(cases.len(), to)),
        Type::Variant(variant) | Type::Result(variant) => {
            let place = case(variant.cases.len(), to);
            if let (_, Some(ty)) = &variant.cases[place] {
                any(ty, dice, to);
            }
        }
    }
}

/// A number that may well be a seat, a rank or a place.
fn small(dice: &Dice) -> u8 {
    let byte = dice.byte();
    if byte < 200 { byte % 4 } else { byte }
}

/// Reads a value to its end.
fn read(ty: &Type, from: &mut Reader<'_>) {
    let mut text = String::new();
    judge_play::wit::write_json(ty, from, &mut text).expect("it fits");
}

static GAMES: LazyLock<Interface> =
    LazyLock::new(|| Interface::new(FileKind::game().as_data()).expect("it is the interface of games"));
static SOUND: LazyLock<Made> = LazyLock::new(Made::new);

/// A game that answers as the sound one does, or anything of the right type.
#[derive(Clone)]
struct AnyAnswers(Dice);

impl GameCode for AnyAnswers {
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped> {
        Ok(Box::new(self.clone()))
    }
}

impl RunningGame for AnyAnswers {
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped> {
        let function = GAMES.function(function).expect("it is one of a game");
        let mut asked = arguments.reader();
        function.params.fields().for_each(|(_, ty)| read(ty, &mut asked));
        assert!(asked.is_at_end(), "{} is asked with more", function.name);
        let ty = function.result.as_ref().expect("all answer something");
        match self.0.byte() {
            // What a file says of itself stays in memory for ever.
            byte if byte < 160 || (function.name == "info" && byte < 250) => {
                let sound: Vec<String> = SOUND.answers_of(&function.name).collect();
                from_json_text(ty, &sound[usize::from(byte) % sound.len()], answer).expect("it is sound");
            }
            byte if byte > 253 => return Err(Stopped::Broken("it trapped".into())),
            _ => any(ty, &self.0, answer),
        }
        Ok(())
    }
}

/// A bot that answers anything.
struct AnyBot(Arc<Interface>, Dice);

impl Callee for AnyBot {
    fn ask(&mut self, function: &str, arguments: &Value, values: &mut Value) -> Result<Answer, NoAnswer> {
        let function = self.0.function(function).expect("it is one of the contract");
        let mut asked = arguments.reader();
        function.params.fields().for_each(|(_, ty)| read(ty, &mut asked));
        assert!(asked.is_at_end(), "{} is asked with more", function.name);
        if let Some(ty) = &function.result {
            any(ty, &self.1, values);
        }
        Ok(Answer::Values)
    }

    fn tell(&mut self, function: &str, arguments: &Value) -> Result<(), NoAnswer> {
        self.ask(function, arguments, &mut Value::default()).map(|_| ())
    }

    fn skip_turn(&mut self) {}

    fn account(&self) -> &dyn Account {
        &()
    }
}

/// It became a game, or the message can be shown.
fn loaded(game: Result<Arc<GameFile>, NotLoaded>) -> Option<Arc<GameFile>> {
    game.map_err(|why| {
        assert!(!why.to_string().trim().is_empty());
        let message = Mistake::in_file("game.wasm", why.to_string()).to_string();
        assert!(is_plain(&message), "{message:?}");
    })
    .ok()
}

/// Plays a match with an opening, and looks at its end.
fn play(file: &Arc<GameFile>, dice: &Dice) {
    let Ok(rules) = FileRules::new(file, []) else { return };
    let seeds = Seeds { round: Seed(7), order: 0 };
    let opening = opening::of_round::<FileGame>(&rules, &[], u32::from(dice.byte() & 1), seeds);
    let rules = FileGame::for_one_match(&rules);
    let bot = |seat| {
        let bot = AnyBot(file.interface.clone(), dice.clone());
        Seated::player(Called::new::<FileGame>(bot, &rules, Seat(seat), Seed(1)))
    };
    let seats = u8::try_from(rules.seats()).expect("a seat is one byte");
    let players = (0..seats).map(bot).collect();
    let start = FileGame::start_with(&rules, 7);
    let mut game = Match::from_start(start, &rules, opening, players);
    game.run().expect("no person takes part");
    look(game.game());
    let finished = game.finish();
    assert!(finished.record.turns <= FileGame::turns_max(&rules));
    assert!(is_plain(&finished.record.verdict.to_string()), "{}", finished.record.verdict);
}

fn look(game: &FileGame) {
    for viewpoint in [Viewpoint::Everything, Viewpoint::Seat(Seat(0))] {
        let scene = game.scene(viewpoint);
        let words = scene.words.iter().flat_map(|words| words.lines());
        assert!(words.chain(scene.choices.iter().map(|choice| choice.action.as_str())).all(is_plain));
        for action in game.legal().iter().take(2) {
            let marks = FileGame::marks(game, action, game, viewpoint);
            assert!(marks.iter().all(|mark| is_plain(&mark.text)));
            let _ = (game.secret(action), game.hulls(action), game.choice(action));
        }
    }
    let _ = game.draft("1");
    let _ = <FileGame as Shown>::trials(game.rules());
}

#[test]
fn any_answers() {
    bolero::check!(name = "any_answers").with_iterations(2_000).for_each(|bytes: &[u8]| {
        let dice = Dice::new(bytes);
        if let Some(file) = loaded(game_of_code(Box::new(AnyAnswers(dice.clone())), [0; 32])) {
            play(&file, &dice);
        }
    });
}

/// Modules that are sound games, for edits.
static MADE: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let ready = |name: &str| {
        let path = format!("{}/../../tournaments/games/{name}.wasm", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(path).expect("it is there")
    };
    let wide = "interface duel { record r { a: u8, b: list<string> } name: func() -> string; new-game: func(seed: u64); take: func() -> r; }";
    let made = [Made::new(), Made::new().with_opening(2), Made::new().with_secrets(), Made::new().asks(wide)];
    made.iter().map(Made::wasm).chain([ready("kuhn-poker")]).collect()
});

#[derive(Clone, Debug, TypeGenerator)]
struct EditedGame {
    edited: Edited,
    #[generator(produce::<Vec<u8>>().with().len(0usize..40))]
    dice: Vec<u8>,
}

#[test]
fn a_game_edited() {
    bolero::check!(name = "a_game_edited").with_iterations(150).with_type::<EditedGame>().for_each(|game| {
        let wasm = game.edited.of(&MADE);
        if let Some(file) = loaded(load_game(&wasm, &SANDBOXES[0], &Compiler::here())) {
            play(&file, &Dice::new(&game.dice));
        }
    });
}

/// Random bytes are no game, but a bot's module may be offered as one.
#[test]
fn any_bytes_as_a_game() {
    let bot = made::bot("duel", &[made::NAME, made::NEW_GAME, made::TAKE]);
    assert!(loaded(load_game(&bot, &SANDBOXES[0], &Compiler::here())).is_none());
    bolero::check!(name = "any_bytes_as_a_game").with_iterations(200).for_each(|bytes: &[u8]| {
        drop(loaded(load_game(bytes, &SANDBOXES[0], &Compiler::here())));
        let config = wasm_smith::Config { simd_enabled: false, gc_enabled: false, ..Default::default() };
        let component = wasm_smith::Component::new(config, &mut arbitrary::Unstructured::new(bytes));
        if let Ok(component) = component {
            drop(loaded(load_game(&component.to_bytes(), &SANDBOXES[0], &Compiler::here())));
        }
    });
}
