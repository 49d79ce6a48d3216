"""Pousse: push discs into rows and columns; straights of one colour win, and a position that comes back loses."""

from judge_game import Board, Game, Illegal, Mark, Number, Piece, Question, run

DISCS = "XO"  # by seat
ARROWS = {"L": ">", "R": "<", "T": "v", "B": "^"}  # around the board, where a disc is pushed in


class Pousse(Game):
    # What bots are asked.
    contract = """
    /// Pousse: push discs of your own into rows and columns; more straights than the opponent win.
    ///
    /// A move is a side, L, R, T or B for left, right, top and bottom, and the number of a row or column, from 1, as in L2.
    interface pousse {
        name: func() -> string;
        new-game: func(seed: u64, seat: u8, size: u8);
        /// A board is a character for each square, row by row from the top: `o` the bot's own disc, `x` the opponent's, `.`
        /// none. Answers with one of the legal moves.
        push: func(board: string, legal: list<string>) -> string;
    }
    """
    help = (
        "Push a disc into a row from the left or the right, or into a column from the top or the bottom. Discs that are in its way "
        "move on, up to the first empty square; if there is none, the last one falls off. A row or column of one colour is a "
        "straight. Who has more straights after a move wins. A move loses if it makes a position that has been there before."
    )
    settings = {"size": Number(3, 9, 4, "rows and columns, from 3 to 9")}
    opening_plies = 2
    seats = ["black", "white"]
    unit = ("straight", "straights")
    example = "a side and a line, as in L2"
    notation = "Write a side, L, R, T or B, and the number of a row or column, as in L2."
    hidden = None
    pieces = [
        Piece("{seat}", list(DISCS), symbols=["●", "○"]),
        Piece("a push", "".join(ARROWS.values()), "pebble", sizes=["to the right", "to the left", "down", "up"]),
    ]
    emblem = "X"
    trials = ["size=3"]

    def turns_max(self, settings):
        return 100 * settings["size"]

    def start(self, settings):
        size = settings["size"]
        self.board = ["." * size] * size
        self.turns = 0
        self.turns_max_here = self.turns_max(settings)
        self.seen = []  # the positions with as many discs as now: no move takes discs away, so no other can come back
        self.loser = None  # who has made a position again

    def to_move(self):
        straights = self.scores()
        is_over = self.loser is not None or straights[0] != straights[1] or self.turns == self.turns_max_here
        return None if is_over else self.turns % 2

    def legal(self):
        return [f"{side}{line}" for side in ARROWS for line in range(1, len(self.board) + 1)]

    def play(self, action):
        before, disc = "".join(self.board), DISCS[self.turns % 2]
        side, line = action[0], int(action[1]) - 1
        if side in "LR":
            self.board[line] = pushed(self.board[line], disc, side == "R")
        else:
            columns = turned(self.board)
            columns[line] = pushed(columns[line], disc, side == "B")
            self.board = turned(columns)
        after = "".join(self.board)
        if after.count(".") < before.count("."):
            self.seen = []
        if after in self.seen:
            self.loser = self.turns % 2
        self.seen.append(after)
        self.turns += 1

    def scores(self):
        lines = self.board + turned(self.board)
        return [lines.count(disc * len(self.board)) for disc in DISCS]

    def ranks(self):
        return super().ranks() if self.loser is None else [2, 1][:: 1 if self.loser == 0 else -1]

    def ending(self):
        if self.loser is not None:
            return "repetition"
        return "cap" if self.turns == self.turns_max_here and len(set(self.scores())) == 1 else "rules"

    def begin(self, settings, seat, seed):
        return {"seed": seed, "seat": seat, "size": settings["size"]}

    def question(self, seat):
        own, other = DISCS[seat], DISCS[1 - seat]
        board = "".join(self.board).translate({ord(own): "o", ord(other): "x"})
        return Question("push", {"board": board, "legal": self.legal()}, "/".join(self.board))

    def answer(self, seat, value):
        if value not in self.legal():
            raise Illegal(self.refusal(value))
        return value

    def boards(self, viewpoint):
        """The board with arrows around it, which can be clicked."""
        size = len(self.board)
        arrows = [f".{ARROWS[side] * size}." for side in "TB"]
        rows = [arrows[0], *(f"{ARROWS['L']}{row}{ARROWS['R']}" for row in self.board), arrows[1]]
        labels = ["", *map(str, range(1, size + 1)), ""]
        return [Board(rows, column_labels=labels, row_labels=labels)]

    def target(self, action):
        line, end = int(action[1]), len(self.board) + 1
        return {"L": (0, line), "R": (end, line), "T": (line, 0), "B": (line, end)}[action[0]]

    def marks(self, before, action, viewpoint):
        if self.loser is not None:
            return [Mark("this position has been there before", event="a position comes back")]
        return [Mark("a straight", event="a straight")] if self.scores() > before.scores() else []


def turned(lines):
    """Columns of rows, or rows of columns."""
    return ["".join(line) for line in zip(*lines)]


def pushed(line, disc, is_from_end):
    """A line after a push: its first empty square is filled, or its last disc falls off."""
    line = line[::-1] if is_from_end else line
    gap = line.find(".") if "." in line else len(line) - 1
    line = disc + line[:gap] + line[gap + 1 :]
    return line[::-1] if is_from_end else line


if __name__ == "__main__":
    run(Pousse)
