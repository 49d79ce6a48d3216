/** A line: what is asked or told, and its arguments by name, as docs/lines.md has them. */
export interface Question {
  ask?: string;
  tell?: string;
  legal_actions?: string[];
  fuel_left?: number;
  [argument: string]: any;
}

/** Makes a player, and lets it answer until the judge stops it. A method takes a Question. */
export function play(Kind: new () => object): void;
