"""Takes any number that is legal, each as likely as another."""

import random

from wit_world import exports


class MyGame(exports.MyGame):
    def name(self) -> str:
        return "Random"

    def new_game(self, seed: int, seat: int) -> None:
        pass  # the module random is seeded with the seed

    def take(self, left: int) -> int:
        return random.randint(1, min(left, 3))
