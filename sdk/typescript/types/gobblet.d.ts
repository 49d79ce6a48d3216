// Made from sdk/wit/gobblet.wit by sdk/typescript/types.mjs.

/**
 * Gobblet: make a line of your colour, gobbling smaller pieces with larger ones.
 *
 * The square (0, 0) is the top left corner; x counts columns to the right, y
 * counts rows downwards. Red moves first. A turn brings in a piece from the
 * reserve or moves a piece that is visible, onto an empty square or onto a smaller
 * piece. On 3 × 3 each player has six pieces, two of each of three sizes; on 4 × 4
 * twelve, three of each of four sizes. There the reserve is three stacks
 * of one piece of each size, of which only the tops can be brought in, and a piece from the reserve may gobble only an
 * opponent's piece, in a line in which the opponent shows three.
 *
 * After a turn a line of the other player's colour wins for the other player,
 * even if the turn made a line of one's own; else a line of one's own wins. The
 * same position for the third time is a draw, and so is a game that is too long.
 *
 * In the evidence of a fault a question is the position: the squares row by row from
 * the top, / between rows, then red or yellow, who is asked. A square is - or its
 * pieces from the bottom up, S, M, L and X by size, those of yellow in lower case.
 * An answer is L@1,1 for a large piece brought in at x = 1, y = 1, or 0,1>2,0 for a
 * piece that is moved.
 *
 * One instance of the bot plays one game, so whatever it keeps in its memory is
 * forgotten afterwards.
 */
declare module 'judge:arena/gobblet@1.0.0' {
  /** What there is to know before the game. */
  export interface Setup {
    /**
     * For the bot's own random generator. Differs from game to game, and
     * from the opponent's.
     */
    seed: bigint;
    /** 0 is red and moves first, 1 is yellow. */
    seat: number;
    /** Players in the game: 2. */
    seats: number;
    /** Columns of the board, and rows: 3 or 4. */
    size: number;
    /** Turns, of both players together, that end the game in a draw. */
    pliesMax: number;
  }

  /** A square of the board. */
  export interface Square {
    /** Column, from the left. */
    x: number;
    /** Row, from the top. */
    y: number;
  }

  /** A piece brought in from the reserve. */
  export interface Enter {
    /** The piece's size: 0 is the smallest. */
    size: number;
    to: Square;
  }

  /** A visible piece moved to another square. */
  export interface Move {
    from: Square;
    to: Square;
  }

  /** What a player does in one turn. */
  export type Action =
    /** Bring in a piece. */
    | { tag: 'enter'; val: Enter }
    /** Move a piece. */
    | { tag: 'move'; val: Move };

  /** A bot: `export const gobblet: Gobblet = { … }`. */
  export interface Gobblet {
    /** What the bot calls itself. Asked once, before the tournament. */
    name: () => string;
    /** Begins a game. */
    newGame: (setup: Setup) => void;
    /**
     * Answers with the bot's turn. An illegal one forfeits the game.
     *
     * `board` is row by row from the top, one byte a square at index
     * y · size + x, two bits for each size of piece, the smallest in the lowest:
     * 0 none, 1 red, 2 yellow. Gobbled pieces are there too; the largest is
     * the visible one. What is not on the board is in the reserve.
     */
    play: (board: Uint8Array) => Action;
  }
}
