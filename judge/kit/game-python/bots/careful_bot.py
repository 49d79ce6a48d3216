"""Leaves a multiple of four where it can."""

from wit_world import exports


class MyGame(exports.MyGame):
    def name(self) -> str:
        return "Careful"

    def new_game(self, seed: int, seat: int) -> None:
        pass

    def take(self, left: int) -> int:
        # Of a multiple of four it can take what it likes: the other one can win.
        return left % 4 or 1
