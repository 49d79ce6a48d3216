//! The result of a comparison, for other tools. `docs/compare.md` lists the keys.

use std::collections::BTreeMap;

use judge_author::compare::{Comparison, Decision, End, Hypotheses, Interval, Plan, Until, elo};
use judge_bots::GAMES_VERSION;
use judge_core::game::LoadedBots;
use judge_core::schedule::EntrantId;
use judge_play::GameTerms;
use serde::Serialize;

/// The comparison that was played.
pub(super) struct Played<'a> {
    pub(super) loaded_bots: &'a LoadedBots,
    pub(super) plan: &'a Plan,
    pub(super) until: &'a Until,
    pub(super) opening_plies: u32,
}

#[derive(Serialize)]
struct Whole<'a> {
    format: &'static str,
    judge: &'static str,
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game_sha256: Option<String>,
    rules: BTreeMap<String, String>,
    opening_plies: u32,
    seed: String,
    bots: [BotJson<'a>; 2],
    against: Vec<BotJson<'a>>,
    sprt: [f64; 2],
    end: &'static str,
    decision: Option<f64>,
    log_likelihood_ratio: f64,
    bound: f64,
    rounds: u64,
    games: u64,
    repeats: u64,
    points: Option<Interval>,
    elo: Option<Interval>,
    is_biased: bool,
    scores: Vec<Score>,
    seats: Vec<f64>,
    faults: Vec<Faults<'a>>,
}

#[derive(Serialize)]
struct BotJson<'a> {
    name: &'a str,
    sha256: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    options: &'a BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Score {
    score: f64,
    rounds: u64,
}

#[derive(Serialize)]
struct Faults<'a> {
    bot: &'a str,
    sha256: String,
    #[serde(rename = "faults")]
    number: u64,
    first: &'a str,
}

/// All that is known in the end, as one object.
pub(super) fn json(comparison: &Comparison, played: &Played<'_>) -> String {
    let Played { loaded_bots, plan, until, opening_plies } = *played;
    let Comparison { tally, end, faults } = comparison;
    let Hypotheses { zero, one } = until.hypotheses;
    let bot = |id: EntrantId| BotJson {
        name: name(loaded_bots, id),
        sha256: sha256(loaded_bots, id),
        options: &loaded_bots.bots()[id.0].terms.options,
    };
    let interval = tally.interval();
    // The limits follow from the game and the bots here.
    let GameTerms { game, game_sha256, rules, opening_plies, opening: _, limits: _ } =
        GameTerms::new(loaded_bots.rules(), opening_plies, loaded_bots.limits());
    let whole = Whole {
        format: "judge-compare-1",
        judge: GAMES_VERSION,
        game,
        game_sha256,
        rules,
        opening_plies,
        seed: plan.seed.to_string(),
        bots: plan.sides.map(bot),
        against: plan.against.iter().copied().map(bot).collect(),
        sprt: [zero, one],
        end: words(end),
        decision: match end {
            End::Decided(Decision::Zero) => Some(zero),
            End::Decided(Decision::One) => Some(one),
            _ => None,
        },
        log_likelihood_ratio: tally.ratio(until.hypotheses),
        bound: Hypotheses::bound(),
        rounds: tally.rounds(),
        games: tally.games(),
        repeats: tally.repeats(),
        points: interval,
        elo: interval.map(|found| Interval {
            low: elo(found.low),
            mean: elo(found.mean),
            high: elo(found.high),
        }),
        is_biased: matches!(end, End::Decided(_)),
        scores: tally.scores().map(|(score, rounds)| Score { score, rounds }).collect(),
        seats: tally.seats(),
        faults: faults
            .iter()
            .map(|(number, (count, first))| {
                let id = EntrantId(*number);
                Faults { bot: name(loaded_bots, id), sha256: sha256(loaded_bots, id), number: *count, first }
            })
            .collect(),
    };
    let json = serde_json::to_string_pretty(&whole).expect("a comparison is plain data");
    format!("{json}\n")
}

fn name(loaded_bots: &LoadedBots, id: EntrantId) -> &str {
    loaded_bots.bots()[id.0].name.as_str()
}

fn sha256(loaded_bots: &LoadedBots, id: EntrantId) -> String {
    hex::encode(loaded_bots.bots()[id.0].sha256)
}

fn words(end: &End) -> &'static str {
    match end {
        End::Decided(_) => "decided",
        End::Rounds => "rounds",
        End::Repeats => "repeats",
        End::Interrupted => "interrupted",
        End::Void(_) => "void",
    }
}
