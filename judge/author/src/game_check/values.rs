//! Answers that a bot might give, and texts that somebody might type: types in, values out, and the same as JSON.

use judge_play::Seed;
use judge_play::wit::{Type, Value, write_json};

/// Texts that are seldom an action.
pub(super) const ODD_TEXTS: [&str; 10] =
    ["?", "0", "-1", "18446744073709551616", "a1", "é", "{}", "a,a,a,a", "'\"\\", "1;1;1"];

/// Draws numbers: the same ones from the same seed.
pub(super) struct Dice {
    seed: Seed,
    drawn: u64,
}

impl Dice {
    pub(super) fn new(seed: Seed) -> Self {
        Self { seed, drawn: 0 }
    }

    fn number(&mut self) -> u64 {
        self.drawn += 1;
        self.seed.derive(&["drawn", &self.drawn.to_string()]).0
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.number() % end as u64).expect("it is below a length")
    }
}

/// A value of this type as JSON, and as it is. A text may be one of `words`.
pub(super) fn any_value(ty: &Type, words: &[String], dice: &mut Dice) -> (String, Value) {
    let (mut text, mut value) = (String::new(), Value::default());
    any(ty, words, dice, &mut value);
    write_json(ty, &mut value.reader(), &mut text).expect("it is of this type");
    (text, value)
}

fn any(ty: &Type, words: &[String], dice: &mut Dice, to: &mut Value) {
    match ty {
        Type::Bool => to.case(case(2, dice)),
        Type::U8 => to.number(unsigned(u8::MAX.into(), dice)),
        Type::U16 => to.number(unsigned(u16::MAX.into(), dice)),
        Type::U32 => to.number(unsigned(u32::MAX.into(), dice)),
        Type::U64 => to.number(unsigned(u64::MAX, dice)),
        Type::S8 => to.signed(signed(i8::MIN.into(), i8::MAX.into(), dice)),
        Type::S16 => to.signed(signed(i16::MIN.into(), i16::MAX.into(), dice)),
        Type::S32 => to.signed(signed(i32::MIN.into(), i32::MAX.into(), dice)),
        Type::S64 => to.signed(signed(i64::MIN, i64::MAX, dice)),
        Type::String => to.text(match dice.below(4) {
            0 => "",
            1 => ODD_TEXTS[dice.below(ODD_TEXTS.len())],
            _ if words.is_empty() => "?",
            _ => &words[dice.below(words.len())],
        }),
        Type::List(item) => {
            let length = [0, 1, 2, 3, 5, 40][dice.below(6)];
            match **item {
                Type::U8 => to.each_byte((0..length).map(|_| byte(unsigned(u8::MAX.into(), dice)))),
                Type::S8 => to.each_byte((0..length).map(|_| byte(dice.number()))),
                _ => {
                    to.list(length);
                    (0..length).for_each(|_| any(item, words, dice, to));
                }
            }
        }
        Type::Option(inner) => {
            let is_there = case(2, dice);
            to.case(is_there);
            if is_there == 1 {
                any(inner, words, dice, to);
            }
        }
        Type::Record(record) | Type::Tuple(record) => {
            record.fields().for_each(|(_, ty)| any(ty, words, dice, to));
        }
        Type::Enum(cases) => to.case(case(cases.len(), dice)),
        Type::Variant(variant) | Type::Result(variant) => {
            let place = case(variant.cases.len(), dice);
            to.case(place);
            if let (_, Some(inner)) = &variant.cases[place as usize] {
                any(inner, words, dice, to);
            }
        }
    }
}

/// The number of one of so many cases.
fn case(cases: usize, dice: &mut Dice) -> u32 {
    u32::try_from(dice.below(cases)).expect("a type has fewer cases")
}

fn byte(number: u64) -> u8 {
    number.to_le_bytes()[0]
}

fn unsigned(most: u64, dice: &mut Dice) -> u64 {
    match dice.below(8) {
        0 => most,
        1 => dice.number() % most,
        // A small number, as a column, a row or a count on a board.
        _ => dice.number() % 12,
    }
}

fn signed(least: i64, most: i64, dice: &mut Dice) -> i64 {
    let small = i64::try_from(dice.number() % 12).expect("it is small");
    [least, most, -1, -small, small, small, small, small][dice.below(8)]
}
