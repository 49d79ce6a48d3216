//! Profiles for other tools: an SVG flame graph, and the format of speedscope.

use std::collections::BTreeMap;
use std::iter;

use inferno::flamegraph::{self, Options};
use judge_bots::GAMES_VERSION;
use judge_core::object;
use serde::Serialize;

use super::names::Names;
use super::tree::FuelTree;
use super::{Profile, Selection};

impl Profile {
    /// A flame graph of these parts of the game: its bytes depend on nothing else.
    #[must_use]
    pub fn svg(&self, selection: Selection, title: &str) -> Vec<u8> {
        let tree = self.tree(selection);
        let mut lines: Vec<String> = Vec::new();
        for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.own > 0) {
            let path: Vec<&str> = tree.path(index).into_iter().map(|number| self.names.get(number)).collect();
            lines.push(format!("{} {}", path.join(";"), node.own));
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

    /// A file of speedscope's format: these parts of the game together, then one by one.
    #[must_use]
    pub fn speedscope(&self, selection: Selection, title: &str) -> String {
        let all = self.tree(selection);
        let parts = self.selected(selection).filter(|part| !part.tree.nodes.is_empty());
        let parts = parts.map(|part| (part.when.label(), &part.tree));
        let trees = iter::once((title.to_owned(), &all)).chain(parts);
        let mut frames = Frames::default();
        let profiles: Vec<_> =
            trees.map(|(name, tree)| sampled(name, tree, &self.names, &mut frames)).collect();
        let file = object! {
            #[serde(rename = "$schema")]
            schema: "https://www.speedscope.app/file-format-schema.json",
            exporter: format!("judge {GAMES_VERSION}"),
            name: title,
            #[serde(rename = "activeProfileIndex")]
            active: 0,
            profiles,
            shared: object! { frames: frames.list.into_iter().map(|name| object! { name }).collect::<Vec<_>>() },
        };
        let json = serde_json::to_string(&file).expect("a profile is plain data");
        format!("{json}\n")
    }
}

fn sampled(name: String, tree: &FuelTree, names: &Names, frames: &mut Frames) -> impl Serialize + use<> {
    let (mut samples, mut weights) = (Vec::<Vec<usize>>::new(), Vec::new());
    for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.own > 0) {
        let path = tree.path(index);
        samples.push(path.into_iter().map(|function| frames.number(function, names)).collect());
        weights.push(node.own);
    }
    object! {
        #[serde(rename = "type")]
        kind: "sampled",
        name,
        unit: "none",
        #[serde(rename = "startValue")]
        start: 0,
        #[serde(rename = "endValue")]
        end: tree.fuel(),
        samples,
        weights,
    }
}

/// The functions that occur, in the order in which they do.
#[derive(Default)]
struct Frames {
    list: Vec<String>,
    numbers: BTreeMap<u32, usize>,
}

impl Frames {
    fn number(&mut self, function: u32, names: &Names) -> usize {
        let list = &mut self.list;
        *self.numbers.entry(function).or_insert_with(|| {
            list.push(names.get(function).to_owned());
            list.len() - 1
        })
    }
}
