//! Leaves a multiple of four where it can.

use exports::judge::arena::my_game::Guest;

judge_sdk::contract!("../../wit", "judge:arena/my-game-bot");

struct Bot;

impl Guest for Bot {
    fn name() -> String {
        "Careful".into()
    }

    fn new_game(_seed: u64, _seat: u8) {}

    fn take(left: u8) -> u8 {
        match left % 4 {
            // Whatever it takes, the other one can win.
            0 => 1,
            more => more,
        }
    }
}

export!(Bot);
