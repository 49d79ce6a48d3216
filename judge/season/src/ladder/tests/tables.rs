//! Tables of several: everybody plays, sits and meets about equally often.

use std::collections::BTreeMap;

use super::*;

/// A season at tables of so many, after so many batches.
fn season_at(seats: usize, elos: &[f64], batches: u32) -> Simulation {
    let mut season = Simulation::new(elos, Seed(7));
    season.seats = seats;
    for _ in 0..batches {
        let batch = season.draw(u32::MAX);
        season.play(batch);
    }
    season
}

#[test]
fn everybody_plays_and_sits_on_each_seat_equally_often() {
    for seats in 3..=8 {
        for contestants in seats.max(4)..=33 {
            // Some are so strong that nobody's chances against them are open.
            let elos: Vec<f64> = (0..contestants).map(|place| [0.0, 900.0][place % 5 / 4]).collect();
            let Simulation { state, .. } = season_at(seats, &elos, 30);
            let rounds: Vec<u32> = state.versions.iter().map(|version| version.rounds).collect();
            let [least, most] = [rounds.iter().min(), rounds.iter().max()].map(|rounds| rounds.copied().unwrap_or_default());
            assert!(most - least <= 1, "{contestants} at tables of {seats}: {rounds:?}");
            let mut sat = vec![[0; 8]; contestants];
            for round in &state.rounds {
                assert_eq!((round.pairing.versions.len(), round.games.len()), (seats, seats));
                for order in 0..seats {
                    let seating = round.pairing.seating(order);
                    seating.iter().enumerate().for_each(|(seat, &id)| sat[id][seat] += 1);
                }
            }
            for (sat, rounds) in sat.iter().zip(&rounds) {
                assert!(sat[..seats].iter().all(|count| count == rounds), "{sat:?} in {rounds} rounds");
            }
        }
    }
}

#[test]
fn explore() {
    for seats in 3..=8 {
        for contestants in [4, 6, 9, 12, 20, 33] {
            if contestants < seats { continue; }
            for step in [0.0, 40.0] {
                let elos: Vec<f64> = (0..contestants).map(|p| p as f64 * step).collect();
                let s = season_at(seats, &elos, 60);
                let st = &s.state;
                let mut met = 0; let mut total = 0; let mut most = 0; 
                for a in 0..contestants { for b in 0..a { total += 1; met += usize::from(st.met(a,b) > 0); most = most.max(st.met(a,b)); } }
                // follow
                let mut follow: BTreeMap<(usize,usize), u32> = BTreeMap::new();
                let mut gap = 0.0; let mut n = 0.0;
                for r in &st.rounds { let v = &r.pairing.versions; for (i,&a) in v.iter().enumerate() { *follow.entry((a, v[(i+1)%seats])).or_default() += 1; 
                    for &b in &v[..i] { gap += (a as f64 - b as f64).abs(); n += 1.0; } } }
                let mut worst = 0.0f64;
                for a in 0..contestants { for b in 0..contestants { if a != b { let f = follow.get(&(a,b)).copied().unwrap_or(0); let m = f64::from(st.met(a,b)); if m > 0.0 { let e = m / (seats as f64 - 1.0); let z = (f64::from(f) - e) / (e * (1.0 - 1.0/(seats as f64-1.0))).sqrt(); worst = worst.max(z.abs()); } } } }
                println!("{seats} seats {contestants} step {step}: rounds {:?} met {met}/{total} most {most} follow z {worst:.2} gap {:.2} of {:.2} wrong {}", st.versions.iter().map(|v| v.rounds).min().zip(st.versions.iter().map(|v| v.rounds).max()), gap / n, (contestants as f64 + 1.0)/3.0, s.wrong_pairs());
            }
        }
    }
}
