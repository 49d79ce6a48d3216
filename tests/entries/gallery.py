"""The games in Python that docs/game.md shows, against rules that were written a second time. On this machine's Python, without
WebAssembly.

    python3 tests/entries/gallery.py
"""

import importlib
import json
import random
import sys
import traceback
from pathlib import Path

SDK = Path(__file__).resolve().parents[2] / "sdk"

GAMES_EACH = 20
RANKS = "A23456789TJQK"


class Pousse:
    """The board as squares, and all positions that have been."""

    def __init__(self, first: dict, settings: dict) -> None:
        self.size = int(settings["size"])
        self.board = {(x, y): "." for x in range(self.size) for y in range(self.size)}
        self.positions: set = set()
        self.turns = self.repeated = 0

    def legal(self) -> set[str]:
        return {side + str(line + 1) for side in "LRTB" for line in range(self.size)}

    def play(self, action: str) -> None:
        line, way = int(action[1:]) - 1, range(self.size)
        carried = "XO"[self.turns % 2]
        for at in way if action[0] in "LT" else reversed(way):
            place = (at, line) if action[0] in "LR" else (line, at)
            self.board[place], carried = carried, self.board[place]
            if carried == ".":
                break
        position = tuple(self.board.values())
        self.repeated = position in self.positions
        self.positions.add(position)
        self.turns += 1

    def scores(self) -> list[int]:
        way = range(self.size)
        lines = [{self.board[x, y] for x in way} for y in way] + [{self.board[x, y] for y in way} for x in way]
        return [lines.count({disc}) for disc in "XO"]

    def is_over(self) -> bool:
        x, o = self.scores()
        return bool(self.repeated) or x != o or self.turns == 100 * self.size

    def ranks(self) -> list[int]:
        x, o = self.scores()
        mover = (self.turns - 1) % 2
        return [1 + (seat == mover) for seat in (0, 1)] if self.repeated else [1 + (x < o), 1 + (o < x)]


class CrazyEights:
    """The cards from the first state; all else follows from the actions."""

    def __init__(self, first: dict, settings: dict) -> None:
        self.hands = [set(hand) for hand in first["hands"]]
        self.stock, (self.top,) = list(first["stock"]), first["pile"]
        self.suit, self.seat, self.passed, self.has_drawn = self.top[1], 0, 0, False
        cards = sorted([*self.stock, self.top, *(card for hand in self.hands for card in hand)])
        assert cards == sorted(rank + suit for rank in RANKS for suit in "CDHS")
        assert {len(hand) for hand in self.hands} == {int(settings["cards"])} and self.top[0] != "8"

    def legal(self) -> set[str]:
        fits = {card for card in self.hands[self.seat] if self.top[0] == card[0] or self.suit == card[1] or card[0] == "8"}
        plain = {card for card in fits if card[0] != "8"}
        asks = {f"{card}={suit}" for card in fits - plain for suit in "CDHS"}
        return plain | asks | {"pass" if self.has_drawn or not self.stock else "draw"}

    def play(self, action: str) -> None:
        if action == "draw":
            self.hands[self.seat].add(self.stock.pop())
            self.has_drawn = True
            return
        if action == "pass":
            self.passed += not self.stock
        else:
            self.hands[self.seat].remove(action[:2])
            self.top, self.suit, self.passed = action[:2], action[-1], 0
        self.seat, self.has_drawn = (self.seat + 1) % len(self.hands), False

    def scores(self) -> list[int]:
        worth = dict(zip(RANKS, range(1, 14))) | dict.fromkeys("TJQK", 10) | {"8": 50}
        return [-sum(worth[card[0]] for card in hand) for hand in self.hands]

    def is_over(self) -> bool:
        return self.passed == len(self.hands) or not all(self.hands)

    def ranks(self) -> list[int]:
        scores = self.scores()
        return [sorted(scores, reverse=True).index(score) + 1 for score in scores]


class LiarsDice:
    """The dice from the first state."""

    def __init__(self, first: dict, settings: dict) -> None:
        self.dice = [sorted(hand) for hand in first["hands"]]
        self.bids: list[str] = []

    def legal(self) -> set[str]:
        higher = {f"{count}x{face}" for count in range(1, sum(map(len, self.dice)) + 1) for face in range(1, 7)}
        last = self.bids[-1:]
        return {bid for bid in higher if [bid] > last} | ({"doubt"} if last else set())

    def play(self, action: str) -> None:
        self.bids.append(action)

    def is_over(self) -> bool:
        return self.bids[-1:] == ["doubt"]

    def scores(self) -> list[int]:
        if not self.is_over():
            return [0, 0]
        count, face = map(int, self.bids[-2].split("x"))
        bidder = len(self.bids) % 2
        is_true = sum(self.dice, []).count(face) >= count
        return [int((seat == bidder) == is_true) for seat in (0, 1)]

    def ranks(self) -> list[int]:
        return [2 - score for score in self.scores()]


class Ludo:
    """The steps of each token; the die comes from the states."""

    def __init__(self, first: dict, settings: dict) -> None:
        seats = int(settings["seats"])
        self.steps = [[0] * int(settings["tokens"]) for _ in range(seats)]
        assert first["tokens"] == self.steps
        self.enters = [0, 26] if seats == 2 else [0, 13, 26, 39][:seats]
        self.die, self.seat, self.throws = first["die"], 0, 0

    def goal(self, steps: int) -> int:
        return steps + self.die if steps > 0 else self.die // 6

    def legal(self) -> set[str]:
        return {str(steps) for steps in self.steps[self.seat] if 0 < self.goal(steps) < 58} or {"pass"}

    def play(self, action: str) -> None:
        own = self.steps[self.seat]
        if action != "pass":
            goal = self.goal(int(action))
            own[own.index(int(action))] = goal
            for enters, steps in zip(self.enters, self.steps):
                for token, there in enumerate(steps):
                    meets = (there + enters - goal - self.enters[self.seat]) % 52 == 0
                    if steps is not own and 0 < there < 52 and goal < 52 and meets:
                        steps[token] = 0
        self.throws += 1
        self.seat = (self.seat + (self.die != 6)) % len(self.steps)

    def scores(self) -> list[int]:
        return [sum(steps) for steps in self.steps]

    def is_over(self) -> bool:
        return self.throws == 400 * len(self.steps) or any(set(steps) == {57} for steps in self.steps)

    def ranks(self) -> list[int]:
        scores = self.scores()
        return [sorted(scores, reverse=True).index(score) + 1 for score in scores]


def with_other_hands(state: str, seat: int, other_deal: dict) -> str:
    """The same position with all that the seat does not see dealt otherwise."""
    at = json.loads(state)
    game = at["game"]
    if "stock" not in game:
        game["hands"][1 - seat] = other_deal["hands"][1 - seat]
    else:
        unseen = [card for other, hand in enumerate(game["hands"]) if other != seat for card in hand] + game["stock"]
        random.Random(1).shuffle(unseen)
        game["hands"] = [hand if other == seat else [unseen.pop() for _ in hand] for other, hand in enumerate(game["hands"])]
        game["stock"] = unseen
    return json.dumps(at)


# Each example with its other rules, and settings to try.
GAMES = [
    ("liars_dice", LiarsDice, [{"dice": "1"}, {"dice": "3"}]),
    ("crazy_eights", CrazyEights, [{"seats": "2", "cards": "7"}, {"seats": "5", "cards": "5"}, {"seats": "5", "cards": "10"}]),
    ("ludo", Ludo, [{"seats": "2", "tokens": "4"}, {"seats": "3", "tokens": "1"}, {"seats": "4", "tokens": "2"}]),
    ("pousse", Pousse, [{"size": "3"}, {"size": "4"}, {"size": "6"}]),
]


def is_refused(answer: dict) -> bool:
    return answer["tag"] == "err"


def given(settings: dict) -> list[dict]:
    """Settings as a game is told them."""
    return [{"0": key, "1": value} for key, value in settings.items()]


def played(rules, other, settings: dict, seed: int) -> dict:
    """Plays a game at random by both rules; returns the fields of its first state."""
    dice = random.Random(seed)
    at = rules.start(given(settings), str(seed))
    assert at == rules.start(given(settings), str(seed))
    first = json.loads(at["state"])["game"]
    deal = json.loads(rules.start(given(settings), str(seed + 1))["state"])["game"]
    again, turns = other(first, settings), 0
    while at["to-move"] is not None:
        seat, listed = at["to-move"], rules.legal(at["state"])
        assert len(listed) == len(set(listed)) and set(listed) == again.legal() and not again.is_over(), listed
        for wrong in {"8C", "1x7", "L0", "draw", "pass"} - set(listed):
            assert is_refused(rules.play(at["state"], wrong)), f"{wrong} is played"
        if rules.kind.hidden:
            here, there = at["state"], with_other_hands(at["state"], seat, deal)
            assert here != there
            for seen in (rules.question, rules.scene):
                assert seen(here, seat) == seen(there, seat), f"seat {seat} sees hidden things"
            assert rules.scene(here, 1 - seat % 2)["scores"][seat] == 0
        action = dice.choice(listed)
        if other is not LiarsDice:
            assert rules.answer(at["state"], seat, f'"{action}"')["value"] == action
            assert is_refused(rules.answer(at["state"], seat, '""'))
        at = rules.play(at["state"], action)["value"]
        again.play(action)
        if other is Ludo:
            again.die = json.loads(at["state"])["game"]["die"]
            assert again.die in range(1, 7)
            assert at["forced"] == (next(iter(again.legal())) if len(again.legal()) == 1 and not again.is_over() else None)
        turns += 1
    ranks, scores = at["outcome"]["ranks"], at["outcome"]["scores"]
    assert again.is_over() and scores == again.scores() and list(ranks) == again.ranks(), (at, again.scores(), again.ranks())
    assert turns <= rules.set_up(given(settings))["value"]["turns-max"]
    return first


def check_removed(rules, settings: dict) -> None:
    """Whoever is taken out is behind who is left, whatever it had."""
    for left in range(rules.set_up(given(settings))["value"]["seats"]):
        at = rules.start(given(settings), "1")
        while at["to-move"] is not None:
            out = at["to-move"]
            at = rules.play(at["state"], rules.legal(at["state"])[0])["value"] if out == left else rules.remove(at["state"], out)
        ranks = at["outcome"]["ranks"]
        assert ranks[left] == 1 and list(ranks).count(1) == 1, (left, ranks)


def check_track(ludo, begun) -> None:
    """The track is a ring, and each place has a square of its own."""
    ring = [ludo.square(index // 13, 1 + index % 13) for index in range(52)]
    assert len(set(ring)) == 52
    for (x, y), (next_x, next_y) in zip(ring, ring[1:] + ring[:1]):
        assert max(abs(x - next_x), abs(y - next_y)) == 1, (x, y)
    game = begun(ludo.Ludo, seats=4)
    for seat in range(4):
        assert all(ludo.square(seat, place) == ring[game.shared(seat, place)] for place in range(1, 52))


def main() -> int:
    failed = 0
    sys.path[:0] = [str(SDK / "python"), str(SDK / "game/examples")]
    import judge_game
    import judge_rules

    check_track(importlib.import_module("ludo"), judge_game.begun)
    for name, other, trials in GAMES:
        kinds = vars(importlib.import_module(name)).values()
        (kind,) = (kind for kind in kinds if isinstance(kind, type) and kind.__module__ == name and issubclass(kind, judge_game.Game))
        rules = judge_rules.Rules(kind)
        rules.info()
        for settings in trials:
            try:
                firsts = [played(rules, other, settings, seed) for seed in range(GAMES_EACH)]
                if kind.remove is not judge_game.Game.remove:
                    check_removed(rules, settings)
                assert (len({json.dumps(first) for first in firsts}) > 1) == (name != "pousse"), "chance is not the seed's"
            except (AssertionError, judge_rules.WrongGame) as error:
                failed += 1
                print(f"{name} with {settings}: line {traceback.extract_tb(error.__traceback__)[-1].lineno}: {error}")
    print(f"the gallery in Python: {failed} failed" if failed else "the gallery in Python: all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
