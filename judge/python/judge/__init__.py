"""Tournaments between bots, and the games themselves.

``run``, ``verify``, ``report`` and ``status`` call the program ``judge``, which is in the same package. ``Contest`` plays
tournaments in rounds, between versions of bots. ``Match`` plays one game step by step, between bots in the sandbox,
functions of Python and whoever calls ``act``.
"""

from ._judge import Mistake, Trouble
from .contest import Contest, Refused
from .games import Game, games, random_games
from .match import Event, Match, Position
from .tournament import Interrupted, Results, moves, program, report, run, status, verify

__all__ = [
    "Contest",
    "Event",
    "Game",
    "Interrupted",
    "Match",
    "Mistake",
    "Position",
    "Refused",
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
