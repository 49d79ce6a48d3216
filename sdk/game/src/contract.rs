//! A contract as text into the same as data: the part of WIT that contracts use.
//!
//! The judge reads the text with the component model's own parser, and says what is wrong with it. This one only has to
//! understand what that one accepts, and is small enough for every game to carry.

use std::collections::BTreeMap;

use judge_wit::{Case, Description, Field, Kind, Named, Outcomes, Signature, TypeName};

/// The interface that a text in WIT has, as data.
///
/// # Errors
/// The first thing that no contract may have.
pub fn description(wit: &str) -> Result<Description, String> {
    let mut words = Words::new(wit);
    while words.next()? != "interface" {}
    let name = words.name()?;
    words.must("{")?;
    let mut found =
        Description { interface: format!("judge:arena/{name}@1.0.0"), types: vec![], functions: vec![] };
    let mut aliases = BTreeMap::new();
    loop {
        let word = words.next()?;
        match word {
            "}" => return Ok(found),
            "record" | "enum" | "variant" => {
                let name = words.name()?;
                words.must("{")?;
                let kind = words.items(word, &aliases)?;
                found.types.push(Named { name, kind });
            }
            "type" => {
                let name = words.name()?;
                words.must("=")?;
                let ty = words.ty(&aliases)?;
                words.must(";")?;
                aliases.insert(name, ty);
            }
            name => {
                let function = words.function(name.trim_start_matches('%').to_owned(), &aliases)?;
                found.functions.push(function);
            }
        }
    }
}

/// The part of a text in WIT that is its interface, with the comments before it.
pub(crate) fn interface_of(wit: &str) -> &str {
    let mut words = Words::new(wit);
    let mut before = 0;
    loop {
        match words.next() {
            Ok("interface") => break,
            Ok(_) => before = words.at,
            Err(_) => return wit,
        }
    }
    let mut depth = 0;
    loop {
        depth += match words.next() {
            Ok("{") => 1,
            Ok("}") if depth == 1 => return wit[before..words.at].trim(),
            Ok("}") => -1,
            Ok(_) => 0,
            Err(_) => return wit,
        };
    }
}

type Aliases = BTreeMap<String, TypeName>;

/// The words and signs of a text.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Takes the next word or sign, past comments.
    fn next(&mut self) -> Result<&'a str, String> {
        loop {
            let rest = self.text[self.at..].trim_start();
            self.at = self.text.len() - rest.len();
            let comment = if rest.starts_with("//") {
                Some(rest.find('\n').unwrap_or(rest.len()))
            } else {
                rest.starts_with("/*").then(|| rest.find("*/").map_or(rest.len(), |end| end + 2))
            };
            match comment {
                Some(length) => self.at += length,
                None => break,
            }
        }
        let rest = &self.text[self.at..];
        let word =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '%')).unwrap_or(rest.len());
        let length = match rest.chars().next() {
            None => return Err("the contract ends too early".into()),
            _ if rest.starts_with("->") => 2,
            _ if word > 0 => word,
            Some(sign) => sign.len_utf8(),
        };
        self.at += length;
        Ok(&rest[..length])
    }

    fn name(&mut self) -> Result<String, String> {
        let word = self.next()?.trim_start_matches('%');
        let is_name =
            word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') && !word.is_empty();
        if is_name {
            Ok(word.to_owned())
        } else {
            Err(format!("there should be a name in place of {word:?}"))
        }
    }

    fn must(&mut self, sign: &str) -> Result<(), String> {
        let word = self.next()?;
        if word == sign { Ok(()) } else { Err(format!("there should be {sign:?} in place of {word:?}")) }
    }

    /// Takes a sign, if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        let before = self.at;
        let is_next = self.next() == Ok(sign);
        if !is_next {
            self.at = before;
        }
        is_next
    }

    /// What is between braces, of which the first was taken.
    fn items(&mut self, kind: &str, aliases: &Aliases) -> Result<Kind, String> {
        let (mut fields, mut names, mut cases) = (vec![], vec![], vec![]);
        while !self.take("}") {
            let name = self.name()?;
            match kind {
                "record" => {
                    self.must(":")?;
                    fields.push(Field { name, ty: self.ty(aliases)? });
                }
                "enum" => names.push(name),
                _ => {
                    let ty = if self.take("(") { Some(self.last_ty(aliases, ")")?) } else { None };
                    cases.push(Case { name, ty });
                }
            }
            if !self.take(",") {
                self.must("}")?;
                break;
            }
        }
        Ok(match kind {
            "record" => Kind::Record(fields),
            "enum" => Kind::Enum(names),
            _ => Kind::Variant(cases),
        })
    }

    fn function(&mut self, name: String, aliases: &Aliases) -> Result<Signature, String> {
        for word in [":", "func", "("] {
            self.must(word).map_err(|wrong| format!("{name}: {wrong}"))?;
        }
        let mut params = vec![];
        while !self.take(")") {
            let name = self.name()?;
            self.must(":")?;
            params.push(Field { name, ty: self.ty(aliases)? });
            if !self.take(",") {
                self.must(")")?;
                break;
            }
        }
        let result = if self.take("->") { Some(self.ty(aliases)?) } else { None };
        self.must(";")?;
        Ok(Signature { name, params, result })
    }

    /// A type, and the sign after it.
    fn last_ty(&mut self, aliases: &Aliases, sign: &str) -> Result<TypeName, String> {
        let ty = self.ty(aliases)?;
        self.must(sign)?;
        Ok(ty)
    }

    fn ty(&mut self, aliases: &Aliases) -> Result<TypeName, String> {
        let name = self.name()?;
        let is_made_of = self.take("<");
        Ok(match name.as_str() {
            "list" => TypeName::List { list: Box::new(self.last_ty(aliases, ">")?) },
            "option" => TypeName::Option { option: Box::new(self.last_ty(aliases, ">")?) },
            "tuple" => {
                let mut tuple = vec![self.ty(aliases)?];
                while self.take(",") {
                    tuple.push(self.ty(aliases)?);
                }
                self.must(">")?;
                TypeName::Tuple { tuple }
            }
            "result" => {
                let (mut ok, mut err) = (None, None);
                if is_made_of {
                    ok = if self.take("_") { None } else { Some(self.ty(aliases)?) };
                    err = if self.take(",") { Some(self.ty(aliases)?) } else { None };
                    self.must(">")?;
                }
                TypeName::Result { result: Box::new(Outcomes { ok, err }) }
            }
            _ => aliases.get(&name).cloned().unwrap_or(TypeName::Name(name)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our five contracts, whose descriptions are made by the component model's own parser.
    #[test]
    fn contracts_are_understood_as_others_understand_them() {
        for game in ["battleship", "freedom", "gobblet", "othello", "stones"] {
            let wit = judge_play::contract::wit(game);
            let theirs = Description::parse(judge_play::contract::json(game)).expect("it is ours");
            // The host's interface comes first.
            let own = &wit[wit.find(&format!("interface {game} ")).expect("it is there")..];
            assert_eq!(description(own), Ok(theirs), "{game}");
        }
    }

    #[test]
    fn all_types_are_read() {
        let wit = "interface x { type xs = list<u8>; f: func(%a: xs, b: tuple<u8, option<string>>) -> result<_, string>; /* - */ g: func(); }";
        let read = description(wit).expect("it is WIT");
        assert_eq!(read.functions.len(), 2);
        assert_eq!(
            read.functions[0].params[0].ty,
            TypeName::List { list: Box::new(TypeName::Name("u8".into())) }
        );
        assert!(judge_wit::Interface::new(&read).is_ok());
        assert!(description("interface x { resource r; }").is_err_and(|wrong| wrong.contains("resource")));
        assert!(description("interface x {").is_err_and(|wrong| wrong == "the contract ends too early"));
    }

    #[test]
    fn the_interface_stands_alone() {
        let wit = "package a:b;\n\n/// Doc.\ninterface x {\n  record r { a: u8 }\n}\n\n/// World.\nworld w { export x; }\n";
        assert_eq!(interface_of(wit), "/// Doc.\ninterface x {\n  record r { a: u8 }\n}");
    }
}
