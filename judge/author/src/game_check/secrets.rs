//! The check of a secret: positions after two actions that are the same secret in, how another seat tells them apart, out.

use judge_play::contract::{Contract, Notice};
use judge_play::file::{FileGame, FileNews, Stopped};
use judge_play::games::{Game, Seat};
use judge_play::scenes::{Scene, Viewpoint};
use judge_play::text::cut;
use judge_play::wit::{Value, write_json};

/// The length of the excerpt of a text that differs, in characters.
const SHOWN: usize = 60;

/// A position, and the news of the action that led to it.
pub(super) struct After {
    pub(super) game: FileGame,
    pub(super) news: Vec<Notice<FileNews>>,
}

/// The question to a seat: the function, its arguments by their names, and the text for people.
#[derive(PartialEq, Eq)]
struct Question {
    function: &'static str,
    arguments: Vec<(String, String)>,
    text: String,
}

/// The sign by which a seat that is not `actor` can distinguish the two actions, and the difference where it is short.
pub(super) fn told_apart(actor: Seat, one: &After, two: &After) -> Option<(String, String)> {
    let others = || (0..).map(Seat).take(one.game.seats()).filter(|seat| *seat != actor);
    if let Some(seat) = others().find(|seat| heard(*seat, &one.news) != heard(*seat, &two.news)) {
        return Some((format!("seat {seat} hears something else"), String::new()));
    }
    if let Some(seat) = others().find(|seat| !looks_alike(*seat, &one.game, &two.game)) {
        return Some((format!("seat {seat} sees something else"), String::new()));
    }
    // The others are asked in their turns, while nothing of the secret has come out.
    let (mut one, mut two) = (one.game.clone(), two.game.clone());
    for _ in others() {
        let seat = one.to_move().filter(|seat| *seat != actor && two.to_move() == Some(*seat))?;
        let difference = difference(&question(&one, seat), &question(&two, seat));
        if let Some(difference) = difference {
            return Some((format!("seat {seat} is asked something else"), format!(" ({difference})")));
        }
        let action = one.listed().ok()??.into_iter().next()?;
        one.play(&action).ok()?;
        two.play(&action).ok()?;
        if !others().all(|seat| looks_alike(seat, &one, &two)) {
            return None;
        }
    }
    None
}

/// The news that a seat hears.
fn heard(seat: Seat, news: &[Notice<FileNews>]) -> Vec<(String, Value)> {
    let heard = news.iter().filter(|notice| notice.seats.contains(&seat)).map(|notice| {
        let mut arguments = Value::default();
        FileGame::news(&notice.event, &mut arguments);
        (notice.event.to_string(), arguments)
    });
    heard.collect()
}

fn looks_alike(seat: Seat, one: &FileGame, two: &FileGame) -> bool {
    let scene = |game: &FileGame| -> Result<Scene, Stopped> { game.asked_scene(Viewpoint::Seat(seat)) };
    scene(one) == scene(two)
}

fn question(game: &FileGame, seat: Seat) -> Question {
    let view = game.view(seat);
    let function = FileGame::question(&view).function;
    let mut values = Value::default();
    FileGame::arguments(&view, &mut values);
    let mut values = values.reader();
    let params = game
        .rules()
        .file()
        .interface
        .function(function)
        .into_iter()
        .flat_map(|function| function.params.fields());
    let argument = |(name, ty): (&str, _)| {
        let mut text = String::new();
        // The function that begins a game and asks at the same time has no arguments here.
        write_json(ty, &mut values, &mut text).ok()?;
        Some((name.to_owned(), text))
    };
    let arguments = params.map_while(argument).collect();
    Question { function, arguments, text: FileGame::text(&view) }
}

/// The difference of two questions, in words.
fn difference(one: &Question, two: &Question) -> Option<String> {
    if one == two {
        return None;
    }
    if one.function != two.function {
        return Some(format!("by {}, not by {}", two.function, one.function));
    }
    let argument = one.arguments.iter().zip(&two.arguments).find(|(one, two)| one != two);
    Some(match argument {
        Some(((name, one), (_, two))) => {
            format!("{name} is {}, not {}", cut(two, SHOWN), cut(one, SHOWN))
        }
        None => {
            format!("its text is {:?}, not {:?}", cut(&two.text, SHOWN), cut(&one.text, SHOWN))
        }
    })
}
