"""What the authors of programs that read lines are told of their mistakes, by the build or else by `judge check`.

    python3 tests/mistakes/told.py LANGUAGE JUDGE

LANGUAGE.txt has a program, and behind --- a mistake on each line: what is replaced, by what (@ is a line end), what the
message must say here, and what it must say on the author's machine if that is something else (tests/native/mistakes.rs
looks at that). What is no mistake in one of both ways has a -. 95 % of them must be told so.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENDINGS = {"c": ".c", "python": ".py"}
ENOUGH = 0.95


def told(language: str, judge: str, program: str, folder: str) -> str:
    source, wasm = Path(folder, "sailor" + ENDINGS[language]), Path(folder, "sailor.wasm")
    source.write_text(program)
    wasm.unlink(missing_ok=True)
    build = [HERE.parents[1] / "sdk" / language / "build", source, "--out", wasm]
    check = [judge, "check", wasm, "--game", "othello", "--set", "size=4", "--quiet"]
    said = ""
    for command in [build, check]:
        ended = subprocess.run(command, capture_output=True, text=True)
        said += ended.stdout + ended.stderr
        if ended.returncode != 0:
            break
    return said


def main(language: str, judge: str) -> int:
    program, mistakes = (HERE / f"{language}.txt").read_text().split("---\n")
    untold = 0
    with tempfile.TemporaryDirectory() as folder:
        good = told(language, judge, program, folder)
        assert "no fault found" in good, good
        rows = [[part.strip() for part in mistake.split("=>")] for mistake in mistakes.splitlines()]
        rows = [row for row in rows if row[2] != "-"]
        for mistake, wrong, words, *_ in rows:
            right = mistake.replace("@", "\n")
            assert right in program, mistake
            said = told(language, judge, program.replace(right, wrong.replace("@", "\n"), 1), folder)
            if words not in said:
                untold += 1
                print(f"{mistake} => {wrong} => {words}\n  is told as", *said.splitlines()[-12:], sep="\n  ")
    count = len(rows)
    assert count >= 40, count
    print(f"{language}: {count - untold} of {count} mistakes are told well")
    return int(count - untold < ENOUGH * count)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
