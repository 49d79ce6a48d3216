"""Runs a program that reads a line and writes a line: it has the judge's lines for standard input and output.

`build` makes an interpreter of this, one for all games.
"""

import builtins
import importlib
import io
import random
import sys
import types

import judge_library
import judge_limits
from componentize_py_types import Err
from judge_program import Program, log, tell
from wit_world.imports import lines, source

for library in judge_library.MODULES:
    importlib.import_module(library)


class Input(io.RawIOBase):
    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        read = lines.read(len(buffer))
        buffer[: len(read)] = read
        return len(read)


class Output(io.TextIOBase):
    """Hands over whole lines at once, and the rest when it is flushed."""

    def __init__(self) -> None:
        self.kept = ""

    def write(self, text: str) -> int:
        self.kept += text
        if "\n" in text:
            self.flush()
        return len(text)

    def flush(self) -> None:
        kept, self.kept = self.kept, ""
        if kept:
            lines.print(kept)


class Run:
    def run(self) -> None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(Input()), encoding="utf-8")
        sys.stdout, sys.stderr = Output(), log
        program = Program(source.read())
        sys.meta_path.insert(0, program)
        file, text = program.files[program.main]
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        main.__file__, sys.argv = file, [file]
        try:
            exec(compile(text, file, "exec"), main.__dict__)
        except SystemExit as end:
            if end.code not in (None, 0):
                raise Err(None) from None
        except BaseException as error:
            sys.stdout = log
            tell(type(error), error, error.__traceback__)
            raise Err(None) from None


read_line = builtins.input
judge_limits.apply()
builtins.input = read_line
random.seed(0)
