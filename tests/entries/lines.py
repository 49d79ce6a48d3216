"""What sdk/python/lines.py gives a program that reads lines, on this machine's Python, without WebAssembly: standard input in
every way, clocks, and random numbers.

    python3 tests/entries/lines.py
"""

import itertools
import json
import subprocess
import sys
import tempfile
import types
from pathlib import Path

SDK = Path(__file__).resolve().parents[2] / "sdk" / "python"
# Ways to read a line and to print it again.
WAYS = [
    "from sys import stdin\nfor line in stdin: print(line, end='')",
    "import fileinput\nfor line in fileinput.input(): print(line, end='')",
    "for line in open(0): print(line, end='')",
    "while True: print(input())",
    "import os\nwhile line := os.read(0, 100): os.write(1, line)",
    "import sys\nwhile line := sys.stdin.buffer.readline():\n  sys.stdout.buffer.write(line)\n  sys.stdout.flush()",
    "import sys\nsys.stdout.reconfigure(line_buffering=True)\nwhile line := sys.stdin.readline(): sys.stdout.write(line)",
    "with open('/dev/stdin') as lines:\n  for line in lines: print(line, end='', flush=True)",
    "import os\nfor line in os.fdopen(0): print(line, end='', file=open(1, 'w'))",
]
CLOCKS = """
import datetime, time
for name in "time monotonic perf_counter process_time thread_time".split():
    ns, seconds = getattr(time, name + "_ns")(), getattr(time, name)()
    assert type(ns) is int and 0 <= seconds - ns / 1e9 < 0.1, name
assert time.clock_gettime_ns(time.CLOCK_MONOTONIC) > 0 and time.clock_gettime(time.CLOCK_REALTIME) > 946684800
before = time.perf_counter()
time.sleep(2.5)
assert 2.5 <= time.perf_counter() - before < 2.6
assert isinstance(datetime.datetime.now().date(), datetime.date)
print(datetime.datetime.now().year, datetime.datetime.utcnow().year, datetime.date.today(), datetime.datetime.now(datetime.timezone.utc).tzinfo,
    time.gmtime().tm_year, time.localtime().tm_year, time.strftime("%Y"), time.ctime()[:10], time.asctime()[-4:])
"""
SHOWN = "2000 2000 2000-01-01 UTC 2000 2000 2000 Sat Jan  1 2000"
CHANCE = """
import os, random, secrets, uuid
print(random.random(), secrets.token_hex(4), os.urandom(3), uuid.uuid4(), random.SystemRandom().random(), random.Random().random())
random.seed()
print(random.random(), random.Random(1).random() == random.Random(1).random())
"""
# What is no program, and what its author reads.
TOLD = [
    (None, "there is no program in this file; build it with sdk/python/build"),
    ("def main(): pass", "2-bot.py: it ended and has read nothing; a bot reads lines until the judge stops it"),
    ("open('book.txt')", "NotForBots: a bot has no files; put the data in a module beside it, and import that"),
    ("try: {}['x']\nexcept KeyError:\n  import traceback; traceback.print_exc()", "try: {}['x']"),
    ("import threading; threading.Thread(target=print).start()", "NotForBots: a bot has no operating system"),
    ("raise SystemExit('lost')", "lost"),
    ("eval('1 +')", "SyntaxError: invalid syntax"),
    ("exec('try: x')", "SyntaxError: "),
    ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
    ("import logging, os; logging.warning('is %s', os.path.exists('x'))", "WARNING:root:is False"),
    ("import threading, time; threading.Event().wait(3); raise ValueError(int(time.perf_counter()))", "ValueError: 3"),
    ("import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()", "RuntimeError: a bot has one thread"),
]
def run(program, seed: int, text: bytes) -> tuple[str, list[str]]:
    """What a program prints and logs that reads this text."""
    printed, told, ticks, rest, slept = [], [], itertools.count(1), [text], [0]

    def read(size: int) -> bytes:
        read, rest[0] = rest[0][:size], rest[0][size:]
        return read

    def module(name: str, **members) -> None:
        made = sys.modules[name] = types.ModuleType(name)
        vars(made).update(members)

    lines = types.SimpleNamespace(
        read=read,
        print=printed.append,
        now=lambda: next(ticks) * 1_000_000 + slept[0],
        sleep=lambda time: slept.__setitem__(0, slept[0] + time),
        random=lambda: next(ticks) * seed % 2**64,
    )
    packed = json.dumps({"main": "2-bot", "files": {"2-bot": ["2-bot.py", program]}}).encode() if program is not None else b""
    host = types.SimpleNamespace(log=told.append)
    module("wit_world")
    module("wit_world.imports", lines=lines, host=host, source=types.SimpleNamespace(read=lambda: packed))
    module("componentize_py_types", Err=type("Err", (Exception,), {}))
    import judge_lines

    try:
        judge_lines.Run().run()
    except judge_lines.Err:
        told.append("failed")
    return "".join(printed), told


def main() -> int:
    failed = 0

    def check(is_so: bool, *words) -> None:
        nonlocal failed
        failed += not is_so
        if not is_so:
            print(*words, sep="\n  ")

    with tempfile.TemporaryDirectory() as folder:
        for name in ("lines", "clock", "program", "limits", "library", "judge_game", "judge_rules"):
            Path(folder, f"judge_{name.removeprefix('judge_')}.py").write_text((SDK / f"{name}.py").read_text())

        def ran(program, seed=7, text="one\ntwo\n"):
            words = [sys.executable, __file__, folder, json.dumps([program, seed, text])]
            ended = subprocess.run(words, capture_output=True, text=True)
            return json.loads(ended.stdout.splitlines()[-1]) if ended.returncode == 0 else [ended.stderr, []]

        for way in WAYS:
            printed, told = ran(way)
            check(printed == "one\ntwo\n", way, printed, told)
        printed, told = ran(CLOCKS)
        check(printed.strip() == SHOWN, "clocks", printed, told)
        one, same, other = (ran(CHANCE, seed)[0].split() for seed in (7, 7, 8))
        check(len(one) >= 8 and one == same, "random numbers differ", one, same)
        check(all(a != b for a, b in zip(one[:-1], other)) and one[-1] == "True", "random numbers are the same", one, other)
        for program, words in TOLD:
            _, told = ran(program)
            check(any(words in line for line in told), program, words, told)
    print(f"{len(WAYS) + len(TOLD) + 3 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) == 3:
        sys.path.insert(0, sys.argv[1])
        out = sys.stdout
        program, seed, text = json.loads(sys.argv[2])
        print(json.dumps(run(program, seed, text.encode())), file=out)
    else:
        sys.exit(main())
