//! The result of a comparison, in words.

use judge_author::compare::{
    Comparison, ComparisonEnd, Conclusion, Hypotheses, Interval, Plan, ScoreTally, Until, elo,
};
use judge_bots::Bot;
use judge_core::game::LoadedBots;
use judge_core::phases::EntrantId;
use judge_play::text::count;

use crate::shared::screen::line;

/// The names of the bots here.
pub(super) struct SideNames {
    sides: [String; 2],
    against: Vec<String>,
    /// By their place among the loaded bots.
    all: Vec<String>,
    game: &'static str,
}

impl SideNames {
    /// A bot with options is named with them; two bots of the same name become the first and the second.
    pub(super) fn new(loaded_bots: &LoadedBots, plan: &Plan) -> Self {
        let name_of = |bot: &Bot| match bot.terms.to_string() {
            terms if terms.is_empty() => bot.name.to_string(),
            terms => format!("{} ({terms})", bot.name),
        };
        let name = |id: &EntrantId| name_of(&loaded_bots.bots()[id.0]);
        let [first, second] = [name(&plan.sides[0]), name(&plan.sides[1])];
        let sides = if first == second {
            [format!("{first} (first)"), format!("{second} (second)")]
        } else {
            [first, second]
        };
        let mut all: Vec<String> = loaded_bots.bots().iter().map(name_of).collect();
        for (id, side) in plan.sides.iter().zip(&sides).rev() {
            all[id.0].clone_from(side);
        }
        let against = plan.against.iter().map(name).collect();
        Self { sides, against, all, game: loaded_bots.rules().game() }
    }
}

/// All that is known in the end.
pub(super) fn text(comparison: &Comparison, names: &SideNames, until: &Until) -> String {
    let SideNames { sides: [first, second], against, game, .. } = names;
    let tally = &comparison.tally;
    let mut text = match against.as_slice() {
        [] => format!("{game}: {first} against {second}\n\n"),
        _ => format!("{game}: {first} and {second}, each against {}\n\n", against.join(", ")),
    };
    text += &line("rounds", rounds(tally));
    if let Some(interval) = tally.interval() {
        text += &shares(names, &interval, &comparison.end);
    }
    text += &(line("scores", scores(tally)) + &line("seats", seats(tally)));
    if !until.all {
        text += &line("test", test(tally, until.hypotheses));
    }
    for (bot, (faults, fault)) in &comparison.faults {
        let faults = count(*faults, "fault");
        text += &line("faults", format!("{faults} of {}, the first: {fault}", names.all[*bot]));
    }
    format!("{text}\n{}\n", verdict(comparison, names, until))
}

fn rounds(tally: &ScoreTally) -> String {
    let rounds = format!("{}, {}", count(tally.rounds(), "round"), count(tally.games, "game"));
    match tally.repeats {
        0 => rounds,
        repeats => format!(
            "{rounds}; {repeats} more went as others did, move by move, and do not count, so each different round counts once"
        ),
    }
}

/// The share of the points and what that is in Elo, with the interval.
fn shares(names: &SideNames, interval: &Interval, end: &ComparisonEnd) -> String {
    let Interval { low, mean, high } = interval;
    let is_early = matches!(end, ComparisonEnd::Decided(_));
    let label = if is_early { "; biased, since the test stopped early" } else { "" };
    let percent = |score: &f64| format!("{:.1}", 100.0 * score);
    let more = |score: &f64| format!("{:+.1}", 100.0 * (score - 0.5));
    let shares = [low, mean, high];
    let [least, share, most] = if names.against.is_empty() { shares.map(percent) } else { shares.map(more) };
    let points = format!("{share} % for {}, 95 % interval {least} to {most} %{label}", names.sides[0]);
    let [low, mean, high] = shares.map(|score| rounded(elo(*score)));
    let even = if names.against.is_empty() { "" } else { "; what that is between equals" };
    line("points", points) + &line("Elo", format!("{mean}, {low} to {high}{even}"))
}

/// A number of Elo, which may be infinite.
fn rounded(elo: f64) -> String {
    // Where a score is within a rounding error of its end, no number means anything.
    const ELO_MAX: f64 = 2_400.0;
    if elo.abs() < 0.5 {
        "0".to_owned()
    } else if elo.abs() <= ELO_MAX {
        format!("{elo:+.0}")
    } else if elo < 0.0 {
        "-infinite".to_owned()
    } else {
        "+infinite".to_owned()
    }
}

/// The number of rounds with each score.
fn scores(tally: &ScoreTally) -> String {
    const SHOWN_MAX: usize = 9;
    let scores: Vec<(f64, u64)> = tally.scores().collect();
    if scores.len() > SHOWN_MAX {
        return format!("{} different ones", scores.len());
    }
    let score = |(score, rounds): &(f64, u64)| format!("{score:.2} in {rounds}");
    let list: Vec<String> = scores.iter().map(score).collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

/// The share of the points that each seat has.
fn seats(tally: &ScoreTally) -> String {
    let seat =
        |(seat, share): (usize, f64)| format!("seat {} has {:.1} % of the points", seat + 1, 100.0 * share);
    tally.seats().into_iter().enumerate().map(seat).collect::<Vec<_>>().join(", ")
}

fn test(tally: &ScoreTally, hypotheses: Hypotheses) -> String {
    let (ratio, bound) = (tally.ratio(hypotheses), Hypotheses::bound());
    format!("log-likelihood ratio {ratio:+.2} of ±{bound:.2}, {}", way(tally, hypotheses))
}

/// How far the test is on its way to one of its bounds.
pub(super) fn way(tally: &ScoreTally, hypotheses: Hypotheses) -> String {
    let ratio = tally.ratio(hypotheses);
    let share = 100.0 * (ratio.abs() / Hypotheses::bound()).min(1.0);
    let towards = if ratio < 0.0 { hypotheses.zero } else { hypotheses.one };
    format!("{share:.0} % of the way to {towards} Elo")
}

fn verdict(comparison: &Comparison, names: &SideNames, until: &Until) -> String {
    let [first, second] = &names.sides;
    let Hypotheses { zero, one } = until.hypotheses;
    let interval = comparison.tally.interval();
    let is_stronger = interval.is_some_and(|interval| interval.low > 0.5);
    let is_weaker = interval.is_some_and(|interval| interval.high < 0.5);
    match &comparison.end {
        ComparisonEnd::Decided(Conclusion::One) => {
            let how = if zero >= 0.0 { "is stronger than" } else { "against" };
            format!("{first} {how} {second}: {one} Elo fits better than {zero}, with an error of about 5 %")
        }
        ComparisonEnd::Decided(Conclusion::Zero) if is_weaker => {
            format!("{first} is weaker than {second}: {zero} Elo fits better than {one}, with an error of about 5 %")
        }
        ComparisonEnd::Decided(Conclusion::Zero) => {
            format!("{first} is not stronger than {second} by {one} Elo: {zero} fits better, with an error of about 5 %")
        }
        ComparisonEnd::Rounds if until.all && is_stronger => format!("{first} is stronger than {second}, with an error of about 5 %"),
        ComparisonEnd::Rounds if until.all && is_weaker => format!("{first} is weaker than {second}, with an error of about 5 %"),
        ComparisonEnd::Rounds => format!("undecided after {}; allow more with --rounds", count(until.rounds.into(), "round")),
        ComparisonEnd::Repeats => "undecided: the bots play the same games again and again; longer openings with --opening-plies make others, where the game has them".to_owned(),
        ComparisonEnd::Interrupted | ComparisonEnd::Void(_) => "undecided so far".to_owned(),
    }
}
