"""Plays random tournaments, and wants all that the judge says of them to be the same, and what the twin works out.

python3 agree.py JUDGE FOLDER short|phases COUNT SEED [FIRST]
"""
import os
import random
import shutil
import subprocess
import sys

import files
from twin import Twin

TABLES = ["results.csv", "games.csv", "seats.csv", "pairs.csv", "matches.csv", "groups.csv"]


class Judge:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def __call__(self, *words, codes=(0,)):
        ended = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True, encoding="utf-8")
        if ended.returncode not in codes:
            raise Differs(f"judge {' '.join(words)} ends with {ended.returncode}\n{ended.stdout}{ended.stderr}")
        return ended


class Differs(Exception):
    pass


def same(what, one, other):
    if one != other:
        raise Differs(f"{what}: {one!r} and {other!r}")


def tables(folder):
    found = {}
    for name in TABLES:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                found[name] = file.read()
    return found


def check(judge, file, rng):
    name = file.removesuffix(".toml")
    results = os.path.join(judge.folder, "results", name)
    printed = judge("run", file).stdout
    whole = tables(results)
    differences = Twin(os.path.join(judge.folder, file), results).run()
    if differences:
        raise Differs("\n".join(differences[:10]))
    judge("verify", results, "--quiet")
    resumed(judge, file, results, rng)
    same("resumed", tables(results), whole)
    same("printed again", judge("run", file).stdout, printed)
    if rng.random() < 0.5:
        in_parts(judge, file, rng)
        same("in parts", tables(results), whole)


def resumed(judge, file, results, rng):
    """The run was killed somewhere, in the middle of a line."""
    journal = os.path.join(results, "journal")
    with open(journal, "rb+") as lines:
        lines.truncate(rng.randint(0, os.path.getsize(journal)))
    judge("run", file, "--quiet")


def in_parts(judge, file, rng):
    """All of it once more, in parts, stage by stage if it has some."""
    shutil.rmtree(os.path.join(judge.folder, "results", file.removesuffix(".toml")))
    parts, stage = rng.randint(1, 3), []
    while True:
        for part in range(1, parts + 1):
            ended = judge("run", file, "--quiet", *stage, "--shard", f"{part}/{parts}", codes=(0, 2))
            if ended.returncode == 2:
                same("parts of a tournament with stages", ("--stage" in ended.stderr, stage), (True, []))
                stage = ["--stage"]
                break
        else:
            if judge("merge", file, "--audit", "0", codes=(0, 3)).returncode == 0:
                return


def main(program, folder, style, count, seed, first="0"):
    if sys.version_info < (3, 11):
        print("skipped: it reads TOML, as Python does from 3.11 on")
        return 0
    os.makedirs(folder, exist_ok=True)
    judge, wrong = Judge(program, folder), 0
    for number in range(int(first), int(first) + int(count)):
        rng = random.Random(f"{seed} {number}")
        file = f"{number:03}.toml"
        with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
            out.write(files.STYLES[style](rng, number))
        try:
            check(judge, file, rng)
        except Differs as differs:
            wrong += 1
            print(f"== {os.path.join(folder, file)}\n{differs}")
    print(f"{count} tournaments, of which {wrong} differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
