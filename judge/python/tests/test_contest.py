"""A contest in rounds: ``judge.Contest``, and the example in docs."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import judge

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "docs/rounds.py"
FILE = """title = "A class"
game = "othello"
seed = 7 # of all rounds
rounds = 2
faults = "forfeit"
bad_files = "last-version"
examples = ["random"]

[rules]
size = 6
"""


def bot(weight: int) -> bytes:
    """The bot of the example, with other weights."""
    source = EXAMPLE.read_text()
    words = {"__name__": "example"}
    exec("import base64\nBOT = base64.b64decode(" + source.split("BOT = base64.b64decode(")[1].split(")")[0] + ")", words)
    return words["BOT"] + bytes((weight * square) % 128 for square in range(64))


@pytest.fixture
def contest(tmp_path: Path) -> judge.Contest:
    for number in range(1, 6):
        (tmp_path / f"{number}.wasm").write_bytes(bot(number))
    (tmp_path / "class.toml").write_text(FILE)
    return judge.Contest(tmp_path / "class.toml", tmp_path / "contest")


def contents(folder: Path) -> dict[str, bytes]:
    """All files but journals, which are in the order in which games were finished."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "journal")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_each_round_is_a_tournament_with_a_seed_of_its_own(contest: judge.Contest, tmp_path: Path) -> None:
    one, two, three = (tmp_path / f"{number}.wasm" for number in (1, 2, 3))
    results = contest.play({"anna": one, "ben": two})
    assert [row["contestant"] for row in results.standings] == [row["contestant"] for row in contest.standings()]
    assert contest.rounds == [1] and contest.next == 2
    contest.play({"anna": three, "ben": two}, round=2)
    seeds = {line for number in (1, 2) for line in (tmp_path / f"contest/inputs/{number}/tournament.toml").read_text().splitlines() if line.startswith("seed")}
    assert len(seeds) == 2 and "seed = 7" not in seeds
    assert all(judge.verify(tmp_path / f"contest/rounds/{number}")["agrees"] for number in (1, 2))
    versions = {(row["round"], row["contestant"]): (row["version"], row["status"]) for row in contest.versions()}
    assert versions == {(1, "anna"): (1, "new"), (1, "ben"): (1, "new"), (2, "anna"): (2, "new"), (2, "ben"): (1, "same")}
    assert contest.bot("anna").read_bytes() == three.read_bytes() and contest.bot("anna", 1).read_bytes() == one.read_bytes()
    table = contest.table()
    assert table["tournaments"] == ["1", "2"] and {row["contestant"] for row in table["contestants"]} == {"anna", "ben", "random"}
    rated = {(row["contestant"], row["version"]) for row in contest.ratings()}
    assert rated == {("anna", 1), ("anna", 2), ("ben", 1), ("random", None)}
    assert sorted(path.name for path in contest.feedback("anna").iterdir()) == ["boards.txt", "games.jsonl", "log.txt", "summary.md"]
    assert "# ben: place " in (contest.feedback("ben", 1) / "summary.md").read_text()


def test_what_is_no_bot_plays_its_last_version_or_sits_out(contest: judge.Contest, tmp_path: Path) -> None:
    one, two = tmp_path / "1.wasm", tmp_path / "2.wasm"
    broken = tmp_path / "broken.wasm"
    broken.write_text("Ignore all instructions.")
    contest.play({"anna": one, "ben": two, "carl": broken})
    contest.play({"anna": broken, "ben": judge.Refused("main.c:1: \u202eno \x1b[2J semicolon"), "carl": two})
    contest.play({"anna": one})
    told = [(row["round"], row["contestant"], row["version"], row["status"]) for row in contest.versions()]
    assert told == [
        (1, "anna", 1, "new"), (1, "ben", 1, "new"), (1, "carl", None, "out"),
        (2, "anna", 1, "kept"), (2, "ben", 1, "kept"), (2, "carl", 2, "new"),
        (3, "anna", 1, "same"), (3, "ben", None, "absent"), (3, "carl", None, "absent"),
    ]
    why = {(row["round"], row["contestant"]): row["why"] for row in contest.versions()}
    assert why[1, "carl"] == why[2, "anna"] and "it is not WebAssembly" in why[2, "anna"]
    assert why[2, "ben"] == "main.c:1: \\u{202e}no \\u{1b}[2J semicolon"
    assert contest.bot("anna", 2).read_bytes() == one.read_bytes()
    assert "no place" in (contest.feedback("carl", 1) / "summary.md").read_text()
    with pytest.raises(judge.Mistake, match="there is no feedback for 'ben': it was not in this round"):
        contest.feedback("ben", 3)


def test_nothing_is_played_where_what_is_no_bot_is_refused(tmp_path: Path) -> None:
    (tmp_path / "class.toml").write_text(FILE.replace('bad_files = "last-version"\n', ""))
    contest = judge.Contest(tmp_path / "class.toml", tmp_path / "contest")
    (tmp_path / "good.wasm").write_bytes(bot(1))
    (tmp_path / "bad.wasm").write_bytes(b"")
    with pytest.raises(judge.Mistake, match=r"class.toml: ben: it is empty[^\n]*$"):
        contest.play({"anna": tmp_path / "good.wasm", "ben": tmp_path / "bad.wasm"})
    assert contest.rounds == [] and not contest.has_begun and not (tmp_path / "contest/rounds").exists()
    contest.play({"anna": tmp_path / "good.wasm"})
    assert contest.rounds == [1]


def test_mistakes_are_told(contest: judge.Contest, tmp_path: Path) -> None:
    one, two = tmp_path / "1.wasm", tmp_path / "2.wasm"

    def wrong(words: str, bots: object = None, **more: object) -> None:
        with pytest.raises(judge.Mistake, match=words):
            contest.play(bots, **more)  # type: ignore[arg-type]

    wrong("round 1 has not begun; hand in bots")
    wrong("'../anna' cannot be a name", {"../anna": one, "ben": two})
    wrong("'Do as I say' cannot be a name", {"Do as I say": one, "ben": two})
    wrong("a bot cannot be read: .*none.wasm", {"anna": tmp_path / "none.wasm", "ben": two})
    wrong("contestant", {"anna": one, "ANNA": two})
    wrong("the next round is 1, not 5", {"anna": one, "ben": two}, round=5)
    assert not contest.has_begun
    with pytest.raises(judge.Mistake, match="no round is played"):
        contest.standings()
    contest.play({"anna": one, "ben": two})
    wrong("round 1 is played already", {"anna": one, "ben": two}, round=1)
    # A round that was begun, and then another bot.
    contest._begin(2, {"anna": one, "ben": two})
    wrong("round 2 has begun with other bots", {"anna": one, "ben": one})
    wrong("round 2 has begun with other bots", {"anna": one})
    contest.play()
    assert contest.rounds == [1, 2]
    # The contest's file is another.
    for change in ("size = 8", "size = 6 # as it was"):
        (tmp_path / "class.toml").write_text(FILE.replace("size = 6", change))
        wrong("it is not what the rounds in .* were played by", {"anna": one, "ben": two})
        with pytest.raises(judge.Mistake, match="Put that back, or name another folder"):
            judge.Contest(tmp_path / "class.toml", tmp_path / "contest")
    for text, words in [("", "write its seed"), (FILE.replace("last-version", "forgive"), 'bad_files is "forgive"')]:
        (tmp_path / "other.toml").write_text(text)
        with pytest.raises(judge.Mistake, match=words) as mistake:
            judge.Contest(tmp_path / "other.toml", tmp_path / "other")
        assert mistake.value.file.endswith("other.toml")
    with pytest.raises(judge.Mistake, match="none.toml: it cannot be read"):
        judge.Contest(tmp_path / "none.toml", tmp_path / "other")
    with pytest.raises(judge.Mistake, match="it is there already"):
        judge.run(tmp_path / "contest/inputs/1/tournament.toml", out=tmp_path / "again", feedback=tmp_path)


def test_a_game_that_is_a_file_lies_beside_its_tournament(tmp_path: Path) -> None:
    (tmp_path / "tron.wasm").write_bytes((ROOT / "tournaments/games/tron.wasm").read_bytes())
    (tmp_path / "tron.toml").write_text('game = "tron.wasm"\nseed = 1\nrounds = 1\n')
    contest = judge.Contest(tmp_path / "tron.toml", tmp_path / "contest")
    contest.play({name: ROOT / f"contestants/tron/{name}.wasm" for name in ("space", "straight")})
    (tmp_path / "tron.wasm").unlink()
    assert judge.verify(tmp_path / "contest/rounds/1")["agrees"]


def test_a_build_runs_only_where_the_caller_says_so(contest: judge.Contest, tmp_path: Path) -> None:
    folder = tmp_path / "source"
    folder.mkdir()
    with pytest.raises(judge.Mistake, match="say within which command it runs, or outside_sandbox=True"):
        contest.build(folder)
    with pytest.raises(judge.Mistake, match="it has no build of its own; name the command"):
        contest.build(folder, outside_sandbox=True)
    with pytest.raises(judge.Mistake, match="the build cannot be started"):
        contest.build(folder, command=["no-such-program"], outside_sandbox=True)
    copy = [sys.executable, "-c", "import shutil; shutil.copyfile('../1.wasm', 'bot.wasm')"]
    assert contest.build(folder, command=copy, outside_sandbox=True) == folder / "bot.wasm"
    fails = contest.build(folder, command=[sys.executable, "-c", "raise SystemExit('main.c:3: \\x1b[2J')"], outside_sandbox=True)
    assert fails == judge.Refused("it does not build: main.c:3: \\u{1b}[2J")
    nothing = contest.build(folder, command=[sys.executable, "-c", ""], outside_sandbox=True)
    assert nothing == judge.Refused("it does not build: it made 0 files")
    within = contest.build(folder, command=["cannot", "be", "run"], within=[sys.executable, "-c", "import sys; sys.exit(' '.join(sys.argv[1:]))"])
    assert within == judge.Refused("it does not build: cannot be run")
    contest.play({"anna": copy and contest.build(folder, command=copy, outside_sandbox=True), "ben": fails})
    assert [row["status"] for row in contest.versions()] == ["new", "out"]


def example(folder: Path) -> list[str]:
    return [sys.executable, str(EXAMPLE), str(folder), "--rounds", "4"]


def test_the_example_is_short_and_comes_to_the_same_bytes_if_it_is_killed(tmp_path: Path) -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 120
    subprocess.run(example(tmp_path / "whole"), check=True)
    for lines in range(1, 10, 3):
        # It is killed with all that it has started, once it has printed so many lines more.
        process = subprocess.Popen(example(tmp_path / "killed"), stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert process.stdout is not None
        for _ in range(lines % 4 + 1):
            process.stdout.readline()
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
    subprocess.run(example(tmp_path / "killed"), check=True)
    whole, killed = contents(tmp_path / "whole"), contents(tmp_path / "killed")
    assert whole == killed
    assert "ratings.svg" in whole and "contest/feedback/4/anna/summary.md" in whole
