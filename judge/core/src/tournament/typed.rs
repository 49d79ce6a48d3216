//! A tournament's file as a person types it, and its conversion into a valid tournament.

use std::collections::BTreeMap;
use std::mem;
use std::path::Path;

use judge_play::opening::PLIES_MAX;
use judge_play::{GameInfo, Rules, Seed};
use judge_sandbox::Limits;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use toml::Spanned;

use super::contestants::TypedContestant;
use super::contestants::byes::{TypedBye, TypedLate, TypedWithdrawn};
use super::format::TypedNames;
use super::keys::ROUNDS_MAX;
use super::limits::TypedLimits;
use super::openings::Openings;
use super::phases::{OF_A_PHASE, PhaseTerms, TypedPhase, named};
use super::rules::{Chosen, TypedRules, seats_key};
use super::source::{Form, Source, spans};
use super::template::{Beacon, Template};
use super::{BadFiles, Contestant, FaultRule, GameFiles, LeftOut, Share, Tournament, stem};
use crate::error::{Error, Mistake, none};
use crate::file;
use crate::phases::{EntrantId, Format, Phase, StopRule};

/// The most games in a tournament; each takes some hundred bytes in the journal.
const GAMES_MAX: u64 = 10_000_000;
/// Rounds per pairing where the file says nothing.
const ROUNDS_DEFAULT: u32 = 50;
/// More contestants than any file has, for phases of which their number is not known.
const MANY: usize = 1_000_000;

/// A tournament's file. With a table `[serve]` it is that of a season, which defines the table.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TournamentFile<S> {
    title: Option<String>,
    game: Option<Spanned<String>>,
    seed: Option<Spanned<u64>>,
    announced: Option<Spanned<String>>,
    beacon: Option<Spanned<String>>,
    format: Format,
    champions: TypedNames,
    seeding: TypedNames,
    rounds: Option<Spanned<u32>>,
    third_place: Option<Spanned<bool>>,
    groups: Option<Spanned<u32>>,
    go_on: Option<Spanned<u32>>,
    team_best: Option<Spanned<u32>>,
    boards: Option<Spanned<bool>>,
    seats: Option<Spanned<u8>>,
    stop: Option<Spanned<StopRule>>,
    opening_plies: Option<Spanned<u32>>,
    openings: Option<Spanned<String>>,
    faults: FaultRule,
    exclude: Vec<Spanned<String>>,
    absent: Vec<Spanned<String>>,
    byes: Vec<TypedBye>,
    late: Vec<TypedLate>,
    withdrawn: Vec<TypedWithdrawn>,
    bad_files: BadFiles,
    audit: Option<Spanned<f64>>,
    publish: bool,
    contestants: Vec<Spanned<String>>,
    examples: Vec<Spanned<String>>,
    contestant: Vec<Spanned<TypedContestant>>,
    phase: Vec<Spanned<TypedPhase>>,
    names: BTreeMap<String, Spanned<String>>,
    teams: BTreeMap<String, Spanned<Vec<Spanned<String>>>>,
    bands: BTreeMap<String, Spanned<i32>>,
    limits: Option<TypedLimits>,
    rules: Option<TypedRules>,
    serve: Option<S>,
}

/// The rules, the random actions that games begin with or the openings, and the limits.
type Terms = (Rules, (u32, Option<Openings>), Limits);

/// How many contestants there are, and how many champions are named.
#[derive(Clone, Copy)]
struct There {
    contestants: usize,
    named: usize,
}

/// The contestants.
struct Entrants {
    contestants: Vec<Contestant>,
    excluded: Vec<EntrantId>,
    champions: Vec<EntrantId>,
    seeding: Vec<EntrantId>,
    absent: Vec<LeftOut>,
    doubts: Vec<String>,
}

impl Tournament {
    /// Reads a tournament from the text of its file. If its game is a file too, `games` loads that.
    ///
    /// # Errors
    /// Every mistake found in it.
    pub fn parse_with(file: &Path, text: &str, games: &GameFiles) -> Result<Self, Error> {
        let source = Source::new(file, text, games);
        let (typed, form) = source.read::<TournamentFile<IgnoredAny>>();
        let Some(typed) = typed else { return Err(error_of(form.mistakes)) };
        if typed.serve.is_some() {
            let text = "[serve]: this is the file of a season; play it with judge serve";
            let mistake = vec![source.mistake_in_file(text)];
            return Err(error_of(if form.is_right() { mistake } else { form.mistakes }));
        }
        let seed = source.seed(&typed);
        match (Reading::new(&source, typed, &form).tournament(), form.is_right(), seed) {
            (Ok(tournament), true, None) => Ok(tournament),
            (tournament, _, seed) => {
                let others = tournament.err().into_iter().flatten();
                Err(error_of(form.mistakes.into_iter().chain(others).chain(seed).collect()))
            }
        }
    }
}

/// All mistakes of a file, in the order of its lines.
fn error_of(mut mistakes: Vec<Mistake>) -> Error {
    mistakes.sort_by_key(|mistake| mistake.line);
    Error::Mistakes(mistakes)
}

/// A file on its way to a tournament, with the mistakes that are found beside those of its form.
struct Reading<'a, S> {
    source: &'a Source<'a>,
    /// What is wrong in the form is taken out, and whatever depends on it is not checked.
    form: &'a Form,
    typed: TournamentFile<S>,
    mistakes: Vec<Mistake>,
    /// Known with the contestants, even if what is said of them is wrong.
    there: Option<There>,
}

impl<'a, S> Reading<'a, S> {
    fn new(source: &'a Source<'a>, typed: TournamentFile<S>, form: &'a Form) -> Self {
        Self { source, form, typed, mistakes: Vec::new(), there: None }
    }

    /// The tournament, or its mistakes beside those of its form.
    fn tournament(mut self) -> Result<Tournament, Vec<Mistake>> {
        let source = self.source;
        if !self.typed.phase.is_empty() {
            let message = |name: &str, remedy: &str| format!("{name}: it is a key of a phase; {remedy}");
            self.mistakes.extend(source.misplaced(&OF_A_PHASE, message));
            self.typed.champions = named(&self.typed.phase);
        }
        let game =
            keep(&mut self.mistakes, source.known_game(self.typed.game.as_ref(), self.typed.limits.as_ref()));
        let game = game.as_ref();
        let terms = self.terms(game);
        let entrants = self.entrants(game.map(|(game, _)| game.own_game().unwrap_or_default()));
        let rounds = |rounds: &Spanned<u32>| source.in_range("rounds", rounds, (1, ROUNDS_MAX as usize), "");
        let rounds = keep(&mut self.mistakes, self.typed.rounds.as_ref().map_or(Ok(ROUNDS_DEFAULT), rounds));
        let phases = self.phases(rounds);
        let Self { form, typed, mut mistakes, .. } = self;
        let byes = entrants.as_ref().zip(phases.as_ref()).and_then(|(of, (phases, _))| {
            let typed = (&typed.byes[..], &typed.late[..], &typed.withdrawn[..]);
            keep(&mut mistakes, source.byes(typed, (&of.contestants, &of.absent), phases))
        });
        let best = typed.team_best.as_ref();
        let of = entrants.as_ref().filter(|_| form.has_whole(&["teams"]));
        let team_best = of.and_then(|of| keep(&mut mistakes, source.team_best(best, &of.contestants)));
        let audit = keep(&mut mistakes, source.audit(typed.audit.as_ref()));
        let values = typed.beacon.as_ref().filter(|_| form.has_whole(&["announced"]));
        let beacon = keep(&mut mistakes, source.beacon(typed.announced.as_ref(), values));
        let bands = keep(&mut mistakes, source.bands("bands", typed.bands));
        if !form.is_right() {
            // What is missing may be what was taken out.
            mistakes.retain(|mistake| mistake.line.is_some());
            return Err(mistakes);
        }
        let whole = || {
            let (rules, (opening_plies, openings), limits) = terms?;
            let Entrants { contestants, excluded, champions, seeding, absent, doubts } = entrants?;
            let (phases, short) = phases?;
            let (announced, beacon) = beacon?;
            let rounds = rounds?;
            let played = if short.is_some() { &phases[..1] } else { &phases[..] };
            let of_all = played.iter().map(|phase| phase.rounds).fold(0, u32::saturating_add);
            Some(Tournament {
                file: source.file.to_owned(),
                sha256: file::text_sha256(source.text.as_bytes()),
                title: typed.title.unwrap_or_else(|| stem(source.file)),
                rules,
                game_file: game.and_then(|(_, source)| source.clone()),
                seed: Seed(typed.seed.map_or(0, Spanned::into_inner)),
                announced,
                beacon,
                phases,
                short,
                champions,
                seeding,
                rounds,
                team_best: team_best?,
                opening_plies,
                openings: openings.map(|openings| openings.for_rounds(of_all)),
                faults: typed.faults,
                audit: audit?,
                limits,
                excluded,
                byes: byes?,
                bad_files: typed.bad_files,
                left_out: absent,
                doubts,
                bands: bands?,
                contestants,
            })
        };
        let tournament = whole().ok_or(mistakes)?;
        source.check_size(&tournament)?;
        Ok(tournament)
    }

    /// The phases, and the form that they were written in if that is a short one.
    fn phases(&mut self, rounds: Option<u32>) -> Option<(Vec<Phase>, Option<Format>)> {
        let Self { source, form, typed, mistakes, there } = self;
        let is_whole = form.has_whole(&["phase"]);
        if !typed.phase.is_empty() || !is_whole {
            // What does not depend on the number of contestants is told also where that is not known, and what is wrong before a
            // phase that cannot be read.
            let read = typed.phase.partition_point(|phase| form.is_whole_at("phase", phase.span().start));
            let named = typed.champions.as_ref().map_or(0, |names| names.get_ref().len());
            let There { contestants, named } = there.unwrap_or(There { contestants: MANY, named });
            let (usual, named) = (rounds.unwrap_or(ROUNDS_DEFAULT), Some(named));
            let terms = PhaseTerms { table: "[[phase]]", rounds: usual, contestants, named };
            let phases = keep(mistakes, source.phases(&typed.phase[..read], terms));
            let phases = phases.filter(|_| is_whole && there.is_some() && rounds.is_some())?;
            let short = Format::of(&phases);
            return Some((phases, short));
        }
        let format = typed.format;
        let keys = spans!(typed; stop, third_place, groups, go_on);
        let fits = if form.has_whole(&["format"]) { source.fits(format, keys) } else { Ok(()) };
        let fits = keep(mistakes, fits);
        let there = there.filter(|_| form.has_whole(&["format", "groups", "go_on"]));
        let sizes = (typed.groups.as_ref(), typed.go_on.as_ref());
        let groups = there.and_then(|there| keep(mistakes, source.groups(format, sizes, there.contestants)));
        fits?;
        let mut phases = format.phases(rounds?, groups?);
        phases[0].stop = typed.stop.take().map(Spanned::into_inner).unwrap_or_default();
        phases.last_mut()?.third_place = typed.third_place.take().is_some_and(Spanned::into_inner);
        Some((phases, Some(format)))
    }

    /// The rules, openings and limits, if they are valid. The limits are checked without a game, too.
    fn terms(&mut self, game: Option<&Chosen>) -> Option<Terms> {
        let Self { source, form, typed, mistakes, .. } = self;
        let (settings, seats) = (typed.rules.as_ref(), typed.seats.as_ref());
        let whole = game.filter(|_| form.has_whole(&["seats"]));
        let rules = whole.and_then(|game| keep(mistakes, source.rules(game, settings, seats)));
        let openings = (typed.opening_plies.take(), typed.openings.take());
        let opening =
            game.and_then(|game| keep(mistakes, source.opening(game.0.info(), rules.as_ref(), openings)));
        let limits = keep(mistakes, source.limits(typed.limits.take(), rules.as_ref()));
        Some((rules?, opening?, limits?))
    }

    /// The contestants, if they are valid.
    fn entrants(&mut self, game: Option<&str>) -> Option<Entrants> {
        let Self { source, form, typed, mistakes, .. } = self;
        let (patterns, tables) = (mem::take(&mut typed.contestants), mem::take(&mut typed.contestant));
        let contestants = source.contestants(game, patterns, &typed.examples, tables);
        let mut contestants = keep(mistakes, contestants)?;
        // Where somebody is missing because of the form, a name that nobody has may be right.
        if !form.has_whole(&["contestants", "contestant", "examples"]) {
            return None;
        }
        // Who is absent leaves its board empty.
        let boards = self.typed.teams.values().flat_map(|team| (0..).zip(team.get_ref()));
        let boards = boards.map(|(board, name)| (name.get_ref().clone(), board)).collect();
        let (absent, doubts) = self.absent(&mut contestants);
        let Self { source, form, typed, mistakes, there } = self;
        let champions = typed.champions.as_ref().map_or(0, |names| names.get_ref().len());
        *there = Some(There { contestants: contestants.len(), named: champions });
        let excluded = keep(mistakes, source.named("exclude", mem::take(&mut typed.exclude), &contestants));
        let (is_short, format) = (typed.phase.is_empty(), typed.format);
        let (champions, seeding) = (typed.champions.take(), typed.seeding.take());
        let span = champions.as_ref().map(Spanned::span);
        let keys = [("champions", span.clone()), ("seeding", seeding.as_ref().map(Spanned::span))];
        let fits = || form.has_whole(&["format", "phase"]).then(|| source.fits(format, keys));
        let fits = !is_short || fits().is_some_and(|fits| keep(mistakes, fits).is_some());
        let lists = fits.then(|| {
            [("champions", champions), ("seeding", seeding)].map(|(key, names)| {
                let names = names.map_or(vec![], Spanned::into_inner);
                keep(mistakes, source.named(key, names, &contestants))
            })
        });
        let lists = lists.filter(|[champions, _]| {
            let champions = champions.as_ref().filter(|_| is_short).map(Vec::len);
            let gauntlet = |champions| source.gauntlet(format, span, (champions, contestants.len()));
            champions.is_none_or(|champions| keep(mistakes, gauntlet(champions)).is_some())
        });
        let names = keep(mistakes, source.name(&mut contestants, mem::take(&mut typed.names)));
        let teams = keep(mistakes, source.teams(&mut contestants, mem::take(&mut typed.teams)));
        for contestant in &mut contestants {
            contestant.publish |= typed.publish;
        }
        names.and(teams)?;
        if let Some(key) = typed.boards.take().filter(|key| *key.get_ref()) {
            let is_taken = matches!(typed.format.kinds(), [only] if only.takes("boards"));
            let is_alone = is_taken && typed.phase.is_empty();
            let others = [("stop", typed.stop.is_some()), ("team_best", typed.team_best.is_some())];
            keep(mistakes, source.boards(&key, is_alone, others, &boards, &mut contestants))?;
        }
        let [champions, seeding] = lists?;
        let (champions, seeding) = (champions?, seeding?);
        Some(Entrants { contestants, excluded: excluded?, champions, seeding, absent: absent?, doubts })
    }

    /// Takes those who are absent out of the contestants and of all lists, with what may be a mistake in their names.
    fn absent(&mut self, contestants: &mut Vec<Contestant>) -> (Option<Vec<LeftOut>>, Vec<String>) {
        let TournamentFile { champions, seeding, teams, exclude, names, absent, .. } = &mut self.typed;
        let lists = [&*champions, &*seeding].into_iter().flatten().chain(teams.values());
        let mentioned = lists.flat_map(Spanned::get_ref).chain(&*exclude).map(Spanned::get_ref);
        let mentioned = mentioned.chain(names.keys()).map(|name| name.to_ascii_lowercase()).collect();
        let mut doubts = Vec::new();
        let absent = self.source.absent(absent, contestants, &mentioned, &mut doubts);
        let absent = keep(&mut self.mistakes, absent);
        let is_here = |name: &String| !absent.iter().flatten().any(|out| out.name.eq_ignore_ascii_case(name));
        names.retain(|name, _| is_here(name));
        exclude.retain(|name| is_here(name.get_ref()));
        for list in [champions, seeding].into_iter().flatten().chain(teams.values_mut()) {
            list.get_mut().retain(|name| is_here(name.get_ref()));
        }
        (absent, doubts)
    }
}

impl Source<'_> {
    /// The file of a season: its tournament, and its table `[serve]` as typed. `others` are keys that a season has not, and
    /// why.
    ///
    /// # Errors
    /// Every mistake found in it, but for those of `[serve]` that its types do not show.
    pub fn season<S: Default + DeserializeOwned>(
        &self,
        others: &[(&str, &str)],
    ) -> Result<(Tournament, S), Error> {
        let (typed, form) = self.read::<TournamentFile<S>>();
        let Some(mut typed) = typed.filter(|_| form.is_right()) else { return Err(error_of(form.mistakes)) };
        let Some(serve) = typed.serve.take() else {
            let text = "there is no table [serve], so this is not the file of a season; add one, or play it with judge run";
            return Err(self.mistake_in_file(text).into());
        };
        none(self.misplaced(others, |name, why| format!("{name}: {why}; remove the key")))
            .map_err(error_of)?;
        let tournament = Reading::new(self, typed, &form).tournament().map_err(error_of)?;
        Ok((tournament, serve))
    }

    /// The mistake in the seed of a tournament, if there is one.
    fn seed<S>(&self, typed: &TournamentFile<S>) -> Option<Mistake> {
        let Some(seed) = &typed.seed else {
            let remedy = match typed.announced {
                Some(_) => "judge seed --beacon writes it when the announced values are known",
                None => "add it",
            };
            let text = format!("the key \"seed\" is missing; {remedy}");
            return (!self.has_key("seed")).then(|| self.mistake(0..0, text));
        };
        // TOML has no larger numbers, and other programs read these files.
        let is_too_large = i64::try_from(*seed.as_ref()).is_err();
        let text = || format!("seed: write a whole number from 0 to {}", i64::MAX);
        is_too_large.then(|| self.mistake(seed.span(), text()))
    }

    /// The chosen game; `None` if its name was no text, which is in the list already.
    fn known_game(
        &self,
        typed: Option<&Spanned<String>>,
        limits: Option<&TypedLimits>,
    ) -> Result<Chosen, Vec<Mistake>> {
        match typed {
            Some(name) => Ok(self.game(name, limits)?),
            None if self.has_key("game") => Err(vec![]),
            None => Err(self.mistake(0..0, "the key \"game\" is missing; add it").into()),
        }
    }

    /// The openings of games: so many random actions, or the openings of a file, of which each is no longer then. Without
    /// rules, which are wrong then, the file is not read.
    fn opening(
        &self,
        game: &GameInfo,
        rules: Option<&Rules>,
        (plies, openings): (Option<Spanned<u32>>, Option<Spanned<String>>),
    ) -> Result<(u32, Option<Openings>), Vec<Mistake>> {
        let Some(openings) = openings else {
            return Ok((self.opening_plies(game, plies)?, None));
        };
        let none = plies.as_ref().filter(|plies| *plies.get_ref() == 0).map(Spanned::span);
        let most = plies.map(|plies| self.opening_plies(game, Some(plies))).transpose()?;
        let openings = rules.map(|rules| self.openings(game, rules, &openings, most)).transpose()?;
        let is_nothing =
            |openings: &Openings| openings.openings.iter().any(|opening| opening.texts.is_empty());
        match none.filter(|_| openings.as_ref().is_some_and(is_nothing)) {
            Some(span) => {
                let text = "opening_plies = 0: no action of the openings would be played; remove one of the two keys";
                Err(self.mistake(span, text).into())
            }
            None => Ok((0, openings)),
        }
    }

    fn opening_plies(&self, game: &GameInfo, typed: Option<Spanned<u32>>) -> Result<u32, Mistake> {
        let Some(plies) = typed else {
            return Ok(game.opening_plies.unwrap_or(0));
        };
        if game.opening_plies.is_none() && *plies.get_ref() > 0 {
            Err(self.mistake(plies.span(), "opening_plies: this game has no openings; remove the key"))
        } else {
            self.in_range("opening_plies", &plies, (0, PLIES_MAX as usize), "")
        }
    }

    /// The announcement, and the beacon if it is known.
    fn beacon(
        &self,
        announced: Option<&Spanned<String>>,
        values: Option<&Spanned<String>>,
    ) -> Result<(Option<Template>, Option<Beacon>), Mistake> {
        let wrong = |key: &str, typed: &Spanned<String>, why: &str| {
            self.mistake(typed.span(), format!("{key}: {why}"))
        };
        let Some(announced) = announced else {
            let why = "it has values for what was announced, and there is no key announced; write both keys with judge seed";
            return values.map_or(Ok((None, None)), |values| Err(wrong("beacon", values, why)));
        };
        let template =
            Template::new(announced.get_ref()).map_err(|why| wrong("announced", announced, &why))?;
        let filled = |values: &Spanned<String>| {
            template.filled(values.get_ref()).map_err(|why| wrong("beacon", values, &why))
        };
        let beacon = values.map(filled).transpose()?;
        Ok((Some(template), beacon))
    }

    fn audit(&self, typed: Option<&Spanned<f64>>) -> Result<Share, Mistake> {
        let Some(share) = typed else { return Ok(Share::NOTHING) };
        Share::new(*share.get_ref()).ok_or_else(|| {
            let text =
                format!("audit = {}: write the share of the games from 0 to 1, as in 0.02", share.get_ref());
            self.mistake(share.span(), text)
        })
    }

    /// There must be enough contestants for a game, and not too many games.
    fn check_size(&self, tournament: &Tournament) -> Result<(), Mistake> {
        let (seats, contestants) = (tournament.rules.seats(), tournament.contestants.len());
        if contestants < seats {
            let or_fewer = seats_key(tournament.rules.info()).map_or("", |_| ", or lower seats");
            let text = format!(
                "a table of {seats} needs {seats} contestants, and there are {contestants}; add contestants{or_fewer}"
            );
            return Err(self.mistake_in_file(text));
        }
        if seats > 2 && (tournament.has_boards() || !tournament.phases.iter().all(Phase::is_plain)) {
            let (what, key) =
                if tournament.has_boards() { ("boards = true", "boards") } else { ("this format", "format") };
            let text = format!("{what} is for tables of two; lower seats, or change {key}");
            return Err(self.mistake_in_file(text));
        }
        let names: Vec<String> =
            tournament.contestants.iter().map(|contestant| contestant.name.to_string()).collect();
        match tournament.schedule(&names).games_max() {
            Some(0) => Err(self.mistake_in_file("nobody meets anybody; add contestants, or lower seats")),
            Some(games) if games <= GAMES_MAX => Ok(()),
            _ => {
                let text = format!("this makes more than {GAMES_MAX} games; lower rounds or seats");
                Err(self.mistake_in_file(text))
            }
        }
    }
}

/// The value, or `None` and its mistakes noted.
pub(super) fn keep<T>(mistakes: &mut Vec<Mistake>, result: Result<T, impl Into<Vec<Mistake>>>) -> Option<T> {
    result.map_err(|found| mistakes.extend(found.into())).ok()
}
