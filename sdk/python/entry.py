"""Stands between the judge and a bot: `random` knows the game's seed, and what is printed goes to the bot's log.

`build` puts the names of the bot's module and class in place of BOT and GAME.
"""

import random
import sys

import BOT
from wit_world.imports import host


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


def tell(kind, error, trace) -> None:
    """Prints what went wrong where. Python's own way reads the source again, and there are no files."""
    while trace:
        code = trace.tb_frame.f_code
        print(f"{code.co_filename}:{trace.tb_lineno} in {code.co_name}")
        trace = trace.tb_next
    print(f"{kind.__name__}: {error}")


bot = BOT.GAME()  # one for all calls, while GAME is made anew for each


class GAME:
    def new_game(self, setup):
        sys.stdout = sys.stderr = Log()
        sys.excepthook = tell
        random.seed(setup.seed)
        return bot.new_game(setup)

    def __getattr__(self, function: str):
        return getattr(bot, function)
