"""Corners first, the squares beside an empty corner last, else the fewest answers for the opponent."""

import random

from wit_world import exports
from wit_world.exports.othello import Setup, Square

STEPS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


class Othello(exports.Othello):
    """The bot. One object plays one game."""

    def name(self) -> str:
        return "Corners in Python"

    def new_game(self, setup: Setup) -> None:
        self.random = random.Random(setup.seed)
        self.size = setup.size

    def choose(self, own: int, opponent: int, legal: int) -> Square:
        worths = {square: self.worth(own, opponent, square) for square in members(legal)}
        best = max(worths.values())
        y, x = divmod(self.random.choice([square for square in worths if worths[square] == best]), 8)
        return Square(x, y)

    def worth(self, own: int, opponent: int, square: int) -> int:
        """What the square is worth to a player with the chips `own`."""
        flipped = self.flips(own, opponent, square)
        own, opponent = own | flipped | 1 << square, opponent & ~flipped
        empty = [s for s in self.squares() if not (own | opponent) >> s & 1]
        answers = sum(1 for s in empty if self.flips(opponent, own, s))
        return self.place(square, empty) - answers

    def place(self, square: int, empty: list[int]) -> int:
        """A corner is never flipped back; who plays beside an empty one gives it away."""
        last = self.size - 1
        y, x = divmod(square, 8)
        corner_x, corner_y = (0 if x <= last // 2 else last), (0 if y <= last // 2 else last)
        distance = max(abs(x - corner_x), abs(y - corner_y))
        if distance == 0:
            return 100
        return -50 if distance == 1 and corner_y * 8 + corner_x in empty else 0

    def flips(self, own: int, opponent: int, square: int) -> int:
        """The chips that a chip on this empty square would flip."""
        flipped = 0
        for dx, dy in STEPS:
            y, x = divmod(square, 8)
            line = 0
            while 0 <= (x := x + dx) < self.size and 0 <= (y := y + dy) < self.size:
                here = 1 << (y * 8 + x)
                if not opponent & here:
                    if own & here:
                        flipped |= line
                    break
                line |= here
        return flipped

    def squares(self) -> list[int]:
        return [y * 8 + x for y in range(self.size) for x in range(self.size)]


def members(squares: int) -> list[int]:
    """The squares of a set: the square (x, y) is the bit y · 8 + x."""
    return [square for square in range(64) if squares >> square & 1]
