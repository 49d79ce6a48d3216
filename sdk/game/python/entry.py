"""Stands between the judge and a game: it loads the game's program, and tells what went wrong.

`build` makes an interpreter of this, once for all games. The program comes as data, in the game's file.
"""

import importlib
import json
import sys

import judge_game
import judge_library
import judge_limits
import judge_rules
from componentize_py_types import Err
from judge_program import Program, log, tell, tell_place
from judge_rules import WrongGame
from judge_wave import WrongValue
from wit_world.imports import source

for library in judge_library.MODULES:
    importlib.import_module(library)
sys.modules["judge_game"] = judge_game


def load() -> judge_rules.Rules:
    """The game, of its program."""
    packed = source.read()
    if not packed:
        raise ImportError("there is no game in this file; build it with sdk/game/python/build")
    program = Program(packed)
    sys.meta_path.insert(0, program)
    main = importlib.import_module(program.main)
    kinds = [kind for kind in vars(main).values() if isinstance(kind, type) and kind.__module__ == main.__name__]
    games = [kind for kind in kinds if issubclass(kind, judge_game.Game)]
    if len(games) != 1:
        print(f"{main.__file__}:1")
        raise WrongGame(f"{main.__file__} has {len(games)} classes that are derived from Game, and should have one")
    return judge_rules.Rules(games[0], json.loads(packed)["contract"])


rules = None  # one for all calls


def ask(function: str, *arguments):
    """Calls a function of the game."""
    global rules
    sys.stdout = sys.stderr = log
    sys.excepthook = tell
    if rules is None:
        rules = load()
    try:
        return getattr(rules, function)(*arguments)
    except Err:
        raise  # a refusal, which is an answer
    except NotImplementedError as error:
        lacking = getattr(rules.method, "__name__", function)
        error.args = (f"the class {rules.kind.__name__} lacks the method {lacking}",)
        raise
    except SystemExit as end:
        ended = judge_limits.NotForBots("exit() gives no answer; return one")
        raise ended.with_traceback(end.__traceback__) from None
    except (WrongGame, WrongValue):
        tell_place(rules.method, getattr(rules.method, "__name__", function))
        raise
    finally:
        log.end_line()


class Entry:
    """The judge's side of a game; each call of the judge makes a new one."""

    def __getattr__(self, function: str):
        return lambda *arguments: ask(function, *arguments)


judge_limits.apply_to_game()
Rules = Entry  # what the interface of games is called
