"""Prints how many games of Othello a second OpenSpiel plays at random, driven from Python."""

import random
import sys
import time

import pyspiel

games = int(sys.argv[1])
othello = pyspiel.load_game("othello")
choose = random.Random(1).choice
began = time.perf_counter()
for _ in range(games):
    state = othello.new_initial_state()
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))
print(games / (time.perf_counter() - began))
