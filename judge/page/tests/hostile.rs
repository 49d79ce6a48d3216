//! Texts of strangers stay text: in the page's HTML, in its SVG and in its JSON.

use std::fs;
use std::path::Path;

use judge_core::tournament::GameFiles;
use judge_page::published::{BYTES_MAX, Published};

/// Ends a script, and runs one.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>";

/// A folder of results in which every text that somebody else chose is hostile.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let write = |name: &str, text: String| {
        fs::write(folder.path().join(name), text).expect("it can be written");
    };
    write("manifest.toml", MANIFEST.replace("HOSTILE", HOSTILE));
    write("results.csv", RESULTS.replace("HOSTILE", HOSTILE));
    write("games.csv", GAMES.replace("HOSTILE", HOSTILE));
    write("seats.csv", SEATS.replace("HOSTILE", HOSTILE));
    fs::create_dir(folder.path().join("faults")).expect("it can be made");
    write("faults/a.trap.toml", EVIDENCE.replace("HOSTILE", HOSTILE));
    folder
}

#[test]
fn no_text_of_a_stranger_becomes_markup() {
    let folder = folder();
    let published = Published::read(folder.path(), None, &GameFiles::none(), BYTES_MAX)
        .expect("it is a folder of results");
    let page = judge_page::report(&published);
    assert!(!page.contains("<img"), "markup of a stranger");
    assert!(page.contains("&#60;img src=x onerror=alert(1)&#62;"), "it is shown as text");
    assert!(page.contains("\\u003c/script>\\u003cimg"), "it is in the payload, as text");
    // The payload, the page's own script, packed, and the one that unpacks it.
    assert_eq!(page.matches("</script>").count(), 3);
    for row in [&published.rows[0].reason.0, &published.manifest.tournament.title] {
        assert!(row.contains(HOSTILE), "{row}: the test means nothing without it");
    }
}

#[test]
fn a_table_of_a_stranger_is_read_no_further_than_the_tournament_goes() {
    // Two contestants meet once, with both seatings: what comes after the last row is not looked at.
    for (name, rows_max) in [("results.csv", 2), ("games.csv", 3), ("seats.csv", 6)] {
        let folder = folder();
        let path = folder.path().join(name);
        let table = fs::read_to_string(&path).expect("it is there");
        let (head, rows) = table.split_once('\n').expect("it has a head");
        let row = rows.lines().next().expect("it has a row");
        let with = |rows: usize, end: &str| {
            fs::write(&path, format!("{head}\n{}{end}", format!("{row}\n").repeat(rows)))
                .expect("it is ours");
            Published::read(folder.path(), None, &GameFiles::none(), BYTES_MAX)
                .map(drop)
                .map_err(|error| error.to_string())
        };
        assert_eq!(with(rows_max, ""), Ok(()), "{name}");
        let told = with(rows_max + 1, "and what is no row\n").expect_err("they are too many");
        let words = format!("{name}: it has more than {rows_max} rows, and no table of the tournament");
        assert!(told.contains(&words), "{told}");
    }
}

#[test]
fn a_table_that_names_somebody_who_did_not_play_is_refused() {
    for (name, right, wrong) in [("results.csv", "2,a,", "2,<z>,"), ("games.csv", "a b", "a <z>")] {
        let folder = folder();
        let path = folder.path().join(name);
        let table = fs::read_to_string(&path).expect("it is there");
        fs::write(&path, table.replace(right, wrong)).expect("it is ours");
        let refused = Published::read(folder.path(), None, &GameFiles::none(), BYTES_MAX);
        let told = refused.err().expect("nobody is called so").to_string();
        assert!(
            told.contains(name) && told.contains("there is no contestant <z> in manifest.toml"),
            "{told}"
        );
    }
}

#[test]
fn the_policy_allows_the_pages_own_script_and_style_only() {
    use base64::Engine as _;
    use sha2::{Digest, Sha256};

    let folder = folder();
    let page = judge_page::report(
        &Published::read(folder.path(), None, &GameFiles::none(), BYTES_MAX)
            .expect("it is a folder of results"),
    );
    let between = |from: &str, to: &str| {
        let text = page.rsplit_once(from).expect("it is there").1;
        text.split(to).next().expect("it is there").to_owned()
    };
    let (_, policy) = page.split_once("content=\"default-src").expect("there is a policy");
    let policy = policy.split('"').next().expect("it ends");
    for text in [between("<script>", "</script>"), between("<style>", "</style>")] {
        let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text));
        // Askama writes an equals sign as it is, and a plus sign as a number.
        let policy = policy.replace("&#43;", "+").replace("&#61;", "=");
        assert!(policy.contains(&hash), "{policy} has no {hash}");
    }
    for word in ["unsafe-inline", "connect-src", "http", "*"] {
        assert!(!policy.contains(word), "{policy}");
    }
}

#[test]
fn a_folder_without_results_is_told() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let error = Published::read(Path::new(folder.path()), None, &GameFiles::none(), BYTES_MAX)
        .err()
        .expect("there is nothing");
    assert!(error.to_string().contains("no results here"), "{error}");
}

const RESULTS: &str = "\
rank,contestant,name,points,played,won,drawn,lost,rating,rating_low,rating_high,rank_low,rank_high,seeded,faults,status,reason,fuel_per_turn_mean,sha256
1,b,HOSTILE,2,1,1,0,0,,,,,,,0,ranked,HOSTILE,100,HOSTILE
2,a,HOSTILE,0,1,0,0,1,,,,,,,1,disqualified,HOSTILE,100,HOSTILE
";

const GAMES: &str = "\
game,round,match,seats,seed,opening,outcome,reason,ranks,scores,points,turns,fuel,memory,transcript_sha256
1,1,HOSTILE,a b,0x0000000000000001,HOSTILE,forfeit,HOSTILE,2 1,,0 2,3,100 100,1 1,00
";

const SEATS: &str = "\
game,round,match,seed,outcome,seat,contestant,rank,score,points,turns,fuel,fuel_per_turn_mean,fuel_per_turn_max,memory,fault
1,1,HOSTILE,0x0000000000000001,forfeit,0,a,2,,0,3,100,100,200,65536,HOSTILE
";

const EVIDENCE: &str = r#"
command = "HOSTILE"
contestant = "HOSTILE"
[fault]
seat = 0
kind = "trap"
function = "HOSTILE"
detail = "HOSTILE"
question = "HOSTILE"
answer = "HOSTILE"
log = ["HOSTILE"]
[fault.usage]
fuel = 1
memory_bytes = 1
[game]
number = 1
round = 1
order = 0
seed = "1"
opening = ""
fuel = 1
memory_bytes = 1
[tournament]
file = "HOSTILE"
sha256 = ""
judge = ""
engine = ""
contestants = 2
[[bot]]
name = "HOSTILE"
sha256 = ""
"#;

const MANIFEST: &str = r#"
judge = "HOSTILE"
engine = "HOSTILE"
[tournament]
file = "HOSTILE"
path = "nowhere.toml"
sha256 = "HOSTILE"
title = "HOSTILE"
game = "othello"
seed = "HOSTILE"
format = "round-robin"
rounds = 1
seats = 2
opening_plies = 0
faults = "disqualify"
audit_millionths = 0
[rules]
size = "HOSTILE"
[limits]
module_limits = "narrow"
fuel_per_turn = 100000000
fuel_bank = 5000000000
fuel_increment = 0
fuel_to_start = 200000000
memory_bytes = 16777216
table_elements = 10000
file_bytes = 4194304
reply_bytes = 65536
log_bytes_per_turn = 1024
log_bytes_per_game = 16384
watchdog_seconds = 200
[[contestant]]
name = "a"
calls_itself = "HOSTILE"
sha256 = "HOSTILE"
code_sha256 = "HOSTILE"
[[contestant]]
name = "b"
calls_itself = "HOSTILE"
sha256 = "HOSTILE"
code_sha256 = "HOSTILE"
"#;
