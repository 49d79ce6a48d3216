//! The report on a bot: cases that were played in, findings and figures out.

use judge_play::text::{cut, sanitize};
use judge_play::{FaultKind, LimitUse, last_words};
use serde::Serialize;

use super::advice::{BANK_SPENT, advice_on, cut_lines, in_vain, refused_memory};
use super::facts::FileFacts;
use super::fault::{FaultAt, Likeness, likeness};
use super::fitness::Fitness;
use super::plan::CheckCase;
use super::play::{ALIKE_MAX, Examined};
use judge_core::game::LoadedBots;
use judge_sandbox::Limits;

/// Lines of the log that are shown, and characters of each.
const LOG_LINES: usize = 5;
const LOG_CHARACTERS: usize = 160;
/// From this share of a limit on the report warns that a bot comes near. A program grows, and a tournament has positions
/// that take more than any here.
const NEAR: f64 = 0.5;
/// The same of memory, which grows in steps.
const NEAR_IN_MEMORY: f64 = 0.8;

/// Something that the author should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// The bot committed faults of one kind.
    Fault(Box<FoundFault>),
    /// The same game went otherwise the second time.
    NotTheSame {
        /// The number of the case.
        case: usize,
    },
    /// A limit is near.
    Near(LimitUse),
    /// It prints, and nobody hears of it.
    PrintsInVain,
    /// It does what its author would not want.
    Advice {
        /// What it does, and what to do.
        words: String,
    },
    /// A game says nothing: the machine is in trouble.
    Void {
        /// The number of the case.
        case: usize,
        /// The reason.
        detail: String,
    },
}

/// Faults of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundFault {
    /// The number of the first case.
    pub case: usize,
    /// The number of cases in which it did the same.
    pub cases: usize,
    /// Whether it did by the rules that were asked for.
    pub usual: bool,
    /// Whether the bot had spent all of its fuel for the game, which is a fault by any rules.
    pub bank_spent: bool,
    /// The speciality of the first case.
    pub title: String,
    /// The kind, as in `illegal-move`.
    pub kind: String,
    /// The whole sentence of the fault.
    pub fault: String,
    /// Its seat.
    pub seat: u8,
    /// The actions before it, in the game's notation.
    pub actions: Vec<String>,
    /// The question.
    pub question: String,
    /// The line by which a program that reads lines was asked.
    pub line: String,
    /// Its answer.
    pub answer: Option<String>,
    /// Some of the legal answers.
    pub legal: Vec<String>,
    /// The number of legal actions.
    pub legal_count: u32,
    /// The end of its log.
    pub log: Vec<String>,
    /// The remedy.
    pub advice: String,
}

impl Finding {
    /// Whether the bot does something wrong: by the rules that were asked for, or by others something that they do not
    /// excuse.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        match self {
            Self::Fault(fault) => fault.usual || fault.bank_spent,
            Self::NotTheSame { .. } => true,
            Self::Near(_) | Self::PrintsInVain | Self::Advice { .. } | Self::Void { .. } => false,
        }
    }
}

/// All that is known of a bot after its examination.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// The name that the bot gives itself.
    pub calls_itself: String,
    /// The file.
    pub file: FileFacts,
    /// Cases that were played, and that there are.
    pub cases: [usize; 2],
    /// Turns in which it was asked, that of `new-game` with them.
    pub turns: u64,
    /// The most fuel of one turn.
    pub fuel_of_worst_turn: LimitUse,
    /// The number of the case with that turn.
    pub case_of_worst_turn: usize,
    /// The function that was called in that turn.
    pub function_of_worst_turn: String,
    /// The mean fuel of a turn.
    pub fuel_of_mean_turn: u64,
    /// The fuel of the game that took most of its bank.
    pub fuel_of_worst_game: LimitUse,
    /// The most memory of one game.
    pub memory: LimitUse,
    /// Lines that it wrote to its log in the game in which it wrote most, and the first of them.
    pub log_lines: usize,
    /// The first of them.
    pub log: Vec<String>,
    /// The shots that it needs to sink fleets.
    pub fitness: Option<Fitness>,
    /// The fuel that would take, if it is left out because that is too much.
    pub fuel_of_fitness: Option<u64>,
    /// Findings for the author.
    pub findings: Vec<Finding>,
    /// Whether it was a command that was silent for so long that no more cases were played.
    #[serde(skip)]
    pub is_silent: bool,
    /// Nanoseconds for a unit of fuel on this machine, if it thought long enough to tell. Nothing depends on it.
    pub nanoseconds_per_fuel: Option<f64>,
}

impl Report {
    /// Puts together what was found of bot 0 of the loaded bots.
    #[must_use]
    pub fn new(loaded_bots: &LoadedBots, bytes: &[u8], cases: &[CheckCase], examined: &[Examined]) -> Self {
        let limits = loaded_bots.limits();
        let played = || cases.iter().zip(examined);
        let share = |what, used, limit| LimitUse { what, used, limit };
        let turns: u64 = examined.iter().map(|examined| examined.turns.count).sum();
        let measured: u64 = examined.iter().map(|examined| examined.turns.measured).sum();
        let fuel: u64 = examined.iter().map(|examined| examined.turns.fuel).sum();
        let game = |(case, examined): (&CheckCase, &Examined)| {
            share("fuel of a game", examined.fuel(case.seat), case.fuel_bank(limits.fuel_per_turn))
        };
        let worst_game = played().map(game).max_by(|one, other| one.share().total_cmp(&other.share()));
        let memory = played().map(|(case, examined)| examined.used[case.seat.index()].memory_bytes).max();
        let worst = played().rev().max_by_key(|(_, examined)| examined.turns.worst.0);
        let (worst_turn, function) =
            worst.map(|(_, examined)| examined.turns.worst.clone()).unwrap_or_default();
        let log = examined.iter().rev().map(|examined| &examined.log).max_by_key(|log| log.lines().count());
        let lines: Vec<String> = log.into_iter().flat_map(|log| log.lines()).map(str::to_owned).collect();
        let telling = last_words::telling(&lines).take(LOG_LINES);
        let mut report = Self {
            game: loaded_bots.rules().game().to_owned(),
            calls_itself: loaded_bots.bots()[0].calls_itself.clone(),
            file: FileFacts::new(bytes),
            cases: [examined.len(), cases.len()],
            turns,
            fuel_of_worst_turn: share("fuel of a turn", worst_turn, limits.fuel_per_turn),
            case_of_worst_turn: worst.map_or(0, |(case, _)| case.number),
            function_of_worst_turn: function.into(),
            fuel_of_mean_turn: fuel / measured.max(1),
            fuel_of_worst_game: worst_game.unwrap_or_else(|| share("fuel of a game", 0, limits.fuel_bank)),
            memory: share("bytes of memory", memory.unwrap_or(0), limits.memory_bytes),
            log_lines: lines.len(),
            log: telling.map(|line| cut(&sanitize(line), LOG_CHARACTERS)).collect(),
            fitness: None,
            fuel_of_fitness: None,
            findings: Vec::new(),
            is_silent: loaded_bots.silence().is_some(),
            nanoseconds_per_fuel: speed(examined),
        };
        report.findings = report.findings(played().collect(), near(bytes, limits));
        report
    }

    fn findings(&self, played: Vec<(&CheckCase, &Examined)>, file: Vec<LimitUse>) -> Vec<Finding> {
        let mut findings = faults(&played, &self.file);
        let is_told = |at: &FaultAt| at.fault.kind == FaultKind::OutOfMemory;
        let is_refused = |examined: &&Examined| {
            examined.traces.was_refused_memory && !examined.fault.as_ref().is_some_and(is_told)
        };
        let refused = played.iter().map(|(_, examined)| *examined).filter(is_refused).count();
        let longest = played.iter().map(|(_, examined)| examined.traces.longest_line).max();
        for (case, examined) in played {
            if let Some(void) = examined.void() {
                findings.push(Finding::Void { case: case.number, detail: sanitize(&void.detail) });
            }
            if !examined.same {
                findings.push(Finding::NotTheSame { case: case.number });
            }
        }
        let (turn, game, memory) = (self.fuel_of_worst_turn, self.fuel_of_worst_game, self.memory);
        let figures = [(turn, NEAR), (game, NEAR), (memory, NEAR_IN_MEMORY)].into_iter();
        let near = figures.filter(|(use_, near)| use_.share() >= *near && use_.used < use_.limit);
        findings.extend(near.map(|(use_, _)| use_).chain(file).map(Finding::Near));
        findings.extend(self.file.prints_in_vain.then_some(Finding::PrintsInVain));
        let advice = in_vain(&self.file)
            .chain(refused_memory(refused as u64, self.memory.limit))
            .chain(cut_lines(&self.file, longest.unwrap_or_default()));
        findings.extend(advice.map(|words| Finding::Advice { words }));
        findings
    }

    /// Whether the bot does something wrong by the rules that were asked for.
    #[must_use]
    pub fn is_faulty(&self) -> bool {
        self.findings.iter().any(Finding::is_fault)
    }

    /// Whether no more cases were played because one fault came up often enough.
    #[must_use]
    pub fn is_stopped_by_fault(&self) -> bool {
        let is_often =
            |finding: &Finding| matches!(finding, Finding::Fault(fault) if fault.cases >= ALIKE_MAX);
        self.cases[0] < self.cases[1] && (self.is_silent || self.findings.iter().any(is_often))
    }

    /// Whether most cases were not played, and no fault is why.
    #[must_use]
    pub fn is_mostly_unplayed(&self) -> bool {
        2 * self.cases[0] < self.cases[1] && !self.is_stopped_by_fault()
    }

    /// Whether a game says nothing because of this machine.
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding, Finding::Void { .. }))
    }
}

/// Limits on files that a file nearly reaches.
fn near(bytes: &[u8], limits: &Limits) -> Vec<LimitUse> {
    let file = LimitUse { what: "bytes of the file", used: bytes.len() as u64, limit: limits.file_bytes };
    let counted = judge_sandbox::count(bytes, limits).unwrap_or_default();
    std::iter::once(file).chain(counted).filter(|share| share.share() >= NEAR).collect()
}

/// The faults, those alike together: the first with how many there are.
fn faults(played: &[(&CheckCase, &Examined)], file: &FileFacts) -> Vec<Finding> {
    let mut found: Vec<(Likeness, FoundFault)> = Vec::new();
    for (case, examined) in played {
        let Some(at) = &examined.fault else { continue };
        let new = likeness(case, at);
        match found.iter_mut().find(|(old, _)| *old == new) {
            Some((_, fault)) => fault.cases += 1,
            None => found.push((new, fault(case, (at, &examined.traces.line), file))),
        }
    }
    found.into_iter().map(|(_, fault)| Finding::Fault(fault.into())).collect()
}

/// A fault, and the line of the question, if its bot reads lines.
fn fault(case: &CheckCase, (at, line): (&FaultAt, &str), file: &FileFacts) -> FoundFault {
    let fault = at.fault.sanitized();
    FoundFault {
        case: case.number,
        cases: 1,
        usual: case.is_usual,
        bank_spent: at.bank_spent,
        title: case.title.clone(),
        kind: fault.kind.to_string(),
        fault: fault.to_string(),
        seat: fault.seat.0,
        actions: at.actions.clone(),
        question: fault.question,
        line: sanitize(line),
        answer: fault.answer,
        legal: at.legal.clone(),
        legal_count: at.legal_count,
        log: last_words::telling(&fault.log).map(str::to_owned).collect(),
        advice: if at.bank_spent { BANK_SPENT.to_owned() } else { advice_on(&at.fault, file) },
    }
}

/// Nanoseconds for a unit of fuel, if any turn was long enough to be timed.
#[expect(clippy::cast_precision_loss, reason = "it is a rough figure")]
fn speed(examined: &[Examined]) -> Option<f64> {
    let fuel: u64 = examined.iter().map(|examined| examined.timed.0).sum();
    let nanoseconds: u128 = examined.iter().map(|examined| examined.timed.1.as_nanos()).sum();
    (fuel > 0).then(|| nanoseconds as f64 / fuel as f64)
}
