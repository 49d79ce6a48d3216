//! The state of a season: events in, contestants, versions and rounds out. There is no other state.

mod beacon;
mod careers;
mod contestant;
mod decision;
mod organised;
mod outstanding;
pub mod receipt;
mod strengths;
mod version;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use judge_core::phases::EntrantId;
use judge_core::tournament::Name;
use judge_rating::{Tally, TallyGame};

use crate::log::chain::WrittenEvent;
use crate::log::digest::{Digest, Secret};
use crate::log::event::{Checked, Extension, Frozen, Game, Pairing, SeasonEvent};
use crate::log::people::{Rows, TeamMember};
pub use contestant::{Admission, At, MEMBERS_MAX, SeasonContestant, Upload};
pub use decision::Decision;
#[cfg(test)]
pub(crate) use outstanding::OUT_OF_FUEL_MAX;
pub use outstanding::Outstanding;
pub(crate) use outstanding::fuel;
pub use version::Version;

use careers::Careers;
use strengths::Strengths;

/// The anchors' mean, where people are shown ratings.
pub(crate) const MEAN: f64 = 1_500.0;

/// The time that a browser stays signed in: 30 days.
pub const SIGNED_IN_SECONDS: u64 = 30 * 86_400;

/// Rounds after which a contestant's version before the newest plays no more.
pub(crate) const GHOST_ROUNDS: u32 = 30;

/// The effect of an event that can happen, with its place in the log.
type Effect<'e> = Box<dyn FnOnce(&mut State, At) + 'e>;

/// An effect, if it is one that an event can have now.
fn effect<'e>(can_be: bool, effect: impl FnOnce(&mut State, At) + 'e) -> Option<Effect<'e>> {
    can_be.then(|| Box::new(effect) as Effect<'e>)
}

/// The reason why an event cannot happen where there is no better one.
const CANNOT_FOLLOW: &str = "it cannot follow the events before it";

/// A season after some events.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The number of events.
    pub events: usize,
    /// The hash of all of them.
    pub head: Digest,
    /// The time of the last event.
    pub time: u64,
    /// SHA-256 of the secret seed.
    pub commitment: Digest,
    /// The public key of the season.
    pub key: Digest,
    /// The judge's version and the engine's by which the season is played now.
    pub played_by: [String; 2],
    /// The contestants, the anchors first, then by the order of joining.
    pub contestants: Vec<SeasonContestant>,
    /// All files that were handed in.
    pub uploads: Vec<Upload>,
    /// All that play or played: the anchors, and every upload that is a bot.
    pub versions: Vec<Version>,
    /// The rounds that were played.
    pub rounds: Vec<LadderRound>,
    /// The rounds that were drawn and are not played yet, in the order in which they were drawn.
    pub outstanding: Vec<Outstanding>,
    /// The number of batches drawn.
    pub batches: u32,
    /// All rounds, as the rating needs them. It is large: copies share it, until there is another round.
    pub tally: Arc<Tally>,
    /// The number of events that may have changed the next pairings.
    pub turns: usize,
    /// The seed, once the season is closed.
    pub closed: Option<Secret>,
    /// The time when uploads closed, if they have.
    pub uploads_closed: Option<u64>,
    /// The finals that were frozen, the last one last.
    pub finals: Vec<Frozen>,
    /// The report of a final and its results, if they are published.
    pub report: Option<[Digest; 2]>,
    /// Versions whose bytes everybody may have, in the order in which they were published.
    pub published: Vec<usize>,
    /// The public value that goes into the seed, if any.
    pub announced: Option<String>,
    /// That value, when it is known: the announcement with the values in it.
    pub beacon: Option<String>,
    /// The game's files before the one that it is played by now, the oldest first.
    pub earlier_games: Vec<Digest>,
    /// The rounds that were played by those.
    pub by_earlier_games: usize,
    /// Rounds that are void since the game broke a promise in them.
    pub voided_rounds: usize,
    /// Tables whose round was void, each with the batches until then.
    voided: Vec<(u32, Box<[usize]>)>,
    /// The tables of weeks: each with its SHA-256, and when it was frozen, in seconds since 1970.
    pub weeks: BTreeMap<u64, (Digest, u64)>,
    /// What is more or later than the season's file says.
    pub extended: Extension,
    /// Verdicts, ends of uploads and finals, in the order in which they came: what people are told.
    pub news: Vec<SeasonEvent>,
    /// Workers that have said what is not so, and take part no more.
    pub barred: BTreeSet<Name>,
    strengths: Strengths,
    careers: Careers,
    /// Invitations that were followed: each holds once.
    pub(crate) invitations: BTreeSet<Digest>,
    /// Contestants and their members' numbers, by the members' keys.
    cookies: BTreeMap<Digest, (usize, u32)>,
    tokens: BTreeMap<Digest, (usize, u32)>,
}

/// A round that was played.
#[derive(Clone, Debug)]
pub struct LadderRound {
    /// The batch that it belongs to.
    pub batch: u32,
    /// The versions that met, and the reason.
    pub pairing: Pairing,
    /// Its games, one for each seat order.
    pub games: Vec<Game>,
}

impl Pairing {
    /// The version at each seat of a game, by its seat order in the round: in each everybody moves up one seat.
    pub fn seating(&self, order: usize) -> Vec<usize> {
        let mut seats = self.versions.to_vec();
        seats.rotate_left(order);
        seats
    }
}

impl State {
    /// The state after all these events.
    ///
    /// # Errors
    /// The number of the first event that cannot be, from 1, and why.
    pub fn after(events: &[WrittenEvent]) -> Result<Self, (usize, &'static str)> {
        let mut state = Self::default();
        for (number, written) in (1..).zip(events) {
            let effect = state.effect(&written.event).map_err(|problem| (number, problem))?;
            state.happens(written, effect);
        }
        Ok(state)
    }

    /// Whether an event can happen now.
    pub fn check(&self, event: &SeasonEvent) -> Result<(), &'static str> {
        self.effect(event).map(drop)
    }

    /// An event, if it can happen now; where the state alone does not say why not, these words do.
    pub(crate) fn allowed_or(&self, event: SeasonEvent, otherwise: &str) -> Result<SeasonEvent, String> {
        let allowed = self.allowed(event);
        allowed.map_err(|why| if why == CANNOT_FOLLOW { otherwise } else { why }.to_owned())
    }

    /// An event, if it can happen now.
    pub(crate) fn allowed(&self, event: SeasonEvent) -> Result<SeasonEvent, &'static str> {
        self.check(&event).map(|()| event)
    }

    /// Lets an event happen that can.
    pub fn apply(&mut self, written: &WrittenEvent) {
        let effect = self.effect(&written.event);
        self.happens(written, effect.unwrap_or_else(|why| panic!("{:?}: {why}", written.event)));
    }

    /// The effect of an event, if it can happen now: for each kind both stand in one place.
    fn effect<'e>(&self, event: &'e SeasonEvent) -> Result<Effect<'e>, &'static str> {
        self.check_signature(event)?;
        let event = event.inner();
        match (event, self.events) {
            (SeasonEvent::Opened(_), 0) => {}
            (SeasonEvent::Opened(_), _) => return Err("the season is open already"),
            (_, 0) => return Err("the season is not open"),
            _ if self.closed.is_some() => return Err("the season is closed"),
            _ => {}
        }
        let found = self.of_contestants(event).or_else(|| self.of_rounds(event));
        found.or_else(|| self.of_the_season(event)).ok_or(CANNOT_FOLLOW)
    }

    fn happens(&mut self, written: &WrittenEvent, effect: Effect<'_>) {
        self.events += 1;
        self.turns += usize::from(may_change_the_draw(written.event.inner()));
        if let SeasonEvent::Signed { own, .. } = &written.event {
            let signer = self.whose(own).expect("it was checked whose it is");
            self.contestants[signer].signed += 1;
        }
        if is_news(written.event.inner()) {
            self.news.push(written.event.inner().clone());
        }
        (self.head, self.time) = (written.head, written.time);
        effect(self, At { event: self.events, head: written.head, time: written.time });
    }

    /// A copy that is enough to rate by and to draw a batch from: without the rounds, of which the tally has what counts.
    #[must_use]
    pub fn without_rounds(&self) -> Self {
        let (contestants, versions) = (self.contestants.clone(), self.versions.clone());
        let (strengths, tally) = (self.strengths.clone(), Arc::clone(&self.tally));
        let mut copy = Self { contestants, versions, tally, strengths, ..Self::default() };
        (copy.closed, copy.outstanding) = (self.closed.clone(), self.outstanding.clone());
        (copy.announced, copy.beacon) = (self.announced.clone(), self.beacon.clone());
        (copy.batches, copy.turns, copy.extended) = (self.batches, self.turns, self.extended);
        copy.voided.clone_from(&self.voided);
        copy
    }

    fn add_round(&mut self, round: LadderRound) {
        let table = &round.pairing.versions;
        let games: Vec<Option<TallyGame<'_>>> = round.games.iter().map(tally_game).collect();
        // A round of void games says nothing; it was somebody's turn all the same.
        let entrants: Vec<EntrantId> = table.iter().copied().map(EntrantId).collect();
        Arc::make_mut(&mut self.tally).add(&entrants, &games);
        self.strengths.add(table, &games);
        table.iter().for_each(|&id| self.versions[id].rounds += 1);
        for (order, game) in round.games.iter().enumerate() {
            for (seat, id) in round.pairing.seating(order).into_iter().enumerate() {
                self.versions[id].add(game, seat);
            }
        }
        self.rounds.push(round);
    }

    /// Seats at each table of the season; nothing before one was drawn.
    pub(crate) fn seats(&self) -> Option<usize> {
        let played = self.rounds.first().map(|round| &round.pairing);
        let first = played.or_else(|| self.outstanding.first().map(|round| &round.pairing));
        first.map(|pairing| pairing.versions.len())
    }

    /// The end of uploads, if they end by the season's file: that, or a later one.
    pub fn closes(&self, by_file: Option<u64>) -> Option<u64> {
        by_file.max(self.extended.closes.filter(|_| by_file.is_some()))
    }

    /// The number of games that were played.
    pub fn games(&self) -> usize {
        self.rounds.len() * self.seats().unwrap_or_default()
    }

    /// The number of a game of the season, from 1, by its round and its seat order in that.
    pub fn game_number(&self, round: usize, order: usize) -> usize {
        self.seats().unwrap_or_default() * round + order + 1
    }

    /// The round of a game, and its seat order in it.
    pub fn place_of_game(&self, number: usize) -> Option<(usize, usize)> {
        let (place, seats) = (number.checked_sub(1)?, self.seats()?);
        Some((place / seats, place % seats))
    }

    /// The contestant of this name, whatever its case.
    pub fn named(&self, name: &Name) -> Option<usize> {
        self.contestants.iter().position(|contestant| contestant.name.folded() == name.folded())
    }

    /// A warning for an organiser who invites somebody by the name of a contestant, spelled otherwise: whoever followed
    /// that invitation would take that contestant's place.
    pub fn spelled_otherwise(&self, name: &Name) -> Option<String> {
        let there = &self.contestants[self.named(name)?].name;
        (there != name).then(|| {
            format!("{there} takes part already; write {there} for a new link, or choose another name for somebody else")
        })
    }

    /// The number of a contestant's pauses since a time.
    pub(crate) fn pauses_since(&self, contestant: usize, time: u64) -> usize {
        self.contestants[contestant].pauses.iter().filter(|&&pause| pause > time).count()
    }

    /// The contestant with this cookie at a time, and which of its members has it. The cookie holds for [`SIGNED_IN_SECONDS`].
    pub fn by_cookie(&self, cookie: &Secret, now: u64) -> Option<(usize, u32)> {
        let (id, member) = self.cookies.get(&cookie.digest()).copied()?;
        let signed_in = self.contestants[id].members.get(&member)?.signed_in;
        (now < signed_in + SIGNED_IN_SECONDS).then_some((id, member))
    }

    /// The same with this token.
    pub fn by_token(&self, token: &Secret) -> Option<(usize, u32)> {
        self.tokens.get(&token.digest()).copied()
    }

    /// The contestant and the member that these rows say is reached at an address; nothing if several are.
    pub fn by_address(&self, address: &str, rows: &Rows) -> Option<(usize, u32)> {
        let mut all = self.contestants.iter().enumerate().flat_map(|(id, of)| {
            let known = rows.get(&of.name.folded()).into_iter().flat_map(|row| &row.members);
            let is_it = |(number, known): &(&u32, &TeamMember)| {
                known.address.eq_ignore_ascii_case(address) && of.members.contains_key(number)
            };
            known.filter(is_it).map(move |(number, _)| (id, *number))
        });
        all.next().filter(|_| all.next().is_none())
    }

    /// Whether a version is on the ladder: the newest of a contestant that is not paused, and the one before while
    /// the newest has played few rounds.
    pub fn is_active(&self, id: usize) -> bool {
        let version = &self.versions[id];
        let contestant = &self.contestants[version.contestant];
        let newest = contestant.versions.len();
        let is_ghost = || {
            version.number + 1 == newest
                && self.versions[contestant.versions[newest - 1]].rounds < GHOST_ROUNDS
        };
        contestant.plays() && !version.rests && (version.number == newest || is_ghost())
    }
}

/// Whether another batch may follow after this event than before it. Files that come in and are no bots, which is what
/// happens oftenest beside the ladder, change nothing.
fn may_change_the_draw(event: &SeasonEvent) -> bool {
    use SeasonEvent::{Barred, Uploaded};
    let is_refused = matches!(event, SeasonEvent::Checked { verdict: Checked::Refused { .. }, .. });
    !is_refused && !matches!(event, Uploaded { .. } | Barred { .. })
}

fn is_news(event: &SeasonEvent) -> bool {
    use SeasonEvent::{Checked, FinalPublished, Frozen, UploadsClosed};
    matches!(event, Checked { .. } | UploadsClosed { .. } | Frozen(_) | FinalPublished { .. })
}

fn tally_game(game: &Game) -> Option<TallyGame<'_>> {
    let ranks = game.ranks.as_ref()?;
    Some(TallyGame { ranks, transcript_sha256: &game.transcript.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_in_memory_is_small() {
        let of_two = |bytes: usize| 2 * bytes;
        let game = size_of::<Game>() + of_two(size_of::<u8>() + size_of::<u64>());
        assert!(size_of::<LadderRound>() + of_two(size_of::<usize>()) + 2 * game <= 360);
        let json = r#"{"ranks":[1,2],"end":"rules","turns":1,"fuel":[1,2],"transcript":"TRANSCRIPT"}"#;
        let json = json.replace("TRANSCRIPT", &"0".repeat(64));
        let game: Game = serde_json::from_str(&json).expect("it is a game");
        assert!(matches!(game.end, std::borrow::Cow::Borrowed("rules")), "it needs no copy of a known word");
    }
}
