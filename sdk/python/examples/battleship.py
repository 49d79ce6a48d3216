"""Hunt and target: shots at every other square, and once one hits, at its neighbours."""

import random

from wit_world import exports
from wit_world.exports.battleship import Orientation, Setup, Ship, Square

UNKNOWN, HIT = 0, 1


class Battleship(exports.Battleship):
    """The bot. One object plays one game."""

    def name(self) -> str:
        return "Hunter in Python"

    def new_game(self, setup: Setup) -> list[Ship]:
        self.random = random.Random(setup.seed)
        self.size = setup.size
        self.targets: list[Square] = []  # neighbours of hits; some have been shot at since
        self.last: Square | None = None
        return self.place(setup.fleet, margin=1 if setup.no_touch else 0)

    def take_turn(self, state: bytes, ships_remaining: bytes) -> Square:
        if self.last and self.at(state, self.last) == HIT:
            self.targets += self.neighbours(self.last)
        self.last = self.target(state) or self.hunt(state, min(ships_remaining))
        return self.last

    def place(self, fleet: bytes, margin: int) -> list[Ship]:
        """Ships at random, `margin` squares apart, and all anew if there is no room for one."""
        while True:
            taken: set[tuple[int, int]] = set()
            ships = []
            for length in fleet:
                spots = [spot for spot in self.spots(length) if not taken & squares(spot)]
                if not spots:
                    break
                ships.append(self.random.choice(spots))
                taken |= squares(ships[-1], margin)
            else:
                return ships

    def spots(self, length: int) -> list[Ship]:
        """All the ways in which a ship can lie on the empty board."""
        along, beside = range(self.size - length + 1), range(self.size)
        return [Ship(x, y, length, Orientation.ACROSS) for y in beside for x in along] + [
            Ship(x, y, length, Orientation.DOWN) for y in along for x in beside
        ]

    def target(self, state: bytes) -> Square | None:
        while self.targets:
            square = self.targets.pop()
            if self.at(state, square) == UNKNOWN:
                return square
        return None

    def hunt(self, state: bytes, shortest: int) -> Square:
        """A ship of `shortest` squares or more lies on every `shortest`-th diagonal."""
        every = range(self.size)
        unknown = [Square(x, y) for y in every for x in every if self.at(state, Square(x, y)) == UNKNOWN]
        likely = [square for square in unknown if (square.x + square.y) % shortest == 0]
        return self.random.choice(likely or unknown)

    def at(self, state: bytes, square: Square) -> int:
        return state[square.y * self.size + square.x]

    def neighbours(self, square: Square) -> list[Square]:
        x, y = square.x, square.y
        around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return [Square(x, y) for x, y in around if 0 <= x < self.size and 0 <= y < self.size]


def squares(ship: Ship, margin: int = 0) -> set[tuple[int, int]]:
    """The squares of a ship, and those around it as far as `margin`."""
    across = ship.orientation == Orientation.ACROSS
    columns, rows = (ship.length, 1) if across else (1, ship.length)
    return {
        (x, y)
        for x in range(ship.x - margin, ship.x + columns + margin)
        for y in range(ship.y - margin, ship.y + rows + margin)
    }
