//! The display of a game that is a file. It comes from an instance that plays no match, so a scene that breaks spoils
//! no game: it says what is wrong instead.

use std::cell::Cell;

use judge_games::{Game, Parameters};
use judge_scenes::{BoardScene, Choice, Facts, Hull, Mark, Placing, Scene, Secret, Shown, Trial, Viewpoint};
use judge_wit::{Reader, Value};

use super::read::{self, SceneReader};
use super::{FileAction, FileGame, FileRules, Purpose, Stopped};

/// The file's answers for the display, or the reason why there is none. A front end goes on without; a check of the
/// game reports the reason.
impl FileGame {
    fn scene_reader(&self) -> SceneReader {
        let (seats, kinds) = (self.rules.seats, self.facts().pieces.len());
        SceneReader { seats, kinds, to_move: self.position.to_move, parts: Cell::default() }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &FileRules {
        &self.rules
    }

    /// The bytes of the state.
    #[must_use]
    pub fn state(&self) -> &[u8] {
        &self.position.state
    }

    /// The listed actions of the seat to move, which this game may not have.
    ///
    /// # Errors
    /// The reason why there is no answer.
    pub fn listed(&self) -> Result<Option<Vec<FileAction>>, Stopped> {
        self.rules.ask(Purpose::Look, "legal", self.position.with_state(|_| {}), read::actions)
    }

    /// The scene, as the file answers it.
    ///
    /// # Errors
    /// The reason why there is no answer.
    pub fn asked_scene(&self, viewpoint: Viewpoint) -> Result<Scene, Stopped> {
        let write = self.position.with_state(|to| write_viewpoint(viewpoint, to));
        self.rules.ask(Purpose::Look, "scene", write, |from| self.scene_reader().scene(from))
    }

    /// Its scene, or one that says what is wrong with it.
    fn any_scene(&self, viewpoint: Viewpoint) -> Scene {
        self.asked_scene(viewpoint).unwrap_or_else(|why| Scene {
            to_move: self.position.to_move,
            scores: vec![0; self.rules.seats()],
            words: Some(format!("The game cannot show this position: {why}")),
            ..Scene::default()
        })
    }

    /// The hulls that a part of an action would place.
    ///
    /// # Errors
    /// The reason why there is no answer; within it, the mistake in the text.
    pub fn asked_draft(&self, text: &str) -> Result<Result<Vec<Hull>, String>, Stopped> {
        let read = |from: &mut Reader<'_>| read::result(from, |from| self.scene_reader().hulls(from));
        self.rules.ask(Purpose::Look, "draft", self.position.with_state(|to| to.text(text)), read)
    }

    /// The hulls that an action places.
    ///
    /// # Errors
    /// The reason why there is no answer.
    pub fn asked_hulls(&self, action: &FileAction) -> Result<Vec<Hull>, Stopped> {
        let write = self.position.with_state(|to| to.text(&action.0));
        self.rules.ask(Purpose::Look, "hulls", write, |from| self.scene_reader().hulls(from))
    }

    /// The marks of an action that led to this position.
    ///
    /// # Errors
    /// The reason why there is no answer.
    pub fn asked_marks(
        &self,
        before: &Self,
        action: &FileAction,
        viewpoint: Viewpoint,
    ) -> Result<Vec<Mark>, Stopped> {
        let write = before.position.with_state(|to| {
            to.text(&action.0);
            to.bytes(&self.position.state);
            write_viewpoint(viewpoint, to);
        });
        self.rules.ask(Purpose::Look, "marks", write, read::marks)
    }

    /// The text that other seats hear in place of a secret action.
    ///
    /// # Errors
    /// The reason why there is no answer.
    pub fn asked_secret(&self, action: &FileAction) -> Result<Option<Secret>, Stopped> {
        let write = self.position.with_state(|to| to.text(&action.0));
        self.rules.ask(Purpose::Look, "secret", write, read::secret)
    }
}

fn write_viewpoint(viewpoint: Viewpoint, to: &mut Value) {
    match viewpoint {
        Viewpoint::Everything => to.case(0),
        Viewpoint::Seat(seat) => {
            to.case(1);
            to.number(seat.0);
        }
    }
}

impl Shown for FileGame {
    fn facts(&self) -> &'static Facts {
        self.rules.file.info.facts
    }

    fn boards(&self, viewpoint: Viewpoint) -> Vec<BoardScene> {
        self.any_scene(viewpoint).boards
    }

    fn scores(&self) -> Vec<i32> {
        self.any_scene(Viewpoint::Everything).scores
    }

    fn choice(&self, action: &FileAction) -> Choice {
        let choices = self.any_scene(Viewpoint::Everything).choices;
        let action = action.to_string();
        let known = choices.into_iter().find(|choice| choice.action == action);
        known.unwrap_or(Choice { action, from: None, to: None, changes: None })
    }

    fn placing(&self) -> Option<Placing> {
        self.any_scene(Viewpoint::Everything).placing
    }

    fn draft(&self, text: &str) -> Result<Vec<Hull>, String> {
        self.asked_draft(text).unwrap_or_else(|why| Err(why.to_string()))
    }

    fn hulls(&self, action: &FileAction) -> Vec<Hull> {
        self.asked_hulls(action).unwrap_or_default()
    }

    fn scene(&self, viewpoint: Viewpoint) -> Scene {
        let mut scene = self.any_scene(viewpoint);
        // Whatever the file says: a viewer that may not choose is shown no choices.
        if !self.to_move().is_some_and(|seat| viewpoint.sees(seat)) {
            scene.choices.clear();
            scene.placing = None;
        }
        scene
    }

    fn words(&self, viewpoint: Viewpoint) -> Option<String> {
        self.any_scene(viewpoint).words
    }

    fn picture(&self, viewpoint: Viewpoint) -> Option<String> {
        self.any_scene(viewpoint).picture
    }

    fn marks(before: &Self, action: &FileAction, after: &Self, viewpoint: Viewpoint) -> Vec<Mark> {
        after.asked_marks(before, action, viewpoint).unwrap_or_default()
    }

    fn secret(&self, action: &FileAction) -> Option<Secret> {
        // A file that does not say hides.
        self.asked_secret(action).unwrap_or(Some(Secret::ALL))
    }

    fn trials(rules: &FileRules) -> Option<Vec<Trial<FileAction>>> {
        rules.ask(Purpose::Look, "trials", |to| rules.write_settings(to), read::trials).ok().flatten()
    }
}
