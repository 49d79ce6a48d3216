//! Thinks for 0.05 s of its clock, sleeps for 2 s of it, and tells both with a random number.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant, SystemTime};

fn main() {
    for line in std::io::stdin().lines() {
        let (begun, line) = (Instant::now(), line.expect("it is text"));
        if line.contains("\"ask\":\"name\"") {
            println!("Clock");
        } else if line.contains("\"ask\":") {
            while begun.elapsed() < Duration::from_millis(50) {}
            let slept = SystemTime::now();
            std::thread::sleep(Duration::from_secs(2));
            let slept = slept.elapsed().expect("time goes on").as_secs();
            eprintln!("{slept} 0.{}", RandomState::new().hash_one(0));
            let (_, legal) = line.split_once("\"legal_actions\":[\"").expect("something is legal");
            println!("{}", legal.split('"').next().expect("it is there"));
        }
    }
}
