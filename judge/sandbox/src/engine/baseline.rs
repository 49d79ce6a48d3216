//! The features that a processor must have: the same for all machines of one kind.
//!
//! Compiled code must not depend on the machine that compiled it: frames of another size let
//! recursion go deeper or less deep before it traps, which a bot can see. So Cranelift does not
//! look at the processor; it compiles for what all but very old ones have.
//!
//! On x86-64 that is x86-64-v2, as of 2009. Without SSE 4.1 each rounding of a float is a call to the
//! host; AVX and what else v3 has make little difference to code without SIMD, and virtual
//! machines often lack it. On 64-bit ARM it is ARMv8.0. Other kinds of machine are as they are.

use wasmtime::Config;

/// The baseline's name, if this kind of machine has one.
const BASELINE: Option<&str> = if cfg!(target_arch = "x86_64") {
    Some("x86-64-v2")
} else if cfg!(target_arch = "aarch64") {
    Some("ARMv8.0")
} else {
    None
};

/// A feature of the baseline by Cranelift's name, and whether this processor has it.
type Feature = (&'static str, bool);

#[cfg(target_arch = "x86_64")]
fn features() -> Vec<Feature> {
    vec![
        ("has_cmpxchg16b", std::is_x86_feature_detected!("cmpxchg16b")),
        ("has_sse3", std::is_x86_feature_detected!("sse3")),
        ("has_ssse3", std::is_x86_feature_detected!("ssse3")),
        ("has_sse41", std::is_x86_feature_detected!("sse4.1")),
        ("has_sse42", std::is_x86_feature_detected!("sse4.2")),
        ("has_popcnt", std::is_x86_feature_detected!("popcnt")),
    ]
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<Feature> {
    Vec::new()
}

/// Compiles for the baseline, where there is one.
pub(crate) fn require(config: &mut Config) {
    if BASELINE.is_none() {
        return;
    }
    config.target(env!("TARGET")).expect("what the judge was compiled for is a target");
    for (flag, _) in features() {
        #[expect(
            unsafe_code,
            reason = "a wrong flag could make wrong code; these only say what the processor has"
        )]
        // SAFETY: wasmtime does not start an engine on a processor that lacks what a flag says.
        unsafe {
            config.cranelift_flag_enable(flag);
        }
    }
}

/// Says what this machine lacks of the baseline; nothing if it has all.
pub(crate) fn lacking() -> Option<String> {
    lacking_of(&features())
}

fn lacking_of(features: &[Feature]) -> Option<String> {
    let name = BASELINE?;
    let lacks = features.iter().filter(|(_, has)| !has).map(|(flag, _)| flag.trim_start_matches("has_"));
    let lacks: Vec<&str> = lacks.collect();
    if lacks.is_empty() {
        return None;
    }
    Some(format!(
        "its processor lacks {}, and bots are compiled for {name}, the same for every machine; in a virtual machine, choose another model of processor (such as host)",
        lacks.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn a_processor_without_all_of_the_baseline_is_refused_with_what_it_lacks() {
        let mut features: Vec<Feature> = features().into_iter().map(|(flag, _)| (flag, true)).collect();
        assert_eq!(lacking_of(&features), None);
        features.iter_mut().rev().take(2).for_each(|(_, has)| *has = false);
        let told = lacking_of(&features).unwrap_or_default();
        assert!(
            told.starts_with("its processor lacks sse42, popcnt, and bots are compiled for x86-64-v2"),
            "{told}"
        );
    }
}
