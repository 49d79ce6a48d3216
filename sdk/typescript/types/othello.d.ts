// Made from sdk/wit/othello.wit by sdk/typescript/types.mjs.

/**
 * Othello: enclose your opponent's chips and flip them; the most chips win.
 *
 * The square (0, 0) is the top left corner; x counts columns to the right, y
 * counts rows downwards. Black moves first. Who cannot move passes: the judge does
 * that by itself, so a bot is usually asked only when it can place a chip. The game
 * is over when nobody can move.
 *
 * A set of squares is one number: the square (x, y) is its bit y · 8 + x, on
 * smaller boards too.
 *
 * In the evidence of a fault a question is the position: the squares row by row from
 * the top, X black, O white and - empty, then who is asked, with ? behind it if bots
 * are asked where they can only pass. An answer is a column from a and a row from 1:
 * d3 is x = 3, y = 2.
 *
 * One instance of the bot plays one game, so whatever it keeps in its memory is
 * forgotten afterwards.
 */
declare module 'judge:arena/othello@1.0.0' {
  /** What there is to know before the game. */
  export interface Setup {
    /**
     * For the bot's own random generator. Differs from game to game, and
     * from the opponent's.
     */
    seed: bigint;
    /** 0 is black and moves first, 1 is white. */
    seat: number;
    /** Players in the game: 2. */
    seats: number;
    /** Columns of the board, and rows: 8, or 6 or 4. */
    size: number;
  }

  /** A square of the board. */
  export interface Square {
    /** Column, from the left. */
    x: number;
    /** Row, from the top. */
    y: number;
  }

  /** A bot: `export const othello: Othello = { … }`. */
  export interface Othello {
    /** What the bot calls itself. Asked once, before the tournament. */
    name: () => string;
    /** Begins a game. */
    newGame: (setup: Setup) => void;
    /**
     * Answers with the square to place a chip on, one of `legal`; any other
     * forfeits the game. `own` are the bot's chips, `opponent` the other's.
     *
     * A tournament may have bots asked where they can only pass, too. Then `legal`
     * is 0, and the judge takes any answer for the pass.
     */
    choose: (own: bigint, opponent: bigint, legal: bigint) => Square;
  }
}
