"""A bot for Othello."""

import random

from wit_world import exports
from wit_world.exports.othello import Setup, Square


class Othello(exports.Othello):
    """The bot. One object plays one game."""

    def name(self) -> str:
        return "NAME"

    def new_game(self, setup: Setup) -> None:
        self.random = random.Random(setup.seed)

    def choose(self, own: int, opponent: int, legal: int) -> Square:
        squares = [square for square in range(64) if legal >> square & 1] or [0]
        # THINK HERE: choose one of the numbers in `squares`.
        y, x = divmod(self.random.choice(squares), 8)
        return Square(x, y)
