//! Small sandboxes, and what can be observed of a bot in one.

use std::sync::LazyLock;

use judge_bots::{Bot, Compiler, from_bytes};
use judge_core::error::Mistake;
use judge_core::tournament::Name;
use judge_play::Rules;
use judge_sandbox::{EngineVariant, Limits, Sandbox};

/// A sandbox for each way to set the engine up, with limits that end every call at once.
pub(crate) static SANDBOXES: LazyLock<Vec<Sandbox>> = LazyLock::new(|| {
    let limits = || Limits {
        fuel_per_turn: 20_000,
        fuel_to_start: 100_000,
        memory_bytes: 1 << 20,
        table_elements: 1_000,
        ..Limits::default()
    };
    let sandbox = |variant| Sandbox::set_up(limits(), 4, variant).expect("the sandbox starts");
    [EngineVariant::Usual, EngineVariant::Unoptimised, EngineVariant::Unpooled, EngineVariant::Copied]
        .map(sandbox)
        .into()
});

/// Offers `bytes` as a bot: it is loaded, or the message can be shown.
pub(crate) fn offer(bytes: &[u8], rules: &Rules, sandbox: &Sandbox) -> Option<Bot> {
    let name = Name::new("bot").expect("it is a name");
    match from_bytes(&name, bytes, rules, sandbox, &Compiler::here()) {
        Ok(bot) => {
            assert!(is_plain(&bot.calls_itself), "{:?}", bot.calls_itself);
            Some(bot)
        }
        Err(not_loaded) => {
            let problem = not_loaded.to_string();
            assert!(!problem.trim().is_empty());
            let message = Mistake::in_file("cup.toml", problem).to_string();
            assert!(is_plain(&message) && message.len() < 2_000, "{message:?}");
            None
        }
    }
}

/// Whether the text stays on its line, moves no cursor and turns no writing round.
pub(crate) fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c))
}
