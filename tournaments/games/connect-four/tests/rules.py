"""Connect Four once more, written apart from the game's rules: a game in a line of input, or a complaint.

Each line has columns, rows, the columns of all drops, and the ranks, with spaces between them. After each drop the
columns with room are counted and added up; that sum is the last number of the line.
"""

import sys


def wins(discs, height):
    """Whether four bits are in a row; columns lie one after the other, with a bit between them that stays empty."""
    for step in (1, height + 1, height, height + 2):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def check(line):
    words = [word.split(",") for word in line.split(" ")]
    (width,), (height,), drops, ranks, (room,) = words
    width, height = int(width), int(height)
    sides, heights, total, winner = [0, 0], [0] * width, 0, None
    for turn, drop in enumerate(drops):
        assert winner is None, "the game goes on after a win"
        x = int(drop) - 1
        assert heights[x] < height, "a full column takes a disc"
        sides[turn % 2] |= 1 << x * (height + 1) + heights[x]
        heights[x] += 1
        if wins(sides[turn % 2], height):
            winner = turn % 2
        else:
            total += sum(column < height for column in heights)
    assert winner is not None or len(drops) == width * height, "the game ends too early"
    expected = ["1", "1"] if winner is None else ["1", "2"] if winner == 0 else ["2", "1"]
    assert ranks == expected, f"ranks {ranks} instead of {expected}"
    assert total == int(room), f"{room} columns with room instead of {total}"


games = 0
for number, line in enumerate(sys.stdin, 1):
    try:
        check(line.strip())
    except (AssertionError, IndexError, ValueError) as wrong:
        sys.exit(f"game {number}: {wrong}: {line}")
    games += 1
print(games)
