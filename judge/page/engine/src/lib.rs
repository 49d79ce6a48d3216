//! The match of `judge-play` in a page: a line of play in, events and scenes out, as JSON.
//!
//! It is the judge's own code for rules, openings, seeds, order of calls, fuel clock, log and transcript. Only
//! the bots are run by somebody else: by the page, which calls them through the contract.

// What the browser links is not what this machine would link: the contract's names mean nothing to it.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "only the page calls it"))]

mod arena;
mod players;

// The same files as the sandbox's. They know no wasmtime, and a page cannot link the crate, which does.
#[path = "../../../sandbox/src/clock.rs"]
#[allow(dead_code, reason = "the sandbox uses more of it")]
mod clock;
#[path = "../../../sandbox/src/limits.rs"]
#[allow(dead_code, missing_docs, unreachable_pub, reason = "the sandbox uses more of it")]
mod limits;
#[path = "../../../sandbox/src/log.rs"]
#[allow(dead_code, reason = "the sandbox uses more of it")]
mod log;

use limits::Limits;

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
    use super::arena::Engine;
}
