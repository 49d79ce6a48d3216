"""A bot for Stones."""

import random

from wit_world import exports
from wit_world.exports.stones import Message, Setup, Square, Step


class Stones(exports.Stones):
    """The bot. One object plays one game."""

    def name(self) -> str:
        return "NAME"

    def new_game(self, setup: Setup) -> None:
        self.random = random.Random(setup.seed)
        self.setup = setup

    def update(self, message: Message, board: list[int]) -> None:
        self.board = list(board)

    def next_move(self) -> Step:
        steps = self.steps()
        # THINK HERE: choose one of the steps.
        return self.random.choice(steps)

    def steps(self) -> list[Step]:
        columns, rows, me = self.setup.columns, self.setup.rows, self.setup.seat
        squares = [Square(x, y) for y in range(rows) for x in range(columns)]
        own = [square for square in squares if self.board[square.y * columns + square.x] == me]
        others = [square for square in squares if self.board[square.y * columns + square.x] != me]
        return [Step(start, to) for start in own for to in others if self.beside(start, to)]

    def beside(self, one: Square, other: Square) -> bool:
        dx, dy = abs(one.x - other.x), abs(one.y - other.y)
        return max(dx, dy) == 1 if self.setup.neighbours == 8 else dx + dy == 1
