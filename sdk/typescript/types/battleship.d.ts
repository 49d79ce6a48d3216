// Made from sdk/wit/battleship.wit by sdk/typescript/types.mjs.

/**
 * Battleship: place a fleet, then find the opponent's before yours is found.
 *
 * The square (0, 0) is the top left corner; x counts columns to the right, y
 * counts rows downwards. The players shoot in turn, one shot each, until one
 * fleet is sunk. Shooting at the same square twice is legal, and wasted.
 *
 * In the evidence of a fault a question is the opponent's board row by row from the
 * top, / between rows: . unknown, x hit, o miss; then the lengths of the ships that
 * remain. An answer is the square, as 3,7, or the fleet: 5a@0,0 is a ship of five
 * squares across from x = 0, y = 0, and d is down.
 *
 * One instance of the bot plays one game, so whatever it keeps in its memory is
 * forgotten afterwards.
 */
declare module 'judge:arena/battleship@1.0.0' {
  /** What there is to know before the game. */
  export interface Setup {
    /**
     * For the bot's own random generator. Differs from game to game, and
     * from the opponent's.
     */
    seed: bigint;
    /** 0 shoots first, 1 second. */
    seat: number;
    /** Players in the game: 2. */
    seats: number;
    /** Columns of the board, and rows: 10 unless the tournament says otherwise. */
    size: number;
    /** Lengths of the ships to place, longest first: usually 5, 4, 3, 3, 2. */
    fleet: Uint8Array;
    /** Whether ships may not touch: usually they may. */
    noTouch: boolean;
  }

  /** Which way a ship lies from its first square. */
  export type Orientation =
    /** To the right. */
    | 'across'
    /** Downwards. */
    | 'down';

  /** A ship: its leftmost or topmost square, its length, and which way it lies. */
  export interface Ship {
    x: number;
    y: number;
    length: number;
    orientation: Orientation;
  }

  /** A square of the board. */
  export interface Square {
    /** Column, from the left. */
    x: number;
    /** Row, from the top. */
    y: number;
  }

  /** A bot: `export const battleship: Battleship = { … }`. */
  export interface Battleship {
    /** What the bot calls itself. Asked once, before the tournament. */
    name: () => string;
    /**
     * Begins a game, and answers with the fleet.
     *
     * The ships may come in any order. They must have just the lengths of
     * `setup.fleet`, lie on the board, and no two on one square. They may touch,
     * unless `setup.no-touch` forbids it, side by side and corner to corner. Any
     * other fleet forfeits the game.
     */
    newGame: (setup: Setup) => Ship[];
    /**
     * Answers with the square to shoot at. A square off the board forfeits the game.
     *
     * `state` is what is known of the opponent's board, row by row from the top,
     * one byte a square at index y · size + x: 0 unknown, 1 hit, 2 miss. A sunk
     * ship's squares stay 1. `ships-remaining` holds the lengths of the ships
     * with at least one square not yet hit, longest first.
     */
    takeTurn: (state: Uint8Array, shipsRemaining: Uint8Array) => Square;
  }
}
