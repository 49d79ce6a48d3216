"""What a bot and a game cannot have: files and threads.

Each says what to use instead. Without this they would end the bot with a bare trap.
"""

import _thread
import builtins
import os

FILES = "has no files; put the data in a module beside it, and import that"
SYSTEM = "has no operating system: no threads, processes or network"

files = "open listdir scandir stat lstat remove unlink rename replace mkdir makedirs rmdir chdir getcwd walk access"
threads = "start_new_thread start_new start_joinable_thread"
system = "system fork popen execv kill getpid"


class NotForBots(Exception):
    """The bot asked for what no bot has."""


def refuse(words: str):
    def refused(*_arguments, **_named):
        raise NotForBots(f"a bot {words}")

    return refused


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

