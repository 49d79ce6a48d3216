//! The page for programs that write bots, as it holds for one bot: `docs/agents.md` with its game, name, language and lines.

use super::lines::comment;
use super::{GameOfBot, Language, filled};

/// The page, which speaks of a bot in C for the game in its title.
const PAGE: &str = include_str!("../../../docs/agents.md");
/// What stands around the game's lines.
const LINES: [&str; 2] = ["```text\n", "```"];

/// The page for a bot.
pub(crate) fn agents(game: &GameOfBot<'_>, language: Language, name: &str) -> String {
    let (before, rest) = PAGE.split_once(LINES[0]).expect("the page has lines");
    let (_, behind) = rest.split_once(LINES[1]).expect("they end");
    let title = PAGE.strip_prefix("# A bot for ").expect("it is the title");
    let of_page = title.split(' ').next().unwrap_or_default();
    let (about, typed, wasm) = (language.about(), game.typed(), language.wasm(name));
    // A contestant is called as its file.
    let file = wasm.rsplit('/').next().unwrap_or_default().trim_end_matches(".wasm");
    let of_bot = [
        (of_page, &*typed),
        ("sailor.wasm", &wasm),
        ("sailor", file),
        ("sdk/c/build", &about.build),
        ("main.c", &about.source),
        ("sailor --lang c", &format!("{name} --lang {}", language.folder())),
    ];
    let [before, behind] = [before, behind].map(|text| filled(text, &of_bot));
    format!("{before}{}{}{}{behind}", LINES[0], comment("", game.examples), LINES[1])
}
