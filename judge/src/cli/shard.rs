//! Shards: which part of a tournament is meant, and what is written down of it.

use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::setting::Setting;
use crate::error::{Error, Mistake};
use crate::report;
use crate::schedule::{Format, Shard, StopRule};
use crate::tournament::Tournament;

/// Parts that a tournament may be played in.
const SHARDS_MAX: u32 = 10_000;

/// `--shard` as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WhichShard {
    /// `None` if the cluster that started this process knows.
    number: Option<u32>,
    total: u32,
}

impl FromStr for WhichShard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("write a part and the number of parts, as in 3/16, up to {SHARDS_MAX}, or auto/16");
        let (number, total) = text.split_once('/').ok_or_else(wrong)?;
        let total: u32 = total.parse().map_err(|_| wrong())?;
        let number: Option<u32> = match number {
            "auto" => None,
            number => Some(number.parse().map_err(|_| wrong())?),
        };
        if is_part(number.unwrap_or(1), total) { Ok(Self { number, total }) } else { Err(wrong()) }
    }
}

/// Whether there is such a part of so many.
fn is_part(number: u32, total: u32) -> bool {
    total <= SHARDS_MAX && (1..=total).contains(&number)
}

/// The part of `tournament` that is meant.
pub(super) fn of(which: WhichShard, tournament: &Tournament) -> Result<Shard, Error> {
    if matches!(tournament.format, Format::Swiss | Format::Knockout) {
        let text = "in this format who meets whom depends on results, so it cannot be played in parts; run it without --shard";
        return Err(Mistake::in_file(&tournament.file, text).into());
    }
    if tournament.stop == StopRule::Separated {
        let text = "with stop = \"separated\" the rounds depend on results, so it cannot be played in parts; take stop out";
        return Err(Mistake::in_file(&tournament.file, text).into());
    }
    let WhichShard { number, total } = which;
    let number = number.map_or_else(|| number_by_cluster(|name| std::env::var(name).ok()), Ok);
    let number = number.map_err(|text| Mistake::in_file(&tournament.file, text))?;
    if number > total {
        let text =
            format!("this is task {number}, but there are {total} parts; start as many tasks as parts");
        return Err(Mistake::in_file(&tournament.file, text).into());
    }
    Ok(Shard { number, total })
}

/// The number, from 1, that Slurm or Kubernetes gave this process.
fn number_by_cluster(variable: impl Fn(&str) -> Option<String>) -> Result<u32, String> {
    let number = |name: &str| variable(name).and_then(|text| text.parse::<u32>().ok());
    let slurm = number("SLURM_ARRAY_TASK_ID").map(|id| (id, number("SLURM_ARRAY_TASK_MIN").unwrap_or(0)));
    if let Some((_, least @ 2..)) = slurm {
        return Err(format!(
            "--shard auto: this array begins with task {least}, so it is a part of one; submit the whole array again, which goes on with what is missing, or write the part's number"
        ));
    }
    let (id, least) = slurm.or_else(|| number("JOB_COMPLETION_INDEX").map(|index| (index, 0))).ok_or(
        "--shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set; start it as an array, or write the part's number",
    )?;
    Ok(id.saturating_sub(least) + 1)
}

/// The folder of a part's results.
pub(super) fn folder_name(shard: Shard) -> String {
    format!("shard-{}-of-{}", shard.number, shard.total)
}

/// The manifest of a part.
#[derive(Serialize, Deserialize)]
struct Manifest {
    shard: Shard,
    #[serde(flatten)]
    whole: toml::Table,
}

/// What a part's results depend on, and which part it is.
pub(super) fn manifest(setting: &Setting, shard: Shard) -> Vec<u8> {
    let manifest = Manifest { shard, whole: whole(setting) };
    toml::to_string(&manifest).expect("a manifest is plain TOML").into_bytes()
}

fn whole(setting: &Setting) -> toml::Table {
    let bytes = report::manifest_toml(&setting.tournament, &setting.entrants, None);
    let text = String::from_utf8(bytes).expect("a manifest is text");
    text.parse().expect("a manifest is TOML")
}

/// Which part of this very tournament is in `folder`.
pub(super) fn read(folder: &Path, setting: &Setting) -> Result<Shard, Mistake> {
    let file = folder.join("manifest.toml");
    let text = std::fs::read_to_string(&file).map_err(|error| {
        let text = format!(
            "there is no finished part of a tournament here: {error}; run it with --shard to its end"
        );
        Mistake::in_file(&file, text)
    })?;
    let manifest = parsed_manifest(&text).ok_or_else(|| {
        Mistake::in_file(&file, "it is no manifest of a part; name folders that judge run --shard made")
    })?;
    match difference(&manifest.whole, &whole(setting)) {
        None => Ok(manifest.shard),
        Some(key) => {
            let text = format!(
                "this part was played with another {key:?}; run it again with the same tournament, bots and judge"
            );
            Err(Mistake::in_file(&file, text))
        }
    }
}

/// A part's manifest, if the text is one; it may come from anywhere.
fn parsed_manifest(text: &str) -> Option<Manifest> {
    let manifest: Option<Manifest> = toml::from_str(text).ok();
    manifest.filter(|Manifest { shard, .. }| is_part(shard.number, shard.total))
}

/// The first key in which two manifests differ.
fn difference(one: &toml::Table, other: &toml::Table) -> Option<String> {
    let mut keys: Vec<&String> = one.keys().chain(other.keys()).collect();
    keys.sort_unstable();
    keys.into_iter().find(|key| one.get(*key) != other.get(*key)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<(Option<u32>, u32)> {
        text.parse::<WhichShard>().ok().map(|which| (which.number, which.total))
    }

    #[test]
    fn a_part_is_a_number_of_a_number() {
        assert_eq!(parsed("3/16"), Some((Some(3), 16)));
        assert_eq!(parsed("auto/16"), Some((None, 16)));
        for wrong in ["", "3", "0/16", "17/16", "1/0", "-1/2", "1/2/3", "1/10001", "a/b"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_manifest_of_a_part_that_cannot_be_is_none() {
        let shard = |text| parsed_manifest(text).map(|manifest| manifest.shard);
        let good = "judge = \"1\"\n[shard]\nnumber = 3\ntotal = 16";
        assert_eq!(shard(good), Some(Shard { number: 3, total: 16 }));
        for wrong in ["", "[shard]\nnumber = 0\ntotal = 1", "[shard]\nnumber = 1\ntotal = 4000000000"] {
            assert_eq!(shard(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_clusters_number_their_tasks_as_they_do() {
        let by = |variables: &[(&str, &str)]| {
            let variables = variables.to_vec();
            number_by_cluster(move |name| {
                variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(by(&[("SLURM_ARRAY_TASK_ID", "0"), ("SLURM_ARRAY_TASK_MIN", "0")]), Ok(1));
        assert_eq!(by(&[("SLURM_ARRAY_TASK_ID", "4"), ("SLURM_ARRAY_TASK_MIN", "1")]), Ok(4));
        assert_eq!(by(&[("JOB_COMPLETION_INDEX", "3")]), Ok(4));
        assert!(by(&[("SLURM_ARRAY_TASK_ID", "4"), ("SLURM_ARRAY_TASK_MIN", "4")]).is_err());
        assert!(by(&[("JOB_COMPLETION_INDEX", "x")]).is_err());
        assert!(by(&[]).is_err());
    }
}
