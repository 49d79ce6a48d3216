// What a page holds in few characters: gzip in letters, 13 bits in two of them.

/** All printable letters of ASCII but three, as in judge/page/src/letters.rs. */
const LETTERS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(
  (letter) => !'"\\<'.includes(letter),
);
const BITS = 13,
  BITS_OF_REST = 6;

/** @param {string} text @returns {Promise<Uint8Array>} */
export async function unpacked(text) {
  const stream = new Blob([decoded(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function decoded(text) {
  const places = new Uint8Array(128),
    bytes = new Uint8Array(text.length);
  for (const [place, letter] of LETTERS.entries()) places[letter.charCodeAt(0)] = place;
  const at = (/** @type {number} */ i) => places[text.charCodeAt(i)];
  let held = 0,
    bits = 0,
    length = 0;
  for (let i = 0; i < text.length; i += 2) {
    // A letter alone is the rest.
    const isRest = i + 1 === text.length;
    held |= (at(i) + (isRest ? 0 : at(i + 1) * LETTERS.length)) << bits;
    for (bits += isRest ? BITS_OF_REST : BITS; bits >= 8; bits -= 8, held >>= 8) bytes[length++] = held & 255;
  }
  return bytes.subarray(0, length);
}
