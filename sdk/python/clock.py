"""The clocks and the random numbers of a program that reads lines: a unit of fuel is a nanosecond, and what is random comes of
the game's seed.

It is loaded before the rest of the library, which keeps some of these functions for itself.
"""

import _thread
import datetime
import gc
import os
import random
import sys
import time
import types

from wit_world.imports import lines

START = 946_684_800 * 10**9  # a game begins with the year 2000
SECOND = 10**9
is_running = False  # nobody can be asked while the interpreter is made

shared = random._inst
try_lock = _thread.LockType.acquire
strftime, asctime, gmtime, ctime = time.strftime, time.asctime, time.gmtime, time.ctime


def now() -> int:
    return lines.now() if is_running else 0


def today() -> int:
    return START + now()


def sleep(seconds) -> None:
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    lines.sleep(min(int(seconds * SECOND), 2**63))


def of_clock(which) -> int:
    return today() if which == time.CLOCK_REALTIME else now()


def at(seconds=None):
    return gmtime(today() // SECOND if seconds is None else seconds)


def urandom(size: int) -> bytes:
    if size < 0:
        raise ValueError("negative argument not allowed")
    return b"".join(lines.random().to_bytes(8, "little") for _ in range(-(-size // 8)))[:size]


def entropy() -> int:
    return int.from_bytes(urandom(8), "little")


class Datetime:
    """What a time and a day ask the clock for."""

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(today() / SECOND, tz)

    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)

    @classmethod
    def today(cls):
        return cls.fromtimestamp(today() / SECOND)


class SeededRandom(random.Random):
    """Without a seed it takes one of the game's."""

    def seed(self, a=None, version=2):
        super().seed(entropy() if a is None else a, version)


def begin() -> None:
    """Begins a game."""
    global is_running
    is_running = True
    random.seed()


def seed_all(a=None, version=2) -> None:
    shared.seed(entropy() if a is None else a, version)


def acquire(lock, blocking=True, timeout=-1) -> bool:
    """As of a lock, for which nobody waits but until a time."""
    if try_lock(lock, False):
        return True
    if blocking and timeout < 0:
        raise RuntimeError("a bot has one thread, so nobody releases this lock")
    if blocking:
        sleep(timeout)
    return False


def put(kind: type, **members) -> None:
    """Replaces methods of a type of C's."""
    gc.get_referents(kind.__dict__)[0].update(members)


for name in "monotonic perf_counter process_time thread_time".split():
    setattr(time, name, lambda: now() / SECOND)
    setattr(time, f"{name}_ns", now)
time.time, time.time_ns, time.sleep = lambda: today() / SECOND, today, sleep
time.clock_gettime, time.clock_gettime_ns = lambda which: of_clock(which) / SECOND, of_clock
time.clock_getres = lambda which: 1 / SECOND
time.get_clock_info = lambda name: types.SimpleNamespace(
    implementation="fuel", monotonic=name != "time", adjustable=False, resolution=1 / SECOND
)
time.gmtime = time.localtime = at
time.ctime = lambda seconds=None: ctime(today() // SECOND if seconds is None else seconds)
time.asctime = lambda moment=None: asctime(at() if moment is None else moment)
time.strftime = lambda form, moment=None: strftime(form, at() if moment is None else moment)
put(datetime.datetime, **{name: vars(Datetime)[name] for name in ("now", "utcnow", "today")})
put(datetime.date, today=vars(Datetime)["today"])
put(_thread.LockType, acquire=acquire)
sys._clear_internal_caches() if hasattr(sys, "_clear_internal_caches") else sys._clear_type_cache()
os.urandom = random._urandom = urandom
os.getrandom = lambda size, flags=0: urandom(size)
random.Random, random.seed = SeededRandom, seed_all
