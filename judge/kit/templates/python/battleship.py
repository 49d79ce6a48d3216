"""A bot for Battleship."""

import random

from wit_world import exports
from wit_world.exports.battleship import Orientation, Setup, Ship, Square

UNKNOWN, HIT, MISS, SUNK = 0, 1, 2, 3


class Battleship(exports.Battleship):
    """The bot. One object plays one game."""

    def name(self) -> str:
        return "NAME"

    def new_game(self, setup: Setup) -> list[Ship]:
        self.random = random.Random(setup.seed)
        self.size = setup.size
        apart = 2 if setup.no_touch else 1
        return [Ship(0, row * apart, length, Orientation.ACROSS) for row, length in enumerate(setup.fleet)]

    def take_turn(self, state: bytes, ships_remaining: bytes) -> Square:
        unknown = [index for index, cell in enumerate(state) if cell == UNKNOWN]
        # THINK HERE: choose one of the squares in `unknown`.
        y, x = divmod(self.random.choice(unknown), self.size)
        return Square(x, y)
