//! Programs that find a bot's legal answers in the judge's own games: written in `templates/all`, for all languages.
//!
//! A line is a statement, and what stands further to the right belongs to it. `on FUNCTION` is what a function of the
//! contract does, `def NAME(…)` one that the bot has besides. `keep` sets a variable that outlives the call, `let` and `var`
//! one that does not, and `add` puts an answer among those that were found. Numbers are whole. Operators are those of C, and
//! no expression leans on their order where languages differ about it.

use std::collections::VecDeque;

/// Signs of more than one character.
const SIGNS: [&str; 9] = ["&&", "||", "==", "!=", "<=", ">=", ">>", "..", "->"];
/// The operators between terms.
const OPERATORS: [&str; 13] = ["&&", "||", "==", "!=", "<=", ">=", "<", ">", ">>", "&", "+", "-", "*"];

/// The program that finds the answers in a game.
pub(super) struct Program<'a> {
    pub(super) helpers: Vec<Helper<'a>>,
    /// The steps of the contract's functions, by their names.
    pub(super) turns: Vec<(&'a str, Vec<Step<'a>>)>,
}

/// A function that the contract does not know. It takes whole numbers.
pub(super) struct Helper<'a> {
    pub(super) about: &'a str,
    pub(super) name: &'a str,
    pub(super) params: Vec<&'a str>,
    /// Whether it answers yes or no, and not with a number.
    pub(super) is_question: bool,
    pub(super) steps: Vec<Step<'a>>,
}

pub(super) enum Step<'a> {
    Note(&'a str),
    Keep(&'a str, Expression<'a>),
    Let(&'a str, Expression<'a>),
    Var(&'a str, Expression<'a>),
    Set(&'a str, Expression<'a>),
    If(Expression<'a>, Vec<Step<'a>>),
    /// A variable from one number to another, which it does not reach.
    For(&'a str, [Expression<'a>; 2], Vec<Step<'a>>),
    Return(Expression<'a>),
    Add(Term<'a>),
}

/// Terms and the operators between them.
pub(super) struct Expression<'a> {
    pub(super) first: Term<'a>,
    pub(super) rest: Vec<(&'a str, Term<'a>)>,
}

pub(super) enum Term<'a> {
    Number(&'a str),
    Negative(&'a str),
    /// A variable, or a case of an enum.
    Name(&'a str),
    /// A field of a parameter.
    Field(&'a str, &'a str),
    Item(&'a str, Box<Expression<'a>>),
    Inside(Box<Expression<'a>>),
    /// Whether a parameter brings something.
    Has(&'a str),
    /// Whether no answer was found.
    None,
    /// A call of a helper, a type or its case, or one of `length` and `bit`.
    Call(&'a str, Vec<Expression<'a>>),
}

impl<'a> Program<'a> {
    /// Reads what is one of ours.
    pub(super) fn read(text: &'a str) -> Self {
        let mut program = Self { helpers: Vec::new(), turns: Vec::new() };
        let mut lines = Lines(text.lines().filter(|line| !line.is_empty()).collect());
        let mut about = "";
        while let Some(line) = lines.take(0) {
            let mut words = Words::of(line);
            match words.next() {
                "#" => about = &line[2..],
                "on" => program.turns.push((line.split_at(3).1, lines.steps(1))),
                "def" => {
                    let name = words.next();
                    let params = words.list().iter().map(|param| param.first.name()).collect();
                    let is_question = words.has("->");
                    program.helpers.push(Helper { about, name, params, is_question, steps: lines.steps(1) });
                }
                other => panic!("{other} begins no part of a program"),
            }
        }
        program
    }

    /// The steps of a function of the contract, beside those of all bots.
    pub(super) fn turn(&self, function: &str) -> &[Step<'a>] {
        self.turns.iter().find(|(name, _)| *name == function).map_or(&[], |(_, steps)| steps)
    }

    /// The variables that outlive a call, with the function that sets them and what it sets them to.
    pub(super) fn kept(&self) -> impl Iterator<Item = (&'a str, &'a str, &Expression<'a>)> {
        self.turns.iter().flat_map(|(function, steps)| {
            steps.iter().filter_map(|step| match step {
                Step::Keep(name, value) => Some((*function, *name, value)),
                _ => None,
            })
        })
    }
}

impl<'a> Expression<'a> {
    /// The one term that it is, if it is one.
    pub(super) fn only(&self) -> Option<&Term<'a>> {
        self.rest.is_empty().then_some(&self.first)
    }
}

impl<'a> Term<'a> {
    fn name(&self) -> &'a str {
        match self {
            Self::Name(name) => name,
            _ => panic!("a name belongs here"),
        }
    }
}

/// The lines that are still to be read.
struct Lines<'a>(VecDeque<&'a str>);

impl<'a> Lines<'a> {
    /// The next line, if it is so deep in others.
    fn take(&mut self, depth: usize) -> Option<&'a str> {
        let line = self.0.front()?;
        let text = line.trim_start();
        let is_here = line.len() - text.len() == 4 * depth;
        is_here.then(|| self.0.pop_front().map(str::trim_start)).flatten()
    }

    fn steps(&mut self, depth: usize) -> Vec<Step<'a>> {
        let mut steps = Vec::new();
        while let Some(line) = self.take(depth) {
            steps.push(self.step(line, depth));
        }
        steps
    }

    fn step(&mut self, line: &'a str, depth: usize) -> Step<'a> {
        let mut words = Words::of(line);
        let first = words.next();
        let set = |words: &mut Words<'a>| {
            let name = words.next();
            assert!(words.has("="), "{line}: there is no =");
            (name, words.expression())
        };
        match first {
            "#" => Step::Note(&line[2..]),
            "keep" | "let" | "var" => {
                let (name, value) = set(&mut words);
                match first {
                    "keep" => Step::Keep(name, value),
                    "let" => Step::Let(name, value),
                    _ => Step::Var(name, value),
                }
            }
            "if" => Step::If(words.expression(), self.steps(depth + 1)),
            "for" => {
                let name = words.next();
                assert!(words.has("in"), "{line}: there is no in");
                let from = words.expression();
                assert!(words.has(".."), "{line}: there is no ..");
                Step::For(name, [from, words.expression()], self.steps(depth + 1))
            }
            "return" => Step::Return(words.expression()),
            "add" => Step::Add(words.term()),
            name => {
                assert!(words.has("="), "{line}: this is no statement");
                Step::Set(name, words.expression())
            }
        }
    }
}

/// The words and signs of a line that are still to be read.
struct Words<'a>(VecDeque<&'a str>);

impl<'a> Words<'a> {
    fn of(line: &'a str) -> Self {
        let mut words = VecDeque::new();
        let mut rest = line;
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        while !rest.is_empty() {
            let name = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
            let is_sign = |sign: &&&str| rest.starts_with(**sign);
            let sign = || SIGNS.iter().find(is_sign).map_or(1, |sign| sign.len());
            let (word, after) = rest.split_at(if name == 0 { sign() } else { name });
            words.push_back(word);
            rest = after.trim_start();
        }
        Self(words)
    }

    fn next(&mut self) -> &'a str {
        self.0.pop_front().expect("a line of a program is whole")
    }

    /// Whether this comes next; then it has been read.
    fn has(&mut self, word: &str) -> bool {
        let is_next = self.0.front() == Some(&word);
        if is_next {
            self.0.pop_front();
        }
        is_next
    }

    fn expression(&mut self) -> Expression<'a> {
        let first = self.term();
        let mut rest = Vec::new();
        while let Some(sign) = self.0.front().copied().filter(|sign| OPERATORS.contains(sign)) {
            self.0.pop_front();
            rest.push((sign, self.term()));
        }
        Expression { first, rest }
    }

    fn term(&mut self) -> Term<'a> {
        match self.next() {
            "none" => Term::None,
            "has" => Term::Has(self.next()),
            "-" => Term::Negative(self.next()),
            "(" => {
                let inside = self.expression();
                assert!(self.has(")"), "a bracket is open");
                Term::Inside(Box::new(inside))
            }
            number if number.starts_with(|c: char| c.is_ascii_digit()) => Term::Number(number),
            name if self.has(".") => Term::Field(name, self.next()),
            name if self.has("[") => {
                let place = self.expression();
                assert!(self.has("]"), "a bracket is open");
                Term::Item(name, Box::new(place))
            }
            name if self.0.front() == Some(&"(") => Term::Call(name, self.list()),
            name => Term::Name(name),
        }
    }

    /// Reads the expressions in brackets, with commas between.
    fn list(&mut self) -> Vec<Expression<'a>> {
        assert!(self.has("("), "there are no brackets");
        let mut list = vec![self.expression()];
        while self.has(",") {
            list.push(self.expression());
        }
        assert!(self.has(")"), "a bracket is open");
        list
    }
}
