//! The kind of a file, a bot for one game or a game: the interface that it exports, and the world of such files.

use std::fmt;
use std::panic;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use judge_play::wit::text;
use judge_play::wit::{Description, Interface};
use judge_play::{GAMES, GameFile, Rules, contract, file};
use wit_parser::{Function, Resolve, SourceMap, WorldId};

use crate::functions::{description, functions};

/// The function of [`judge_sandbox::HOST`] that answers with a text.
pub(crate) const GET_OPTION: &str = "get-option";

/// The functions of the judge that a game may import. A bot may import [all](contract::HOST_FUNCTIONS).
pub(crate) const HOST_FUNCTIONS_OF_GAMES: &[&str] = &["log"];

/// The kind of a file: a bot for one game, or a game. Cloning is cheap.
#[derive(Clone)]
pub struct FileKind(Arc<Kind>);

struct Kind {
    /// The game that a bot is for; the world's name, if the file is a game.
    name: String,
    /// The interface's full name.
    interface: String,
    /// The contract of a bot's game, if that is a file.
    contract: Option<String>,
    /// All that its interface depends on, as text.
    wit: String,
    /// A hint for the author: where the interface stands.
    see: String,
    resolve: Resolve,
    world: WorldId,
}

/// The kinds of bots for the judge's own games: to read their contracts takes longer than to look at a small bot.
static OWN: LazyLock<Vec<FileKind>> = LazyLock::new(|| {
    let kind = |game: &judge_play::GameInfo| {
        let see = format!("see sdk/wit/{0}.wit, or judge wit {0}", game.name);
        let read = FileKind::read(game.name, &contract::wit(game.name), None, see);
        read.expect("the contract is valid WIT")
    };
    GAMES.iter().map(kind).collect()
});

impl FileKind {
    /// A bot for one of the judge's own games.
    ///
    /// # Panics
    /// If there is no such game.
    #[must_use]
    pub fn bot(game: &str) -> Self {
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
    pub fn bot_by_contract(game: &str, contract: &str) -> Result<Self, String> {
        if ["host", "source"].contains(&game) {
            return Err(format!("a game cannot be called {game}; call it something else"));
        }
        let description = text::description(contract)?;
        let expected = contract::interface(game);
        if description.interface != expected {
            return Err(format!("it describes {}, and should describe {expected}", description.interface));
        }
        Interface::new(&description)?;
        let wit = contract::wit_of_file(game, &text::wit(&description, game));
        let see = "see judge wit, with the game's file".to_owned();
        // What it reads was written anew, so it does not go deep; its own names may still be none.
        let read = panic::catch_unwind(|| Self::read(game, &wit, Some(contract), see));
        let kind = read.unwrap_or_else(|_| Err("the WebAssembly tools fail on it".into()))?;
        // It has the types in the order of their use, and leaves out the others.
        let again = kind.as_data();
        let has_same_types = again.types.iter().all(|named| description.types.contains(named));
        if has_same_types && again.functions == description.functions {
            Ok(kind)
        } else {
            Err("the component model reads it in another way; write types before their use".into())
        }
    }

    /// A file that is a game.
    #[must_use]
    pub fn game() -> Self {
        static GAME: LazyLock<FileKind> = LazyLock::new(|| {
            let mut resolve = Resolve::default();
            // What a game may import is for its log. A bot's fuel and bank are none of its business.
            let host = "package judge:arena@1.0.0;\ninterface host { log: func(line: string); }\n";
            let world = "package judge:game-file@1.0.0;\nworld game { import judge:arena/host@1.0.0; export judge:game/rules@1.0.0; }\n";
            let mut last = None;
            for text in [host, file::WIT, world] {
                let mut sources = SourceMap::new();
                sources.push(Path::new("game.wit"), text);
                let package = sources.parse().expect("it is valid WIT");
                last = Some(resolve.push_group(package).expect("it is whole"));
            }
            let package = last.expect("there are packages");
            let world = resolve.select_world(&[package], Some("game")).expect("there is such a world");
            FileKind(Arc::new(Kind {
                name: "game".into(),
                interface: file::INTERFACE.into(),
                contract: None,
                wit: file::WIT.into(),
                see: "see sdk/game/wit/game.wit".into(),
                resolve,
                world,
            }))
        });
        GAME.clone()
    }

    fn read(game: &str, wit: &str, contract: Option<&str>, see: String) -> Result<Self, String> {
        let mut resolve = Resolve::default();
        let mut sources = SourceMap::new();
        sources.push(Path::new("game.wit"), wit);
        let package = sources.parse().map_err(|(_, error)| error.to_string())?;
        let package = resolve.push_group(package).map_err(|error| error.to_string())?;
        let world = resolve.select_world(&[package], Some(&format!("{game}-bot")));
        let world = world.map_err(|error| error.to_string())?;
        Ok(Self(Arc::new(Kind {
            name: game.to_owned(),
            interface: contract::interface(game),
            contract: contract.map(str::to_owned),
            wit: wit.to_owned(),
            see,
            resolve,
            world,
        })))
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
        self.0.interface == file::INTERFACE
    }

    /// The functions of the judge that such a file may import.
    pub(crate) fn host_functions(&self) -> &'static [&'static str] {
        if self.is_game() { HOST_FUNCTIONS_OF_GAMES } else { contract::HOST_FUNCTIONS }
    }

    /// The contract of a bot's game, if that is a file.
    pub(crate) fn contract(&self) -> Option<&str> {
        self.0.contract.as_deref()
    }

    pub(crate) fn interface(&self) -> &str {
        &self.0.interface
    }

    pub(crate) fn wit(&self) -> &str {
        &self.0.wit
    }

    pub(crate) fn see(&self) -> &str {
        &self.0.see
    }

    pub(crate) fn resolve(&self) -> &Resolve {
        &self.0.resolve
    }

    /// The functions of its interface.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &Function> {
        functions(self.resolve(), self.world())
    }

    pub(crate) fn world(&self) -> WorldId {
        self.0.world
    }

    /// The interface as data.
    ///
    /// # Panics
    /// If it has types that contracts may not have: it was read.
    #[must_use]
    pub fn as_data(&self) -> Description {
        description(self.interface(), self.resolve(), self.world())
    }
}

impl fmt::Debug for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.interface)
    }
}
