# Thinks for 0.05 s of its clock, sleeps for 2 s of it, and tells both with a random number.
import datetime
import json
import random
import sys
import time

for line in sys.stdin:
    begun = time.perf_counter()
    question = json.loads(line)
    if question.get("ask") == "name":
        print("Clock")
    elif "ask" in question:
        while time.perf_counter() - begun < 0.05:
            pass
        slept = datetime.datetime.now()
        time.sleep(2)
        print(int((datetime.datetime.now() - slept).total_seconds()), random.random(), file=sys.stderr)
        print(question["legal_actions"][0])
