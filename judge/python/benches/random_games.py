"""Random games a second: ours beside OpenSpiel's and PettingZoo's, in turns, in one run.

    pip install judge_arena-….whl[env] open_spiel
    python judge/python/benches/random_games.py

PettingZoo has no Othello. Its Connect Four stands for what a step costs there; its games are shorter.
"""

import random
import time

import judge
import pyspiel
from judge.environment import env
from pettingzoo.classic import connect_four_v3

ROUNDS = 5
choose = random.Random(1)


def ours(games):
    actions, _ = judge.random_games("othello", games, choose.getrandbits(63))
    return actions


def open_spiel(games):
    game, actions = pyspiel.load_game("othello"), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
            actions += 1
    return actions


def stepped(environment, games):
    actions = 0
    for _ in range(games):
        environment.reset(seed=choose.getrandbits(31))
        for _ in environment.agent_iter():
            observation, _, is_over, is_cut, _ = environment.last()
            if is_over or is_cut:
                environment.step(None)
            else:
                environment.step(int(choose.choice(observation["action_mask"].nonzero()[0])))
                actions += 1
    return actions


PLAYERS = {
    "judge.random_games": (ours, 2000),
    "OpenSpiel": (open_spiel, 200),
    "judge.environment": (lambda games: stepped(env("othello"), games), 20),
    "PettingZoo, Connect Four": (lambda games: stepped(connect_four_v3.env(), games), 20),
}
taken = {name: [] for name in PLAYERS}
for _ in range(ROUNDS):
    for name, (play, games) in PLAYERS.items():
        began = time.process_time()
        actions = play(games)
        seconds = time.process_time() - began
        taken[name].append((games / seconds, actions / seconds))
for name, rates in taken.items():
    games, actions = (sorted(rate)[ROUNDS // 2] for rate in zip(*rates))
    print(f"{name:26} {games:9.0f} games a second, {actions:9.0f} actions a second")
