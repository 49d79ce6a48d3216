// One colour and one shape for whoever has a seat: those of the contestant, wherever it is shown.

/** What persons have, and whoever meets itself: the first that nobody at the table has. @type {Identity[]} */
const SPARE = [
  { colour: 7, shape: "M8 1.5a6.5 6.5 0 1 0 .01 0zM8 5a3 3 0 1 1-.01 0z" },
  { colour: 5, shape: "M2 2h12v12h-12zM5 5v6h6v-6z" },
  { colour: 1, shape: "M8 .8l7.2 7.2l-7.2 7.2l-7.2-7.2zM8 5l-3 3l3 3l3-3z" },
  { colour: 2, shape: "M8 1.2l7 13h-14zM8 6l-3 6h6z" },
  { colour: 3, shape: "M8 14.8l-7-13h14zM8 10l3-6h-6z" },
  { colour: 4, shape: "M1 5h14v6h-14z" },
  { colour: 0, shape: "M5 1h6v14h-6z" },
  { colour: 6, shape: "M1 8a7 7 0 0 1 14 0z" },
];

/**
 * The identities of a table.
 * @param {{ contestants: Identity[] }} data @param {(number | null)[]} holders the bot at each seat; null for a person
 * @returns {Identity[]}
 */
export function identities(data, holders) {
  /** @type {Identity[]} */
  const found = [];
  const isTaken = (/** @type {Identity} */ one) =>
    found.some((other) => other && other.colour === one.colour && other.shape === one.shape);
  // Contestants come first: a person takes what they leave.
  for (const [seat, bot] of holders.entries()) {
    if (bot !== null && !isTaken(data.contestants[bot])) found[seat] = data.contestants[bot];
  }
  for (const seat of holders.keys()) {
    found[seat] ??= SPARE.find((one) => !isTaken(one)) ?? SPARE[seat % SPARE.length];
  }
  return found;
}

/** Lets the style know the colours of the seats below an element. @param {HTMLElement} root @param {Identity[]} table */
export function paint(root, table) {
  for (const [seat, { colour }] of table.entries())
    root.style.setProperty(`--seat${seat}`, `var(--p${colour})`);
}
