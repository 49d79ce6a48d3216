//! Games in Python and JavaScript: components, whose functions are called with wasmtime's own values.

use std::sync::Arc;

use judge_play::wit::{Function, Interface, Reader, Type, Value, text};
use judge_sandbox::{Call, HOST, Linked};
use wasmtime::Error;
use wasmtime::component::types::{self, ComponentItem};
use wasmtime::component::{ComponentExportIndex, Func, Val};

use crate::functions::file_kind::FileKind;
use crate::functions::interface;

/// A component in which the functions of an interface were found.
pub(super) struct Program {
    linked: Linked,
    /// In the interface's order.
    functions: Vec<ComponentExportIndex>,
    interface: Arc<Interface>,
}

/// The functions of a running component, in the interface's order.
pub(super) struct Running {
    functions: Vec<Func>,
    interface: Arc<Interface>,
}

/// Checks that a component is a game: it imports no function of the judge's that is for bots, and exports those of a game,
/// with the right types.
///
/// # Errors
/// The first that is wrong, in words for its author.
pub(super) fn check(linked: &Linked, kind: &FileKind) -> Result<(), String> {
    let (name, see) = (&kind.interface().name, kind.see());
    let component = linked.component();
    let (engine, ty) = (component.engine(), component.component_type());
    for (from, host) in ty.imports(engine).filter(|(from, _)| from.starts_with(HOST)) {
        let ComponentItem::ComponentInstance(host) = host.ty else { continue };
        let mut names = host.exports(engine).map(|(name, _)| name);
        if let Some(foreign) = names.find(|name| !kind.host_functions().contains(name)) {
            return Err(interface::foreign_to_games(from, foreign));
        }
    }
    let exports: Vec<&str> = ty.exports(engine).map(|(name, _)| name).collect();
    let Some(ComponentItem::ComponentInstance(found)) = ty.get_export(engine, name).map(|found| found.ty)
    else {
        return Err(interface::no_interface(kind, &interface::has(&exports), see));
    };
    kind.functions().zip(&kind.as_data().functions).try_for_each(|(function, signature)| {
        let right = text::signature(signature);
        match found.get_export(engine, &function.name).map(|found| found.ty) {
            Some(ComponentItem::ComponentFunc(found)) if has_type(function, &found) => Ok(()),
            Some(_) => Err(format!("its function {} is not of the type {right}; {see}", function.name)),
            None => Err(format!("its interface {name} lacks the function {right}; {see}")),
        }
    })
}

fn has_type(function: &Function, found: &types::ComponentFunc) -> bool {
    alike(function.params(), found.params(), |(_, ty), (_, found)| is(ty, &found))
        && alike(function.result(), found.results(), |ty, found| is(ty, &found))
}

/// Whether there are as many on both sides, and each is the same as the other.
fn alike<A, B>(
    ours: impl IntoIterator<Item = A>,
    found: impl IntoIterator<Item = B>,
    same: impl Fn(A, B) -> bool,
) -> bool {
    let (mut ours, mut found) = (ours.into_iter(), found.into_iter());
    loop {
        match (ours.next(), found.next()) {
            (Some(ours), Some(found)) => {
                if !same(ours, found) {
                    return false;
                }
            }
            (ours, found) => return ours.is_none() && found.is_none(),
        }
    }
}

/// Whether a component's type is this one.
fn is(ty: &Type, found: &types::Type) -> bool {
    use types::Type as Found;
    let hold = |ty: Option<&Type>, found: Option<Found>| match (ty, found) {
        (Some(ty), Some(found)) => is(ty, &found),
        (ty, found) => ty.is_none() && found.is_none(),
    };
    match (ty, found) {
        (Type::Bool, Found::Bool)
        | (Type::U8, Found::U8)
        | (Type::S8, Found::S8)
        | (Type::U16, Found::U16)
        | (Type::S16, Found::S16)
        | (Type::U32, Found::U32)
        | (Type::S32, Found::S32)
        | (Type::U64, Found::U64)
        | (Type::S64, Found::S64)
        | (Type::String, Found::String) => true,
        (Type::List(ty), Found::List(found)) => is(ty, &found.ty()),
        (Type::Option(ty), Found::Option(found)) => is(ty, &found.ty()),
        (Type::Record(record), Found::Record(found)) => {
            alike(record.fields(), found.fields(), |(name, ty), field| {
                name == field.name && is(ty, &field.ty)
            })
        }
        (Type::Tuple(record), Found::Tuple(found)) => {
            alike(record.fields(), found.types(), |(_, ty), found| is(ty, &found))
        }
        (Type::Enum(names), Found::Enum(found)) => {
            alike(names.iter(), found.names(), |ours, name| ours == name)
        }
        (Type::Variant(variant), Found::Variant(found)) => {
            let ours = (0..variant.len()).map(|place| variant.case(place));
            alike(ours, found.cases(), |(name, ty), case| name == case.name && hold(ty, case.ty))
        }
        (Type::Result(variant), Found::Result(found)) => {
            hold(variant.case(0).1, found.ok()) && hold(variant.case(1).1, found.err())
        }
        _ => false,
    }
}

impl Program {
    /// The functions of a component that was [checked](check).
    pub(super) fn new(linked: &Linked, interface: &Arc<Interface>) -> wasmtime::Result<Self> {
        let component = linked.component();
        let missing = || Error::msg("it is no game");
        let (_, exported) = component.get_export(None, &interface.name).ok_or_else(missing)?;
        let functions = interface
            .functions
            .iter()
            .map(|function| Ok(component.get_export(Some(&exported), &function.name).ok_or_else(missing)?.1));
        let functions = functions.collect::<wasmtime::Result<_>>()?;
        Ok(Self { linked: linked.clone(), functions, interface: interface.clone() })
    }

    pub(super) fn start(&self, store: Call<'_>) -> wasmtime::Result<Running> {
        let instance = self.linked.instantiate(&mut *store)?;
        let find =
            |index| instance.get_func(&mut *store, index).ok_or_else(|| Error::msg("it is no function"));
        let functions = self.functions.iter().map(find).collect::<wasmtime::Result<_>>()?;
        Ok(Running { functions, interface: self.interface.clone() })
    }
}

impl Running {
    /// Calls a function, whose type was checked before the component was compiled, and appends its answer.
    pub(super) fn call(
        &self,
        store: Call<'_>,
        function: &str,
        arguments: &Value,
        answer: &mut Value,
    ) -> wasmtime::Result<()> {
        let place = self.interface.place(function).expect("the function belongs to the interface");
        let (found, function) = (&self.functions[place], &self.interface.functions[place]);
        let mut reader = arguments.reader();
        let params: Vec<Val> = function.params().map(|(_, ty)| to_val(ty, &mut reader)).collect();
        let Some(ty) = function.result() else { return found.call(store, &params, &mut []) };
        let mut results = [Val::Bool(false)];
        found.call(store, &params, &mut results)?;
        from_val(ty, &results[0], answer)
    }
}

fn to_val(ty: &Type, from: &mut Reader<'_>) -> Val {
    macro_rules! number {
        ($Val:ident, $number:expr) => {
            Val::$Val($number.try_into().expect("a number fits its type"))
        };
    }
    match ty {
        Type::Bool => Val::Bool(from.number() != 0),
        Type::U8 => number!(U8, from.number()),
        Type::U16 => number!(U16, from.number()),
        Type::U32 => number!(U32, from.number()),
        Type::U64 => Val::U64(from.number()),
        Type::S8 => number!(S8, from.signed()),
        Type::S16 => number!(S16, from.signed()),
        Type::S32 => number!(S32, from.signed()),
        Type::S64 => Val::S64(from.signed()),
        Type::String => Val::String(from.text().to_owned()),
        Type::List(item) => Val::List(match **item {
            Type::U8 => from.bytes().iter().map(|byte| Val::U8(*byte)).collect(),
            Type::S8 => from.bytes().iter().map(|byte| Val::S8(byte.cast_signed())).collect(),
            _ => (0..from.list()).map(|_| to_val(item, from)).collect(),
        }),
        Type::Option(ty) => Val::Option((from.case() != 0).then(|| Box::new(to_val(ty, from)))),
        Type::Record(record) => {
            Val::Record(record.fields().map(|(name, ty)| (name.to_owned(), to_val(ty, from))).collect())
        }
        Type::Tuple(record) => Val::Tuple(record.fields().map(|(_, ty)| to_val(ty, from)).collect()),
        Type::Enum(cases) => Val::Enum(cases[from.case() as usize].clone()),
        Type::Variant(variant) => {
            let (name, ty) = variant.case(from.case() as usize);
            Val::Variant(name.to_owned(), ty.map(|ty| Box::new(to_val(ty, from))))
        }
        Type::Result(variant) => {
            let case = from.case();
            let held = variant.case(case as usize).1.map(|ty| Box::new(to_val(ty, from)));
            Val::Result(if case == 0 { Ok(held) } else { Err(held) })
        }
    }
}

/// Appends the answer of a component.
///
/// # Errors
/// If it is of another type, which a checked component's answer is not.
fn from_val(ty: &Type, val: &Val, to: &mut Value) -> wasmtime::Result<()> {
    let wrong = || Error::msg("its answer is of another type");
    let held = |ty: Option<&Type>, val: &Option<Box<Val>>, to: &mut Value| match (ty, val) {
        (Some(ty), Some(val)) => from_val(ty, val, to),
        (None, None) => Ok(()),
        _ => Err(wrong()),
    };
    match (ty, val) {
        (Type::Bool, Val::Bool(bool)) => to.number(*bool),
        (Type::U8, Val::U8(number)) => to.number(*number),
        (Type::U16, Val::U16(number)) => to.number(*number),
        (Type::U32, Val::U32(number)) => to.number(*number),
        (Type::U64, Val::U64(number)) => to.number(*number),
        (Type::S8, Val::S8(number)) => to.signed(*number),
        (Type::S16, Val::S16(number)) => to.signed(*number),
        (Type::S32, Val::S32(number)) => to.signed(*number),
        (Type::S64, Val::S64(number)) => to.signed(*number),
        (Type::String, Val::String(text)) => to.text(text),
        (Type::List(item), Val::List(items)) => return from_list(item, items, to),
        (Type::Option(ty), Val::Option(val)) => {
            to.case(val.is_some().into());
            if let Some(val) = val {
                from_val(ty, val, to)?;
            }
        }
        (Type::Record(record), Val::Record(fields)) => {
            for ((_, ty), (_, val)) in record.fields().zip(fields) {
                from_val(ty, val, to)?;
            }
        }
        (Type::Tuple(record), Val::Tuple(fields)) => {
            for ((_, ty), val) in record.fields().zip(fields) {
                from_val(ty, val, to)?;
            }
        }
        (Type::Enum(cases), Val::Enum(name)) => {
            let case = cases.iter().position(|case| case == name).ok_or_else(wrong)?;
            to.case(u32::try_from(case)?);
        }
        (Type::Variant(variant), Val::Variant(name, val)) => {
            let case = variant.place(name).ok_or_else(wrong)?;
            to.case(u32::try_from(case)?);
            held(variant.case(case).1, val, to)?;
        }
        (Type::Result(variant), Val::Result(result)) => {
            let (case, val) = match result {
                Ok(val) => (0, val),
                Err(val) => (1, val),
            };
            to.case(case);
            held(variant.case(case as usize).1, val, to)?;
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

fn from_list(item: &Type, items: &[Val], to: &mut Value) -> wasmtime::Result<()> {
    let wrong = || Error::msg("its answer is of another type");
    match item {
        Type::U8 | Type::S8 => {
            let byte = |val: &Val| match val {
                Val::U8(byte) => Ok(*byte),
                Val::S8(byte) => Ok(byte.cast_unsigned()),
                _ => Err(wrong()),
            };
            to.bytes(&items.iter().map(byte).collect::<wasmtime::Result<Vec<u8>>>()?);
            Ok(())
        }
        _ => {
            to.list(items.len());
            items.iter().try_for_each(|val| from_val(item, val, to))
        }
    }
}
