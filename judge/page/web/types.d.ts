declare module "*.txt" {
  const text: string;
  export default text;
}

/** Of `dist/page.css`, in hexadecimal digits; `judge/page/build` writes it into the bundle. */
declare const STYLE_SHA256: string;

/** Somebody who plays, or has played. */
interface Contestant {
  name: string;
  sha256: string;
  colour: number;
  shape: string;
  rank?: number | null;
  rating?: number | null;
  fuelPerTurn?: number | null;
  options?: Record<string, string>;
  file?: string;
}

/** What a page has of its games, as `view/data.js` loads it. */
interface PageData {
  contestants: Contestant[];
  games: Game[];
  [part: string]: any;
}

/** Who has a seat of a line of play. */
interface SeatOfLine {
  bot: number | null;
  holders: { first: "player" | "person"; changes: Record<string, "player" | "person"> };
}

/** A line of play. */
interface LineOfPlay {
  seats: SeatOfLine[];
  by_hand: Record<string, string>;
  [part: string]: any;
}

/** A piece on a board or beside it. */
interface Piece {
  owner: any;
  kind: number;
  number: number;
}

/** A board of a scene, as `sdk/scenes/src/scene.rs` has it. */
interface Board {
  owner: any;
  columns: number;
  rows: number;
  upwards: boolean;
  columnLabels: string[];
  rowLabels: string[];
  cells: { pieces: Piece[]; changed: boolean }[];
  beside: Piece[][];
  hulls: { piece: Piece; squares: [number, number][] }[];
  lines: { owner: number | null; from: [number, number]; to: [number, number] }[];
}

/** A position. */
interface Scene {
  boards: Board[];
  toMove: any;
  scores: number[];
  choices: { action: string; from: any; to: any; changes: any }[];
  placing: any;
  text: string | null;
  picture: string | null;
}

/** A published game. Contestants are places in the list. */
interface Game {
  number: number;
  seats: number[];
  seed: string;
  order: number;
  outcome: string;
  reason: string;
  points: number[];
  turns: number;
  fuel: number[];
  /** Of the seats, where the rules decided. */
  scores?: number[];
  /** Of the transcript; empty if the game was not played. */
  sha256: string;
  round?: number;
  /** What it is in a match of a knockout: which of how many games, and the points of the seats in it, this game included. */
  match?: {
    phase: number;
    name: string;
    game: number;
    of: number;
    score: number[];
    decides: boolean;
    isLast: boolean;
  } | null;
  /** If not those of the tournament. */
  openingPlies?: number;
  /** Its place among the openings that the organiser wrote. */
  opening?: number | null;
  /** What was done in it, if its bots are not here. */
  recording: Recording | null;
}

/** What was done in a game. */
interface Recording {
  moves: string[];
  faults: any[];
  /** All events with their scenes, packed, where no page plays the game. */
  scenes?: string;
}

/** A position of a match, and how it came about. */
interface Frame {
  scene: Scene;
  /** The action that led here; null at the start. */
  move: any;
  /** What the bot was asked for it. */
  asked: any;
  /** What players were told after it, and what was done wrong. */
  told: string[];
  faults: any[];
}

/** One colour and one shape for whoever has a seat. */
interface Identity {
  colour: number;
  shape: string;
}

/** What stands out on a time line. */
interface Mark {
  t: number;
  kind: string;
  text: string;
}

/** A stop of the tour of a game. */
interface Moment {
  t: number;
  title: string;
  say: string;
}

/** How a game looks. */
interface Look {
  /** What a piece is called, for those who listen. */
  pieceName: (piece: any, seat: (seat: number) => string) => string;
  /** What lies under the cells. */
  ground: (geometry: any) => any[];
  /** A piece around the origin. */
  piece: (piece: any, context: any) => any;
  /** Where the stacks beside the board are; the sides may be swapped. */
  beside?: (board: any, isSwapped: boolean) => any;
  /** Whether choices say what they would change. */
  previews: boolean;
  /** Whether pieces bear the number of the turn that put them there. */
  numbered: boolean;
}

type Arena = import("./view/arena/arena.js").Arena;
type Chances = import("./view/story/search.js").Chances;
type Chance = import("./engine/chances.js").Chance;
type Engine = import("./engine/engine.js").Engine;
type Tally = import("./engine/tally.js").Tally;
