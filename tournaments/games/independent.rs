//! Random games of a game that is a file against rules that were written a second time, in Python.

use std::process::{Command, Stdio};

/// Numbers at random for 10,000 games.
pub(crate) struct Random(u64);

impl Random {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from((self.0 >> 33) % end as u64).expect("it is small")
    }
}

/// Has `tests/rules.py` of a game's folder read 10,000 games, one a line.
#[track_caller]
pub(crate) fn agrees(folder: &str, mut line: impl FnMut(&mut Random) -> String) {
    let mut random = Random(1);
    let lines: String = (0..10_000).map(|_| line(&mut random) + "\n").collect();
    let name = folder.rsplit('/').next().expect("a path has a last part");
    let file = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
    std::fs::write(&file, lines).expect("it is written");
    let input = Stdio::from(std::fs::File::open(&file).expect("it was written"));
    let output = Command::new("python3").arg(format!("{folder}/tests/rules.py")).stdin(input).output();
    std::fs::remove_file(&file).expect("it is there");
    let Ok(output) = output else {
        // What `println!` writes is shown for failed tests only.
        let skipped = format!("skipped: the other rules of {name}: there is no python3 here\n");
        return std::io::Write::write_all(&mut std::io::stderr(), skipped.as_bytes())
            .expect("it can be written");
    };
    let [told, wrong] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(told.trim(), "10000", "{wrong}");
}
