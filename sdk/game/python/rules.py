"""What the judge asks of a game, answered by the author's class. Knows the interface of games, and no game.

A state is JSON: the round's seed, the number of actions, of seats, and the fields of the game. It is the same text for the same
fields, so the judge can compare states.
"""

import json
import random

import judge_game as author
from componentize_py_types import Err
from judge_wave import Contract
from wit_world.exports import rules as wire

KINDS = {
    author.Number: lambda setting: wire.Kind_Number((setting.least, setting.most)),
    author.Numbers: lambda setting: wire.Kind_Numbers((setting.least, setting.most)),
    author.Flag: lambda _: wire.Kind_Flag(),
    author.Text: lambda _: wire.Kind_Text(),
    author.OneOf: lambda setting: wire.Kind_OneNumberOf(setting.options)
    if isinstance(setting.options[0], int)
    else wire.Kind_OneWordOf(setting.options),
}
# What the author's methods and fields are to be, as types of WIT.
TEXTS = {"list": "string"}
MAYBE_TEXT = {"option": "string"}
FACTS = {
    "help": "string",
    "seats_max": "u8",
    "opening_plies": {"option": "u32"},
    "seats": TEXTS,
    "unit": {"option": {"tuple": ["string", "string"]}},
    "example": "string",
    "notation": "string",
    "misread": MAYBE_TEXT,
    "hidden": MAYBE_TEXT,
    "ground": "string",
    "own_board": "string",
    "beside": MAYBE_TEXT,
    "emblem": MAYBE_TEXT,
    "trials": TEXTS,
}


class WrongGame(Exception):
    """The game's class says what no game can."""


class Rules:
    """A game's class, called by the interface of games. `method` is the author's that was called last."""

    def __init__(self, kind: type[author.Game], contract: dict) -> None:
        self.kind, self.wit = kind, contract["wit"]
        self.name = contract["interface"]["interface"].removeprefix("judge:arena/").partition("@")[0]
        self.asks = Contract(contract["interface"])
        self.letters = letters(kind.pieces)
        self.method = None

    # The state, and what is said of it.

    def call(self, gives, method, *arguments):
        """Calls a method of the author's, which is to answer with such a value."""
        self.method = method
        answer = method(*arguments)
        if isinstance(gives, type):
            if not isinstance(answer, gives):
                raise WrongGame(f"{method.__name__} returned {answer!r}; return a {gives.__name__}")
        elif gives:
            self.asks.write(gives, answer, f"{method.__name__} returned")
        return answer

    def listed(self, kind: type, method, *arguments) -> list:
        """The same of a method that answers with a list of objects of ours."""
        answer = self.call(list, method, *arguments)
        for one in answer:
            if not isinstance(one, kind):
                raise WrongGame(f"{method.__name__} returned a list with {one!r} in it; return a list of {kind.__name__}")
        return answer

    def values(self, settings: list[tuple[str, str]]) -> dict:
        """What the settings are, in Python's values."""
        given = dict(settings)
        return {
            key: setting.read(given[key]) if key in given else setting.default
            for key, setting in self.kind.settings.items()
        }

    def read(self, state: bytes) -> tuple[author.Game, dict]:
        """The game of a state, and what the state holds besides."""
        game, at = self.kind.__new__(self.kind), json.loads(state)
        vars(game).update(at.pop("game"))
        seed(at)
        return game, at

    def position(self, game: author.Game, at: dict) -> wire.Position:
        state, to_move = self.written(game, at), self.call({"option": "u8"}, game.to_move)
        over = to_move is None
        return wire.Position(
            state=state,
            to_move=to_move,
            forced=None if over else self.call(MAYBE_TEXT, game.forced),
            outcome=self.outcome(game) if over else None,
            notices=[self.notice(at["seats"], *news) for news in game.judge_news],
        )

    def written(self, game: author.Game, at: dict) -> bytes:
        """A state: the same text for the same fields."""
        for name, value in vars(game).items():
            try:
                kept = json.loads(json.dumps(value, allow_nan=False)) == value
            except (TypeError, ValueError):
                kept = False
            if not kept:
                raise WrongGame(
                    f"self.{name} is {value!r}; keep whole numbers, texts, True, False, None, lists, and dicts whose keys are texts"
                )
        return json.dumps(at | {"game": vars(game)}, sort_keys=True, separators=(",", ":")).encode()

    def outcome(self, game: author.Game) -> wire.Outcome:
        ranks, scores = self.call({"list": "u8"}, game.ranks), self.call({"list": "s32"}, game.scores)
        ending = self.call("string", game.ending)
        return wire.Outcome(bytes(ranks), scores, wire.Ending[ending.upper()])

    def notice(self, count: int, function: str, arguments: dict, text: str, seats) -> wire.Notice:
        to = range(count) if seats is None else seats
        return wire.Notice(bytes(to), function, self.asks.arguments(function, arguments), text)

    # What the judge asks, in the order of game.wit.

    def info(self) -> wire.GameInfo:
        kind = self.kind
        for name, fact in FACTS.items():
            self.asks.write(fact, getattr(kind, name), f"{kind.__name__}.{name} is")
        keys = [
            wire.Key(name, KINDS[type(setting)](setting), setting.write(setting.default), setting.meaning)
            for name, setting in kind.settings.items()
        ]
        return wire.GameInfo(self.name, kind.seats_max, kind.opening_plies, keys, kind.help, self.facts())

    def contract(self) -> str:
        return self.wit

    def facts(self) -> wire.Facts:
        kind = self.kind
        return wire.Facts(
            seats=kind.seats,
            unit=kind.unit,
            example=kind.example,
            notation=kind.notation,
            misread=kind.misread,
            hidden=wire.Hidden_Secrets(kind.hidden) if kind.hidden else wire.Hidden_Nothing(),
            pieces=[piece(one) for one in kind.pieces],
            stacks=wire.Stacks[kind.stacks.upper()],
            emblem=self.piece(kind.emblem)[1:] if kind.emblem else None,
            ground=kind.ground,
            own_board=kind.own_board,
            beside=kind.beside,
            previews=False,
            numbered=False,
            first_turn=None,
            placing=None,
            trials=kind.trials,
        )

    def set_up(self, settings) -> wire.Table:
        values, game = self.values(settings), self.kind()
        try:
            self.call(None, game.check, values)
            seats, turns_max = self.call("u8", game.players, values), self.call("u32", game.turns_max, values)
        except author.Mistake as mistake:
            raise Err(wire.Mistake(mistake.key, str(mistake))) from None
        written = [(key, setting.write(values[key])) for key, setting in self.kind.settings.items()]
        return wire.Table(seats, turns_max, written)

    def start(self, settings, round_seed: int) -> wire.Position:
        values, game = self.values(settings), self.kind()
        at = {"seats": self.call("u8", game.players, values), "seed": round_seed, "turns": 0}
        seed(at)
        self.call(None, game.start, values)
        return self.position(game, at)

    def play(self, state: bytes, action: str) -> wire.Position:
        game, at = self.read(state)
        listed = self.call({"option": TEXTS}, game.legal)
        if listed is not None and action not in listed:
            raise Err(wire.Refusal_Illegal(self.call("string", game.refusal, action)))
        at["turns"] += 1
        seed(at)
        try:
            self.call(None, game.play, action)
        except author.Illegal as illegal:
            raise Err(wire.Refusal_Illegal(str(illegal))) from None
        return self.position(game, at)

    def legal(self, state: bytes):
        game, _ = self.read(state)
        return self.call({"option": TEXTS}, game.legal)

    def remove(self, state: bytes, seat: int):
        if self.kind.remove is author.Game.remove:
            return None
        game, at = self.read(state)
        self.call(None, game.remove, seat)
        return self.position(game, at)

    def begin(self, settings, seat: int, bot_seed: int) -> list[str]:
        if "new-game" not in self.asks.functions:
            return []
        values = self.values(settings)
        seed({"seed": bot_seed, "turns": 0})
        return self.asks.arguments("new-game", self.call(dict, self.kind().begin, values, seat, bot_seed))

    def question(self, state: bytes, seat: int) -> wire.Call:
        game, _ = self.read(state)
        asked = self.call(author.Question, game.question, seat)
        arguments = asked.arguments
        texts = None if arguments is None else self.asks.arguments(asked.function, arguments)
        return wire.Call(asked.function, texts, asked.text)

    def answer(self, state: bytes, seat: int, value: str) -> str:
        game, _ = self.read(state)
        function = self.call(author.Question, game.question, seat).function
        kind = self.asks.function(function).get("result")
        try:
            return self.call("string", game.answer, seat, self.asks.read(kind, value))
        except author.Illegal as illegal:
            raise Err(str(illegal)) from None

    def scene(self, state: bytes, viewpoint) -> wire.View:
        game, _ = self.read(state)
        boards = [self.board(board) for board in self.listed(author.Board, game.boards, viewpoint)]
        to_move = self.call({"option": "u8"}, game.to_move)
        choices = to_move is not None and viewpoint in (None, to_move) and self.call({"option": TEXTS}, game.legal)
        return wire.View(
            boards=boards,
            scores=self.call({"list": "s32"}, game.shown_scores, viewpoint),
            choices=[self.choice(game, action) for action in choices or []],
            placing=None,
            text=self.call(MAYBE_TEXT, game.text, viewpoint),
            svg=self.call(MAYBE_TEXT, game.picture, viewpoint),
        )

    def board(self, board: author.Board) -> wire.Board:
        rows, columns = len(board.rows), len(board.rows[0]) if board.rows else 0
        if any(len(row) != columns for row in board.rows):
            raise WrongGame(f"the board {board.rows!r} has rows of different lengths")
        stack = lambda cell: [wire.Piece(*self.piece(letter)) for letter in cell.replace(".", "")]
        return wire.Board(
            owner=board.owner,
            columns=columns,
            rows=rows,
            is_first_row_at_bottom=board.first_row == "bottom",
            column_labels=labels(board.column_labels, columns),
            row_labels=labels(board.row_labels, rows),
            cells=[stack(cell) for row in board.rows for cell in row],
            beside=[stack(cell) for cell in board.beside],
            hulls=[],
            lines=[],
        )

    def piece(self, letter: str) -> tuple:
        """The owner, kind and number of a piece."""
        if letter not in self.letters:
            raise WrongGame(f"no piece has the letter {letter!r}; there are {', '.join(self.letters) or 'none'}")
        return self.letters[letter]

    def choice(self, game: author.Game, action: str) -> wire.Choice:
        return wire.Choice(action, self.place(game.origin, action), self.place(game.target, action), None)

    def place(self, method, action: str):
        """A square of a board: (column, row), or (board, column, row)."""
        at = self.call({"option": {"list": "u8"}}, method, action)
        if at is None:
            return None
        if len(at) not in (2, 3):
            raise WrongGame(f"{method.__name__} returned {at!r}; return (column, row), or (board, column, row)")
        *board, x, y = at
        return wire.Place_Cell((board[0] if board else 0, wire.Square(x, y)))

    def marks(self, before: bytes, action: str, after: bytes, viewpoint) -> list[wire.Mark]:
        (earlier, _), (game, _) = self.read(before), self.read(after)
        return [mark(one) for one in self.listed(author.Mark, game.marks, earlier, action, viewpoint)]

    def secret(self, state: bytes, action: str):
        game, _ = self.read(state)
        secret = self.call(None, game.secret, action)
        return secret and wire.Hearsay(secret.word, secret.says)

    def draft(self, state: bytes, text: str):
        raise Err("nothing is placed in this game")

    def hulls(self, state: bytes, action: str) -> list:
        return []

    def trials(self, settings) -> None:
        return None


def seed(at: dict) -> None:
    """Chance follows from the round's seed and the number of actions, so that each call is a function of the state."""
    random.seed(at["seed"] << 32 | at["turns"])


def letters(pieces: list[author.Piece]) -> dict[str, tuple]:
    """The owner, kind and number that each letter of a board stands for."""
    found = {}
    for kind, one in enumerate(pieces):
        owned = isinstance(one.letters, str)
        for owner, numbers in enumerate([one.letters] if owned else one.letters):
            for number, letter in enumerate(numbers):
                found[letter] = (None if owned else owner, kind, number)
    return found


def piece(one: author.Piece) -> wire.PieceFacts:
    texts = [one.letters] if isinstance(one.letters, str) else one.letters
    number = wire.Number_Size(one.sizes) if one.sizes else wire.Number_None_()
    return wire.PieceFacts(one.name, one.shape, texts, one.symbols, number, one.is_blow)


def labels(given: list[str] | None, count: int) -> list[str]:
    return [str(number) for number in range(count)] if given is None else given


def mark(one: author.Mark) -> wire.Mark:
    weight = wire.Weight_Event(one.event) if one.event else wire.Weight_Rare() if one.is_rare else wire.Weight_Usual()
    return wire.Mark(one.text, weight, wire.MarkKind[one.kind.upper()])
