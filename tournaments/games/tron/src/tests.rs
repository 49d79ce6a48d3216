use super::*;
use judge_game::{Shown, Viewpoint};

fn game(settings: &str) -> Tron {
    Tron::start_with(&Params::from_text(settings).expect("they are valid"), 7)
}

fn play(game: &mut Tron, steps: &str) {
    for step in steps.split(' ') {
        game.play(&step.parse().expect("it is a step")).expect("the game goes on");
    }
}

#[test]
fn nobody_steps_before_all_have_chosen_and_nobody_sees_the_choice() {
    let mut tron = game("size=7 walls=0");
    let before = tron.clone();
    play(&mut tron, "n");
    assert_eq!((tron.to_move(), tron.view(Seat(1))), (Some(Seat(1)), before.view(Seat(1))));
    let seen = |tron: &Tron| (tron.boards(Viewpoint::Seat(Seat(1))), tron.picture(Viewpoint::Seat(Seat(1))));
    assert_eq!(seen(&tron), seen(&before));
    play(&mut tron, "n");
    assert_eq!(tron.to_move(), Some(Seat(0)));
    assert_eq!(Shown::scores(&tron), [1, 1]);
}

#[test]
fn heads_that_meet_crash_both() {
    let mut tron = game("size=7 walls=0");
    play(&mut tron, "e w e w");
    assert_eq!(tron.outcome().map(|outcome| (outcome.ranks, outcome.scores)), Some((vec![1, 1], vec![1, 1])));
}

#[test]
fn the_last_one_wins() {
    let mut tron = game("size=7 walls=0");
    play(&mut tron, "w n w n");
    assert_eq!(tron.outcome().map(|outcome| (outcome.ranks, outcome.scores)), Some((vec![2, 1], vec![1, 2])));
}

#[test]
fn a_map_looks_the_same_from_all_seats_and_differs_with_the_seed() {
    let params = Params::from_text("seats=4 walls=6").expect("they are valid");
    let maps: Vec<Tron> = (0..50).map(|seed| Tron::start_with(&params, seed)).collect();
    for tron in &maps {
        for (place, cell) in tron.cells.iter().enumerate() {
            let (x, y) = (place % 15, place / 15);
            assert_eq!(*cell == Cell::Wall, tron.cells[x * 15 + 14 - y] == Cell::Wall);
        }
    }
    assert_ne!(maps[0], maps[1]);
}

#[test]
fn the_others_play_on_without_an_offender() {
    let mut tron = game("seats=3 walls=0");
    play(&mut tron, "n n");
    assert!(tron.remove(Seat(2)).is_some());
    assert_eq!((tron.to_move(), Shown::scores(&tron)), (Some(Seat(0)), vec![1, 1, 0]));
    assert!(game("seats=2").remove(Seat(0)).is_none());
}
