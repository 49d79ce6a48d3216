//! Random games against rules that were written a second time, in Python.

use std::fmt::Write;
use std::process::{Command, Stdio};

use connect_four::{ConnectFour, Params};
use judge_game::{Game, Parameters};

/// A game at random as a line for the other rules.
fn line(seed: &mut u64) -> String {
    let mut next = |end: usize| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from((*seed >> 33) % end as u64).expect("it is small")
    };
    let (columns, rows) = if next(2) == 0 { (7, 6) } else { (4 + next(4), 4 + next(4)) };
    let params = Params::from_text(&format!("columns={columns} rows={rows}")).expect("they are valid");
    let mut game = ConnectFour::start(&params);
    let (mut drops, mut room) = (Vec::new(), 0);
    while game.to_move().is_some() {
        let legal = game.legal();
        let drop = legal[next(legal.len())];
        game.play(&drop).expect("it was listed");
        drops.push(drop.to_string());
        room += game.legal().len();
    }
    let ranks = game.outcome().expect("it is over").ranks;
    format!("{columns} {rows} {} {},{} {room}", drops.join(","), ranks[0], ranks[1])
}

#[test]
fn ten_thousand_games_are_the_same_by_other_rules() {
    let (mut seed, mut lines) = (1, String::new());
    for _ in 0..10_000 {
        writeln!(lines, "{}", line(&mut seed)).expect("a text takes what is written");
    }
    let file = std::env::temp_dir().join(format!("connect-four-{}", std::process::id()));
    std::fs::write(&file, lines).expect("it is written");
    let input = Stdio::from(std::fs::File::open(&file).expect("it was written"));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules.py");
    let output = Command::new("python3").arg(script).stdin(input).output();
    std::fs::remove_file(&file).expect("it is there");
    let Ok(output) = output else {
        // What `println!` writes is shown for failed tests only.
        let skipped = b"skipped: the other rules of connect-four: there is no python3 here\n";
        return std::io::Write::write_all(&mut std::io::stderr(), skipped).expect("it can be written");
    };
    let [told, wrong] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(told.trim(), "10000", "{wrong}");
}
