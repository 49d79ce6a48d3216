//! Fuzz targets for the judge; each is a test in `tests/targets`.
//!
//! `cargo test -p judge-fuzz` tries the corpus of each, and a bounded number of random inputs. To try one for longer:
//!
//! ```sh
//! BOLERO_RANDOM_ITERATIONS=1000000000 BOLERO_RANDOM_TEST_TIME_MS=300000 \
//!     cargo test -p judge-fuzz --test targets a_generated_bot -- --nocapture
//! ```
//!
//! To let libFuzzer search, guided by what code an input reaches (once `cargo install cargo-bolero` has been
//! run; it keeps what it finds in the target's corpus):
//!
//! ```sh
//! cargo +nightly bolero test -p judge-fuzz --engine libfuzzer --sanitizer NONE bots::any_bytes
//! ```
//!
//! An input that breaks a promise belongs into the target's corpus, or as a test beside the code that it broke.
