//! The kind of a file, a bot for one game or a game: the interface that it exports, and the world of such files.

use std::sync::Arc;

use judge_play::wit::text;
use judge_play::wit::{Description, Interface, NoInterface, no_interface};
use judge_play::{GameFile, Rules, contract, file};

/// The kind of a file: a bot for one game, or a game.
#[derive(Debug)]
pub struct FileKind {
    /// The game that a bot is for; `game`, if the file is a game.
    name: String,
    /// The contract of a bot's game, if that is a file.
    pub(crate) contract: Option<String>,
    /// A hint for the author: where the interface stands.
    pub(crate) see: String,
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
        Self {
            name: game.to_owned(),
            contract: None,
            see: format!("see sdk/wit/{game}.wit, or judge wit {game}"),
            description: Description::parse(contract::json(game)).expect("it is ours"),
            interface: contract::described(game).clone(),
        }
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
        Ok(Self {
            name: game.to_owned(),
            contract: Some(contract.to_owned()),
            see: "see judge wit, with the game's file".to_owned(),
            interface: Arc::new(Interface::new(&description)?),
            description,
        })
    }

    /// A file that is a game.
    ///
    /// # Panics
    /// Never: the interface is ours.
    #[must_use]
    pub fn game() -> Self {
        let read = text::description(file::WIT).expect("it is WIT");
        let description = Description { interface: file::INTERFACE.into(), ..read };
        Self {
            name: "game".into(),
            contract: None,
            see: "see sdk/game/wit/game.wit".into(),
            interface: Arc::new(Interface::new(&description).expect("it has types of contracts")),
            description,
        }
    }

    /// The game that a bot is for.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kind in words: `a bot for othello`.
    pub(crate) fn words(&self) -> String {
        if self.is_game() { "a game".into() } else { format!("a bot for {}", self.name) }
    }

    pub(crate) fn is_game(&self) -> bool {
        self.interface.name == file::INTERFACE
    }

    /// The interface that it exports.
    #[must_use]
    pub fn interface(&self) -> &Arc<Interface> {
        &self.interface
    }

    /// The interface as it is written down.
    #[must_use]
    pub fn as_data(&self) -> &Description {
        &self.description
    }
}
