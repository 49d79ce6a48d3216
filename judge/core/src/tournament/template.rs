//! Announcements with places for values: an announcement and its values in, the one text of the draw out.
//!
//! A draw has one spelling here: no zeros in front, one case of hexadecimal digits, and values that have only blanks
//! between them in ascending order. Who may choose between two spellings may choose between two seeds.

/// The most characters of an announcement, and of a value.
const CHARACTERS_MAX: usize = 500;

/// The places that a text may have.
const PLACES: [(&str, PlaceKind); 3] =
    [("{}", PlaceKind::Number), ("{decimal}", PlaceKind::Decimal), ("{hex}", PlaceKind::Hex)];

/// The kind of value in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlaceKind {
    /// A whole number.
    Number,
    /// A number that may have a fraction.
    Decimal,
    /// Hexadecimal digits.
    Hex,
}

/// An announcement of the public value that will be used, with places for its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    text: String,
    /// The words before each place, and those behind the last one.
    words: Vec<String>,
    places: Vec<PlaceKind>,
}

/// The public value, when it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beacon {
    /// The values in the one way that they are written, with blanks between them.
    pub values: String,
    /// The announcement with the values in their places.
    pub text: String,
}

impl Template {
    /// The announcement with this text.
    ///
    /// # Errors
    /// If it is invalid, with what to write instead.
    pub fn new(text: &str) -> Result<Self, String> {
        let example = "as in \"Lottery of 28 November 2026: {} {} {} {} {} {}\"";
        if !(1..=CHARACTERS_MAX).contains(&text.chars().count()) || text.chars().any(char::is_control) {
            return Err(format!("write 1 to {CHARACTERS_MAX} characters on one line, {example}"));
        }
        let (mut all_words, mut places, mut rest) = (Vec::new(), Vec::new(), text);
        while let Some(at) = rest.find(['{', '}']) {
            let (words, from) = rest.split_at(at);
            let Some((typed, place)) = PLACES.into_iter().find(|(typed, _)| from.starts_with(typed)) else {
                return Err(format!(
                    "write {{}} for each whole number, {{decimal}} for each number with a fraction, {{hex}} for each hash in hexadecimal digits, and no other braces, {example}"
                ));
            };
            // The digits behind a point would have several spellings.
            let is_fraction = [".", ","].contains(&words) && place == PlaceKind::Number;
            if is_fraction && places.last() == Some(&PlaceKind::Number) {
                return Err(format!(
                    "write {{decimal}} for a number with a fraction, and for whole numbers {{}} with a blank between them, {example}"
                ));
            }
            all_words.push(words.to_owned());
            places.push(place);
            rest = &from[typed.len()..];
        }
        if places.is_empty() {
            return Err(format!(
                "write {{}} for each whole number that is not known yet, or {{hex}} for a hash, {example}"
            ));
        }
        all_words.push(rest.to_owned());
        Ok(Self { text: text.to_owned(), words: all_words, places })
    }

    /// The announcement as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The announcement with values in its places, which are typed with blanks between them.
    ///
    /// # Errors
    /// If the values are invalid, with what to write instead.
    pub fn filled(&self, typed: &str) -> Result<Beacon, String> {
        let typed: Vec<&str> = typed.split_whitespace().collect();
        let mut groups = self.groups();
        let places: usize = groups.iter().map(|(_, places)| places).sum();
        if typed.len() != places {
            let which = format!("{places} for {:?}, not {}", self.text, typed.len());
            return Err(format!("write the values only, with blanks between them: {which}"));
        }
        let mut rest = typed.into_iter();
        let mut values = Vec::with_capacity(places);
        for (place, places) in groups.drain(..) {
            let group = rest.by_ref().take(places).map(|typed| spelled(place, typed));
            let mut group = group.collect::<Result<Vec<String>, String>>()?;
            // They have no zeros in front, so one of more digits before the point is a larger one.
            group.sort_by_key(|value| (value.find('.').unwrap_or(value.len()), value.clone()));
            values.extend(group);
        }
        let with_values = self.words.iter().zip(values.iter().map(String::as_str).chain([""]));
        let text = with_values.flat_map(|(words, value)| [words, value]).collect();
        Ok(Beacon { values: values.join(" "), text })
    }

    /// The beacon that a text is, in which the values stand in the places of what was announced.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Beacon> {
        let (mut values, mut rest) = (Vec::new(), text);
        let digits = |text: &str| text.find(|digit: char| !digit.is_ascii_hexdigit()).unwrap_or(text.len());
        for (words, place) in self.words.iter().zip(&self.places) {
            rest = rest.strip_prefix(words.as_str())?;
            let whole = digits(rest);
            let fraction = rest[whole..].strip_prefix('.').filter(|_| *place == PlaceKind::Decimal);
            let end = match fraction.map(digits) {
                Some(fraction) if fraction > 0 => whole + 1 + fraction,
                _ => whole,
            };
            let (value, behind) = rest.split_at(end);
            values.push(value);
            rest = behind;
        }
        // What is behind the last value is compared here, too.
        let beacon = self.filled(&values.join(" ")).ok()?;
        (beacon.text == text).then_some(beacon)
    }

    /// Whether a text is this beacon, with what was announced around the values or without.
    #[must_use]
    pub fn is(&self, beacon: &Beacon, text: &str) -> bool {
        text == beacon.text || self.filled(text).as_ref() == Ok(beacon)
    }

    /// The places of which the order says nothing, since only blanks are between them: of which kind, and how many.
    fn groups(&self) -> Vec<(PlaceKind, usize)> {
        let mut groups: Vec<(PlaceKind, usize)> = Vec::new();
        for (words, place) in self.words.iter().zip(&self.places) {
            let goes_on = !words.is_empty() && words.trim().is_empty();
            match groups.last_mut() {
                Some((of, places)) if goes_on && of == place => *places += 1,
                _ => groups.push((*place, 1)),
            }
        }
        groups
    }
}

/// A value in the one way that it is written.
fn spelled(place: PlaceKind, typed: &str) -> Result<String, String> {
    let (is_digit, what): (fn(&u8) -> bool, _) = match place {
        PlaceKind::Number => (u8::is_ascii_digit, "a whole number; write digits from 0 to 9 only"),
        PlaceKind::Decimal => {
            (u8::is_ascii_digit, "a number; write digits, and a point before the fraction, as in 1234.5")
        }
        PlaceKind::Hex => (u8::is_ascii_hexdigit, "a hash; write digits from 0 to 9 and a to f only"),
    };
    let (whole, fraction) = match typed.split_once('.') {
        Some((whole, fraction)) if place == PlaceKind::Decimal => (whole, fraction),
        _ => (typed, "0"),
    };
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| is_digit(&byte));
    if typed.len() > CHARACTERS_MAX || !are_digits(whole) || !are_digits(fraction) {
        return Err(format!("{:?} is not {what}", judge_play::text::cut(typed, 80)));
    }
    let digits = whole.trim_start_matches('0').to_ascii_lowercase();
    let digits = if digits.is_empty() { "0".to_owned() } else { digits };
    let fraction = fraction.trim_end_matches('0');
    Ok(if fraction.is_empty() { digits } else { format!("{digits}.{fraction}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_it_was_filled_and_in_no_other_spelling() {
        let template = Template::new("Lotto {} {}, block {hex}").expect("it is right");
        let beacon = template.filled("17 3 0aF").expect("they fit");
        assert_eq!(template.read(&beacon.text), Some(beacon));
        for wrong in [
            "Lotto 17 3, block af",
            "Lotto 3 17, block 0af",
            "Lotto 3 17",
            "Lotto 3 17, block af.",
            "lotto 3 17, block af",
        ] {
            assert_eq!(template.read(wrong), None, "{wrong}");
        }
    }

    fn filled(template: &str, typed: &str) -> Result<String, String> {
        Template::new(template).expect("it is valid").filled(typed).map(|beacon| beacon.text)
    }

    #[test]
    fn a_draw_has_one_spelling() {
        let lottery = "Lottery: {} {} {}, bonus {}";
        let once = filled(lottery, "3 7 21 5").expect("it is a draw");
        assert_eq!(once, "Lottery: 3 7 21, bonus 5");
        for other in ["21 3 7 5", "  03\t7 021   05 ", "7 3 21 5"] {
            assert_eq!(filled(lottery, other).as_ref(), Ok(&once), "{other:?}");
        }
        for another in ["3 7 5 21", "3 7 22 5"] {
            assert_ne!(filled(lottery, another), Ok(once.clone()), "{another:?}");
        }
        assert_eq!(filled("{} {} {}", "10 9 000").as_deref(), Ok("0 9 10"), "by number and not by letter");
        assert_eq!(filled("{}/{}", "2 1").as_deref(), Ok("2/1"), "here the order says which is which");
        assert_eq!(filled("{}{}", "2 1").as_deref(), Ok("21"));
        assert_eq!(filled("{hex} {}", "00fF 1").as_deref(), Ok("ff 1"));
    }

    #[test]
    fn a_fraction_has_one_spelling() {
        let index = "DAX, 28 November: {decimal}.";
        let once = filled(index, "1234.5").expect("it is a number");
        assert_eq!(once, "DAX, 28 November: 1234.5.");
        for other in ["1234.50", "01234.500"] {
            assert_eq!(filled(index, other).as_ref(), Ok(&once), "{other}");
        }
        assert_eq!(filled("{decimal}", "7.0").as_deref(), Ok("7"));
        assert_eq!(
            filled("{decimal} {decimal} {decimal}", "10.25 9.5 10.2").as_deref(),
            Ok("9.5 10.2 10.25")
        );
        let template = Template::new(index).expect("it is right");
        let beacon = template.filled("1234.50").expect("it fits");
        assert_eq!(template.read(&beacon.text), Some(beacon));
        for wrong in ["1234,5", "1,234.5", ".5", "5.", "1.2.3", "-1", "1e3", "inf"] {
            assert!(filled("{decimal}", wrong).is_err(), "{wrong}");
        }
        for places in ["DAX: {}.{}", "{},{}"] {
            let why = Template::new(places).expect_err(places);
            assert!(why.starts_with("write {decimal} for a number with a fraction"), "{why}");
        }
        assert!(Template::new("28.11.: {} {}, {}").is_ok());
    }

    #[test]
    fn whatever_is_not_a_number_is_refused() {
        for wrong in
            ["", "1", "1 2 3", "1 2,", "1 +2", "1 -2", "1 2.0", "1 1e1", "1 0x2", "1 \u{0662}", "1 ２"]
        {
            assert!(filled("{} {}", wrong).is_err(), "{wrong:?}");
        }
        assert!(filled("{hex}", "0xff").is_err() && filled("{hex}", "g").is_err());
        assert!(filled("{}", &"7".repeat(CHARACTERS_MAX + 1)).is_err());
    }

    #[test]
    fn an_announcement_has_a_place_and_is_one_line() {
        for right in ["{}", "Lotto, 28 November é: {} {}", "block 930000: {hex}"] {
            assert!(Template::new(right).is_ok(), "{right:?}");
        }
        for wrong in
            ["", "Lotto", "{", "{ }", "a } {}", "{0}", "{}\n", "\u{1b}{}", &"{}".repeat(CHARACTERS_MAX)]
        {
            assert!(Template::new(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_beacon_is_known_with_its_announcement_and_without() {
        let template = Template::new("Lottery: {} {}").expect("it is valid");
        let beacon = template.filled("3 7").expect("it is a draw");
        assert!(["3 7", "07 3", "Lottery: 3 7"].iter().all(|text| template.is(&beacon, text)));
        assert!(
            ["3 8", "Lottery: 3 8", "Lottery 3 7", "", "3"].iter().all(|text| !template.is(&beacon, text))
        );
    }
}
