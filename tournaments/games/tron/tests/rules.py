"""Tron once more, written apart from the game's rules: a game in a line of input, or a complaint.

Each line has the size, the squares of the walls (or `none`), the squares where players begin, all steps in the order in
which they were chosen, the ranks and the scores, with spaces between them.
"""

import sys

WAYS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def squares(text):
    return [tuple(map(int, square.split(","))) for square in text.split(";")]


def check(line):
    size, walls, heads, steps, ranks, scores = line.split(" ")
    size, heads = int(size), dict(enumerate(squares(heads)))
    taken = set(heads.values()) | (set() if walls == "none" else set(squares(walls)))
    made, dead_in, tick, steps = [0] * len(heads), {}, 0, list(steps)
    while len(heads) > 1:
        tick += 1
        target = {}
        for seat in sorted(heads):
            dx, dy = WAYS[steps.pop(0)]
            target[seat] = (heads[seat][0] + dx, heads[seat][1] + dy)
        crashed = [
            seat
            for seat, (x, y) in target.items()
            if not (0 <= x < size and 0 <= y < size)
            or (x, y) in taken
            or list(target.values()).count((x, y)) > 1
        ]
        taken |= set(target.values())
        for seat in list(heads):
            if seat in crashed:
                del heads[seat]
                dead_in[seat] = tick
            else:
                heads[seat] = target[seat]
                made[seat] += 1
    assert not steps, "the game goes on after its end"
    lives = [dead_in.get(seat, tick + 1) for seat in range(len(made))]
    expected = [1 + sum(other > life for other in lives) for life in lives]
    assert ranks == ",".join(map(str, expected)), f"ranks {ranks} instead of {expected}"
    assert scores == ",".join(map(str, made)), f"scores {scores} instead of {made}"


games = 0
for number, line in enumerate(sys.stdin, 1):
    try:
        check(line.strip())
    except (AssertionError, IndexError, KeyError, ValueError) as wrong:
        sys.exit(f"game {number}: {wrong!r}: {line}")
    games += 1
print(games)
