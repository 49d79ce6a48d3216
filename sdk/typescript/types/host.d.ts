// Made from sdk/wit/host.wit by sdk/typescript/types.mjs.

/**
 * What the judge offers a bot. Importing it is optional.
 *
 * It has no clock and no source of randomness: thinking time is counted in
 * fuel, and a game's setup brings a seed.
 */
declare module 'judge:arena/host@1.0.0' {
  /**
   * Writes one line to the bot's log, which its author gets to read.
   *
   * Unless the tournament says otherwise, 1 KiB a turn and 16 KiB a game are kept;
   * the rest is dropped, and the log says so; and a line of more than 64 KiB is a
   * fault. A call costs 1 000 units of fuel and 10 for each byte.
   */
  export function log(line: string): void;
  /**
   * The fuel that may still be spent in this turn; asking costs 1 000 units. One unit is about one
   * WebAssembly instruction; ten of them take about a nanosecond. A bot that runs out
   * forfeits the game. While a bot is being started, before its first call, it is 0.
   */
  export function fuelLeft(): bigint;
  /**
   * The fuel that the bank holds for the rest of the game, with what is left of this turn; asking
   * costs 1 000 units. What later turns add to the bank is not in it. A bot with an empty bank
   * forfeits, so spend a small share in each turn. While a bot is being started, it is 0.
   */
  export function bankLeft(): bigint;
  /**
   * The text of an option that the organiser has given this bot, if there is one of that name: numbers are
   * written in digits, and yes and no as true and false. So one file can play with other depths, under other
   * names. A call costs 1 000 units of fuel, and 10 for each byte of the name and of the text. A bot that is
   * asked for its name has no options yet.
   */
  export function getOption(name: string): string | undefined;
}
