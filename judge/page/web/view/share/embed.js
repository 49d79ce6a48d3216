// The page in a frame of another: `#embed&g=12&t=30` shows the board and its controls alone.

/** Whether only the board is wanted. */
export const isEmbedded = () => /^#(.*&)?embed(&|$)/.test(location.hash);

/** An address, which stays one for a frame if this is one. @param {string} hash */
export const withFrame = (hash) => (isEmbedded() ? `#embed&${hash.slice(1)}` : hash);

/** An address without what makes it one for a frame. @param {string} hash */
const withoutFrame = (hash) =>
  hash
    .replace(/^#/, "")
    .split("&")
    .filter((key) => key !== "embed")
    .join("&");

/** The text that another page puts in to show what is shown here. */
export function frameText() {
  const hash = withoutFrame(location.hash);
  const address = `${location.href.replace(/#.*/, "")}#embed&${hash}`;
  return `<iframe src="${address.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}" width="480" height="560" title="A game"></iframe>`;
}
