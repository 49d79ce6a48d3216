"""A contest in rounds, for those who rewrite their bots between tournaments."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Sequence, Union

from ._judge import Mistake
from .tournament import Results, called, mistake, run, said, status

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")


@dataclass(frozen=True)
class Refused:
    """A source that does not build, and why not. ``Contest.play`` takes it where it takes a bot."""

    why: str


Bot = Union[str, "os.PathLike[str]", Refused]
"""The path of a ``.wasm`` file, or what ``Contest.build`` returned."""


class Contest:
    """A contest whose rounds are tournaments, in a folder: ``rounds/7`` has results, ``inputs/7`` the tournament's file and
    its bots, and ``feedback/7`` a folder for each contestant.

    The file is a tournament's file without contestants. Its ``seed`` gives each round another seed. With ``bad_files =
    "last-version"`` whoever hands in what is no bot plays its last version, and sits out if it has none; with
    ``"leave-out"`` it sits out; without the key nothing is played.
    """

    def __init__(self, file: str | os.PathLike[str], folder: str | os.PathLike[str]) -> None:
        self.file, self.folder = Path(file), Path(folder)
        self._text = self._read()
        # What stands above all tables, without quotes.
        found = re.findall(r'(?m)^(\w+)\s*=\s*"?([^"\n#]*?)"?\s*(?:#.*)?$', re.split(r"(?m)^\s*\[", self._text)[0])
        self._keys: dict[str, str] = dict(found)
        if not re.fullmatch(r"\d[\d_]*", self._keys.get("seed", "")):
            raise self._wrong("write its seed, as in: seed = 4711")
        self.bad_files = self._keys.get("bad_files", "refuse")
        if self.bad_files not in ("refuse", "leave-out", "last-version"):
            raise self._wrong(f'bad_files is "{self.bad_files}"; write "leave-out" or "last-version"')
        copy = self.folder / "contest.toml"
        if not copy.exists():
            (self.folder / "inputs").mkdir(parents=True, exist_ok=True)
            copy.write_bytes(self._text.encode())
        self._must_be_same()

    @property
    def rounds(self) -> list[int]:
        """The rounds that are played."""
        return sorted(int(path.name) for path in self.folder.glob("feedback/*") if path.name.isdecimal())

    @property
    def next(self) -> int:
        """The round that is to be played, or has begun and is not finished."""
        return max(self.rounds, default=0) + 1

    @property
    def has_begun(self) -> bool:
        """Whether the next round has its bots, and was interrupted."""
        return (self.folder / "inputs" / str(self.next)).exists()

    def play(
        self, bots: dict[str, Bot] | None = None, *, round: int | None = None, jobs: int | None = None, progress: bool = False
    ) -> Results:
        """Plays the next round between these bots, by name.

        A round that was begun and interrupted goes on, with the same bots or without a word about them. ``round`` says which
        round it must be.
        """
        self._must_be_same()
        number = self.next
        if round not in (None, number):
            raise Mistake(f"round {round} is played already" if round in self.rounds else f"the next round is {number}, not {round}")
        if not self.has_begun:
            if bots is None:
                raise Mistake(f"round {number} has not begun; hand in bots")
            self._begin(number, bots)
        elif bots is not None and _hashes(_files_of(bots)) != {row["contestant"]: row["handed_in"] for row in self._rows(number) if row["status"] != "absent"}:
            raise Mistake(f"round {number} has begun with other bots; hand in the same, or none, and it goes on")
        inputs, out, feedback = (self.folder / kind / str(number) for kind in ("inputs", "rounds", "feedback"))
        return run(inputs / "tournament.toml", out=out, feedback=feedback, jobs=jobs, progress=progress)

    def standings(self, round: int | None = None) -> list[dict[str, Any]]:
        """The standings of a round, or of the last one."""
        return status(self._played(round)[-1])["standings"][0]["rows"]

    def feedback(self, contestant: str, round: int | None = None) -> Path:
        """The folder of what a contestant may know of a round, or of the last one."""
        folder = self.folder / "feedback" / self._played(round)[-1].name / contestant
        if not _NAME.fullmatch(contestant) or not folder.is_dir():
            raise Mistake(f"there is no feedback for {contestant!r}: it was not in this round")
        return folder

    def versions(self) -> list[dict[str, Any]]:
        """What each contestant played in each round. A version is called by the round in which it came.

        ``status`` is ``new``, ``same``, ``kept`` (it handed in what is no bot, and played its last version), ``out`` or
        ``absent``; ``why`` says what was wrong with the file.
        """
        return [{"round": number, **row} for number in self.rounds for row in self._rows(number)]

    def bot(self, contestant: str, round: int | None = None) -> Path:
        """The file that a contestant played in a round, or in the last one."""
        self.feedback(contestant, round)
        return self._file(int(self._played(round)[-1].name), contestant)

    def table(self, best: int | None = None) -> dict[str, Any]:
        """All rounds in one table, by points for places, as ``judge term`` has it."""
        return said("term", *self._played(), best=best)

    def ratings(self) -> list[dict[str, Any]]:
        """All versions in one rating, the strongest first, as ``judge rate`` has it; examples have the version None."""
        known: dict[str, dict[tuple[str, int | None], None]] = {}
        for row in self.versions():
            known.setdefault(row["sha256"], {})[row["contestant"], row["version"]] = None
        return [
            {"contestant": name, "version": version, **bot}
            for bot in said("rate", *self._played())["bots"]
            for name, version in known.get(bot["sha256"], [(bot["bot"], None)])
        ]

    @staticmethod
    def build(
        folder: str | os.PathLike[str],
        *,
        command: Sequence[str] | None = None,
        within: Sequence[str] = (),
        outside_sandbox: bool = False,
        seconds: float = 600,
    ) -> Path | Refused:
        """Builds a bot in a folder that ``judge new`` has made, by the build of its language or by ``command``.

        A build is a program of this machine, and the source of a stranger may make it do anything. So say what it runs
        ``within``, as in ``["podman", "run", …]``, or ``outside_sandbox=True``.
        """
        if not within and not outside_sandbox:
            raise Mistake("a build runs outside of the sandbox; say within which command it runs, or outside_sandbox=True")
        folder = Path(folder)
        made = "*.wasm"
        builds = [["bash", path.relative_to(folder).as_posix()] for path in folder.glob("sdk/*/build")]
        if (folder / "Cargo.toml").is_file():
            made, builds = "target/wasm32-unknown-unknown/release/*.wasm", [["cargo", "build", "--release"]]
        if not command and len(builds) != 1:
            raise Mistake(f"{folder}: it has no build of its own; name the command")
        before = {path: path.stat().st_mtime_ns for path in folder.glob(made)}
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        try:
            process = subprocess.Popen([*within, *(command or builds[0])], cwd=folder, start_new_session=True, **pipes)
        except OSError as error:
            raise Mistake(f"the build cannot be started: {error}") from None
        try:
            words = process.communicate(timeout=seconds)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            words = f"it was not done after {seconds:g} seconds"
        finally:
            # What it has started ends with it.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL) if os.name == "posix" else process.kill()
            process.wait()
        built = [path for path in folder.glob(made) if before.get(path) != path.stat().st_mtime_ns]
        if process.returncode == 0 and len(built) == 1:
            return built[0]
        lines = words.strip().splitlines()[-20:] or [f"it made {len(built)} files"]
        return Refused("it does not build: " + _neutral(" | ".join(lines)))

    def _begin(self, number: int, bots: dict[str, Bot]) -> None:
        """Writes the inputs of a round, which are there as a whole or not at all."""
        files = _files_of(bots)
        handed_in = _hashes(files)
        part = self.folder / "inputs" / ".unfinished"
        shutil.rmtree(part, ignore_errors=True)
        (part / "bots").mkdir(parents=True)
        seed = int.from_bytes(hashlib.sha256(f"{int(self._keys['seed'])} round {number}".encode()).digest()[:8], "big") >> 1
        text = re.sub(r"(?m)^bad_files\s*=.*\n", "", re.sub(r"(?m)^seed\s*=.*$", f"seed = {seed}", self._text, count=1), count=1)
        for named in (self._keys.get("game", ""), self._keys.get("openings", "")):
            if "." in named and (file := self.file.parent / named).is_file():
                shutil.copyfile(file, part / file.name)
                text = text.replace(f'"{named}"', f'"{file.name}"', 1)
        for name, file in sorted(files.items()):
            (part / "bots" / f"{name}.wasm").write_bytes(file or b"")
            text += f'\n[[contestant]]\nname = "{name}"\nwasm = "bots/{name}.wasm"\n'
        (part / "tournament.toml").write_bytes(text.encode())
        why = _refused(part / "tournament.toml") | {name: _neutral(bot.why) for name, bot in bots.items() if isinstance(bot, Refused)}
        if why and self.bad_files == "refuse":
            raise Mistake("\n".join(f"error: {self.file}: {name}: {text}" for name, text in why.items()))
        (part / "tournament.toml").write_bytes(f'bad_files = "leave-out"\n{text}'.encode())
        before = [row for row in self.versions() if row["version"]]
        last = {row["contestant"]: row for row in before}
        rows = []
        for name in sorted(bots.keys() | last.keys()):
            version, status, digits = None, "out" if name in bots else "absent", ""
            if name in handed_in.keys() - why:
                digits = handed_in[name]
                same = [row["version"] for row in before if (row["contestant"], row["sha256"]) == (name, digits)]
                version, status = (same[0], "same") if same else (number, "new")
            elif name in why and name in last and self.bad_files == "last-version":
                version, status, digits = last[name]["version"], "kept", last[name]["sha256"]
                shutil.copyfile(self._file(version, name), part / "bots" / f"{name}.wasm")
            rows.append({"contestant": name, "version": version, "status": status, "sha256": digits})
            rows[-1] |= {"handed_in": handed_in.get(name, ""), "why": why.get(name, "")}
        (part / "versions.json").write_bytes(json.dumps(rows, indent=1).encode())
        part.rename(part.with_name(str(number)))

    def _rows(self, number: int) -> list[dict[str, Any]]:
        return json.loads((self.folder / "inputs" / str(number) / "versions.json").read_text(encoding="utf-8"))

    def _file(self, number: int, name: str) -> Path:
        return self.folder / "inputs" / str(number) / "bots" / f"{name}.wasm"

    def _played(self, round: int | None = None) -> list[Path]:
        """The folders of results of all rounds, or up to this one."""
        if not self.rounds or round is not None and round not in self.rounds:
            raise Mistake("no round is played" if round is None else f"round {round} is not played")
        return [self.folder / "rounds" / str(number) for number in self.rounds if round is None or number <= round]

    def _read(self) -> str:
        try:
            return self.file.read_text(encoding="utf-8").rstrip("\n") + "\n"
        except (OSError, UnicodeDecodeError) as error:
            raise Mistake(f"{self.file}: it cannot be read: {error}") from None

    def _must_be_same(self) -> None:
        copy = self.folder / "contest.toml"
        if self._read() != copy.read_text(encoding="utf-8"):
            raise self._wrong(f"it is not what the rounds in {self.folder} were played by; {copy} is. Put that back, or name another folder")

    def _wrong(self, text: str) -> Mistake:
        return mistake(f"error: {self.file}: {text}")


def _refused(tournament: Path) -> dict[str, str]:
    """The bots that a tournament refuses, and why."""
    try:
        called("prepare", tournament, quiet=True)
    except Mistake as refusal:
        found = re.findall(r'(?m)^error: .*?contestant "([^"]+)": (?:.*?\.wasm: )?(.*)$', str(refusal))
        if not found or len(found) < len(re.findall("(?m)^error: ", str(refusal))):
            raise
        return dict(found)
    return {}


def _hashes(files: dict[str, bytes | None]) -> dict[str, str]:
    """The SHA-256 of each file, by name; nothing of what does not build."""
    return {name: "" if file is None else hashlib.sha256(file).hexdigest() for name, file in files.items()}


def _files_of(bots: dict[str, Bot]) -> dict[str, bytes | None]:
    """Each file, by name; nothing of what does not build. It is read once, so what is played is what was hashed."""
    for name in bots:
        if not _NAME.fullmatch(name):
            raise Mistake(f"{name!r} cannot be a name: use 1 to 32 letters, digits, '-', '_' and '.' of ASCII, the first a letter or digit")
    try:
        return {name: None if isinstance(bot, Refused) else Path(bot).read_bytes() for name, bot in bots.items()}
    except OSError as error:
        raise Mistake(f"a bot cannot be read: {error}") from None


def _neutral(text: str) -> str:
    """A stranger's text on one line, of bounded length, that moves no cursor."""
    shown = "".join(c if c.isprintable() else " " if c.isspace() else f"\\u{{{ord(c):x}}}" for c in text)
    return shown if len(shown) <= 1000 else shown[:1000] + " …"
