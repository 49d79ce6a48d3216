//! From a type to the functions of a file that is a game.

use std::marker::PhantomData;

use judge_games::{Parameters, Seat, SettingError};
use judge_play::Seed;
use judge_play::contract::{BEGINS, Contract, Notice, Phase};
use judge_scenes::Shown;
use judge_wit::text::interface_of;
use judge_wit::{Value, from_json_text};

use crate::kept::{self, File, Kept};
use crate::wire;
use crate::wire::bindings::exports::judge::game::rules as exported;
use crate::wire::bindings::exports::judge::game::rules::{
    Call, GameInfo, Guest, Hearsay, Hull, Mark, Mistake, Position, Refusal, Table, Trial, View,
};

/// Stands for a file where generated code wants a type that has the exports.
pub struct Exported<F>(PhantomData<F>);

type Settings = Vec<(String, String)>;

impl<F, G> Guest for Exported<F>
where
    F: File<Game = G>,
    G: Contract + Shown,
{
    fn info() -> GameInfo {
        GameInfo {
            name: G::NAME.into(),
            seats_max: G::Params::SEATS_MAX,
            opening_plies: G::OPENING_PLIES,
            keys: G::Params::KEYS.iter().map(wire::key).collect(),
            help: G::HELP.into(),
            facts: wire::facts(G::FACTS),
        }
    }

    fn contract() -> String {
        interface_of(F::WIT).to_owned()
    }

    fn set_up(settings: Settings) -> Result<Table, Mistake> {
        let given = settings.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let params = G::Params::from_settings(given).map_err(mistake)?;
        Ok(Table {
            seats: u8::try_from(params.seats()).expect("seats have a number of one byte"),
            turns_max: G::turns_max(&params),
            settings: params.settings().into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        })
    }

    fn start(settings: Settings, seed: u64) -> Position {
        let game = G::start_with(&kept::params::<G>(&settings), seed);
        let news = game.announce();
        F::with(|kept| position(kept, game, &news, kept::start(&settings, seed)))
    }

    fn play(state: Vec<u8>, action: String) -> Result<Position, Refusal> {
        F::with(|kept| {
            let mut game = kept.at(&state).clone();
            let action = action.parse::<G::Action>().map_err(|why| Refusal::Unreadable(why.to_string()))?;
            let news = game.play_and_tell(&action).map_err(|rule| Refusal::Illegal(rule.to_string()))?;
            Ok(position(kept, game, &news, kept::after(&state, &action.to_string())))
        })
    }

    fn legal(state: Vec<u8>) -> Option<Vec<String>> {
        F::with(|kept| {
            let game = kept.at(&state);
            let legal = game.legal();
            let cannot_list = legal.is_empty() && game.to_move().is_some();
            (!cannot_list).then(|| legal.iter().map(ToString::to_string).collect())
        })
    }

    fn remove(state: Vec<u8>, seat: u8) -> Option<Position> {
        F::with(|kept| {
            let mut game = kept.at(&state).clone();
            let news = game.remove(Seat(seat))?;
            Some(position(kept, game, &news, kept::without(&state, Seat(seat))))
        })
    }

    fn begin(settings: Settings, seat: u8, seed: u64) -> String {
        let mut setup = Value::default();
        G::setup(&kept::params::<G>(&settings), Seat(seat), Seed(seed), &mut setup);
        F::with(|kept| arguments(kept, BEGINS, &setup))
    }

    fn question(state: Vec<u8>, seat: u8) -> Call {
        F::with(|kept| {
            let view = kept.at(&state).view(Seat(seat));
            let asked = G::question(&view);
            let arguments = (asked.phase == Phase::Turns).then(|| {
                let mut values = Value::default();
                G::arguments(&view, &mut values);
                arguments(kept, asked.function, &values)
            });
            Call { function: asked.function.to_owned(), arguments, text: G::text(&view) }
        })
    }

    fn answer(state: Vec<u8>, seat: u8, value: String) -> Result<String, String> {
        F::with(|kept| {
            let view = kept.at(&state).view(Seat(seat));
            let function = kept.interface.function(G::question(&view).function);
            let ty = function
                .and_then(|function| function.result.as_ref())
                .expect("the contract has a question's answer");
            let mut answer = Value::default();
            from_json_text(ty, &value, &mut answer)
                .expect("the judge sends an answer of the contract's type");
            G::answer(&view, answer.reader()).map(|action| action.to_string())
        })
    }

    fn scene(state: Vec<u8>, viewpoint: Option<u8>) -> View {
        let viewpoint = wire::viewpoint(viewpoint);
        F::with(|kept| {
            let game = kept.at(&state);
            wire::scene(game.scene(viewpoint))
        })
    }

    fn marks(before: Vec<u8>, action: String, after: Vec<u8>, viewpoint: Option<u8>) -> Vec<Mark> {
        let Ok(action) = action.parse::<G::Action>() else { return Vec::new() };
        F::with(|kept| {
            let before = kept.at(&before).clone();
            let marks = G::marks(&before, &action, kept.at(&after), wire::viewpoint(viewpoint));
            marks.into_iter().map(wire::mark).collect()
        })
    }

    fn secret(state: Vec<u8>, action: String) -> Option<Hearsay> {
        let secret = action.parse::<G::Action>().map_or(Some(judge_scenes::Secret::ALL), |action| {
            F::with(|kept| kept.at(&state).secret(&action))
        });
        secret.map(|secret| Hearsay { word: secret.word.into(), says: secret.says.into() })
    }

    fn draft(state: Vec<u8>, text: String) -> Result<Vec<Hull>, String> {
        F::with(|kept| kept.at(&state).draft(&text)).map(|hulls| wire::hulls(&hulls))
    }

    fn hulls(state: Vec<u8>, action: String) -> Vec<Hull> {
        let Ok(action) = action.parse::<G::Action>() else { return Vec::new() };
        F::with(|kept| wire::hulls(&kept.at(&state).hulls(&action)))
    }

    fn trials(settings: Settings) -> Option<Vec<Trial>> {
        let trials = <G as Shown>::trials(&kept::params::<G>(&settings))?;
        let trial = |trial: judge_scenes::Trial<G::Action>| Trial {
            title: trial.title.into(),
            actions: trial.actions.iter().map(ToString::to_string).collect(),
        };
        Some(trials.into_iter().map(trial).collect())
    }
}

fn mistake(error: SettingError) -> Mistake {
    match error {
        SettingError::NoGame { key, reason } => Mistake { key: key.map(Into::into), reason },
        other => Mistake { key: other.key().map(Into::into), reason: other.to_string() },
    }
}

/// A position, which is remembered.
fn position<G: Contract>(kept: &mut Kept<G>, game: G, news: &[Notice<G::Event>], state: Vec<u8>) -> Position {
    let notice = |notice: &Notice<G::Event>| {
        let mut values = Value::default();
        G::news(&notice.event, &mut values);
        exported::Notice {
            seats: notice.seats.iter().map(|seat| seat.0).collect(),
            function: G::tells(&notice.event).into(),
            arguments: arguments(kept, G::tells(&notice.event), &values),
            text: notice.event.to_string(),
        }
    };
    let position = Position {
        state: state.clone(),
        to_move: game.to_move().map(|seat| seat.0),
        forced: game.forced().map(|action| action.to_string()),
        outcome: game.outcome().map(wire::outcome),
        notices: news.iter().map(notice).collect(),
    };
    kept.keep(state, game);
    position
}

/// The arguments of a function of the contract, as JSON.
///
/// # Panics
/// If the game wrote other values than the function has parameters, with the first that does not fit.
fn arguments<G: Contract>(kept: &Kept<G>, function: &str, values: &Value) -> String {
    let known = kept.interface.function(function).unwrap_or_else(|| panic!("the contract has no {function}"));
    known
        .arguments_to_json(values)
        .unwrap_or_else(|why| panic!("what the game wrote for {function} does not fit the contract: {why}"))
}
