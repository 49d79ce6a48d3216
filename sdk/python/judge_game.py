"""What a game in Python is made of. Derive a class from `Game`; its fields are the state of the game.

This module is plain Python, so a game can be tested on any machine:

    game = begun(NineStones, size=5)
    game.play("2")

The last line of a game's file runs it: it reads the judge's questions and prints the answers. So it plays at once, as
`judge play "python3 nine_stones.py" …`, and in the sandbox after `sdk/python/build nine_stones.py`.

    if __name__ == "__main__":
        run(NineStones)
"""

import random
from dataclasses import dataclass, field


class Illegal(Exception):
    """Says which rule an action or an answer breaks."""


class Mistake(Exception):
    """Says that settings make no game: `Mistake("size", "…")` names the key to change."""

    def __init__(self, key: str | None, reason: str) -> None:
        super().__init__(reason)
        self.key, self.reason = key, reason


# Kinds of settings: what can be written in [rules], what it is if nothing is written, and what it means.


@dataclass
class Number:
    """A whole number."""

    least: int
    most: int
    default: int
    meaning: str

    def read(self, text: str) -> int:
        return int(text)

    def write(self, value: int) -> str:
        return str(value)


@dataclass
class Numbers:
    """Whole numbers from `least` to `most`, with commas between them."""

    least: int
    most: int
    default: list[int]
    meaning: str

    def read(self, text: str) -> list[int]:
        return [int(number) for number in text.split(",")]

    def write(self, value: list[int]) -> str:
        return ",".join(map(str, value))


@dataclass
class OneOf:
    """One of some words, or one of some numbers."""

    options: list
    default: object
    meaning: str

    def read(self, text: str):
        return type(self.options[0])(text)

    def write(self, value) -> str:
        return str(value)


@dataclass
class Flag:
    """True or False."""

    default: bool
    meaning: str

    def read(self, text: str) -> bool:
        return text == "true"

    def write(self, value: bool) -> str:
        return "true" if value else "false"


@dataclass
class Text:
    """Any text; `check` says which are valid."""

    default: str
    meaning: str

    def read(self, text: str) -> str:
        return text

    def write(self, value: str) -> str:
        return value


# What people see.


@dataclass
class Piece:
    """A kind of pieces, and the letters for it in a board's rows.

    `letters` is a text if it belongs to nobody, and a list with a text for each seat otherwise. A text has a letter for each number
    of the piece, which most pieces have not. The shapes are disc, cup, stone, live-stone, pebble, ship, hit and miss.
    """

    name: str
    letters: str | list[str]
    shape: str = "disc"
    symbols: list[str] = field(default_factory=list)  # what it is drawn with where there are more signs than in ASCII
    sizes: list[str] = field(default_factory=list)  # the words for its numbers
    is_blow: bool = False  # whether it is a loss for its owner


@dataclass
class Board:
    """A board: a text for each row, with a letter for each cell, and `.` for an empty one.

    A row can also be a list; then a cell is a text with the letters of all pieces in it, from the bottom to the top.
    """

    rows: list
    owner: int | None = None
    first_row: str = "top"
    column_labels: list[str] | None = None
    row_labels: list[str] | None = None
    beside: list[str] = field(default_factory=list)  # stacks beside it


@dataclass
class Mark:
    """What stands out in an action. An `event` belongs on a time line, in these words; kinds are plain, blow, pass and score."""

    text: str
    event: str | None = None
    is_rare: bool = False
    kind: str = "plain"


@dataclass
class Secret:
    """What other seats hear of an action: its `word` in a list of actions, as `fleet`, and what a seat `says`, as `places its fleet`."""

    word: str
    says: str


@dataclass
class Question:
    """How a seat is asked: a function of the contract, its arguments by name, and the same for people.

    Without arguments it is the function `new-game` of a contract in which that answers something; `begin` says what it gets.
    """

    function: str
    arguments: dict | None
    text: str


class Game:
    """A game in progress. Its fields may hold whole numbers, texts, True, False, None, and lists and dicts of these.

    Whatever a method computes must follow from these fields and its arguments. The module `random` may be used in all methods:
    it is seeded with the round's seed and the number of actions so far.
    """

    # What holds for every position.
    contract = ""  # what bots are asked, as WIT: an interface of the game's name
    help = ""  # the rules, in a page of text
    settings: dict = {}  # what can be set, by key
    seats_max = 2  # the most players
    opening_plies: int | None = None  # random actions in the beginning, if a tournament says nothing else; None: no openings
    seats: list[str] = []  # what seats are called
    unit: tuple[str, str] | None = ("point", "points")  # what a score counts; None if it says only who has won
    example = "an action"  # what to type, as in "a square, as in d3"
    notation = "Write an action in the game's notation."
    misread: str | None = None  # what is said of a text that is no action, after that text
    hidden: str | None = "what it hides"  # what other seats must not see; None if nothing is hidden
    pieces: list[Piece] = []
    stacks = "top"  # which pieces of a cell are drawn: "top" or "whole"
    ground = "plain"  # what the board is made of: felt, grooves, wood, sand or sea
    own_board = "Board"  # what a seat's own board is called
    beside: str | None = None  # what stacks beside a board are called, if there can be any
    emblem: str | None = None  # the letter of the piece that stands for a seat in lists
    trials: list[str] = []  # settings that are worth a try, as "size=4"

    __slots__ = ("judge_news",)

    # What settings make.

    def check(self, settings: dict) -> None:
        """Raises `Mistake` if these settings do not go together."""

    def players(self, settings: dict) -> int:
        """How many seats there are."""
        return 2

    def turns_max(self, settings: dict) -> int:
        """The most actions that a game can take."""
        raise NotImplementedError

    # The rules.

    def start(self, settings: dict) -> None:
        """Sets the fields for a new game."""
        raise NotImplementedError

    def to_move(self) -> int | None:
        """The seat that must act; None when the game is over."""
        raise NotImplementedError

    def legal(self) -> list[str] | None:
        """All legal actions, in a fixed order; None if they cannot be listed. Then `play` must refuse others itself."""
        raise NotImplementedError

    def play(self, action: str) -> None:
        """Plays an action that is legal, for the seat to move."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """What each seat has; at the end the higher score wins."""
        raise NotImplementedError

    def shown_scores(self, viewpoint: int | None) -> list[int]:
        """The scores that a seat may see before the end; None is a spectator, who may see all."""
        return self.scores()

    def refusal(self, action: str) -> str:
        """Why an action is not legal."""
        return f"{action} is not legal here"

    def forced(self) -> str | None:
        """An action that leaves no choice, which is played without asking."""
        return None

    def ranks(self) -> list[int]:
        """Who has won, at the end: 1 is best, and equals share a rank."""
        scores = self.scores()
        return [1 + sum(other > score for other in scores) for score in scores]

    def ending(self) -> str:
        """Why it is over: by the "rules", by "repetition", or by a "cap" on its length."""
        return "rules"

    def remove(self, seat: int) -> None:
        """Takes an offender out of a game that the others play on, in which `ranks` must not let it win.

        If there is no such method, the game ends.
        """
        raise NotImplementedError

    # What bots are asked.

    def begin(self, settings: dict, seat: int, seed: int) -> dict:
        """The arguments of the contract's `new-game`. The seed is for the bot's own random numbers."""
        return {"seed": seed, "seat": seat}

    def question(self, seat: int) -> Question:
        """How the seat to move is asked. Put in only what this seat may know."""
        raise NotImplementedError

    def answer(self, seat: int, value) -> str:
        """The action that a bot means by its answer; raises `Illegal` if it is no action at all."""
        raise NotImplementedError

    def tell(self, function: str, arguments: dict, text: str, seats: list[int] | None = None) -> None:
        """To be called in `start`, `play` and `remove`: tells bots news by a function of the contract that answers nothing."""
        self.judge_news.append((function, arguments, text, seats))

    # What people see. The viewpoint is a seat, or None for who sees everything.

    def boards(self, viewpoint: int | None) -> list[Board]:
        return []

    def text(self, viewpoint: int | None) -> str | None:
        """What else there is to see; all of it in games without boards."""
        return None

    def picture(self, viewpoint: int | None) -> str | None:
        """An SVG, which a page shows as an image."""
        return None

    def origin(self, action: str) -> tuple | None:
        """Where an action takes something from: (column, row), or (board, column, row)."""
        return None

    def target(self, action: str) -> tuple | None:
        """Where an action puts something: so it can be chosen by a click."""
        return None

    def marks(self, before: "Game", action: str, viewpoint: int | None) -> list[Mark]:
        """What stands out in the action that led from `before` to here."""
        return []

    def secret(self, action: str) -> Secret | None:
        """What other seats hear of an action instead of it; None if they may hear it."""
        return None

    def __new__(cls, *_arguments, **_named):
        game = super().__new__(cls)
        game.judge_news = []
        return game


def run(kind: type[Game]) -> None:
    """Plays the game with the judge, line by line."""
    import judge_rules

    judge_rules.run(kind)


def begun(kind: type[Game], seed: int = 0, **settings) -> Game:
    """A new game, for tests."""
    game = kind()
    random.seed(seed)
    game.start({key: setting.default for key, setting in kind.settings.items()} | settings)
    return game
