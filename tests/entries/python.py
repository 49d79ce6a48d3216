"""What sdk/python/entry.py tells an author whose bot answers wrongly: on this machine's Python, without WebAssembly.

    python3 tests/entries/python.py
"""

import dataclasses
import enum
import json
import subprocess
import sys
import tempfile
import types
from pathlib import Path

from told import in_order

SDK = Path(__file__).resolve().parents[2] / "sdk"
GOOD = """
from wit_world import exports
from wit_world.exports.battleship import Orientation, Setup, Ship, Square


class Battleship(exports.Battleship):
    def name(self):
        return "Sailor"

    def new_game(self, setup):
        return [Ship(0, 0, 2, Orientation.ACROSS)]

    def take_turn(self, state, ships_remaining):
        return Square(1, 0)
"""
# What is changed in a good bot, which function is called, and what its author must read, in this order.
MISTAKES = [
    ("Square(1, 0)", "(1, 2)", "take_turn", ["bot.py:13 in take_turn", "take_turn returned (1, 2), a tuple; return a Square"]),
    ("return Square(1, 0)", "pass", "take_turn", ["bot.py:13 in take_turn", "take_turn returned nothing"]),
    ("Square(1, 0)", "Square(1.5, 0)", "take_turn", ["bot.py:13", "its x is 1.5", "whole number"]),
    ("Square(1, 0)", "Square(-1, 0)", "take_turn", ["bot.py:13", "its x is -1; it must be from 0 to 255"]),
    ("Orientation.ACROSS", '"across"', "new_game", ["bot.py:10 in new_game", "its orientation is 'across'"]),
    ("return Square(1, 0)", 'return open("book")', "take_turn", ["bot.py:14 in take_turn", "NotForBots: a bot has no files"]),
    ("return Square(1, 0)", "import time; time.time()", "take_turn", ["bot.py:14 in take_turn", "NotForBots: a bot has no clock"]),
    ("return Square(1, 0)", "exit()", "take_turn", ["bot.py:14 in take_turn", "NotForBots: exit() gives up the game"]),
    ("Square(1, 0)", "Square(len(5), 0)", "take_turn", ["bot.py:14 in take_turn", "TypeError: object of type 'int' has no len()"]),
    ("def take_turn", "def taketurn", "take_turn", ["bot.py: class Battleship lacks take_turn"]),
    ("def take_turn(self, state, ships_remaining)", "def take_turn(self)", "take_turn", ["bot.py:13 in take_turn", "TypeError: ", "takes 1 positional argument but 3 were given; write def take_turn(self, state, ships_remaining)"]),
    ("def new_game(self, setup)", "def new_game(self, setup, seats)", "new_game", ["bot.py:10 in new_game", "missing 1 required positional argument: 'seats'; write def new_game(self, setup)"]),
    ("    def name(self)", "    def __init__(self, size): pass\n    def name(self)", "name", ["bot.py:7 in __init__", "'size'; write def __init__(self)"]),
    ("return Square(1, 0)", "return Square(1)", "take_turn", ["bot.py:14 in take_turn", "missing 1 required positional argument: 'y'"]),
    ("class Battleship(", "class Ships(", "take_turn", ["bot.py has no class Battleship"]),
    ('return "Sailor"', 'print("half a line", end=""); return 7', "name", ["half a line", "name returned 7"]),
]


def contract_of(told: list[str], packed: bytes) -> None:
    """Puts modules in place that componentize-py would make of the interface."""

    class Orientation(enum.Enum):
        ACROSS = 0
        DOWN = 1

    @dataclasses.dataclass
    class Square:
        x: int
        y: int

    @dataclasses.dataclass
    class Ship:
        x: int
        y: int
        length: int
        orientation: Orientation

    @dataclasses.dataclass
    class Setup:
        seed: int

    class Battleship:
        def name(self) -> str: ...
        def new_game(self, setup: Setup) -> list[Ship]: ...
        def take_turn(self, state: bytes, ships_remaining: bytes) -> Square: ...

    def module(name: str, **members) -> types.ModuleType:
        made = types.ModuleType(name)
        vars(made).update(members)
        sys.modules[name] = made
        return made

    kinds = {kind.__name__: kind for kind in (Orientation, Square, Ship, Setup)}
    game = module("wit_world.exports.battleship", **kinds)
    exports = module("wit_world.exports", Battleship=Battleship, battleship=game)
    host = types.SimpleNamespace(log=told.append, fuel_left=lambda: 0)
    imports = module("wit_world.imports", host=host, source=types.SimpleNamespace(read=lambda: packed))
    module("wit_world", exports=exports, imports=imports)


def ask(text: str, function: str) -> list[str]:
    """What the log holds after a call of a bot with this text."""
    told: list[str] = []
    contract_of(told, json.dumps({"main": "bot", "files": {"bot": ["bot.py", text]}}).encode())
    import judge_entry

    setup = sys.modules["wit_world.exports.battleship"].Setup(7)
    arguments = {"name": (), "new_game": (setup,), "take_turn": (bytes(4), bytes([2]))}[function]
    try:
        getattr(judge_entry.Entry(), function)(*arguments)
    except Exception as error:
        judge_entry.tell(type(error), error, error.__traceback__)
    return told


def main() -> int:
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in ("entry", "program", "limits", "library"):
            Path(folder, f"judge_{name}.py").write_text((SDK / "python" / f"{name}.py").read_text())
        make = [sys.executable, SDK / "python" / "bundle.py", "contract", SDK / "python" / "contract.py", "battleship"]
        contract = subprocess.run([*make, SDK / "contract" / "battleship.json"], check=True, capture_output=True, text=True)
        Path(folder, "judge_contract.py").write_text(contract.stdout)
        for good, wrong, function, words in [("", "", "take_turn", []), *MISTAKES]:
            assert good in GOOD, good
            text = GOOD.replace(good, wrong, 1) if good else GOOD
            # The entry takes open() and the like from its process.
            run = [sys.executable, __file__, folder, text, function]
            ended = subprocess.run(run, capture_output=True, text=True)
            lines = json.loads(ended.stdout) if ended.returncode == 0 else [ended.stderr]
            if not in_order(words, lines) or (not words and lines):
                failed += 1
                print(f"{wrong!r} in {function}: {words} is not in", *lines, sep="\n  ")
    print(f"{len(MISTAKES) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) == 4:
        sys.path.insert(0, sys.argv[1])
        out = sys.stdout
        print(json.dumps(ask(sys.argv[2], sys.argv[3])), file=out)
    else:
        sys.exit(main())
