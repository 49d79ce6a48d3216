//! A bot in C or C++, by the header of `wit-bindgen`.

use std::cell::RefCell;

use judge_wit::{Signature, TypeName};
use wit_bindgen_core::Files;
use wit_parser::Resolve;

use super::syntax::{Forms, Place, SCRIPT, Syntax, Writer};
use super::{
    Answer, Begun, FOUND, GameForAuthors, LEGAL, Literals, ONE_OF, Role, Seed, is, is_number, item_of, quoted,
};
use crate::reserved::C;
use crate::words::{commas, filled, snake, upper};

/// The language that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    C,
    Cpp,
}

/// Values in braces, so that both languages take them. Lists and texts are the caller's to free, so there are none.
struct Braces<'a> {
    game: &'a str,
    dialect: Dialect,
    /// The parameters of a function that its program has named, and those whose memory it has kept.
    used: RefCell<Vec<String>>,
    kept: RefCell<Vec<String>>,
}

impl<'a> Braces<'a> {
    fn new(contract: &GameForAuthors<'a>, dialect: Dialect) -> Self {
        Self { game: contract.game, dialect, used: RefCell::default(), kept: RefCell::default() }
    }

    fn is_c(&self) -> bool {
        self.dialect == Dialect::C
    }
}

impl Literals for Braces<'_> {
    fn cast(&self, ty: &str, value: String) -> String {
        // C does so by itself.
        if self.is_c() { value } else { format!("{}({value})", self.ty(&TypeName::Name(ty.to_owned()))) }
    }

    fn list(&self, _: &TypeName, _: &[String]) -> String {
        "{ 0 }".into()
    }

    fn text(&self, _: &str) -> String {
        "{ 0 }".into()
    }

    fn option(&self, _: &TypeName, inner: Option<String>) -> String {
        inner.map_or_else(
            || "{ .is_some = false }".to_owned(),
            |inner| format!("{{ .is_some = true, .val = {inner} }}"),
        )
    }

    fn tuple(&self, items: &[String]) -> String {
        let item = |(place, item): (usize, &String)| format!(".f{place} = {item}");
        format!("{{ {} }}", commas(items.iter().enumerate().map(item)))
    }

    fn record(&self, _: &str, fields: &[(&str, String)]) -> String {
        let field = |(name, value): &(&str, String)| format!(".{} = {value}", escaped(name));
        format!("{{ {} }}", commas(fields.iter().map(field)))
    }

    fn case_of_enum(&self, name: &str, case: &str) -> String {
        format!("EXPORTS_{}_{}_{}", upper(self.game), upper(name), upper(case))
    }

    fn case_of_variant(&self, name: &str, case: &str, inner: Option<String>) -> String {
        let (tag, value) = if name == "result" {
            (format!(".is_err = {}", case == "err"), ".val")
        } else {
            (format!(".tag = {}", self.case_of_enum(name, case)), ".val")
        };
        match inner {
            Some(inner) => format!("{{ {tag}, {value} = {{ .{} = {inner} }} }}", escaped(case)),
            None => format!("{{ {tag} }}"),
        }
    }
}

const FORMS: Forms = Forms {
    name: str::to_owned,
    name_of_helper: str::to_owned,
    constant: "int NAME = VALUE;",
    variable: "int NAME = VALUE;",
    kept: "static int NAME;",
    kept_list: "static TYPE NAME;",
    item: "LIST.ptr[PLACE]",
    length: "(int)LIST.len",
    bit: "SET >> (PLACE) & 1",
    none: "count == 0",
    add: "found = realloc(found, (count + 1) * sizeof *found);\nfound[count++] = (TYPE)ANSWER;",
    note: "/* TEXT */",
    head_of_for: "for (int NAME = FROM; NAME < TO; NAME++) {",
    head_of_helper: "static ANSWERS NAME(PARAMS) {",
    param: "int NAME",
    number: "int",
    truth: "bool",
    ..SCRIPT
};

const FORMS_OF_CPP: Forms = Forms {
    kept_list: "static std::vector<TYPE> NAME;",
    item: "LIST[PLACE]",
    length: "int(LIST.size())",
    none: "found.empty()",
    add: "found.push_back(ANSWER);",
    note: "// TEXT",
    ..FORMS
};

impl Syntax for Braces<'_> {
    fn forms(&self) -> &'static Forms {
        if self.is_c() { &FORMS } else { &FORMS_OF_CPP }
    }

    /// One that is a number or has a name.
    fn ty(&self, of: &TypeName) -> String {
        match of {
            TypeName::Name(name) if is_number(name) => name.replace('u', "uint").replace('s', "int") + "_t",
            TypeName::Name(name) => format!("exports_{}_{}_t", snake(self.game), escaped(name)),
            _ => panic!("no program has lists of this type"),
        }
    }

    fn ty_of_list(&self, of: &TypeName) -> String {
        if self.is_c() { list_of(of) } else { self.ty(of) }
    }

    fn read(&self, place: &Place<'_>) -> String {
        self.used.borrow_mut().push(place.param.to_owned());
        let param = local(place.param);
        match place.field {
            Some(field) if place.is_option => format!("{param}->val.{}", escaped(field)),
            Some(field) => format!("{param}->{}", escaped(field)),
            None => param,
        }
    }

    fn has(&self, param: &str) -> String {
        format!("{}->is_some", local(param))
    }

    fn keep(&self, list: &str, place: &Place<'_>) -> String {
        let from = if place.field.is_some() { self.read(place) } else { format!("*{}", self.read(place)) };
        self.kept.borrow_mut().push(place.param.to_owned());
        let TypeName::List { list: of } = place.ty else { panic!("it is a list") };
        let free = list_of(of).replace("_t", "_free");
        if self.is_c() {
            format!("{free}(&{list});\n{list} = {from}; /* what a call brings is the bot's to free */")
        } else {
            format!("{list} = judge::take({from});")
        }
    }
}

/// The list of numbers of one byte, as `wit-bindgen` calls it.
fn list_of(of: &TypeName) -> String {
    let TypeName::Name(of) = of else { panic!("no program keeps a list of this type") };
    format!("bot_list_{of}_t")
}

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str, dialect: Dialect) -> Result<Begun, String> {
    let game = contract.game;
    let ready =
        ready(contract).map_err(|why| format!("wit-bindgen makes no header of this contract: {why}"))?;
    let header =
        ready.iter().find(|(name, _)| name == "bot.h").map(|(_, bytes)| bytes).ok_or("there is no header")?;
    let header = String::from_utf8_lossy(header);
    let syntax = Braces::new(contract, dialect);
    let program = contract.program();
    let writer = Writer { contract, program: &program, syntax: &syntax, indent: "    " };
    let mut functions = writer.helpers();
    for function in &contract.interface.functions {
        let called = format!(" exports_{}_{}(", snake(game), snake(&function.name));
        let declared = header
            .lines()
            .find(|line| line.contains(&called) && line.ends_with(");"))
            .ok_or_else(|| format!("the header lacks {}", function.name))?;
        let declared = declared.trim_start_matches("extern ").trim_end_matches(';');
        // A definition may call its parameters otherwise, where they would hide what it names.
        let declared = function.params.iter().fold(declared.to_owned(), |declared, param| {
            [",", ")"].iter().fold(declared, |text, end| {
                let old = |before| format!("{before}{}{end}", escaped(&param.name));
                let new = |before| format!("{before}{}{end}", local(&param.name));
                text.replace(&old(' '), &new(' ')).replace(&old('*'), &new('*'))
            })
        });
        let steps = writer.turn(function, 1);
        let [before, after] = unused(contract, function, &declared, &header, &syntax);
        let begins = contract.begins(function, |seed| syntax.start(&seed.written("->", local, escaped)));
        let answer = syntax.answer(contract, function, &declared, name);
        functions += &format!(
            "\n{declared} {{\n{begins}{before}{}{steps}{after}{answer}}}\n",
            syntax.finds(contract, function)
        );
    }
    let head = match dialect {
        Dialect::C => format!(
            "/* A bot for {game}. */\n\n#include \"bot.h\"\n#include \"random.h\"\n\n#include <stdlib.h>\n\n/* One instance plays one game, so this is the game's. */\nstatic random_state state;\n"
        ),
        Dialect::Cpp => format!(
            "// A bot for {game}.\n\n#include \"judge.hpp\"\n\n// One instance plays one game, so this is the game's.\nstatic judge::Random dice;\n"
        ),
    };
    let files =
        ready.into_iter().map(|(name, bytes)| (format!("sdk/c/ready/{game}/{name}"), bytes)).collect();
    Ok(Begun { source: head + &writer.kept() + &functions, files })
}

/// Statements for the parameters that a function does not use, before and after its work: a bot must free what a call
/// brings, and a compiler wants to see that the others are left out on purpose.
fn unused(
    contract: &GameForAuthors<'_>,
    function: &Signature,
    declared: &str,
    header: &str,
    syntax: &Braces<'_>,
) -> [String; 2] {
    let (mut used, mut kept) = (syntax.used.take(), syntax.kept.take());
    if let Role::Answers(Answer::OneOf(param)) = contract.role(function) {
        kept.push(param.to_owned());
    }
    if let Some(Seed::Parameter(param) | Seed::Field(param, _)) = contract.seed(function) {
        used.push(param.to_owned());
    }
    let [mut before, mut after] = [String::new(), String::new()];
    let inside = declared.split_once('(').map_or("", |(_, inside)| inside).trim_end_matches(')');
    for param in &function.params {
        let name = local(&param.name);
        let declared = inside.split(", ").find_map(|one| one.strip_suffix(&format!("*{name}")));
        let free = declared.and_then(|ty| Some(format!("{}_free", ty.trim().strip_suffix("_t")?)));
        match free.filter(|free| header.contains(&format!("void {free}("))) {
            Some(free) if !kept.contains(&param.name) => after += &format!("    {free}({name});\n"),
            None if !used.contains(&param.name) && !kept.contains(&param.name) => {
                before += &format!("    (void){name};\n");
            }
            _ => {}
        }
    }
    [before, after]
}

/// The header, what it declares, and the contract in a file for the linker, all by `wit-bindgen`.
fn ready(contract: &GameForAuthors<'_>) -> Result<Vec<(String, Vec<u8>)>, String> {
    let game = contract.game;
    let mut resolve = Resolve::default();
    let package = resolve.push_str("bot.wit", contract.wit).map_err(|why| why.to_string())?;
    let world =
        resolve.select_world(&[package], Some(&format!("{game}-bot"))).map_err(|why| why.to_string())?;
    let options = wit_bindgen_c::Opts {
        no_sig_flattening: true,
        rename_world: Some("bot".into()),
        rename: vec![
            (format!("judge:arena/{game}@1.0.0"), snake(game)),
            ("judge:arena/host@1.0.0".into(), "host".into()),
        ],
        ..wit_bindgen_c::Opts::default()
    };
    let mut files = Files::default();
    options.build().generate(&mut resolve, world, &mut files).map_err(|why| why.to_string())?;
    Ok(files.iter().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect())
}

impl Braces<'_> {
    fn start(&self, seed: &str) -> String {
        if self.is_c() {
            format!("    state = {seed};\n")
        } else {
            format!("    dice = judge::Random({seed});\n")
        }
    }

    fn below(&self, end: &str) -> String {
        if self.is_c() { format!("random_below(&state, {end})") } else { format!("dice.below({end})") }
    }

    fn think(&self, words: &str) -> String {
        format!("    {}\n", filled(self.forms().note, &[("TEXT", &format!("THINK HERE: {words}"))]))
    }

    /// The variables for the answers that a function's program finds.
    fn finds(&self, contract: &GameForAuthors<'_>, function: &Signature) -> String {
        let Some(answer) = contract.found(function) else { return String::new() };
        let of = self.ty(item_of(answer));
        if self.is_c() {
            format!("    {of} *found = NULL;\n    size_t count = 0;\n")
        } else {
            format!("    std::vector<{of}> found;\n")
        }
    }

    fn answer(
        &self,
        contract: &GameForAuthors<'_>,
        function: &Signature,
        declared: &str,
        name: &str,
    ) -> String {
        let give = if self.is_c() { "bot_string_dup" } else { "judge::give" };
        let has_place = declared.contains(" *ret)");
        let answer = |one: &str| {
            if has_place { format!("    *ret = {one};\n") } else { format!("    return {one};\n") }
        };
        match (contract.found(function), contract.role(function)) {
            (Some(TypeName::List { .. }), _) if self.is_c() => {
                "    ret->ptr = found; /* the caller frees it */\n    ret->len = count;\n".into()
            }
            (Some(TypeName::List { .. }), _) => "    judge::give(ret, found);\n".into(),
            (Some(_), _) if self.is_c() => {
                let one = format!("found[{}]", self.below("count"));
                format!("{}    *ret = {one};\n    free(found);\n", self.think(FOUND))
            }
            (Some(_), _) => self.think(FOUND) + "    *ret = dice.choose(found);\n",
            (_, Role::Name) => format!("    {give}(ret, {});\n", text(name)),
            (_, Role::Hears) => String::new(),
            (_, Role::Answers(Answer::OneOf(param))) => {
                let param = local(param);
                let one = format!("{param}->ptr[{}]", self.below(&format!("{param}->len")));
                self.think(ONE_OF) + &answer(&one)
            }
            (_, Role::Answers(Answer::Any(of, values))) if is(of, "string") => {
                let texts: Vec<String> = values.iter().map(|value| text(value.reader().text())).collect();
                format!(
                    "{}    static const char *const answers[] = {{ {} }};\n    {give}(ret, answers[{}]);\n",
                    self.think(LEGAL),
                    texts.join(", "),
                    self.below(&texts.len().to_string()),
                )
            }
            (_, Role::Answers(Answer::Any(of, values))) => {
                let ty = if has_place {
                    let place = declared.rsplit(['(', ',']).next().unwrap_or(declared);
                    place.trim().trim_end_matches(')').trim_end_matches("ret").trim_end_matches(['*', ' '])
                } else {
                    declared.split(" exports_").next().unwrap_or(declared)
                };
                let items = contract.literals(self, of, &values);
                let one = format!("answers[{}]", self.below(&items.len().to_string()));
                let answers = format!("    static const {ty} answers[] = {{ {} }};\n", items.join(", "));
                self.think(LEGAL) + &answers + &answer(&one)
            }
        }
    }
}

/// A text in C, where two question marks may begin another sign.
pub(super) fn text(text: &str) -> String {
    quoted(text).replace('?', "\\?")
}

/// A parameter in a definition.
fn local(name: &str) -> String {
    C.free_here(escaped(name), &[])
}

/// A name as `wit-bindgen` writes it in C.
fn escaped(name: &str) -> String {
    wit_bindgen_c::to_c_ident(name)
}
