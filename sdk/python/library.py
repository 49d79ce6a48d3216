"""The modules that every bot has without waiting for a build: of the standard library, and those by which games are written."""

MODULES = (
    "abc array bisect calendar cmath collections collections.abc colorsys contextlib copy dataclasses datetime decimal "
    "enum fractions functools graphlib hashlib heapq inspect io itertools json keyword math numbers operator os os.path "
    "pprint queue random re reprlib statistics string struct sys textwrap time traceback types typing warnings weakref zlib judge_game judge_rules"
).split()

# What a program that reads lines has besides: they have a clock and random numbers there.
MORE = "_strptime argparse ast encodings.latin_1 fileinput logging pathlib secrets signal threading timeit tokenize uuid".split()
