//! An interface in words for authors whose compiler has no binding generator: the meaning of each number that a core
//! module's function takes or returns, and the layout of what addresses lead to.

use crate::description::{Description, Kind, TypeName};
use crate::types::{Layout, Types, up};

/// An interface that is put in words.
pub struct InWords<'a> {
    description: &'a Description,
    types: Types,
}

/// The parts of a type.
enum Parts<'a> {
    None,
    Text,
    List(&'a TypeName),
    /// Values one after the other, by their names.
    Fields(Vec<(String, &'a TypeName)>),
    Names(&'a [String]),
    /// One of these, by their names.
    Cases(Vec<(&'a str, Option<&'a TypeName>)>),
}

impl<'a> InWords<'a> {
    /// An interface.
    ///
    /// # Panics
    /// If no [`Interface`](crate::Interface) can be made of it.
    #[must_use]
    pub fn new(description: &'a Description) -> Self {
        Self { description, types: Types::of(description).expect("an interface is made of it") }
    }

    fn parts(&self, ty: &'a TypeName) -> Parts<'a> {
        let name = match ty {
            TypeName::Name(name) if name == "string" => return Parts::Text,
            TypeName::Name(name) => name,
            TypeName::List { list } => return Parts::List(list),
            TypeName::Option { option } => return Parts::Cases(vec![("none", None), ("some", Some(option))]),
            TypeName::Tuple { tuple } => {
                return Parts::Fields((0..).map(|place: u32| place.to_string()).zip(tuple).collect());
            }
            TypeName::Result { result } => {
                return Parts::Cases(vec![("ok", result.ok.as_ref()), ("err", result.err.as_ref())]);
            }
        };
        match self.description.types.iter().find(|named| named.name == *name).map(|named| &named.kind) {
            None => Parts::None,
            Some(Kind::Record(fields)) => {
                Parts::Fields(fields.iter().map(|field| (field.name.clone(), &field.ty)).collect())
            }
            Some(Kind::Enum(names)) => Parts::Names(names),
            Some(Kind::Variant(cases)) => {
                Parts::Cases(cases.iter().map(|case| (case.name.as_str(), case.ty.as_ref())).collect())
            }
        }
    }

    /// The meaning of each number that a value of this type is passed as, which is called so.
    #[must_use]
    pub fn numbers(&self, ty: &'a TypeName, called: &str) -> Vec<String> {
        let list = |of: &str| {
            vec![format!("{called}: address of its {of}"), format!("{called}: number of {}", first_word(of))]
        };
        match self.parts(ty) {
            Parts::None => vec![format!("{called}: {ty}")],
            Parts::Text => list("bytes, in UTF-8"),
            Parts::List(of) => list(&format!("elements, each {of}")),
            Parts::Fields(fields) => {
                let fields = fields.iter();
                fields.flat_map(|(name, ty)| self.numbers(ty, &format!("{called}.{name}"))).collect()
            }
            Parts::Names(names) => vec![format!("{called}: {}", numbered(names))],
            Parts::Cases(cases) => self.shared(ty, &cases, called),
        }
    }

    /// The same of a case and what it holds: the cases share their numbers.
    fn shared(&self, ty: &TypeName, cases: &[(&str, Option<&'a TypeName>)], called: &str) -> Vec<String> {
        let mut labels = vec![format!("{called}: {}", numbered(cases.iter().map(|(name, _)| name)))];
        for (name, held) in cases.iter().filter_map(|(name, held)| Some((name, (*held)?))) {
            let of_option = matches!(ty, TypeName::Option { .. });
            let of = if of_option { called.to_owned() } else { format!("{called}.{name}") };
            for (i, mut label) in self.numbers(held, &of).into_iter().enumerate() {
                label += if of_option { ", if there is one" } else { "" };
                match labels.get_mut(i + 1) {
                    Some(shared) => shared.extend([", or ", &label]),
                    None => labels.push(label),
                }
            }
        }
        labels
    }

    /// The layouts of all that lies in memory, each type once: answers of more numbers than one, and what lists hold.
    #[must_use]
    pub fn layouts(&self) -> String {
        let mut layouts = Vec::new();
        for function in &self.description.functions {
            if let Some(result) = &function.result {
                self.add(result, &mut layouts);
            }
            for param in &function.params {
                self.add_lists(&param.ty, &mut layouts);
            }
        }
        if layouts.is_empty() {
            return String::new();
        }
        format!("\nWhat addresses lead to:\n\n{}", layouts.join("\n"))
    }

    /// Adds what the lists hold in a type that is passed as numbers.
    fn add_lists(&self, ty: &'a TypeName, layouts: &mut Vec<String>) {
        match self.parts(ty) {
            Parts::List(of) => self.add(of, layouts),
            parts => held(&parts).for_each(|ty| self.add_lists(ty, layouts)),
        }
    }

    /// Adds the layout of a type, and of all types in it.
    fn add(&self, ty: &'a TypeName, layouts: &mut Vec<String>) {
        let parts = self.parts(ty);
        if matches!(parts, Parts::None) {
            return;
        }
        let Layout { size, align } = self.layout(ty);
        let room =
            if size == 1 { "1 byte".into() } else { format!("{size} bytes, at a multiple of {align}") };
        let layout = format!("{ty}: {room}\n{}", self.body(&parts));
        if !layouts.contains(&layout) {
            layouts.push(layout);
            held(&parts).for_each(|ty| self.add(ty, layouts));
        }
    }

    fn body(&self, parts: &Parts<'_>) -> String {
        let list = |of: &str| {
            format!("  at 0  i32, address of its {of}\n  at 4  i32, number of {}\n", first_word(of))
        };
        match parts {
            Parts::None => String::new(),
            Parts::Text => list("bytes, in UTF-8"),
            Parts::List(of) => list(&format!("elements, each {of}")),
            Parts::Names(names) => format!("  {}\n", numbered(*names)),
            Parts::Fields(fields) => {
                let mut end = 0;
                let line = |(name, ty): &(String, &TypeName)| {
                    let (Layout { size, align }, spelled) = (self.layout(ty), ty.to_string());
                    let at = up(end, align);
                    end = at + size;
                    // A field is often called as its type, and one of a tuple by its place.
                    let is_told = *name == spelled || name.starts_with(|c: char| c.is_ascii_digit());
                    let name = if is_told { String::new() } else { format!("{name}: ") };
                    format!("  at {at}  {name}{spelled}\n")
                };
                fields.iter().map(line).collect()
            }
            Parts::Cases(cases) => {
                let held = cases.iter().filter_map(|(_, ty)| *ty);
                let at = held.clone().map(|ty| self.layout(ty).align).max().unwrap_or(1);
                let held = held.map(|ty| format!("  at {at}  {ty}, if it is that\n"));
                let case = format!("  at 0  u8: {}\n", numbered(cases.iter().map(|(name, _)| name)));
                std::iter::once(case).chain(held).collect()
            }
        }
    }

    fn layout(&self, ty: &TypeName) -> Layout {
        self.types.named(ty).expect("the interface is made of it").layout()
    }
}

/// The types that a type is made of.
fn held<'a, 'b>(parts: &'b Parts<'a>) -> impl Iterator<Item = &'a TypeName> + use<'a, 'b> {
    let (fields, cases, list) = match parts {
        Parts::Fields(fields) => (fields.as_slice(), [].as_slice(), None),
        Parts::Cases(cases) => ([].as_slice(), cases.as_slice(), None),
        Parts::List(of) => ([].as_slice(), [].as_slice(), Some(*of)),
        _ => ([].as_slice(), [].as_slice(), None),
    };
    list.into_iter().chain(fields.iter().map(|(_, ty)| *ty)).chain(cases.iter().filter_map(|(_, ty)| *ty))
}

/// Names with their numbers: `0 across, 1 down`.
fn numbered<'a>(names: impl IntoIterator<Item = &'a (impl std::fmt::Display + ?Sized + 'a)>) -> String {
    let names = names.into_iter().enumerate();
    names.map(|(i, name)| format!("{i} {name}")).collect::<Vec<_>>().join(", ")
}

fn first_word(text: &str) -> &str {
    text.split(',').next().unwrap_or(text)
}
