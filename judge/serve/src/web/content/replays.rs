//! Games that are played again for those who look at them: a few at a time, and the last ones are kept, as games never
//! change.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use judge_play::{Moved, Seed};
use judge_season::play::lru_cache::LruCache;
use judge_season::play::runner::Replayed;
use judge_season::state::State;
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::web::Site;
use crate::web::content::answers::{OrRefusal, aside};
use crate::web::content::rounds::Known;

/// Games that are played again at a time.
const AT_A_TIME: usize = 2;
/// The longest wait for a turn to have a game played again.
const PATIENCE: Duration = Duration::from_secs(10);
/// The message about a game that only the game's file of that time plays as it was.
const BY_ANOTHER: &str = "this game was played by an earlier file of the game, which was mended since; judge verify plays it again\n";
/// Games that are kept.
const GAMES_MAX: usize = 100;
/// The bytes of all of them, at most: bots may write long logs.
const BYTES_MAX: u64 = 32 << 20;

/// A game as it was played, to be looked at: played again if it is not kept; with its scenes, if no page can play it.
pub(crate) async fn replayed(site: &Site, known: &Known) -> OrRefusal<Arc<Replayed>> {
    let cannot = |text: &'static str| (StatusCode::SERVICE_UNAVAILABLE, text.into());
    let (replays, key) = (&site.replays, key(known));
    let kept = || replays.cached.lock().get(&key).cloned();
    if let Some(game) = kept() {
        return Ok(game);
    }
    let permit = tokio::time::timeout(PATIENCE, Arc::clone(&replays.turns).acquire_owned()).await;
    let Ok(Ok(permit)) = permit else {
        return Err(cannot("too many games are being shown at this moment; try again in a minute\n"));
    };
    // Somebody else may have had it played meanwhile.
    if let Some(game) = kept() {
        return Ok(game);
    }
    let (site, known) = (site.clone(), known.clone());
    aside(move || play(&site, &known, permit)).await.map_err(cannot)
}

/// Plays a game to its end, also when whoever asked is gone; until then it is one of those that are.
fn play(site: &Site, known: &Known, _permit: OwnedSemaphorePermit) -> Result<Arc<Replayed>, &'static str> {
    let season = &site.season;
    let is_earlier = |state: &State| {
        state.place_of_game(known.number).is_some_and(|(round, _)| round < state.by_earlier_games)
    };
    if season.store.read(is_earlier) {
        return Err(BY_ANOTHER);
    }
    let game = season.runner.replay(&known.open, known.order, !site.shows_games).map_err(|trouble| {
        // It may name folders of this machine.
        season.store.tell(format!("game {} cannot be played again: {trouble}", known.number));
        "the game cannot be played again now: this machine has a problem, and the organiser is informed"
    });
    let mut game = game?;
    game.scenes = game.scenes.map(|scenes| judge_page::packed(scenes.as_bytes()));
    let game = Arc::new(game);
    // The machine may have been in its way.
    if game.turns.len() == known.game.turns as usize {
        site.replays.cached.lock().keep(key(known), Arc::clone(&game));
    }
    Ok(game)
}

/// The seed of a game's round, which depends on the files at the table, and its seat order.
type Key = (Seed, usize);

fn key(known: &Known) -> Key {
    (known.open.round.seed, known.order)
}

/// Games that are played again.
pub(crate) struct Replays {
    turns: Arc<Semaphore>,
    cached: Mutex<LruCache<Key, Arc<Replayed>>>,
}

impl Default for Replays {
    fn default() -> Self {
        let cached = LruCache::new(GAMES_MAX, BYTES_MAX, |game: &Arc<Replayed>| bytes(game) as u64);
        Self { turns: Arc::new(Semaphore::new(AT_A_TIME)), cached: Mutex::new(cached) }
    }
}

/// The size of a game in memory, roughly. Its recording has the actions once more.
fn bytes(game: &Replayed) -> usize {
    let text = |text: &String| size_of::<String>() + text.len();
    let turn =
        |turn: &Moved| size_of::<Moved>() + 2 * text(&turn.action) + turn.log.iter().map(text).sum::<usize>();
    game.turns.iter().map(turn).sum::<usize>() + game.scenes.as_ref().map_or(0, text)
}

#[cfg(test)]
mod tests {
    use judge_core::game::Recording;
    use judge_play::games::Seat;
    use judge_play::{By, Usage};

    use super::*;

    /// A game in which a bot has written so much.
    fn game(log_bytes: usize) -> Arc<Replayed> {
        let log = vec!["x".repeat(log_bytes)];
        let (turn, seat, by, usage) = (0, Seat(0), By::Player, Usage::default());
        let turn = Moved { turn, seat, by, action: "a1".into(), usage, log };
        let recording = Recording { moves: vec!["a1".into()], faults: Vec::new() };
        let last = judge_play::scenes::Scene {
            boards: vec![],
            to_move: None,
            scores: vec![],
            choices: vec![],
            placing: None,
            words: None,
            picture: None,
        };
        Arc::new(Replayed { turns: vec![turn], recording, last, scenes: None })
    }

    #[test]
    fn the_games_that_were_looked_at_last_are_kept() {
        let replays = Replays::default();
        let key = |order| (Seed(1), order);
        let keep = |number| replays.cached.lock().keep(key(number), game(1));
        (0..GAMES_MAX).for_each(keep);
        let is_kept = |number| replays.cached.lock().get(&key(number)).is_some();
        assert!(is_kept(0));
        keep(GAMES_MAX);
        assert!(!is_kept(1), "it was looked at before all others");
        assert!(is_kept(0) && is_kept(GAMES_MAX));
        // Two have had it played at a time.
        keep(0);
        assert_eq!(replays.cached.lock().count(), GAMES_MAX);
    }

    #[test]
    fn games_with_long_logs_are_kept_as_far_as_there_is_room() {
        let mut cached = Replays::default().cached.into_inner();
        let most = usize::try_from(BYTES_MAX).expect("it is memory");
        let key = |order| (Seed(1), order);
        (0..3).for_each(|number| cached.keep(key(number), game(most / 2 - 1_000)));
        assert!([0, 1, 2].map(|number| cached.take(&key(number)).is_some()) == [false, true, true]);
        cached.keep(key(3), game(most));
        assert_eq!(cached.count(), 0, "it is larger than all that may be kept");
    }
}
