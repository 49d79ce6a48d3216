//! Orders of organisers from a command line: to the server if it runs, and else straight into the season's folder.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use judge_core::error::{Error, Mistake};
use judge_core::file;
use judge_core::host::{self, CacheUse, Options};
use judge_core::journal::Journal;
use judge_core::play::Observer;
use judge_core::tournament::Name;
use judge_play::text::sanitize;
use judge_season::ladder::{csv, standings};
use judge_season::log::chain::{BrokenLog, Chain};
use judge_season::log::digest::Digest;
use judge_season::log::event::SeasonEvent;
use judge_season::log::folder::{Folder, SeenLog};
use judge_season::orders::final_tournament;
use judge_season::orders::order::{self, Fields, parse};
use judge_season::orders::organiser::{self, KeyKind};
use judge_season::play::capacity;
use judge_season::season::store::NotWritten;
use judge_season::season::{self, Season, store};
use judge_season::state::MEMBERS_MAX;
use judge_season::terms::{Final, SeasonTerms};
use judge_season::workers::worker_key;
use judge_serve::clients::client::{self, Answer, HttpRequest};
use serde::Serialize;
use serde_json::{Value, json};

use crate::seasons::serve::invite::{Invited, invite};
use crate::seasons::serve::worker::{Worker, worker};
use crate::shared::number::whole;
use crate::shared::options::own_options;
use crate::shared::output::print;
use crate::shared::progress::Reporter;
use crate::shared::season::{people, state};

// Which season. No doc comment: each command's help would begin with it.
#[derive(Args)]
pub(super) struct Where {
    /// The season's TOML file
    #[arg(long, value_name = "FILE")]
    pub(super) season: PathBuf,
    /// The season's folder
    #[arg(long, value_name = "DIR")]
    pub(super) data: PathBuf,
}

/// A command for organisers, and the season that it is about, by `--season` and `--data`.
pub(super) struct OrderArgs {
    what: Order,
    place: Where,
}

impl FromArgMatches for OrderArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (_, own) = matches.subcommand().expect("a subcommand was found");
        Ok(Self { what: Order::from_arg_matches(matches)?, place: Where::from_arg_matches(own)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for OrderArgs {
    fn augment_subcommands(command: Command) -> Command {
        let own = Order::augment_subcommands(Command::new("serve"));
        command.subcommands(own.get_subcommands().cloned().map(Where::augment_args))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        Order::has_subcommand(name)
    }
}

/// All commands for organisers.
#[derive(Subcommand)]
pub(super) enum Orders {
    #[command(flatten)]
    About(OrderArgs),
    /// Copy a season's folder, even while its server runs
    Backup {
        /// A new folder for the copy; it contains secrets, so keep it private
        to: PathBuf,
        /// The season's folder
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    /// End a season, and publish its secret seed
    Close {
        /// The season's TOML file
        season: PathBuf,
        /// The season's folder
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
    Worker(Worker),
}

/// Which contestant.
#[derive(Args, Serialize)]
struct NamedContestant {
    /// The contestant
    name: String,
}

/// The commands about a season. The words of most of them are the fields of a form on the organiser's page.
#[derive(Subcommand, Serialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
enum Order {
    /// Print a link with which one person can join; it works once, and for two days
    #[serde(skip)]
    Invite(Invited),
    /// Admit a contestant who has joined and waits for approval
    Approve(NamedContestant),
    /// Stop a contestant: it neither plays nor uploads
    Suspend {
        /// The contestant
        name: String,
        /// The reason, which the contestant and all readers of the season's log see
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// End a suspension: the contestant plays and uploads again
    Resume(NamedContestant),
    /// Withdraw a contestant for good, without a reason; another invitation brings it back
    Withdraw(NamedContestant),
    /// Give a contestant the name that people read, in any script; the log keeps the other one
    Name {
        /// The contestant
        name: String,
        /// What people read; "" takes it away
        #[arg(value_name = "TEXT")]
        shown: String,
    },
    /// Take a member out of a team: its token no longer works
    RemoveMember {
        /// The team
        name: String,
        /// The member's number
        #[arg(long, value_name = "N", value_parser = whole(1..=MEMBERS_MAX))]
        member: u32,
    },
    /// Delete everything that is known of a contestant beside the log, such as the name that people read
    Forget(NamedContestant),
    /// Print a link to the organiser's page; it works in one browser, once, and for an hour
    Organiser,
    /// Extend the season while it runs; everybody can see that
    Extend {
        /// How many rounds each version plays
        #[arg(long, value_name = "N", value_parser = whole(1_u32..))]
        rounds: Option<u32>,
        /// How often a batch pairs everybody
        #[arg(long, value_name = "N", value_parser = whole(1_u32..))]
        matchings: Option<u32>,
        /// The end of uploads in UTC, as in 2026-12-24T18:00:00Z
        #[arg(long, value_name = "TIME")]
        closes: Option<String>,
    },
    /// Select the finalists, and write the final's tournament file with their bots
    Freeze {
        /// How many of the best contestants play [default: as in the season's file, or 8]
        #[arg(long, value_name = "N", value_parser = whole(2_u32..))]
        top: Option<u32>,
        /// The final's format [default: as in the season's file, or round-robin]
        #[arg(long, value_parser = PossibleValuesParser::new(Final::formats().into_iter().map(|(name, _)| name)))]
        format: Option<String>,
        /// Rounds per pairing [default: as in the season's file, or those of the ladder]
        #[arg(long, value_name = "N", value_parser = whole(1_u32..))]
        rounds: Option<u32>,
    },
    /// Publish the final's report at /final
    PublishFinal {
        /// The folder of the final's results, with report.html
        results: PathBuf,
    },
    /// Print ratings and grades as CSV; [serve.bands] in the season's file says which rating gives which grade
    Grades,
    /// Enter the numbers of the public draw that the season announced; its seed follows from them
    Beacon {
        /// The numbers, with blanks between them
        values: String,
    },
    /// Set the season's time to this machine's clock, after the clock was wrong
    SetTime,
    /// Continue with a log from a backup, although its newest events are lost; everybody can see that
    AcceptRollback,
    /// Continue with this version of the judge, as after a fix of its engine; everybody can see that
    Update,
    /// Continue with a corrected file of the game; everybody can see that
    UpdateGame {
        /// The corrected file
        game: PathBuf,
    },
    /// Print a new key for a worker that connects to the season's address; its old key no longer works
    WorkerKey {
        /// The worker's name
        name: String,
    },
}

/// Does what is ordered, and prints what came of it.
pub(super) fn obey(orders: &Orders) -> Result<ExitCode, Error> {
    let done = match orders {
        Orders::About(OrderArgs { what: Order::Invite(invited), place }) => return invite(invited, place),
        Orders::About(OrderArgs { what, place }) => place.obey(what),
        Orders::Backup { to, data } => backup(to, data),
        Orders::Close { season, data } => {
            Where { season: season.clone(), data: data.clone() }.order(&json!({ "order": "close" }))
        }
        Orders::Worker(command) => return worker(command),
    };
    print(&done?);
    Ok(ExitCode::SUCCESS)
}

impl Where {
    fn obey(&self, what: &Order) -> Result<String, Error> {
        match what {
            Order::Organiser => self.organiser(),
            Order::PublishFinal { results } => self.publish_final(results),
            Order::Grades => self.grades(),
            Order::SetTime => self.set_time(),
            Order::AcceptRollback => accept_rollback(&self.data),
            Order::Update => self.update(),
            Order::UpdateGame { game } => self.update_game(game),
            Order::WorkerKey { name } => self.worker_key(name),
            order => self.order(&json!(order)),
        }
    }

    fn set_time(&self) -> Result<String, Error> {
        // Whoever orders this says that the clock is right: the season can be opened.
        let folder = existing(&self.data)?;
        let log = folder.seen().ok().flatten().and_then(|seen| seen.log);
        folder.note_seen(&SeenLog { time: store::clock(), log }, None).map_err(unwritten("the time"))?;
        self.order(&json!({ "order": "set-time" }))
    }

    fn update(&self) -> Result<String, Error> {
        // It has to be one that this judge can read.
        terms(&self.season, &self.data)?;
        let event = season::update(&existing(&self.data)?)?;
        Ok(format!("from event {event} on the season is played by this judge; everybody can see that\n"))
    }

    fn update_game(&self, game: &Path) -> Result<String, Error> {
        let (terms, folder) = (terms(&self.season, &self.data)?, existing(&self.data)?);
        let event = season::update_game(&folder, &terms, game, &options(&self.data)?)?;
        Ok(format!(
            "from event {event} on the season is played by this file of the game; everybody can see that\n"
        ))
    }

    fn organiser(&self) -> Result<String, Error> {
        let (terms, folder) = (terms(&self.season, &self.data)?, existing(&self.data)?);
        let secret =
            organiser::make(&folder, KeyKind::Link, store::clock()).map_err(unwritten("the link"))?;
        Ok(format!("{}/organiser/enter/{}\n", terms.serve.public_url, secret.reveal()))
    }

    fn worker_key(&self, name: &str) -> Result<String, Error> {
        let folder = existing(&self.data)?;
        let name = named(name)?;
        if state(&folder)?.barred.contains(&name) {
            let text = format!("the season has barred {name}; choose another name for another worker");
            return Err(Mistake::in_file(&self.data, text).into());
        }
        let secret = worker_key::make(&folder, &name).map_err(unwritten("the key"))?;
        Ok(format!("{}\n", secret.reveal()))
    }

    fn publish_final(&self, results: &Path) -> Result<String, Error> {
        let brought = final_tournament::bring(&existing(&self.data)?, results);
        let [report, results, manifest] = brought.map_err(|text| Mistake::in_file(results, text))?;
        let order = "publish-final";
        self.order(&json!({ "order": order, "report": report, "results": results, "manifest": manifest }))
    }

    fn grades(&self) -> Result<String, Error> {
        let (terms, state) = (terms(&self.season, &self.data)?, state(&existing(&self.data)?)?);
        let standings = standings::standings(&state);
        if let Some(text) = standings::loose_scale(&state, &standings) {
            Reporter::default().warn(&text);
        }
        let people = people(&existing(&self.data)?)?;
        let called = state.public_names(&terms.tournament.contestants, &people.rows());
        Ok(csv::grades(&state, &standings, &terms.serve.bands, &called))
    }

    /// Has an order obeyed, by its fields; what comes out is what was done.
    fn order(&self, order: &Value) -> Result<String, Error> {
        let Self { season, data } = self;
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let typed = order.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
        let fields: Fields = typed.map(|(key, value)| (key.clone(), text(value))).collect();
        let order = parse(&fields).map_err(|text| Mistake::in_file(data, text))?;
        let folder = existing(data)?;
        let done = server(&folder).map(|address| sent(&folder, address, &fields)).transpose()?.flatten();
        let done = done.map_or_else(|| here(season, data, order), Ok)?;
        let finals = file::path_text(&data.join("finals"));
        Ok(format!("{}\n", sanitize(&done).replace("DIR/finals", &finals)))
    }
}

pub(super) fn unwritten(what: &str) -> impl Fn(std::io::Error) -> Error {
    move |error| Error::Machine(format!("{what} cannot be written: {error}"))
}

pub(super) fn named(typed: &str) -> Result<Name, Error> {
    Name::new(typed).map_err(|error| Mistake::in_file("NAME", error.to_string()).into())
}

fn backup(to: &Path, data: &Path) -> Result<String, Error> {
    let folder = existing(data)?;
    if to.exists() {
        return Err(Mistake::in_file(to, "there is something of this name; name a new folder").into());
    }
    let trouble = |error: BrokenLog| Error::Machine(format!("the season cannot be copied: {error}"));
    let (events, head) = folder.copy(to).map_err(trouble)?;
    Ok(format!("copied as it was after event {events}, with the hash {head}\n"))
}

fn accept_rollback(data: &Path) -> Result<String, Error> {
    let folder = existing(data)?;
    let log = folder.events();
    let wrong = |text: String| Error::from(Mistake::in_file(&log, text));
    // A server that runs would cut off what it has not written.
    let _journal = Journal::open(&folder.games()).map_err(|error| wrong(error.to_string()))?;
    let (mut chain, events) = Chain::open(&log).map_err(|broken| wrong(broken.to_string()))?;
    let seen = folder.seen().ok().flatten();
    // The server may run with another cache folder than whoever gives this order has.
    let notes = [folder.notes(), host::notes()];
    let elsewhere = notes.each_ref().map(|notes| folder.seen_elsewhere(notes.as_deref()?));
    let is_lost = |seen: &SeenLog| season::rolled_back(seen, &events).is_some();
    let missing = [seen].into_iter().chain(elsewhere).flatten().filter(is_lost).filter_map(|seen| seen.log);
    let mut missing: BTreeSet<(usize, Digest)> = missing.collect();
    if missing.is_empty() && seen.is_none() {
        // Nobody knows what is missing.
        missing.extend(events.last().map(|last| (events.len(), last.head)));
    }
    let mut had = None;
    for &(count, head) in &missing {
        let event = SeasonEvent::RolledBack { events: count, head };
        had = Some(chain.append(&event, store::clock()).map_err(unwritten("the log"))?);
    }
    let Some(last) = had else { return Err(wrong("nothing is missing of this log".to_owned())) };
    let now = SeenLog { time: last.time, log: Some((events.len() + missing.len(), last.head)) };
    for notes in notes.iter().rev() {
        folder.note_seen(&now, notes.as_deref()).map_err(unwritten("the log"))?;
    }
    let had = missing.last().map_or(0, |(count, _)| *count);
    Ok(format!("the season continues after event {}; everybody can see that it had {had}\n", events.len()))
}

/// The folder of a season that has begun: an order for any other would begin a season where nobody looks.
pub(super) fn existing(data: &Path) -> Result<Folder, Error> {
    let folder = Folder::at(data);
    if let Some(owner) = folder.another_owner() {
        let command: Vec<String> = std::env::args().skip(1).map(|word| sanitize(&word)).collect();
        let text = format!(
            "this folder is {owner}'s, and what you write there the server could not read; run this as {owner}: sudo -u {owner} judge {}",
            command.join(" ")
        );
        return Err(Mistake::in_file(data, text).into());
    }
    if folder.events().exists() {
        return Ok(folder);
    }
    let text = "there is no season in this folder; name the one that judge serve keeps it in, or let judge serve begin it";
    Err(Mistake::in_file(data, text).into())
}

/// The address of the season's server, if it has written one.
fn server(folder: &Folder) -> Option<SocketAddr> {
    let mut address: SocketAddr = std::fs::read_to_string(folder.listening()).ok()?.trim().parse().ok()?;
    if address.ip().is_unspecified() {
        let here = if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
        address.set_ip(here);
    }
    Some(address)
}

/// Sends an order to the server; nothing if no server of this season listens there.
fn sent(folder: &Folder, address: SocketAddr, fields: &Fields) -> Result<Option<String>, Error> {
    let trouble = |error: std::io::Error| Error::Machine(format!("the order cannot be given: {error}"));
    let key = organiser::make(folder, KeyKind::Command, store::clock()).map_err(trouble)?;
    let answer =
        client::ask(&format!("http://{address}/organiser/order"), &key.reveal(), HttpRequest::Post(fields));
    let _ = organiser::spend(folder, &key);
    match answer {
        Ok(Answer { status: 200, text }) => Ok(Some(text)),
        Ok(Answer { status: 409, text }) => Err(Mistake::in_file(folder.path(), sanitize(&text)).into()),
        Ok(Answer { status: 503, text }) => Err(Error::Machine(sanitize(&text))),
        // Nobody knows whether the order was obeyed before.
        Err(error) if is_cut_off(&error) => Err(Error::Machine(
            "the server ended before it answered; look whether the order was obeyed, and give it again if not".into(),
        )),
        _ => Ok(None),
    }
}

/// Whether a server that took an order is to blame that there is no answer.
fn is_cut_off(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, TimedOut, UnexpectedEof};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset | TimedOut | UnexpectedEof)
}

/// The options of an order, which needs little: what the season's server has compiled is not compiled again.
fn options(data: &Path) -> Result<Options, Error> {
    own_options(Some(1), Folder::at(data).notes().map_or(CacheUse::Keep, CacheUse::In))
}

/// The terms in a season's file.
pub(super) fn terms(season: &Path, data: &Path) -> Result<SeasonTerms, Error> {
    SeasonTerms::read(season, &capacity::loader_in(&options(data)?, &Folder::at(data)))
}

/// Obeys an order without a server.
fn here(season: &Path, data: &Path, order: order::Order) -> Result<String, Error> {
    let season = Season::open(terms(season, data)?, data, &options(data)?, &Reporter::quiet())?;
    order(&season).map_err(|not| match not {
        NotWritten::Refused(why) => Mistake::in_file(data, why).into(),
        NotWritten::Machine(trouble) => Error::Machine(trouble),
    })
}
