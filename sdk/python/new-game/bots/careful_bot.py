"""Leaves a multiple of four where it can."""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    if question.get("ask") == "name":
        print("Careful", flush=True)
    elif question.get("ask") == "take":
        # Of a multiple of four it can take what it likes: the other one can win.
        print(question["left"] % 4 or 1, flush=True)
