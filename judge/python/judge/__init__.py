"""Tournaments between bots, and the games themselves.

``run``, ``verify``, ``report`` and ``status`` call the program ``judge``, which is in the same package. ``Match`` plays one
game step by step, between bots in the sandbox, functions of Python and whoever calls ``act``.
"""

from ._judge import Mistake, Trouble
from .games import Game, games, random_games
from .match import Event, Match, Position
from .tournament import Interrupted, Results, moves, program, report, run, status, verify

__all__ = [
    "Event",
    "Game",
    "Interrupted",
    "Match",
    "Mistake",
    "Position",
    "Results",
    "Trouble",
    "games",
    "moves",
    "program",
    "random_games",
    "report",
    "run",
    "status",
    "verify",
]
