//! Trees of calls for other tools: an SVG flame graph, and the format of speedscope.

use std::collections::BTreeMap;
use std::fmt::Write;

use inferno::flamegraph::{self, Options};
use judge_bots::GAMES_VERSION;
use serde::Serialize;

use super::names::Names;
use super::tree::Tree;

/// A flame graph of a tree: its bytes depend on nothing else.
pub(super) fn svg(tree: &Tree, names: &Names, title: &str) -> Vec<u8> {
    let mut lines: Vec<String> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.own > 0) {
        let mut line = String::new();
        for function in tree.path(index) {
            if !line.is_empty() {
                line.push(';');
            }
            line.push_str(names.get(function));
        }
        write!(line, " {}", node.own).expect("a string takes all text");
        lines.push(line);
    }
    lines.sort_unstable();
    let mut options = Options::default();
    title.clone_into(&mut options.title);
    "fuel".clone_into(&mut options.count_name);
    options.deterministic = true;
    options.pretty_xml = false;
    let mut svg = Vec::new();
    let drawn = flamegraph::from_lines(&mut options, lines.iter().map(String::as_str), &mut svg);
    drawn.expect("the lines are well-formed, and a vector takes all bytes");
    svg
}

/// A file of speedscope's format, with a profile for each of these trees.
pub(super) fn speedscope(trees: &[(String, &Tree)], names: &Names, title: &str) -> String {
    let mut frames = Frames::default();
    let profiles = trees.iter().map(|(name, tree)| sampled(name, tree, names, &mut frames)).collect();
    let file = File {
        schema: "https://www.speedscope.app/file-format-schema.json",
        exporter: format!("judge {GAMES_VERSION}"),
        name: title,
        active_profile_index: 0,
        profiles,
        shared: Shared { frames: frames.list },
    };
    let json = serde_json::to_string(&file).expect("a profile is plain data");
    format!("{json}\n")
}

fn sampled<'a>(name: &'a str, tree: &Tree, names: &Names, frames: &mut Frames) -> Sampled<'a> {
    let (mut samples, mut weights) = (Vec::new(), Vec::new());
    for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.own > 0) {
        let path = tree.path(index);
        samples.push(path.into_iter().map(|function| frames.number(function, names)).collect());
        weights.push(node.own);
    }
    Sampled { kind: "sampled", name, unit: "none", start_value: 0, end_value: tree.fuel(), samples, weights }
}

/// The functions that occur, in the order in which they do.
#[derive(Default)]
struct Frames {
    list: Vec<Frame>,
    numbers: BTreeMap<u32, usize>,
}

impl Frames {
    fn number(&mut self, function: u32, names: &Names) -> usize {
        let list = &mut self.list;
        *self.numbers.entry(function).or_insert_with(|| {
            list.push(Frame { name: names.get(function).to_owned() });
            list.len() - 1
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    exporter: String,
    name: &'a str,
    active_profile_index: usize,
    profiles: Vec<Sampled<'a>>,
    shared: Shared,
}

#[derive(Serialize)]
struct Shared {
    frames: Vec<Frame>,
}

#[derive(Serialize)]
struct Frame {
    name: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sampled<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'a str,
    unit: &'static str,
    start_value: u64,
    end_value: u64,
    samples: Vec<Vec<usize>>,
    weights: Vec<u64>,
}
