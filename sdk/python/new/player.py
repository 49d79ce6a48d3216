"""Plays a class by lines. A method answers each question that is asked; its name is the question's word, with _ for -:

    from player import play

    class Sailor:
        def __init__(self):
            self.turns = 0

        def take_turn(self, question):
            self.turns += 1
            return question["legal_actions"][0]

    play(Sailor)

`question` is the line, as a dictionary. What is only told goes to a method of its word, if there is one. An object plays one
game. Without a method `name` the bot is called as its class is.
"""

import json
import random
import sys


def play(kind):
    """Makes a player, and lets it answer until the judge stops it."""
    player = kind()
    for line in sys.stdin:
        question = json.loads(line)
        if "seed" in question:
            random.seed(question["seed"])
        word = question.get("ask", question.get("tell"))
        method = getattr(player, word.replace("-", "_"), None)
        if "tell" in question:
            if method:
                method(question)
        elif method:
            print(method(question), flush=True)
        elif word == "name":
            print(kind.__name__, flush=True)
        else:
            name = word.replace("-", "_")
            sys.exit(f'{kind.__name__} has no method for {{"ask":"{word}",…}}; write def {name}(self, question)')
