"""Runs a program that reads a line and writes a line: it has the judge's lines for standard input and output.

`build` makes an interpreter of this, one for all games.
"""

import judge_clock  # before what it gives a clock
import builtins
import importlib
import importlib.machinery
import io
import linecache
import os
import sys
import threading
import types

import judge_library
import judge_limits
from componentize_py_types import Err
from judge_program import Program, log, tell
from wit_world.imports import lines, source

for library in (*judge_library.MODULES, *judge_library.MORE):
    importlib.import_module(library)

NOTHING = "there is no program in this file; build it with sdk/python/build"
UNREAD = "it ended and has read nothing; a bot reads lines until the judge stops it"
FILES = {name: fd for fd, names in enumerate(((0, "/dev/stdin"), (1, "/dev/stdout"), (2, "/dev/stderr"))) for name in names}
was_read = False


class Input(io.RawIOBase):
    def fileno(self) -> int:
        return 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        read = read_bytes(0, len(buffer))
        buffer[: len(read)] = read
        return len(read)


class Output(io.RawIOBase):
    def fileno(self) -> int:
        return 1

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        return write_bytes(1, data)


def read_bytes(fd: int, size: int) -> bytes:
    global was_read
    if fd != 0:
        judge_limits.refuse(judge_limits.FILES)()
    was_read = True
    sys.__stdout__.flush()  # half a line is told as such
    return lines.read(size)


def write_bytes(fd: int, data) -> int:
    text = bytes(data).decode("utf-8", "replace")
    if text:
        lines.print(text) if fd == 1 else log.write(text)
    return len(data)


def opened(file, mode="r", buffering=-1, encoding="utf-8", errors=None, newline=None, closefd=True, opener=None):
    """A standard stream, by its number or name; there are no other files."""
    fd = FILES.get(file if isinstance(file, int) else os.fspath(file))
    if fd is None:
        judge_limits.refuse(judge_limits.FILES)()
    if fd == 2:
        return log
    buffered = io.BufferedWriter(Output()) if fd else io.BufferedReader(Input())
    if "b" in mode:
        return buffered
    return io.TextIOWrapper(buffered, encoding or "utf-8", errors, newline, line_buffering=fd == 1)


def read_line(prompt="") -> str:
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError("EOF when reading a line")
    return line.removesuffix("\n")


def refuse_files(event: str, _arguments) -> None:
    """Hears of files that Python's own code opens, such as for the text of a mistake in syntax; it does without."""
    if event == "open":
        judge_limits.refuse(judge_limits.FILES)()


class Run:
    def run(self) -> None:
        judge_clock.begin()
        sys.addaudithook(refuse_files)
        sys.stdin, sys.stdout, sys.stderr = opened(0), opened(1), log
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, log
        program = Program(source.read())
        if not program.files:
            log.write(f"{NOTHING}\n")
            raise Err(None)
        # Nothing is looked for in files, which would end the program without a word.
        sys.meta_path[:] = program, *(finder for finder in sys.meta_path if finder is not importlib.machinery.PathFinder)
        for name, text in program.files.values():
            linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
        file, text = program.files[program.main]
        main = sys.modules["__main__"] = types.ModuleType("__main__")
        main.__file__, sys.argv = file, [file]
        try:
            exec(compile(text, file, "exec"), main.__dict__)
        except SystemExit as end:
            if isinstance(end.code, str):
                log.write(f"{end.code}\n")
            if end.code not in (None, 0):
                raise Err(None) from None
        except BaseException as error:
            sys.stdout = log
            tell(type(error), error, error.__traceback__)
            raise Err(None) from None
        sys.stdout.flush()
        if not was_read:
            log.write(f"{file}: {UNREAD}\n")


judge_limits.refuse_system()
judge_limits.put(threading, "_start_new_thread _start_joinable_thread", judge_limits.SYSTEM)
builtins.open = io.open = opened
builtins.input, os.read, os.write = read_line, read_bytes, write_bytes
os.getpid = lambda: 1
os.path.exists = os.path.isfile = os.path.isdir = lambda _path: False
linecache.updatecache = lambda *_arguments: []  # of what is not here, which would be looked for in files
