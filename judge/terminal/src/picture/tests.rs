use judge_play::Rules;
use judge_play::games::{Game, gobblet::Gobblet, othello::Othello};
use judge_play::scenes::{Shown, Viewpoint};

use super::*;

/// The picture of a game's first position.
fn first<G: Game + Shown>(params: &G::Params) -> Picture {
    Picture::of(&G::start(params).scene(Viewpoint::Everything), G::FACTS)
}

fn ovals(picture: &Picture) -> usize {
    picture.shapes.iter().filter(|shape| matches!(shape, Shape::Oval { .. })).count()
}

#[test]
fn a_board_has_its_size_its_pieces_and_its_coordinates() {
    let picture = first::<Othello>(&judge_play::games::othello::Params::default());
    assert_eq!((picture.width, picture.height), (8.0 * CELL + 2.0 * EDGE, 8.0 * CELL + 2.0 * EDGE));
    // Four discs, each with an edge.
    assert_eq!(ovals(&picture), 8);
    let svg = picture.svg();
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 532 532\""));
    assert_eq!(svg.matches(">d</text>").count(), 2);
    assert_eq!(svg.matches("<ellipse").count(), 8);
}

#[test]
fn stacks_beside_a_board_are_on_both_sides_of_it() {
    let picture = first::<Gobblet>(&judge_play::games::gobblet::Params::default());
    let cups = |is_left: fn(f64, f64) -> bool| {
        picture.shapes.iter().filter(|shape| matches!(shape, Shape::Word { x, text, size, .. } if *size < 15.0 && !text.is_empty() && is_left(*x, picture.width))).count()
    };
    assert_eq!((cups(|x, _| x < BESIDE), cups(|x, width| x > width - BESIDE)), (6, 6));
}

#[test]
fn equal_pieces_have_their_number_and_long_names_of_rows_their_room() {
    use judge_play::games::othello::Params;
    let mut scene = Othello::start(&Params::default()).scene(Viewpoint::Everything);
    let disc = scene.boards[0].cells.iter().find_map(|cell| cell.pieces.first()).copied().expect("a disc");
    scene.boards[0].cells[0].pieces = vec![disc; 12];
    scene.boards[0].row_labels[0] = "Southern".to_owned();
    let picture = Picture::of(&scene, Othello::FACTS);
    assert_eq!(ovals(&picture), 10, "one disc for the twelve");
    assert!(picture.svg().contains(">12</text>"));
    assert!(picture.width > 8.0 * (CELL + 2.0 * 8.0), "eight letters of at least eight units on both sides");
}

#[test]
fn a_piece_of_nobody_has_no_number_and_no_seats_colour() {
    use judge_play::games::stones::{Params, Stones};
    let mut scene = Stones::start(&Params::default()).scene(Viewpoint::Everything);
    let numbers = |scene: &Scene| {
        let is_number = |shape: &&Shape| matches!(shape, Shape::Word { text, fill, .. } if *fill == WHITE && text.parse::<u8>().is_ok());
        Picture::of(scene, Stones::FACTS).shapes.iter().filter(is_number).count()
    };
    assert!(numbers(&scene) > 0);
    for cell in &mut scene.boards[0].cells {
        cell.pieces.iter_mut().for_each(|piece| piece.owner = None);
    }
    assert_eq!(numbers(&scene), 0);
    let grey = |shape: &Shape| matches!(shape, Shape::Polygon { fill, .. } if *fill == GREY);
    assert!(Picture::of(&scene, Stones::FACTS).shapes.iter().any(grey));
}

#[test]
fn every_game_is_drawn_and_no_text_can_end_its_element() {
    for game in ["battleship", "freedom", "gobblet", "othello", "stones"] {
        let rules = Rules::new(game, []).expect("its defaults are valid");
        assert!(!ground(rules.facts().ground).is_empty());
    }
    let word = Shape::Word { x: 0.0, y: 0.0, size: 9.0, text: "</svg>&\u{7}".into(), fill: WHITE };
    let svg = Picture { width: 1.0, height: 1.0, shapes: vec![word] }.svg();
    assert!(svg.contains("&lt;/svg&gt;&amp;") && svg.matches("</svg>").count() == 1, "{svg}");
}

#[test]
fn a_gif_has_every_picture_and_of_the_later_ones_only_rows_that_changed() {
    let start = Othello::start(&judge_play::games::othello::Params::default());
    let mut next = start;
    let action = next.legal().swap_remove(0);
    next.play(&action).expect("it is legal");
    let pictures =
        [&start, &next, &next].map(|game| Picture::of(&game.scene(Viewpoint::Everything), Othello::FACTS));
    let bytes = gif(&pictures);
    let mut read = ::gif::Decoder::new(&bytes[..]).expect("it is a GIF");
    assert_eq!((read.width(), read.height()), (480, 480));
    let palette = read.palette().expect("it has one for all").to_vec();
    let mut frames = Vec::new();
    while let Some(frame) = read.read_next_frame().expect("it can be read") {
        frames.push((frame.top, frame.height, frame.delay, frame.buffer.to_vec()));
    }
    assert_eq!(frames.len(), 3);
    assert_eq!((frames[0].0, frames[0].1, frames[0].2), (0, 480, 60));
    assert!(frames[1].0 > 0 && frames[1].1 < 300, "only some rows are others");
    assert_eq!((frames[2].1, frames[2].2), (1, 250), "nothing changed, and it stays longer");
    let place = usize::from(frames[0].3[5 * 480 + 240]);
    assert_eq!(palette[3 * place..][..3], [0x2c, 0x2a, 0x27], "the frame");
}
