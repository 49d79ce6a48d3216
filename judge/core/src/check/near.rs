//! Which limits a file comes near: bytes in, counts and limits out.

use judge_sandbox::Limits;
use wasmparser::{Parser, Payload};

use super::report::Share;

/// Shares below this are not worth telling.
const NEAR: f64 = 0.5;

/// What of a file is more than half of what it may be.
pub(super) fn near(bytes: &[u8], limits: &Limits) -> Vec<Share> {
    let most = limits.module_limits();
    let counts = Counts::of(bytes);
    let all = [
        ("bytes of the file", bytes.len() as u64, limits.file_bytes),
        ("types", counts.types, most.types),
        ("functions of a module", counts.functions, most.functions),
        ("bytes of a function", counts.body_bytes, most.body_bytes),
        ("globals of a module", counts.globals, most.globals),
        ("exports", counts.exports, most.exports),
        ("imports", counts.imports, most.imports),
        ("bytes of memory to begin with", counts.memory_bytes, limits.memory_bytes),
    ];
    let shares = all.into_iter().map(|(what, used, limit)| Share { what: what.to_owned(), used, limit });
    shares.filter(|share| share.share() >= NEAR).collect()
}

/// The most of each that any module has.
#[derive(Default)]
struct Counts {
    types: u64,
    functions: u64,
    body_bytes: u64,
    globals: u64,
    exports: u64,
    imports: u64,
    memory_bytes: u64,
}

impl Counts {
    fn of(bytes: &[u8]) -> Self {
        let mut counts = Self::default();
        for payload in Parser::new(0).parse_all(bytes) {
            let Ok(payload) = payload else { break };
            let (count, new) = match payload {
                Payload::TypeSection(section) => (&mut counts.types, section.count().into()),
                Payload::FunctionSection(section) => (&mut counts.functions, section.count().into()),
                Payload::GlobalSection(section) => (&mut counts.globals, section.count().into()),
                Payload::ExportSection(section) => (&mut counts.exports, section.count().into()),
                Payload::ImportSection(section) => (&mut counts.imports, section.count().into()),
                Payload::CodeSectionEntry(body) => (&mut counts.body_bytes, body.range().len() as u64),
                Payload::MemorySection(section) => {
                    let pages = section.into_iter().flatten().map(|memory| memory.initial).max();
                    (&mut counts.memory_bytes, pages.unwrap_or(0).saturating_mul(1 << 16))
                }
                _ => continue,
            };
            *count = new.max(*count);
        }
        counts
    }
}
