//! The languages that bots are written in. Each is a folder of `sdk`: its `kit.toml` says what is to be said of it.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::Deserialize;

use super::{FILES, filled, snake, text_of};

/// All languages, by their folders.
static ALL: LazyLock<Vec<KitFile>> = LazyLock::new(|| {
    let folder = |path: &'static str| path.strip_prefix("sdk/")?.strip_suffix("/kit.toml");
    let about = |folder: &'static str| {
        let text = text_of(&format!("sdk/{folder}/kit.toml"));
        let about = toml::from_str(text).unwrap_or_else(|error| panic!("sdk/{folder}/kit.toml: {error}"));
        KitFile { folder, ..about }
    };
    FILES.iter().filter_map(|(path, _)| folder(path)).map(about).collect()
});

/// A language that bots are written in.
#[derive(Clone, Copy, Debug)]
pub struct Language(&'static KitFile);

/// What `kit.toml` says of a language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KitFile {
    /// Its folder below `sdk`, which is its name on the command line.
    #[serde(skip)]
    folder: &'static str,
    /// Its name in sentences.
    name: String,
    /// Other words for it on the command line.
    #[serde(default)]
    words: Vec<String>,
    /// Words for something else, after which this language is proposed.
    #[serde(default)]
    near: Vec<String>,
    /// The file with the bot.
    pub(crate) source: String,
    /// The text before a line that explains a bot's file.
    pub(crate) comment: String,
    /// The command that builds a bot.
    pub(crate) build: String,
    /// The file that the build makes: `{name}` is the bot's name, and `{crate}` the same with underscores.
    wasm: String,
    /// The files and folders of `sdk` that a bot is built with.
    sdk: Vec<String>,
    /// Files of other languages that lie beside a bot in it, by their paths from `sdk`.
    #[serde(default)]
    pub(crate) beside: Vec<String>,
    /// How its bots answer.
    #[serde(default)]
    answers: Answers,
    /// Lines in a tournament's limits for a bot in it, where the defaults are not enough.
    #[serde(default)]
    pub(crate) limits: Vec<String>,
    /// The tools to install, with the way to do it.
    pub(crate) needs: Vec<String>,
    /// The same program on this machine, if it runs there, too.
    pub(crate) native: Option<Native>,
    /// A new game in it, if there is one.
    pub(crate) game: Option<Game>,
}

/// How the bots of a language answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Answers {
    #[default]
    Lines,
    Functions,
}

/// A bot on this machine.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Native {
    /// The command that builds it, if it takes one.
    pub(crate) build: Option<String>,
    /// The command that runs it.
    pub(crate) run: String,
    /// A sentence on what it takes or is good for.
    #[serde(default)]
    pub(crate) more: String,
}

/// A new game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Game {
    /// The file with the rules.
    pub(crate) source: String,
    /// The command that runs it before it is built, where that can be.
    pub(crate) run: Option<String>,
    /// The command that tests it.
    pub(crate) test: String,
    /// The file that says how a game is written.
    pub(crate) guide: String,
}

impl Language {
    /// All languages, by their folders.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(Self)
    }

    pub(crate) fn about(self) -> &'static KitFile {
        self.0
    }

    /// Its name on the command line, which is also its folder below `sdk`.
    #[must_use]
    pub fn folder(self) -> &'static str {
        self.0.folder
    }

    /// Whether its bots are programs that read lines. Others are modules with functions.
    #[must_use]
    pub fn reads_lines(self) -> bool {
        self.0.answers == Answers::Lines
    }

    /// Whether there is a game to begin with.
    #[must_use]
    pub fn has_game(self) -> bool {
        self.0.game.is_some()
    }

    /// Whether a bot in this language is built with a file, whose path begins in `sdk`.
    pub(crate) fn needs_file(self, path: &str) -> bool {
        let (top, rest) = path.split_once('/').unwrap_or((path, ""));
        let is_for_others = rest.starts_with("new/") || rest.starts_with("new-game/");
        self.0.sdk.iter().any(|needed| needed == top)
            && !is_for_others
            && !rest.ends_with("README.md")
            && rest != "kit.toml"
    }

    /// The file that the build makes.
    pub(crate) fn wasm(self, name: &str) -> String {
        filled(&self.0.wasm, &[("{name}", name), ("{crate}", &snake(name))])
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

impl FromStr for Language {
    /// A tip on the names that are known.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let typed = text.to_lowercase();
        let is_meant = |of: &Self| of.folder() == typed || of.0.words.contains(&typed);
        Self::all().find(is_meant).ok_or_else(|| help_for(&typed))
    }
}

/// Languages for which people ask, and of which no bot can be built.
const NOT_YET: [&str; 9] = ["lua", "java", "kotlin", "kt", "scala", "c#", "csharp", "cs", "dotnet"];

/// The tip after an unknown language was typed.
fn help_for(typed: &str) -> String {
    let all: Vec<&str> = Language::all().map(Language::folder).collect();
    let all = format!("the languages are {}", all.join(", "));
    if let Some(near) = Language::all().find(|of| of.0.near.iter().any(|near| near == typed)) {
        return format!("write {}; {all}", near.folder());
    }
    if NOT_YET.contains(&typed) {
        return format!("no bot can be built from it yet, and docs/bots.md says why; {all}");
    }
    format!("{all}; judge wit GAME says what a bot in another one exports")
}
