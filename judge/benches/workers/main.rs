//! The cost of workers that play as they should not: rounds a second of a season with four of them, as a share of what they
//! are without. One takes parts and hands over none, one does so with every other part, one leaves a game out of each, and
//! one removes what it takes from the shared folder. Season and workers share one cache of compiled bots: workers are on
//! other machines, and what they compile is no cost of the season. What they play here on its processors still is.
//! Both paces are measured in turn, several times; each share is of a pair, so that a busy machine matters less. Ends with
//! a failure if their median is below 80 %. Workers may cost 1 s and 5 % of the time: fewer rounds than usual can fail.
//!
//! `cargo bench --bench workers`, or with `-- ROUNDS TIMES`, of at most 10,000 rounds.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use judge_core::host::{CacheUse, Cancellation, Options, Reason};
use judge_core::tournament::{GameFiles, Name};
use judge_season::season::{Season, WorkShares};
use judge_season::terms::SeasonTerms;
use judge_season::workers::work_folder::Taken;
use judge_season::workers::worker::{PartReply, PartSource, SharedFolder, work};

/// The least share of the pace.
const LEAST: f64 = 0.8;
/// The number of bots: the ladder of so many plays some 11,000 rounds, and rests then.
const BOTS: u8 = 40;

fn main() {
    let words: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let rounds = words.first().copied().unwrap_or(10_000);
    let times = words.get(1).copied().unwrap_or(3);
    println!(
        "{:>20} {:>20} {:>8}   parts of each worker, and those that did not come",
        "rounds/s without", "with them", "share"
    );
    let cache = tempfile::tempdir().expect("there is room");
    let mut shares: Vec<f64> = Vec::new();
    for _ in 0..times {
        let (without, _) = pace(rounds, cache.path(), false);
        let (with, told) = pace(rounds, cache.path(), true);
        shares.push(with / without);
        println!("{without:>20.0} {with:>20.0} {:>6.0} %   {told}", 100.0 * with / without);
    }
    shares.sort_by(f64::total_cmp);
    let median = shares[shares.len() / 2];
    assert!(median >= LEAST, "the median is {median:.2}");
}

/// Rounds a second of a season for so many rounds, after it has begun, and what its workers have played.
fn pace(measured: u64, cache: &Path, has_workers: bool) -> (f64, String) {
    let place = tempfile::tempdir().expect("there is room");
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../contestants/gobblet/ok.wasm");
    let bot = fs::read(bots).expect("it is there");
    fs::create_dir(place.path().join("bots")).expect("there is room");
    for number in 0..BOTS {
        let bytes = [&bot[..], &[0, 3, 1, b'n', number]].concat();
        fs::write(place.path().join(format!("bots/bot{number}.wasm")), bytes).expect("there is room");
    }
    let toml = "game = \"gobblet\"\nrounds = 5000\ncontestants = [\"bots/*.wasm\"]\n[serve]\n";
    fs::write(place.path().join("season.toml"), toml).expect("there is room");
    let terms =
        SeasonTerms::read(&place.path().join("season.toml"), &GameFiles::none()).expect("it is right");
    let program = Some(env!("CARGO_BIN_EXE_judge").into());
    let options = Options { jobs: None, program, cache: CacheUse::In(cache.to_owned()) };
    let season = Season::open(terms, &place.path().join("data"), &options, &()).expect("it can be kept here");
    let folder = place.path().join("work");
    if has_workers {
        let share = |text: &str| text.parse().expect("it is a share");
        let shares = WorkShares { audit: share("5%"), wait: share("5%") };
        season.share_work(&folder, shares).expect("it can be shared");
    }
    let over = Cancellation::default();
    thread::scope(|scope| {
        scope.spawn(|| season.play(&()));
        let rounds = || season.store.read(|state| state.rounds.len() as u64);
        // All bots are loaded then.
        while rounds() < 500 {
            thread::sleep(Duration::from_millis(10));
        }
        if has_workers {
            let all = [
                ("late", Plays::Never),
                ("alternating", Plays::EveryOther),
                ("less", Plays::OneLess),
                ("removing", Plays::Removes),
            ];
            for (name, plays) in all {
                let sly = Sly { shared: shared(&folder, name), plays, parts: AtomicU64::new(0) };
                let (options, over) = (Options { jobs: Some(1), ..options.clone() }, &over);
                scope.spawn(move || work(&sly, &options, over, &()).expect("nobody bars it"));
            }
        }
        let (before, begun) = (rounds(), Instant::now());
        while rounds() < before + measured {
            thread::sleep(Duration::from_millis(5));
        }
        #[expect(clippy::cast_precision_loss, reason = "it is below a million")]
        let speed = (rounds() - before) as f64 / begun.elapsed().as_secs_f64();
        let played = season.work().map(|work| work.seen().workers);
        let told = played
            .unwrap_or_default()
            .into_iter()
            .map(|(name, counts)| format!("{name} {} ({})", counts.parts + counts.late, counts.late));
        let told = told.collect::<Vec<String>>().join(", ");
        over.set(Reason::Interrupted);
        season.stop();
        (speed, told)
    })
}

fn shared(path: &Path, name: &str) -> SharedFolder {
    SharedFolder::new(PathBuf::from(path), Name::new(name).expect("it is a name"))
}

/// How a worker plays.
#[derive(Clone, Copy)]
enum Plays {
    Never,
    EveryOther,
    OneLess,
    Removes,
}

/// A worker's folder in which it does what it should not.
struct Sly {
    shared: SharedFolder,
    plays: Plays,
    parts: AtomicU64,
}

impl PartSource for Sly {
    fn location(&self) -> &Path {
        self.shared.location()
    }

    fn take(&self) -> io::Result<PartReply> {
        let taken = self.shared.take()?;
        if let PartReply::Part(taken, _) = &taken {
            if matches!(self.plays, Plays::Removes) {
                let file = format!("taken/{}.{}.json", taken.part, taken.worker);
                // The server may have been faster.
                let _ = fs::remove_file(self.shared.location().join(file));
                return Ok(PartReply::Nothing);
            }
            let part = self.parts.fetch_add(1, Ordering::Relaxed);
            let keeps = match self.plays {
                Plays::Never => true,
                Plays::EveryOther => part % 2 == 1,
                Plays::OneLess | Plays::Removes => false,
            };
            // It says that it plays, as long as it is let.
            while keeps && self.shared.touch(taken)? {
                thread::sleep(Duration::from_millis(5));
            }
        }
        Ok(taken)
    }

    fn touch(&self, taken: &Taken) -> io::Result<bool> {
        self.shared.touch(taken)
    }

    fn give_back(&self, taken: &Taken) -> io::Result<bool> {
        self.shared.give_back(taken)
    }

    fn bring(&self, name: &str, to: &Path, bytes_max: u64) -> io::Result<()> {
        self.shared.bring(name, to, bytes_max)
    }

    fn hand_over(&self, taken: &Taken, played: &Path) -> io::Result<bool> {
        if matches!(self.plays, Plays::OneLess) {
            let text = fs::read_to_string(played)?;
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            fs::write(played, lines[..lines.len().saturating_sub(1)].concat())?;
        }
        self.shared.hand_over(taken, played)
    }
}
