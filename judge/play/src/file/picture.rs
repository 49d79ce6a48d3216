//! The pictures of a game: SVG of shapes, texts and gradients, and nothing that costs a reader more than it takes to write.
//!
//! A page shows a picture as an image, so that no script runs and nothing is loaded. But a picture of a few hundred bytes
//! can still stop a browser: `use`, `pattern`, `mask`, `clipPath` and `marker` draw what draws others, and each doubles the
//! work; filters and dashes take as long as their numbers say. So what may be in a picture is listed here.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::{Stopped, broken};

const BYTES_MAX: usize = 400_000;
const ELEMENTS_MAX: usize = 5_000;
const DEPTH_MAX: usize = 32;

/// The elements that a picture may have, and below their attributes: words with a blank between them.
const ELEMENTS: &str = "circle defs desc ellipse g line linearGradient path polygon polyline radialGradient rect stop svg text title tspan";

const ATTRIBUTES: &str = "\
    class cx cy d dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size \
    font-style font-weight fr fx fy gradientTransform gradientUnits height id offset opacity points \
    preserveAspectRatio r rx ry spreadMethod stop-color stop-opacity stroke stroke-linecap \
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor transform version \
    viewBox width x x1 x2 xmlns y y1 y2";

/// Checks that a picture has no parts but those that it may have.
pub(super) fn check(svg: &str) -> Result<(), Stopped> {
    if svg.len() > BYTES_MAX {
        return broken(format!("the picture has {} bytes; it may have {BYTES_MAX}", svg.len()));
    }
    let mut reader = Reader::from_str(svg);
    let (mut elements, mut depth) = (0, 0);
    loop {
        let event = reader.read_event().or_else(|why| broken(format!("the picture is no SVG: {why}")))?;
        match &event {
            Event::Start(element) | Event::Empty(element) => {
                check_element(element, elements)?;
                elements += 1;
                depth += usize::from(matches!(event, Event::Start(_)));
            }
            Event::End(_) => depth -= 1,
            Event::Decl(_) | Event::Text(_) | Event::Comment(_) | Event::GeneralRef(_) => {}
            Event::CData(_) => {
                return broken("the picture has CDATA; write text as &lt; and &amp; have it");
            }
            Event::PI(_) => {
                return broken("the picture has <?…?>, which only a first line <?xml …?> may be");
            }
            Event::DocType(_) => return broken("the picture has <!DOCTYPE>; leave it out"),
            Event::Eof => break,
        }
        if elements > ELEMENTS_MAX {
            return broken(format!("the picture has more than {ELEMENTS_MAX} elements"));
        }
        if depth > DEPTH_MAX {
            return broken(format!("the elements of the picture are nested more than {DEPTH_MAX} deep"));
        }
    }
    if elements == 0 || depth > 0 {
        return broken("the picture is no SVG: it ends too early");
    }
    Ok(())
}

fn check_element(element: &BytesStart<'_>, before: usize) -> Result<(), Stopped> {
    let name = String::from_utf8_lossy(element.name().into_inner()).into_owned();
    if before == 0 && name != "svg" {
        return broken(format!("the picture begins with <{name}>; begin it with <svg"));
    }
    if !is_among(ELEMENTS, &name) {
        return broken(format!("the picture has <{name}>; it may have {}", ELEMENTS.replace(' ', ", ")));
    }
    for attribute in element.attributes() {
        let attribute = attribute.or_else(|why| broken(format!("the picture is no SVG: <{name}>: {why}")))?;
        let key = String::from_utf8_lossy(attribute.key.into_inner());
        if !is_among(ATTRIBUTES, &key) {
            return broken(format!(
                "<{name}> of the picture has the attribute {key}; it may have {}",
                ATTRIBUTES.replace(' ', ", ")
            ));
        }
    }
    Ok(())
}

fn is_among(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message about a picture with this in it.
    fn problem(part: &str) -> Option<String> {
        check(&format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{part}</svg>"))
            .err()
            .map(|why| why.to_string())
    }

    #[test]
    fn shapes_texts_and_gradients_are_taken() {
        let gradient =
            "<defs><linearGradient id='a'><stop offset='0' stop-color='red'/></linearGradient></defs>";
        assert_eq!(
            problem(&format!("{gradient}<g transform='scale(2)'><path d='M0 0h9' fill='url(#a)'/></g>")),
            None
        );
        assert_eq!(problem("<text x='1' y='2'>a &lt; b<tspan>c</tspan></text><!-- a comment -->"), None);
        assert_eq!(check("<?xml version='1.0'?>\n<svg/>\n"), Ok(()));
    }

    #[test]
    fn what_draws_more_than_it_says_is_refused_by_its_name() {
        let elements = [
            "a",
            "animate",
            "clipPath",
            "filter",
            "foreignObject",
            "image",
            "marker",
            "mask",
            "pattern",
            "script",
            "style",
            "symbol",
            "use",
            "x:rect",
        ];
        for element in elements {
            let told = problem(&format!("<{element}/>")).expect("it is refused");
            assert!(
                told.starts_with(&format!("the picture has <{element}>; it may have circle, defs,")),
                "{told}"
            );
        }
        for attribute in
            ["clip-path", "filter", "href", "mask", "onload", "stroke-dasharray", "style", "xlink:href"]
        {
            let told = problem(&format!("<rect {attribute}='1'/>")).expect("it is refused");
            assert!(
                told.starts_with(&format!("<rect> of the picture has the attribute {attribute}; it")),
                "{told}"
            );
        }
    }

    #[test]
    fn what_is_no_plain_svg_is_refused() {
        let of = |svg: &str| check(svg).expect_err("it is refused").to_string();
        assert_eq!(of("<html/>"), "the picture begins with <html>; begin it with <svg");
        assert_eq!(of("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>"), "the picture has <!DOCTYPE>; leave it out");
        for svg in
            ["", "words", "<svg>", "<svg><g></svg>", "</svg>", "<svg x='1' x='2'/>", "<svg x=1/>", "<svg"]
        {
            assert!(of(svg).starts_with("the picture is no SVG: "), "{svg}: {}", of(svg));
        }
        assert!(problem("<![CDATA[<script/>]]>").is_some_and(|told| told.contains("CDATA")));
        assert!(problem("<?xml-stylesheet href='a.css'?>").is_some_and(|told| told.contains("<?")));
    }

    #[test]
    fn a_picture_is_bounded() {
        assert_eq!(problem(&"<g/>".repeat(ELEMENTS_MAX - 1)), None);
        assert!(
            problem(&"<g/>".repeat(ELEMENTS_MAX))
                .is_some_and(|told| told.contains("more than 5000 elements"))
        );
        let nested = |depth: usize| format!("{}{}", "<g>".repeat(depth), "</g>".repeat(depth));
        assert_eq!(problem(&nested(DEPTH_MAX - 1)), None);
        assert!(problem(&nested(DEPTH_MAX)).is_some_and(|told| told.contains("nested more than 32 deep")));
        assert!(problem(&" ".repeat(BYTES_MAX)).is_some_and(|told| told.contains("it may have 400000")));
    }
}
