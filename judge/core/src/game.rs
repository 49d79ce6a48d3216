//! One game away from any tournament: a line of play and the bots it needs.
//!
//! A game is played by hand, played again, branched and looked at here, whoever asks: the terminal, the
//! profiler, the page. Prints nothing.

mod again;
mod fork;
mod imported;
mod loaded_bots;
mod moves;
mod recorded;
mod recording;
mod replay;
mod saved;
mod turning;

pub use crate::bot_word::{
    Commands, bot_word, command_words, commands, file_of, is_there, starts, without_options,
};
pub use again::{GamesAgain, ResultsFolder};
pub use fork::{Alternatives, alternatives, fork};
pub use imported::load;
pub use loaded_bots::{BotFile, LoadedBots, Source, limits_for, no_such_bot};
pub use moves::{LogLine, Logs, MovesRequest, MovesWritten, log_of, rest_of_log, write_moves};
pub(crate) use recorded::at_the_table;
pub(crate) use recorded::ordered;
pub use recorded::{GameSummary, Recorded, listed};
pub use recording::{RecordedFault, Recording, scenes_of};
pub use replay::{JsonMoves, KeptTurns, Replay, Turn};
pub use saved::{SavedBot, SavedGame};
pub use turning::{Fate, OtherActions, Search, TurningPoints, fate, turning_points};
