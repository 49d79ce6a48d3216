//! The time in a bot's game: fuel into nanoseconds.

/// The time in a bot's game, in nanoseconds: the fuel that it spent in its turns, and what it slept.
///
/// It stands still while the bot is not asked, and while it is started: the fuel for
/// that depends on the host.
#[derive(Debug, Default)]
pub struct GameTime {
    before_turn: u64,
    fuel_at_turn: Option<u64>,
    /// Whether the bot asked what time it is, in one of its turns.
    pub was_asked: bool,
}

impl GameTime {
    /// A turn begins with `fuel`.
    #[inline]
    pub fn begin_turn(&mut self, fuel: u64) {
        self.fuel_at_turn = Some(fuel);
    }

    /// Whether it is the bot's turn.
    #[inline]
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.fuel_at_turn.is_some()
    }

    /// The turn is over, with `fuel_left`.
    #[inline]
    pub fn end_turn(&mut self, fuel_left: u64) {
        self.before_turn = self.now(fuel_left);
        self.fuel_at_turn = None;
    }

    /// The time, when `fuel_left` is left of the turn's. It ends at the greatest number.
    #[must_use]
    pub fn now(&self, fuel_left: u64) -> u64 {
        let in_turn = self.fuel_at_turn.map_or(0, |fuel| fuel.saturating_sub(fuel_left));
        self.before_turn.saturating_add(in_turn)
    }

    /// The same for a bot that asks.
    pub fn ask(&mut self, fuel_left: u64) -> u64 {
        self.was_asked |= self.is_running();
        self.now(fuel_left)
    }

    /// Lets the time be `moment`, if it is not later already.
    pub fn sleep_until(&mut self, moment: u64, fuel_left: u64) {
        let sleep = moment.saturating_sub(self.now(fuel_left));
        self.before_turn = self.before_turn.saturating_add(sleep);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_the_fuel_of_all_turns() {
        let mut time = GameTime::default();
        time.begin_turn(100);
        assert_eq!([time.now(100), time.now(70)], [0, 30]);
        time.end_turn(60);
        time.begin_turn(500);
        assert_eq!([time.now(500), time.now(499)], [40, 41]);
    }

    #[test]
    fn time_stands_still_while_a_bot_is_started() {
        let time = GameTime::default();
        assert_eq!([time.now(u64::MAX), time.now(0)], [0, 0]);
    }

    #[test]
    fn who_asks_the_clock_is_known_but_not_of_a_runtime_that_starts() {
        let mut time = GameTime::default();
        assert_eq!((time.ask(0), time.was_asked), (0, false));
        time.begin_turn(100);
        assert_eq!((time.now(70), time.was_asked), (30, false));
        assert_eq!((time.ask(70), time.was_asked), (30, true));
    }

    #[test]
    fn a_sleep_puts_the_clock_on_and_never_back() {
        let mut time = GameTime::default();
        time.begin_turn(100);
        time.sleep_until(1_000, 90);
        assert_eq!([time.now(90), time.now(89)], [1_000, 1_001]);
        time.sleep_until(5, 89);
        assert_eq!(time.now(89), 1_001);
        time.end_turn(0);
        assert_eq!(time.now(0), 1_090);
    }

    #[test]
    fn time_ends_at_the_greatest_number() {
        let mut time = GameTime::default();
        time.begin_turn(100);
        time.sleep_until(u64::MAX, 100);
        assert_eq!(time.now(0), u64::MAX);
        time.end_turn(0);
        time.begin_turn(100);
        assert_eq!(time.now(50), u64::MAX);
    }
}
