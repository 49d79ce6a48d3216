//! The games of a folder of results, to choose one: move, jump to a number, search. Keys in, a screen out.

use judge_core::game::GameSummary;
use judge_play::text::{count, cut, sanitize};
use ratatui_core::layout::{Constraint, Layout};
use ratatui_core::style::{Modifier, Style};
use ratatui_core::terminal::Frame;
use ratatui_core::text::Line;
use ratatui_widgets::paragraph::Paragraph;

use crate::viewer::{Beside, Edited, PAGE, PressedKey, Wish, edit, foot, foot_height};

/// The games of a folder of results.
pub struct Chooser {
    title: String,
    games: Vec<GameSummary>,
    /// Those that are shown, by their places in `games`.
    shown: Vec<usize>,
    /// The place of the chosen one among those.
    at: usize,
    /// The text by which those were chosen.
    wanted: String,
    mode: ChooserMode,
    message: String,
}

/// The meaning of keys.
enum ChooserMode {
    /// They move through the list.
    Moving,
    /// They type the number of a game.
    Jumping(String),
    /// They type what is looked for.
    Searching(String),
}

impl Chooser {
    /// All games, the first of them chosen.
    #[must_use]
    pub fn new(title: String, games: Vec<GameSummary>) -> Self {
        let shown = (0..games.len()).collect();
        let (wanted, message) = (String::new(), String::new());
        Self { title, games, shown, at: 0, wanted, mode: ChooserMode::Moving, message }
    }

    /// Tells the person something until the next key.
    pub fn say(&mut self, text: &str) {
        self.message = sanitize(text);
    }

    /// Chooses the game of a number. If it is not among those that are shown, all are.
    pub fn go_to(&mut self, number: usize) {
        let place =
            |chooser: &Self| chooser.shown.iter().position(|&game| chooser.games[game].number == number);
        if place(self).is_none() {
            self.search("");
        }
        match place(self) {
            Some(at) => self.at = at,
            None => self.message = format!("there is no game {number}"),
        }
    }

    /// The number of the next game, or of the one before, that was played; it is chosen then.
    pub fn beside(&mut self, which: Beside) -> Option<usize> {
        let is_played = |at: &usize| self.games[self.shown[*at]].is_played;
        let at = match which {
            Beside::Next => (self.at + 1..self.shown.len()).find(is_played),
            Beside::Previous => (0..self.at).rev().find(is_played),
        }?;
        self.at = at;
        Some(self.games[self.shown[at]].number)
    }

    /// Does what a key asks for.
    pub fn press(&mut self, key: PressedKey) -> Wish {
        if key == PressedKey::Interrupt {
            return Wish::Quit;
        }
        self.message.clear();
        match std::mem::replace(&mut self.mode, ChooserMode::Moving) {
            ChooserMode::Moving => return self.moving(key),
            ChooserMode::Jumping(text) => match edit(key, text) {
                Edited::Text(text) => self.mode = ChooserMode::Jumping(text),
                Edited::Done(text) => match text.parse() {
                    Ok(number) => self.go_to(number),
                    Err(_) => "type the number of a game".clone_into(&mut self.message),
                },
                Edited::Left => {}
            },
            ChooserMode::Searching(text) => match edit(key, text) {
                Edited::Text(text) => {
                    self.search(text.trim());
                    self.mode = ChooserMode::Searching(text);
                }
                Edited::Done(_) => {}
                Edited::Left => self.search(""),
            },
        }
        Wish::Go
    }

    fn moving(&mut self, key: PressedKey) -> Wish {
        let last = self.shown.len().saturating_sub(1);
        match key {
            PressedKey::Down | PressedKey::Right | PressedKey::Char('j' | 'n' | 'N') => {
                self.at = (self.at + 1).min(last);
            }
            PressedKey::Up | PressedKey::Left | PressedKey::Char('k' | 'p' | 'P') => {
                self.at = self.at.saturating_sub(1);
            }
            PressedKey::PageDown => self.at = (self.at + PAGE).min(last),
            PressedKey::PageUp => self.at = self.at.saturating_sub(PAGE),
            PressedKey::Home => self.at = 0,
            PressedKey::End => self.at = last,
            PressedKey::Char('/') => self.mode = ChooserMode::Searching(String::new()),
            PressedKey::Char(digit) if digit.is_ascii_digit() => {
                self.mode = ChooserMode::Jumping(digit.to_string());
            }
            PressedKey::Char('q') | PressedKey::Escape => return Wish::Quit,
            PressedKey::Enter => return self.open(),
            _ => {}
        }
        Wish::Go
    }

    fn open(&mut self) -> Wish {
        match self.shown.get(self.at).map(|&game| &self.games[game]) {
            Some(game) if game.is_played => return Wish::Open(game.number),
            Some(game) => self.message = format!("game {} was not played: {}", game.number, game.outcome),
            None => "there is no such game; Esc shows all".clone_into(&mut self.message),
        }
        Wish::Go
    }

    /// Shows only the games with this text in them, whatever its case.
    fn search(&mut self, wanted: &str) {
        let chosen = self.shown.get(self.at).copied();
        self.wanted = wanted.to_lowercase();
        let has = |game: &GameSummary| {
            let words = format!("{} {} {}", game.seats.join(" "), game.outcome, game.reason);
            words.to_lowercase().contains(&self.wanted)
        };
        self.shown =
            (0..self.games.len()).filter(|&game| self.wanted.is_empty() || has(&self.games[game])).collect();
        self.at = self.shown.iter().position(|game| Some(*game) >= chosen).unwrap_or(0);
    }

    /// Draws the list on a screen of any size.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        // What is wrong with a game may take several rows.
        let below = foot(self.foot(), area.width);
        let [one, feet] = [1, foot_height(below.len(), area)].map(Constraint::Length);
        let parts = [one, one, Constraint::Min(1), feet];
        let [head, columns, list, foot] = Layout::vertical(parts).areas(area);
        let games = count(self.shown.len() as u64, "game");
        let which = if self.wanted.is_empty() { String::new() } else { format!(" with {:?}", self.wanted) };
        let title = format!("{} · {games}{which}", self.title);
        frame.render_widget(Paragraph::new(title).style(Style::new().add_modifier(Modifier::BOLD)), head);
        let seats = self.seats_width(usize::from(list.width));
        let names = row(["game", "seats", "points", "moves", "outcome"], seats);
        frame.render_widget(Paragraph::new(names).style(Style::new().add_modifier(Modifier::DIM)), columns);
        let height = usize::from(list.height);
        let first = self.at.saturating_sub(height / 2).min(self.shown.len().saturating_sub(height));
        let lines: Vec<Line<'_>> =
            (first..self.shown.len()).take(height).map(|at| self.line(at, seats)).collect();
        frame.render_widget(Paragraph::new(lines), list);
        frame.render_widget(Paragraph::new(below), foot);
    }

    /// Columns for who sat where: as many as the longest takes, but half of the screen at most.
    fn seats_width(&self, width: usize) -> usize {
        let longest = self.shown.iter().map(|&game| seats(&self.games[game]).chars().count()).max();
        longest.unwrap_or(0).clamp(5, (width / 2).max(5))
    }

    fn line(&self, at: usize, width: usize) -> Line<'static> {
        let game = &self.games[self.shown[at]];
        let outcome = if game.reason.is_empty() || game.outcome == "decided" {
            game.outcome.clone()
        } else {
            format!("{}: {}", game.outcome, game.reason)
        };
        let (number, seats, turns) =
            (game.number.to_string(), cut(&seats(game), width), game.turns.to_string());
        let row = row([&number, &seats, &game.points, &turns, &outcome], width);
        let style = Style::new();
        Line::styled(row, if at == self.at { style.add_modifier(Modifier::REVERSED) } else { style })
    }

    fn foot(&self) -> String {
        match &self.mode {
            ChooserMode::Jumping(text) => format!("go to game: {}_", sanitize(text)),
            ChooserMode::Searching(text) => {
                format!("search: {}_   Enter keeps, Esc shows all", sanitize(text))
            }
            ChooserMode::Moving if !self.message.is_empty() => self.message.clone(),
            ChooserMode::Moving => "↑↓ choose  Enter show  12 Enter game 12  / search  q quit".to_owned(),
        }
    }
}

/// The players, in the order of their seats.
fn seats(game: &GameSummary) -> String {
    game.seats.join(" – ")
}

fn row([number, seats, points, moves, outcome]: [&str; 5], width: usize) -> String {
    format!(" {number:>6}  {seats:<width$}  {points:<7} {moves:>5}  {outcome}")
}

#[cfg(test)]
mod tests;
