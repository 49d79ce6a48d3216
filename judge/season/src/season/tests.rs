//! A season whose files take long to be compiled, and one in which much happens while a batch is drawn.

mod terms;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use judge_bots::GAMES_VERSION;
use judge_core::host::CacheUse;
use judge_core::tournament::{GameFiles, Name};
use judge_play::Seed;

use super::*;
use crate::log::digest::Digest;
use crate::log::event::Checked;
use crate::orders::invitation;
use crate::simulation::{Simulation, draw_for_two};

/// A season whose bots are compiled by a program of ours.
fn season(folder: &Path, compiler: PathBuf) -> Arc<Season> {
    season_with(folder, &Options { jobs: Some(1), program: Some(compiler), cache: CacheUse::None })
}

fn season_with(folder: &Path, options: &Options) -> Arc<Season> {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contestants/gobblet");
    let toml = format!(
        "game = \"gobblet\"\nrounds = 1\ncontestants = [\"{0}/ok.wasm\", \"{0}/random.wasm\"]\n[serve]\n",
        bots.display()
    );
    let path = folder.join("season.toml");
    fs::write(&path, toml).expect("it can be written");
    let terms = SeasonTerms::read(&path, &GameFiles::none()).expect("it is right");
    Arc::new(Season::open(terms, &folder.join("data"), options, &()).expect("it can be kept here"))
}

/// Lets somebody join: its number.
fn join(season: &Season, name: &str) -> usize {
    let name = Name::new(name).expect("it is a name");
    let invitation = invitation::invite(&season.folder, &invitation::Invitee::of(name.clone()), clock())
        .expect("it can be written");
    season.join(invitation.digest()).expect("the machine is fine").expect("it holds");
    season.store.read(|state| state.named(&name)).expect("it has joined")
}

fn upload(season: &Arc<Season>, contestant: usize, bytes: &[u8]) -> Result<usize, NotWritten> {
    let mut file = season.folder.unfinished().expect("there is room");
    file.write_all(bytes).expect("there is room");
    let taken = season.upload(contestant, file, (Digest::of(bytes), bytes.len() as u64), None);
    taken.map(|number| number.expect("it counts"))
}

/// The verdict on an upload, when there is one.
fn verdict(season: &Season, upload: usize) -> Checked {
    loop {
        let rings = season.store.rings();
        if let Some(checked) = season.store.read(|state| state.uploads[upload].checked.clone()) {
            return checked;
        }
        season.store.wait(rings);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_takes_long_to_compile_is_refused_and_keeps_nobody_from_handing_in() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().expect("there is room");
    let at = |name: &str| place.path().join(name);
    let (begun, gate, compiler) = (at("begun"), at("gate"), at("compiler"));
    assert!(Command::new("mkfifo").arg(&gate).status().expect("there is mkfifo").success());
    // It computes until it is let go, and then has used up its time, as the system tells it.
    let script = format!(
        "#!/bin/sh\necho judge {GAMES_VERSION} compiles\n: >{}\nread x <{}\nkill -XCPU $$\n",
        begun.display(),
        gate.display()
    );
    fs::write(&compiler, script).expect("it can be written");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let season = season(place.path(), compiler);
    let (anna, bert) = (join(&season, "anna"), join(&season, "bert"));
    let bot = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contestants/gobblet/smart.wasm"));
    let bot = bot.expect("it is there");
    let mut gate = fs::OpenOptions::new().read(true).write(true).open(gate).expect("it is there");
    std::thread::scope(|scope| {
        scope.spawn(|| season.check_uploads(&()));
        assert_eq!(upload(&season, anna, &bot), Ok(0));
        while !begun.exists() {
            assert_eq!(season.store.read(|state| state.uploads[0].checked.clone()), None);
            std::thread::yield_now();
        }
        // It is compiled now. Others hand in, and its author waits.
        assert_eq!(upload(&season, bert, b"no bot"), Ok(1));
        let again = upload(&season, anna, &bot);
        assert!(
            matches!(&again, Err(NotWritten::Refused(why)) if why.contains("not checked yet")),
            "{again:?}"
        );
        assert_eq!(season.store.read(|state| state.pending().count()), 2);
        gate.write_all(b"\n\n").expect("the compiler reads");
        let refused = verdict(&season, 0);
        let told = |reason: &str| {
            reason.starts_with("compiling it takes more than ") && reason.contains("build it smaller")
        };
        assert!(matches!(&refused, Checked::Refused { reason } if told(reason)), "{refused:?}");
        // The next one has its turn.
        assert!(matches!(verdict(&season, 1), Checked::Refused { .. }));
        season.stop();
    });
}

#[cfg(unix)]
#[test]
fn a_file_whose_compiler_is_killed_keeps_nobody_waiting() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().expect("there is room");
    let compiler = place.path().join("compiler");
    // As the system ends what takes too much memory.
    let script = format!("#!/bin/sh\necho judge {GAMES_VERSION} compiles\nkill -KILL $$\n");
    fs::write(&compiler, script).expect("it can be written");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let season = season(place.path(), compiler);
    let (anna, bert) = (join(&season, "anna"), join(&season, "bert"));
    let bot = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contestants/gobblet/smart.wasm"));
    assert_eq!(upload(&season, anna, &bot.expect("it is there")), Ok(0));
    assert_eq!(upload(&season, bert, b"no bot"), Ok(1));
    std::thread::scope(|scope| {
        scope.spawn(|| season.check_uploads(&()));
        assert!(matches!(verdict(&season, 1), Checked::Refused { .. }));
        assert_eq!(season.store.read(|state| state.uploads[0].checked.clone()), None);
        season.stop();
    });
    assert!(season.store.health().troubles > 0);
}

#[test]
fn files_that_are_no_bots_do_not_let_a_batch_be_drawn_again() {
    let mut season = Simulation::new(&[0.0; 6], Seed(1));
    let digest = Digest::of("anna");
    let (name, invitation, cookie, token) =
        (Name::new("anna").expect("it is a name"), digest, digest, digest);
    season.happen(SeasonEvent::Joined { name, invitation, cookie, token, needs_approval: false, member: 1 });
    for _ in 0..5 {
        let batch = season.draw(100);
        season.play(batch);
    }
    let before = season.state.without_rounds();
    let secret = season.secret.clone();
    let draw = |state: &State| draw_for_two(state, &secret, 100);
    let refused = Checked::Refused { reason: String::new() };
    season.happen(SeasonEvent::Uploaded { contestant: 6, sha256: digest, bytes: 1 });
    season.happen(SeasonEvent::Checked { upload: 0, verdict: refused });
    assert_eq!(before.turns, season.state.turns);
    assert_eq!(draw(&before), draw(&season.state));
    // A bot does.
    season.happen(SeasonEvent::Uploaded { contestant: 6, sha256: digest, bytes: 1 });
    season.happen(SeasonEvent::Checked {
        upload: 1,
        verdict: Checked::Accepted { calls_itself: String::new() },
    });
    assert_ne!(before.turns, season.state.turns);
    assert_ne!(draw(&before), draw(&season.state));
    assert_eq!(draw(&season.state.without_rounds()), draw(&season.state));
}

/// A bot of our own with so many more bytes at its end, which do nothing.
fn variant(number: u8) -> Vec<u8> {
    let bot = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contestants/gobblet/ok.wasm"));
    let mut bytes = bot.expect("it is there");
    // A custom section: its length, the length of its name, its name, and a number.
    bytes.extend([0, 3, 1, b'n', number]);
    bytes
}

#[test]
fn bots_that_do_not_play_are_kept_loaded_as_far_as_open_files_reach() {
    let place = tempfile::tempdir().expect("there is room");
    let mut season = season_with(place.path(), &Options { jobs: Some(1), ..Options::default() });
    let runner = &mut Arc::get_mut(&mut season).expect("it is one").runner;
    Arc::get_mut(runner).expect("nothing is played").bots.get_mut().most = 3;
    let anna = join(&season, "anna");
    std::thread::scope(|scope| {
        scope.spawn(|| season.check_uploads(&()));
        for number in 0..5 {
            let upload = upload(&season, anna, &variant(number)).expect("it is taken");
            let accepted = verdict(&season, upload);
            assert!(matches!(accepted, Checked::Accepted { .. }), "{accepted:?}");
            let kept = season.runner.bots.lock().count();
            assert!(kept <= 3, "{kept} are open");
        }
        season.stop();
    });
    assert_eq!(season.runner.bots.lock().count(), 3);
}

#[cfg(unix)]
#[test]
fn a_file_that_takes_long_keeps_no_other_waiting_for_its_verdict() {
    use std::os::unix::fs::PermissionsExt;
    let place = tempfile::tempdir().expect("there is room");
    let at = |name: &str| place.path().join(name);
    let (gate, compiler) = (at("gate"), at("compiler"));
    assert!(Command::new("mkfifo").arg(&gate).status().expect("there is mkfifo").success());
    // With a short leash it has used up its time at once; with the long one it computes until it is let go.
    let script = format!(
        "#!/bin/sh\necho judge {GAMES_VERSION} compiles\ncase \"$*\" in *\"--seconds {} \"*) kill -XCPU $$;; esac\nread x <{}\nkill -XCPU $$\n",
        judge_bots::Allowance::SHORT_SECONDS,
        gate.display()
    );
    fs::write(&compiler, script).expect("it can be written");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let season = season(place.path(), compiler);
    let (anna, bert) = (join(&season, "anna"), join(&season, "bert"));
    let mut gate = fs::OpenOptions::new().read(true).write(true).open(gate).expect("it is there");
    std::thread::scope(|scope| {
        scope.spawn(|| season.check_uploads(&()));
        let long = upload(&season, anna, &variant(1)).expect("it is taken");
        while !season.takes_long(long) {
            std::thread::yield_now();
        }
        let quick = upload(&season, bert, b"no bot").expect("it is taken");
        assert!(matches!(verdict(&season, quick), Checked::Refused { .. }));
        let (checked, words) =
            season.store.read(|state| (state.uploads[long].checked.clone(), season.waits(state, long)));
        assert_eq!(checked, None, "its long try goes on");
        assert!(words.contains("s of processor time at most"), "{words}");
        gate.write_all(b"\n").expect("the compiler reads");
        assert!(matches!(verdict(&season, long), Checked::Refused { .. }));
        season.stop();
    });
}

#[test]
fn nothing_stays_of_a_file_that_is_not_taken() {
    let place = tempfile::tempdir().expect("there is room");
    let open = || season(place.path(), "no compiler".into());
    let files = |season: &Season| fs::read_dir(season.folder.bots()).expect("it is there").count();
    let first = open();
    let (anna, before) = (join(&first, "anna"), files(&first));
    assert_eq!(upload(&first, anna, b"one"), Ok(0));
    for number in 0..20 {
        let refused = upload(&first, anna, &[number]);
        assert!(
            matches!(&refused, Err(NotWritten::Refused(why)) if why.contains("not checked yet")),
            "{refused:?}"
        );
    }
    assert_eq!(files(&first), before + 1, "it waits for its check");
    // A file that a killed server has left, and one that is somebody's own.
    fs::write(first.folder.bot(Digest::of("left")), "left").expect("there is room");
    fs::write(first.folder.bots().join("notes.txt"), "mine").expect("there is room");
    drop(first);
    let again = open();
    assert!(again.folder.bot(Digest::of("one")).exists() && !again.folder.bot(Digest::of("left")).exists());
    assert_eq!(files(&again), before + 2);
}

#[test]
fn a_message_for_whoever_runs_the_server_is_passed_on_at_once() {
    let folder = tempfile::tempdir().expect("there is room");
    let options = Options { jobs: Some(1), program: None, cache: CacheUse::None };
    let season = season_with(folder.path(), &options);
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let never = Instant::now() + Duration::from_hours(24);
            season.pass_on_messages(never, |text| tell.send(text.to_owned()).expect("somebody listens"));
        });
        for text in ["first", "second"] {
            season.store.tell(text.to_owned());
            // Nobody waits for the next look at the clock; if the season did, this test would fail after a minute.
            let told = told.recv_timeout(Duration::from_mins(1));
            assert_eq!(told.as_deref(), Ok(text));
        }
        season.stop();
    });
}
