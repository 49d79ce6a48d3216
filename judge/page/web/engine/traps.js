// What browsers call a trap, in the judge's words.

/** The words of V8, SpiderMonkey and JavaScriptCore, each with the judge's. @type {[RegExp, string][]} */
const WORDS = [
  [/^unreachable/i, "wasm `unreachable` instruction executed"],
  [
    /memory access out of bounds|out of bounds memory access|^index out of bounds$/i,
    "out of bounds memory access",
  ],
  [/divide by zero|remainder by zero|division by zero/i, "integer divide by zero"],
  [/divide result unrepresentable|integer overflow/i, "integer overflow"],
  [
    /table index is out of bounds|out of bounds call_indirect|table access out of bounds/i,
    "undefined element: out of bounds table access",
  ],
  [/^indirect call to null$|call_indirect to a null/i, "uninitialized element"],
  [/^indirect call signature mismatch$|call_indirect to a signature/i, "indirect call type mismatch"],
];

/**
 * A trap in the judge's words; null if the browser does not say enough.
 * @param {string} message
 * @returns {string | null}
 */
export function trap(message) {
  const found = WORDS.find(([pattern]) => pattern.test(message));
  return found ? found[1] : null;
}
