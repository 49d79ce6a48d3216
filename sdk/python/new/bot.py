# A bot for GAME: a program that reads a line and prints a line.
#
# A line with "ask" wants an answer, and one with "tell" wants none. These are the lines of GAME, and answers behind >:
# LINES
#
# Who prefers a class finds how to write one in player.py.

import json
import random
import sys


# FLEET
def place_ships(question):
    """Places the ships one below the other: 5a@0,2 is one of 5 squares, across, which begins at 0,2."""
    apart = 2 if question["no-touch"] else 1
    return " ".join(f"{length}a@0,{row * apart}" for row, length in enumerate(question["fleet"]))


# END
def take_turn(question):
    actions = question.get("legal_actions", [""])
    # THINK HERE: choose one of the actions. question["…"] is what else there is.
    return random.choice(actions)


for line in sys.stdin:
    question = json.loads(line)
    if "seed" in question:
        random.seed(question["seed"])
    if "ask" not in question:
        continue
    if question["ask"] == "name":
        print("NAME", flush=True)
    # FLEET
    elif "fleet" in question:
        print(place_ships(question), flush=True)
    # END
    else:
        print(take_turn(question), flush=True)
