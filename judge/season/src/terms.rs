//! `[serve]`: how a season is served, as typed, and as it is to be.

mod final_terms;

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::str::FromStr;

use judge_core::error::{Error, Mistake};
use judge_core::tournament::{Band, Contestant, GameFiles, Source, Template, Tournament};
use serde::Deserialize;
use toml::Spanned;

pub use final_terms::Final;
pub(crate) use final_terms::seconds;
use final_terms::{TypedFinal, final_tournament, time};

/// The server's address by default.
const ADDRESS: &str = "127.0.0.1:8080";
/// Uploads of one contestant if nobody says otherwise, and the most that can be allowed.
const UPLOADS_PER_HOUR: u32 = 10;
const UPLOADS_PER_DAY: u32 = 50;
const UPLOADS_MAX: u32 = 10_000;
/// The most often that everybody can be paired in a batch: its rounds do not know of one another.
pub(crate) const MATCHINGS_MAX: u32 = 10;

/// Keys that a tournament has and a season has not, and why.
const NOT_IN_A_SEASON: [(&[&str], &str); 13] = [
    (&["seed"], "a season draws its own seed, and keeps it secret until it is closed"),
    (&["announced"], "what a season announces stands in [serve]"),
    (&["beacon"], "the values for what a season announces are an order: judge serve beacon"),
    (&["format", "phase", "champions", "seeding", "byes"], "a season is a ladder"),
    (&["teams", "team_best", "boards"], "contestants of a season play for themselves"),
    (&["stop"], "a version rests when it has played its rounds"),
    (&["openings"], "games of a season begin with random actions, which opening_plies counts"),
    (&["faults"], "on the ladder a fault costs the game"),
    (&["exclude", "withdrawn"], "contestants of a season pause or withdraw themselves"),
    (&["absent", "late"], "contestants of a season hand in whenever they like"),
    (&["bad_files"], "a season tells the author what is wrong with a file"),
    (&["audit"], "judge verify checks a season"),
    (&["bands"], "the grades of a season are in [serve.bands]"),
];

/// A tournament that goes on: contestants hand in while it is played.
#[derive(Clone, Debug)]
pub struct SeasonTerms {
    /// The game, the limits, and as its contestants the anchors: bots that are there from the start. `rounds` is how
    /// many each version of a bot plays until it rests. It has no seed of its own.
    pub tournament: Tournament,
    /// The settings of its server.
    pub serve: ServeTerms,
}

impl SeasonTerms {
    /// Reads the file of a season, which has a table `[serve]`. If its game is a file too, `games` loads that.
    pub fn read(file: &Path, games: &GameFiles) -> Result<Self, Error> {
        Self::parse(file, &Tournament::text(file)?, games)
    }

    /// The same of a text in that file's place.
    pub(crate) fn parse(file: &Path, text: &str, games: &GameFiles) -> Result<Self, Error> {
        let source = Source::new(file, text, games);
        let others = NOT_IN_A_SEASON.iter().flat_map(|(keys, why)| keys.iter().map(move |key| (*key, *why)));
        let (tournament, serve) = source.season::<TypedServe>(&others.collect::<Vec<_>>())?;
        let is_unusual = |contestant: &&Contestant| !contestant.terms.is_usual();
        if let Some(contestant) = tournament.contestants.iter().find(is_unusual) {
            let text = format!(
                "contestant {:?}: in a season all bots have the same fuel and no options; remove fuel_per_turn and options",
                contestant.name.as_str()
            );
            return Err(Mistake::on_line(file, contestant.line, text).into());
        }
        let serve = serve.settings(&source, &tournament).map_err(Error::Mistakes)?;
        Ok(Self { tournament, serve })
    }
}

/// The settings of a season's server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServeTerms {
    /// The address that the server listens on.
    pub address: SocketAddr,
    /// The server's public URL, without a slash at the end.
    pub public_url: String,
    /// The proxy in front of the server: who asks through it is whom it names in `X-Forwarded-For`.
    pub trusted_proxy: Option<IpAddr>,
    /// Whether that proxy says who has signed in.
    pub sign_in_by_proxy: bool,
    /// Files that a contestant may hand in within an hour.
    pub uploads_per_hour: u32,
    /// The same within a day.
    pub uploads_per_day: u32,
    /// Whether who joins plays only when the organiser has approved it.
    pub approval: bool,
    /// From when on no file is taken any more, in seconds since 1970.
    pub closes: Option<u64>,
    /// Whether files are taken after that, too, and play without counting.
    pub practice: bool,
    /// The public value that goes into the seed, if any: nothing is drawn before it is known.
    pub announced: Option<Template>,
    /// Matchings in a batch: each pairs everybody once.
    pub matchings: u32,
    /// The settings of the final.
    pub final_tournament: Final,
    /// Grades, the highest first.
    pub bands: Vec<Band>,
    /// When the first table is frozen, if any, in seconds since 1970; another one each week after that.
    pub weeks: Option<u64>,
}

/// The table as typed.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TypedServe {
    address: Option<Spanned<String>>,
    public_url: Option<Spanned<String>>,
    trusted_proxy: Option<Spanned<String>>,
    sign_in_by_proxy: Option<Spanned<bool>>,
    uploads_per_hour: Option<Spanned<u32>>,
    uploads_per_day: Option<Spanned<u32>>,
    approval: bool,
    closes: Option<Spanned<toml::Value>>,
    practice: bool,
    announced: Option<Spanned<String>>,
    matchings: Option<Spanned<u32>>,
    r#final: Option<TypedFinal>,
    bands: BTreeMap<String, Spanned<i32>>,
    weeks: Option<TypedWeeks>,
}

/// The table of weeks as typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedWeeks {
    first: Spanned<toml::Value>,
}

impl TypedServe {
    /// The table as it is to be.
    fn settings(self, source: &Source<'_>, tournament: &Tournament) -> Result<ServeTerms, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let mut keep = |mistake: Mistake| mistakes.push(mistake);
        let closes = read(source, self.closes, time("[serve] closes")).map_err(&mut keep);
        let first = self.weeks.map(|weeks| weeks.first);
        let weeks = read(source, first, time("[serve.weeks] first")).map_err(&mut keep);
        let final_tournament = final_tournament(source, self.r#final, tournament)
            .map_err(|wrong| wrong.into_iter().for_each(&mut keep));
        let announced = read(source, self.announced, announced("serve")).map_err(&mut keep);
        let mut number = |key: &str, typed: Option<Spanned<u32>>, usual: u32, most: u32| {
            let read = |typed| source.in_range(&format!("[serve] {key}"), &typed, (1, most as usize), "");
            typed.map_or(Ok(usual), read).map_err(&mut keep)
        };
        let matchings = number("matchings", self.matchings, 1, MATCHINGS_MAX);
        let uploads_per_hour =
            number("uploads_per_hour", self.uploads_per_hour, UPLOADS_PER_HOUR, UPLOADS_MAX);
        let uploads_per_day = number("uploads_per_day", self.uploads_per_day, UPLOADS_PER_DAY, UPLOADS_MAX);
        let bands = source.bands("serve.bands", self.bands).map_err(&mut keep);
        let hint = "the address of the proxy, as in \"127.0.0.1\"";
        let trusted_proxy =
            read(source, self.trusted_proxy, parsed("trusted_proxy", hint)).map_err(&mut keep);
        let has_proxy = !matches!(trusted_proxy, Ok(None));
        let sign_in_by_proxy = read(source, self.sign_in_by_proxy, |&by_proxy| {
            let wrong = "[serve] sign_in_by_proxy = true: name the proxy that is believed with trusted_proxy";
            (!by_proxy || has_proxy).then_some(by_proxy).ok_or_else(|| wrong.to_owned())
        });
        let sign_in_by_proxy = sign_in_by_proxy.map_err(&mut keep);
        let hint = "an address and a port, as in \"127.0.0.1:8080\"";
        let address = read(source, self.address, parsed("address", hint)).map_err(&mut keep);
        let usual = ADDRESS.parse().expect("it is an address");
        let address = address.map(|typed: Option<SocketAddr>| typed.unwrap_or(usual));
        let public_url = public_url(source, self.public_url, address.unwrap_or(usual)).map_err(&mut keep);
        let kept = || {
            Ok(ServeTerms {
                address: address?,
                public_url: public_url?,
                trusted_proxy: trusted_proxy?,
                sign_in_by_proxy: sign_in_by_proxy?.unwrap_or_default(),
                uploads_per_hour: uploads_per_hour?,
                uploads_per_day: uploads_per_day?,
                approval: self.approval,
                closes: closes?,
                practice: self.practice,
                announced: announced?,
                matchings: matchings?,
                final_tournament: final_tournament?,
                bands: bands?,
                weeks: weeks?,
            })
        };
        kept().map_err(|()| mistakes)
    }
}

/// What a value that is typed means; a mistake where it stands if it means nothing.
fn read<T, U>(
    source: &Source<'_>,
    typed: Option<Spanned<T>>,
    meaning: impl FnOnce(&T) -> Result<U, String>,
) -> Result<Option<U>, Mistake> {
    let read =
        |typed: Spanned<T>| meaning(typed.get_ref()).map_err(|wrong| source.mistake(typed.span(), wrong));
    typed.map(read).transpose()
}

/// The meaning of a text: something that is written as the hint says.
fn parsed<T: FromStr>(key: &str, hint: &str) -> impl FnOnce(&String) -> Result<T, String> {
    move |typed| typed.parse().map_err(|_| format!("[serve] {key} = {typed:?}: write {hint}"))
}

/// The meaning of an announced value.
fn announced(table: &str) -> impl FnOnce(&String) -> Result<Template, String> {
    move |typed| Template::new(typed).map_err(|why| format!("[{table}] announced: {why}"))
}

/// The public URL of a server at this address.
fn public_url(
    source: &Source<'_>,
    typed: Option<Spanned<String>>,
    address: SocketAddr,
) -> Result<String, Mistake> {
    let url = read(source, typed, |url| url_problem(url, address).map_or_else(|| Ok(url.clone()), Err))?;
    let here = || address.ip().is_loopback().then(|| format!("http://{address}"));
    let missing = "[serve] public_url is missing; write the address at which others reach this server, as in \"https://season.example\"";
    url.or_else(here).ok_or_else(|| source.mistake_in_file(missing))
}

/// The fault of a public URL, if any.
fn url_problem(url: &str, address: SocketAddr) -> Option<String> {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_host = |host: &str| {
        !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || "-.:[]".contains(c))
    };
    if !host.is_some_and(is_host) {
        return Some(format!(
            "[serve] public_url = {url:?}: write the scheme and the host, as in \"https://season.example\""
        ));
    }
    let is_open = url.starts_with("http://") && !address.ip().is_loopback();
    is_open.then(|| {
        format!("[serve] public_url = {url:?}: tokens must not travel in the open; write https://, and put a proxy in front")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEASON: &str = "game = \"gobblet\"\ncontestants = [\"contestants/gobblet/*.wasm\"]\n";

    fn season(more: &str, serve: &str) -> Result<SeasonTerms, String> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../season.toml");
        SeasonTerms::parse(&file, &format!("{SEASON}{more}\n{serve}\n"), &GameFiles::none()).map_err(
            |error| error.to_string().split_once("season.toml").expect("it names the file").1.to_owned(),
        )
    }

    #[test]
    fn a_season_is_a_tournament_with_a_table_that_says_how_it_is_served() {
        let season = season("", "[serve]").expect("it is valid");
        assert_eq!(season.serve.public_url, "http://127.0.0.1:8080");
        assert_eq!(season.tournament.contestants.len(), 3);
        assert_eq!((season.serve.approval, season.serve.closes), (false, None));
    }

    #[test]
    fn mistakes_of_form_in_the_table_are_told_with_those_of_the_tournament() {
        let told = season("rounds = \"x\"", "[serve.final]\ntop = \"all\"").expect_err("both are wrong");
        assert!(told.starts_with(":3: rounds: write a whole number"), "{told}");
        assert!(told.contains("season.toml:5: [serve.final] top: write a whole number, 0 or more"), "{told}");
    }

    #[test]
    fn what_organisers_decide_is_read() {
        let serve = "[serve]\napproval = true\ncloses = \"2026-12-24T18:00:00Z\"\n[serve.final]\nformat = \"swiss\"\n[serve.bands]\nB = 1400\nA = 1600\nC = -5";
        let serve = season("rounds = 7", serve).expect("it is valid").serve;
        assert_eq!((&serve.announced, serve.matchings), (&None, 1));
        assert_eq!((serve.approval, serve.closes), (true, Some(1_798_135_200)));
        assert_eq!(
            serve.final_tournament,
            Final {
                format: judge_core::phases::Format::Swiss,
                top: 8,
                rounds: 7,
                phases: vec![],
                announced: None
            }
        );
        let bands: Vec<(&str, i32)> =
            serve.bands.iter().map(|band| (band.name.as_str(), band.at_least)).collect();
        assert_eq!(bands, [("A", 1_600), ("B", 1_400), ("C", -5)]);
        let native = season("", "[serve]\ncloses = 2026-12-24T18:00:00Z").expect("TOML has times of its own");
        assert_eq!(native.serve.closes, serve.closes);
    }

    #[test]
    fn tables_are_as_large_as_the_game_takes_and_a_final_fits_them() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../season.toml");
        let stones = |seats: &str, more: &str| {
            let text = format!(
                "game = \"stones\"\n{seats}\nexamples = [\"random\", \"wolf\", \"aggressive\"]\n[serve]\n{more}\n"
            );
            let read = SeasonTerms::parse(&file, &text, &GameFiles::none());
            read.map(|terms| terms.tournament.rules.seats()).map_err(|error| error.to_string())
        };
        assert_eq!([stones("", ""), stones("seats = 3", "")], [Ok(2), Ok(3)]);
        for (seats, more, told) in [
            ("seats = 4", "", "a table of 4 needs 4 contestants, and there are 3"),
            ("seats = 9", "", "this game is for 2 to 8 players"),
            ("seats = 3", "[serve.final]\ntop = 2", "[serve.final] top: write a number of at least 3"),
            (
                "seats = 3",
                "[serve.final]\nformat = \"swiss\"",
                "[serve.final] format: this one is for tables of two, and here are tables of 3; write \"round-robin\"",
            ),
        ] {
            let mistake = stones(seats, more).expect_err("it is wrong");
            assert!(mistake.contains(told), "{mistake}");
        }
    }

    #[test]
    fn what_means_nothing_or_is_unsafe_in_a_season_is_a_mistake() {
        for (more, serve, told) in [
            ("seed = 1", "[serve]", ":3: seed: a season draws its own seed"),
            ("format = \"swiss\"", "[serve]", ":3: format: a season is a ladder; remove the key"),
            ("", "", ": there is no table [serve]"),
            ("", "[serve]\naddress = \"localhost\"", ":5: [serve] address = \"localhost\": write an address"),
            (
                "",
                "[serve]\ntrusted_proxy = \"nginx\"",
                ":5: [serve] trusted_proxy = \"nginx\": write the address",
            ),
            ("", "[serve]\naddress = \"0.0.0.0:80\"", ": [serve] public_url is missing"),
            (
                "",
                "[serve]\naddress = \"0.0.0.0:80\"\npublic_url = \"http://a.example\"",
                ":6: [serve] public_url = \"http://a.example\": tokens must not travel in the open",
            ),
            ("", "[serve]\npublic_url = \"https://a.example/\"", ":5: [serve] public_url"),
            ("", "[serve]\nuploads_per_hour = 0", ":5: [serve] uploads_per_hour = 0: write a number from 1"),
            ("", "[serve]\nmatchings = 0", ":5: [serve] matchings = 0: write a number from 1 to 10"),
            ("", "[serve]\nannounced = \"x\"", ":5: [serve] announced: write {} for each whole number"),
            ("", "[serve.final]\nannounced = \"{x}\"", ":5: [serve.final] announced: write {} for each"),
            ("", "[serve]\nport = 1", ":5: [serve]"),
            ("", "[serve]\ncloses = \"tomorrow\"", ":5: [serve] closes = \"tomorrow\": write a time"),
            ("", "[serve.weeks]\nfirst = \"Monday\"", ":5: [serve.weeks] first = \"Monday\": write a time"),
            ("", "[serve.weeks]\nlast = 1", ":4: [serve] weeks: the key \"first\" is missing; add it"),
            ("", "[serve]\ncloses = 2026-12-24", ":5: [serve] closes = 2026-12-24: write a time"),
            ("", "[serve.final]\ntop = 1", ":5: [serve.final] top: write a number of at least 2"),
            (
                "",
                "[serve.final]\nformat = \"gauntlet\"",
                ":5: [serve.final] format: a gauntlet needs champions; write one of round-robin, swiss, knockout, double-elimination, groups",
            ),
            (
                "",
                "[serve.final]\nformat = \"x\"",
                ":5: [serve.final] format: unknown value \"x\"; the known ones are round-robin, swiss, knockout",
            ),
            ("", "[serve.final]\nformat = 1", ":5: [serve.final] format: write a text in quotes, not 1"),
            (
                "",
                "[serve.final]\nrouns = 4",
                ":5: [serve.final]: unknown key \"rouns\"; did you mean \"rounds\"?",
            ),
            ("", "[serve.bands]\nA = \"x\"", ":5: [serve.bands] A: write a whole number, not \"x\""),
            ("", "[serve.final]\nrounds = 0", ":5: [serve.final] rounds: write a number from 1"),
            ("", "[serve.bands]\n\"=A\" = 1500", ":5: [serve.bands] \"=A\": name a band with at most 16"),
            ("", "[serve.bands]\nA = 1500\nB = 1500", ": [serve.bands] A and B begin at the same rating"),
        ] {
            let mistake = season(more, serve).expect_err("it is wrong");
            assert!(mistake.starts_with(told), "{mistake}");
        }
    }
}
