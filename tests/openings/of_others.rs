//! Openings and games as other programs and servers hand them on.

use super::CUP;
use crate::support::Folder;

#[test]
fn files_of_others_are_read_as_they_are() {
    let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    let game = |properties: &str| format!("(;GM[Othello]{properties}BO[{board}]B[d3//1.2]W[c5];)\n");
    let named = game("PB[Jos\u{e9} a\\]b]PW[Edax]TY[8r]RE[+64.000:r]");
    let latin =
        |text: String| text.chars().map(|c| u8::try_from(c).expect("it is Latin-1")).collect::<Vec<_>>();
    let folder = Folder::new()
        .file("games.ggf", latin(named + &game("TY[8a]")))
        .file("games.ggf.bz2", "BZh91AY&SY")
        .file("games.txt", "# Two games, one a line.\nTiger: F5D6C3\n\n1. f5 f6 # Buffalo\n");
    let shown = |arguments: &str| folder.succeeds(&format!("replay {arguments} --print")).stdout;
    let first = shown("games.ggf 1 --game othello");
    assert!(first.starts_with("othello, game 1 of games.ggf, white resigned\n"), "{first}");
    assert!(first.contains("black (Jos\u{e9} a]b)"), "{first}");
    let second = shown("games.txt 2 --game othello");
    assert!(second.contains("2. f6 ") && !second.contains("d6"), "{second}");
    for (arguments, told) in [
        (
            "games.ggf 2",
            "games.ggf:2: it is of the type \"8a\", the reversed game, which the fewer chips win",
        ),
        ("games.ggf 1 --game gobblet", "games.ggf: its games are of othello, and not of gobblet"),
        ("games.ggf.bz2 1", "it is packed with bzip2; unpack it with bunzip2"),
        ("games.txt 3 --game othello", "games.txt: it has 2 games; name the number of one of them, from 1"),
        ("games.txt 1", "if it lists the actions of a game, name the game"),
    ] {
        let ended = folder.judge(&format!("replay {arguments} --print"));
        assert_eq!(ended.code, Some(2), "{arguments}");
        assert!(ended.stderr.contains(told), "{arguments}: {}", ended.stderr);
    }
    let cup = CUP.replace("size = 6", "size = 8").replace("openings.txt", "games.ggf.bz2");
    let told = folder.file("cup.toml", cup).judge("run cup.toml").stderr;
    assert!(told.contains("it is packed with bzip2; unpack it with bunzip2"), "{told}");
}
