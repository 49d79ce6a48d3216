//! Parameters and results of a core module's functions: each parameter as the numbers that it is passed as.

use std::collections::BTreeSet;

use judge_wit::{Case, Core, Interface, Kind, Named, Signature, TypeName};

use super::GameForAuthors;

/// One number that a function takes.
pub(super) struct Taken {
    /// The parameter's name in WIT, with a hyphen and a word more if it is passed as several numbers.
    pub(super) name: String,
    pub(super) kind: Passed,
}

/// The meaning of a number that is passed.
pub(super) enum Passed {
    /// A number, truth value or case of an enum of this type.
    Plain(String),
    /// The address of a list of these. Its length comes next.
    Items(TypeName),
    /// The address of a text's bytes. Their number comes next.
    Text,
    /// A length.
    Length,
    /// The number of a case: of an option, 0 or 1.
    Case,
    /// The payload of a case; cases share it.
    Shared(Core),
    /// The address of the arguments, as they are too many.
    Arguments,
}

/// A function as a core module exports it.
pub(super) struct Exported {
    pub(super) params: Vec<Taken>,
    /// Whether the answer is an address.
    pub(super) is_in_memory: bool,
}

impl GameForAuthors<'_> {
    /// A function as a core module exports it.
    pub(super) fn exported(&self, function: &Signature) -> Result<Exported, String> {
        let interface = Interface::new(self.interface)?;
        let known = interface.function(&function.name).ok_or("the contract lacks its own function")?;
        let is_in_memory = function.result.as_ref().is_some_and(|ty| self.width(ty) > 1);
        let mut params = Vec::new();
        for param in &function.params {
            self.take(&param.name, &param.ty, &mut params);
        }
        if params.len() > known.core_params().len() {
            params = vec![Taken { name: "arguments".into(), kind: Passed::Arguments }];
        }
        let names: BTreeSet<&str> = params.iter().map(|taken| taken.name.as_str()).collect();
        if names.len() < params.len() {
            return Err(format!(
                "two of the numbers by which the parameters of {} are passed have one name; choose another language",
                function.name
            ));
        }
        for (taken, core) in params.iter_mut().zip(known.core_params()) {
            if let Passed::Shared(shared) = &mut taken.kind {
                *shared = *core;
            }
        }
        Ok(Exported { params, is_in_memory })
    }

    /// The types of which values lie in memory: in lists, and as answers. Others are passed as numbers.
    pub(super) fn types_in_memory(&self) -> Vec<&Named> {
        let mut found = BTreeSet::new();
        for function in &self.interface.functions {
            function.params.iter().for_each(|param| self.find_types(&param.ty, false, &mut found));
            function.result.iter().for_each(|ty| self.find_types(ty, true, &mut found));
        }
        self.interface.types.iter().filter(|named| found.contains(named.name.as_str())).collect()
    }

    fn find_types<'a>(&'a self, ty: &'a TypeName, is_in_memory: bool, found: &mut BTreeSet<&'a str>) {
        if let TypeName::Name(name) = ty
            && let Some(named) = self.named(name)
            // The names of an enum's cases help wherever it is passed.
            && (is_in_memory || matches!(named.kind, Kind::Enum(_)))
        {
            found.insert(&named.name);
        }
        let is_in_memory = is_in_memory || matches!(ty, TypeName::List { .. });
        self.parts(ty).into_iter().for_each(|ty| self.find_types(ty, is_in_memory, found));
    }

    /// The types that a type is made of.
    pub(super) fn parts<'a>(&'a self, ty: &'a TypeName) -> Vec<&'a TypeName> {
        match ty {
            TypeName::List { list: inner } | TypeName::Option { option: inner } => vec![inner],
            TypeName::Tuple { tuple } => tuple.iter().collect(),
            TypeName::Result { result } => [&result.ok, &result.err].into_iter().flatten().collect(),
            TypeName::Name(name) => match self.named(name).map(|named| &named.kind) {
                Some(Kind::Record(fields)) => fields.iter().map(|field| &field.ty).collect(),
                Some(Kind::Variant(cases)) => cases.iter().filter_map(|case| case.ty.as_ref()).collect(),
                Some(Kind::Enum(_)) | None => Vec::new(),
            },
        }
    }

    fn take(&self, name: &str, ty: &TypeName, to: &mut Vec<Taken>) {
        let mut add = |name: String, kind: Passed| to.push(Taken { name, kind });
        match ty {
            TypeName::List { list } => {
                add(name.into(), Passed::Items((**list).clone()));
                add(format!("{name}-length"), Passed::Length);
            }
            TypeName::Option { option } => {
                add(format!("has-{name}"), Passed::Case);
                self.take(name, option, to);
            }
            TypeName::Tuple { tuple } => {
                for (place, ty) in tuple.iter().enumerate() {
                    self.take(&format!("{name}-{place}"), ty, to);
                }
            }
            TypeName::Result { result } => {
                let sides = [&result.ok, &result.err].map(Option::as_ref);
                self.take_cases(name, &sides, to);
            }
            TypeName::Name(named) => match self.named(named).map(|named| &named.kind) {
                Some(Kind::Record(fields)) => {
                    for field in fields {
                        self.take(&format!("{name}-{}", field.name), &field.ty, to);
                    }
                }
                Some(Kind::Variant(cases)) => {
                    let cases: Vec<Option<&TypeName>> = cases.iter().map(|case| case.ty.as_ref()).collect();
                    self.take_cases(name, &cases, to);
                }
                None if named == "string" => {
                    add(name.into(), Passed::Text);
                    add(format!("{name}-length"), Passed::Length);
                }
                Some(Kind::Enum(_)) | None => add(name.into(), Passed::Plain(named.clone())),
            },
        }
    }

    /// The number of a case, and as many numbers as the widest case takes.
    fn take_cases(&self, name: &str, cases: &[Option<&TypeName>], to: &mut Vec<Taken>) {
        let widest = cases.iter().flatten().map(|ty| self.width(ty)).max().unwrap_or(0);
        to.push(Taken { name: name.into(), kind: Passed::Case });
        for place in 1..=widest {
            // The core says which of both it is.
            to.push(Taken { name: format!("{name}-{place}"), kind: Passed::Shared(Core::I32) });
        }
    }

    /// The number of core values by which a value is passed.
    fn width(&self, ty: &TypeName) -> usize {
        let mut taken = Vec::new();
        self.take("", ty, &mut taken);
        taken.len()
    }

    /// The number that a value is which is passed as one: the fields that lead to it, and its type.
    pub(super) fn leaf<'a>(&'a self, ty: &'a TypeName) -> (Vec<&'a str>, &'a TypeName) {
        let mut path = Vec::new();
        let mut leaf = ty;
        while let TypeName::Name(name) = leaf
            && let Some(Kind::Record(fields)) = self.named(name).map(|named| &named.kind)
            && let [field] = fields.as_slice()
        {
            path.push(field.name.as_str());
            leaf = &field.ty;
        }
        (path, leaf)
    }

    /// The bytes of a type, if it is made of numbers of one byte only.
    pub(super) fn bytes(&self, ty: &TypeName) -> Option<usize> {
        let TypeName::Name(name) = ty else { return None };
        match self.named(name).map(|named| &named.kind) {
            Some(Kind::Record(fields)) => fields.iter().map(|field| self.bytes(&field.ty)).sum(),
            Some(Kind::Variant(_)) => None,
            Some(Kind::Enum(_)) => Some(1),
            None => (name == "u8").then_some(1),
        }
    }

    /// The bytes of a variant after that of its case, if its cases hold numbers of one byte only.
    pub(super) fn bytes_held(&self, cases: &[Case]) -> Option<usize> {
        let held = cases.iter().map(|case| case.ty.as_ref().map_or(Some(0), |ty| self.bytes(ty)));
        held.collect::<Option<Vec<usize>>>()?.into_iter().max()
    }

    /// Whether a type is a number, or made of records and numbers only.
    pub(super) fn is_plain(&self, ty: &TypeName) -> bool {
        let TypeName::Name(name) = ty else { return false };
        let is_variant = matches!(self.named(name).map(|named| &named.kind), Some(Kind::Variant(_)));
        name != "string" && !is_variant && self.parts(ty).into_iter().all(|ty| self.is_plain(ty))
    }
}
