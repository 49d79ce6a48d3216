"""A heap of pebbles: take one, two or three; who takes the last one wins."""

import random

from judge_game import Board, Game, Mark, Number, Piece, Question, run

MORE_MAX = 3  # the most pebbles that the seed adds
TAKE_MAX = 3  # the most pebbles that may be taken at once


class Heap(Game):
    # What bots are asked.
    contract = """
    /// A heap of pebbles: take one, two or three; who takes the last one wins.
    interface my-game {
        /// What the bot calls itself. Asked once, before the tournament.
        name: func() -> string;

        /// Begins a game. The seed is for the bot's own random generator. Seat 0 begins.
        new-game: func(seed: u64, seat: u8);

        /// Answers with how many pebbles to take of those that are left: 1, 2 or 3.
        take: func(left: u8) -> u8;
    }
    """
    help = (
        "Two players take pebbles from a heap in turn: one, two or three. Who takes the last one wins. "
        "The round's seed decides how large the heap is."
    )
    settings = {"size": Number(4, 60, 20, "pebbles in the heap, from 4 to 60; the round's seed adds up to 3")}
    seats = ["first", "second"]
    unit = None
    example = "a number, as in 2"
    notation = "Write how many pebbles to take, as in 2."
    hidden = None
    pieces = [Piece("a pebble", "o", shape="pebble", symbols=["●"])]
    ground = "sand"

    def turns_max(self, settings):
        return settings["size"] + MORE_MAX

    # The rules. All fields of the class are the state of the game.

    def start(self, settings):
        # All chance is the same for both seat orders of a round.
        self.size = settings["size"] + random.randint(0, MORE_MAX)
        self.left = self.size
        self.turn = 0

    def to_move(self):
        return self.turn if self.left > 0 else None

    def legal(self):
        return [str(number) for number in range(1, min(self.left, TAKE_MAX) + 1)]

    def play(self, action):
        self.left -= int(action)
        self.turn = 1 - self.turn

    def refusal(self, action):
        return f"{action} cannot be taken; take {', '.join(self.legal())}"

    def scores(self):
        # The one who has taken the last pebble is not to move.
        return [int(self.left == 0 and seat != self.turn) for seat in range(2)]

    # What the functions of the contract are asked with, and what their answers mean.

    def begin(self, settings, seat, seed):
        return {"seed": seed, "seat": seat}

    def question(self, seat):
        return Question("take", {"left": self.left}, f"{self.left} left")

    def answer(self, seat, value):
        return str(value)

    # What people see.

    def boards(self, viewpoint):
        # The pebbles in a row. Who takes some takes those at the right end.
        return [Board(["o" * self.left + "." * (self.size - self.left)])]

    def target(self, action):
        return self.left - int(action), 0

    def marks(self, before, action, viewpoint):
        return [Mark("the last pebble", event="the last pebble")] if self.left == 0 else []


if __name__ == "__main__":
    run(Heap)
