"""Stands between the judge and a bot: it loads the bot's program, checks its answers, and tells what went wrong.

`build` makes an interpreter of this, once for each game. The program comes as data, in the bot's file.
"""

import importlib
import random
import sys

import judge_contract as contract
import judge_library
import judge_limits
from judge_program import Program, log, tell, tell_place
from wit_world import exports
from wit_world.imports import source

for library in judge_library.MODULES:
    importlib.import_module(library)


class WrongAnswer(Exception):
    """The bot returned what the judge cannot take."""


def load():
    """The bot, of its program."""
    program = Program(source.read())
    if not program.files:
        raise ImportError("there is no bot in this file; build it with sdk/python/build")
    sys.meta_path.insert(0, program)
    main = importlib.import_module(program.main)
    kind = getattr(main, contract.CLASS, None)
    if not isinstance(kind, type):
        print(f"{main.__file__}:1")
        raise WrongAnswer(f"{main.__file__} has no class {contract.CLASS}, which is what a bot is made of")
    lacking = [name for name in contract.FUNCTIONS if not is_defined(kind, name)]
    if lacking:
        print(f"{main.__file__}:{getattr(kind, '__firstlineno__', 1)}")
        raise WrongAnswer(f"{main.__file__}: class {contract.CLASS} lacks {', '.join(lacking)}")
    try:
        return kind()
    except TypeError as error:
        if error.__traceback__.tb_next is None:
            tell_place(kind.__init__, "__init__")
            error.args = (f"{error}; write def __init__(self)",)
        raise


def is_defined(kind, name: str) -> bool:
    return hasattr(kind, name) and getattr(kind, name) is not getattr(getattr(exports, contract.CLASS), name)


class Entry:
    """The judge's side of a bot; each call of the judge makes a new one."""

    def new_game(self, *arguments):
        random.seed(contract.seed(arguments))
        return ask("new_game", *arguments)

    def __getattr__(self, function: str):
        return lambda *arguments: ask(function, *arguments)


bot = None  # one for all calls


def ask(function: str, *arguments):
    """Calls a function of the bot, and checks its answer."""
    global bot
    sys.stdout = sys.stderr = log
    sys.excepthook = tell
    if bot is None:
        bot = load()
    method = getattr(bot, function)
    try:
        answer = method(*arguments)
    except TypeError as error:
        if error.__traceback__.tb_next is None:  # the call itself failed: no line of the author's ran
            tell_place(method, function)
            names = [name for name in contract.HINTS[function] if name != "return"]
            error.args = (f"{error}; write def {function}({', '.join(['self', *names])})",)
        raise
    except SystemExit as end:
        ended = judge_limits.NotForBots("exit() gives up the game; return an answer")
        raise ended.with_traceback(end.__traceback__) from None
    log.end_line()
    problem = contract.problem(function, answer)
    if problem:
        tell_place(method, function)
        raise WrongAnswer(problem)
    return answer


judge_limits.apply()
random.seed(0)
globals()[contract.CLASS] = Entry
