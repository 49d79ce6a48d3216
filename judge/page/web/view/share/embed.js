// The page in a frame of another: `#embed&g=12&t=30` shows the board and its controls alone. The page around it can send
// messages, and hears which turn is shown.

/** The largest number of a game or a turn in a message. */
const NUMBER_MAX = 1_000_000;

/** Whether only the board is wanted. */
export const isEmbedded = () => new URLSearchParams(location.hash.slice(1)).has("embed");

/** An address, which stays one for a frame if this is one. @param {string} hash */
export const withFrame = (hash) => (isEmbedded() ? `#embed&${hash.slice(1)}` : hash);

/** The text that another page puts in to show what is shown here. */
export function frameText() {
  const hash = location.hash.replace(/^#|\bembed&?/g, "");
  const address = `${location.href.replace(/#.*/, "")}#embed&${hash}`;
  return `<iframe src="${address.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}" width="480" height="560" title="A game"></iframe>`;
}

/** A number in a message, if it is one that a game or a turn can have. @param {unknown} value */
const bounded = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= NUMBER_MAX ? Number(value) : null;

/**
 * Does what the page around this one says: `{ game: 12 }`, `{ turn: 34 }`, `{ play: true }`, `{ pause: true }`. All else is
 * dropped.
 * @param {Arena} arena @param {(game: number, turn: number) => void} open
 */
export function obey(arena, open) {
  addEventListener("message", ({ source, data }) => {
    if (parent === window || source !== parent || typeof data !== "object" || !data) return;
    const game = bounded(data.game),
      turn = bounded(data.turn);
    if (game !== null) open(game, turn ?? 0);
    else if (turn !== null) arena.line.seek(turn);
    if (data.play === true && !arena.line.isPlaying) arena.line.toggle();
    if (data.pause === true) arena.line.pause();
  });
}

/** The page's title says the moment, and a page around this one hears it. @param {Arena} arena */
export function entitle(arena) {
  const { data, t } = arena,
    title = `${arena.names().join(" – ")}, turn ${t} · ${data.game[0].toUpperCase()}${data.game.slice(1)}`;
  if (title === document.title) return;
  document.title = title;
  if (parent !== window && isEmbedded()) parent.postMessage({ turn: t, title }, "*");
}
