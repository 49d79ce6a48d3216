"""A bot for Freedom."""

import random

from wit_world import exports
from wit_world.exports.freedom import Setup, Square


class Freedom(exports.Freedom):
    """The bot. One object plays one game."""

    def name(self) -> str:
        return "NAME"

    def new_game(self, setup: Setup) -> None:
        self.random = random.Random(setup.seed)
        self.size = setup.size

    def make_move(self, board: bytes, last: Square | None) -> Square:
        empty = [(i % self.size, i // self.size) for i, cell in enumerate(board) if cell == 0]
        beside = [(x, y) for x, y in empty if last and max(abs(x - last.x), abs(y - last.y)) == 1]
        legal = beside or empty
        # THINK HERE: choose one of the squares in `legal`.
        x, y = self.random.choice(legal)
        return Square(x, y)
