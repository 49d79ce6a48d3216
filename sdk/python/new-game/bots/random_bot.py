"""Takes any number that is legal, each as likely as another."""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    if question.get("ask") == "name":
        print("Random", flush=True)
    elif "ask" in question:
        print(random.choice(question["legal_actions"]), flush=True)
