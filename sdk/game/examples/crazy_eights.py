"""Crazy Eights for two to five: play a card of the same suit or rank, or an eight; who has no card left wins."""

import random

from judge_game import Board, Game, Illegal, Mark, Number, Piece, Question, run

RANKS = "A23456789TJQK"
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
DECK = [rank + suit for suit in SUITS for rank in RANKS]
LETTERS = "abcde"  # a seat's cards on the board


def worth(card):
    return 50 if card[0] == "8" else min(RANKS.index(card[0]) + 1, 10)


class CrazyEights(Game):
    # What bots are asked.
    contract = """
    /// Crazy Eights for two to five: play a card of the same suit or rank, or an eight, and get rid of all cards.
    ///
    /// A card is its rank, A23456789TJQK, and its suit, as in TH for the ten of hearts. An action is a card, an eight with the
    /// suit that it asks for, as in 8C=H, or draw, or pass.
    interface crazy-eights {
        enum suit { clubs, diamonds, hearts, spades }

        name: func() -> string;
        new-game: func(seed: u64, seat: u8, seats: u8);
        /// `suit` is wanted: that of `top`, or what was asked for with an eight. `cards` counts each seat's, `stock` those
        /// that can be drawn. Answers with one of the legal actions.
        act: func(legal: list<string>, hand: list<string>, top: string, suit: suit, cards: list<u8>, stock: u8) -> string;
        /// What a seat has done; all hear it.
        done: func(seat: u8, action: string);
    }
    """
    help = (
        "Play a card of the suit or the rank on top of the pile, or an eight, and say which suit it asks for. Or draw a card, and "
        "then play or pass. If the stock is empty, play or pass. Who has no card left wins. The game also ends if all pass in a "
        "row, with no stock left. Cards in hand count against you: an eight 50, a court card or a ten 10, others their number."
    )
    settings = {
        "seats": Number(2, 5, 2, "players, from 2 to 5"),
        "cards": Number(1, 10, 7, "cards that each player gets, from 1 to 10"),
    }
    seats_max = 5
    seats = ["red", "blue", "green", "orange", "violet"]
    example = "a card, as in QH"
    notation = "Write a card, as in QH; an eight with the suit that it asks for, as in 8C=H; draw; or pass."
    hidden = "its hand"
    pieces = [Piece("{seat}'s card", list(LETTERS), "square"), Piece("top of the pile", "*", "diamond")]
    emblem = "a"
    ground = "felt"
    trials = ["seats=5", "cards=1"]

    def players(self, settings):
        return settings["seats"]

    def turns_max(self, settings):
        # Each card is drawn once and played once, and a draw can be followed by a pass. Without a stock fewer than all pass in a row.
        return 3 * len(DECK) + settings["seats"] * (len(DECK) + 1)

    def start(self, settings):
        cards, seats = settings["cards"], settings["seats"]
        deck = random.sample(DECK, len(DECK))
        while deck[-1][0] == "8":
            random.shuffle(deck)
        self.pile = [deck.pop()]
        self.suit = self.pile[0][1]
        self.hands = [sorted(deck[seat * cards : (seat + 1) * cards], key=DECK.index) for seat in range(seats)]
        self.stock = deck[seats * cards :]
        self.turn = 0
        self.has_drawn = False
        self.passes = 0  # in a row, without a stock
        self.gone = []  # seats that were taken out

    def left(self):
        return [seat for seat in range(len(self.hands)) if seat not in self.gone]

    def to_move(self):
        left = self.left()
        is_over = len(left) < 2 or self.passes >= len(left) or not all(self.hands[seat] for seat in left)
        return None if is_over else self.turn

    def legal(self):
        top, cards = self.pile[-1], self.hands[self.turn]
        eights = [f"{card}={suit}" for card in cards if card[0] == "8" for suit in SUITS]
        fitting = [card for card in cards if card[0] != "8" and (card[1] == self.suit or card[0] == top[0])]
        return fitting + eights + ["draw" if self.stock and not self.has_drawn else "pass"]

    def play(self, action):
        self.tell("done", {"seat": self.turn, "action": action}, f"{self.seats[self.turn]}: {action}")
        hand = self.hands[self.turn]
        if action == "draw":
            hand.append(self.stock.pop())
            hand.sort(key=DECK.index)
            self.has_drawn = True
            return
        self.passes = self.passes + 1 if action == "pass" and not self.stock else 0
        if action != "pass":
            card, _, suit = action.partition("=")
            hand.remove(card)
            self.pile.append(card)
            self.suit = suit or card[1]
        self.next()

    def next(self):
        self.has_drawn = False
        left = self.left()
        self.turn = min(left, key=lambda seat: (seat <= self.turn, seat))

    def remove(self, seat):
        self.gone.append(seat)
        if seat == self.turn:
            self.next()

    def scores(self):
        return [-sum(map(worth, hand)) for hand in self.hands]

    def ranks(self):
        # Who was taken out is behind all others.
        counts = [(seat not in self.gone, score) for seat, score in enumerate(self.scores())]
        return [1 + sum(other > one for other in counts) for one in counts]

    def shown_scores(self, viewpoint):
        is_open = viewpoint is None or self.to_move() is None
        return [score if is_open or seat == viewpoint else 0 for seat, score in enumerate(self.scores())]

    def begin(self, settings, seat, seed):
        return {"seed": seed, "seat": seat, "seats": settings["seats"]}

    def question(self, seat):
        hand, top = self.hands[seat], self.pile[-1]
        arguments = {
            "legal": self.legal(),
            "hand": hand,
            "top": top,
            "suit": SUITS[self.suit],
            "cards": list(map(len, self.hands)),
            "stock": len(self.stock),
        }
        return Question("act", arguments, f"{top} {SUITS[self.suit]}: {' '.join(hand)}")

    def answer(self, seat, value):
        if value not in self.legal():
            raise Illegal(self.refusal(value))
        return value

    def boards(self, viewpoint):
        """All cards, a row for each suit: the hands that this viewpoint may see, and the top of the pile."""
        cells = dict.fromkeys(DECK, ".") | {self.pile[-1]: "*"}
        for seat, hand in enumerate(self.hands):
            if viewpoint in (None, seat):
                cells |= dict.fromkeys(hand, LETTERS[seat])
        rows = ["".join(cells[rank + suit] for rank in RANKS) for suit in SUITS]
        return [Board(rows, column_labels=list(RANKS), row_labels=list(SUITS))]

    def target(self, action):
        return (RANKS.index(action[0]), list(SUITS).index(action[1])) if action in DECK else None

    def text(self, viewpoint):
        cards = ", ".join(f"{self.seats[seat]} {len(hand)}" for seat, hand in enumerate(self.hands))
        hand = "" if viewpoint is None else f"Your hand: {' '.join(self.hands[viewpoint])}. "
        return f"{hand}On top: {self.pile[-1]}; wanted: {SUITS[self.suit]}. Cards: {cards}; stock {len(self.stock)}."

    def marks(self, before, action, viewpoint):
        return [Mark(f"asks for {SUITS[self.suit]}", is_rare=True)] if "=" in action else []


if __name__ == "__main__":
    run(CrazyEights)
