"""The games as environments of PettingZoo (AEC), for those who let programs learn.

    from judge.environment import env
    environment = env("othello", size=6)

Wants ``pettingzoo``, ``gymnasium`` and ``numpy``.
"""

from __future__ import annotations

import json
import operator
import random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _judge
from .games import settings
from .match import OneAtATime


def env(game: str, **rules: Any) -> AECEnv:
    """An environment of a game with these rules, with the usual wrappers of PettingZoo."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, **rules))


class raw_env(OneAtATime, AECEnv):
    """A game for agents ``player_0``, ``player_1`` and so on.

    An observation has ``observation``, planes of rows and columns (own pieces first, then those of the seats after it), and
    ``action_mask``. An action is a number: the cell that a piece goes to, after ``cells`` times the source that it comes
    from, where there are several. Fleets of Battleship are placed at random before the first action. A whole number that
    is no legal action loses the game; anything else raises ``Mistake``. The winner's reward is 1, the last one's -1.

    Without a seed each game is another. Any thread may use an environment, one at a time. It can be copied and pickled.
    """

    def __init__(self, game: str, render_mode: str | None = None, **rules: Any) -> None:
        super().__init__()
        self.metadata = {"name": f"judge_{game}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self._game = game
        self._settings = settings(rules)
        self._seats = int(self._settings.get("seats", 2))
        self._random: random.Random | None = None
        match = self._new()
        self.possible_agents = [f"player_{seat}" for seat in range(self._seats)]
        shape, actions = tuple(match.shape()), match.actions()
        observation = Dict(
            {
                "observation": Box(0, 1, shape, np.int8),
                "action_mask": Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def _chance(self) -> random.Random:
        """What is drawn from. Without a seed it is the system's, so that copies and processes do not draw the same."""
        return self._random or random.SystemRandom()

    def _new(self) -> _judge.Match:
        match = _judge.Match(self._game, [None] * self._seats, self._chance().getrandbits(64), self._settings, 0)
        match.run()
        while self._game == "battleship" and match.turn() < 2:
            match.act(self._fleet(match.settings()))
            match.run()
        return match

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        with self._held():
            self._reset(seed)

    def _reset(self, seed: int | None) -> None:
        if seed is not None:
            self._random = random.Random(operator.index(seed))
        self._match = self._new()
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._match.to_move() or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        planes = np.frombuffer(self._match.observe(seat), np.int8).reshape(self._match.shape())
        is_asked = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = np.frombuffer(self._match.mask(), np.int8) if is_asked else np.zeros(self._match.actions(), np.int8)
        return {"observation": planes.copy(), "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        with self._held():
            self._step(action)

    def _step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            number = operator.index(action)
        except TypeError:
            raise _judge.Mistake(f"{action!r}: an action is a whole number; action_mask has the legal ones") from None
        self._cumulative_rewards[agent] = 0
        self.rewards = {agent: 0 for agent in self.rewards}
        text = self._match.action(number) if 0 <= number < self.action_spaces[agent].n else None
        if text is None:
            self._end([1 if other != agent else -1 for other in self.possible_agents])
        else:
            self._match.act(text)
            seat = self._match.run()
            if seat is None:
                self._end(self._scores())
            else:
                self.agent_selection = self.possible_agents[seat]
        self._accumulate_rewards()

    def _end(self, rewards: list[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, rewards))
        self.terminations = {agent: True for agent in self.terminations}
        self.agent_selection = self.agents[0]

    def _scores(self) -> list[float]:
        verdict = json.loads(self._match.verdict())
        ranks = verdict["decided"]["ranks"] if "decided" in verdict else verdict.get("forfeit", [1] * self._seats)
        # Seats beaten, less seats lost to, from -1 to 1.
        def score(rank: int) -> float:
            return (sum(other > rank for other in ranks) - sum(other < rank for other in ranks)) / (len(ranks) - 1)

        return [score(rank) for rank in ranks]

    def render(self) -> str:
        scene = json.loads(self._match.scene(None))
        boards = []
        for board in scene["boards"]:
            cells = (("".join(str(p["owner"]) if p["owner"] is not None else "x" for p in cell[-1:]) or "." for cell in row) for row in board["rows"])
            boards.append("\n".join("".join(row) for row in cells))
        return "\n\n".join(boards)

    def close(self) -> None:
        pass

    def _fleet(self, rules: dict[str, str]) -> str:
        """A fleet at random, in the game's notation."""
        size, margin = int(rules["size"]), int(rules["no_touch"] == "true")
        while True:
            taken: set[tuple[int, int]] = set()
            ships = []
            for length in map(int, rules["fleet"].split(",")):
                spots = [
                    (x, y, way)
                    for way in "ad"
                    for x in range(size - (length - 1) * (way == "a"))
                    for y in range(size - (length - 1) * (way == "d"))
                    if not taken & set(_squares(x, y, length, way, 0))
                ]
                if not spots:
                    break
                x, y, way = self._chance().choice(spots)
                taken |= set(_squares(x, y, length, way, margin))
                ships.append(f"{length}{way}@{x},{y}")
            else:
                return " ".join(ships)


def _squares(x: int, y: int, length: int, way: str, margin: int) -> list[tuple[int, int]]:
    columns, rows = (length, 1) if way == "a" else (1, length)
    return [(i, j) for i in range(x - margin, x + columns + margin) for j in range(y - margin, y + rows + margin)]
