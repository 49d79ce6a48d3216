//! A [`Program`] in a language: what is the same in all of them. A [`Syntax`] says how one of them writes the rest.

use judge_wit::{Kind, Signature, TypeName};

use super::program::{Expression, Helper, Program, Step, Term};
use super::{GameForAuthors, Literals, item_of};
use crate::words::snake;

/// Where a bot finds something of what a call brings.
pub(super) struct Place<'a> {
    pub(super) param: &'a str,
    /// A field of the parameter, which is a record.
    pub(super) field: Option<&'a str>,
    /// Whether the parameter may bring nothing.
    pub(super) is_option: bool,
    pub(super) ty: &'a TypeName,
}

impl Place<'_> {
    /// What the number is called, where a record is passed as the numbers in it.
    pub(super) fn flat(&self) -> String {
        self.field.map_or_else(|| self.param.to_owned(), |field| format!("{}-{field}", self.param))
    }
}

/// How a language writes what a program has: statements without their indentation.
pub(super) trait Syntax: Literals {
    /// A variable, whose name has underscores in a program.
    fn name(&self, name: &str) -> String {
        name.to_owned()
    }
    fn name_of_helper(&self, name: &str) -> String {
        self.name(name)
    }
    /// A number, truth value or set of bits that a call brings.
    fn read(&self, place: &Place<'_>) -> String;
    fn has(&self, param: &str) -> String;
    /// The number at a place of a list that was kept.
    fn item(&self, list: &str, of: &TypeName, place: &str) -> String;
    fn length(&self, list: &str) -> String;
    /// Whether a set has a bit.
    fn bit(&self, set: &str, place: &str) -> String;
    /// Whether no answer was found.
    fn none(&self) -> String;
    /// An operator with what is around it. It is loose if no other in the expression binds less.
    fn operator(&self, operator: &str, _is_loose: bool) -> String {
        format!(" {operator} ")
    }
    /// By how many bits a number is shifted, in brackets.
    fn shift(&self, by: String) -> String {
        by
    }
    fn end(&self) -> &'static str {
        ";"
    }
    fn note(&self, text: &str) -> String {
        format!("// {text}")
    }
    /// A variable of the function's, which stays as it is or does not.
    fn local(&self, name: &str, value: &str, stays: bool) -> String;
    fn head_of_if(&self, condition: &str) -> String {
        format!("if ({condition}) {{")
    }
    fn head_of_for(&self, name: &str, from: &str, to: &str) -> String;
    fn head_of_helper(&self, name: &str, params: &[String], is_question: bool) -> String;
    /// Keeps a list that a call brings.
    fn keep(&self, list: &str, place: &Place<'_>) -> String;
    /// A variable that outlives calls: a number, or a list.
    fn kept(&self, name: &str, list_of: Option<&TypeName>) -> String;
    /// Puts an answer of a type among those that were found.
    fn add(&self, ty: &TypeName, answer: &str) -> String;
}

/// Writes the parts of a program.
pub(super) struct Writer<'a> {
    pub(super) contract: &'a GameForAuthors<'a>,
    pub(super) program: &'a Program<'a>,
    pub(super) syntax: &'a dyn Syntax,
    /// One step to the right.
    pub(super) indent: &'static str,
}

impl<'a> Writer<'a> {
    /// All variables that outlive a call, a line each.
    pub(super) fn kept(&self) -> String {
        self.variables().map(|(name, list)| self.syntax.kept(&self.syntax.name(name), list) + "\n").collect()
    }

    /// The names of the variables that outlive a call, with what is in those that are lists.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&'a str, Option<&'a TypeName>)> {
        self.program.kept().map(|(function, name, value)| {
            let place = value.only().and_then(|term| self.place(self.function(function), term));
            match place.map(|place| place.ty) {
                Some(TypeName::List { list }) => (name, Some(&**list)),
                _ => (name, None),
            }
        })
    }

    /// The functions that the contract does not know.
    pub(super) fn helpers(&self) -> String {
        let helper = |Helper { about, name, params, is_question, steps }: &Helper<'a>| {
            let params: Vec<String> = params.iter().map(|param| self.syntax.name(param)).collect();
            let head = self.syntax.head_of_helper(&self.syntax.name_of_helper(name), &params, *is_question);
            format!("\n{}\n{head}\n{}}}\n", self.syntax.note(about), self.steps(None, steps, 1))
        };
        self.program.helpers.iter().map(helper).collect()
    }

    /// What a function of the contract does, so many steps to the right.
    pub(super) fn turn(&self, function: &'a Signature, depth: usize) -> String {
        self.steps(Some(function), self.program.turn(&function.name), depth)
    }

    fn function(&self, name: &str) -> Option<&'a Signature> {
        self.contract.interface.functions.iter().find(|function| function.name == name)
    }

    fn steps(&self, function: Option<&'a Signature>, steps: &[Step<'a>], depth: usize) -> String {
        steps.iter().map(|step| self.step(function, step, depth)).collect()
    }

    fn step(&self, function: Option<&'a Signature>, step: &Step<'a>, depth: usize) -> String {
        let (syntax, end) = (self.syntax, self.syntax.end());
        let name = |name: &str| syntax.name(name);
        let value = |value: &Expression<'a>| self.expression(function, value, false);
        let (text, inside) = match step {
            Step::Note(text) => (syntax.note(text), None),
            Step::Keep(list, of) => match of.only().and_then(|term| self.place(function, term)) {
                Some(place) if matches!(place.ty, TypeName::List { .. }) => {
                    (syntax.keep(&name(list), &place), None)
                }
                _ => (format!("{} = {}{end}", name(list), value(of)), None),
            },
            Step::Set(variable, to) => (format!("{} = {}{end}", name(variable), value(to)), None),
            Step::Let(variable, is) => (syntax.local(&name(variable), &value(is), true), None),
            Step::Var(variable, is) => (syntax.local(&name(variable), &value(is), false), None),
            Step::Return(is) => (format!("return {}{end}", value(is)), None),
            Step::Add(answer) => {
                let of = function.and_then(|function| function.result.as_ref());
                let of = item_of(of.expect("a function that adds answers has some"));
                (syntax.add(of, &self.answer(function, syntax, of, answer)), None)
            }
            Step::If(condition, steps) => (syntax.head_of_if(&value(condition)), Some(steps)),
            Step::For(variable, [from, to], steps) => {
                let to = self.expression(function, to, true);
                (syntax.head_of_for(&name(variable), &value(from), &to), Some(steps))
            }
        };
        let indent = self.indent.repeat(depth);
        let lines: String = text.lines().map(|line| format!("{indent}{line}\n")).collect();
        match inside {
            Some(steps) => format!("{lines}{}{indent}}}\n", self.steps(function, steps, depth + 1)),
            None => lines,
        }
    }

    fn expression(&self, function: Option<&'a Signature>, of: &Expression<'a>, is_deep: bool) -> String {
        let loosest = of.rest.iter().map(|(operator, _)| strength(operator)).min();
        let is_inner = is_deep || !of.rest.is_empty();
        let mut text = self.term(function, &of.first, is_inner);
        for (operator, term) in &of.rest {
            let is_loose = strength(operator) == LOGIC
                || strength(operator) == COMPARISON
                || (!is_deep && Some(strength(operator)) == loosest);
            text += &self.syntax.operator(operator, is_loose);
            let term = self.term(function, term, is_inner);
            text += &if *operator == ">>" { self.syntax.shift(term) } else { term };
        }
        text
    }

    fn term(&self, function: Option<&'a Signature>, term: &Term<'a>, is_inner: bool) -> String {
        let syntax = self.syntax;
        match term {
            Term::Number(number) => (*number).to_owned(),
            Term::Negative(number) => format!("-{number}"),
            Term::Inside(inside) => format!("({})", self.expression(function, inside, false)),
            Term::Has(param) => syntax.has(param),
            Term::None => syntax.none(),
            Term::Item(list, place) => {
                let (_, of) = self.variables().find(|(name, _)| name == list).expect("a list is kept");
                let place = self.expression(function, place, true);
                syntax.item(&syntax.name(list), of.expect("it is a list"), &place)
            }
            Term::Call("length", list) => match list[0].only() {
                Some(Term::Name(list)) => syntax.length(&syntax.name(list)),
                _ => panic!("a list has a length"),
            },
            Term::Call("bit", of) => {
                let of: Vec<String> = of.iter().map(|of| self.expression(function, of, true)).collect();
                syntax.bit(&of[0], &of[1])
            }
            Term::Call(name, of) => {
                let of: Vec<String> =
                    of.iter().map(|one| self.expression(function, one, is_inner || of.len() > 1)).collect();
                format!("{}({})", syntax.name_of_helper(name), of.join(", "))
            }
            Term::Name(_) | Term::Field(..) => match (self.place(function, term), term) {
                (Some(place), _) => syntax.read(&place),
                (None, Term::Name(name)) => syntax.name(name),
                _ => panic!("a call brings no such field"),
            },
        }
    }

    /// Where a call brings what a term names; nothing if it names something else.
    fn place(&self, function: Option<&'a Signature>, term: &Term<'a>) -> Option<Place<'a>> {
        let (Term::Name(name) | Term::Field(name, _)) = term else { return None };
        let param = function?.params.iter().find(|param| snake(&param.name) == *name)?;
        let (ty, is_option) = match &param.ty {
            TypeName::Option { option } => (&**option, true),
            ty => (ty, false),
        };
        let mut place = Place { param: &param.name, field: None, is_option, ty };
        if let (Term::Field(_, field), TypeName::Name(record)) = (term, ty) {
            let Kind::Record(fields) = &self.contract.named(record)?.kind else { return None };
            let found = fields.iter().find(|found| snake(&found.name) == *field)?;
            place = Place { field: Some(&found.name), ty: &found.ty, ..place };
        }
        Some(place)
    }

    /// An answer of a type.
    fn answer(
        &self,
        function: Option<&'a Signature>,
        style: &dyn Literals,
        ty: &TypeName,
        answer: &Term<'a>,
    ) -> String {
        let TypeName::Name(type_name) = ty else { panic!("an answer is a number, or has a name") };
        let record = |style: &dyn Literals, name: &str, values: &[Expression<'a>]| {
            let Some(Kind::Record(fields)) = self.contract.named(name).map(|named| &named.kind) else {
                panic!("{name} is no record")
            };
            let value = |(field, value): (&'a judge_wit::Field, &Expression<'a>)| {
                let text = match value.only() {
                    Some(Term::Number(number)) => {
                        style.number("u8", number.parse().expect("the number is small"))
                    }
                    Some(term @ (Term::Call(..) | Term::Name(_))) if self.contract.is_named(&field.ty) => {
                        self.answer(function, style, &field.ty, term)
                    }
                    _ => match &field.ty {
                        TypeName::Name(ty) => style.cast(ty, self.expression(function, value, false)),
                        _ => panic!("{} is no number", field.name),
                    },
                };
                (field.name.as_str(), text)
            };
            style.record(name, &fields.iter().zip(values).map(value).collect::<Vec<_>>())
        };
        match (self.contract.named(type_name).map(|named| &named.kind), answer) {
            (Some(Kind::Record(_)), Term::Call(_, values)) => record(style, type_name, values),
            (Some(Kind::Variant(cases)), Term::Call(called, values)) => {
                let case =
                    cases.iter().find(|case| snake(&case.name) == *called).expect("there is such a case");
                let Some(TypeName::Name(of)) = &case.ty else { panic!("{called} holds nothing") };
                let held = record(style.held().unwrap_or(style), of, values);
                style.case_of_variant(type_name, &case.name, Some(held))
            }
            (Some(Kind::Enum(_)), Term::Name(case)) => style.case_of_enum(type_name, &case.replace('_', "-")),
            _ => panic!("an answer is made of values of its type"),
        }
    }
}

const LOGIC: u8 = 1;
const COMPARISON: u8 = 2;

/// How strongly an operator binds.
fn strength(operator: &str) -> u8 {
    match operator {
        "&&" | "||" => LOGIC,
        "+" | "-" => 3,
        "*" | ">>" | "&" => 4,
        _ => COMPARISON,
    }
}
