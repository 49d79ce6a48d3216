//! A bot's options, set by the organiser: texts by name, and the names that the bot has asked for.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// The options of a bot, in all its games.
#[derive(Debug, Default)]
pub(crate) struct BotOptions {
    by_name: BTreeMap<String, BotOption>,
    /// Whether the bot has been started with them.
    were_offered: AtomicBool,
}

#[derive(Debug)]
struct BotOption {
    text: String,
    was_asked: AtomicBool,
}

impl BotOptions {
    /// These options; the bot has asked for none so far.
    pub(crate) fn new(options: &BTreeMap<String, String>) -> Self {
        let option = |text: &String| BotOption { text: text.clone(), was_asked: AtomicBool::new(false) };
        let by_name = options.iter().map(|(name, text)| (name.clone(), option(text))).collect();
        Self { by_name, were_offered: AtomicBool::new(false) }
    }

    /// The bot is started.
    pub(crate) fn offer(&self) {
        if !self.by_name.is_empty() {
            note(&self.were_offered);
        }
    }

    /// The text of an option, for the bot.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let option = self.by_name.get(name)?;
        note(&option.was_asked);
        Some(&option.text)
    }

    /// The names of the options that the bot has never asked for, although it was started. A misspelt name shows up
    /// here.
    pub(crate) fn not_asked_for(&self) -> impl Iterator<Item = &str> {
        let were_offered = self.were_offered.load(Ordering::Relaxed);
        let left = self.by_name.iter().filter(move |(_, option)| !option.was_asked.load(Ordering::Relaxed));
        left.filter(move |_| were_offered).map(|(name, _)| name.as_str())
    }
}

/// Sets a mark. A mere look leaves the line of the cache with all threads that play the bot.
fn note(mark: &AtomicBool) {
    if !mark.load(Ordering::Relaxed) {
        mark.store(true, Ordering::Relaxed);
    }
}
