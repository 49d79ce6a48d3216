//! A season whose files take long to be compiled, and one in which much happens while a batch is drawn.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use judge_core::run::CacheUse;
use judge_core::tournament::Tournament;
use judge_play::Seed;

use super::*;
use crate::simulation::Simulation;

/// A season whose bots are compiled by a program of ours.
fn season(folder: &Path, compiler: PathBuf) -> Season {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contestants/gobblet");
    let toml = format!(
        "game = \"gobblet\"\nrounds = 1\ncontestants = [\"{0}/ok.wasm\", \"{0}/random.wasm\"]\n[serve]\n",
        bots.display()
    );
    let path = folder.join("season.toml");
    fs::write(&path, toml).expect("it can be written");
    let terms = Tournament::read_season(&path).expect("it is right");
    let options = Options { jobs: Some(1), program: Some(compiler), cache: CacheUse::None };
    Season::open(terms, &folder.join("data"), &options, &()).expect("it can be kept here")
}

/// Lets somebody join: its number.
fn join(season: &Season, name: &str) -> usize {
    let name = Name::new(name).expect("it is a name");
    let invitation = invitation::invite(&season.folder, &name, clock()).expect("it can be written");
    season.join(&invitation).expect("the machine is fine").expect("it holds");
    season.store.read(|state| state.named(&name)).expect("it has joined")
}

fn upload(season: &Season, contestant: usize, bytes: &[u8]) -> Result<usize, NotWritten<String>> {
    let mut file = season.folder.unfinished().expect("there is room");
    file.write_all(bytes).expect("there is room");
    season.upload(contestant, file, Digest::of(bytes), bytes.len() as u64)
}

/// The verdict on an upload, when there is one.
fn verdict(season: &Season, upload: usize) -> Checked {
    loop {
        let (events, checked) =
            season.store.read(|state| (state.events, state.uploads[upload].checked.clone()));
        if let Some(checked) = checked {
            return checked;
        }
        season.store.wait(events);
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
    assert!(season.store.troubles() > 0);
}

#[test]
fn files_that_are_no_bots_do_not_let_a_batch_be_drawn_again() {
    let mut season = Simulation::new(&[0.0; 6], Seed(1));
    let digest = Digest::of("anna");
    let (name, invitation, cookie, token) =
        (Name::new("anna").expect("it is a name"), digest, digest, digest);
    season.happen(Event::Joined { name, invitation, cookie, token, needs_approval: false });
    for _ in 0..5 {
        let batch = season.draw(100);
        season.play(batch);
    }
    let before = season.state.for_drawing();
    let secret = season.secret.clone();
    let draw = |state: &State| ladder::draw(state, &ladder::known_strengths(state), &secret, 100);
    let refused = Checked::Refused { reason: String::new() };
    season.happen(Event::Uploaded { contestant: 6, sha256: digest, bytes: 1 });
    season.happen(Event::Checked { upload: 0, verdict: refused });
    assert_eq!(before.turns, season.state.turns);
    assert_eq!(draw(&before), draw(&season.state));
    // A bot does.
    season.happen(Event::Uploaded { contestant: 6, sha256: digest, bytes: 1 });
    season.happen(Event::Checked { upload: 1, verdict: Checked::Accepted { calls_itself: String::new() } });
    assert_ne!(before.turns, season.state.turns);
    assert_ne!(draw(&before), draw(&season.state));
    assert_eq!(draw(&season.state.for_drawing()), draw(&season.state));
}
