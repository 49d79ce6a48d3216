//! Code that costs much time and little fuel, as text: what to vary in, a module out.

use std::fmt::Write;
use std::sync::Arc;

use judge_wit::{Interface, text};

/// The way by which the hot path enters a place where control flow meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Over the end of a block.
    End,
    Br,
    BrIf,
    BrTable,
    /// Past an `if` without an `else`.
    If,
    /// Over the `else` of an `if`, from its first arm.
    Then,
    /// Over the end of an `if`, from its second arm.
    Else,
    /// Into the head of a loop.
    Loop,
}

pub(crate) const EDGES: [Edge; 8] =
    [Edge::End, Edge::Br, Edge::BrIf, Edge::BrTable, Edge::If, Edge::Then, Edge::Else, Edge::Loop];

/// The types of the locals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Types {
    Ints,
    Floats,
    Mixed,
}

pub(crate) const TYPES: [Types; 3] = [Types::Ints, Types::Floats, Types::Mixed];

/// The order in which the cold edge brings the locals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Each takes the value of that so many places on.
    Rotated(usize),
    Reversed,
    /// Without a rule.
    Shuffled,
}

pub(crate) const ORDERS: [Order; 5] =
    [Order::Rotated(1), Order::Rotated(2), Order::Rotated(17), Order::Reversed, Order::Shuffled];

/// A loop that passes many places where control flow meets. At each a cold edge, which is never
/// taken, brings all locals in another order; so the compiler may move them all on the hot edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    pub locals: usize,
    pub merges: usize,
    pub edge: Edge,
    pub types: Types,
    pub order: Order,
    /// Values that each cold way has at a time besides: they take places in the frame, so that those of the locals at one
    /// merge lie far from those at another. With 512 they are a page apart, and compete for the same lines of the cache.
    pub apart: usize,
}

impl Meeting {
    /// The module: it has a function `run`, which never ends.
    pub(crate) fn text(&self) -> String {
        module(&self.parts())
    }

    /// The same, but `run` returns after one round.
    #[allow(dead_code, reason = "the tests of it use this, and not the benchmark")]
    pub(crate) fn text_of_one_round(&self) -> String {
        module(&self.parts().replace("br $top\n", "(br_if $top (local.get $way))\n"))
    }

    fn parts(&self) -> String {
        let mut text = String::from("(memory 1) (func (export \"run\") (local $cold i32) (local $way i32)\n");
        for index in 0..self.locals {
            let ty = self.ty(index);
            let _ = write!(text, "(local $v{index} {ty})");
        }
        for index in 0..self.locals {
            let _ = write!(
                text,
                "(local.set $v{index} ({}.load offset={} (i32.const 0)))",
                self.ty(index),
                8 * index + 8
            );
        }
        text.push_str(
            "(local.set $cold (i32.load (i32.const 0))) (local.set $way (i32.load offset=4 (i32.const 0)))\n",
        );
        text.push_str("loop $top\n");
        match self.edge {
            Edge::Loop => self.loops(&mut text),
            Edge::If | Edge::Then | Edge::Else => self.ifs(&mut text),
            Edge::End | Edge::Br | Edge::BrIf | Edge::BrTable => self.blocks(&mut text),
        }
        text.push_str("br $top\nend)\n");
        text
    }

    /// One cold edge to the ends of blocks that lie inside one another.
    fn blocks(&self, text: &mut String) {
        for merge in (0..self.merges).rev() {
            let _ = writeln!(text, "block $m{merge}");
        }
        self.cold_edge(text);
        for merge in 0..self.merges {
            let step = match self.edge {
                Edge::Br => format!("br $m{merge}"),
                Edge::BrIf => {
                    format!("(br_if $m{merge} (i32.eqz (local.get $cold))) {} unreachable", self.values())
                }
                Edge::BrTable => format!("(br_table $m{merge} $m{merge} (local.get $way))"),
                _ => String::new(),
            };
            let _ = writeln!(text, "{step} end");
        }
    }

    /// One cold edge to the heads of loops that lie inside one another.
    fn loops(&self, text: &mut String) {
        for merge in (0..self.merges).rev() {
            let _ = writeln!(text, "loop $m{merge}");
        }
        self.cold_edge(text);
        text.push_str("br $top\n");
        for _ in 0..self.merges {
            text.push_str("end ");
        }
    }

    /// An `if` with a cold arm, again and again.
    fn ifs(&self, text: &mut String) {
        for merge in 0..self.merges {
            let moved = self.moved(merge);
            let _ = match self.edge {
                Edge::Then => writeln!(text, "(if (i32.eqz (local.get $cold)) (then) (else {moved}))"),
                Edge::Else => writeln!(text, "(if (local.get $cold) (then {moved}) (else))"),
                _ => writeln!(text, "(if (local.get $cold) (then {moved}))"),
            };
        }
    }

    /// Leaves for each merge with the locals in an order of its own, so that no order suits all. It comes before the hot
    /// path, as an arm of an `if`: the compiler prefers what comes first.
    fn cold_edge(&self, text: &mut String) {
        text.push_str("(if (i32.eqz (local.get $cold)) (then) (else\n");
        for merge in 0..self.merges {
            let _ = writeln!(text, "{} (br_if $m{merge} (local.get $way))", self.moved(merge));
        }
        text.push_str("unreachable))\n");
    }

    /// Brings the locals into the other order.
    fn moved(&self, merge: usize) -> String {
        let mut text = self.values();
        let from = self.from(merge);
        for index in &from {
            let _ = write!(text, "(local.get $v{index})");
        }
        for index in (0..from.len()).rev() {
            let _ = write!(text, "(local.set $v{index})");
        }
        text
    }

    /// The values that keep places apart.
    fn values(&self) -> String {
        if self.apart == 0 {
            return String::new();
        }
        let loads = (0..self.apart).fold(String::new(), |mut text, index| {
            let _ = write!(text, "(i64.load offset={} (local.get $way))", 8 * index);
            text
        });
        format!("(i32.const 0) {loads} {} i64.store ", "i64.add ".repeat(self.apart - 1))
    }

    /// The source of each local's value, by index: a local of the same type.
    fn from(&self, merge: usize) -> Vec<usize> {
        let step = if self.types == Types::Mixed { 4 } else { 1 };
        let mut from: Vec<usize> = (0..self.locals).collect();
        for class in 0..step {
            let mut places: Vec<usize> = (class..self.locals).step_by(step).collect();
            let old = places.clone();
            match self.order {
                Order::Rotated(by) => places.rotate_left(by * (merge + 1) % old.len().max(1)),
                Order::Reversed => places.reverse(),
                Order::Shuffled => shuffle(&mut places, merge),
            }
            old.iter().zip(places).for_each(|(&to, place)| from[to] = place);
        }
        from
    }

    fn ty(&self, index: usize) -> &'static str {
        match self.types {
            Types::Ints => "i64",
            Types::Floats => "f64",
            Types::Mixed => ["i32", "f64", "i64", "f32"][index % 4],
        }
    }
}

fn shuffle(places: &mut [usize], merge: usize) {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15 ^ merge as u64;
    for last in (1..places.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        places.swap(last, usize::try_from(state >> 33).expect("it is small") % (last + 1));
    }
}

/// The interface of a kernel.
pub(crate) fn interface() -> Arc<Interface> {
    let description = text::description("interface kernel { run: func(); }").expect("it is WIT");
    Arc::new(Interface::new(&description).expect("it is an interface"))
}

/// A module of these parts, with its function `run` as the [interface]'s.
pub(crate) fn module(parts: &str) -> String {
    let parts = parts.replace("\"run\"", "\"judge:arena/kernel@1.0.0#run\"");
    format!("(module {parts} (export \"memory\" (memory 0)))")
}

/// Single instructions and calls that may be dear, each by a name; each has a function `run` that never ends.
#[expect(clippy::too_many_lines, reason = "it is a table")]
pub(crate) fn others() -> Vec<(&'static str, String)> {
    let many = |n: usize, part: &str| part.repeat(n);
    // So many of the same in a row that the loop around them does not matter.
    let again = |body: &str| {
        module(&format!("(memory 1 1) (table $t 10 funcref) (elem declare func $f) (elem $e func $f)
        (data $d \"x\") (global $g (mut i64) (i64.const 1)) (global $x (mut f64) (f64.const 0x1p-1060)) (global $r (mut funcref) (ref.null func))
        (type $v (func)) (func $f) (elem (table $t) (i32.const 0) func $f)
        (func (export \"run\") (local $i i32) (local $j i64) (local $x f64) (local.set $x (global.get $x)) (loop $top {} (br $top)))", many(100, body)))
    };
    let loads = module(&format!(
        "(memory 1024) (start $fill) (func $fill (local $p i32)
           (loop $fill
             (i32.store (local.get $p) (i32.and (i32.add (i32.mul (local.get $p) (i32.const 1664525)) (i32.const 1013904192)) (i32.const 0x3ffffc0)))
             (br_if $fill (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 64))) (i32.const 0x4000000)))))
           (func (export \"run\") (local $p i32)
           (loop $top (local.get $p) {} (local.set $p) (br $top)))",
        many(1_000, "i32.load ")
    ));
    // Each reads two bytes of one page and two of the next: two lines, and two entries of the page table.
    let crossing = module(&format!(
        "(memory 1024) (start $fill) (func $fill (local $p i32)
           (loop $fill
             (i32.store offset=4094 (local.get $p) (i32.and (i32.add (i32.mul (local.get $p) (i32.const 1664525)) (i32.const 1013915648)) (i32.const 0x3ffe000)))
             (br_if $fill (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 8192))) (i32.const 0x4000000)))))
           (func (export \"run\") (local $p i32)
           (loop $top (local.get $p) {} (local.set $p) (br $top)))",
        many(1_000, "i32.load offset=4094 ")
    ));
    let results = many(100, "i64 ");
    let returns = module(&format!(
        "(memory 1) (func $values (result {results}) {})
         (func $through (result {results}) (call $values))
         (func $pass (param {results}) (result {results}) (call $through))
         (func (export \"run\") (loop $top (call $through) {} {} (br $top)))",
        many(100, "(i64.load (i32.const 0))"),
        many(10, "call $pass "),
        many(100, "drop "),
    ));
    let block_results = module(&format!(
        "(memory 1) (type $b (func (param {results}) (result {results})))
         (func (export \"run\") (local $cold i32) (local $s i64) (local.set $cold (i32.load (i32.const 0)))
           {} (loop $top (type $b) {} (br $top)) {})",
        many(100, "(i64.load (i32.const 0))"),
        many(
            30,
            &format!(
                "block (type $b) local.get $cold if (type $b) {} {} br 1 else end end ",
                many(100, "drop "),
                many(100, "(i64.load (i32.const 8))")
            )
        ),
        many(100, "drop "),
    ));
    let frame = |locals: usize| {
        module(&format!(
            "(memory 1) (func $f (param $cold i32) (local {})
               (loop $top (if (local.get $cold) (then {} (br $top)))))
             (func (export \"run\") (local $cold i32) (local.set $cold (i32.load (i32.const 0))) (loop $top {} (br $top)))",
            many(locals, "i64 "),
            sets(locals),
            many(50, "(call $f (local.get $cold))")
        ))
    };
    // Frames that hold what others returned, and are left before anything is called.
    let operands = |calls: usize| {
        module(&format!(
            "(memory 1) (func $values (result {results}) {}) (func $g)
             (func $f (param $cold i32)
               (if (local.get $cold) (then (i32.const 0) {} (call $g) {} (i64.store))))
             (func (export \"run\") (local $cold i32) (local.set $cold (i32.load (i32.const 0))) (loop $top {} (br $top)))",
            many(100, "(i64.load (i32.const 0))"),
            many(calls, "call $values "),
            many(100 * calls - 1, "i64.add "),
            many(50, "(call $f (local.get $cold))")
        ))
    };
    // As before, of 220 operands at a time: where the first ten places of a frame are taken all the time, each value gets a
    // place of its own.
    let doubles = many(100, "f64 ");
    let twenty = many(20, "f64 ");
    let scattered = module(&format!(
        "(memory 1) (type $loop (func (param {twenty}) (result {twenty})))
         (func $values (result {doubles}) unreachable) (func $take (param {doubles}) unreachable)
         (func $twenty (param {twenty}) unreachable) (func $g)
         (func $f (param $cold i32)
           (if (local.get $cold) (then {} (loop $again (type $loop) {} (br_if $again (local.get $cold))) (call $twenty))))
         (func (export \"run\") (local $cold i32) (local.set $cold (i32.load (i32.const 0))) (loop $top {} (br $top)))",
        many(20, "(f64.load (i32.const 8))"),
        many(300, "call $values call $values call $g call $take call $take "),
        many(50, "(call $f (local.get $cold))")
    ));
    // A branch with many ways, to places that look random.
    let ways = |blocks: usize, entries: usize| {
        let (mut state, mut targets) = (1u32, String::new());
        for _ in 0..entries {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let _ = write!(targets, "{} ", state as usize / 65_536 % blocks);
        }
        module(&format!(
            "(memory 1) (func (export \"run\") (local $p i32) (local.set $p (i32.const 1)) (loop $top
               (local.set $p (i32.add (i32.mul (local.get $p) (i32.const 1664525)) (i32.const 1013904223)))
               {} (br_table {targets} 0 (i32.rem_u (i32.shr_u (local.get $p) (i32.const 8)) (i32.const {entries}))) {} (br $top)))",
            many(blocks, "block "),
            (0..blocks).fold(String::new(), |mut text, block| {
                let cold = many(10, &format!("(i64.store offset={} (i32.const 0) (i64.const {block}))", 8 * block));
                let _ = write!(text, "end (if (i32.eqz (local.get $p)) (then {cold})) (br {}) ", blocks - block - 1);
                text
            }),
        ))
    };
    // The address of the next function comes out of the table at a place that looks random, and so do its code and its data.
    let calls = |functions: usize, cold: usize| {
        let function = format!(
            "(func (param $p i32) (result i32) (if (i32.eqz (local.get $p)) (then {})) (i32.add (i32.mul (local.get $p) (i32.const 1664525)) (i32.const 1013904223)))",
            many(cold, "(i64.store (local.get $p) (i64.add (i64.load (local.get $p)) (i64.const 7)))")
        );
        let names: Vec<String> = (0..functions).map(|function| function.to_string()).collect();
        module(&format!(
            "(memory 1) (type $t (func (param i32) (result i32))) (table {functions} funcref) (elem (i32.const 0) func {})
             {} (func (export \"run\") (local $p i32) (local.set $p (i32.const 1))
             (loop $top (local.get $p) {} (local.set $p) (br $top)))",
            names.join(" "),
            many(functions, &function),
            many(
                100,
                &format!("(local.tee $p) (i32.rem_u (i32.shr_u (local.get $p) (i32.const 8)) (i32.const {functions})) (call_indirect (type $t)) ")
            )
        ))
    };
    vec![
        ("calls all over 1,000 functions", calls(1_000, 100)),
        ("calls all over 3,000 functions", calls(3_000, 10)),
        ("dependent loads over 64 MiB", loads),
        ("dependent loads across pages", crossing),
        (
            "i64 division",
            again("(local.set $j (i64.div_u (i64.sub (i64.const -1) (local.get $j)) (global.get $g)))"),
        ),
        ("f64.sqrt of a denormal", again("(local.set $x (f64.sqrt (global.get $x)))")),
        ("f64.div of a denormal", again("(local.set $x (f64.div (local.get $x) (f64.const 1.1)))")),
        ("f64.nearest", again("(local.set $x (f64.nearest (local.get $x)))")),
        (
            "i64.trunc_sat_f64_u",
            again("(local.set $x (f64.convert_i64_u (i64.trunc_sat_f64_u (local.get $x))))"),
        ),
        ("ref.func", again("(drop (ref.func $f))")),
        ("ref.func, kept", again("(global.set $r (ref.func $f))")),
        ("table.get", again("(drop (table.get $t (i32.const 0)))")),
        ("table.set", again("(table.set $t (i32.const 1) (ref.null func))")),
        ("table.set of ref.func", again("(table.set $t (i32.const 1) (ref.func $f))")),
        ("table.size", again("(drop (table.size $t))")),
        ("table.grow by nothing", again("(drop (table.grow $t (ref.null func) (i32.const 0)))")),
        ("table.fill of nothing", again("(table.fill $t (i32.const 0) (ref.null func) (i32.const 0))")),
        ("table.copy of nothing", again("(table.copy $t $t (i32.const 0) (i32.const 0) (i32.const 0))")),
        ("table.init of nothing", again("(table.init $t $e (i32.const 0) (i32.const 0) (i32.const 0))")),
        ("table.init of one", again("(table.init $t $e (i32.const 0) (i32.const 0) (i32.const 1))")),
        ("elem.drop", again("(elem.drop $e)")),
        ("data.drop", again("(data.drop $d)")),
        ("memory.size", again("(drop (memory.size))")),
        ("memory.grow by nothing", again("(drop (memory.grow (i32.const 0)))")),
        ("memory.fill of nothing", again("(memory.fill (i32.const 0) (i32.const 0) (i32.const 0))")),
        ("memory.copy of nothing", again("(memory.copy (i32.const 0) (i32.const 0) (i32.const 0))")),
        ("memory.copy of one", again("(memory.copy (i32.const 0) (i32.const 9) (i32.const 1))")),
        ("memory.init of nothing", again("(memory.init $d (i32.const 0) (i32.const 0) (i32.const 0))")),
        ("memory.init of one", again("(memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))")),
        ("call", again("(call $f)")),
        ("call_indirect", again("(call_indirect $t (type $v) (i32.const 0))")),
        ("100 results, passed on", returns),
        ("100 results of blocks", block_results),
        ("a frame of 120 locals", frame(120)),
        ("a frame of 1,900 locals", frame(1_900)),
        ("a frame of 900 operands", operands(9)),
        ("a frame of 60,000 operands", operands(600)),
        ("a frame of 60,000 operands, 220 at a time", scattered),
        ("br_table of 4,000 entries, 200 ways", ways(200, 4_000)),
        ("br_table of 10,000 entries, 1,200 ways", ways(1_200, 10_000)),
        (
            "host's fuel-left",
            module(&format!(
                "(import \"judge:arena/host@1.0.0\" \"fuel-left\" (func $fuel-left (result i64)))
                 (memory 1) (func (export \"run\") (loop $top {} (br $top)))",
                many(100, "(drop (call $fuel-left))")
            )),
        ),
        ("calls between components", CALLS.replace("MANY", &many(100, "(call $take (i32.const 1))"))),
    ]
}

fn sets(locals: usize) -> String {
    (1..=locals).fold(String::new(), |text, i| {
        format!("{text}(local.set {i} (i64.add (local.get {i}) (i64.const {i})))")
    })
}

/// A component inside that is called by the one next to it. It is a program.
const CALLS: &str = r#"(component
  (component $taker
    (core module $m (func (export "take") (param i32)))
    (core instance $i (instantiate $m))
    (func (export "take") (param "number" u32) (canon lift (core func $i "take"))))
  (component $giver
    (import "take" (func $take (param "number" u32)))
    (core func $take (canon lower (func $take)))
    (core module $m (import "" "take" (func $take (param i32)))
      (func (export "run") (result i32) (loop $top MANY (br $top)) unreachable))
    (core instance $i (instantiate $m (with "" (instance (export "take" (func $take))))))
    (func (export "run") (result (result)) (canon lift (core func $i "run"))))
  (instance $taker (instantiate $taker))
  (instance $giver (instantiate $giver (with "take" (func $taker "take"))))
  (export "wasi:cli/run@0.2.0" (instance $giver)))"#;
