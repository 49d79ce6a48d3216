//! A game on its way to a position: actions as a person writes them in, each checked by the rules, forced ones played in
//! between.

use std::collections::BTreeMap;

use judge_games::Game;

/// A game on its way, with the actions that were not forced.
#[derive(Clone)]
pub struct Way<G: Game> {
    /// The game as it stands.
    pub game: G,
    /// Actions played, forced ones included.
    pub turns: u32,
    /// The actions that were not forced, in the game's notation, by the number of actions before them.
    pub by_hand: BTreeMap<u32, String>,
}

impl<G: Game> Way<G> {
    /// A way from the start of a game with these parameters.
    #[must_use]
    pub fn new(params: &G::Params) -> Self {
        Self::from(G::start(params))
    }

    /// A way from here.
    #[must_use]
    pub fn from(start: G) -> Self {
        let mut way = Self { game: start, turns: 0, by_hand: BTreeMap::new() };
        way.force();
        way
    }

    /// Plays all that the rules leave no choice about, and says how many actions that were.
    fn force(&mut self) -> u32 {
        let before = self.turns;
        while let Some(action) = self.game.forced() {
            // Only a game that is a file refuses what it forces; whoever looks for trouble finds it.
            if self.game.play(&action).is_err() {
                break;
            }
            self.turns += 1;
        }
        self.turns - before
    }

    /// Plays an action, and says how many are forced after it.
    ///
    /// # Errors
    /// The rule that it breaks; the way is as it was.
    pub fn play(&mut self, action: &G::Action) -> Result<u32, G::Illegal> {
        self.game.play(action)?;
        self.by_hand.insert(self.turns, action.to_string());
        self.turns += 1;
        Ok(self.force())
    }

    /// Plays the actions of a line of text: one, or several with spaces between them.
    ///
    /// # Errors
    /// The first that cannot be played, and why; those before it are played.
    pub fn play_line(&mut self, line: &str) -> Result<(), String> {
        // The notation of an action may have spaces in it.
        if line.parse::<G::Action>().is_ok_and(|action| self.play(&action).is_ok()) {
            return Ok(());
        }
        line.split_whitespace().try_for_each(|word| self.play_text(word))
    }

    fn play_text(&mut self, text: &str) -> Result<(), String> {
        let action = text.parse::<G::Action>().map_err(|error| format!("{text:?}: {error}"))?;
        match self.play(&action) {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("{text:?} is not legal here: {error}; forced actions are left out")),
        }
    }
}
