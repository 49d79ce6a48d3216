"""Matches and environments in threads and processes, copied and pickled: run by judge/python/build --check."""

import copy
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import judge
from judge.environment import env, raw_env

# More pairs of bots than are kept from match to match.
POOL = """
import multiprocessing, sys, judge
from judge.environment import raw_env
PAIRS = [("battleship", "tidy"), ("freedom", "random"), ("gobblet", "random"), ("othello", "random"), ("stones", "random")]
def first(position):
    return position.legal[0]
def play(pair):
    return judge.Match(pair[0], [pair[1]] * 2, seed=1).play()
def play_on(match):
    return match.play(), match.moves
def numbers(environment):
    return environment.observe(environment.agent_selection)["action_mask"].nonzero()[0].tolist()
if __name__ == "__main__":
    played = play(("othello", "greedy"))
    match = judge.Match("othello", [first, "greedy"], seed=1, size=6)
    for _ in range(9): match.step()
    environment = raw_env("gobblet")
    environment.reset(seed=1)
    environment.step(3)
    with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
        assert pool.map(play, PAIRS) == list(map(play, PAIRS))
        assert pool.map(play, [("othello", "greedy")]) == [played]
        assert pool.map(numbers, [environment]) == [numbers(environment)]
        assert pool.map(play_on, [match]) == [play_on(match)]
    print("played")
"""
FORKED = """
import os, sys, judge
match = judge.Match("othello", ["greedy", None], seed=1, size=6)
match.run()
by_file = judge.Match(sys.argv[1], [None, None], seed=1)
by_file.run()
def left():
    match.act(match.legal[-1])
    by_file.act(by_file.legal[-1])
    return match.run(), match.moves, by_file.run(), by_file.moves
reading, writing = os.pipe()
if os.fork() == 0:
    os.write(writing, repr(left()).encode())
    sys.exit()
os.close(writing)
assert os.wait()[1] == 0
assert open(reading).read() == repr(left())
print("played")
"""
ROOT = Path(__file__).parents[3]


def first(position):
    return position.legal[0]


def state(match):
    return match.turn, match.legal, match.moves, match.verdict, match.scene(), match._match.waits_for()


def copies(original):
    """It, copied and pickled."""
    return [copy.deepcopy(original), pickle.loads(pickle.dumps(original))]


# No machine takes minutes for these matches: who does has hung.
@pytest.mark.parametrize("way", multiprocessing.get_all_start_methods())
def test_a_pool_of_processes_plays_as_its_parent_does(tmp_path, way):
    (tmp_path / "pool.py").write_text(POOL)
    ended = subprocess.run([sys.executable, "pool.py", way], cwd=tmp_path, stdout=subprocess.PIPE, timeout=300)
    assert (ended.returncode, ended.stdout) == (0, b"played\n")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_goes_on_with_a_match_of_its_parent():
    line = [sys.executable, "-c", FORKED, ROOT / "tournaments/games/connect-four.wasm"]
    ended = subprocess.run(line, stdout=subprocess.PIPE, timeout=300)
    assert (ended.returncode, ended.stdout) == (0, b"played\n")


def test_any_thread_may_use_a_match_or_an_environment():
    match, environment = judge.Match("othello", [None, "greedy"], seed=1, size=4), env("othello", size=4)
    environment.reset(seed=1)
    seen = []

    def use():
        match.act(match.legal[0])
        environment.step(int(environment.observe("player_0")["action_mask"].nonzero()[0][0]))
        seen.append((match.run(), environment.agent_selection))

    other = threading.Thread(target=use)
    other.start()
    other.join()
    assert seen == [(0, "player_1")] and match.turn == 2


def test_a_second_thread_is_told_that_a_match_is_in_use():
    match, is_over, told = judge.Match("stones", ["wolf", "wolf"], seed=2), threading.Event(), []

    def look():
        while not is_over.is_set():
            try:
                match.turn
            except Exception as error:
                told.append(type(error))

    other = threading.Thread(target=look)
    other.start()
    # Whoever comes second is told, and that may be this thread.
    while True:
        try:
            match.run()
            break
        except judge.Trouble:
            pass
    is_over.set()
    other.join()
    assert set(told) == {judge.Trouble} and match.verdict is not None


def test_while_a_function_thinks_no_other_thread_plays_for_it():
    is_asked, may_answer = threading.Event(), threading.Event()

    def thinker(position):
        is_asked.set()
        may_answer.wait()
        return position.legal[0]

    match = judge.Match("othello", [thinker, "greedy"], seed=1, size=4)
    other = threading.Thread(target=match.play)
    other.start()
    is_asked.wait()
    for use in [match.run, match.play, match.step, lambda: match.act("a1"), lambda: match.take_back(0)]:
        with pytest.raises(judge.Trouble, match="another thread"):
            use()
    assert match.turn == 0 and match.fork().turn == 0
    may_answer.set()
    other.join()
    assert match.verdict is not None


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4, 9, 1000])
def test_a_copy_is_as_far_and_goes_on_alike(steps):
    match, whole = (judge.Match("othello", [first, "random"], seed=3, opening_plies=2, size=6) for _ in range(2))
    whole.play()
    for _ in range(steps):
        match.step()
    for other in [match.fork(), *copies(match)]:
        assert state(other) == state(match)
        other.play()
        assert other.moves == whole.moves
    assert match.turn < whole.turn or steps == 1000


def test_a_game_that_is_a_file_and_an_action_that_is_not_yet_played_are_copied():
    match = judge.Match(ROOT / "tournaments/games/connect-four.wasm", [None, None], seed=3, columns=5)
    match.act("2")
    for other in [match.fork(), *copies(match)]:
        assert other.turn == 0 and other.run() == 1
        assert [moved["action"] for moved in other.moves] == ["2"]
        other.act("3")
    assert match.turn == 0


def test_a_match_between_other_bots_is_no_copy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot, bots = Path("bot.wasm"), ROOT / "contestants/othello"
    bot.write_bytes((bots / "greedy.wasm").read_bytes())
    match = judge.Match("othello", [bot, bot], seed=1, size=6)
    match.play()
    pickled = pickle.dumps(match)
    assert pickle.loads(pickled).moves == match.moves
    bot.write_bytes((bots / "random.wasm").read_bytes())
    with pytest.raises(judge.Mistake, match="have changed since it was played"):
        pickle.loads(pickled)
    assert copy.deepcopy(match).moves == match.moves


@pytest.mark.parametrize("game", ["battleship", "gobblet"])
def test_a_copied_environment_goes_on_alike(game):
    original = env(game)
    original.reset(seed=5)
    choose = random.Random(1)
    while not any(original.terminations.values()):
        environments = [original, *copies(original)]
        masks = [each.observe(each.agent_selection)["action_mask"] for each in environments]
        action = int(choose.choice(masks[0].nonzero()[0]))
        for each in environments:
            each.step(action)
        seen = [each.observe("player_0")["observation"] for each in environments]
        assert all((masks[0] == mask).all() for mask in masks) and all((seen[0] == other).all() for other in seen)
    for other in copies(original):
        assert other.unwrapped._match.actions() == original.unwrapped._match.actions()
    again = copy.deepcopy(original)
    for each in [original, again]:
        each.reset()
    assert original.unwrapped._match.scene() == again.unwrapped._match.scene(), "the seed is copied, too"


def test_without_a_seed_each_game_is_another():
    fleets = []
    for _ in range(3):
        environment = raw_env("battleship")
        for _ in range(2):
            environment.reset()
            fleets.append(environment.observe("player_0")["observation"][0].tobytes())
    assert len(set(fleets)) == 6


@pytest.mark.parametrize("action", [-1, 0, 36, 10**30, np.int64(-1)])
def test_a_number_that_is_no_legal_action_loses(action):
    environment = raw_env("othello", size=6)
    environment.reset(seed=1)
    environment.step(action)
    assert environment.rewards == {"player_0": -1, "player_1": 1} and all(environment.terminations.values())


@pytest.mark.parametrize("action", [1.5, np.float64(8), "8", None])
def test_what_is_no_whole_number_is_a_mistake(action):
    environment = raw_env("othello", size=6)
    environment.reset(seed=1)
    with pytest.raises(judge.Mistake, match="an action is a whole number"):
        environment.step(action)
    assert environment.agent_selection == "player_0" and not any(environment.terminations.values())


def test_a_seat_may_act_before_anybody_has_called_run():
    match = judge.Match("othello", [None, "greedy"], seed=1, size=6)
    choice = match.legal[0]
    match.act(choice)
    match.run()
    assert match.moves[0]["action"] == choice and match.turn == 2
    for other in [match.fork(0), match]:
        other.take_back(0)
        other.act(choice)
        other.run()
        assert other.moves == match.moves
    # The bot at the first seat moves before.
    later = judge.Match("othello", ["greedy", first, None, None][:2], seed=1, size=6)
    with pytest.raises(judge.Mistake, match="a1: the match is over"):
        later.act("a1")
    assert later.verdict is not None
    bot_first = judge.Match("stones", ["random", None], seed=1)
    with pytest.raises(judge.Mistake):
        bot_first.act("no step")
    assert bot_first.turn == 1


@pytest.mark.parametrize("turn", [3, -1, 1 << 40])
def test_a_turn_that_was_not_played_is_refused(turn):
    match = judge.Match("othello", [None, "greedy"], seed=1, size=6)
    match.act(match.legal[0])
    match.run()
    before = state(match)
    for use in [match.fork, match.take_back]:
        with pytest.raises(judge.Mistake, match="write 0 to 2" if turn == 3 else "out of range"):
            use(turn)
    assert state(match) == before


def test_numbers_out_of_range_are_mistakes():
    match = judge.Match("othello", [None, None])
    for use in [
        lambda: match.scene(-1),
        lambda: match.scene(300),
        lambda: match.log(2),
        lambda: judge.Match("othello", [None, None], seed=-1),
        lambda: judge.Match("othello", [None, None], opening_plies=-1),
        lambda: judge.random_games("othello", -1),
        lambda: judge.random_games("othello", 1, seed=1 << 64),
    ]:
        with pytest.raises(judge.Mistake):
            use()


def test_a_hundred_matches_of_the_same_bots_are_open_at_a_time():
    matches = [judge.Match("gobblet", ["random", "random"], seed=seed) for seed in range(100)]
    for match in matches:
        match.step(), match.step()
    assert all("decided" in match.play() for match in matches)


def test_who_opens_more_matches_than_there_is_room_for_is_told_what_to_do_and_can_go_on():
    matches = [judge.Match("gobblet", ["random", "random"], seed=seed) for seed in range(400)]
    begun = []
    with pytest.raises(judge.Trouble, match="let go of those"):
        for match in matches:
            match.step()
            begun.append(match)
    late = matches[len(begun)]
    assert len(begun) > 100 and late.verdict is None
    with pytest.raises(judge.Trouble, match="let go of those"):
        begun[0].fork()
    assert "decided" in begun[0].play()
    match = None
    del matches, begun
    assert "decided" in late.play()
