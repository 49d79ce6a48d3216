//! Invariants of every scene: it fits the board, lists what is legal, shows
//! what was played, and hides what the seat may not know.

use judge_games::Seat;
use judge_scenes::{BoardScene, Choice, Number, Piece, Place, Scene, Shown, Viewpoint};

use crate::{Met, Subject};

/// Early turns and each 16th have their scenes checked: scenes of large boards take long.
pub(crate) fn is_checked(turn: usize) -> bool {
    turn < 4 || turn.is_multiple_of(16)
}

/// Every viewer's scene fits the game.
pub(crate) fn check_scenes<G: Subject + Shown>(game: &G) {
    let everything = game.scene(Viewpoint::Everything);
    let legal: Vec<String> = game.legal().iter().map(ToString::to_string).collect();
    assert!(everything.choices.iter().map(|choice| &choice.action).eq(&legal), "{game:?}");
    for seat in (0_u8..).map(Seat).take(game.seats()) {
        let scene = game.scene(Viewpoint::Seat(seat));
        check_scene(game, &scene, Viewpoint::Seat(seat));
        let choices: &[Choice] = if game.to_move() == Some(seat) { &everything.choices } else { &[] };
        assert_eq!(scene.choices, choices, "{game:?}");
    }
    check_scene(game, &everything, Viewpoint::Everything);
}

fn check_scene<G: Subject + Shown>(game: &G, scene: &Scene, viewpoint: Viewpoint) {
    let may_choose = game.to_move().is_some_and(|seat| viewpoint.sees(seat));
    assert_eq!((scene.to_move, &scene.scores), (game.to_move(), &Subject::scores(game)), "{game:?}");
    if let Some(outcome) = game.outcome() {
        assert_eq!(scene.scores, outcome.scores, "{game:?}");
    }
    for board in &scene.boards {
        let (columns, rows) = (usize::from(board.columns), usize::from(board.rows));
        let lengths = (board.column_labels.len(), board.row_labels.len(), board.cells.len());
        assert_eq!(lengths, (columns, rows, columns * rows), "{game:?}");
        let pieces = board.cells.iter().map(|cell| &cell.pieces).chain(&board.beside).flatten();
        let owners = pieces.filter_map(|piece| piece.owner).chain(board.owner);
        assert!(owners.map(Seat::index).all(|owner| owner < game.seats()), "{game:?}");
        assert!(board.beside.iter().all(|stack| !stack.is_empty()), "{game:?}");
        assert!(board.cells.iter().all(|cell| !cell.changed), "{game:?}");
        board
            .cells
            .iter()
            .flat_map(|cell| &cell.pieces)
            .chain(board.beside.iter().flatten())
            .copied()
            .for_each(check_piece::<G>);
        check_hulls(board);
        let squares = board.lines.iter().flat_map(|line| [line.from, line.to]);
        assert!(squares.clone().all(|square| square.x < board.columns && square.y < board.rows), "{game:?}");
    }
    assert_eq!(
        scene.placing.is_some(),
        scene.to_move.is_some() && may_choose && scene.choices.is_empty() && game.forced().is_none(),
        "{game:?}"
    );
    for choice in &scene.choices {
        let places = [choice.from, choice.to].into_iter().flatten();
        assert!(places.clone().all(|place| is_in(scene, place)), "{game:?}: {choice:?}");
        // A piece that is taken up is one's own.
        let taken = choice.from.map(|from| pieces_at(scene, from).last().and_then(|piece| piece.owner));
        assert!(taken.is_none_or(|owner| owner == scene.to_move), "{game:?}: {choice:?}");
    }
}

/// Its kind is one that the game names, and its number one of its sizes.
fn check_piece<G: Shown>(piece: Piece) {
    let facts = G::FACTS.piece(piece).unwrap_or_else(|| panic!("{piece:?} is of no kind"));
    match facts.number {
        Number::None => assert_eq!(piece.number, 0, "{piece:?}"),
        Number::Size(words) => assert!(usize::from(piece.number) < words.len(), "{piece:?}"),
        Number::Length => assert!(piece.number > 0, "{piece:?}"),
    }
}

/// Each square of a piece that covers several has it at the bottom, and no square else has it.
fn check_hulls(board: &BoardScene) {
    let mut covered = 0;
    for hull in &board.hulls {
        for square in &hull.squares {
            assert_eq!(board.cells[square.index(board.columns)].pieces[0], hull.piece, "{board:?}");
        }
        covered += hull.squares.len();
        assert_eq!(hull.squares.len(), usize::from(hull.piece.number), "{board:?}");
    }
    let kinds: Vec<u8> = board.hulls.iter().map(|hull| hull.piece.kind).collect();
    let parts = board.cells.iter().flat_map(|cell| &cell.pieces).filter(|piece| kinds.contains(&piece.kind));
    assert_eq!(parts.count(), covered, "{board:?}");
}

fn is_in(scene: &Scene, place: Place) -> bool {
    let is_on = |board: &BoardScene| match place {
        Place::Cell { square, .. } => square.x < board.columns && square.y < board.rows,
        Place::Beside { stack, .. } => stack < board.beside.len(),
    };
    let (Place::Cell { board, .. } | Place::Beside { board, .. }) = place;
    scene.boards.get(board).is_some_and(is_on)
}

fn pieces_at(scene: &Scene, place: Place) -> &[Piece] {
    match place {
        Place::Cell { board, square } => {
            let board = &scene.boards[board];
            &board.cells[square.index(board.columns)].pieces
        }
        Place::Beside { board, stack } => &scene.boards[board].beside[stack],
    }
}

/// Checks that the cells which `action` names are marked, except for a second shot at a square.
pub(crate) fn check_marks<G: Subject + Shown>(before: &G, action: &G::Action, after: &G) {
    let mover = Viewpoint::Seat(before.to_move().expect("an action was played"));
    let (before, mut after) = (before.scene(mover), after.scene(mover));
    after.mark_changes(&before.boards);
    let choice = before.choices.iter().find(|choice| choice.action == action.to_string());
    let cells = choice.into_iter().flat_map(|choice| [choice.from, choice.to]).flatten();
    for place in cells {
        let Place::Cell { board, square } = place else { continue };
        let was_shot_at = pieces_at(&before, place).iter().any(|piece| piece.owner.is_none());
        let changed = after.boards[board].cells[square.index(after.boards[board].columns)].changed;
        assert_eq!(changed, !was_shot_at, "{action} at {place:?}");
    }
    let cells =
        after.boards.iter().zip(&before.boards).flat_map(|(now, then)| now.cells.iter().zip(&then.cells));
    for (now, then) in cells {
        assert_eq!(now.changed, now.pieces != then.pieces, "{action}");
    }
    // A fleet and the automatic turn are listed nowhere.
    let is_marked = after.boards.iter().flat_map(|board| &board.cells).any(|cell| cell.changed);
    assert!(choice.is_some() || is_marked || action.to_string() == "auto none", "{action}");
}

/// No seat can distinguish `played` from `disguised` by its scenes, as long as its own actions are the same.
pub(crate) fn check_hidden<G: Subject + Shown>(
    start: &G,
    played: &[G::Action],
    disguised: &[G::Action],
    met: &mut Met,
) {
    for seat in (0_u8..).map(Seat).take(start.seats()) {
        let (mut game, mut twin) = (start.clone(), start.clone());
        for (turn, (action, disguise)) in played.iter().zip(disguised).enumerate() {
            let theirs = if game.to_move() == Some(seat) { action } else { disguise };
            for (game, action) in [(&mut game, action), (&mut twin, theirs)] {
                game.play(action).unwrap_or_else(|illegal| panic!("{game:?}: {action}: {illegal}"));
            }
            if is_checked(turn) || turn + 1 == played.len() {
                let sees = |game: &G| game.scene(Viewpoint::Seat(seat));
                assert_eq!(sees(&game), sees(&twin), "seat {seat} of {game:?} and {twin:?}");
                assert_eq!(game.view(seat), twin.view(seat), "seat {seat} of {game:?} and {twin:?}");
            }
        }
        let sees_all = |game: &G| game.scene(Viewpoint::Everything).boards;
        met.hidden += usize::from(sees_all(&game) != sees_all(&twin));
    }
}

/// Scenes after each of more choices would take long.
const CHOICES_CHECKED_MAX: usize = 24;

/// Checks that the changes announced by each choice are those that it makes.
pub(crate) fn check_changes<G: Subject + Shown>(before: &G) {
    let now = before.scene(Viewpoint::Everything);
    if now.choices.len() > CHOICES_CHECKED_MAX {
        return;
    }
    for (choice, action) in now.choices.iter().zip(before.legal()) {
        let Some(changes) = &choice.changes else {
            assert!(!G::FACTS.previews || choice.to.is_none(), "{before:?}: {action}");
            continue;
        };
        assert!(G::FACTS.previews, "a page must know that there are previews");
        let mut after = before.clone();
        after.play(&action).unwrap_or_else(|illegal| panic!("{before:?}: {action}: {illegal}"));
        let then = after.scene(Viewpoint::Everything);
        let (was, is) = (&now.boards[0].lines, &then.boards[0].lines);
        let made: Vec<_> = is.iter().filter(|line| !was.contains(line)).copied().collect();
        let broken: Vec<_> = was.iter().filter(|line| !is.contains(line)).copied().collect();
        assert_eq!((&changes.made, &changes.broken), (&made, &broken), "{before:?}: {action}");
        assert!(!changes.text.is_empty(), "{before:?}: {action}");
    }
}
