import unittest

from game import Heap
from judge_game import begun


class HeapTest(unittest.TestCase):
    def test_who_takes_the_last_pebble_wins(self):
        game = begun(Heap)
        game.left = 5
        for action in ["2", "3"]:
            game.play(action)
        self.assertEqual((game.to_move(), game.scores()), (None, [0, 1]))

    def test_nobody_takes_more_than_there_is(self):
        game = begun(Heap, size=4)
        game.left = 2
        self.assertEqual(game.legal(), ["1", "2"])


if __name__ == "__main__":
    unittest.main()
