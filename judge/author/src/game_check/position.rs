//! One position of a game, examined: what is listed is played, what is not listed is tried, answers are read, seats look
//! on. A position in, the promise that it breaks and the actions that go on out.

use std::collections::BTreeSet;

use judge_play::Seed;
use judge_play::contract::Contract;
use judge_play::file::{FileAction, FileGame};
use judge_play::games::{Game, Seat};
use judge_play::scenes::{Choice, Hidden, Secret, Shown, Viewpoint};

use super::Promise;
use super::secrets::{self, After};
use super::values::{Dice, ODD_TEXTS, any_value};
use super::walk::{BrokenPromise, WalkStep, Walked};

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
    /// The line that leads to it.
    pub(super) line: &'a [WalkStep],
}

/// The fault of a game that was played, and the action that led there.
pub(super) fn trouble(game: &FileGame, after: Option<&str>) -> Option<BrokenPromise> {
    let (_, why) = game.trouble()?;
    let name = format!("{}: ", game.rules().file().info.name);
    Some(BrokenPromise::unanswered(why.strip_prefix(&name).unwrap_or(&why), after))
}

/// Checks the marks on an action, as every seat sees it.
pub(super) fn marks(before: &FileGame, action: &FileAction, after: &FileGame) -> Result<(), BrokenPromise> {
    let seats = u8::try_from(before.seats()).expect("a game has few seats");
    for viewpoint in viewpoints(seats) {
        after.asked_marks(before, action, viewpoint)?;
    }
    Ok(())
}

/// The viewpoint that sees everything, and each seat's.
fn viewpoints(seats: u8) -> impl Iterator<Item = Viewpoint> {
    [Viewpoint::Everything].into_iter().chain((0..seats).map(|seat| Viewpoint::Seat(Seat(seat))))
}

/// Whether an action is left out of a list; where there is none, none is.
fn is_unlisted(action: &FileAction, listed: Option<&[FileAction]>) -> bool {
    listed.is_some_and(|listed| !listed.contains(action))
}

impl Position<'_> {
    /// The legal actions for the seat to move, as far as they are known.
    pub(super) fn examine(&self, walked: &mut Walked) -> Result<Vec<FileAction>, BrokenPromise> {
        self.sound(None)?;
        let to_move = self.game.to_move();
        let mut choices = Vec::new();
        for viewpoint in viewpoints(self.seats) {
            let scene = self.game.asked_scene(viewpoint)?;
            if to_move.map(Viewpoint::Seat) == Some(viewpoint) {
                choices = scene.choices;
            }
        }
        let Some(seat) = to_move else { return Ok(Vec::new()) };
        if let Some(forced) = self.game.forced() {
            self.taken(&forced, "a position forces")?;
        }
        let listed = self.game.listed()?;
        if let Some(listed) = &listed {
            self.listed(seat, listed, &choices)?;
        }
        let mut actions = listed.clone().unwrap_or_default();
        actions.extend(self.game.forced().filter(|_| listed.is_none()));
        for text in ODD_TEXTS.iter().copied().chain(self.known.iter().take(KNOWN_MAX).map(String::as_str)) {
            self.typed(text, listed.as_deref())?;
        }
        if self.game.forced().is_none() {
            walked.used.extend(self.asked(seat, listed.as_deref(), &mut actions)?);
        }
        for action in actions.iter().take(LISTED_MAX) {
            let text = action.to_string();
            self.game.asked_hulls(action)?;
            self.game.asked_draft(&text)?.ok();
        }
        self.secrets(seat, &actions, walked)?;
        Ok(actions)
    }

    /// Checks that the game has not broken while it was played.
    fn sound(&self, after: Option<&str>) -> Result<(), BrokenPromise> {
        trouble(self.game, after).map_or(Ok(()), Err)
    }

    /// The position after an action, if that is legal.
    fn after(&self, action: &FileAction) -> Result<Result<FileGame, String>, BrokenPromise> {
        let mut game = self.game.clone();
        let played = game.play(action).map_err(|why| why.to_string());
        self.sound(Some(&format!("of {action}")))?;
        Ok(played.map(|()| game))
    }

    fn taken(&self, action: &FileAction, who: &str) -> Result<(), BrokenPromise> {
        self.after(action)?.map(|_| ()).map_err(|why| {
            BrokenPromise::new(Promise::ListedIsPlayed, format!("{who} {action}, and play refuses it: {why}"))
        })
    }

    /// Checks that listed actions can be played, are listed once, and are choices of the seat to move.
    fn listed(&self, seat: Seat, listed: &[FileAction], choices: &[Choice]) -> Result<(), BrokenPromise> {
        if listed.is_empty() {
            let what = format!("legal lists no action, and seat {seat} is to move");
            return Err(BrokenPromise::new(Promise::ListedIsPlayed, what));
        }
        let mut texts: Vec<String> = listed.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        if let Some((twice, _)) = texts.iter().zip(&texts[1..]).find(|(one, next)| one == next) {
            return Err(BrokenPromise::new(Promise::ListedIsPlayed, format!("legal lists {twice} twice")));
        }
        for action in listed.iter().take(LISTED_MAX) {
            self.taken(action, "legal lists")?;
        }
        match choices.iter().find(|choice| !texts.contains(&choice.action)) {
            Some(choice) => {
                let what = format!("scene has the choice {}, which legal does not list", choice.action);
                Err(BrokenPromise::new(Promise::ChoicesAreListed, what))
            }
            None => Ok(()),
        }
    }

    /// A text that somebody types: it is played only if it is listed.
    fn typed(&self, text: &str, listed: Option<&[FileAction]>) -> Result<(), BrokenPromise> {
        self.game.asked_draft(text)?.ok();
        let Ok(action) = text.parse::<FileAction>() else { return Ok(()) };
        if self.after(&action)?.is_ok() && is_unlisted(&action, listed) {
            let what = format!("play takes {action}, which legal does not list");
            return Err(BrokenPromise::new(Promise::PlayedIsListed, what));
        }
        Ok(())
    }

    /// The seat to move is asked, and answers something. The function that it was asked.
    fn asked(
        &self,
        seat: Seat,
        listed: Option<&[FileAction]>,
        actions: &mut Vec<FileAction>,
    ) -> Result<[&'static str; 1], BrokenPromise> {
        let view = self.game.view(seat);
        self.sound(None)?;
        let function = FileGame::question(&view).function;
        let interface = &self.game.rules().file().interface;
        let Some(ty) = interface.function(function).and_then(|function| function.result.as_ref()) else {
            return Ok([function]);
        };
        let words: Vec<String> = actions.iter().map(ToString::to_string).collect();
        let mut dice = Dice::new(self.seed.derive(&["answers"]));
        for _ in 0..if listed.is_some() { ANSWERS } else { ANSWERS_UNLISTED } {
            let (text, value) = any_value(ty, &words, &mut dice);
            let action = FileGame::answer(&view, value.reader());
            self.sound(Some(&format!("of {text}")))?;
            let Ok(action) = action else { continue };
            if self.after(&action)?.is_err() {
                continue;
            }
            if is_unlisted(&action, listed) {
                let what = format!(
                    "answer makes {action} of {text}, which play takes and legal does not list; write actions in one way"
                );
                return Err(BrokenPromise::new(Promise::PlayedIsListed, what));
            }
            if listed.is_none() && !actions.contains(&action) {
                actions.push(action);
            }
        }
        Ok([function])
    }

    /// Of two secret actions other seats see the same, unless the secret is out at once, as where all have chosen then.
    fn secrets(&self, seat: Seat, actions: &[FileAction], walked: &mut Walked) -> Result<(), BrokenPromise> {
        let has_secrets = matches!(self.game.facts().hidden, Hidden::Secrets(_));
        if !has_secrets || !self.is_whole {
            return Ok(());
        }
        let (mut first, mut shown): (Option<(FileAction, Secret, After)>, _) = (None, None);
        for action in actions.iter().take(SECRETS_MAX) {
            let Some(secret) = self.game.asked_secret(action)? else { continue };
            let mut game = self.game.clone();
            let Ok(news) = game.play_and_tell(action) else { continue };
            let after = After { game, news };
            match &first {
                None => first = Some((action.clone(), secret, after)),
                Some((one, same, before)) if *same == secret => {
                    match secrets::told_apart(seat, before, &after) {
                        None => walked.kept += 1,
                        Some((how, difference)) => {
                            let what = format!(
                                "{how} after {action} than after {one}{difference}; these are a secret of seat {seat}, and in no position was such a secret kept"
                            );
                            let broken = BrokenPromise::new(Promise::SecretsAreKept, what);
                            shown = Some(BrokenPromise { line: self.line.to_vec(), ..broken });
                        }
                    }
                }
                Some(_) => {}
            }
            self.sound(Some(&format!("of {action}")))?;
        }
        walked.shown.extend(shown);
        Ok(())
    }
}
