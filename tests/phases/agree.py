"""Plays random tournaments, and wants all that the judge says of them to be the same, and what the twin works out.

python3 agree.py JUDGE FOLDER short|phases COUNT SEED [FIRST]
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys

import files
from twin import Twin, rows

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
    told = json.loads(judge("run", file, "--json").stdout).get("phases", [])
    both = {what: rows(results, f"{what}.csv") or [] for what in ("groups", "matches")}
    if both["groups"] or both["matches"]:
        said_in_json(told, both)
        said_on_terminal(printed, both)
    judge("report", results, "--quiet")
    with open(os.path.join(results, "report.html"), encoding="utf-8") as page:
        said_in_report(page.read(), both)
    said_by_replay(judge, results, both["matches"], rng)
    resumed(judge, file, results, rng)
    same("resumed", tables(results), whole)
    same("printed again", judge("run", file).stdout, printed)
    if rng.random() < 0.5:
        in_parts(judge, file, rng)
        same("in parts", tables(results), whole)


def said_in_json(phases, both):
    def plain(value):
        if isinstance(value, list):
            return " ".join(map(str, value))
        return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

    for what, key in (("groups", "tables"), ("matches", "matches")):
        if both[what]:
            told = [{column: plain(value) for column, value in row.items()} for phase in phases for row in phase[key]]
            same(f"JSON, {key}", told, both[what])


WORDS = {"points": "", "extra": ", in extra rounds", "seeding": ", by seeding", "disqualified": ", disqualified",
         "both-disqualified": ", both disqualified"}
TITLE = re.compile(r"^(?:Phase (\d+): )?(?:Round-robin|Gauntlet|Swiss|Knockout|Double elimination)\b.*\d contestants?\b")


def winner_first(row):
    """Winner and loser of a match, with their points."""
    one, other = (row["one"], row["points_one"]), (row["other"], row["points_other"])
    return (one, other) if row["winner"] == row["one"] else (other, one)


def said_on_terminal(printed, both):
    found, phase = {}, 0
    for line in printed.splitlines():
        title = TITLE.match(line)
        phase = int(title[1] or 1) if title else phase
        found.setdefault(phase, []).append(line.lstrip(" │├└─"))
    brackets = {row["phase"] for row in both["matches"]}
    for row in both["matches"]:
        (winner, points), (loser, others) = winner_first(row)
        words = f"{row['match']}: {winner} beats {loser}, {points} : {others}{WORDS[row['why']]}"
        same(f"terminal, {words}", words in found.get(int(row["phase"]), []), True)
    for phase in {row["phase"] for row in both["groups"]} - brackets:
        lines = [line.split() for line in found[int(phase)]]
        told = [row for row in both["groups"] if row["phase"] == phase]
        for row in told:
            cells = [row["place"], row["contestant"], row["points"]]
            same(f"terminal, phase {phase}, {cells}",
                 any(line[at:at + 3] == cells for line in lines for at in (0, 1)), True)


def said_in_report(page, both):
    text = re.compile(r"<[^>]*>|✓")
    sections = re.split(r"<h2>(?=(?:Phase \d+: )?(?:Round-robin|Gauntlet|Swiss|Knockout|Double elimination)\b)", page)[1:]
    drawn = {int(re.match(r"Phase (\d+)|", section)[1] or 1): section.split("</section>")[0] for section in sections}
    matches = []
    for phase, section in sorted(drawn.items()):
        for table in re.findall(r'<table class="bracket-match">(.*?)</table>', section, re.S):
            head, *sides = re.findall(r"<tr(.*?)</tr>", table, re.S)
            name = text.sub("", head.split(">", 1)[1])
            cells = [re.search(r"</svg>(.*?)</th><td>(.*?)</td>", side) for side in sides]
            won = ["won" in side.split(">")[0] for side in sides]
            matches.append((phase, name, [(text.sub("", cell[1]).strip(), cell[2]) for cell in cells], won))
    expected = [(int(row["phase"]), row["match"] + WORDS[row["why"]],
                 [(row["one"], row["points_one"]), (row["other"], row["points_other"])],
                 [row["winner"] == row["one"], row["winner"] == row["other"]]) for row in both["matches"]]
    same("report, matches", sorted(matches), sorted(expected))
    brackets = {row["phase"] for row in both["matches"]}
    lines = []
    for phase, section in sorted(drawn.items()):
        for table in re.findall(r'<table class="numbers phase">(.*?)</table>', section, re.S):
            for line in re.findall(r"<tr.*?</tr>", table.split("<tbody>")[1], re.S):
                cells = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line, re.S)
                name = text.sub("", re.sub(r"<span.*?</span>", "", cells[1])).strip()
                lines.append([str(phase), cells[0], name, *(text.sub("", cell) for cell in cells[2:])])
    expected = [[row["phase"], row["place"], row["contestant"], row["points"], *([row["buchholz"]] if row["buchholz"] else []),
                 row["played"], row["won"], row["drawn"], row["lost"], row["by"].replace("points", "")]
                for row in both["groups"] if row["phase"] not in brackets]
    same("report, tables", lines, expected)


def said_by_replay(judge, results, matches, rng):
    """A game says which match it is of."""
    played = [game for game in rows(results, "games.csv") if game["match"] and game["transcript_sha256"]]
    for game in rng.sample(played, min(2, len(played))):
        said = judge("replay", results, game["game"], "--print").stdout
        same(f"replay of game {game['game']}", game["match"] in said.splitlines()[0], True)


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
