//! What workers get and cost: a ladder by a clock of its own, with workers that play as they should and others that do not.

use super::*;

fn name(text: &str) -> Name {
    Name::new(text).expect("it is a name")
}

/// Five percent of the time, in the words of an organiser.
fn wait() -> Share {
    "5%".parse().expect("it is a share")
}

/// Fuel of a round of two games, each of which takes a hundredth of a second here.
const FUEL: u64 = 20_000_000;
const GAME: Duration = Duration::from_millis(10);
const ROUNDS: usize = 32;

/// How a worker plays the parts that it gets, by their number.
type Plays = fn(u64) -> Outcome;

#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    Whole,
    OneLess,
    Never,
}

/// Lets a ladder play for this long; what comes out are the parts of each worker, and the share of the time that went to
/// waiting.
fn ladder(
    allotment: &mut Allotment,
    begun: Instant,
    time: Duration,
    all: &[(&str, Plays)],
) -> (Vec<u64>, f64) {
    allotment.measures(GAME, FUEL / 2);
    let (mut now, mut parts, mut turn) = (begun, vec![0; all.len()], 0);
    while now < begun + time {
        let sizes = allotment.parts(ROUNDS, 32, now);
        let (mut here, mut held) =
            (ROUNDS - sizes.iter().sum::<usize>(), Vec::<(usize, usize, Outcome)>::new());
        for size in sizes {
            // They ask in turn; one that holds a part asks for no other.
            let asks = |place: &usize| {
                allotment.rounds(&name(all[*place].0), now) >= size
                    && !held.iter().any(|(its, ..)| its == place)
            };
            turn += 1;
            match (turn..turn + all.len()).map(|place| place % all.len()).find(asks) {
                None => here += size,
                Some(place) => {
                    parts[place] += 1;
                    held.push((place, size, (all[place].1)(parts[place])));
                }
            }
        }
        let since = allotment.waited;
        // Half of the machine plays for the ladder at a time, and two games of each part are played here again.
        now += GAME * u32::try_from(here.max(1)).expect("there are few");
        allotment.passes(now, 0.0);
        for (place, size, outcome) in held {
            let (worker, games, fuel) = (name(all[place].0), 2 * size, FUEL * size as u64);
            while outcome == Outcome::Never && allotment.waits_for(games, fuel, since) == Waiting::Goes {
                allotment.passes(now, 1.0);
                now += Duration::from_millis(5);
                allotment.passes(now, 0.0);
            }
            match outcome {
                Outcome::Whole => allotment.was_played(&worker, games - 1, fuel / 2),
                _ => allotment.was_late(&worker, now),
            }
        }
    }
    (parts, allotment.waited / now.duration_since(begun).as_secs_f64())
}

const HOUR: Duration = Duration::from_hours(1);

#[test]
fn workers_that_are_late_or_play_less_get_few_parts_and_cost_little_time() {
    let begun = Instant::now();
    let mut allotment = Allotment::new(wait(), 2, begun);
    let alternates: Plays = |part| if part % 2 == 0 { Outcome::Never } else { Outcome::Whole };
    let all: [(&str, Plays); 4] = [
        ("late", |_| Outcome::Never),
        ("alternating", alternates),
        ("less", |_| Outcome::OneLess),
        ("right", |_| Outcome::Whole),
    ];
    let (parts, waited) = ladder(&mut allotment, begun, HOUR, &all);
    let [late, alternating, less, right] = parts[..] else { panic!("there are four") };
    assert!((1..=20).contains(&late) && (1..=20).contains(&less), "{parts:?}");
    assert!((2..=40).contains(&alternating), "{parts:?}");
    assert!(right > 10_000, "{parts:?}");
    assert!(waited < 0.01, "{waited}");
}

#[test]
fn however_many_they_call_themselves_workers_cost_no_more_than_their_share() {
    let begun = Instant::now();
    let names: Vec<String> = (0..2_000).map(|number| format!("w{number}")).collect();
    let never: Vec<(&str, Plays)> =
        names.iter().map(|name| (name.as_str(), (|_| Outcome::Never) as Plays)).collect();
    let mut allotment = Allotment::new(wait(), 2, begun);
    let (parts, waited) = ladder(&mut allotment, begun, HOUR, &never);
    assert!(waited < 0.05 && parts.iter().sum::<u64>() < 100, "{waited} {}", parts.iter().sum::<u64>());
}

#[test]
fn one_good_part_does_not_wipe_the_record_of_late_ones() {
    let mut now = Instant::now();
    let mut allotment = Allotment::new(wait(), 2, now);
    let one = name("one");
    allotment.was_played(&one, 1, FUEL);
    for rest in [10, 10, 20, 40, 80, 160, 320, 640, 640] {
        allotment.was_late(&one, now);
        now += Duration::from_millis(1_000 * rest - 1);
        assert_eq!(allotment.rounds(&one, now), 0, "it rests for {rest} s");
        now += Duration::from_millis(1);
        assert_eq!(allotment.rounds(&one, now), 1);
        allotment.was_played(&one, 1, FUEL);
        assert_eq!(allotment.rounds(&one, now), 2);
    }
    (0..56).for_each(|_| allotment.was_played(&one, 1, FUEL));
    allotment.was_late(&one, now);
    assert_eq!(allotment.rounds(&one, now + REST), 32, "many good ones do");
}

#[test]
fn another_name_is_of_no_use_to_who_has_played_nothing() {
    let now = Instant::now();
    let mut allotment = Allotment::new(wait(), 2, now);
    let names = ["a", "b", "old"].map(name);
    allotment.was_played(&names[2], 1, FUEL);
    allotment.was_late(&names[0], now);
    assert_eq!(names.each_ref().map(|name| allotment.rounds(name, now)), [0, 0, 2]);
}

#[test]
fn a_part_is_waited_for_as_its_games_take_here_and_while_the_purse_has_something() {
    let now = Instant::now();
    let waited = |wait: &str, saves: usize, milliseconds: u64| {
        let mut allotment = Allotment::new(wait.parse().expect("it is a share"), 2, now);
        (0..100).for_each(|_| allotment.measures(Duration::from_secs(1), FUEL));
        allotment.was_played(&name("one"), saves, saves as u64 * FUEL);
        allotment.passes(now + HOUR, 1.0);
        allotment.passes(now + HOUR + Duration::from_millis(milliseconds), 1.0);
        allotment.waits_for(4, 4 * FUEL, 0.0)
    };
    // Four games that take a second each here, on two threads, and twenty that a worker has played.
    assert_eq!([8_100, 8_300].map(|time| waited("0%", 20, time)), [Waiting::Goes, Waiting::TooLong]);
    assert_eq!([900, 1_100].map(|time| waited("0%", 0, time)), [Waiting::Goes, Waiting::Ends]);
    assert_eq!([1_900, 2_100].map(|time| waited("50%", 0, time)), [Waiting::Goes, Waiting::Ends]);
    assert_eq!(waited("100%", 0, 60_000), Waiting::Goes);
    let mut allotment = Allotment::new("0%".parse().expect("it is a share"), 2, now);
    assert_eq!(allotment.parts(ROUNDS, 32, now), [1; TRIALS]);
    allotment.spends(Duration::from_secs(1));
    assert!(allotment.parts(ROUNDS, 32, now).is_empty(), "nobody gets anything while the purse is empty");
}
