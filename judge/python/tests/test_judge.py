"""The package as it is installed: run by judge/python/build --check."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import judge

CUP = """title = "A cup"
game = "othello"
seed = 8
rounds = 4
examples = ["random", "edgar"]
[rules]
size = 6
"""
GAMES = ["battleship", "freedom", "gobblet", "othello", "stones"]


@pytest.fixture
def cup(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.toml").write_text(CUP)
    return tmp_path


def test_a_tournament_is_played_verified_and_reported(cup):
    results = judge.run("cup.toml")
    assert results.end == "published" and results.title == "A cup"
    assert [row["contestant"] for row in results.standings] == ["edgar", "random"]
    assert len(results.games) == 8 and len(results.seats) == 16 and len(results.pairs) == 2
    assert judge.verify(results.folder)["agrees"] is True
    assert judge.report(results.folder).read_text().startswith("<!")
    assert judge.status(results.folder)["parts"][0]["is_finished"]
    assert len(results.moves) == sum(int(game["turns"]) for game in results.games)

    csv = results.folder / "results.csv"
    csv.write_text(csv.read_text().replace("edgar", "eddar", 1))
    found = judge.verify(results.folder)
    assert found["agrees"] is False and "results.csv" in found["differences"][0]


def test_a_tournament_with_bands_has_grades(cup):
    assert judge.run("cup.toml").grades == []
    Path("cup.toml").write_text(CUP + "[bands]\nA = 1500\n")
    results = judge.run("cup.toml")
    assert {row["contestant"]: row["band"] for row in results.grades} == {"edgar": "A", "random": "below A"}
    assert len(results.frame("grades")) == 2


def test_a_tournament_with_teams_has_them(cup):
    assert judge.run("cup.toml").teams == []
    Path("cup.toml").write_text(CUP + '[teams]\nRed = ["edgar"]\nBlue = ["random"]\n')
    results = judge.run("cup.toml")
    assert [row["team"] for row in results.teams] == ["Red", "Blue"]
    assert len(results.frame("teams")) == 2


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_tables_are_frames(cup, library):
    results = judge.run("cup.toml")
    assert results.frame(library=library)["points"].sum() == 16
    assert len(results.frame("games", library)) == 8
    turns, moves = results.frame("games", library)["turns"], results.frame("moves", library)
    assert len(moves) == turns.sum() and moves["fuel"].sum() > 0


def test_ctrl_c_ends_a_run_and_the_next_call_goes_on(cup):
    # A million games are not played before the signal comes.
    long = CUP.replace("rounds = 4", "rounds = 100000")
    Path("long.toml").write_text(long)
    script = "import judge\ntry:\n    judge.run('long.toml')\nexcept judge.Interrupted:\n    print('interrupted')\n"
    python = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    journal = Path("results/long/journal")
    while not journal.exists() or journal.stat().st_size < 2000:
        assert python.poll() is None
    python.send_signal(signal.SIGINT)
    assert python.communicate() == ("interrupted\n", None)
    kept = judge.status("results/long")["parts"][0]["games"]
    Path("long.toml").write_text(CUP)
    assert kept > 0 and judge.run("long.toml").end == "published"


@pytest.mark.parametrize("call", ["judge.random_games('freedom', 1 << 31)", "endless()"])
def test_ctrl_c_ends_what_is_played_without_python(cup, call):
    script = (
        "import judge, sys\n"
        "def endless():\n    while True: judge.Match('othello', ['random', 'random']).play()\n"
        f"try:\n    print('ready', flush=True)\n    {call}\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
    )
    python = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert python.stdout.readline() == "ready\n"
    python.send_signal(signal.SIGINT)
    assert python.communicate() == ("interrupted\n", None)


def test_other_threads_go_on_while_bots_think():
    counted = []
    # Long enough for the system to wake the other thread: a third of a second.
    match = judge.Match("stones", ["wolf", "wolf"], seed=2)
    counting = threading.Event()

    def count():
        while not counting.is_set():
            counted.append(1)

    other = threading.Thread(target=count)
    other.start()
    before = len(counted)
    match.run()
    after = len(counted)
    counting.set()
    other.join()
    assert after > before


def test_a_mistake_has_its_file_and_line(cup):
    Path("wrong.toml").write_text(CUP.replace("rounds = 4", "rounds = -4"))
    with pytest.raises(judge.Mistake) as raised:
        judge.run("wrong.toml")
    assert (raised.value.file, raised.value.line) == ("wrong.toml", 4)
    with pytest.raises(judge.Mistake, match="no game 'chess'|no game \"chess\""):
        judge.Match("chess", [None, None])
    with pytest.raises(judge.Mistake, match="no such bot"):
        judge.Match("othello", ["greedi", None])


def test_bots_of_every_kind_meet(cup):
    def first(position):
        assert position.scene()["legal"] == position.legal
        return position.legal[0]

    match = judge.Match("othello", [first, "greedy"], seed=3, size=6)
    verdict = match.play()
    assert sorted(verdict["decided"]["ranks"]) in ([1, 1], [1, 2])
    assert {moved["by"] for moved in match.moves if moved["seat"] == 0} <= {"hand", "forced"}
    again = judge.Match("othello", [first, "greedy"], seed=3, size=6)
    assert again.play() == verdict and again.moves == match.moves
    events = judge.Match("othello", ["random", "random"], seed=1, size=4)
    kinds = []
    while not kinds or kinds[-1] != "over":
        kinds.append(events.step()["event"])
    assert kinds[0] == "began" and "moved" in kinds


READER = """import json, sys
for line in sys.stdin:
    question = json.loads(line)
    if question.get("ask") == "name":
        print("Reader")
    elif "ask" in question:
        print(question["legal_actions"][0])
"""


SCRIPT = "#!/bin/sh\ntouch MARK\nread line\necho Eve\nwhile read line; do echo d3; done\n"


@pytest.mark.skipif(os.name != "posix", reason="scripts and pipes of Unix")
def test_what_lies_on_the_disk_is_started_by_no_match(cup):
    for name in ["x.wasm", "greedy"]:
        Path(name).write_text(SCRIPT)
        os.chmod(name, 0o755)
    os.symlink("x.wasm", "link.wasm")
    os.symlink("sh x.wasm", "cmd:sh link.wasm")
    os.mkfifo("pipe.wasm")
    words = ["x.wasm", "./x.wasm", "link.wasm", "cmd:sh link.wasm", "x.wasm a", "pipe.wasm", Path("cmd:sh x.wasm"), Path("sh x.wasm")]
    for word in [*words, Path("cmd:sh ./x.wasm"), Path("no/sh x.wasm")]:
        with pytest.raises(judge.Mistake):
            judge.Match("othello", [word, "random"])
    assert judge.Match("othello", ["greedy", "random"], size=4).play()
    assert not Path("MARK").exists()


HANGS = """exec 3>gate
(sleep 40; echo left >&3) &
echo there >&3
sleep 40
echo left >&3
"""


@pytest.mark.skipif(os.name != "posix", reason="signals and pipes of Unix")
@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_nothing_that_a_command_has_started_is_left(cup, sent):
    Path("hangs.sh").write_text(HANGS)
    os.mkfifo("gate")
    script = "import judge; judge.Match('othello', ['sh hangs.sh', 'random'])"
    python = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)
    with open("gate") as gate:
        assert gate.readline() == "there\n"
        python.send_signal(getattr(signal, sent))
        _, told = python.communicate()
        assert gate.read() == ""
    assert "sh hangs.sh runs on this machine as it is" in told
    assert sent != "SIGINT" or "KeyboardInterrupt" in told


@pytest.mark.skipif(os.name != "posix", reason="signals and pipes of Unix")
def test_ctrl_c_ends_a_match_while_a_command_hangs(cup):
    Path("hangs.sh").write_text("read line\ncase $line in *name*) echo Sly; read line; exit ;; esac\n" + HANGS)
    os.mkfifo("gate")
    script = "import judge; judge.Match('othello', ['sh hangs.sh', 'random']).play()"
    python = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)
    with open("gate") as gate:
        assert gate.readline() == "there\n"
        python.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in python.communicate()[1] and gate.read() == ""


def test_a_command_that_reads_lines_plays(cup):
    (cup / "reader.py").write_text(READER)
    (cup / "mute.py").write_text("import sys; print('Mute') if 'name' in sys.stdin.readline() else sys.exit(3)")
    reader, mute = (f'cmd:"{sys.executable}" {file}' for file in ("reader.py", "mute.py"))
    match = judge.Match("othello", [reader, "greedy"], seed=1, size=6)
    assert "decided" in match.play()
    assert match.fork(7).moves == match.moves[:7]
    match = judge.Match("othello", [mute, reader], seed=1, size=6)
    told = []
    while match.verdict is None:
        told.append(match.step())
    assert "exit status: 3" in str(told), told


@pytest.mark.skipif(os.name != "posix", reason="pipes of Unix")
def test_other_threads_go_on_while_a_command_starts(cup):
    Path("asks.sh").write_text("echo hello >out; read reply <back; read line; echo Eve; read line; read line; echo d3")
    os.mkfifo("out")
    os.mkfifo("back")

    def answer():
        Path("back").write_text(Path("out").read_text())

    thread = threading.Thread(target=answer)
    thread.start()
    assert judge.Match("othello", ["sh asks.sh", None]).to_move == 0
    thread.join()


@pytest.mark.skipif(os.name != "posix", reason="a fork of Unix")
def test_a_forked_process_that_lets_go_of_a_match_ends_no_command_of_it(cup):
    (cup / "reader.py").write_text(READER)
    reader = f'cmd:"{sys.executable}" reader.py'
    match = judge.Match("othello", [reader, reader], seed=1, size=4)
    match.step()
    child = os.fork()
    if child == 0:
        del match
        os._exit(0)
    os.waitpid(child, 0)
    assert "decided" in match.play()


def test_as_many_play_as_are_named():
    match = judge.Match("stones", ["wolf", "random", None], seed=2)
    assert match.position(0).settings["seats"] == "3"
    with pytest.raises(judge.Mistake, match="2 seats here, and 3 bots"):
        judge.Match("stones", ["wolf", "random", None], seed=2, seats=2)


def test_what_a_function_keeps_stays_what_it_was():
    kept = []

    def first(position):
        kept.append((position, position.turn, position.legal, position.scene()))
        position.legal.clear()
        return f" 1. {position.legal[0].upper()} "

    match = judge.Match("othello", [first, "greedy"], seed=1, size=4)
    match.play()
    match.take_back(0)
    assert len(kept) > 2 and len({turn for _, turn, _, _ in kept}) == len(kept)
    for position, turn, legal, scene in kept:
        assert (position.turn, position.legal, position.scene()) == (turn, legal, scene)


def test_a_match_is_taken_back_and_forked():
    match = judge.Match("othello", [None, "greedy"], seed=5, size=6)
    assert match.run() == 0 and match.turn == 0
    first = match.legal[0]
    match.act(first)
    match.run()
    later, legal = match.turn, match.legal
    fork = match.fork()
    fork.run()
    assert (fork.turn, fork.legal) == (later, legal)
    match.act(legal[-1])
    match.run()
    assert fork.turn == later
    match.take_back(later)
    match.run()
    assert (match.turn, match.legal) == (later, legal)
    with pytest.raises(judge.Mistake):
        match.act("a9")


def test_a_game_that_is_a_file_is_played(cup):
    root = Path(__file__).parents[3]
    game, random_bot = root / "tournaments/games/connect-four.wasm", root / "contestants/connect-four/random.wasm"
    match = judge.Match(game, [lambda position: position.legal[0], random_bot], seed=3, columns=5)
    assert sorted(match.play()["decided"]["ranks"]) in ([1, 1], [1, 2])
    assert match.position(0).settings["columns"] == "5" and len(match.scene()["boards"][0]["rows"][0]) == 5
    fork = match.fork(2)
    assert fork.turn == 2 and [moved["action"] for moved in fork.moves] == [moved["action"] for moved in match.moves[:2]]
    with pytest.raises(judge.Mistake, match="has no arrays"):
        match._match.mask()
    with pytest.raises(judge.Mistake, match="columns"):
        judge.Match(game, [None, None], columns=99)
    with pytest.raises(judge.Mistake, match="no-such.wasm: no such file"):
        judge.Match("no-such.wasm", [None, None])


def test_no_seat_sees_what_the_rules_hide():
    match = judge.Match("battleship", [None, "stupid"], seed=5)
    match.run()
    match.act("5a@0,0 4a@0,1 3a@0,2 3a@0,3 2a@0,4")
    match.run()
    kinds = lambda scene: {p["kind"] for row in scene["boards"][1]["rows"] for cell in row for p in cell}
    assert "ship" in kinds(match.scene()) and "ship" not in kinds(match.position(0).scene())


def test_random_games_are_the_seeds_and_let_other_threads_go_on():
    first = judge.random_games("othello", 200, 7)
    assert first == judge.random_games("othello", 200, 7) != judge.random_games("othello", 200, 8)
    assert len(first[1]) == 200 and first[0] > 200 * 40
    counted = []
    other = threading.Thread(target=lambda: judge.random_games("freedom", 3000, 1))
    other.start()
    while other.is_alive():
        counted.append(1)
    assert len(counted) > 10


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_nothing_wrong(game):
    from pettingzoo.test import api_test

    from judge.environment import env

    api_test(env(game), num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_has_a_number_of_its_own(game):
    from judge.environment import raw_env

    environment = raw_env(game)
    environment.reset(seed=4)
    choose = random.Random(1)
    for _ in range(40):
        if all(environment.terminations.values()):
            break
        mask = environment.observe(environment.agent_selection)["action_mask"]
        legal = environment._match.legal()
        numbers = [int(number) for number in mask.nonzero()[0]]
        assert len(numbers) == len(set(legal)), legal
        assert sorted(environment._match.action(number) for number in numbers) == sorted(legal)
        environment.step(choose.choice(numbers))


def test_the_games_are_listed():
    assert [game.name for game in judge.games()] == GAMES
    assert judge.games()[0].rules["size"]["kind"] == "number"


def test_every_block_of_the_page_runs(cup):
    page = Path(__file__).parents[3] / "docs/python.md"
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    assert len(blocks) >= 5
    # The files that the reader would have.
    Path("class.toml").write_text('game = "othello"\nseed = 1\nrounds = 1\n[rules]\nsize = 6\n')
    for name, example in [("anna", "greedy"), ("ben", "random")]:
        Path(f"{name}.wasm").write_bytes((page.parents[1] / f"contestants/othello/{example}.wasm").read_bytes())
    subprocess.run([sys.executable, "-c", "\n".join(blocks)], check=True, cwd=cup)
