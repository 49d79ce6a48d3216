//! Answers that a bot might give, and texts that somebody might type: types in, WAVE out.

use judge_play::Seed;
use judge_play::wit::{Type, Value, from_wave, to_wave};

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

/// A value of this type as WAVE, and as it is; nothing for the few types that cannot be written so. A text may be one of
/// `words`.
pub(super) fn any_value(ty: &Type, words: &[String], dice: &mut Dice) -> Option<(String, Value)> {
    let (mut text, mut value) = (String::new(), Value::default());
    write(ty, words, dice, &mut text);
    from_wave(ty, &text, &mut value).ok()?;
    Some((text, value))
}

fn write(ty: &Type, words: &[String], dice: &mut Dice, to: &mut String) {
    match ty {
        Type::Bool => to.push_str(if dice.below(2) == 0 { "false" } else { "true" }),
        Type::U8 => unsigned(u8::MAX.into(), dice, to),
        Type::U16 => unsigned(u16::MAX.into(), dice, to),
        Type::U32 => unsigned(u32::MAX.into(), dice, to),
        Type::U64 => unsigned(u64::MAX, dice, to),
        Type::S8 => signed(i8::MIN.into(), i8::MAX.into(), dice, to),
        Type::S16 => signed(i16::MIN.into(), i16::MAX.into(), dice, to),
        Type::S32 => signed(i32::MIN.into(), i32::MAX.into(), dice, to),
        Type::S64 => signed(i64::MIN, i64::MAX, dice, to),
        Type::String => string(words, dice, to),
        Type::List(item) => {
            let length = [0, 1, 2, 3, 5, 40][dice.below(6)];
            group(['[', ']'], (0..length).map(|_| (None, &**item)), words, dice, to);
        }
        Type::Option(inner) => case(["none", "some"][dice.below(2)], Some(inner), words, dice, to),
        Type::Record(record) => {
            let fields = record.fields().map(|(name, ty)| (Some(name), ty));
            group(['{', '}'], fields, words, dice, to);
        }
        Type::Tuple(tuple) => {
            group(['(', ')'], tuple.fields().map(|(_, ty)| (None, ty)), words, dice, to);
        }
        Type::Enum(cases) => case(&cases[dice.below(cases.len())], None, words, dice, to),
        Type::Variant(variant) | Type::Result(variant) => {
            let (name, inner) = variant.case(dice.below(variant.len()));
            case(name, inner, words, dice, to);
        }
    }
}

fn unsigned(most: u64, dice: &mut Dice, to: &mut String) {
    let number = match dice.below(8) {
        0 => most,
        1 => dice.number() % most,
        // A small number, as a column, a row or a count on a board.
        _ => dice.number() % 12,
    };
    to.push_str(&number.to_string());
}

fn signed(least: i64, most: i64, dice: &mut Dice, to: &mut String) {
    let small = i64::try_from(dice.number() % 12).expect("it is small");
    let number = [least, most, -1, -small, small, small, small, small][dice.below(8)];
    to.push_str(&number.to_string());
}

fn string(words: &[String], dice: &mut Dice, to: &mut String) {
    let mut value = Value::default();
    match dice.below(4) {
        0 => value.text(""),
        1 => value.text(ODD_TEXTS[dice.below(ODD_TEXTS.len())]),
        _ if words.is_empty() => value.text("?"),
        _ => value.text(&words[dice.below(words.len())]),
    }
    to_wave(&Type::String, &mut value.reader(), to).expect("it is a string");
}

fn case(name: &str, inner: Option<&Type>, words: &[String], dice: &mut Dice, to: &mut String) {
    to.push_str(name);
    if let Some(inner) = inner.filter(|_| name != "none") {
        to.push('(');
        write(inner, words, dice, to);
        to.push(')');
    }
}

/// Values with commas between them, each with the name of its field if it has one.
fn group<'a>(
    [open, close]: [char; 2],
    items: impl Iterator<Item = (Option<&'a str>, &'a Type)>,
    words: &[String],
    dice: &mut Dice,
    to: &mut String,
) {
    to.push(open);
    for (place, (name, ty)) in items.enumerate() {
        if place > 0 {
            to.push_str(", ");
        }
        if let Some(name) = name {
            to.push_str(name);
            to.push_str(": ");
        }
        write(ty, words, dice, to);
    }
    to.push(close);
}
