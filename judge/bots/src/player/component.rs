//! The path by components: a component's functions, called with values.
//!
//! The functions of the judge's own games stand here once more, as types of Rust. wasmtime can call a component by values
//! alone (`Val`), but that takes twice as long, counts an answer's length by the room that it takes in the judge, and has
//! other words for what is wrong with it: a bot would be judged by how it is packed. The types are compared with the
//! component's when it starts, and a test compares them with the interface. Those of games that are files are called by
//! [`values`].

mod values;

use std::sync::Arc;

use judge_play::wit::{Interface, Reader, Value};
use judge_play::{GAMES, contract};
use judge_sandbox::{Call, Linked};
use wasmtime::Error;
use wasmtime::component::{ComponentExportIndex, ComponentNamedList, ComponentType, Instance, Lift, Lower};

/// A component in which the functions of an interface were found.
pub(crate) struct Program {
    linked: Linked,
    /// In the interface's order.
    functions: Vec<(Option<Typed>, ComponentExportIndex)>,
    interface: Arc<Interface>,
}

/// The functions of a running component.
pub(crate) struct Bot {
    /// In the interface's order.
    functions: Vec<Function>,
    interface: Arc<Interface>,
}

/// A function of a running component: takes arguments, and appends its answer.
type Function = Box<dyn Fn(Call<'_>, &Value, &mut Value) -> wasmtime::Result<()> + Send + Sync>;

/// Finds a function of certain types in a component that was started just now.
type Typed = fn(&Instance, Call<'_>, &ComponentExportIndex) -> wasmtime::Result<Function>;

impl Program {
    pub(super) fn new(linked: &Linked, interface: &Arc<Interface>) -> wasmtime::Result<Self> {
        let component = linked.component();
        let name = &interface.name;
        let missing = |what: &str| Error::msg(format!("it does not export {what}"));
        let (_, exported) = component.get_export(None, name).ok_or_else(|| missing(name))?;
        let typed = typed(name);
        let functions = interface.functions.iter().map(|function| {
            // Another game may bear the name of one of ours.
            let known = |typed: &&'static [(&str, Typed)]| {
                typed.iter().find(|(known, _)| *known == function.name).map(|(_, typed)| *typed)
            };
            let typed = typed.as_ref().filter(|_| is_own(interface)).and_then(known);
            let found = component.get_export(Some(&exported), &function.name);
            Ok((typed, found.ok_or_else(|| missing(&format!("the function {}", function.name)))?.1))
        });
        let functions = functions.collect::<wasmtime::Result<_>>()?;
        Ok(Self { linked: linked.clone(), functions, interface: interface.clone() })
    }

    pub(super) fn start(&self, store: Call<'_>) -> wasmtime::Result<Bot> {
        let instance = self.linked.instantiate(&mut *store)?;
        let functions = self.functions.iter().zip(&self.interface.functions);
        let functions = functions.map(|((typed, index), function)| match typed {
            Some(typed) => typed(&instance, &mut *store, index),
            None => values::find(&instance, &mut *store, index, function),
        });
        let functions = functions.collect::<wasmtime::Result<_>>()?;
        Ok(Bot { functions, interface: self.interface.clone() })
    }
}

impl Bot {
    pub(super) fn call(
        &self,
        store: Call<'_>,
        function: &str,
        arguments: &Value,
        answer: &mut Value,
    ) -> wasmtime::Result<()> {
        let place = self.interface.place(function).expect("the function belongs to the interface");
        self.functions[place](store, arguments, answer)
    }
}

fn find<P, R>(
    instance: &Instance,
    store: Call<'_>,
    index: &ComponentExportIndex,
) -> wasmtime::Result<Function>
where
    P: Wire + ComponentNamedList + Lower + Send + Sync + 'static,
    R: Wire + ComponentNamedList + Lift + Send + Sync + 'static,
{
    let function = instance.get_typed_func::<P, R>(store, index)?;
    Ok(Box::new(move |store, arguments, answer| {
        let returned = function.call(store, P::read(&mut arguments.reader()))?;
        returned.write(answer);
        Ok(())
    }))
}

/// Whether an interface is that of one of the judge's own games.
fn is_own(interface: &Interface) -> bool {
    GAMES.iter().any(|game| *contract::described(game.name).as_ref() == *interface)
}

/// The functions of an interface, by name.
fn typed(interface: &str) -> Option<&'static [(&'static str, Typed)]> {
    FUNCTIONS.iter().find(|(known, _)| *known == interface).map(|(_, functions)| *functions)
}

/// Makes `FUNCTIONS`: parameters and results of the functions of each interface.
macro_rules! functions {
    ($($interface:literal { $($name:literal $params:ty => $result:ty;)* })*) => {
        const FUNCTIONS: &[(&str, &[(&str, Typed)])] =
            &[$(($interface, &[$(($name, find::<$params, $result>)),*])),*];
    };
}

functions! {
    "judge:arena/battleship@1.0.0" {
        "name" () => (String,);
        "new-game" (battleship::Setup,) => (Vec<battleship::Ship>,);
        "take-turn" (Vec<u8>, Vec<u8>) => (Square,);
    }
    "judge:arena/freedom@1.0.0" {
        "name" () => (String,);
        "new-game" (freedom::Setup,) => ();
        "make-move" (Vec<u8>, Option<Square>) => (Square,);
    }
    "judge:arena/gobblet@1.0.0" {
        "name" () => (String,);
        "new-game" (gobblet::Setup,) => ();
        "play" (Vec<u8>,) => (gobblet::Action,);
    }
    "judge:arena/othello@1.0.0" {
        "name" () => (String,);
        "new-game" (othello::Setup,) => ();
        "choose" (u64, u64, u64) => (Square,);
    }
    "judge:arena/stones@1.0.0" {
        "name" () => (String,);
        "new-game" (stones::Setup,) => ();
        "update" (stones::Message, Vec<i8>) => ();
        "next-move" () => (stones::Step,);
    }
}

/// A type of the contract's, as a type of Rust.
trait Wire: Sized {
    /// Takes it from a value.
    fn read(from: &mut Reader<'_>) -> Self;

    /// Appends it to a value.
    fn write(&self, to: &mut Value);
}

/// Numbers without a sign.
macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Wire for $number {
            fn read(from: &mut Reader<'_>) -> Self {
                from.number().try_into().expect("a number fits its type")
            }

            fn write(&self, to: &mut Value) {
                to.number(*self);
            }
        })*
    };
}

/// Parameters, or the answer.
macro_rules! tuples {
    ($(($($T:ident $value:ident),*))*) => {
        $(impl<$($T: Wire),*> Wire for ($($T,)*) {
            fn read(from: &mut Reader<'_>) -> Self {
                ($($T::read(from),)*)
            }

            fn write(&self, to: &mut Value) {
                let ($($value,)*) = self;
                $($value.write(to);)*
            }
        })*
    };
}

macro_rules! records {
    ($($Record:ident { $($(#[$attribute:meta])* $field:ident: $ty:ty),* $(,)? })*) => {
        $(
            #[derive(Clone, ComponentType, Lift, Lower)]
            #[component(record)]
            pub(super) struct $Record { $($(#[$attribute])* pub(super) $field: $ty),* }

            impl Wire for $Record {
                fn read(from: &mut Reader<'_>) -> Self {
                    Self { $($field: Wire::read(from)),* }
                }

                fn write(&self, to: &mut Value) {
                    $(self.$field.write(to);)*
                }
            }
        )*
    };
}

/// Variants and enums.
macro_rules! variants {
    ($($(#[$attribute:meta])* $kind:ident $Variant:ident { $($Case:ident $name:literal $(($payload:ident: $ty:ty))?),* })*) => {
        $(
            #[derive(Clone, ComponentType, Lift, Lower)]
            $(#[$attribute])*
            #[component($kind)]
            #[repr(u8)]
            pub(super) enum $Variant { $(#[component(name = $name)] $Case $(($ty))?),* }

            impl Wire for $Variant {
                fn read(from: &mut Reader<'_>) -> Self {
                    let case = from.case();
                    let mut at = 0;
                    $(
                        if case == at {
                            return Self::$Case $((<$ty>::read(from)))?;
                        }
                        at += 1;
                    )*
                    panic!("{at} cases, and none is {case}")
                }

                fn write(&self, to: &mut Value) {
                    let mut _at = 0;
                    $(
                        if let Self::$Case $(($payload))? = self {
                            to.case(_at);
                            $($payload.write(to);)?
                        }
                        _at += 1;
                    )*
                }
            }
        )*
    };
}

numbers! { u8 u32 u64 }

tuples! { (A a) (A a, B b) (A a, B b, C c) }

records! { Square { x: u8, y: u8 } }

mod battleship {
    use super::{ComponentType, Lift, Lower, Reader, Value, Wire};

    records! {
        Setup {
            seed: u64,
            seat: u8,
            seats: u8,
            size: u8,
            fleet: Vec<u8>,
            #[component(name = "no-touch")]
            no_touch: bool,
        }
        Ship { x: u8, y: u8, length: u8, orientation: Orientation }
    }
    variants! { #[derive(Copy)] enum Orientation { Across "across", Down "down" } }
}

mod freedom {
    use super::{ComponentType, Lift, Lower, Reader, Value, Wire};

    records! { Setup { seed: u64, seat: u8, seats: u8, size: u8, scoring: Scoring } }
    variants! { #[derive(Copy)] enum Scoring { Multiplicity "multiplicity", Distinct "distinct" } }
}

mod gobblet {
    use super::{ComponentType, Lift, Lower, Reader, Square, Value, Wire};

    records! {
        Setup {
            seed: u64,
            seat: u8,
            seats: u8,
            size: u8,
            #[component(name = "plies-max")]
            plies_max: u32,
        }
        Enter { size: u8, to: Square }
        Move { from: Square, to: Square }
    }
    variants! { variant Action { Enter "enter" (enter: Enter), Move "move" (moved: Move) } }
}

mod othello {
    use super::{ComponentType, Lift, Lower, Reader, Value, Wire};

    records! { Setup { seed: u64, seat: u8, seats: u8, size: u8 } }
}

mod stones {
    use super::{ComponentType, Lift, Lower, Reader, Square, Value, Wire};

    records! {
        Setup {
            seed: u64,
            seat: u8,
            seats: u8,
            columns: u8,
            rows: u8,
            neighbours: u8,
            #[component(name = "no-hit-limit")]
            no_hit_limit: u32,
            #[component(name = "max-turns")]
            max_turns: u32,
        }
        Step { from: Square, to: Square }
        Move { player: u8, step: Step }
        Hit { player: u8, square: Square }
    }
    variants! {
        variant Message {
            GameStart "game-start",
            TurnTo "turn-to" (player: u8),
            Move "move" (moved: Move),
            Hit "hit" (hit: Hit),
            PlayerLost "player-lost" (player: u8),
            PlayerWon "player-won" (player: u8)
        }
    }
}

/// No parameters, or no answer.
impl Wire for () {
    fn read(_: &mut Reader<'_>) -> Self {}

    fn write(&self, _: &mut Value) {}
}

impl Wire for bool {
    fn read(from: &mut Reader<'_>) -> Self {
        from.number() != 0
    }

    fn write(&self, to: &mut Value) {
        to.number(*self);
    }
}

impl Wire for String {
    fn read(from: &mut Reader<'_>) -> Self {
        from.text().to_owned()
    }

    fn write(&self, to: &mut Value) {
        to.text(self);
    }
}

impl<T: Wire> Wire for Option<T> {
    fn read(from: &mut Reader<'_>) -> Self {
        (from.case() != 0).then(|| T::read(from))
    }

    fn write(&self, to: &mut Value) {
        to.case(self.is_some().into());
        if let Some(value) = self {
            value.write(to);
        }
    }
}

impl Wire for Vec<u8> {
    fn read(from: &mut Reader<'_>) -> Self {
        from.bytes().to_vec()
    }

    fn write(&self, to: &mut Value) {
        to.bytes(self);
    }
}

impl Wire for Vec<i8> {
    fn read(from: &mut Reader<'_>) -> Self {
        from.bytes().iter().map(|byte| byte.cast_signed()).collect()
    }

    fn write(&self, to: &mut Value) {
        to.signed_bytes(self);
    }
}

impl Wire for Vec<battleship::Ship> {
    fn read(from: &mut Reader<'_>) -> Self {
        (0..from.list()).map(|_| Wire::read(from)).collect()
    }

    fn write(&self, to: &mut Value) {
        to.list(self.len());
        for ship in self {
            ship.write(to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_are_those_of_the_interfaces() {
        for game in GAMES {
            let interface = contract::described(game.name);
            let names: Vec<&str> =
                interface.functions.iter().map(|function| function.name.as_str()).collect();
            let typed = typed(&interface.name).expect("every game is there");
            assert_eq!(typed.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names, "{}", game.name);
        }
    }
}
