"""Ludo for two to four: throw a die, bring all tokens home, and send others back."""

import random

from judge_game import Board, Game, Illegal, Mark, Number, Piece, Question, run

TRACK_END = 51  # the last place of a token on the track that all share: from there it turns into its own lane
HOME = 57  # a token's last place; its first one, 0, is the yard
THROWS_MAX = 400  # the most throws of a game, for each seat
SIZE = 15  # columns of the board, and rows
TOKENS, LANES = "RBYG", "rbyg"  # by seat
YARD = [(2, 2), (3, 2), (2, 3), (3, 3)]
# A quarter of the track. The others are the same, turned.
QUARTER = [(1, 6), (2, 6), (3, 6), (4, 6), (5, 6), (6, 5), (6, 4), (6, 3), (6, 2), (6, 1), (6, 0), (7, 0), (8, 0)]


def square(corner, place, token=0):
    """Where a place is on the board; in the yard each token has a square of its own."""
    if place == 0:
        x, y = YARD[token]
    elif place <= TRACK_END:
        x, y = QUARTER[(place - 1) % 13]
        corner += (place - 1) // 13
    else:
        x, y = place - TRACK_END, 7
    for _ in range(corner):
        x, y = SIZE - 1 - y, x
    return x, y


class Ludo(Game):
    # What bots are asked.
    contract = """
    /// Ludo for two to four: throw a die, bring all tokens home, and send others back.
    ///
    /// A token's place is a number: 0 in its yard, 1 where it enters, 51 at the end of the track, 52 to 56 on its own lane, 57
    /// home. Who throws a 6 throws again, and needs one to enter. A move ends exactly at 57, or before.
    interface ludo {
        name: func() -> string;
        /// With two players, seat 1 enters 26 squares behind seat 0; else each enters 13 squares behind the one before.
        new-game: func(seed: u64, seat: u8, seats: u8);
        /// Places of all tokens, by seat; none for a seat that is out. `legal` has the places from which a token can move;
        /// answers with one of them. Where there are fewer than two, nobody is asked.
        choose: func(die: u8, tokens: list<list<u8>>, legal: list<u8>) -> u8;
    }
    """
    help = (
        "Throw a die, and move one of your tokens so many squares. A token leaves the yard with a 6, runs around the board, and "
        "turns into its own lane. It sends tokens of others that it meets back to their yards. A 6 gives another throw. Who has "
        "brought all tokens home wins; the throw must fit exactly. The round's seed decides all throws."
    )
    settings = {
        "seats": Number(2, 4, 2, "players, from 2 to 4"),
        "tokens": Number(1, 4, 4, "tokens of each player, from 1 to 4"),
    }
    seats_max = 4
    seats = ["red", "blue", "yellow", "green"]
    unit = ("square", "squares")
    example = "the place of a token, as in 17"
    notation = "Write the place of the token that moves, as in 17: 0 is the yard, 1 its start, 57 home."
    hidden = None
    pieces = [
        Piece("{seat}'s token", list(TOKENS)),
        Piece("{seat}'s lane", list(LANES), "square"),
        Piece("track", "+", "square"),
    ]
    emblem = "R"
    trials = ["seats=4", "seats=3 tokens=1"]

    def players(self, settings):
        return settings["seats"]

    def turns_max(self, settings):
        return THROWS_MAX * settings["seats"]

    def start(self, settings):
        self.tokens = [[0] * settings["tokens"] for _ in range(settings["seats"])]  # their places; none of a seat that is out
        self.throws_left = self.turns_max(settings)
        self.turn = 0
        self.die = random.randint(1, 6)

    def corner(self, seat):
        """How often the board must be turned so that a seat's start is where the first one's was."""
        return 2 * seat if len(self.tokens) == 2 else seat

    def shared(self, seat, place):
        """A place on the track that all share, counted from the first seat's start."""
        return (place - 1 + 13 * self.corner(seat)) % 52 if 1 <= place <= TRACK_END else None

    def end(self, place):
        """Where a token that moves from a place ends; None if it cannot."""
        to = place + self.die if place else int(self.die == 6)
        return to if 1 <= to <= HOME else None

    def is_won(self):
        return any(tokens and min(tokens) == HOME for tokens in self.tokens)

    def to_move(self):
        is_alone = sum(map(bool, self.tokens)) < 2
        return None if self.throws_left == 0 or is_alone or self.is_won() else self.turn

    def legal(self):
        places = sorted({place for place in self.tokens[self.turn] if self.end(place)})
        return [str(place) for place in places] or ["pass"]

    def forced(self):
        """Who has no choice is not asked."""
        legal = self.legal()
        return legal[0] if len(legal) == 1 else None

    def refusal(self, action):
        return f"{action} is not possible with a {self.die}"

    def play(self, action):
        if action != "pass":
            own, place = self.tokens[self.turn], int(action)
            own[own.index(place)] = to = self.end(place)
            here = self.shared(self.turn, to)
            for seat, tokens in enumerate(self.tokens):
                if seat != self.turn and here is not None:
                    tokens[:] = [0 if self.shared(seat, other) == here else other for other in tokens]
        self.throws_left -= 1
        if self.die < 6:
            self.next()
        self.die = random.randint(1, 6)

    def next(self):
        left = [seat for seat, tokens in enumerate(self.tokens) if tokens]
        self.turn = min(left, key=lambda seat: (seat <= self.turn, seat))

    def remove(self, seat):
        self.tokens[seat] = []
        if seat == self.turn:
            self.next()

    def scores(self):
        """The squares that each seat's tokens have come."""
        return [sum(tokens) for tokens in self.tokens]

    def ranks(self):
        # Who was taken out is behind all others.
        come = [sum(tokens) if tokens else -1 for tokens in self.tokens]
        return [1 + sum(other > one for other in come) for one in come]

    def ending(self):
        return "rules" if self.throws_left or self.is_won() else "cap"

    def begin(self, settings, seat, seed):
        return {"seed": seed, "seat": seat, "seats": settings["seats"]}

    def question(self, seat):
        places = [int(action) for action in self.legal() if action != "pass"]
        arguments = {"die": self.die, "tokens": self.tokens, "legal": places}
        return Question("choose", arguments, f"{self.die}: {'/'.join(' '.join(map(str, tokens)) for tokens in self.tokens)}")

    def answer(self, seat, value):
        if str(value) not in self.legal():
            raise Illegal(self.refusal(value))
        return str(value)

    def boards(self, viewpoint):
        cells = {square(index // 13, 1 + index % 13): "+" for index in range(52)}
        for seat, tokens in enumerate(self.tokens):
            cells |= {square(self.corner(seat), place): LANES[seat] for place in range(TRACK_END + 1, HOME + 1)}
            for token, place in enumerate(tokens):
                at = square(self.corner(seat), place, token)
                cells[at] = cells.get(at, "") + TOKENS[seat]
        return [Board([[cells.get((x, y), ".") for x in range(SIZE)] for y in range(SIZE)])]

    def text(self, viewpoint):
        tokens = [f"{self.seats[seat]}'s tokens: {' '.join(map(str, places))}." for seat, places in enumerate(self.tokens)]
        return " ".join(tokens + ([] if self.to_move() is None else [f"{self.seats[self.turn]} throws a {self.die}."]))

    def origin(self, action):
        return self.at(action, int(action)) if action != "pass" else None

    def target(self, action):
        return self.at(action, self.end(int(action))) if action != "pass" else None

    def at(self, action, place):
        """The square of a place, for the token that an action moves."""
        return square(self.corner(self.turn), place, self.tokens[self.turn].index(int(action)))

    def marks(self, before, action, viewpoint):
        back = "a token is sent back"
        places = zip(sum(before.tokens, []), sum(self.tokens, []))
        return [Mark(back, event=back)] if any(now < then for then, now in places) else []


if __name__ == "__main__":
    run(Ludo)
