"""What authors are told of games in Python and JavaScript that are wrong: each mistake is put into a game that is right, which then plays
as a command of this machine.

    python3 tests/entries/game.py LANGUAGE JUDGE
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from told import in_order

# What is changed in a new game, and what its author must read, in this order.
MISTAKES = {
    "python": [
        ('"left": self.left', '"left": 300', ["the arguments of take: left: 300 should be a whole number from 0 to 255"]),
        ('{"left": self.left}', '{"rest": 1}', ['there is no "rest"; there is left']),
        ('Question("take"', 'Question("grab"', ['the contract has no function "grab"']),
        ("return str(value)", "return value", ["ok: ", "should be a text"]),
        ("return self.left - int(action), 0", "return -1, 0", ["scene: choices: item 0: target: cell: ", "-1 should be a whole number"]),
        ('["o" * self.left', '["x" * self.left', ["no piece has the letter 'x'; there are o"]),
        ("self.turn = 0", "self.turn = {1}", ["self.turn is {1}; keep whole numbers"]),
        ("self.turn = 0", "self.turn = (1, 2)", ["self.turn is (1, 2); keep whole numbers"]),
        ("def legal", "def legally", ["the class Heap lacks the method legal"]),
        ("self.left -= int(action)", 'self.left -= "1"', ["TypeError: "]),
        ("    contract = ", "    of_bots = ", ["Heap has no contract"]),
        ("unit = None", 'unit = "chip"', ["facts: unit: ", "should be a list of 2"]),
        ("def to_move(self):", "def to_move(self):\n        print('here')", []),
    ],
    "js": [
        ("left: this.left }", "left: 300 }", ["the arguments of take: left: 300 should be a whole number from 0 to 255"]),
        ("left: this.left }", "rest: 1 }", ['there is no "rest"; there is left']),
        ("function: 'take'", "function: 'grab'", ['the contract has no function "grab"']),
        ("String(value)", "value", ["ok: ", "should be a text"]),
        ("[this.left - Number(action), 0]", "[-1, 0]", ["scene: choices: item 0: target: cell: ", "-1 should be a whole number"]),
        ("['o'.repeat", "['x'.repeat", ['no piece has the letter "x"; there are o']),
        ("this.turn = 0", "this.turn = new Set()", ["this.turn is [object Set]; keep numbers"]),
        ("this.turn = 0", "this.turn = [1n]", ["this.turn[0] is 1; keep numbers"]),
        ("  legal()", "  legally()", ["the class Heap lacks the method legal"]),
        ("this.left -= Number(action)", "this.heap.left = '1'", ["TypeError: "]),
        ("static contract", "static ofBots", ["Heap has no contract"]),
        ("static unit = null", "static unit = 'chip'", ["facts: unit: ", "should be a list of 2"]),
        ("  toMove() {", "  toMove() {\n    console.log('here');", []),
    ],
}
RUN = {"python": "python3 game.py", "js": "node game.js"}
BOTS = {
    "python": ["python3 bots/careful_bot.py", "python3 bots/random_bot.py"],
    "js": ["node bots/careful_bot.js", "node bots/random_bot.js"],
}


def main(language: str, judge: str) -> int:
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([judge, "new-game", "heap", "--lang", language], cwd=folder, check=True, capture_output=True)
        game = Path(folder, "heap", RUN[language].split()[1])
        right = game.read_text()
        for good, wrong, words in [("", "", []), *MISTAKES[language]]:
            assert good in right, good
            game.write_text(right.replace(good, wrong, 1) if good else right)
            # A check takes longer, and sees what no game between programs shows: answers of functions, and boards.
            told: list[str] = []
            for command in [["play", RUN[language], *BOTS[language], "--seed", "1"], ["check", RUN[language], "--quiet", "--set", "size=4"]]:
                ended = subprocess.run([judge, *command], cwd=game.parent, capture_output=True, text=True)
                told += [*ended.stdout.splitlines(), *ended.stderr.splitlines()]
                if in_order(words or ["wins."], told):
                    break
            else:
                failed += 1
                print(f"{wrong!r}: {words} is not in", *told, sep="\n  ")
    print(f"games in {language}: {failed} failed" if failed else f"games in {language}: all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
