// Interfaces as `judge wit --json` describes them, into what the canonical ABI wants to know.

/**
 * @typedef {object} Interface
 * @property {string} name
 * @property {Map<string, import("./abi.js").Signature>} functions
 */

/** What was read already. @type {Map<string, Interface>} */
const known = new Map();

/** @param {string} json @returns {Interface} */
export function described(json) {
  const found = known.get(json) ?? read(JSON.parse(json));
  known.set(json, found);
  return found;
}

/** @param {any} description @returns {Interface} */
function read({ interface: name, types, functions }) {
  /** @type {Map<string, any>} */
  const named = new Map();
  /** @param {any} ty @returns {any} */
  const type = (ty) => {
    if (typeof ty !== "object") return named.get(ty) ?? ty ?? null;
    if (ty.list) return ["list", type(ty.list)];
    if (ty.option) return ["option", type(ty.option)];
    // A tuple is a record whose fields are called 0, 1 and so on.
    if (ty.tuple)
      return [
        "record",
        ty.tuple.map((/** @type {any} */ field, /** @type {number} */ i) => [`${i}`, type(field)]),
      ];
    return ["variant", ["ok", "err"].map((outcome) => [outcome, type(ty.result[outcome])])];
  };
  const fields = (/** @type {any[]} */ all) => all.map((field) => [field.name, type(field.type)]);
  for (const { name, record, variant, enum: cases } of types)
    named.set(
      name,
      cases ? ["enum", cases] : record ? ["record", fields(record)] : ["variant", fields(variant)],
    );
  return {
    name,
    functions: new Map(
      functions.map((/** @type {any} */ { name, params, result }) => [
        name,
        { params: fields(params), result: type(result) },
      ]),
    ),
  };
}
