// Made from sdk/wit/stones.wit by sdk/typescript/types.mjs.

/**
 * Stones: move a stone to a neighbouring square, and take what stands there. The last one with stones wins.
 *
 * The square (0, 0) is the top left corner; x counts columns to the right, y
 * counts rows downwards. Two to eight players move in turn, by rising id, those
 * without stones left out. A player must move one of its stones to a neighbouring
 * square that holds none of its own; an opponent's stone there is hit and taken.
 *
 * There is no passing, and there is always a move: whoever has stones has one beside
 * a square without one of its own, as long as somebody else has stones, too. A player
 * is out when its last stone is taken, or when it breaks a rule.
 *
 * If nobody is hit for too long, or the game is too long, the players rank by the
 * stones they have left.
 *
 * In the evidence of a fault a question is the position: the board row by row from
 * the top, . empty or the owner's id, / between rows; then who must move, turns
 * played, turns since the last hit, and who has lost, the first first, or -. If the
 * bot failed in `update`, it is the message and the board. An answer is the step,
 * as 0,0>0,1.
 *
 * One instance of the bot plays one game, so whatever it keeps in its memory is
 * forgotten afterwards.
 */
declare module 'judge:arena/stones@1.0.0' {
  /** What there is to know before the game. */
  export interface Setup {
    /**
     * For the bot's own random generator. Differs from game to game, and
     * from the opponents'.
     */
    seed: bigint;
    /** The bot's id: 0 moves first. */
    seat: number;
    /** Players in the game. */
    seats: number;
    /** Columns of the board. */
    columns: number;
    /** Rows of the board. */
    rows: number;
    /** Neighbours of a square: 8, or 4 if stones do not move diagonally. */
    neighbours: number;
    /** Turns in a row without a hit that end the game. */
    noHitLimit: number;
    /** Turns that end the game. */
    maxTurns: number;
  }

  /** A square of the board. */
  export interface Square {
    /** Column, from the left. */
    x: number;
    /** Row, from the top. */
    y: number;
  }

  /** A stone's way from one square to another. */
  export interface Step {
    from: Square;
    to: Square;
  }

  /** A stone that was moved, and whose it is. */
  export interface Move {
    player: number;
    step: Step;
  }

  /** A stone that was taken, and whose it was. */
  export interface Hit {
    player: number;
    square: Square;
  }

  /**
   * What happened. A turn brings `turn-to`, then `hit` and `player-lost` if there
   * are such, then `move`, then `player-won` if that ends the game.
   */
  export type Message =
    /** The stones are laid, and nobody has moved. */
    | { tag: 'game-start' }
    /** This player must move now. */
    | { tag: 'turn-to'; val: number }
    /** A stone was moved. */
    | { tag: 'move'; val: Move }
    /** A stone was taken; the stone that took it has not moved yet. */
    | { tag: 'hit'; val: Hit }
    /** This player has no stones any more, or broke a rule and lost them all. */
    | { tag: 'player-lost'; val: number }
    /** This player is the last with stones. */
    | { tag: 'player-won'; val: number };

  /** A bot: `export const stones: Stones = { … }`. */
  export interface Stones {
    /** What the bot calls itself. Asked once, before the tournament. */
    name: () => string;
    /** Begins a game. */
    newGame: (setup: Setup) => void;
    /**
     * Tells the bot what happened, its own moves included.
     *
     * `board` is the board after it, row by row from the top, one number a square
     * at index y · columns + x: -1 empty, else the owner's id. Who has lost
     * hears of it, and after that of nothing but the winner.
     */
    update: (message: Message, board: Int8Array) => void;
    /**
     * Answers with the bot's move. An illegal one forfeits a game for two; at a
     * larger table the bot loses its stones, and the others play on, unless the
     * tournament says that it ends the game: then the bot is last.
     */
    nextMove: () => Step;
  }
}
