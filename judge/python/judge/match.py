"""One game, step by step."""

from __future__ import annotations

import copy
import json
import os
import threading
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Union

from . import _judge
from .games import settings

Event = dict[str, Any]
"""What happened in a step. Its key ``event`` is ``began``, ``asked``, ``waiting``, ``moved``, ``told``, ``fault`` or ``over``."""


class OneAtATime:
    """What any thread may use, one at a time, and what can be copied and pickled."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.RLock()

    @contextmanager
    def _held(self) -> Iterator[None]:
        if not self._lock.acquire(blocking=False):
            raise _judge.Trouble("another thread is using this; use it in one thread at a time")
        try:
            yield
        finally:
            self._lock.release()

    def __copy__(self) -> Any:
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._lock = threading.RLock()
        self.__dict__.update(state)


class Position:
    """What a function that plays is given: the game as its seat sees it now. It stays so when the game goes on."""

    def __init__(self, match: _judge.Match, seat: int) -> None:
        self.seat = seat
        """The seat that must act."""
        self.turn = match.turn()
        """Actions that were played so far."""
        self.settings = match.settings()
        """The rules."""
        self._legal = match.legal()
        self._scene = match.scene(seat)

    @property
    def legal(self) -> list[str]:
        """The legal actions, in the game's notation. Fleets of Battleship are not listed."""
        return self._legal[:]

    def scene(self) -> dict[str, Any]:
        """What lies where, and nothing that the rules hide from this seat."""
        return json.loads(self._scene)


Bot = Union[str, "os.PathLike[str]", Callable[[Position], str], None]
"""The name of an example, the path of a ``.wasm`` file, a command, a function, or None for a seat that ``act`` plays.

A command is a program that reads and writes lines: ``"python3 mine.py"``. It and a function are not sandboxed, and have no fuel.
"""


class Match(OneAtATime):
    """A match of a game, by its name or the path of its file, between bots, one for each seat.

    Any thread may use it, one at a time. It can be copied and pickled: the copy plays the same actions again.
    """

    def __init__(
        self, game: str | os.PathLike[str], bots: list[Bot], *, seed: int = 0, opening_plies: int = 0, **rules: Any
    ) -> None:
        super().__init__()
        words = [None if bot is None or callable(bot) else os.fspath(bot) for bot in bots]
        words = [_as_path(word, bot) for word, bot in zip(words, bots)]
        self._functions = [bot if callable(bot) else None for bot in bots]
        self._match = _judge.Match(os.fspath(game), words, seed, settings(rules), opening_plies)

    def step(self) -> Event:
        """Does the next thing, and says what it was. At a function's turn the function is asked, and its action played."""
        with self._held():
            seat = self._match.waits_for()
            if seat is not None and (function := self._functions[seat]):
                self._match.act(function(Position(self._match, seat)))
            return json.loads(self._match.step())

    def play(self) -> dict[str, Any]:
        """Plays on to the end, and returns the verdict."""
        if (seat := self.run()) is not None:
            raise _judge.Mistake(f"seat {seat} waits for an action; call act")
        return self.verdict or {}

    def run(self) -> int | None:
        """Plays on until a seat without a bot must act, and returns that seat; None if the match is over."""
        with self._held():
            while (seat := self._match.run()) is not None and (function := self._functions[seat]):
                self._match.act(function(Position(self._match, seat)))
            return seat

    def act(self, action: str) -> None:
        """Plays an action, in the game's notation, for the seat at which ``run`` stops; what comes before it is played first."""
        with self._held():
            self.run()
            self._match.act(action)

    def position(self, seat: int) -> Position:
        """The game as a seat sees it."""
        return Position(self._match, seat)

    def scene(self, seat: int | None = None) -> dict[str, Any]:
        """What lies where: all of it, or what a seat may see."""
        return json.loads(self._match.scene(seat))

    def fork(self, turn: int | None = None) -> Match:
        """Another match that is as far as this one, or at an earlier turn. Bots have the memory that they had then."""
        fork = object.__new__(Match)
        fork.__setstate__({"_functions": self._functions, "_match": self._match.fork(turn)})
        return fork

    def take_back(self, turn: int) -> None:
        """Goes back to a turn: the number of actions before it."""
        with self._held():
            self._match.take_back(turn)

    def log(self, seat: int) -> str:
        """What the bot at a seat has logged."""
        return self._match.log(seat)

    @property
    def legal(self) -> list[str]:
        """The legal actions of the seat to move."""
        return self._match.legal()

    @property
    def to_move(self) -> int | None:
        """The seat to move; None if the match is over."""
        return self._match.to_move()

    @property
    def turn(self) -> int:
        """Actions that were played so far."""
        return self._match.turn()

    @property
    def moves(self) -> list[dict[str, Any]]:
        """All actions so far, with who played each, and why."""
        return json.loads(self._match.moves())

    @property
    def verdict(self) -> dict[str, Any] | None:
        """How the match ended: ``{"decided": …}``, ``{"forfeit": …}`` or ``{"void": …}``; None while it goes on."""
        return json.loads(self._match.verdict())


def _as_path(word: str | None, bot: Bot) -> str | None:
    """What is no text is a path: never an example's name, nor a command."""
    if word is None or isinstance(bot, str):
        return word
    if os.sep not in word or word.startswith("cmd:"):
        word = os.path.join(os.curdir, word)
    if not any(os.path.lexists(path) for path in (word, word.rpartition(":")[0] or word)) and len(word.split()) > 1:
        raise _judge.Mistake(f"{word}: there is no such file")
    return word
