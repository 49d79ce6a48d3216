"""A bot for Gobblet."""

import random

from wit_world import exports
from wit_world.exports.gobblet import Action, Action_Enter, Action_Move, Enter, Move, Setup, Square


class Gobblet(exports.Gobblet):
    """The bot. One object plays one game."""

    def name(self) -> str:
        return "NAME"

    def new_game(self, setup: Setup) -> None:
        self.random = random.Random(setup.seed)
        self.size = setup.size
        self.colour = setup.seat + 1

    def play(self, board: bytes) -> Action:
        actions = self.actions(board)
        # THINK HERE: choose one of the actions. They leave out gobbling with a piece from the reserve.
        return self.random.choice(actions)

    def actions(self, board: bytes) -> list[Action]:
        squares = [Square(i % self.size, i // self.size) for i in range(len(board))]
        tops = [self.top(stack) for stack in board]
        empty = [square for square, (size, _) in zip(squares, tops) if size < 0]
        enter = [Action_Enter(Enter(size, to)) for size in self.reserve(board) for to in empty]
        own = [(square, size) for square, (size, colour) in zip(squares, tops) if colour == self.colour]
        move = [
            Action_Move(Move(start, to))
            for start, size in own
            for to, (other, _) in zip(squares, tops)
            if other < size
        ]
        return enter + move

    def top(self, stack: int) -> tuple[int, int]:
        """The size and the colour of the visible piece; a size of -1 if there is none."""
        pieces = [(size, stack >> 2 * size & 3) for size in range(4) if stack >> 2 * size & 3]
        return pieces[-1] if pieces else (-1, 0)

    def reserve(self, board: bytes) -> list[int]:
        """The sizes that can be brought in."""
        on_board = [sum(stack >> 2 * size & 3 == self.colour for stack in board) for size in range(4)]
        if self.size == 3:
            return [size for size in range(3) if on_board[size] < 2]
        # Three stacks, each with its largest piece on top.
        return [size for size in range(4) if on_board[size] < (on_board[size + 1] if size < 3 else 3)]
