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

/**
 * The bytes. A page waits for this with every start, so it goes from bytes to bytes, without a call for each letter.
 * @param {string} text @returns {Uint8Array<ArrayBuffer>}
 */
function decoded(text) {
  const places = new Uint8Array(128),
    letters = new TextEncoder().encode(text),
    pairs = letters.length & ~1,
    bytes = new Uint8Array(letters.length);
  for (const [place, letter] of LETTERS.entries()) places[letter.charCodeAt(0)] = place;
  let held = 0,
    bits = 0,
    length = 0;
  for (let i = 0; i < pairs; i += 2) {
    held |= (places[letters[i]] + places[letters[i + 1]] * LETTERS.length) << bits;
    for (bits += BITS; bits >= 8; bits -= 8, held >>= 8) bytes[length++] = held;
  }
  // A letter alone is the rest.
  if (pairs < letters.length) {
    held |= places[letters[pairs]] << bits;
    for (bits += BITS_OF_REST; bits >= 8; bits -= 8, held >>= 8) bytes[length++] = held;
  }
  return bytes.subarray(0, length);
}
