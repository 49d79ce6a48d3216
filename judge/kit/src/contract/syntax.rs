//! A [`Program`] in a language: what is the same in all of them. A [`Syntax`] says how one of them writes the rest.

use judge_wit::{Kind, Signature, TypeName};

use super::program::{Expression, Helper, Program, Step, Term};
use super::{GameForAuthors, Literals, item_of};
use crate::words::{camel_of_snake, filled, snake};

/// The place of a value among a call's parameters.
pub(super) struct Place<'a> {
    pub(super) param: &'a str,
    /// A field of the parameter, which is a record.
    pub(super) field: Option<&'a str>,
    /// Whether the parameter may bring nothing.
    pub(super) is_option: bool,
    pub(super) ty: &'a TypeName,
}

impl Place<'_> {
    /// The number's name, where a record is passed as the numbers in it.
    pub(super) fn flat(&self) -> String {
        self.field.map_or_else(|| self.param.to_owned(), |field| format!("{}-{field}", self.param))
    }
}

/// A language's forms of a program's statements, where only words differ: without their indentation, with words in
/// capitals as placeholders.
pub(super) struct Forms {
    /// A variable and a helper, whose names have underscores in a program.
    pub(super) name: fn(&str) -> String,
    pub(super) name_of_helper: fn(&str) -> String,
    /// A variable of the function's, which stays as it is or does not.
    pub(super) constant: &'static str,
    pub(super) variable: &'static str,
    /// Variables that outlive calls: a number, and a list.
    pub(super) kept: &'static str,
    pub(super) kept_list: &'static str,
    /// The number at a place of a list that was kept.
    pub(super) item: &'static str,
    pub(super) length: &'static str,
    /// Whether a set has a bit.
    pub(super) bit: &'static str,
    /// By how many bits a number is shifted, in brackets.
    pub(super) shift: &'static str,
    /// Whether no answer was found.
    pub(super) none: &'static str,
    /// Puts an answer among those that were found.
    pub(super) add: &'static str,
    pub(super) end: &'static str,
    pub(super) note: &'static str,
    pub(super) head_of_if: &'static str,
    pub(super) head_of_for: &'static str,
    pub(super) head_of_helper: &'static str,
    /// A parameter of a helper, and the types of its answers: a number, and yes or no.
    pub(super) param: &'static str,
    pub(super) number: &'static str,
    pub(super) truth: &'static str,
}

/// As JavaScript and its relatives have it.
pub(super) const SCRIPT: Forms = Forms {
    name: camel_of_snake,
    name_of_helper: camel_of_snake,
    constant: "const NAME = VALUE;",
    variable: "let NAME = VALUE;",
    kept: "let NAME = 0;",
    kept_list: "let NAME: TYPE = new TYPE();",
    item: "LIST[PLACE]",
    length: "LIST.length",
    bit: "(SET >> BigInt(PLACE)) & 1n",
    shift: "BY",
    none: "found.length === 0",
    add: "found.push(ANSWER);",
    end: ";",
    note: "// TEXT",
    head_of_if: "if (CONDITION) {",
    head_of_for: "for (let NAME = FROM; NAME < TO; NAME++) {",
    head_of_helper: "function NAME(PARAMS): ANSWERS {",
    param: "NAME: number",
    number: "number",
    truth: "boolean",
};

/// A language's syntax for the rest of a program.
pub(super) trait Syntax: Literals {
    fn forms(&self) -> &'static Forms;
    /// A type of the contract's.
    fn ty(&self, of: &TypeName) -> String;
    /// The type in the declaration of a kept list of these.
    fn ty_of_list(&self, of: &TypeName) -> String {
        self.ty(of)
    }
    /// A number, truth value or set of bits that a call brings.
    fn read(&self, place: &Place<'_>) -> String;
    fn has(&self, param: &str) -> String;
    /// The number at a place of a list that was kept.
    fn item(&self, list: &str, _of: &TypeName, place: &str) -> String {
        filled(self.forms().item, &[("LIST", list), ("PLACE", place)])
    }
    /// An operator with what is around it. It is loose if no other in the expression binds less.
    fn operator(&self, operator: &str, _is_loose: bool) -> String {
        format!(" {operator} ")
    }
    /// Keeps a list that a call brings.
    fn keep(&self, list: &str, place: &Place<'_>) -> String;
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
        self.variables().map(|(name, list)| self.kept_one(name, list) + "\n").collect()
    }

    /// A variable that outlives calls: a number, or a list.
    pub(super) fn kept_one(&self, name: &str, list_of: Option<&TypeName>) -> String {
        let (forms, name) = (self.syntax.forms(), self.name(name));
        match list_of {
            None => filled(forms.kept, &[("NAME", &name)]),
            Some(of) => filled(forms.kept_list, &[("NAME", &name), ("TYPE", &self.syntax.ty_of_list(of))]),
        }
    }

    pub(super) fn name(&self, name: &str) -> String {
        (self.syntax.forms().name)(name)
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
        let forms = self.syntax.forms();
        let helper = |Helper { about, name, params, is_question, steps }: &Helper<'a>| {
            let params: Vec<String> =
                params.iter().map(|param| filled(forms.param, &[("NAME", &self.name(param))])).collect();
            let answers = if *is_question { forms.truth } else { forms.number };
            let (name, params) = ((forms.name_of_helper)(name), params.join(", "));
            let parts = [("NAME", name.as_str()), ("PARAMS", &params), ("ANSWERS", answers)];
            let (note, head) = (filled(forms.note, &[("TEXT", about)]), filled(forms.head_of_helper, &parts));
            format!("\n{note}\n{head}\n{}}}\n", self.steps(None, steps, 1))
        };
        self.program.helpers.iter().map(helper).collect()
    }

    /// The statements of a function of the contract, indented by `depth` levels.
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
        let (syntax, forms) = (self.syntax, self.syntax.forms());
        let value = |value: &Expression<'a>| self.expression(function, value, false);
        let set = |name: &str, to| format!("{} = {}{}", self.name(name), value(to), forms.end);
        let local = |form, name: &str, is| filled(form, &[("NAME", &self.name(name)), ("VALUE", &value(is))]);
        let (text, inside) = match step {
            Step::Note(text) => (filled(forms.note, &[("TEXT", text)]), None),
            Step::Keep(list, of) => match of.only().and_then(|term| self.place(function, term)) {
                Some(place) if matches!(place.ty, TypeName::List { .. }) => {
                    (syntax.keep(&self.name(list), &place), None)
                }
                _ => (set(list, of), None),
            },
            Step::Set(variable, to) => (set(variable, to), None),
            Step::Let(variable, is) => (local(forms.constant, variable, is), None),
            Step::Var(variable, is) => (local(forms.variable, variable, is), None),
            Step::Return(is) => (format!("return {}{}", value(is), forms.end), None),
            Step::Add(answer) => {
                let of = function.and_then(|function| function.result.as_ref());
                let of = item_of(of.expect("a function that adds answers has some"));
                let answer = self.answer(function, syntax, of, answer);
                (filled(forms.add, &[("TYPE", &syntax.ty(of)), ("ANSWER", &answer)]), None)
            }
            Step::If(condition, steps) => {
                (filled(forms.head_of_if, &[("CONDITION", &value(condition))]), Some(steps))
            }
            Step::For(variable, [from, to], steps) => {
                let (name, from) = (self.name(variable), value(from));
                let to = self.expression(function, to, true);
                let parts = [("NAME", name.as_str()), ("FROM", &from), ("TO", &to)];
                (filled(forms.head_of_for, &parts), Some(steps))
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
            text +=
                &if *operator == ">>" { filled(self.syntax.forms().shift, &[("BY", &term)]) } else { term };
        }
        text
    }

    fn term(&self, function: Option<&'a Signature>, term: &Term<'a>, is_inner: bool) -> String {
        let (syntax, forms) = (self.syntax, self.syntax.forms());
        match term {
            Term::Number(number) => (*number).to_owned(),
            Term::Negative(number) => format!("-{number}"),
            Term::Inside(inside) => format!("({})", self.expression(function, inside, false)),
            Term::Has(param) => syntax.has(param),
            Term::None => forms.none.to_owned(),
            Term::Item(list, place) => {
                let (_, of) = self.variables().find(|(name, _)| name == list).expect("a list is kept");
                let place = self.expression(function, place, true);
                syntax.item(&self.name(list), of.expect("it is a list"), &place)
            }
            Term::Call("length", list) => match list[0].only() {
                Some(Term::Name(list)) => filled(forms.length, &[("LIST", &self.name(list))]),
                _ => panic!("a list has a length"),
            },
            Term::Call("bit", of) => {
                let of: Vec<String> = of.iter().map(|of| self.expression(function, of, true)).collect();
                filled(forms.bit, &[("SET", &of[0]), ("PLACE", &of[1])])
            }
            Term::Call(name, of) => {
                let of: Vec<String> =
                    of.iter().map(|one| self.expression(function, one, is_inner || of.len() > 1)).collect();
                format!("{}({})", (forms.name_of_helper)(name), of.join(", "))
            }
            Term::Name(_) | Term::Field(..) => match (self.place(function, term), term) {
                (Some(place), _) => syntax.read(&place),
                (None, Term::Name(name)) => self.name(name),
                _ => panic!("a call brings no such field"),
            },
        }
    }

    /// The place where a call brings the value that a term names; `None` if it names something else.
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

/// The precedence of an operator; a higher one binds more strongly.
fn strength(operator: &str) -> u8 {
    match operator {
        "&&" | "||" => LOGIC,
        "+" | "-" => 3,
        "*" | ">>" | "&" => 4,
        _ => COMPARISON,
    }
}
