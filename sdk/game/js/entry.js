// Stands between the judge and a game: it loads the game's program, and tells what went wrong.
//
// `build` makes an interpreter of wave.js, rules.js, sdk/js/program.js and this, once for all games. The program comes as data, in the
// game's file.

const WHOSE = 'game';
/** Functions that can answer with an error: whatever they throw is taken for one. */
const ANSWERS_ERRORS = ['setUp', 'play', 'answer', 'draft'];
/** What is thrown instead, so that the call ends: who looks at it gets nothing but the end. */
const NO_ERROR = new Proxy({}, Object.fromEntries(['get', 'has', 'getOwnPropertyDescriptor', 'getPrototypeOf'].map((look) => [look, () => {
  throw END;
}])));

let game; // one for all calls

function load() {
  const { exported: { default: kind }, program: { contract } } = loadProgram('sdk/game/js/build');
  if (typeof kind?.prototype?.start !== 'function') {
    throw new WrongGame(`${files[0].name} exports no game; write export default class MyGame extends Game { … }`);
  }
  return new Rules(kind, contract);
}

/** Calls a function of the game. */
function ask(name, values) {
  try {
    game ??= load();
    return game[name](...values);
  } catch (error) {
    if (error instanceof Refused) throw error.payload;
    tell(error, game?.method ?? '');
    throw ANSWERS_ERRORS.includes(name) ? NO_ERROR : END;
  }
}

const names = Object.getOwnPropertyNames(Rules.prototype);
export const rules = Object.fromEntries(names.map((name) => [name, (...values) => ask(name, values)]));
