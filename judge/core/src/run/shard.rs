//! Shards: which part of a tournament is meant, and what is written of it.

use std::path::Path;
use std::str::FromStr;

use super::Runner;
use super::folder::MANIFEST;
use crate::error::{Error, Mistake};
use crate::file::{self, Links};
use crate::results::Manifest;
use crate::schedule::{Shard, StopRule};
use crate::tournament::Tournament;

/// Parts that a tournament may be played in.
const SHARDS_MAX: u32 = 10_000;

/// A part as people name it: `3/16`, or `auto/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhichShard {
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

/// The part of `tournament` that is meant; `variable` looks up the environment, where a cluster says which.
///
/// # Errors
/// If the tournament cannot be played in parts, or there is no such part.
pub fn of(
    which: WhichShard,
    tournament: &Tournament,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Shard, Error> {
    if tournament.format.depends_on_results() {
        let text = "in this format results decide who meets whom, so it cannot be played in parts; run it without --shard";
        return Err(Mistake::in_file(&tournament.file, text).into());
    }
    if tournament.stop == StopRule::Separated {
        let text = "with stop = \"separated\" results decide how many rounds there are, so it cannot be played in parts; remove stop";
        return Err(Mistake::in_file(&tournament.file, text).into());
    }
    let WhichShard { number, total } = which;
    let number = number.map_or_else(|| number_by_cluster(variable), Ok);
    let number = number.map_err(|text| Mistake::in_file(&tournament.file, text))?;
    if number > total {
        let text =
            format!("this is task {number}, but there are {total} parts; start as many tasks as parts");
        return Err(Mistake::in_file(&tournament.file, text).into());
    }
    Ok(Shard { number, total })
}

/// The number, from 1, that Slurm or Kubernetes gave this process.
///
/// # Errors
/// If there is none, or it cannot be told.
pub fn number_by_cluster(variable: impl Fn(&str) -> Option<String>) -> Result<u32, String> {
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

/// The name of the folder of a part's results.
pub(super) fn folder_name(shard: Shard) -> String {
    format!("shard-{}-of-{}", shard.number, shard.total)
}

/// The manifest of a part.
#[must_use]
pub fn write(runner: &Runner, shard: Shard) -> String {
    Manifest::new(&runner.tournament, &runner.bots, None, Some(shard)).to_toml()
}

/// Which part of this very tournament is in `folder`.
///
/// # Errors
/// If it is no finished part of it.
pub fn read(folder: &Path, runner: &Runner) -> Result<Shard, Mistake> {
    let file = folder.join(MANIFEST);
    let text = file::read_text(&file, Links::Refuse).map_err(|error| {
        let text = format!(
            "there is no finished part of a tournament here: {error}; run it with --shard to its end"
        );
        Mistake::in_file(&file, text)
    })?;
    let manifest = Manifest::parse(&file, &text)?;
    let Some(shard) = manifest.shard.filter(|shard| is_part(shard.number, shard.total)) else {
        let text = "it is not the manifest of a part; name folders that judge run --shard made";
        return Err(Mistake::in_file(&file, text));
    };
    let here = Manifest::new(&runner.tournament, &runner.bots, None, Some(shard));
    match difference(&manifest, &here) {
        None => Ok(shard),
        Some(key) => {
            let text = format!(
                "this part was played with a different {key:?}; run it again with the same tournament, bots and judge"
            );
            Err(Mistake::in_file(&file, text))
        }
    }
}

/// The first key in which two manifests differ.
fn difference(one: &Manifest, other: &Manifest) -> Option<String> {
    let [one, other] =
        [one, other].map(|manifest| toml::Table::try_from(manifest).expect("a manifest is plain TOML"));
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
