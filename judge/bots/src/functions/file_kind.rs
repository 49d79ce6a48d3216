//! The kind of a file, a bot for one game or a game: the interface that it exports, and the world of such files.

use std::sync::{Arc, LazyLock};

use judge_play::wit::text;
use judge_play::wit::{Description, Function, Interface, NoInterface, no_interface};
use judge_play::{GAMES, GameFile, Rules, contract, file};

/// The function of [`judge_sandbox::HOST`] that answers with a text.
pub(crate) const GET_OPTION: &str = "get-option";

/// The functions of the judge that a game may import. A bot may import [all](contract::HOST_FUNCTIONS).
pub(crate) const HOST_FUNCTIONS_OF_GAMES: &[&str] = &["log"];

/// The kind of a file: a bot for one game, or a game. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct FileKind(Arc<Kind>);

#[derive(Debug)]
struct Kind {
    /// The game that a bot is for; `game`, if the file is a game.
    name: String,
    /// The contract of a bot's game, if that is a file.
    contract: Option<String>,
    /// A hint for the author: where the interface stands.
    see: String,
    /// The interface that it exports, as it is written down.
    description: Description,
    interface: Arc<Interface>,
}

impl FileKind {
    /// A bot for one of the judge's own games.
    ///
    /// # Panics
    /// If there is no such game.
    #[must_use]
    pub fn bot(game: &str) -> Self {
        static OWN: LazyLock<Vec<FileKind>> = LazyLock::new(|| {
            let kind = |game: &judge_play::GameInfo| {
                FileKind(Arc::new(Kind {
                    name: game.name.into(),
                    contract: None,
                    see: format!("see sdk/wit/{0}.wit, or judge wit {0}", game.name),
                    description: Description::parse(contract::json(game.name)).expect("it is ours"),
                    interface: contract::described(game.name).clone(),
                }))
            };
            GAMES.iter().map(kind).collect()
        });
        OWN.iter().find(|kind| kind.0.name == game).expect("it is one of the games").clone()
    }

    /// A bot for the game of these rules.
    #[must_use]
    pub fn bot_for(rules: &Rules) -> Self {
        rules.file().map_or_else(|| Self::bot(rules.game()), |file| Self::bot_for_file(file))
    }

    /// A bot for a game that is a file.
    ///
    /// # Panics
    /// Never: the contract was read when the game was loaded.
    #[must_use]
    pub fn bot_for_file(file: &GameFile) -> Self {
        Self::bot_by_contract(file.info.name, &file.contract)
            .expect("the contract was read when the game was loaded")
    }

    /// A bot for a game whose contract is this text.
    ///
    /// # Errors
    /// If the contract is invalid, with the reason.
    pub fn bot_by_contract(game: &str, contract: &str) -> Result<Self, NoInterface> {
        if ["host", "source"].contains(&game) {
            return no_interface(format!("a game cannot be called {game}; call it something else"));
        }
        let description = text::description(contract)?;
        let expected = contract::interface(game);
        if description.interface != expected {
            return no_interface(format!(
                "it describes {}, and should describe {expected}",
                description.interface
            ));
        }
        let interface = Arc::new(Interface::new(&description)?);
        Ok(Self(Arc::new(Kind {
            name: game.to_owned(),
            contract: Some(contract.to_owned()),
            see: "see judge wit, with the game's file".to_owned(),
            description,
            interface,
        })))
    }

    /// A file that is a game.
    ///
    /// # Panics
    /// Never: the interface is ours.
    #[must_use]
    pub fn game() -> Self {
        static GAME: LazyLock<FileKind> = LazyLock::new(|| {
            let read = text::description(file::WIT).expect("it is WIT");
            let description = Description { interface: file::INTERFACE.into(), ..read };
            let interface = Interface::new(&description).expect("it has types of contracts");
            FileKind(Arc::new(Kind {
                name: "game".into(),
                contract: None,
                see: "see sdk/game/wit/game.wit".into(),
                description,
                interface: Arc::new(interface),
            }))
        });
        GAME.clone()
    }

    /// The game that a bot is for.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The kind in words: `a bot for othello`.
    pub(crate) fn words(&self) -> String {
        if self.is_game() { "a game".into() } else { format!("a bot for {}", self.0.name) }
    }

    pub(crate) fn is_game(&self) -> bool {
        self.0.interface.name == file::INTERFACE
    }

    /// The functions of the judge that such a file may import.
    pub(crate) fn host_functions(&self) -> &'static [&'static str] {
        if self.is_game() { HOST_FUNCTIONS_OF_GAMES } else { contract::HOST_FUNCTIONS }
    }

    /// The contract of a bot's game, if that is a file.
    pub(crate) fn contract(&self) -> Option<&str> {
        self.0.contract.as_deref()
    }

    pub(crate) fn see(&self) -> &str {
        &self.0.see
    }

    /// The interface that it exports.
    #[must_use]
    pub fn interface(&self) -> &Arc<Interface> {
        &self.0.interface
    }

    /// The functions of its interface.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &Function> {
        self.0.interface.functions.iter()
    }

    /// The interface as it is written down.
    #[must_use]
    pub fn as_data(&self) -> &Description {
        &self.0.description
    }
}
