"""A contest in rounds of Othello. Two contestants improve by themselves: a hill climb over weights, by feedback alone.

    python3 rounds.py FOLDER [--rounds 15] [--edit COMMAND]

Needs the package `judge`, and no compiler or network. Interrupted, it goes on when it is started again. With --edit a
contestant `edited` is a bot in C in FOLDER/edited: before each round but the first COMMAND is called there with the path of
its feedback behind it, and may change all. What it leaves is built on this machine, outside of any sandbox.
"""

import argparse
import base64
import json
import random
import shlex
import subprocess
from pathlib import Path
from typing import Sequence

import judge

CONTEST = """title = "Weights"
game = "othello"
seed = 7
rounds = 50
faults = "forfeit"
bad_files = "last-version"
examples = ["greedy"]
"""
# Takes the legal square with the highest weight: tests/guests/weights.wat. Its 64 weights are the last bytes.
BOT = base64.b64decode(
    "AGFzbQEAAAABEwNgAAF/YAR+f39/AGADfn5+AX8DBAMAAQIFAwEAAQclBAZtZW1vcnkCAARuYW1lAAAIbmV3LWdhbWUAAQZjaG9vc2UAAgpt"
    "AxMAQQBBwAA2AgBBBEEHNgIAQQALAgALVAEDf0H/fiEEA0AgAkIAUgRAIAJ6pyEFIAUsAIABIARKBEAgBSEDIAUsAIABIQQLIAIgAkIBfYMh"
    "AgwBCwtBACADQQdxOgAQQQAgA0EDdjoAEUEQCwtUAgBBwAALB1dlaWdodHMAQYABC0A="
)


def kind(x: int, y: int) -> int:
    """Squares that are alike have one weight: there are ten kinds, corners first."""
    a, b = sorted((min(x, 7 - x), min(y, 7 - y)))
    return a * 4 - a * (a - 1) // 2 + b - a


KINDS = [kind(square % 8, square // 8) for square in range(64)]


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    means = [sum(numbers) / len(numbers) for numbers in (one, other)]
    pairs = [(a - means[0], b - means[1]) for a, b in zip(one, other)]
    spreads = [sum(pair[i] ** 2 for pair in pairs) for i in (0, 1)]
    return sum(a * b for a, b in pairs) / ((spreads[0] * spreads[1]) ** 0.5 or 1)


def lessons(feedback: Path, partner: str) -> tuple[float, list[float]]:
    """The share of the games won against a partner, and for each kind of square how taking it went with chips in the end."""
    taken, chips, won = [], [], []
    for game in map(json.loads, (feedback / "games.jsonl").read_text().splitlines()):
        # The first six moves are the opening's.
        own = [action for seat, action, _ in game["moves"][6:] if seat == game["seat"] and action != "--"]
        kinds = [kind(ord(action[0]) - ord("a"), int(action[1]) - 1) for action in own]
        taken.append([kinds.count(k) for k in range(10)])
        chips.append(game["scores"][game["seat"]] - game["scores"][1 - game["seat"]])
        won += [{"won": 1, "drawn": 0.5, "lost": 0}[game["result"]]] if game["opponents"] == [partner] else []
    return sum(won) / len(won), [correlation(column, chips) for column in zip(*taken)]


def next_bots(contest: judge.Contest, name: str, folder: Path) -> dict[str, Path]:
    """The best version so far, and a step from it. Whether the last step was up, they have found out by playing each other."""
    chance, best = random.Random(f"{name} {contest.next}"), f"{name}-best"
    weights, steps = [chance.randint(-9, 9) for _ in range(10)], [0.0] * 10
    if contest.rounds:
        share, slopes = lessons(contest.feedback(name), best)
        table = contest.bot(name if share > 0.55 else best).read_bytes()[-64:]
        weights = [(table[KINDS.index(k)] + 128) % 256 - 128 for k in range(10)]
        steps = [30 * slope + chance.gauss(0, 10) for slope in slopes]
    bots = {best: weights, name: [max(-127, min(127, round(old + step))) for old, step in zip(weights, steps)]}
    for file, numbers in bots.items():
        (folder / f"{file}.wasm").write_bytes(BOT + bytes(numbers[k] & 255 for k in KINDS))
    return {file: folder / f"{file}.wasm" for file in bots}


def edited(contest: judge.Contest, folder: Path, command: str) -> Path | judge.Refused:
    if not folder.exists():
        subprocess.run([judge.program(), "new", "othello", "edited", "--lang", "c"], cwd=folder.parent, check=True)
    if contest.rounds:
        subprocess.run([*shlex.split(command), str(contest.feedback("edited").resolve())], cwd=folder, check=True)
    return contest.build(folder, outside_sandbox=True)


def plot(contest: judge.Contest, file: Path) -> None:
    """Ratings by version, as a picture."""
    lines: dict[str, list[tuple[int, float]]] = {}
    for row in contest.ratings():
        if row["version"] and row["rating"] is not None:
            lines.setdefault(row["contestant"], []).append((row["version"], row["rating"]))
    ratings = [rating for line in lines.values() for _, rating in line]
    low, high, last = min(ratings), max(ratings), max(contest.rounds)
    drawn = ""
    for line, colour in zip(sorted(lines.items()), ("#1f77b4", "#d62728", "#2ca02c")):
        points = [(40 + 520 * n / last, 280 - 240 * (rating - low) / (high - low or 1)) for n, rating in sorted(line[1])]
        drawn += f'<polyline fill="none" stroke="{colour}" points="{" ".join(f"{x:.0f},{y:.0f}" for x, y in points)}"/>'
        drawn += f'<text x="{points[-1][0]:.0f}" y="{points[-1][1]:.0f}" fill="{colour}">{line[0]}</text>'
    drawn += f'<text y="284">{low:.0f}</text><text y="44">{high:.0f}</text>'
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="300" font-size="12">{drawn}</svg>\n')


arguments = argparse.ArgumentParser()
for name, options in {"folder": {"type": Path}, "--rounds": {"type": int, "default": 15}, "--edit": {}}.items():
    arguments.add_argument(name, **options)
given = arguments.parse_args()
given.folder.mkdir(parents=True, exist_ok=True)
(given.folder / "weights.toml").write_text(CONTEST)
contest = judge.Contest(given.folder / "weights.toml", given.folder / "contest")
while (number := contest.next) <= given.rounds:
    bots = next_bots(contest, "anna", given.folder) | next_bots(contest, "ben", given.folder)
    if given.edit and not contest.has_begun:
        bots["edited"] = edited(contest, given.folder / "edited", given.edit)
    for row in contest.play(None if contest.has_begun else bots).standings:
        print(f"round {number}: {row['contestant']:8} {row['points']:4} points of {2 * row['played']}", flush=True)
plot(contest, given.folder / "ratings.svg")
