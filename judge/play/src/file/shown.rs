//! What people see of a game that is a file. It is asked of an instance that plays no match, so a scene that breaks
//! spoils no game: it says what is wrong instead.

use judge_games::{Game, Parameters};
use judge_scenes::{BoardScene, Choice, Facts, Hull, Mark, Placing, Scene, Secret, Shown, Trial, Viewpoint};
use judge_wit::Value;

use super::read::{self, SceneReader};
use super::{FileAction, FileGame, FileRules, Purpose};

impl FileGame {
    fn scene_reader(&self) -> SceneReader {
        let (seats, kinds) = (self.rules.seats, self.facts().pieces.len());
        SceneReader { seats, kinds, to_move: self.position.to_move }
    }

    fn asked_scene(&self, viewpoint: Viewpoint) -> Scene {
        let write = |to: &mut Value| {
            to.bytes(&self.position.state);
            write_viewpoint(viewpoint, to);
        };
        let reader = self.scene_reader();
        let running = &self.rules.running;
        let scene = running.call(&self.rules.file, Purpose::Look, "scene", write, |from| reader.scene(from));
        scene.unwrap_or_else(|why| Scene {
            boards: Vec::new(),
            to_move: self.position.to_move,
            scores: vec![0; self.rules.seats()],
            choices: Vec::new(),
            placing: None,
            words: Some(format!("The game cannot show this position: {why}")),
            picture: None,
        })
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
        self.asked_scene(viewpoint).boards
    }

    fn scores(&self) -> Vec<i32> {
        self.asked_scene(Viewpoint::Everything).scores
    }

    fn choice(&self, action: &FileAction) -> Choice {
        let choices = self.asked_scene(Viewpoint::Everything).choices;
        let action = action.to_string();
        let known = choices.into_iter().find(|choice| choice.action == action);
        known.unwrap_or(Choice { action, from: None, to: None, changes: None })
    }

    fn placing(&self) -> Option<Placing> {
        self.asked_scene(Viewpoint::Everything).placing
    }

    fn draft(&self, text: &str) -> Result<Vec<Hull>, String> {
        let write = |to: &mut Value| {
            to.bytes(&self.position.state);
            to.text(text);
        };
        let reader = self.scene_reader();
        let read = |from: &mut judge_wit::Reader<'_>| read::result(from, |from| reader.hulls(from));
        self.rules
            .running
            .call(&self.rules.file, Purpose::Look, "draft", write, read)
            .unwrap_or_else(|why| Err(why.to_string()))
    }

    fn hulls(&self, action: &FileAction) -> Vec<Hull> {
        let write = |to: &mut Value| {
            to.bytes(&self.position.state);
            to.text(&action.to_string());
        };
        let reader = self.scene_reader();
        self.rules.call(Purpose::Look, "hulls", write, |from| reader.hulls(from)).unwrap_or_default()
    }

    fn scene(&self, viewpoint: Viewpoint) -> Scene {
        let mut scene = self.asked_scene(viewpoint);
        // Whatever the file says: who may not choose is shown no choices.
        if !self.to_move().is_some_and(|seat| viewpoint.sees(seat)) {
            scene.choices.clear();
            scene.placing = None;
        }
        scene
    }

    fn words(&self, viewpoint: Viewpoint) -> Option<String> {
        self.asked_scene(viewpoint).words
    }

    fn picture(&self, viewpoint: Viewpoint) -> Option<String> {
        self.asked_scene(viewpoint).picture
    }

    fn marks(before: &Self, action: &FileAction, after: &Self, viewpoint: Viewpoint) -> Vec<Mark> {
        let write = |to: &mut Value| {
            to.bytes(&before.position.state);
            to.text(&action.to_string());
            to.bytes(&after.position.state);
            write_viewpoint(viewpoint, to);
        };
        after.rules.call(Purpose::Look, "marks", write, read::marks).unwrap_or_default()
    }

    fn secret(&self, action: &FileAction) -> Option<Secret> {
        let write = |to: &mut Value| {
            to.bytes(&self.position.state);
            to.text(&action.to_string());
        };
        // A file that does not say hides.
        self.rules.call(Purpose::Look, "secret", write, read::secret).unwrap_or(Some(Secret::ALL))
    }

    fn trials(rules: &FileRules) -> Option<Vec<Trial<FileAction>>> {
        rules.call(Purpose::Look, "trials", |to| rules.write_settings(to), read::trials).flatten()
    }
}
