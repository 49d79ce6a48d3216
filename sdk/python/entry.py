"""Stands between the judge and a bot: it loads the bot's program, checks its answers, and tells what went wrong.

`build` makes an interpreter of this, once for each game. The program comes as data, in the bot's file.
"""

import importlib
import importlib.abc
import importlib.util
import json
import random
import sys

import judge_contract as contract
import judge_library
import judge_limits
from wit_world import exports
from wit_world.imports import host

for library in judge_library.MODULES:
    importlib.import_module(library)
try:
    import judge_whole as whole  # a bot that `build --whole` took in already
except ImportError:
    from wit_world.imports import source

    whole = None

PLACES_MAX = 4  # the innermost tell most, and a log is short
OURS = __file__.removesuffix("entry.py")  # lines of our files are no news to a bot's author


class WrongAnswer(Exception):
    """The bot returned what the judge cannot take."""


class Log:
    """A text file, of which each line goes to the bot's log."""

    def __init__(self) -> None:
        self.line = ""

    def write(self, text: str) -> int:
        *lines, self.line = (self.line + text).split("\n")
        for line in lines:
            host.log(line)
        return len(text)

    def flush(self) -> None:
        """There is nothing to do: a line is not kept back when it is whole."""

    def end_line(self) -> None:
        if self.line:
            self.write("\n")


class Program(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The bot's modules, by name."""

    def __init__(self, packed: bytes) -> None:
        program = json.loads(packed) if packed else {"main": "bot", "files": {}}
        self.main, self.files = program["main"], program["files"]

    def find_spec(self, name, path=None, target=None):
        if name not in self.files:
            return None
        file = self.files[name][0]
        return importlib.util.spec_from_loader(name, self, origin=file, is_package=file.endswith("__init__.py"))

    def create_module(self, spec):
        return None

    def exec_module(self, module) -> None:
        file, text = self.files[module.__name__]
        module.__file__ = file
        exec(compile(text, file, "exec"), module.__dict__)


def tell(kind, error, trace) -> None:
    """Prints what went wrong where. Python's own way reads the source again, and there are no files."""
    log.end_line()
    places = []
    while trace:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(("<", OURS)):
            places.append(f"{code.co_filename}:{trace.tb_lineno} in {code.co_name}")
        trace = trace.tb_next
    if len(places) > PLACES_MAX:
        places = ["…", *places[-PLACES_MAX:]]
    for place in places:
        print(place)
    if isinstance(error, SyntaxError) and error.filename:
        print(f"{error.filename}:{error.lineno}")
    words = str(error) if not isinstance(error, SyntaxError) else error.msg
    print(f"{kind.__name__}: {words}")


def load():
    """The bot, of its program."""
    if whole:
        main = whole.main
    else:
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


def tell_place(method, function: str) -> None:
    """Prints where a function of the bot begins."""
    code = getattr(method, "__code__", None)
    if code:
        log.end_line()
        print(f"{code.co_filename}:{code.co_firstlineno} in {function}")


log = Log()
judge_limits.apply()
random.seed(0)
globals()[contract.CLASS] = Entry
