//! The match of `judge-play` in a page: a line of play in, events and scenes out, as JSON.
//!
//! It is the judge's own code for rules, openings, seeds, order of calls, fuel clock, log and transcript. Only
//! the bots are run by somebody else: by the page, which calls them through the contract.
//!
//! There are two of it, so that no page carries what it does not play: one for the judge's own games (`own_games`), and,
//! with the feature `files`, one for games that are files (`game_file`), which the page runs like bots.

// What the browser links is not what this machine would link: the contract's names mean nothing to it.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "only the page calls it"))]

mod arena;
mod hosts;
#[cfg_attr(feature = "files", path = "game_file.rs")]
#[cfg_attr(not(feature = "files"), path = "own_games.rs")]
mod played;
mod players;
mod reckoned;

/// The exports.
struct Engine;

/// A value, or why there is none, in words for who reads the page.
type OrWhy<T> = Result<T, Box<dyn std::error::Error>>;

#[allow(missing_docs, unreachable_pub, clippy::pedantic, unsafe_code, reason = "generated")]
mod bindings {
    wit_bindgen::generate!({
        path: ["../../../sdk/wit", "wit"],
        world: "judge:page/engine",
        generate_all,
    });
}

#[cfg(target_arch = "wasm32")]
mod exported {
    #![allow(unsafe_code, reason = "generated")]
    super::bindings::export!(Engine with_types_in super::bindings);
    use super::Engine;
}
