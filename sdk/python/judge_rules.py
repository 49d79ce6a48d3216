"""What the judge asks of a game, answered by the author's class. Knows the questions of games, and no game.

The judge writes a line of JSON for each question, and reads a line with the answer; `sdk/game/wit/game.wit` has them all. A state
is JSON in a text: the round's seed, the number of actions, of seats, and the fields of the game. It is the same text for the same
fields, so the judge can compare states.
"""

import json
import random
import re
import sys

import judge_game as author

KINDS = {
    author.Number: lambda setting: case("number", [setting.least, setting.most]),
    author.Numbers: lambda setting: case("numbers", [setting.least, setting.most]),
    author.Flag: lambda _: case("flag"),
    author.Text: lambda _: case("text"),
    author.OneOf: lambda setting: case(f"one-{'number' if isinstance(setting.options[0], int) else 'word'}-of", setting.options),
}


class WrongGame(Exception):
    """The game's class says what no game can."""


def run(kind: type[author.Game]) -> None:
    """Reads the judge's questions to a game, and answers each."""
    out, sys.stdout = sys.stdout, sys.stderr  # a game's own words go to its log
    rules = Rules(kind)
    for line in sys.stdin:
        question = json.loads(line)
        function = question.pop("ask").replace("-", "_")
        try:
            answer = getattr(rules, function)(**{name.replace("-", "_"): value for name, value in question.items()})
        except NotImplementedError as error:
            trace = error.__traceback__
            while trace.tb_next:
                trace = trace.tb_next
            lacking = trace.tb_frame.f_code.co_name
            raise WrongGame(f"the class {kind.__name__} lacks the method {lacking}") from None
        print(json.dumps(answer), file=out, flush=True)


class Rules:
    """A game's class, by the questions of games."""

    def __init__(self, kind: type[author.Game]) -> None:
        self.kind, self.letters = kind, letters(kind.pieces)
        named = re.search(r"interface\s+%?([A-Za-z0-9-]+)", kind.contract)
        if not named:
            raise WrongGame(f"{kind.__name__} has no contract; write contract = \"interface …\" into it, as a new game has it")
        self.name = named[1]

    # The state, and what is said of it.

    def values(self, settings: list) -> dict:
        """What the settings are, in Python's values."""
        given = {setting["0"]: setting["1"] for setting in settings}
        return {
            key: setting.read(given[key]) if key in given else setting.default
            for key, setting in self.kind.settings.items()
        }

    def read(self, state: str) -> tuple[author.Game, dict]:
        """The game of a state, and what the state holds besides."""
        game, at = self.kind.__new__(self.kind), json.loads(state)
        vars(game).update(at.pop("game"))
        set_seed(at)
        return game, at

    def position(self, game: author.Game, at: dict) -> dict:
        state, to_move = written(game, at), game.to_move()
        over = to_move is None
        return {
            "state": state,
            "to-move": to_move,
            "forced": None if over else game.forced(),
            "outcome": {"ranks": game.ranks(), "scores": game.scores(), "ending": game.ending()} if over else None,
            "notices": [notice(at["seats"], *news) for news in game.judge_news],
        }

    # What the judge asks, in the order of game.wit.

    def info(self) -> dict:
        kind = self.kind
        keys = [
            {"name": name, "kind": KINDS[type(one)](one), "default": one.write(one.default), "meaning": one.meaning}
            for name, one in kind.settings.items()
        ]
        return {
            "name": self.name,
            "seats-max": kind.seats_max,
            "opening-plies": kind.opening_plies,
            "keys": keys,
            "help": kind.help,
            "facts": self.facts(),
        }

    def contract(self) -> str:
        return self.kind.contract

    def facts(self) -> dict:
        kind = self.kind
        return {
            "seats": kind.seats,
            "unit": kind.unit,
            "example": kind.example,
            "notation": kind.notation,
            "misread": kind.misread,
            "hidden": case("secrets", kind.hidden) if kind.hidden else case("nothing"),
            "pieces": [piece(one) for one in kind.pieces],
            "stacks": kind.stacks,
            "emblem": self.piece(kind.emblem)[1:] if kind.emblem else None,
            "ground": kind.ground,
            "own-board": kind.own_board,
            "beside": kind.beside,
            "previews": False,
            "numbered": False,
            "trials": kind.trials,
        }

    def set_up(self, settings: list) -> dict:
        values, game = self.values(settings), self.kind()
        try:
            game.check(values)
            seats, turns_max = game.players(values), game.turns_max(values)
        except author.Mistake as mistake:
            return case("err", {"key": mistake.key, "reason": str(mistake)})
        written = [[key, setting.write(values[key])] for key, setting in self.kind.settings.items()]
        return case("ok", {"seats": seats, "turns-max": turns_max, "settings": written})

    def start(self, settings: list, seed: str) -> dict:
        values, game = self.values(settings), self.kind()
        at = {"seats": game.players(values), "seed": int(seed), "turns": 0}
        set_seed(at)
        game.start(values)
        return self.position(game, at)

    def play(self, state: str, action: str) -> dict:
        game, at = self.read(state)
        listed = game.legal()
        if listed is not None and action not in listed:
            return case("err", case("illegal", game.refusal(action)))
        at["turns"] += 1
        set_seed(at)
        try:
            game.play(action)
        except author.Illegal as illegal:
            return case("err", case("illegal", str(illegal)))
        return case("ok", self.position(game, at))

    def legal(self, state: str) -> list | None:
        return self.read(state)[0].legal()

    def remove(self, state: str, seat: int) -> dict | None:
        if self.kind.remove is author.Game.remove:
            return None
        game, at = self.read(state)
        game.remove(seat)
        return self.position(game, at)

    def begin(self, settings: list, seat: int, seed: str) -> str:
        set_seed({"seed": int(seed), "turns": 0})
        return json.dumps(self.kind().begin(self.values(settings), seat, int(seed)))

    def question(self, state: str, seat: int) -> dict:
        asked = self.read(state)[0].question(seat)
        arguments = None if asked.arguments is None else json.dumps(asked.arguments)
        return {"function": asked.function, "arguments": arguments, "text": asked.text}

    def answer(self, state: str, seat: int, value: str) -> dict:
        try:
            return case("ok", self.read(state)[0].answer(seat, json.loads(value)))
        except author.Illegal as illegal:
            return case("err", str(illegal))

    def scene(self, state: str, viewpoint: int | None) -> dict:
        game, _ = self.read(state)
        to_move = game.to_move()
        actions = game.legal() if to_move is not None and viewpoint in (None, to_move) else None
        return {
            "boards": [self.board(board) for board in game.boards(viewpoint)],
            "scores": game.shown_scores(viewpoint),
            "choices": [{"action": action, "origin": place(game.origin, action), "target": place(game.target, action)} for action in actions or []],
            "text": game.text(viewpoint),
            "svg": game.picture(viewpoint),
        }

    def board(self, board: author.Board) -> dict:
        rows, columns = len(board.rows), len(board.rows[0]) if board.rows else 0
        if any(len(row) != columns for row in board.rows):
            raise WrongGame(f"the board {board.rows!r} has rows of different lengths")

        def stack(cell: str) -> list:
            return [dict(zip(("owner", "kind", "number"), self.piece(letter))) for letter in cell.replace(".", "")]

        return {
            "owner": board.owner,
            "columns": columns,
            "rows": rows,
            "is-first-row-at-bottom": board.first_row == "bottom",
            "column-labels": labels(board.column_labels, columns),
            "row-labels": labels(board.row_labels, rows),
            "cells": [stack(cell) for row in board.rows for cell in row],
            "beside": [stack(cell) for cell in board.beside],
            "hulls": [],
            "lines": [],
        }

    def piece(self, letter: str) -> tuple:
        """The owner, kind and number of a piece."""
        if letter not in self.letters:
            raise WrongGame(f"no piece has the letter {letter!r}; there are {', '.join(self.letters) or 'none'}")
        return self.letters[letter]

    def marks(self, before: str, action: str, after: str, viewpoint: int | None) -> list:
        (earlier, _), (game, _) = self.read(before), self.read(after)
        return [mark(one) for one in game.marks(earlier, action, viewpoint)]

    def secret(self, state: str, action: str) -> dict | None:
        secret = self.read(state)[0].secret(action)
        return secret and {"word": secret.word, "says": secret.says}

    def draft(self, state: str, text: str) -> dict:
        return case("err", "nothing is placed in this game")

    def hulls(self, state: str, action: str) -> list:
        return []

    def trials(self, settings: list) -> None:
        return None


def case(tag: str, value=None) -> dict:
    return {"tag": tag, "value": value}


def set_seed(at: dict) -> None:
    """Chance follows from the round's seed and the number of actions, so that each answer is a function of the state."""
    random.seed(at["seed"] << 32 | at["turns"])


def written(game: author.Game, at: dict) -> str:
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
    return json.dumps(at | {"game": vars(game)}, sort_keys=True, separators=(",", ":"))


def notice(count: int, function: str, arguments: dict, text: str, seats: list[int] | None) -> dict:
    to = list(range(count)) if seats is None else seats
    return {"seats": to, "function": function, "arguments": json.dumps(arguments), "text": text}


def place(method, action: str) -> dict | None:
    """A square of a board: (column, row), or (board, column, row)."""
    at = method(action)
    if at is None:
        return None
    if len(at) not in (2, 3):
        raise WrongGame(f"{method.__name__} returned {at!r}; return (column, row), or (board, column, row)")
    *board, x, y = at
    return case("cell", [board[0] if board else 0, {"x": x, "y": y}])


def letters(pieces: list[author.Piece]) -> dict[str, tuple]:
    """The owner, kind and number that each letter of a board stands for."""
    found = {}
    for kind, one in enumerate(pieces):
        owned = isinstance(one.letters, str)
        for owner, numbers in enumerate([one.letters] if owned else one.letters):
            for number, letter in enumerate(numbers):
                found[letter] = (None if owned else owner, kind, number)
    return found


def piece(one: author.Piece) -> dict:
    return {
        "name": one.name,
        "shape": one.shape,
        "letters": [one.letters] if isinstance(one.letters, str) else one.letters,
        "symbols": one.symbols,
        "number": case("size", one.sizes) if one.sizes else case("none"),
        "is-blow": one.is_blow,
    }


def labels(given: list[str] | None, count: int) -> list[str]:
    return [str(number) for number in range(count)] if given is None else given


def mark(one: author.Mark) -> dict:
    weight = case("event", one.event) if one.event else case("rare" if one.is_rare else "usual")
    return {"text": one.text, "weight": weight, "kind": one.kind}
