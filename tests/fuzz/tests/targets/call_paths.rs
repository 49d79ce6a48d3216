//! Hand-made core modules that misbehave wherever the judge talks to them: while they start, while they make room for a
//! question, in what they answer, and while they clean up after it.
//!
//! Called directly or as components, they play alike: nobody can see which is which.

use bolero::TypeGenerator;
use judge_bots::{Compiler, NotLoaded, from_bytes, start, to_component};
use judge_core::tournament::Name;
use judge_play::games::Seat;
use judge_play::{Event, FaultKind, Line, Record, Rules, SeatLine, Seed};
use judge_sandbox::{CallPath, Limits, Sandbox};

/// Bytes of a page of memory; there are up to four, of which the sandbox allows three.
const PAGE: u32 = 1 << 16;

/// A function: its name, what it takes, and whether it answers.
type Function = (&'static str, &'static str, bool);

/// The functions of each game's interface but `name`.
const GAMES: &[(&str, &[Function])] = &[
    (
        "battleship",
        &[("new-game", "i64 i32 i32 i32 i32 i32 i32", true), ("take-turn", "i32 i32 i32 i32", true)],
    ),
    ("freedom", &[("new-game", "i64 i32 i32 i32 i32", false), ("make-move", "i32 i32 i32 i32 i32", true)]),
    ("gobblet", &[("new-game", "i64 i32 i32 i32 i32", false), ("play", "i32 i32", true)]),
    ("othello", &[("new-game", "i64 i32 i32 i32", false), ("choose", "i64 i64 i64", true)]),
    (
        "stones",
        &[
            ("new-game", "i64 i32 i32 i32 i32 i32 i32 i32", false),
            ("update", "i32 i32 i32 i32 i32 i32 i32 i32", false),
            ("next-move", "", true),
        ],
    ),
];

/// A bot that answers everything alike, and does something at each occasion.
#[derive(Clone, Debug, TypeGenerator)]
struct Odd {
    game: u8,
    /// The place of its answers, and the first two words of them.
    answer: (Place, Place, Length),
    /// The same of its name, if it does not have a good one.
    name: Option<(Place, Place, Length)>,
    /// The byte that fills its memory elsewhere.
    fill: u8,
    room: Place,
    starting: Deed,
    making_room: Deed,
    answering: Deed,
    cleaning_up: Deed,
}

/// A place in memory, or beyond it.
#[derive(Clone, Copy, Debug, TypeGenerator)]
enum Place {
    Good(u8),
    Before { page: u8, bytes: u8 },
    After { page: u8, bytes: u8 },
    BeforeAll(u8),
    Any(u32),
}

impl Place {
    const GOOD: Self = Self::Good(0);

    fn at(self) -> u32 {
        let page = |page: u8| PAGE * u32::from(page % 5);
        match self {
            Self::Good(word) => 1024 + 4 * u32::from(word),
            Self::Before { page: number, bytes } => page(number).wrapping_sub(u32::from(bytes % 10)),
            Self::After { page: number, bytes } => page(number) + u32::from(bytes % 10),
            Self::BeforeAll(bytes) => 0u32.wrapping_sub(u32::from(bytes)),
            Self::Any(place) => place,
        }
    }
}

/// A number of bytes or items.
#[derive(Clone, Copy, Debug, TypeGenerator)]
enum Length {
    Small(u8),
    /// About as many bytes as the judge takes at a time.
    About {
        items_of: u8,
        more: i8,
    },
    Any(u32),
}

impl Length {
    fn count(self) -> u32 {
        match self {
            Self::Small(count) => u32::from(count),
            Self::About { items_of, more } => {
                (PAGE / (1 << (items_of % 4))).wrapping_add_signed(i32::from(more % 3))
            }
            Self::Any(count) => count,
        }
    }
}

/// The actions of a bot.
#[derive(Clone, Copy, Debug, TypeGenerator)]
enum Deed {
    Nothing,
    Trap,
    Log(Place, Length),
    AskForFuel,
    Grow(u8),
    Spend(Work),
    SpendAndLog(Work),
    SpendAndAskForFuel(Work),
    LogOnAndOn,
    Recurse,
}

impl Deed {
    fn text(self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Trap => "unreachable".into(),
            Self::Log(at, length) => log(at.at(), length.count()),
            Self::AskForFuel => "(drop (call $fuel-left))".into(),
            Self::Grow(pages) => format!("(drop (memory.grow (i32.const {})))", pages % 5),
            Self::Spend(work) => work.text(),
            Self::SpendAndLog(work) => work.text() + &log(128, 5),
            Self::SpendAndAskForFuel(work) => work.text() + "(drop (call $fuel-left))",
            Self::LogOnAndOn => format!("(loop $more {} (br $more))", log(128, 5)),
            Self::Recurse => "(call $recurse)".into(),
        }
    }
}

fn log(at: u32, length: u32) -> String {
    format!("(call $log (i32.const {}) (i32.const {}))", at.cast_signed(), length.cast_signed())
}

/// Work that takes fuel, and does nothing: loops of about ten units each, then steps of one.
#[derive(Clone, Copy, Debug, TypeGenerator)]
struct Work {
    loops: u16,
    steps: u8,
}

impl Work {
    /// More loops than a turn has fuel for.
    const LOOPS_MAX: u16 = 20_000;

    fn text(self) -> String {
        let (loops, steps) = (self.loops, "(drop (i32.const 0))".repeat(self.steps.into()));
        format!(
            "(global.set $loops (i32.const {loops}))
             (loop $more
               (global.set $loops (i32.sub (global.get $loops) (i32.const 1)))
               (br_if $more (i32.gt_s (global.get $loops) (i32.const 0))))
             {steps}"
        )
    }
}

impl Odd {
    fn game(&self) -> (&'static str, &'static [Function]) {
        GAMES[usize::from(self.game) % GAMES.len()]
    }

    fn text(&self) -> String {
        let (game, functions) = self.game();
        let interface = format!("judge:arena/{game}@1.0.0#");
        let (answering, cleaning_up) = (self.answering.text(), self.cleaning_up.text());
        let answer = self.answer.0.at().cast_signed();
        let function = |(name, params, answers): &Function| {
            let (result, value, answered) = match answers {
                true => ("(result i32)", format!("(i32.const {answer})"), "(param i32)"),
                false => ("", String::new(), ""),
            };
            format!(
                r#"(func (export "{interface}{name}") (param {params}) {result} {answering} {value})
                   (func (export "cabi_post_{interface}{name}") {answered} {cleaning_up})"#
            )
        };
        let functions: String = functions.iter().map(function).collect();
        let good = (Place::Any(64), Place::Any(128), Length::Small(5));
        let name = self.name.unwrap_or(good);
        let fill = format!("\\{:02x}", self.fill).repeat(64);
        format!(
            r#"(module
              (import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))
              (import "judge:arena/host@1.0.0" "fuel-left" (func $fuel-left (result i64)))
              (memory (export "memory") 1 4)
              (data (i32.const 128) "Guest")
              (data (i32.const 1024) "{fill}")
              (data (i32.const 65472) "{fill}")
              {} {}
              (global $loops (mut i32) (i32.const 0))
              (func $recurse (call $recurse))
              (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) {} (i32.const {}))
              (func (export "{interface}name") (result i32) (i32.const {}))
              (func $start {})
              (start $start)
              {functions})"#,
            words(name),
            words(self.answer),
            self.making_room.text(),
            self.room.at().cast_signed(),
            name.0.at().cast_signed(),
            self.starting.text(),
        )
    }

    /// Plays it as it is.
    fn play(&self) -> Seen {
        seen(&self.module(), Called::Directly, self.game().0)
    }

    fn module(&self) -> Vec<u8> {
        let text = self.text();
        wat::parse_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Plays it either way.
    fn compare(&self) {
        let game = self.game().0;
        let component = to_component(&self.module(), &judge_bots::FileKind::bot(game))
            .expect("it has the contract's functions");
        assert_eq!(self.play(), seen(&component, Called::AsComponent, game), "{self:?}");
    }
}

/// Two words of a module's first page, if they lie in it.
fn words((place, first, second): (Place, Place, Length)) -> String {
    let bytes = [first.at(), second.count()].map(u32::to_le_bytes);
    let text = bytes.as_flattened().iter().fold(String::new(), |text, byte| text + &format!("\\{byte:02x}"));
    match place.at() {
        at if at <= PAGE - 8 => format!(r#"(data (i32.const {at}) "{text}")"#),
        _ => String::new(),
    }
}

/// The way in which a bot is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Called {
    Directly,
    AsComponent,
}

/// The reason why a bot is refused, or how it plays against itself and what it logs.
type Seen = Result<(Record, [String; 2]), NotLoaded>;

fn seen(bytes: &[u8], called: Called, game: &str) -> Seen {
    let (sandbox, rules) = (&*SANDBOX, Rules::new(game, []).expect("the rules are valid"));
    let name = Name::new("bot").expect("it is a name");
    let bots = [from_bytes(&name, bytes, &rules, sandbox, &Compiler::here())?];
    let program = bots[0].program.as_ref().expect("it plays");
    let is = if matches!(program.call_path(), CallPath::Direct(_)) {
        Called::Directly
    } else {
        Called::AsComponent
    };
    assert_eq!(is, called);
    let line = Line::new(rules.clone(), Seed(1), vec![SeatLine::bot(0); rules.seats()]);
    let mut game = start(&line, sandbox, &bots).expect("nothing is by hand");
    while !matches!(game.step(), Event::Over(_)) {}
    let logs = [Seat(0), Seat(1)].map(|seat| game.log(seat));
    Ok((game.finish().record, logs))
}

static SANDBOX: std::sync::LazyLock<Sandbox> = std::sync::LazyLock::new(|| {
    let memory_bytes = u64::from(3 * PAGE);
    let limits = Limits { fuel_per_turn: 100_000, fuel_to_start: 100_000, memory_bytes, ..Limits::default() };
    Sandbox::new(limits, 4).expect("the sandbox starts")
});

const HONEST: Odd = Odd {
    game: 0,
    answer: (Place::GOOD, Place::GOOD, Length::Small(0)),
    name: None,
    fill: 0,
    room: Place::Any(2048),
    starting: Deed::Nothing,
    making_room: Deed::Nothing,
    answering: Deed::Nothing,
    cleaning_up: Deed::Nothing,
};

#[test]
fn an_odd_bot() {
    bolero::check!(name = "an_odd_bot").with_iterations(100).with_type::<Odd>().for_each(Odd::compare);
}

#[test]
fn every_answer_is_read_alike() {
    let places = [65_528, 65_532, 65_534, 65_535, 1_026, u32::MAX].map(Place::Any);
    for game in 0..5 {
        for fill in [0, 1, 2, 0x80] {
            Odd { game, fill, ..HONEST }.compare();
        }
        for place in places {
            Odd { game, answer: (place, Place::GOOD, Length::Small(1)), ..HONEST }.compare();
            Odd { game, name: Some((place, Place::GOOD, Length::Small(1))), ..HONEST }.compare();
            Odd { game, room: place, ..HONEST }.compare();
        }
    }
    let lengths = [0, 1, 16_384, 16_385, 65_536, 65_537, u32::MAX].map(Length::Any);
    for length in lengths {
        for place in [128, 65_536, 131_071, u32::MAX].map(Place::Any) {
            let words = (Place::Any(64), place, length);
            // With a page more, the longest lists lie in memory.
            let roomy = Odd { starting: Deed::Grow(1), ..HONEST };
            Odd { name: Some(words), ..roomy.clone() }.compare();
            Odd { answer: words, ..roomy.clone() }.compare();
            Odd { answering: Deed::Log(place, length), ..roomy }.compare();
        }
    }
}

#[test]
fn every_deed_is_judged_alike() {
    let logs = [(128, 5), (1024, 5), (65_536, 0), (65_536, 1), (u32::MAX, u32::MAX)];
    let logs = logs.map(|(at, length)| Deed::Log(Place::Any(at), Length::Any(length)));
    let others =
        [Deed::Trap, Deed::AskForFuel, Deed::Grow(2), Deed::Grow(3), Deed::LogOnAndOn, Deed::Recurse];
    for deed in logs.into_iter().chain(others) {
        for game in 0..5 {
            let honest = Odd { game, fill: 0xff, ..HONEST };
            Odd { starting: deed, ..honest.clone() }.compare();
            Odd { making_room: deed, ..honest.clone() }.compare();
            Odd { answering: deed, ..honest.clone() }.compare();
            Odd { cleaning_up: deed, ..honest }.compare();
        }
    }
}

/// Compares a bot that has just enough fuel for its work, and those that have one unit less, and one more.
fn compare_at_the_edge(odd: &dyn Fn(Work) -> Odd) {
    let fails = |loops| match odd(Work { loops, steps: 0 }).play() {
        Ok((record, _)) => record.faults.iter().any(|fault| fault.kind == FaultKind::OutOfFuel),
        Err(_) => true,
    };
    let (mut enough, mut too_many) = (0, Work::LOOPS_MAX);
    assert!(!fails(enough) && fails(too_many));
    while enough + 1 < too_many {
        let loops = u16::midpoint(enough, too_many);
        *if fails(loops) { &mut too_many } else { &mut enough } = loops;
    }
    for steps in 0..16 {
        odd(Work { loops: enough, steps }).compare();
    }
}

#[test]
fn the_last_unit_of_fuel_counts_alike() {
    for deed in [Deed::Spend, Deed::SpendAndLog, Deed::SpendAndAskForFuel] {
        compare_at_the_edge(&|work| Odd { answering: deed(work), ..HONEST });
    }
    compare_at_the_edge(&|work| Odd { starting: Deed::Spend(work), ..HONEST });
    compare_at_the_edge(&|work| Odd { making_room: Deed::Spend(work), ..HONEST });
    compare_at_the_edge(&|work| Odd { cleaning_up: Deed::Spend(work), ..HONEST });
}
