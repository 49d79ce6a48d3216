"""What games in Python are made of: contracts, values, states, and what an author reads whose game is wrong. On this machine's
Python, without WebAssembly.

    python3 tests/entries/game.py
"""

import json
import subprocess
import sys
import tempfile
import types
from pathlib import Path

from told import in_order

PROJECT = Path(__file__).resolve().parents[2]
SDK = PROJECT / "sdk"
GOOD = (PROJECT / "sdk/python/new-game/game.py").read_text()
WIT = PROJECT / "sdk/rust/new-game/wit/my-game.wit"
ALL_TYPES = """/* all types */ interface x {
    record r { a-b: u8, %list: list<string>, o: option<s16> }
    enum e { across, none }
    variant v { plain, made(tuple<u8, bool>) }
    type rs = list<r>;
    f: func(a: rs, b: e, c: v) -> result<option<string>, u64>;
}
"""
# A type of that contract, a value, and its text.
VALUES = [
    ("r", {"a_b": 1, "list": ['a "b"\n\\', "ü"], "o": None}, '{a-b: 1, list: ["a \\"b\\"\\u{a}\\\\", "ü"], o: none}'),
    ("r", {"a_b": 1, "list": [], "o": -5}, "{a-b: 1, list: [], o: some(-5)}"),
    ("e", "across", "across"),
    ("e", "none", "%none"),
    ("v", "plain", "plain"),
    ("v", ("made", (1, True)), "made((1, true))"),
    ({"result": {"ok": {"option": "string"}, "err": "u64"}}, ("err", (1 << 64) - 1), "err(18446744073709551615)"),
    ({"result": {"ok": {"option": "string"}, "err": "u64"}}, ("ok", "a"), 'ok(some("a"))'),
]
# A type, what is no value of it, and what an author reads.
NO_VALUES = [
    ("u8", 256, "take gets 256, which should be a whole number from 0 to 255"),
    ("s8", True, "which should be a whole number from -128 to 127"),
    ({"list": "u8"}, "ab", "which should be a list"),
    ("e", "up", "'up', which should be 'across' or 'none'"),
    ("v", "made", "'made', which should be 'plain' or ('made', …)"),
    ("r", {"a_b": 1, "list": []}, "take gets a r with no o"),
    ("r", {"a_b": 1, "list": [3], "o": None}, "list: item 0: 3, which should be a text"),
]
# What is changed in a good game, which function is called, and what its author must read, in this order.
MISTAKES = [
    ('"left": self.left', '"left": 300', "question", ["game.py:58 in question", "take gets left: 300, which should be a whole number from 0 to 255"]),
    ('{"left": self.left}', '{"rest": 1}', "question", ["game.py:58 in question", "take gets no left"]),
    ('Question("take"', 'Question("grab"', "question", ["the contract has no function 'grab'; it has name, new-game, take"]),
    ("return str(value)", "return value", "answer", ["game.py:61 in answer", "answer returned 2, which should be a text"]),
    ("return self.left - int(action), 0", "return -1, 0", "scene", ["game.py:70 in target", "item 0: -1"]),
    ('["o" * self.left', '["x" * self.left', "scene", ["no piece has the letter 'x'; there are o"]),
    ("self.turn = 0", "self.turn = {1}", "start", ["self.turn is {1}; keep whole numbers"]),
    ("self.turn = 0", "self.turn = (1, 2)", "start", ["self.turn is (1, 2); keep whole numbers"]),
    ("def legal", "def legally", "legal", ["the class Heap lacks the method legal"]),
    ("self.left -= int(action)", 'self.left -= "1"', "play", ["game.py:43 in play", "TypeError: "]),
    ("class Heap(Game)", "class Heap", "start", ["game.py has 0 classes that are derived from Game"]),
    ("random.randint(0, MORE_MAX)", "len(open('x').read())", "start", ["game.py:32 in start", "a game has no files"]),
    ("unit = None", 'unit = "chip"', "info", ["Heap.unit is 'chip', which should be a list"]),
]


class Wire:
    """Stands for the types that componentize-py makes of the interface."""

    def __getattr__(self, name: str):
        return lambda *values, **fields: types.SimpleNamespace(values=values, **fields)

    def __getitem__(self, name: str) -> str:
        return name


class Enums(Wire):
    Stacks = Ending = MarkKind = Wire()


class Err(Exception):
    """The error of a result."""

    def __init__(self, value) -> None:
        super().__init__(value)
        self.value = value


def modules(told: list[str], packed: bytes) -> None:
    """Puts modules in place that componentize-py would make."""
    host = types.SimpleNamespace(log=told.append, fuel_left=lambda: 0)
    made = {
        "componentize_py_types": {"Err": Err},
        "wit_world.exports": {"rules": Enums()},
        "wit_world.imports": {"host": host, "source": types.SimpleNamespace(read=lambda: packed)},
        "wit_world": {},
    }
    for name, members in made.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(members)


def parts_into(folder: str) -> None:
    """Puts the parts of the interpreter into a folder."""
    parts = [*(SDK / "game/python").glob("*.py"), *(SDK / "python" / f"{name}.py" for name in ("program", "limits", "library"))]
    for part in parts:
        name = part.name if part.name in ("judge_game.py", "contract.py") else f"judge_{part.name}"
        Path(folder, name).write_text(part.read_text())


def told_by(text: str, function: str) -> list[str]:
    """What the log holds after calls of a game with this text."""
    import contract

    told: list[str] = []
    program = {"main": "game", "files": {"game": ["game.py", text]}, "contract": contract.read(WIT)}
    modules(told, json.dumps(program).encode())
    import judge_entry

    game = judge_entry.Entry()
    try:
        if function == "info":
            game.info()
        state = game.start([("size", "5")], 7).state
        if state != game.start([("size", "5")], 7).state or b'"seed":7,"turns":0' not in state:
            told.append(f"the states differ: {state}")
        arguments = {"play": ["2"], "answer": [0, "2"], "question": [0], "scene": [None], "legal": []}
        if function in arguments:
            getattr(game, function)(state, *arguments[function])
        try:
            game.play(state, "9")
            told.append("what is illegal is played")
        except Err as refusal:
            if refusal.value.values != ("9 cannot be taken; take 1, 2, 3",):
                told.append(f"it is refused: {refusal.value}")
    except Exception as error:
        judge_entry.tell(type(error), error, error.__traceback__)
    return told


def check(failed: list[str], holds: bool, what: str) -> None:
    if not holds:
        failed.append(what)


def of_contracts(failed: list[str]) -> None:
    import contract

    for wit in sorted((SDK / "wit").glob("*.wit")):
        if wit.stem != "host":
            known = json.loads((SDK / "contract" / f"{wit.stem}.json").read_text())
            check(failed, contract.read(wit)["interface"] == known, f"{wit} is read as the judge reads it")
    read = contract.Wit(ALL_TYPES).interface()
    check(failed, read["wit"].startswith("/* all types */") and read["wit"].endswith("}"), "the interface stands alone")
    for good, wrong, line, words in [
        ("list<string>", "list<strings>", 2, "a type that was described before in place of 'strings'"),
        ("enum e {", "enum e", 3, "'{' in place of 'across'"),
        ("r { a-b: u8", "r { a-b u8", 2, "':' in place of 'u8'"),
    ]:
        try:
            contract.Wit(ALL_TYPES.replace(good, wrong)).interface()
            failed.append(f"{wrong} is read")
        except SyntaxError as error:
            check(failed, error.lineno == line and words in error.msg, f"{wrong}: {error.lineno}: {error.msg}")


def of_values(failed: list[str]) -> None:
    import contract
    import judge_wave

    types_of = judge_wave.Contract(contract.Wit(ALL_TYPES).interface()["interface"])
    for kind, value, text in VALUES:
        written = types_of.write(kind, value, "take gets")
        check(failed, written == text, f"{value}: {written}")
        check(failed, types_of.read(kind, text) == value, f"{text}: {types_of.read(kind, text)}")
    omitted = types_of.read("r", "{a-b: 1, list: []}")
    check(failed, omitted == {"a_b": 1, "list": [], "o": None}, f"an option that is left out: {omitted}")
    for kind, value, words in NO_VALUES:
        try:
            failed.append(f"{value} is written {types_of.write(kind, value, 'take gets')}")
        except judge_wave.WrongValue as error:
            check(failed, words in str(error), f"{value}: {error}")


def main() -> int:
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        parts_into(folder)
        sys.path.insert(0, folder)
        of_contracts(failed)
        of_values(failed)
        for good, wrong, function, words in [("", "", "scene", []), *MISTAKES]:
            assert good in GOOD, good
            text = GOOD.replace(good, wrong, 1) if good else GOOD
            # The entry takes open() and the like from its process.
            ended = subprocess.run([sys.executable, __file__, folder, text, function], capture_output=True, text=True)
            lines = json.loads(ended.stdout) if ended.returncode == 0 else [ended.stderr]
            check(failed, in_order(words, lines) and (words or not lines), "\n  ".join([f"{wrong!r} in {function}: {words} is not in", *lines]))
    print(*failed, sep="\n")
    print(f"games in Python: {len(failed)} failed" if failed else "games in Python: all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.path.insert(0, sys.argv[1])
        out = sys.stdout
        print(json.dumps(told_by(*sys.argv[2:])), file=out)
    else:
        sys.exit(main())
