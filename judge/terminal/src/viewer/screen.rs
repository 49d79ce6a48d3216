//! The screen: the board, the list of moves, what is known of a move, and the keys.

use judge_core::game::Turn;
use judge_play::By;
use judge_play::games::Seat;
use judge_play::text::{cut, sanitize, thousands};
use ratatui_core::layout::{Constraint, Layout, Rect};
use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::terminal::Frame;
use ratatui_core::text::{Line, Span, Text};
use ratatui_widgets::block::Block;
use ratatui_widgets::borders::Borders;
use ratatui_widgets::clear::Clear;
use ratatui_widgets::paragraph::{Paragraph, Wrap};

use super::keys::KEYS;
use super::{TypedKeys, Viewer, ViewerMode};
use crate::board::boards;
use crate::commentary;
use crate::ink::{Ink, InkRow};

/// Columns that the list of moves needs, and those that it is worth.
const LIST_WIDTH_MIN: u16 = 20;
const LIST_WIDTH_MAX: u16 = 44;
/// Rows that are kept for what is known of a move.
const DETAIL_HEIGHT: u16 = 8;
/// The style of the foot.
const FOOT: Style = Style::new().fg(Color::Cyan);

impl Viewer {
    /// Draws the game on a screen of any size.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let rows = self.board();
        let height = u16::try_from(rows.len()).unwrap_or(u16::MAX);
        let foot = self.foot(area.width);
        let feet = foot_height(foot.len(), area);
        let room = area.height.saturating_sub(1 + feet);
        // The board comes first; what is left is shared between the list of moves and what is known of one.
        let detail = room
            .saturating_sub(height)
            .clamp(DETAIL_HEIGHT.min(room / 2), (room / 2).max(DETAIL_HEIGHT.min(room)));
        let parts =
            [Constraint::Length(1), Constraint::Min(1), Constraint::Length(detail), Constraint::Length(feet)];
        let [head, middle, detail, below] = Layout::vertical(parts).areas(area);
        frame.render_widget(Paragraph::new(self.head()), head);
        self.draw_middle(frame, middle, &rows);
        self.draw_detail(frame, detail);
        frame.render_widget(Paragraph::new(foot), below);
        if matches!(self.mode, ViewerMode::Helping) {
            help(frame);
        }
    }

    fn head(&self) -> Line<'static> {
        let branch = self.branch();
        let fork = match self.branches.len() {
            1 => String::new(),
            2 => " · fork".to_owned(),
            more => format!(" · fork {}", more - 1),
        };
        let place = format!("{}{fork} · move {} of {}", self.game.title, branch.at, self.moves());
        Line::styled(place, Style::new().add_modifier(Modifier::BOLD))
    }

    /// The score and the boards.
    fn board(&self) -> Vec<InkRow> {
        let branch = self.branch();
        let facts = branch.line.rules.facts();
        let scene = branch.replay.scene(branch.at);
        let mut rows = boards(facts, scene, self.look, |seat| self.game.name(seat));
        if scene.boards.len() <= 1 {
            // The pieces and the score of each seat.
            for (seat, score) in (0..).map(Seat).zip(&scene.scores) {
                let name = (Ink::Seat(seat), self.game.name(seat));
                let mut row = crate::board::seated(facts, seat, self.look.glyphs, name);
                if facts.unit.is_some() {
                    row.push(Ink::Plain, format!(" {}", facts.score(*score)));
                }
                rows.push(row);
            }
        }
        // A fleet against the rules is on no board of the game.
        for fault in self.faults() {
            rows.extend(crate::fleet::illegal(&branch.line.rules, fault));
        }
        rows
    }

    fn draw_middle(&self, frame: &mut Frame<'_>, area: Rect, rows: &[InkRow]) {
        let width =
            u16::try_from(rows.iter().map(InkRow::width).max().unwrap_or_default()).unwrap_or(u16::MAX);
        let list = area.width.saturating_sub(width + 2).min(LIST_WIDTH_MAX);
        let list = if list < LIST_WIDTH_MIN { 0 } else { list };
        let [board, list] = Layout::horizontal([Constraint::Min(1), Constraint::Length(list)]).areas(area);
        let lines: Vec<Line<'_>> = rows.iter().map(line).collect();
        let skipped = skipped(rows, board.height);
        frame.render_widget(Paragraph::new(Text::from(lines)).scroll((skipped, 0)), board);
        if list.width > 0 {
            let inner = apart(frame, list, Borders::LEFT);
            frame.render_widget(Paragraph::new(Text::from(self.list(inner))), inner);
        }
    }

    /// The moves around the one that is shown.
    fn list(&self, area: Rect) -> Vec<Line<'static>> {
        let (branch, height) = (self.branch(), usize::from(area.height));
        let current = branch.at;
        let first = current.saturating_sub(height / 2).min((self.moves() + 1).saturating_sub(height));
        let line = |at: usize| {
            let text = match at.checked_sub(1) {
                None => "   beginning".to_owned(),
                Some(index) => self.move_text(&branch.replay.turns[index]),
            };
            let text = cut(&text, usize::from(area.width).saturating_sub(3));
            let mut style = Style::new();
            if at == current {
                style = style.add_modifier(Modifier::REVERSED);
            } else if at > 0 && self.stands_out(at) {
                style = style.add_modifier(Modifier::BOLD);
            }
            Line::styled(format!(" {text} "), style)
        };
        (first..=self.moves()).take(height).map(line).collect()
    }

    fn move_text(&self, turn: &Turn) -> String {
        let facts = self.branch().line.rules.facts();
        let marks: Vec<String> = turn.marks.iter().map(ToString::to_string).collect();
        let moved = &turn.moved;
        let action = cut(&moved.action, 12);
        let seat = facts.seat(moved.seat);
        format!("{:>3} {action:<7} {seat:<6} {}", moved.turn + 1, marks.join(", "))
    }

    fn draw_detail(&self, frame: &mut Frame<'_>, area: Rect) {
        let inner = apart(frame, area, Borders::TOP);
        let lines: Vec<Line<'_>> = self.detail().iter().map(line).collect();
        frame.render_widget(Paragraph::new(Text::from(lines)).wrap(Wrap { trim: false }), inner);
    }

    /// Details of the move that led to the position shown; at the end, the result of the game.
    fn detail(&self) -> Vec<InkRow> {
        let branch = self.branch();
        let mut rows = Vec::new();
        if branch.at == self.moves() {
            for fault in self.faults() {
                rows.push(InkRow::new().with(Ink::Wrong, format!("{}: {fault}", self.game.name(fault.seat))));
            }
            let unit = branch.line.rules.facts().unit;
            let end = match &branch.replay.verdict {
                Some(verdict) => commentary::end(verdict, |seat| self.game.name(seat), unit),
                None if self.branches.len() > 1 => {
                    "A person is to move. Save the fork with s, and judge play --load continues it."
                        .to_owned()
                }
                None => commentary::NOT_OVER.to_owned(),
            };
            rows.push(InkRow::new().with(Ink::Strong, end));
        }
        match branch.at.checked_sub(1) {
            None => rows.push(InkRow::text("→ shows the first move, ? lists the keys")),
            Some(last) => rows.extend(self.about(&branch.replay.turns[last])),
        }
        rows
    }

    /// Details of a move.
    fn about(&self, turn: &Turn) -> Vec<InkRow> {
        let moved = &turn.moved;
        let limits = self.game.loaded_bots.limits();
        let why = match moved.by {
            By::Opening => ", drawn for the opening",
            By::Forced => ", forced by the rules",
            By::Hand => ", by hand",
            By::Player => "",
        };
        let action = InkRow::new()
            .with(Ink::Faint, format!("move {}: ", moved.turn + 1))
            .with(Ink::Strong, moved.action.clone())
            .with(Ink::Plain, format!(" by {}{why}", self.game.name(moved.seat)));
        let fact = |what: &str, text: String| InkRow::new().with(Ink::Faint, what).with(Ink::Plain, text);
        let mut rows = vec![action];
        if moved.by == By::Player {
            let share = share(moved.usage.fuel, limits.fuel_per_turn);
            let fuel = thousands(moved.usage.fuel);
            rows.push(fact("fuel: ", format!("{fuel}, {share} of the turn's limit")));
        }
        if let Some((function, question)) = &turn.asked {
            let text =
                if question.is_empty() { (*function).to_owned() } else { format!("{function} {question}") };
            rows.push(fact("asked: ", sanitize(&text)));
        }
        rows.extend(moved.log.iter().map(|said| fact("log: ", sanitize(said))));
        rows
    }

    /// The text being typed, the judge's answer, or the keys: on as many rows as the first two take.
    fn foot(&self, width: u16) -> Vec<Line<'static>> {
        let typed = |what: &str, text: &str| format!("{what}{}_", sanitize(text));
        let text = match &self.mode {
            ViewerMode::Typing(TypedKeys::Move, text) => typed("go to move: ", text),
            ViewerMode::Typing(TypedKeys::File, text) => typed("save to file: ", text),
            ViewerMode::Typing(TypedKeys::Action(there), text) => {
                let legal = there.actions.join(" ");
                let prompt = format!("{} plays instead: {}_", self.game.name(there.seat), sanitize(text));
                let room = usize::from(width).saturating_sub(prompt.chars().count() + 14);
                match (self.message.is_empty(), legal.is_empty()) {
                    (false, _) => format!("{prompt}   {}", self.message),
                    (true, true) => prompt,
                    (true, false) => format!("{prompt}   legal: {}", cut(&legal, room)),
                }
            }
            ViewerMode::Moving | ViewerMode::Helping if !self.message.is_empty() => self.message.clone(),
            ViewerMode::Moving | ViewerMode::Helping => {
                let play = if self.is_playing { "pause" } else { "play" };
                let game = if self.is_one_of_many { "  N/P game" } else { "" };
                let keys = format!("←→ step  n/p marks{game}  Space {play}  f fork  s save  ? help  q quit");
                return vec![Line::styled(keys, FOOT)];
            }
        };
        foot(text, width)
    }
}

/// A text at the foot of a screen, on as many rows as it takes.
pub(crate) fn foot(text: String, width: u16) -> Vec<Line<'static>> {
    let rows = InkRow::text(text).wrapped(width.into(), 0);
    rows.iter().map(|row| Line::styled(row.plain(), FOOT)).collect()
}

/// The height of a foot of so many rows: what is long takes from the rest, but not all.
pub(crate) fn foot_height(rows: usize, area: Rect) -> u16 {
    u16::try_from(rows).unwrap_or(u16::MAX).min((area.height / 2).max(1))
}

/// Draws a line at one border of an area, and gives what is left of it.
fn apart(frame: &mut Frame<'_>, area: Rect, border: Borders) -> Rect {
    let block = Block::new().borders(border).border_style(Style::new().add_modifier(Modifier::DIM));
    frame.render_widget(&block, area);
    block.inner(area)
}

/// A part of a limit, in hundredths of a per cent.
fn share(used: u64, limit: u64) -> String {
    let hundredths = u128::from(used) * 10_000 / u128::from(limit.max(1));
    format!("{}.{:02} %", hundredths / 100, hundredths % 100)
}

/// The keys, over the rest.
fn help(frame: &mut Frame<'_>) {
    let area = frame.area();
    let width = 78.min(area.width);
    let row = |(keys, meaning): &(&str, &str)| {
        let mut row = InkRow::new().with(Ink::Strong, format!(" {keys:<11} "));
        let indent = row.width();
        row.push(Ink::Plain, *meaning);
        row.wrapped(width.saturating_sub(2).into(), indent)
    };
    let lines: Vec<Line<'static>> = KEYS.iter().flat_map(row).map(|row| line(&row)).collect();
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(area.height);
    let place = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(Text::from(lines)).block(Block::bordered().title(" Keys ")), place);
}

/// A row as ratatui has it.
fn line(row: &InkRow) -> Line<'static> {
    let span = |span: &crate::ink::Span| Span::styled(span.text.clone(), span.ink.style());
    Line::from(row.0.iter().map(span).collect::<Vec<_>>())
}

/// Rows of a board that is too high which are scrolled off, so that the last change is seen.
fn skipped(rows: &[InkRow], height: u16) -> u16 {
    let total = u16::try_from(rows.len()).unwrap_or(u16::MAX);
    if total <= height {
        return 0;
    }
    let is_changed = |row: &InkRow| {
        row.0.iter().any(|span| matches!(span.ink, Ink::Changed(_)) || span.text.contains(['[', '|']))
    };
    let first = rows.iter().position(is_changed).unwrap_or_default();
    let first = u16::try_from(first).unwrap_or_default();
    first.saturating_sub(height / 2).min(total - height)
}
