//! The final: frozen on the ladder, played like any tournament, published at a fixed address.

use super::endures::variant;
use super::organise::form;
use super::season::Season;
use crate::support::{Folder, project_bytes};

#[test]
fn the_final_is_a_tournament_that_is_played_and_published() {
    let season = Season::with(3, "[serve.final]\ntop = 2\nrounds = 2");
    let server = season.start();
    assert_eq!(server.get("/final").status, 404);
    let early = season.order("freeze");
    assert!(
        early.code == Some(2) && early.stderr.contains("a final needs two contestants"),
        "{}",
        early.stderr
    );
    for (name, bot) in [("anna", "ok"), ("bert", "smart"), ("carl", "random")] {
        let token = server.join(name);
        assert_eq!(
            server.upload(&token, &project_bytes(&format!("contestants/gobblet/{bot}.wasm"))).status,
            202
        );
    }
    for name in ["anna", "bert", "carl"] {
        while !server.get("/results.csv").body.contains(&format!(",{name},")) {
            crate::support::pause();
        }
    }
    server.wait_until_it_rests();
    let frozen = season.order("freeze");
    let told = "2 contestants play the final: judge run data/finals/1/final.toml\n";
    assert_eq!(frozen.stdout, told, "{}", frozen.stderr);
    let file = season.read("data/finals/1/final.toml");
    assert!(file.contains("rounds = 2") && file.contains("sha256 = \"") && !file.contains("carl"), "{file}");
    assert_eq!(season.order("freeze --top 3 --format groups --rounds 1").code, Some(0));
    let groups = season.read("data/finals/2/final.toml");
    assert!(groups.contains("seeding = ["));
    let (_, seeding) = groups.split_once("seeding = [").expect("it has seeds");
    let (seeding, _) = seeding.split_once(']').expect("it is a list");
    let mut names: Vec<&str> = seeding.split(", ").collect();
    names.rotate_left(1);
    let other_seeding = groups.replace(seeding, &names.join(", "));
    for (file, other) in [(format!("go_on = 3\n{groups}"), "groups"), (other_seeding, "seeding")] {
        std::fs::write(season.path("data/finals/2/final.toml"), file).expect("it is there");
        let played = season.judge("run data/finals/2/final.toml --out groups --quiet --fresh");
        assert_eq!(played.code, Some(0), "{}", played.stderr);
        assert_eq!(season.judge("report groups").code, Some(0));
        let told = season.order("publish-final groups").stderr;
        assert!(told.contains(&format!("it has other {other}")), "{told}");
    }
    let played = season.judge("run data/finals/1/final.toml --out last --quiet");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    let unready = season.order("publish-final last");
    assert!(
        unready.code == Some(2) && unready.stderr.contains("write it with judge report"),
        "{}",
        unready.stderr
    );
    assert_eq!(season.judge("report last").code, Some(0));
    // Somebody else may have played it: a link would publish what it leads to.
    #[cfg(unix)]
    {
        let [report, aside] = ["last/report.html", "report"].map(|name| season.path(name));
        std::fs::rename(&report, &aside).expect("it is there");
        std::os::unix::fs::symlink("../data/secret", &report).expect("it can be made");
        let refused = season.order("publish-final last");
        assert!(
            refused.code == Some(2) && refused.stderr.contains("report.html cannot be read"),
            "{}",
            refused.stderr
        );
        std::fs::rename(&aside, &report).expect("it was there");
    }
    let published = season.order("publish-final last");
    assert!(published.stdout.trim_end().ends_with("/final"), "{}", published.stderr);
    let page = server.get("/final");
    assert!(page.status == 200 && page.head.contains("sandbox allow-scripts allow-forms "), "{}", page.head);
    assert!(
        page.head.contains("default-src 'none'; ") && !page.head.contains("connect-src"),
        "{}",
        page.head
    );
    assert!(page.body.contains("A season: the final"));
    assert_eq!(server.get("/final/results.csv").body, season.read("last/results.csv"));
    for path in ["/final/secret", "/final/..%2f..%2fsecret", "/final/report.html.wasm"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    // Who freezes in a browser does not learn where the folder is.
    let link = season.order("organiser").stdout;
    let (_, link) = link.trim().split_once("/organiser/").expect("it is a link");
    let entered = server.post(&format!("/organiser/{link}"), "").head;
    let (_, key) = entered.split_once("judge-organiser=").expect("it sets the cookie");
    let key: String = key.chars().take_while(char::is_ascii_hexdigit).collect();
    let me = format!("Cookie: judge-organiser={key}\r\n");
    let frozen = form(&server, "/organiser/order", &me, "order=freeze").body;
    assert!(frozen.contains("play the final: judge run DIR/finals/3/final.toml<"), "{frozen}");
    drop(server);
    let verify = "verify data --tournament season.toml";
    assert_eq!(season.judge(verify).code, Some(0));
    // Somebody else plays the final, or with another seed.
    let log = season.read("data/events.log");
    let (_, seed) = log.split_once("\"seed\":").expect("a final has a seed");
    let seed = format!("\"seed\":{},", seed.split(',').next().unwrap_or_default());
    for (then, now) in [("\"top\":2,", "\"top\":1,"), (seed.as_str(), "\"seed\":1,")] {
        let event = season.forge(then, now);
        let ended = season.judge(verify);
        assert!(ended.stdout.starts_with(&format!("event {event}: the ")), "{}", ended.stdout);
        std::fs::write(season.path("data/events.log"), &log).expect("it can be written");
    }
}

#[test]
fn with_anchors_named_as_examples_a_season_and_its_final_are_verified_by_their_address() {
    let toml = "title = \"A season\"\ngame = \"gobblet\"\nrounds = 1\nexamples = [\"ok\", \"random\"]\n[rules]\nplies_max = 40\n[serve]\naddress = \"127.0.0.1:0\"\n";
    let season = Season::of(Folder::new().file("season.toml", toml));
    let server = season.start();
    std::fs::create_dir(season.path("mine")).expect("it can be made");
    for (upload, name) in [(1, "anna"), (2, "bert")] {
        let (token, bot) = (server.join(name), variant(upload));
        std::fs::write(season.path("mine").join(format!("{name}.wasm")), &bot).expect("it can be written");
        assert_eq!(server.upload(&token, &bot).status, 202);
        assert!(server.verdict(&token, upload.into()).contains("\"accepted\""));
    }
    server.wait_until_it_rests();
    assert_eq!(season.order("freeze").stderr, "");
    let played = season.judge("run data/finals/1/final.toml --out last --quiet");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    let manifest = season.read("last/manifest.toml");
    assert_eq!(manifest.matches("[[contestant]]").count(), 2, "no anchor plays: {manifest}");
    assert!(manifest.contains("faults = \"forfeit\""), "as on the ladder: {manifest}");
    assert_eq!(season.judge("report last").code, Some(0));
    let published = season.order("publish-final last");
    assert_eq!(published.code, Some(0), "{}", published.stderr);
    assert_eq!(season.judge("serve close season.toml --data data").code, Some(0));
    for verify in
        ["verify data --tournament season.toml".to_owned(), format!("verify {} --bots mine", server.url())]
    {
        let ended = season.judge(&verify);
        assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
        assert!(!ended.stdout.contains("not checked"), "{}", ended.stdout);
    }
}

#[test]
fn a_final_can_be_a_list_of_phases() {
    let phases = "[serve.final]\ntop = 3\nrounds = 1\n[[serve.final.phase]]\nformat = \"round-robin\"\n[[serve.final.phase]]\nformat = \"gauntlet\"\nbest = 2\nchampions = 1\n";
    let season = Season::with(3, phases);
    let server = season.start();
    for (name, bot) in [("anna", "ok"), ("bert", "smart"), ("carl", "random")] {
        let token = server.join(name);
        let bytes = project_bytes(&format!("contestants/gobblet/{bot}.wasm"));
        assert_eq!(server.upload(&token, &bytes).status, 202);
    }
    for name in ["anna", "bert", "carl"] {
        while !server.get("/results.csv").body.contains(&format!(",{name},")) {
            crate::support::pause();
        }
    }
    server.wait_until_it_rests();
    for typed in ["freeze --format swiss", "freeze --rounds 2"] {
        let refused = season.order(typed);
        assert_eq!(refused.code, Some(2), "{}", refused.stdout);
        assert!(refused.stderr.contains("[[serve.final.phase]]"), "{}", refused.stderr);
    }
    let frozen = season.order("freeze");
    assert_eq!(frozen.code, Some(0), "{}", frozen.stderr);
    let file = season.read("data/finals/1/final.toml");
    assert!(file.contains("[[phase]]") && file.contains("seeding = [") && !file.contains("[serve"), "{file}");
    let played = season.judge("run data/finals/1/final.toml --out last --quiet");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    assert!(season.read("last/groups.csv").contains("\n2,0,2,"));
    assert_eq!(season.judge("report last").code, Some(0));
    // The same with other phases is not what was frozen.
    std::fs::write(season.path("data/finals/1/final.toml"), file.replace("best = 2\n", ""))
        .expect("it is there");
    let other = season.judge("run data/finals/1/final.toml --out other --quiet");
    assert_eq!(other.code, Some(0), "{}", other.stderr);
    assert_eq!(season.judge("report other").code, Some(0));
    let told = season.order("publish-final other").stderr;
    assert!(told.contains("it has other groups, rounds or format"), "{told}");
    let published = season.order("publish-final last");
    assert_eq!(published.code, Some(0), "{}", published.stderr);
    drop(server);
    assert_eq!(season.judge("verify data --tournament season.toml").code, Some(0));
}

#[test]
fn a_bot_that_is_not_the_one_of_its_hash_does_not_play_a_final() {
    let bytes = project_bytes("contestants/gobblet/ok.wasm");
    let folder = crate::support::Folder::new().file("a.wasm", &bytes).file("b.wasm", &bytes);
    let cup = |sha256: &str| {
        format!(
            "game = \"gobblet\"\nseed = 1\nrounds = 1\ncontestants = [\"b.wasm\"]\n[[contestant]]\nwasm = \"a.wasm\"\nsha256 = \"{sha256}\"\n"
        )
    };
    let right = crate::support::sha256(&bytes);
    let folder = folder.file("cup.toml", cup(&right));
    assert_eq!(folder.judge("run cup.toml --quiet").code, Some(0));
    let wrong = "0".repeat(64);
    let folder = folder.file("cup.toml", cup(&wrong));
    let ended = folder.judge("run cup.toml --quiet");
    let told = format!(
        "error: cup.toml:5: contestant \"a\": the SHA-256 of a.wasm is {right}, and must be {wrong}; get the right file\n"
    );
    assert_eq!((ended.code, ended.stderr), (Some(2), told));
}
