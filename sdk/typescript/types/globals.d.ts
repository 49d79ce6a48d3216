// What a bot has beside the language itself.

/** Lines go to the bot's log. */
declare const console: Record<'debug' | 'error' | 'info' | 'log' | 'warn', (...values: unknown[]) => void>;

/** Counts fuel, and not time: a unit is a nanosecond. */
declare const performance: {
  /** Milliseconds of fuel that the bot has spent in its turns. */
  now(): number;
};
