//! Tells the crate what kind of machine it is compiled for.

fn main() {
    let target = std::env::var("TARGET").expect("Cargo says it");
    println!("cargo::rustc-env=TARGET={target}");
    println!("cargo::rerun-if-changed=build.rs");
}
