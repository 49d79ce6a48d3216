"""Liar's dice for two: bid ever more dice of all, or doubt the last bid."""

import random

from judge_game import Game, Number, Question, run

FACES = 6


class LiarsDice(Game):
    # What bots are asked.
    contract = """
    /// Liar's dice for two: each has some dice that the other does not see.
    interface liars-dice {
        /// So many dice of all show this face.
        record bid { count: u8, face: u8 }
        variant action { raise(bid), doubt }

        name: func() -> string;
        new-game: func(seed: u64, seat: u8, dice: u8);
        act: func(hand: list<u8>, last: option<bid>) -> action;
        /// Both hands, once they are open.
        opened: func(hands: list<list<u8>>);
    }
    """
    help = "Each player has some dice that the other does not see. They bid in turn that so many dice of all show a face, each time more, or doubt the last bid."
    settings = {"dice": Number(1, 5, 3, "dice of each player, from 1 to 5")}
    unit = None
    example = "a bid, as in 2x6, or doubt"
    notation = "Write how many dice show which face, as in 2x6, or doubt."
    hidden = "its dice"

    def turns_max(self, settings):
        return 2 * settings["dice"] * FACES + 1

    def start(self, settings):
        roll = lambda: sorted(random.randint(1, FACES) for _ in range(settings["dice"]))
        self.hands = [roll(), roll()]
        self.bids = []
        self.winner = None

    def to_move(self):
        return len(self.bids) % 2 if self.winner is None else None

    def legal(self):
        last = self.bids[-1] if self.bids else [0, FACES]
        most = sum(map(len, self.hands))
        bids = [[count, face] for count in range(1, most + 1) for face in range(1, FACES + 1)]
        higher = [f"{count}x{face}" for count, face in bids if [count, face] > last]
        return higher + ["doubt"] if self.bids else higher

    def play(self, action):
        if action != "doubt":
            self.bids.append([int(number) for number in action.split("x")])
            return
        count, face = self.bids[-1]
        holds = sum(hand.count(face) for hand in self.hands) >= count
        doubter = self.to_move()
        self.winner = 1 - doubter if holds else doubter
        self.tell("opened", {"hands": self.hands}, f"the hands are {self.hands}")

    def scores(self):
        return [int(self.winner == seat) for seat in range(2)]

    def begin(self, settings, seat, seed):
        return {"seed": seed, "seat": seat, "dice": settings["dice"]}

    def question(self, seat):
        count, face = self.bids[-1] if self.bids else (0, 0)
        last = {"count": count, "face": face} if self.bids else None
        return Question("act", {"hand": self.hands[seat], "last": last}, f"{self.hands[seat]} {count}x{face}")

    def answer(self, seat, value):
        if value["tag"] == "doubt":
            return "doubt"
        bid = value["value"]
        return f"{bid['count']}x{bid['face']}"

    def text(self, viewpoint):
        hands = [str(hand) if viewpoint in (None, seat) or self.winner is not None else "hidden" for seat, hand in enumerate(self.hands)]
        return f"Hands: {', '.join(hands)}. Bids: {', '.join(f'{count}x{face}' for count, face in self.bids) or 'none'}."


if __name__ == "__main__":
    run(LiarsDice)
