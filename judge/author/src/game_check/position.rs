//! One position of a game, examined: what is listed is played, what is not listed is tried, answers are read, seats look
//! on. A position in, the promise that it breaks and the actions that go on out.

use std::collections::BTreeSet;
use std::fmt::Display;

use judge_play::Seed;
use judge_play::contract::Contract;
use judge_play::file::{FileAction, FileGame, Stopped};
use judge_play::games::{Game, Seat};
use judge_play::scenes::{Choice, Hidden, Secret, Shown, Viewpoint};

use super::secrets::{self, After};
use super::values::{Dice, ODD_TEXTS, any_value};
use super::{Promise, Unsound};

/// Listed actions that are played in one position, and actions of other positions that are tried.
const LISTED_MAX: usize = 40;
const KNOWN_MAX: usize = 8;
/// Answers that are read in one position; more where no action is listed.
const ANSWERS: usize = 8;
const ANSWERS_UNLISTED: usize = 400;
/// Pairs of secret actions that are compared in one position.
const SECRETS_MAX: usize = 4;

/// A position.
pub(super) struct Position<'a> {
    pub(super) game: &'a FileGame,
    pub(super) seats: u8,
    pub(super) seed: Seed,
    /// Actions of other positions of this game.
    pub(super) known: &'a BTreeSet<String>,
    /// Whether all seats still play.
    pub(super) is_whole: bool,
}

/// The observations of a position.
pub(super) struct Looked {
    /// Legal actions for the seat to move, as far as they are known.
    pub(super) actions: Vec<FileAction>,
    /// The contract's functions that were used.
    pub(super) used: BTreeSet<&'static str>,
    /// Pairs of secret actions of which others saw the same, and what was seen of a pair where they did not.
    pub(super) kept: u32,
    pub(super) shown: Option<Unsound>,
    /// Whether all was as it should be.
    pub(super) sound: Result<(), Unsound>,
}

/// The fault of a game that was played, and the action that led there.
pub(super) fn trouble(game: &FileGame, after: Option<&str>) -> Option<Unsound> {
    let (_, why) = game.trouble()?;
    let name = format!("{}: ", game.rules().file().info.name);
    Some(unanswered(why.strip_prefix(&name).unwrap_or(&why), after))
}

/// A function that gave no answer, in words that begin with its name; and what brought it there.
fn unanswered(why: &str, after: Option<&str>) -> Unsound {
    let (function, why) = why.split_once(": ").unwrap_or(("the game", why));
    let after = after.map(|after| format!(" {after}")).unwrap_or_default();
    Unsound { promise: Promise::Answers(function.to_owned()), what: format!("{function}{after}: {why}") }
}

fn unsound(promise: Promise, what: impl Display) -> Unsound {
    Unsound { promise, what: what.to_string() }
}

/// A look that failed.
fn unseen(stopped: &Stopped) -> Unsound {
    unanswered(&stopped.to_string(), None)
}

/// Checks the marks on an action, as every seat sees it.
pub(super) fn marks(before: &FileGame, action: &FileAction, after: &FileGame) -> Result<(), Unsound> {
    let seats = u8::try_from(before.seats()).expect("a game has few seats");
    viewpoints(seats)
        .try_for_each(|viewpoint| after.asked_marks(before, action, viewpoint).map(|_| ()))
        .map_err(|stopped| unseen(&stopped))
}

/// The viewpoint that sees everything, and each seat's.
fn viewpoints(seats: u8) -> impl Iterator<Item = Viewpoint> {
    [Viewpoint::Everything].into_iter().chain((0..seats).map(|seat| Viewpoint::Seat(Seat(seat))))
}

impl Position<'_> {
    pub(super) fn examine(&self) -> Looked {
        let mut looked =
            Looked { actions: Vec::new(), used: BTreeSet::new(), kept: 0, shown: None, sound: Ok(()) };
        looked.sound = self.look(&mut looked);
        looked
    }

    fn look(&self, looked: &mut Looked) -> Result<(), Unsound> {
        self.sound(None)?;
        let to_move = self.game.to_move();
        let mut choices = Vec::new();
        for viewpoint in viewpoints(self.seats) {
            let scene = self.game.asked_scene(viewpoint).map_err(|stopped| unseen(&stopped))?;
            if to_move.map(Viewpoint::Seat) == Some(viewpoint) {
                choices = scene.choices;
            }
        }
        let Some(seat) = to_move else { return Ok(()) };
        if let Some(forced) = self.game.forced() {
            self.taken(&forced, "a position forces")?;
        }
        let listed = self.game.listed().map_err(|stopped| unseen(&stopped))?;
        if let Some(listed) = &listed {
            self.listed(seat, listed, &choices)?;
        }
        looked.actions = listed.clone().unwrap_or_default();
        looked.actions.extend(self.game.forced().filter(|_| listed.is_none()));
        let is_listed = |action: &FileAction| listed.as_ref().is_none_or(|listed| listed.contains(action));
        for text in ODD_TEXTS.iter().copied().chain(self.known.iter().take(KNOWN_MAX).map(String::as_str)) {
            self.typed(text, &is_listed)?;
        }
        if self.game.forced().is_none() {
            self.asked(seat, listed.is_some(), &is_listed, looked)?;
        }
        for action in looked.actions.iter().take(LISTED_MAX) {
            let text = action.to_string();
            self.game.asked_hulls(action).map_err(|stopped| unseen(&stopped))?;
            self.game.asked_draft(&text).map_err(|stopped| unseen(&stopped))?.ok();
        }
        self.secrets(seat, looked)
    }

    /// Checks that the game has not broken while it was played.
    fn sound(&self, after: Option<&str>) -> Result<(), Unsound> {
        trouble(self.game, after).map_or(Ok(()), Err)
    }

    /// The position after an action, if that is legal.
    fn after(&self, action: &FileAction) -> Result<Result<FileGame, String>, Unsound> {
        let mut game = self.game.clone();
        let played = game.play(action).map_err(|why| why.to_string());
        self.sound(Some(&format!("of {action}")))?;
        Ok(played.map(|()| game))
    }

    fn taken(&self, action: &FileAction, who: &str) -> Result<(), Unsound> {
        self.after(action)?.map(|_| ()).map_err(|why| {
            unsound(Promise::ListedIsPlayed, format!("{who} {action}, and play refuses it: {why}"))
        })
    }

    /// Checks that listed actions can be played, are listed once, and are choices of the seat to move.
    fn listed(&self, seat: Seat, listed: &[FileAction], choices: &[Choice]) -> Result<(), Unsound> {
        if listed.is_empty() {
            let what = format!("legal lists no action, and seat {seat} is to move");
            return Err(unsound(Promise::ListedIsPlayed, what));
        }
        let mut texts: Vec<String> = listed.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        if let Some((twice, _)) = texts.iter().zip(&texts[1..]).find(|(one, next)| one == next) {
            return Err(unsound(Promise::ListedIsPlayed, format!("legal lists {twice} twice")));
        }
        for action in listed.iter().take(LISTED_MAX) {
            self.taken(action, "legal lists")?;
        }
        match choices.iter().find(|choice| !texts.contains(&choice.action)) {
            Some(choice) => {
                let what = format!("scene has the choice {}, which legal does not list", choice.action);
                Err(unsound(Promise::ChoicesAreListed, what))
            }
            None => Ok(()),
        }
    }

    /// A text that somebody types: it is played only if it is listed.
    fn typed(&self, text: &str, is_listed: &dyn Fn(&FileAction) -> bool) -> Result<(), Unsound> {
        self.game.asked_draft(text).map_err(|stopped| unseen(&stopped))?.ok();
        let Ok(action) = text.parse::<FileAction>() else { return Ok(()) };
        if self.after(&action)?.is_ok() && !is_listed(&action) {
            let what = format!("play takes {action}, which legal does not list");
            return Err(unsound(Promise::PlayedIsListed, what));
        }
        Ok(())
    }

    /// The seat to move is asked, and answers something.
    fn asked(
        &self,
        seat: Seat,
        has_list: bool,
        is_listed: &dyn Fn(&FileAction) -> bool,
        looked: &mut Looked,
    ) -> Result<(), Unsound> {
        let view = self.game.view(seat);
        self.sound(None)?;
        let function = FileGame::question(&view).function;
        looked.used.insert(function);
        let interface = &self.game.rules().file().interface;
        let Some(ty) = interface.function(function).and_then(|function| function.result()) else {
            return Ok(());
        };
        let words: Vec<String> = looked.actions.iter().map(ToString::to_string).collect();
        let mut dice = Dice::new(self.seed.derive(&["answers"]));
        for _ in 0..if has_list { ANSWERS } else { ANSWERS_UNLISTED } {
            let (text, value) = any_value(ty, &words, &mut dice);
            let action = FileGame::answer(&view, value.reader());
            self.sound(Some(&format!("of {text}")))?;
            let Ok(action) = action else { continue };
            if self.after(&action)?.is_err() {
                continue;
            }
            if !is_listed(&action) {
                let what = format!(
                    "answer makes {action} of {text}, which play takes and legal does not list; write actions in one way"
                );
                return Err(unsound(Promise::PlayedIsListed, what));
            }
            if !has_list && !looked.actions.contains(&action) {
                looked.actions.push(action);
            }
        }
        Ok(())
    }

    /// Of two secret actions other seats see the same, unless the secret is out at once, as where all have chosen then.
    fn secrets(&self, seat: Seat, looked: &mut Looked) -> Result<(), Unsound> {
        let has_secrets = matches!(self.game.facts().hidden, Hidden::Secrets(_));
        if !has_secrets || !self.is_whole {
            return Ok(());
        }
        let mut first: Option<(FileAction, Secret, After)> = None;
        for action in looked.actions.iter().take(SECRETS_MAX) {
            let Some(secret) = self.game.asked_secret(action).map_err(|stopped| unseen(&stopped))? else {
                continue;
            };
            let mut game = self.game.clone();
            let Ok(news) = game.play_and_tell(action) else { continue };
            let after = After { game, news };
            match &first {
                None => first = Some((action.clone(), secret, after)),
                Some((one, same, before)) if *same == secret => {
                    match secrets::told_apart(seat, before, &after) {
                        None => looked.kept += 1,
                        Some((how, difference)) => {
                            let what = format!(
                                "{how} after {action} than after {one}{difference}; these are a secret of seat {seat}, and in no position was such a secret kept"
                            );
                            looked.shown = Some(unsound(Promise::SecretsAreKept, what));
                        }
                    }
                }
                Some(_) => {}
            }
            self.sound(Some(&format!("of {action}")))?;
        }
        Ok(())
    }
}
