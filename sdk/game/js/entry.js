// Stands between the judge and a game: it loads the game's program, and tells what went wrong.
//
// `build` makes an interpreter of wave.js, rules.js, sdk/js/program.js and this, once for all games. The program comes as data, in the
// game's file.

const WHOSE = 'game';
/** What must end a call that can also answer with an error: any other thing that is thrown would be such an answer. */
const ANSWERS_ERRORS = ['setUp', 'play', 'answer', 'draft'];

let game; // one for all calls

function load() {
  const [name, { default: kind }, { contract }] = loadProgram('game', 'sdk/game/js/build');
  if (typeof kind?.prototype?.start !== 'function') {
    throw new WrongGame(`${name} exports no game; write export default class MyGame extends Game { … }`);
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
    throw ANSWERS_ERRORS.includes(name) ? new Error(END) : END;
  }
}

const names = Object.getOwnPropertyNames(Rules.prototype);
export const rules = Object.fromEntries(names.map((name) => [name, (...values) => ask(name, values)]));
