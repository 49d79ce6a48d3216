"""Makes a game of an interpreter, an author's files and a contract, on the author's machine.

    python3 pack.py FILE.py FILE.wit INTERPRETER.wasm OUT.wasm
"""

import json
import sys
from pathlib import Path

import contract

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
import bundle

bundle.MODULES = (*bundle.library.MODULES, "judge_game")  # every game has it


def main(source: str, wit: str, interpreter: str, out: str) -> int:
    if bundle.check(source):
        return 1
    files, _, _ = bundle.files_of(Path(source))
    program = {"main": Path(source).stem, "files": files, "contract": contract.read(Path(wit))}
    bundle.write(program, interpreter, out)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
