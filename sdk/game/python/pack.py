"""Makes a game of an interpreter, an author's files and a contract, on the author's machine.

    python3 pack.py FILE.py FILE.wit INTERPRETER.wasm OUT.wasm
"""

import json
import sys
from pathlib import Path

import contract

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
import bundle

bundle.MODULES = (*bundle.MODULES, "judge_game")  # every game has it


def main(source: str, wit: str, interpreter: str, out: str) -> int:
    if code := bundle.check(source):
        if code == 4:
            print("error: a game has the modules of sdk/python/library.py, and those beside it", file=sys.stderr)
        return 1
    files, _, _ = bundle.files_of(Path(source))
    program = {"main": Path(source).stem, "files": files, "contract": contract.read(Path(wit))}
    bundle.write(program, interpreter, out)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
