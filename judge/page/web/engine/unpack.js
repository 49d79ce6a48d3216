// What a page holds in few characters: gzip in base64.

/** @param {string} text @returns {Promise<Uint8Array>} */
export async function unpacked(text) {
  const bytes = decoded(text);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} text base64 @returns {Uint8Array<ArrayBuffer>} */
function decoded(text) {
  // Newer browsers can do it themselves.
  const { fromBase64 } = /** @type {any} */ (Uint8Array);
  return fromBase64 ? fromBase64.call(Uint8Array, text) : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
