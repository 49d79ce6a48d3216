//! Bots that nobody wrote: wasm-smith makes valid modules with the exports of an Othello bot.
//!
//! However the engine is set up, and however often they are asked, they answer, trap and use fuel alike.

use std::sync::LazyLock;

use arbitrary::Unstructured;
use judge_bots::{BotProgram, compile};
use judge_play::contract;
use judge_play::games::othello::{Othello, Params};
use judge_play::games::{Game, Seat};
use judge_play::{Player, Seed};
use judge_sandbox::{Program, Sandbox};

use super::sandboxes::SANDBOXES;

/// The imports and exports of the modules.
static SHAPE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let text = r#"(module
        (import "judge:arena/host@1.0.0" "fuel-left" (func (result i64)))
        (import "judge:arena/host@1.0.0" "log" (func (param i32 i32)))
        (memory (export "memory") 1 16)
        (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) unreachable)
        (func (export "judge:arena/othello@1.0.0#name") (result i32) unreachable)
        (func (export "judge:arena/othello@1.0.0#new-game") (param i64 i32 i32 i32))
        (func (export "judge:arena/othello@1.0.0#choose") (param i64 i64 i64) (result i32) unreachable))"#;
    wat::parse_str(text).expect("it is WebAssembly text")
});

/// The features of the modules: those that the sandbox lets in. Half of them cannot trap, and get further.
fn config(first: u8) -> wasm_smith::Config {
    wasm_smith::Config {
        disallow_traps: first.is_multiple_of(2),
        module_shape: Some(SHAPE.clone()),
        exceptions_enabled: false,
        gc_enabled: false,
        memory64_enabled: false,
        relaxed_simd_enabled: false,
        simd_enabled: false,
        tail_call_enabled: false,
        threads_enabled: false,
        reference_types_enabled: false,
        max_funcs: 6,
        max_memory32_bytes: 1 << 20,
        max_table_elements: 1_000,
        min_data_segments: 1,
        ..Default::default()
    }
}

/// `bytes`, and then as many more as a module may be made of, drawn from them.
fn drawn_out(bytes: &[u8]) -> Vec<u8> {
    let mut state =
        bytes.iter().fold(7, |state: u64, &byte| (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    bytes.iter().copied().chain(std::iter::repeat_with(draw).take(3_000)).collect()
}

/// The bot's answers to three questions, its fuel after each, and its log.
fn observed(program: &Program, sandbox: &Sandbox) -> Vec<String> {
    let params = Params::default();
    let bot =
        BotProgram::new(program, contract::described("othello")).expect("it has an Othello bot's exports");
    let mut seen = vec![format!("{:?}", bot.name(sandbox, Seed(0)))];
    let mut player = bot.player::<Othello>(sandbox, &params, Seat(0), Seed(7));
    let player: &mut dyn Player<Othello> = &mut player;
    let begun = player.begin();
    seen.push(format!("{begun:?}, {} units spent", player.account().usage().fuel));
    // A bot that failed is not asked again.
    for _ in 0..if begun.is_ok() { 3 } else { 0 } {
        let answer = player.decide(Othello::new(params).view(Seat(0)));
        seen.push(format!("{answer:?}, {} units spent", player.account().usage().fuel));
        if answer.is_err() {
            break;
        }
    }
    seen.push(player.account().log());
    seen
}

#[test]
fn a_generated_bot() {
    bolero::check!(name = "a_generated_bot").with_iterations(60).for_each(|bytes: &[u8]| {
        let bytes = drawn_out(bytes);
        if let Ok(module) = wasm_smith::Module::new(config(bytes[0]), &mut Unstructured::new(&bytes)) {
            let other = &SANDBOXES[usize::from(bytes[0] / 2) % SANDBOXES.len()];
            agree(&module.to_bytes(), &SANDBOXES[0], other);
        }
    });
}

fn agree(module: &[u8], usual: &Sandbox, other: &Sandbox) {
    let program = |module: &[u8], sandbox: &Sandbox| {
        let artifact = compile(module, &judge_bots::FileKind::bot("othello"), sandbox.variant())
            .expect("the module is valid");
        sandbox.load(&artifact, &[]).expect("it imports what bots can have")
    };
    let compiled = program(module, usual);
    let seen = observed(&compiled, usual);
    assert_eq!(observed(&compiled, usual), seen, "the same program, a second time");
    let elsewhere = observed(&program(module, other), other);
    // How deep a recursion may go depends on how it is compiled; nothing else does.
    let is_too_deep = |line: &String| line.contains("call stack exhausted");
    if !seen.iter().chain(&elsewhere).any(is_too_deep) {
        assert_eq!(elsewhere, seen, "the engine, set up in another way");
    }
}
