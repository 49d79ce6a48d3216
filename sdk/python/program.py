"""An author's program in the interpreter: its modules, its log, and where in it something went wrong."""

import importlib.abc
import importlib.util
import io
import json

from wit_world.imports import host

PLACES_MAX = 4  # the innermost tell most, and a log is short
OURS = __file__.removesuffix("program.py")  # lines of our files are no news to an author


class Log(io.TextIOBase):
    """A text file, of which each line goes to the bot's log."""

    def __init__(self) -> None:
        super().__init__()
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


log = Log()
