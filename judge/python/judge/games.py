"""The games and their rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _judge
from .tournament import said


@dataclass(frozen=True)
class Game:
    """A game: its name, the most players, example bots (the weakest first) and the keys of its rules."""

    name: str
    seats_max: int
    opening_plies: int | None
    examples: list[str]
    rules: dict[str, dict[str, Any]]


def games() -> list[Game]:
    """All games."""
    return [
        Game(
            game["game"],
            game["seats_max"],
            game["opening_plies"],
            [example["name"] for example in game["examples"]],
            {rule["key"]: rule for rule in game["rules"]},
        )
        for game in said("games")["games"]
    ]


def settings(rules: dict[str, Any]) -> dict[str, str]:
    """Rules as the judge reads them: ``{"size": 6, "no_touch": True, "fleet": [3, 2]}``."""

    def text(value: Any) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, (list, tuple)):
            return ",".join(text(item) for item in value)
        return str(value)

    return {key: text(value) for key, value in rules.items()}


def random_games(game: str, games: int, seed: int = 0, **rules: Any) -> tuple[int, list[list[int]]]:
    """Plays games with random legal actions, without Python in between.

    Returns how many actions were played, and for each game the rank of each seat, 1 for the best. Other threads go on
    meanwhile. Battleship cannot be played so.
    """
    return _judge.random_games(game, games, seed, settings(rules))
