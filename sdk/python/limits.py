"""What a bot and a game cannot have: files and threads; and a game no clocks and no random numbers that nobody can repeat.

Each says what to use instead. Without this they would end the bot with a bare trap.
"""

import _thread
import builtins
import os
import random
import time

FILES = "has no files; put the data in a module beside it, and import that"
CLOCKS = "has no clock"
CHANCE = "has no randomness but the game's seed; use the module random, which is seeded with it"
INPUT = "has no input but the arguments of its methods"
SYSTEM = "has no operating system: no threads, processes or network"

clocks = "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns sleep "
clocks += "thread_time thread_time_ns localtime gmtime ctime"
files = "open listdir scandir stat lstat remove unlink rename replace mkdir makedirs rmdir chdir getcwd walk access"
threads = "start_new_thread start_new start_joinable_thread"
system = "system fork popen execv kill getpid"


class NotForBots(Exception):
    """The bot asked for what no bot has; a game, for what no game has."""


whose = "bot"


def refuse(words: str):
    def refused(*_arguments, **_named):
        raise NotForBots(f"a {whose} {words}")

    return refused


class SeededRandom(random.Random):
    """`Random()` without a seed takes one from `random`, which has the game's."""

    def seed(self, a=None, version=2):
        super().seed(shared.getrandbits(64) if a is None else a, version)


shared = random._inst


class NoSystemRandom:
    def __init__(self, *_arguments):
        refuse(CHANCE)()


def put(module, names: str, words: str) -> None:
    for name in names.split():
        if hasattr(module, name):
            setattr(module, name, refuse(words))


def refuse_system() -> None:
    """Puts those in place that a program that reads lines has, too."""
    builtins.open = refuse(FILES)
    put(os, files, FILES)
    put(os, system, SYSTEM)
    put(_thread, threads, SYSTEM)


def seed_all(a=None, version=2) -> None:
    shared.seed(0 if a is None else a, version)


def apply_to_game() -> None:
    """Puts the refusals in place; nothing of the standard library that a game has is hurt by it."""
    global whose
    whose = "game"
    NotForBots.__name__ = "NotForGames"
    refuse_system()
    builtins.input = refuse(INPUT)
    put(time, clocks, CLOCKS)
    os.urandom = os.getrandom = refuse(CHANCE)
    random.Random, random.SystemRandom, random.seed = SeededRandom, NoSystemRandom, seed_all
