//! A bot in C or C++, by the header of `wit-bindgen`.

use judge_wit::{Signature, TypeName};
use wit_bindgen_core::Files;
use wit_parser::Resolve;

use super::{Answer, Begun, GameForAuthors, LEGAL, Literals, ONE_OF, Role, is, quoted};
use crate::reserved::C;
use crate::words::{snake, upper};

/// Which of both it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    C,
    Cpp,
}

/// Values in braces, so that both languages take them. Lists and texts are the caller's to free, so there are none.
struct Braces<'a>(&'a str);

impl Literals for Braces<'_> {
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
        let items: Vec<String> =
            items.iter().enumerate().map(|(place, item)| format!(".f{place} = {item}")).collect();
        format!("{{ {} }}", items.join(", "))
    }

    fn record(&self, _: &str, fields: &[(&str, String)]) -> String {
        let fields: Vec<String> =
            fields.iter().map(|(name, value)| format!(".{} = {value}", escaped(name))).collect();
        format!("{{ {} }}", fields.join(", "))
    }

    fn case_of_enum(&self, name: &str, case: &str) -> String {
        format!("EXPORTS_{}_{}_{}", upper(self.0), upper(name), upper(case))
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

pub(super) fn begin(contract: &GameForAuthors<'_>, name: &str, dialect: Dialect) -> Result<Begun, String> {
    let game = contract.game;
    let ready =
        ready(contract).map_err(|why| format!("wit-bindgen makes no header of this contract: {why}"))?;
    let header =
        ready.iter().find(|(name, _)| name == "bot.h").map(|(_, bytes)| bytes).ok_or("there is no header")?;
    let header = String::from_utf8_lossy(header);
    let mut functions = String::new();
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
        functions += &format!("\n{declared} {{\n{}}}\n", body(contract, function, &declared, name, dialect));
    }
    let head = match dialect {
        Dialect::C => format!(
            "/* A bot for {game}. */\n\n#include \"bot.h\"\n#include \"random.h\"\n\n/* One instance plays one game, so this is the game's. */\nstatic random_state state;\n"
        ),
        Dialect::Cpp => format!(
            "// A bot for {game}.\n\n#include \"judge.hpp\"\n\n// One instance plays one game, so this is the game's.\nstatic judge::Random dice;\n"
        ),
    };
    let files =
        ready.into_iter().map(|(name, bytes)| (format!("sdk/c/ready/{game}/{name}"), bytes)).collect();
    Ok(Begun { source: head + &functions, files })
}

/// What `sdk/c/headers` makes for the judge's own games.
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

fn body(
    contract: &GameForAuthors<'_>,
    function: &Signature,
    declared: &str,
    name: &str,
    dialect: Dialect,
) -> String {
    let is_c = dialect == Dialect::C;
    let start = |seed: String| {
        if is_c { format!("    state = {seed};\n") } else { format!("    dice = judge::Random({seed});\n") }
    };
    let give = if is_c { "bot_string_dup" } else { "judge::give" };
    let think = |words: &str| {
        if is_c {
            format!("    /* THINK HERE: {words} */\n")
        } else {
            format!("    // THINK HERE: {words}\n")
        }
    };
    let below =
        |end: &str| if is_c { format!("random_below(&state, {end})") } else { format!("dice.below({end})") };
    let has_place = declared.contains(" *ret)");
    match contract.role(function) {
        Role::Name => format!("    {give}(ret, {});\n", text(name)),
        Role::Begins(Some(seed)) => start(seed.written("->", local, escaped)),
        Role::Begins(None) | Role::Hears => String::new(),
        Role::Answers(Answer::OneOf(param)) => {
            let param = local(param);
            let one = format!("{param}->ptr[{}]", below(&format!("{param}->len")));
            let answer =
                if has_place { format!("    *ret = {one};\n") } else { format!("    return {one};\n") };
            think(ONE_OF) + &answer
        }
        Role::Answers(Answer::Any(of, values)) if is(of, "string") => {
            let texts: Vec<String> = values.iter().map(|value| text(value.reader().text())).collect();
            format!(
                "{}    static const char *const answers[] = {{ {} }};\n    {give}(ret, answers[{}]);\n",
                think(LEGAL),
                texts.join(", "),
                below(&texts.len().to_string()),
            )
        }
        Role::Answers(Answer::Any(of, values)) => {
            let ty = if has_place {
                let place = declared.rsplit(['(', ',']).next().unwrap_or(declared);
                place
                    .trim()
                    .trim_end_matches(')')
                    .trim_end_matches("ret")
                    .trim_end_matches(['*', ' '])
                    .to_owned()
            } else {
                declared.split(" exports_").next().unwrap_or(declared).to_owned()
            };
            let items = contract.literals(&Braces(contract.game), of, &values);
            let one = format!("answers[{}]", below(&items.len().to_string()));
            let answer =
                if has_place { format!("    *ret = {one};\n") } else { format!("    return {one};\n") };
            format!("{}    static const {ty} answers[] = {{ {} }};\n{answer}", think(LEGAL), items.join(", "))
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
