//! A game by its name: text in, rules of one of the five games out.
//!
//! A file can be a game too: see [`file`](crate::file). This is the one place where a game's name becomes a type. Whoever must do something for
//! every game writes it once, for a type, and lets [`for_game!`](crate::for_game) choose it.

use std::sync::Arc;

use judge_games::{Game, Parameters};
use judge_wit::Interface;

use crate::contract;
use crate::file::{FileRules, GameFile};
use crate::game_info::{GameInfo, RulesError};

/// Everything that differs from game to game: the name of each variant, its type and its module.
macro_rules! games {
    ($($Game:ident in $module:ident),*) => {
        /// A game and its parameters.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[expect(clippy::large_enum_variant, reason = "there are few of them, and none is copied in a game")]
        pub enum Rules {
            $(
                #[doc = concat!("The rules of ", stringify!($module), ".")]
                $Game(judge_games::$module::Params),
            )*
            /// The rules of a game that is a file.
            File(FileRules),
        }

        /// The games, by name.
        pub const GAMES: &[GameInfo] = &[$(GameInfo::of::<judge_games::$module::$Game>()),*];

        impl Rules {
            /// The rules of the game of this name, with these settings; what they leave out is as in the original.
            ///
            /// # Errors
            /// The mistake in a setting, or that there is no such game.
            pub fn new<'a>(
                game: &str,
                settings: impl IntoIterator<Item = (&'a str, &'a str)>,
            ) -> Result<Self, RulesError> {
                $(if game == judge_games::$module::$Game::NAME {
                    let params = judge_games::$module::Params::from_settings(settings);
                    return params.map(Self::$Game).map_err(RulesError::Setting);
                })*
                let known = GAMES.iter().map(|game| game.name).collect();
                Err(RulesError::UnknownGame(game.to_owned(), known))
            }
        }

        /// As [`for_game!`](crate::for_game), but for the judge's own games; a file gets the last value. Whoever plays no
        /// files need not carry the code for them.
        #[macro_export]
        macro_rules! for_own_game {
            ($rules:expr, $params:ident, $G:ident => $body:expr, $other:expr) => {
                match $rules {
                    $($crate::Rules::$Game($params) => {
                        type $G = $crate::games::$module::$Game;
                        $body
                    })*
                    $crate::Rules::File(_) => $other,
                }
            };
        }

        /// Does something for the game whose rules are given: `for_game!(rules, params, G => …)` has the
        /// game's parameters in `params` and its type in `G`.
        #[macro_export]
        macro_rules! for_game {
            ($rules:expr, $params:ident, $G:ident => $body:expr) => {
                match $rules {
                    $($crate::Rules::$Game($params) => {
                        type $G = $crate::games::$module::$Game;
                        $body
                    })*
                    $crate::Rules::File($params) => {
                        type $G = $crate::file::FileGame;
                        $body
                    }
                }
            };
        }
    };
}

games! { Battleship in battleship, Freedom in freedom, Gobblet in gobblet, Othello in othello, Stones in stones }

impl GameInfo {
    /// The game of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        GAMES.iter().find(|game| game.name == name)
    }
}

// Here, as they use the macros.
pub(crate) mod notation;
pub mod shown;

impl Rules {
    /// The game's name.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.info().name
    }

    /// The game's name among the judge's own; nothing for a file, which may be called as one of them.
    #[must_use]
    pub fn own_game(&self) -> Option<&'static str> {
        self.file().is_none().then(|| self.game())
    }

    /// The game's names and facts.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        if let Self::File(rules) = self {
            return rules.file().info;
        }
        let name = for_game!(self, _params, G => <G as Game>::NAME);
        GameInfo::named(name).expect("every game is in the list")
    }

    /// The file that is the game, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Arc<GameFile>> {
        match self {
            Self::File(rules) => Some(rules.file()),
            _ => None,
        }
    }

    /// The interface that bots for the game export.
    #[must_use]
    pub fn interface(&self) -> &Arc<Interface> {
        self.file().map_or_else(|| contract::described(self.game()), |file| &file.interface)
    }

    /// The number of seats in one game.
    #[must_use]
    pub fn seats(&self) -> usize {
        for_game!(self, params, G => <<G as Game>::Params as Parameters>::seats(params))
    }

    /// The most turns that a game can have, all seats together.
    #[must_use]
    pub fn turns_max(&self) -> u32 {
        for_game!(self, params, G => <G as Game>::turns_max(params))
    }

    /// All settings, as text, in the order of [`GameInfo::keys`].
    #[must_use]
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        for_game!(self, params, G => <<G as Game>::Params as Parameters>::settings(params))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_rules_without_settings() {
        for game in GAMES {
            let rules = Rules::new(game.name, []).expect("no setting is needed");
            assert_eq!((rules.game(), rules.info().name), (game.name, game.name));
            assert!((2..=usize::from(game.seats_max)).contains(&rules.seats()), "{}", game.name);
            let defaults: Vec<_> = game.keys.iter().map(|key| (key.name, key.default.to_owned())).collect();
            assert_eq!(rules.settings(), defaults, "{}", game.name);
        }
    }

    #[test]
    fn settings_are_read_back_as_they_were_written() {
        let settings = [("battleship", "size=4 fleet=2,1"), ("gobblet", "size=4"), ("stones", "seats=4")];
        for (game, settings) in settings {
            let settings: Vec<_> = settings.split(' ').filter_map(|word| word.split_once('=')).collect();
            let rules = Rules::new(game, settings).expect("the settings are valid");
            let written = rules.settings();
            let again = Rules::new(game, written.iter().map(|(key, value)| (*key, value.as_str())));
            assert_eq!(again.as_ref(), Ok(&rules));
            assert_ne!(again, Rules::new(game, []));
        }
    }

    #[test]
    fn a_game_has_as_many_seats_as_its_rules_say() {
        let seats = |game, settings: &[(&'static str, &'static str)]| {
            Rules::new(game, settings.iter().copied()).expect("the settings are valid").seats()
        };
        assert_eq!((seats("othello", &[]), seats("stones", &[("seats", "4")])), (2, 4));
    }

    #[test]
    fn a_mistake_reads_well() {
        let error = |game, settings: &[(&'static str, &'static str)]| {
            Rules::new(game, settings.iter().copied()).expect_err("it is a mistake").to_string()
        };
        let games = "battleship, freedom, gobblet, othello, stones";
        assert_eq!(error("chess", &[]), format!("there is no game \"chess\"; the games are {games}"));
        assert_eq!(error("Othello", &[]), format!("there is no game \"Othello\"; the games are {games}"));
        assert_eq!(
            error("othello", &[("sise", "8")]),
            "unknown key \"sise\"; the keys are size, ask_on_pass"
        );
        assert_eq!(error("othello", &[("size", "5")]), "size = 5: write 4, 6 or 8");
        assert_eq!(error("othello", &[("size", "6"), ("size", "6")]), "size is set twice; set it once");
        assert_eq!(
            error("battleship", &[("size", "2"), ("fleet", "3")]),
            "fleet: a ship of length 3 does not fit a board of 2 × 2"
        );
    }

    #[test]
    fn a_game_is_chosen_by_its_rules() {
        fn reached<G: Game>(params: &G::Params) -> (&'static str, &'static str) {
            assert_eq!(G::start(params).seats(), 2);
            (G::NAME, std::any::type_name::<G>())
        }
        let reached: Vec<_> = GAMES
            .iter()
            .map(|game| {
                let rules = Rules::new(game.name, []).expect("no setting is needed");
                for_game!(&rules, params, G => reached::<G>(params))
            })
            .collect();
        assert_eq!(
            reached,
            [
                ("battleship", "judge_games::battleship::Battleship"),
                ("freedom", "judge_games::freedom::Freedom"),
                ("gobblet", "judge_games::gobblet::Gobblet"),
                ("othello", "judge_games::othello::Othello"),
                ("stones", "judge_games::stones::Stones"),
            ]
        );
    }
}
