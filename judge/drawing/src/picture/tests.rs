#![expect(clippy::default_trait_access, reason = "each game has settings of its own")]

use judge_play::Rules;
use judge_play::games::{Game, gobblet::Gobblet, othello::Othello};
use judge_play::scenes::{Scene, Shown, Viewpoint};

use super::*;

/// A film of positions between two contestants.
fn film<G: Game + Shown>(scenes: &[Scene]) -> Film {
    let seats = ["anna", "bert"].into_iter().enumerate();
    Film::of(G::FACTS, scenes.iter(), seats.map(|(place, name)| Seated::of(name.into(), place)).collect())
}

/// The first position of a game.
fn start<G: Game + Shown>(params: &G::Params) -> Scene {
    G::start(params).scene(Viewpoint::Everything)
}

/// The shapes that a path draws.
fn drawn<'a>(picture: &'a Picture, path: &'a str) -> impl Iterator<Item = &'a Shape> {
    picture.shapes.iter().filter(move |shape| shape.drawn == Drawn::Path(path.to_owned().into()))
}

fn discs(picture: &Picture) -> usize {
    drawn(picture, CIRCLE).count()
}

/// What is written in a picture.
fn words(picture: &Picture) -> Vec<&str> {
    fn word(shape: &Shape) -> Option<&str> {
        if let Drawn::Word(text) = &shape.drawn { Some(text.as_str()) } else { None }
    }
    picture.shapes.iter().filter_map(word).collect()
}

#[test]
fn a_board_has_its_size_its_pieces_its_coordinates_and_rings_in_the_contestants_colours() {
    let film = film::<Othello>(&[start::<Othello>(&Default::default())]);
    let picture = Picture::boards(&film, 0);
    assert_eq!((picture.width, picture.height), (8.0 * CELL + 2.0 * EDGE, 8.0 * CELL + 2.0 * EDGE));
    // Four discs, each with an edge.
    assert_eq!(discs(&picture), 8);
    let svg = picture.svg();
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 532 532\""));
    assert_eq!((svg.matches(">d</text>").count(), svg.matches(CIRCLE).count()), (2, 8));
    // Bright on the dark discs of the first, deep on the light ones of the second.
    assert_eq!((svg.matches("\"#66bbee\"").count(), svg.matches("\"#a84c06\"").count()), (2, 2));
}

#[test]
fn stacks_beside_a_board_are_on_both_sides_of_it() {
    let film = film::<Gobblet>(&[start::<Gobblet>(&Default::default())]);
    let picture = Picture::boards(&film, 0);
    let cups = |is_left: fn(f64, f64) -> bool| {
        let is_cup = |shape: &&Shape| matches!(shape.drawn, Drawn::Word(_)) && shape.size < 15.0;
        picture.shapes.iter().filter(is_cup).filter(|shape| is_left(shape.x, picture.width)).count()
    };
    assert_eq!((cups(|x, _| x < BESIDE), cups(|x, width| x > width - BESIDE)), (6, 6));
}

#[test]
fn equal_pieces_have_their_number_and_long_names_of_rows_their_room() {
    let mut scene = start::<Othello>(&Default::default());
    let disc = scene.boards[0].cells.iter().find_map(|cell| cell.pieces.first()).copied().expect("a disc");
    scene.boards[0].cells[0].pieces = vec![disc; 12];
    scene.boards[0].row_labels[0] = "Southern".to_owned();
    let picture = Picture::boards(&film::<Othello>(&[scene]), 0);
    assert_eq!(discs(&picture), 10, "one disc for the twelve");
    assert!(picture.svg().contains(">12</text>"));
    assert!(picture.width > 8.0 * (CELL + 2.0 * 8.0), "eight letters of at least eight units on both sides");
}

#[test]
fn a_pebble_is_the_mark_of_its_owner_and_one_of_nobody_is_grey() {
    use judge_play::games::stones::Stones;
    let mut scene = start::<Stones>(&Default::default());
    let marks = |scene: &Scene| {
        let picture = Picture::boards(&film::<Stones>(std::slice::from_ref(scene)), 0);
        [0, 1].map(|seat| drawn(&picture, mark_of(seat)).map(|shape| shape.fill).collect::<Vec<_>>()).concat()
    };
    assert!(marks(&scene).contains(&DEEP[0]) && marks(&scene).contains(&DEEP[1]));
    for cell in &mut scene.boards[0].cells {
        cell.pieces.iter_mut().for_each(|piece| piece.owner = None);
    }
    assert!(!marks(&scene).is_empty() && marks(&scene).iter().all(|fill| *fill == GREY));
}

#[test]
fn every_game_is_drawn_and_no_text_can_end_its_element() {
    for game in ["battleship", "freedom", "gobblet", "othello", "stones"] {
        let rules = Rules::new(game, []).expect("its defaults are valid");
        assert!(!ground(rules.facts().ground).is_empty());
    }
    let word = word("</svg>&\u{7}".into(), (0.0, 0.0), 9.0, WHITE);
    let mark = mark("M0 0\"/><script>".into(), (0.0, 0.0), 9.0, WHITE);
    let svg = Picture { width: 1.0, height: 1.0, shapes: vec![word, mark] }.svg();
    assert!(svg.contains("&lt;/svg&gt;&amp;") && svg.matches("</svg>").count() == 1, "{svg}");
    assert!(!svg.contains("<script"), "{svg}");
}

#[test]
fn a_card_says_who_plays_the_score_who_leads_and_in_the_end_the_result() {
    let mut game = Othello::start(&Default::default());
    let mut scenes = vec![game.scene(Viewpoint::Everything)];
    let action = game.legal().swap_remove(0);
    game.play(&action).expect("it is legal");
    scenes.extend([game.scene(Viewpoint::Everything), game.scene(Viewpoint::Everything)]);
    let mut film = film::<Othello>(&scenes);
    film.title = "Winter".into();
    film.sentence = "Who wins?".into();
    film.over = Some(Over { winners: vec![0], words: "anna wins 4–1".into() });
    let cards = film.cards();
    let has = |turn: usize, word| words(&cards[turn]).contains(&word);
    assert!(["Winter", "anna", "bert", "2", "turn 0", "Who wins?"].iter().all(|word| has(0, word)));
    // It leads by three of five, and nobody has won yet.
    assert!(has(1, "+3") && has(1, "4") && has(1, "1") && !has(1, "wins") && !has(1, "anna wins 4–1"));
    assert!(has(2, "wins") && has(2, "anna wins 4–1") && !has(2, "+3") && !has(2, "Who wins?"));
    film.seats[0].name = "アンナ".into();
    let card = &film.cards()[0];
    assert!(!words(card).contains(&"アンナ") && words(card).contains(&"bert"), "no font has all letters");
    assert_eq!(drawn(card, &film.seats[0].shape).count(), 1, "its mark stands for it");
}

#[test]
fn in_a_game_without_a_score_the_plates_show_the_match() {
    let plates = |mut film: Film| {
        film.show_match(&[0, 13], 13);
        film.is_wide = true;
        let card = film.cards().swap_remove(0);
        words(&card).into_iter().map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    let gobblet = plates(film::<Gobblet>(&[start::<Gobblet>(&Default::default())]));
    assert!(
        ["0", "13", "of 13 games"].iter().all(|word| gobblet.iter().any(|said| said == word)),
        "{gobblet:?}"
    );
    let othello = plates(film::<Othello>(&[start::<Othello>(&Default::default())]));
    assert!(!othello.iter().any(|said| said == "13" || said == "of 13 games"), "it has a score");
}

#[test]
fn an_end_is_told_with_the_scores_of_a_game_that_has_some() {
    let told = |ranks: &[u8], scores: &[i32]| {
        let Over { winners, words } = Over::of(ranks, scores, &["anna", "bert", "cleo"][..ranks.len()]);
        (winners, words)
    };
    assert_eq!(told(&[2, 1], &[3, 7]), (vec![1], "bert wins 7–3".into()));
    assert_eq!(told(&[2, 1], &[]), (vec![1], "bert wins".into()));
    assert_eq!(told(&[1, 1], &[5, 5]), (vec![], "Draw 5–5".into()));
    assert_eq!(told(&[1, 3, 1], &[]), (vec![0, 2], "anna and cleo win".into()));
}

#[test]
fn a_letter_has_its_form_and_a_hole_where_it_has_one() {
    let inked = |text: &str| {
        let word = word(text.into(), (50.0, 50.0), 100.0, [0; 3]);
        let picture = Picture { width: 100.0, height: 100.0, shapes: vec![word] };
        let pixels = pixels::Pixels::of_all(&[picture], 100).swap_remove(0);
        let dark = pixels.colours.iter().filter(|colour| colour[0] < 128).count();
        (dark, pixels.colours[50 * 100 + 50])
    };
    assert_eq!(inked("O").1, [0xff; 3], "an O is empty in its middle");
    assert_eq!(inked("I").1, [0; 3], "an I is not");
    assert!(inked("é").0 > inked("e").0, "an accent is there");
    assert_eq!(inked("ア").0, 0);
}

#[test]
fn a_gif_has_every_picture_and_holds_the_last() {
    let start = Othello::start(&Default::default());
    let mut next = start;
    let action = next.legal().swap_remove(0);
    next.play(&action).expect("it is legal");
    let scenes = [&start, &next, &next].map(|game| game.scene(Viewpoint::Everything));
    let film = film::<Othello>(&scenes);
    let bytes = film.drawn();
    assert_eq!(bytes, film.drawn());
    let mut read = ::gif::Decoder::new(&bytes[..]).expect("it is a GIF");
    assert_eq!((read.width(), read.height()), (720, 720));
    let mut frames = Vec::new();
    while let Some(frame) = read.read_next_frame().expect("it can be read") {
        let same = frame.transparent.expect("one place stands for what is as it was");
        frames.push((frame.delay, frame.buffer.iter().filter(|place| **place != same).count()));
    }
    assert_eq!(frames[0], (60, 720 * 720));
    assert!(frames[1].1 > 1_000 && frames[1].1 < 720 * 720 / 4, "only what is new: {}", frames[1].1);
    assert!(frames[2].0 == 300 && frames[2].1 < 5_000, "only the turn's number is new: {}", frames[2].1);
}

#[test]
fn arcs_go_around_the_middle_of_their_circle() {
    let far = |shape: &Shape, x: f64, y: f64| {
        let points: Vec<_> = outline::of(shape).into_iter().flatten().collect();
        let apart = |point: &(f64, f64)| libm::hypot(point.0 - x, point.1 - y);
        let ends = |from: f64, pick: fn(f64, f64) -> f64| points.iter().map(apart).fold(from, pick);
        (ends(f64::MAX, f64::min).round(), ends(0.0, f64::max).round(), points.len() > 40)
    };
    assert_eq!(far(&disc(7.0, 9.0, 20.0, WHITE), 7.0, 9.0), (20.0, 20.0, true));
    assert_eq!(far(&ring(7.0, 9.0, 20.0, 6.0, WHITE), 7.0, 9.0), (17.0, 23.0, true));
    // Four quarters around one point: no corner is left.
    assert_eq!(far(&rectangle([0.0, 0.0, 40.0, 40.0], 20.0, WHITE), 20.0, 20.0), (20.0, 20.0, true));
    let hole = Picture { width: 60.0, height: 60.0, shapes: vec![ring(30.0, 30.0, 20.0, 6.0, [0; 3])] };
    let pixels = pixels::Pixels::of_all(&[hole], 60).swap_remove(0);
    assert_eq!([pixels.colours[30 * 60 + 30], pixels.colours[30 * 60 + 10]], [[0xff; 3], [0; 3]]);
}
