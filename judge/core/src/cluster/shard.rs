//! Shards: the choice of a part of a tournament, and the files of that part.

use std::path::Path;
use std::str::FromStr;

use super::Extent;
use crate::error::{Error, Mistake};
use crate::phases::Shard;
use crate::publish::folder::PARTS_PREFIX;
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
        let is_part = total <= SHARDS_MAX && (1..=total).contains(&number.unwrap_or(1));
        if is_part { Ok(Self { number, total }) } else { Err(wrong()) }
    }
}

/// The chosen part of `tournament`; `variable` looks up the environment, where a cluster gives its number.
///
/// # Errors
/// If the tournament cannot be played in parts, or there is no such part.
pub fn of(
    which: WhichShard,
    extent: Extent,
    tournament: &Tournament,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<Shard, Error> {
    if extent == Extent::Everything && has_stages(tournament) {
        let why = if tournament.depends_on_results() {
            "in this format results decide who meets whom"
        } else {
            "with stop = \"separated\" results decide how many rounds there are"
        };
        let text = format!("{why}, so it can be played in parts only stage by stage; add --stage");
        return Err(Mistake::in_file(&tournament.file, text).into());
    }
    let WhichShard { number, total } = which;
    let number = number.map_or_else(|| number_by_cluster(&tournament.file, variable), Ok)?;
    if number > total {
        let text =
            format!("this is task {number}, but there are {total} parts; start tasks for these parts only");
        return Err(Mistake::in_file(&tournament.file, text).into());
    }
    Ok(Shard { number, total })
}

fn has_stages(tournament: &Tournament) -> bool {
    tournament.schedule(&[]).has_stages()
}

/// Refuses to play a stage of a tournament that has none.
///
/// # Errors
/// If no results decide what comes next.
pub fn needs_stages(tournament: &Tournament) -> Result<(), Error> {
    if has_stages(tournament) {
        return Ok(());
    }
    let text = "it has no stages: no results decide what comes next; run it without --stage";
    Err(Mistake::in_file(&tournament.file, text).into())
}

/// The number, from 1, that Slurm or Kubernetes gave this process.
///
/// Slurm's tasks are numbered from 1, as parts are, so a task has its number in any array; Kubernetes counts from 0.
///
/// # Errors
/// If no part fits, or it cannot be known.
fn number_by_cluster(file: &Path, variable: impl Fn(&str) -> Option<String>) -> Result<u32, Mistake> {
    let number = |name: &str| variable(name).and_then(|text| text.parse::<u32>().ok());
    if let Some(task) = number("SLURM_ARRAY_TASK_ID") {
        if task == 0 || number("SLURM_ARRAY_TASK_MIN") == Some(0) {
            let text = "--shard auto: the tasks of this array are numbered from 0, and parts from 1; submit it with numbers from 1, as with --array=1-16";
            return Err(Mistake::in_file(file, text));
        }
        return Ok(task);
    }
    number("JOB_COMPLETION_INDEX").and_then(|index| index.checked_add(1)).ok_or_else(|| {
        let text = "--shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set; start it as an array, or write the part's number";
        Mistake::in_file(file, text)
    })
}

/// The name of the folder of a part's results.
pub(crate) fn folder_name(shard: Shard) -> String {
    format!("{PARTS_PREFIX}{}-of-{}", shard.number, shard.total)
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
            number_by_cluster(Path::new("cup.toml"), move |name| {
                variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            })
        };
        let array = |id, min| by(&[("SLURM_ARRAY_TASK_ID", id), ("SLURM_ARRAY_TASK_MIN", min)]);
        assert_eq!(array("1", "1"), Ok(1));
        assert_eq!(array("7", "1"), Ok(7));
        assert_eq!(array("7", "7"), Ok(7), "one task again, and it is the same part");
        assert!(array("0", "0").is_err() && array("7", "0").is_err(), "1 would be the second task");
        assert_eq!(by(&[("JOB_COMPLETION_INDEX", "0")]), Ok(1));
        assert_eq!(by(&[("JOB_COMPLETION_INDEX", "3")]), Ok(4));
        assert!(by(&[("JOB_COMPLETION_INDEX", "x")]).is_err());
        assert!(by(&[]).is_err());
    }
}
