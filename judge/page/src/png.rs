//! A picture as a file of PNG.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use judge_drawing::picture::{Film, Indexed};

/// The card of a film's last position, 1200 by 630.
#[must_use]
pub fn card(film: &Film) -> Vec<u8> {
    let cards = film.cards();
    png(&Indexed::of(&cards[cards.len().saturating_sub(1)..], 1200))
}

/// Draws a film that a page asks for.
///
/// # Errors
/// The mistake in it.
pub fn draw(film: &[u8]) -> serde_json::Result<Vec<u8>> {
    serde_json::from_slice(film).map(|film: Film| film.drawn())
}

/// The first of some pictures.
fn png(Indexed { width, height, palette, pictures }: &Indexed) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let sides = [u32::from(*width).to_be_bytes(), u32::from(*height).to_be_bytes()].concat();
    // Eight bits a pixel, which are a place in a palette.
    chunk(&mut file, *b"IHDR", &[&sides[..], &[8, 3, 0, 0, 0]].concat());
    chunk(&mut file, *b"PLTE", &palette.concat());
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let fits = "memory takes all bytes";
    for row in pictures.iter().take(1).flat_map(|picture| picture.chunks(usize::from(*width))) {
        // Rows as they are.
        packed.write_all(&[0]).and_then(|()| packed.write_all(row)).expect(fits);
    }
    chunk(&mut file, *b"IDAT", &packed.finish().expect(fits));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    file.extend(u32::try_from(data.len()).expect("a picture is smaller").to_be_bytes());
    let mut sum = Crc::new();
    sum.update(&kind);
    sum.update(data);
    file.extend([&kind[..], data, &sum.sum().to_be_bytes()].concat());
}
