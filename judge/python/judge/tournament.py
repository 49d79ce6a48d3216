"""Tournaments, played by the program ``judge`` of this package."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._judge import Mistake, Trouble


class Interrupted(KeyboardInterrupt):
    """The run was interrupted. Finished games are kept: call ``run`` again to resume."""


def program() -> str:
    """The program ``judge`` of this package, or the one that the variable JUDGE names."""
    if named := os.environ.get("JUDGE"):
        return named
    name = "judge.exe" if sys.platform == "win32" else "judge"
    folders = [sysconfig.get_path("scripts")]
    if user := sysconfig.get_preferred_scheme("user"):
        folders.append(sysconfig.get_path("scripts", user))
    for folder in folders:
        if (file := Path(folder) / name).is_file():
            return str(file)
    if found := shutil.which(name):
        return found
    raise Trouble("the program judge is not there; install the package again, or name the program with the variable JUDGE")


def called(*words: str | os.PathLike[str], shown: bool = False, **options: Any) -> tuple[int, str]:
    """Calls the program, and raises what it says of mistakes and trouble. Ctrl-C ends it as in a terminal.

    An option that is ``None`` or ``False`` is left out, and ``True`` has no value. Where it is ``shown``, the program tells
    of its progress on standard error.
    """
    line = [program(), *map(os.fspath, words)]
    for name, value in options.items():
        if value is not None and value is not False:
            line += [f"--{name}"] if value is True else [f"--{name}", os.fspath(value) if isinstance(value, os.PathLike) else str(value)]
    process = subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=None if shown else subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        out, err = process.communicate()
    except KeyboardInterrupt:
        # In a terminal the program has the signal, too. In a notebook it has not.
        if sys.platform == "win32":
            process.terminate()
        else:
            process.send_signal(signal.SIGINT)
        process.communicate()
        raise Interrupted from None
    if process.returncode == 2:
        raise mistake(err or "error: see above")
    if process.returncode == 130:
        raise Interrupted
    if process.returncode == 1 and not out:
        raise Trouble((err or "see above").strip().removeprefix("error: "))
    return process.returncode, out


def mistake(text: str) -> Mistake:
    """The first mistake, with its file and its line."""
    made = Mistake(text.strip())
    found = re.search(r"^error: (.*?)(?::(\d+))?: (.*)$", text, re.MULTILINE)
    made.file, made.line, made.text = ("", None, text.strip())
    if found:
        made.file, made.text = found[1], found[3]
        made.line = int(found[2]) if found[2] else None
    return made


def said(*words: str | os.PathLike[str], **options: Any) -> dict[str, Any]:
    """The object that a command of the program prints with ``--json``."""
    return json.loads(called(*words, json=True, **options)[1])


@dataclass
class Results:
    """How a tournament ended, and its tables, each a list with a ``dict`` for each row."""

    end: str
    """``published``, or why there are no results yet; docs/json.md lists the words."""
    folder: Path | None
    title: str | None
    standings: list[dict[str, Any]]
    notes: list[dict[str, Any]] = field(default_factory=list)
    void: str | None = None
    phases: list[dict[str, Any]] = field(default_factory=list)
    """The phases, if there are groups, matches or several of them: each has its keys, and ``tables`` and ``matches``."""

    @property
    def games(self) -> list[dict[str, str]]:
        """All games, as in ``games.csv``."""
        return self._table("games.csv")

    @property
    def seats(self) -> list[dict[str, str]]:
        """A row for each game and seat, as in ``seats.csv``."""
        return self._table("seats.csv")

    @property
    def pairs(self) -> list[dict[str, str]]:
        """Everybody against everybody, as in ``pairs.csv``."""
        return self._table("pairs.csv")

    @property
    def grades(self) -> list[dict[str, str]]:
        """The bands of all contestants, as in ``grades.csv``; none if the tournament has no ``[bands]``."""
        return self._table_if_any("grades.csv")

    @property
    def teams(self) -> list[dict[str, str]]:
        """The teams, as in ``teams.csv``; none if nobody is in a team."""
        return self._table_if_any("teams.csv")

    @property
    def matches(self) -> list[dict[str, str]]:
        """The matches of all phases, as in ``matches.csv``; none if there is no knockout."""
        return self._table_if_any("matches.csv")

    @property
    def groups(self) -> list[dict[str, str]]:
        """The tables of all phases, as in ``groups.csv``; none if there is one phase without groups."""
        return self._table_if_any("groups.csv")

    @property
    def moves(self) -> list[dict[str, str]]:
        """All actions of all games, as in ``moves.csv``. The first time the games are played again for it."""
        self._make_moves()
        return self._table("moves.csv")

    def _make_moves(self) -> None:
        if self.folder is not None and not (self.folder / "moves.csv").is_file():
            moves(self.folder)

    def _table_if_any(self, name: str) -> list[dict[str, str]]:
        has_none = self.folder is not None and not (self.folder / name).is_file()
        return [] if has_none else self._table(name)

    def _table(self, name: str) -> list[dict[str, str]]:
        if self.folder is None:
            raise Trouble(f"there is no {name}: {self.end}")
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def frame(self, table: str = "standings", library: str | None = None) -> Any:
        """A table (``standings``, ``games``, ``seats``, ``pairs``, ``grades``, ``teams``, ``matches``, ``groups`` or ``moves``) as a frame of pandas or polars, whichever is there."""
        for name in [library] if library else ["pandas", "polars"]:
            try:
                frames = __import__(name)
            except ImportError:
                continue
            if table == "standings":
                return frames.DataFrame(self.standings)
            if self.folder is None:
                raise Trouble(f"there is no {table}.csv: {self.end}")
            if table == "moves":
                self._make_moves()
            if table in ("grades", "teams", "matches", "groups") and not self._table_if_any(f"{table}.csv"):
                return frames.DataFrame()
            # Polars would guess the kind of a column by its first hundred cells.
            options = {"infer_schema_length": None} if name == "polars" else {}
            return frames.read_csv(self.folder / f"{table}.csv", **options)
        raise ImportError("install pandas or polars to have frames")


def run(
    tournament: str | os.PathLike[str],
    *,
    out: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    fresh: bool = False,
    feedback: str | os.PathLike[str] | None = None,
    progress: bool = False,
) -> Results:
    """Plays a tournament's TOML file, and writes its results as ``judge run`` does.

    ``feedback`` is a new folder for what each contestant may know of its games. With ``progress`` the program shows its
    progress on standard error. A mistake in the file raises ``Mistake``, with ``file`` and ``line``. Ctrl-C raises ``Interrupted``; a second call goes on.
    """
    ended = said("run", tournament, shown=progress, out=out, jobs=jobs, fresh=fresh, feedback=feedback, quiet=not progress)
    folder = Path(ended["folder"]) if ended["folder"] else None
    return Results(ended["end"], folder, ended["title"], ended["standings"], ended["notes"], ended["void"], ended.get("phases", []))


def verify(folder: str | os.PathLike[str], *, tournament: str | os.PathLike[str] | None = None, sample: str | None = None) -> dict[str, Any]:
    """Plays a tournament again and compares; ``agrees`` and ``differences`` say what came of it. ``sample`` is a share such as ``"5%"``."""
    return said("verify", folder, tournament=tournament, sample=sample, quiet=True)


def status(*folders: str | os.PathLike[str]) -> dict[str, Any]:
    """How far tournaments or their parts are, with the standings so far."""
    return said("status", *folders)


def moves(
    folder: str | os.PathLike[str],
    *,
    games: str | None = None,
    logs: list[str] | str | None = None,
    ggf: bool = False,
    out: str | os.PathLike[str] | None = None,
) -> Path:
    """Writes all actions of a tournament's games, which are played again; returns the path of ``moves.csv``.

    ``games`` is a range such as ``"1..200"``; ``logs`` is ``"all"`` or a list of contestants, and writes ``logs.csv``, too.
    """
    names = ",".join(logs) if isinstance(logs, list) else logs
    called("moves", folder, games=games, logs=names, ggf=ggf, out=out, quiet=True)
    return Path(out if out is not None else folder) / "moves.csv"


def report(folder: str | os.PathLike[str], *, out: str | os.PathLike[str] | None = None) -> Path:
    """Writes one HTML page of a tournament's results, on which every game can be replayed. Returns its path."""
    page = Path(out) if out is not None else Path(folder) / "report.html"
    called("report", folder, out=page, quiet=True)
    return page
