// Made from sdk/wit/freedom.wit by sdk/typescript/types.mjs.

/**
 * Freedom: place stones beside the one your opponent placed last, and make lines of four.
 *
 * The square (0, 0) is the bottom left corner; x counts columns to the right, y
 * counts rows upwards. White moves first. The first stone goes anywhere. After
 * that a stone goes on an empty square next to the opponent's last stone,
 * orthogonally or diagonally; if there is none, on any empty square. When one
 * square is left the judge fills it for the player to move, but only if that
 * player's score rises.
 *
 * A line of exactly four stones of one colour, in any of the eight directions, is
 * live; longer ones are not. Live lines score four points each, or, with distinct
 * scoring, one point for each stone that is in one.
 *
 * In the evidence of a fault a question is the position: the board row by row from
 * the top, W white, B black and . empty, / between rows; then the last stone's
 * square, or -, and the scoring. An answer is the square, as 3,7.
 *
 * One instance of the bot plays one game, so whatever it keeps in its memory is
 * forgotten afterwards.
 */
declare module 'judge:arena/freedom@1.0.0' {
  /** How live stones become points. */
  export type Scoring =
    /** A stone counts once for each live line that it is in. */
    | 'multiplicity'
    /** A stone counts once. */
    | 'distinct';

  /** What there is to know before the game. */
  export interface Setup {
    /**
     * For the bot's own random generator. Differs from game to game, and
     * from the opponent's.
     */
    seed: bigint;
    /** 0 is white and moves first, 1 is black. */
    seat: number;
    /** Players in the game: 2. */
    seats: number;
    /** Columns of the board, and rows: 10 unless the tournament says otherwise. */
    size: number;
    /** How live stones become points. */
    scoring: Scoring;
  }

  /** A square of the board. */
  export interface Square {
    /** Column, from the left. */
    x: number;
    /** Row, from the bottom. */
    y: number;
  }

  /** A bot: `export const freedom: Freedom = { … }`. */
  export interface Freedom {
    /** What the bot calls itself. Asked once, before the tournament. */
    name: () => string;
    /** Begins a game. */
    newGame: (setup: Setup) => void;
    /**
     * Answers with the square to place a stone on. An illegal one forfeits the game.
     *
     * `board` is row by row from the bottom, one byte a square at index
     * y · size + x: 0 empty, 1 white, 2 black. `last` is the stone placed last, if
     * there is one. The game may begin with some random stones, so the first
     * call may find any number of them.
     */
    makeMove: (board: Uint8Array, last: Square | undefined) => Square;
  }
}
