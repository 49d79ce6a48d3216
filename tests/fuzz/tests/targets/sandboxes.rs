//! Small sandboxes, and what can be observed of a bot in one.

use std::sync::LazyLock;

use judge::entrant::{self, Compiler, Entrant};
use judge::error::Mistake;
use judge::sandbox::{Limits, Sandbox, Variant};
use judge::tournament::{Name, Rules};

/// A sandbox for each way to set the engine up, with limits that end every call at once.
pub(crate) static SANDBOXES: LazyLock<Vec<Sandbox>> = LazyLock::new(|| {
    let limits = || Limits {
        fuel_per_turn: 20_000,
        fuel_to_start: 100_000,
        memory_bytes_max: 1 << 20,
        table_elements_max: 1_000,
        ..Limits::default()
    };
    let sandbox = |variant| Sandbox::set_up(limits(), 4, variant).expect("the sandbox starts");
    [Variant::Usual, Variant::Unoptimised, Variant::Unpooled, Variant::Copied].map(sandbox).into()
});

/// Offers `bytes` as a bot: an entrant comes of them, or words that can be shown.
pub(crate) fn offer(bytes: &[u8], rules: &Rules, sandbox: &Sandbox) -> Option<Entrant> {
    let name = Name::new("bot").expect("it is a name");
    match entrant::from_bytes(&name, bytes, rules, sandbox, &Compiler::here()) {
        Ok(entrant) => {
            assert!(is_plain(&entrant.calls_itself), "{:?}", entrant.calls_itself);
            Some(entrant)
        }
        Err(obstacle) => {
            let problem = obstacle.to_string();
            assert!(!problem.trim().is_empty());
            let told = Mistake::in_file("cup.toml".as_ref(), problem).to_string();
            assert!(is_plain(&told) && told.len() < 2_000, "{told:?}");
            None
        }
    }
}

/// Whether the text stays on its line, moves no cursor and turns no writing round.
pub(crate) fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c))
}
