"""Kuhn poker once more, written apart from the game's rules: a game in a line of input, or a complaint.

Each line has the cards of all hands, those of seat 0 first, all actions, and the scores, with spaces between them.
"""

import sys


def check(line):
    cards, acts, scores = line.split(" ")
    chips, place = [0, 0], 0
    for hand in range(len(cards) // 2):
        held = cards[2 * hand : 2 * hand + 2]
        begins = hand % 2
        paid, seat, passes, gave_up = [1, 1], begins, 0, None
        while True:
            act, place = acts[place], place + 1
            other = 1 - seat
            if act == "b":
                paid[seat] += 1
                if paid[seat] == paid[other]:
                    break
            elif paid[other] > paid[seat]:
                gave_up = seat
                break
            else:
                passes += 1
                if passes == 2:
                    break
            seat = other
        winner = 1 - gave_up if gave_up is not None else held.index(max(held))
        pot = sum(paid)
        chips = [have - put for have, put in zip(chips, paid)]
        chips[winner] += pot
    assert place == len(acts), "the game goes on after its end"
    assert scores == f"{chips[0]},{chips[1]}", f"scores {scores} instead of {chips}"


games = 0
for number, line in enumerate(sys.stdin, 1):
    try:
        check(line.strip())
    except (AssertionError, IndexError, ValueError) as wrong:
        sys.exit(f"game {number}: {wrong!r}: {line}")
    games += 1
print(games)
