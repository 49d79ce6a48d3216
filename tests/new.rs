//! `judge new`, end to end, as far as it can be seen without the toolchains; `.ci/run` builds what it makes.

use snapbox::{IntoData, assert_data_eq, str};

use crate::support::Folder;

#[test]
fn a_folder_is_made_with_the_commands_to_build_and_check() {
    let folder = Folder::new();
    let ended = folder.judge("new othello my-sailor --lang c");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert_data_eq!(ended.stdout, str![[r#"
a bot for othello in C; edit my-sailor/main.c where it says THINK HERE

build it and check it:
  cd my-sailor
  sdk/c/build main.c --game othello --out my-sailor.wasm
  judge check my-sailor.wasm

needed:
  clang, lld, wasi-libc and the compiler-rt for wasm32; on Debian and Ubuntu the build installs them with apt-get (clang lld wasi-libc libclang-rt-dev-wasm32)

"#]].raw());
    assert!(folder.read("my-sailor/main.c").contains("\"my-sailor\""));
    assert!(folder.read("my-sailor/sdk/wit/othello.wit").contains("world othello-bot"));
    let again = folder.judge("new othello my-sailor --lang c");
    assert_eq!(again.code, Some(2));
    assert_eq!(again.stderr, "error: my-sailor: it is there already; choose another name, or remove it\n");
}

#[test]
fn every_game_and_language_has_a_folder() {
    for game in ["battleship", "freedom", "gobblet", "othello", "stones"] {
        for language in ["rust", "c", "python", "js", "zig", "go", "assemblyscript", "ruby"] {
            let folder = Folder::new();
            let ended = folder.judge(&format!("new {game} sailor --lang {language}"));
            assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{game} in {language}");
            assert!(folder.read("sailor/README.md").contains("judge check "));
        }
    }
}

#[test]
fn a_name_that_is_none_is_refused() {
    for name in ["Sailor", "../sailor", "1st", "a.b", "nul", "test"] {
        let folder = Folder::new();
        let ended = folder.judge(&format!("new othello {name} --lang rust"));
        assert_eq!(ended.code, Some(2), "{name}");
        assert!(ended.stderr.contains("a bot cannot be called so"), "{}", ended.stderr);
        assert!(folder.contents().is_empty(), "{name}");
    }
}
