//! The judge's services for a bot, and their substitutes when a bot runs natively.

use std::str::FromStr;
use std::sync::Once;

/// The host's interface, as generated from its WIT.
#[doc(hidden)]
#[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
pub mod bindings {
    wit_bindgen::generate!({
        path: "wit",
        world: "judge:arena/bot",
        runtime_path: "::judge_sdk::wit_bindgen::rt",
    });
}

/// Writes `line` to the bot's log: 1 KiB a turn and 16 KiB a game are kept, unless the tournament says otherwise.
///
/// Natively it goes to standard error. [`log!`](crate::log) formats it for you.
pub fn log_line(line: &str) {
    #[cfg(target_arch = "wasm32")]
    bindings::judge::arena::host::log(line);
    #[cfg(not(target_arch = "wasm32"))]
    #[expect(clippy::print_stderr, reason = "natively there is no judge to keep a log")]
    {
        eprintln!("{line}");
    }
}

/// The fuel left for this turn, about one unit an instruction; natively there is no end of it.
#[must_use]
pub fn fuel_left() -> u64 {
    #[cfg(target_arch = "wasm32")]
    return bindings::judge::arena::host::fuel_left();
    #[cfg(not(target_arch = "wasm32"))]
    return u64::MAX;
}

/// Lets a panic write its message to the bot's log before it traps.
pub fn log_panics() {
    static ONCE: Once = Once::new();
    if cfg!(target_arch = "wasm32") {
        ONCE.call_once(|| std::panic::set_hook(Box::new(|info| log_line(&info.to_string()))));
    }
}

/// The fuel left in the bank for the rest of the game, this turn included; natively there is no end of it.
///
/// Fuel that later turns add to the bank is not in it.
#[must_use]
pub fn bank_left() -> u64 {
    #[cfg(target_arch = "wasm32")]
    return bindings::judge::arena::host::bank_left();
    #[cfg(not(target_arch = "wasm32"))]
    return u64::MAX;
}

/// The text of an option that the organiser has given this bot, if there is one of that name; natively there is none.
///
/// Ask when a game begins: a bot that is asked for its name has no options yet.
#[must_use]
pub fn option(name: &str) -> Option<String> {
    #[cfg(target_arch = "wasm32")]
    return bindings::judge::arena::host::get_option(name);
    #[cfg(not(target_arch = "wasm32"))]
    {
        let _ = name;
        None
    }
}

/// The value of an option, or this one if there is none; if its text cannot be read, the bot's log says so.
///
/// `let depth = option_or("depth", 4);`
#[must_use]
pub fn option_or<T: FromStr>(name: &str, otherwise: T) -> T {
    let Some(text) = option(name) else { return otherwise };
    text.parse().unwrap_or_else(|_| {
        log_line(&format!("the option {name} cannot be read: {text:?}"));
        otherwise
    })
}
