//! Any bytes offered as a bot: a bot or a clear message, never a panic; and every bot can be played.

use std::sync::LazyLock;

use judge_bots::Bot;
use judge_play::games::Seat;
use judge_play::games::battleship::{Battleship, Params};
use judge_play::{Finished, Match, Rules, Seated, Seed, Verdict};

use super::edited::Edited;
use super::sandboxes::{SANDBOXES, offer};

/// The smallest game there is.
fn params() -> Params {
    Params::new(2, vec![1]).expect("they are valid")
}

/// Offers `bytes` as a Battleship bot, and lets it play itself.
fn offer_and_play(bytes: &[u8]) -> Option<Finished> {
    offer(bytes, &Rules::Battleship(params()), &SANDBOXES[0]).map(|bot| play(&bot))
}

pub(crate) fn play(bot: &Bot) -> Finished {
    let seated = |seat| Seated::player(bot.player::<Battleship>(&SANDBOXES[0], &params(), seat, Seed(7)));
    let mut game = Match::<Battleship>::new(&params(), vec![], [Seat(0), Seat(1)].map(seated).into());
    game.run().expect("no person takes part");
    let finished = game.finish();
    assert!(!matches!(finished.record.verdict, Verdict::Void(_)), "{}", finished.transcript);
    finished
}

/// The hand-written bots of the end-to-end tests.
static GUESTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../guests");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("it can be read").flatten().collect();
    files.sort_by_key(std::fs::DirEntry::file_name);
    let wasm = |file: std::fs::DirEntry| wat::parse_file(file.path()).expect("it is WebAssembly text");
    files.into_iter().map(wasm).collect()
});

#[test]
fn any_bytes() {
    bolero::check!(name = "any_bytes")
        .with_iterations(500)
        .for_each(|bytes: &[u8]| drop(offer_and_play(bytes)));
}

#[test]
fn a_guest_edited() {
    bolero::check!(name = "a_guest_edited").with_iterations(150).with_type::<Edited>().for_each(|edited| {
        offer_and_play(&edited.of(&GUESTS));
    });
}

#[test]
fn a_component() {
    bolero::check!(name = "a_component").with_iterations(150).for_each(|bytes: &[u8]| {
        let config = wasm_smith::Config { simd_enabled: false, gc_enabled: false, ..Default::default() };
        let component = wasm_smith::Component::new(config, &mut arbitrary::Unstructured::new(bytes));
        if let Ok(component) = component {
            offer_and_play(&component.to_bytes());
        }
    });
}
