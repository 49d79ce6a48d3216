// A board as SVG: one for each board of a scene. Draws what a game's look says, and turns clicks, drags and
// keys into actions. It knows places and choices, and no rules.

import { h, s, times } from "../dom.js";
import { ALONE, CELL, EDGE, coordinates, edgeOf, middle, sidesOf, through } from "./geometry.js";
import { STACK_SHOWN, isOneKind } from "./numbers.js";
import { placed, slide } from "./motion.js";
import { keyOf, placeOf, squareName } from "./place.js";
import { Pointer } from "./pointer.js";

/** The square of a cell, or a smaller one in it. @param {string} kind @param {number} gap */
const box = (kind, gap) => {
  const [at, size] = [gap - CELL / 2, CELL - 2 * gap];
  return s("rect", { class: kind, x: at, y: at, width: size, height: size, rx: gap && 5 });
};

/** How many pieces there are. @param {string} kind @param {number} x @param {number} y @param {string} number */
const counted = (kind, x, y, number) => s("text", { class: kind, "aria-hidden": "true", x, y }, number);

/** All boards of a scene, and what is picked up. */
export class Boards {
  /**
   * @param {Look} look
   * @param {(action: string) => void} act
   * @param {{ seat: (seat: number) => string, title: (board: any) => string }} names
   */
  constructor(look, act, names) {
    this.look = look;
    this.act = act;
    this.names = names;
    this.element = h("div", { class: "boards" });
    /** Hears of a click that is no action: what it would have been, and where. @type {(action: string | null, key: string) => void} */
    this.refuse = () => {};
    /** Whether arrows walk over the squares; else they go through the match. @type {() => boolean} */
    this.walks = () => true;
    /** Whether the other side is in front, and whether the second board stands to the left. */
    this.isTurned = false;
    this.isSwapped = false;
    /** Whose board is small where there is room for one: as it is by itself, and whether the reader wants the other. */
    this.isOther = false;
    /** What an action would do, in words. */
    this.note = h("p", { class: "preview-note", "aria-hidden": "true", hidden: !look.previews });
    /** @type {any} */
    this.scene = null;
    /** Whose marks pieces carry, by seat. @type {Identity[]} */
    this.table = [];
    /** @type {string} */
    this.marks = "";
    /** Whether actions are taken. */
    this.isOpen = false;
    /** The place from where a piece is to move. @type {string | null} */
    this.picked = null;
    /** The cell that the Tab key reaches. */
    this.current = "0:0,0";
    /** What is drawn of each board, to change only what is another. @type {any[]} */
    this.drawn = [];
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.element.addEventListener("focusin", (/** @type {FocusEvent} */ event) =>
      this.hover(placeOf(event.target)),
    );
    this.pointer = new Pointer(this);
  }

  /**
   * @param {Scene} scene @param {boolean} isOpen whether actions are taken @param {string} action that led here
   * @param {Map<string, number>} [numbers] of pieces, by the names of their squares
   * @param {Identity[]} table whose marks pieces carry, by seat
   * @param {{ from: any, to: any, time: number } | null} slid what has just moved, and how long that is to take
   */
  draw(scene, isOpen, action, numbers = new Map(), table = [], slid = null) {
    this.scene = scene;
    const from = slid ? placed(this.at(keyOf(slid.from))) : null;
    this.isOpen = isOpen;
    const marks = JSON.stringify(table.map(({ colour, shape }) => [colour, shape]));
    // Pieces carry the marks of who has the seats.
    if (marks !== this.marks) this.drawn = [];
    this.marks = marks;
    this.table = table;
    this.numbers = numbers;
    this.action = action;
    this.pointer.letGo();
    /** @type {Map<string, any[]>} */
    this.from = new Map();
    /** @type {Map<string, any>} */
    this.direct = new Map();
    /** Where what is picked may go. */
    this.goals = new Set();
    for (const choice of isOpen ? scene.choices : []) {
      if (choice.from && choice.to) {
        const key = keyOf(choice.from);
        this.from.set(key, [...(this.from.get(key) ?? []), choice]);
        this.goals.add(keyOf(choice.to));
      } else if (choice.to) {
        this.direct.set(keyOf(choice.to), choice);
      }
    }
    // What alone can move need not be picked first.
    if (this.from.size === 1)
      for (const choice of [...this.from.values()][0]) this.direct.set(keyOf(choice.to), choice);
    // Stacks of equal pieces are one choice in the rules: each of them may be picked.
    this.shareStacks(scene);
    this.pick(null);
    this.hover(null);
    const focused = placeOf(document.activeElement);
    const figures = scene.boards.map((board, index) => this.board(board, index));
    if (
      figures.some((figure, i) => figure !== this.element.children[i]) ||
      this.element.children.length !== figures.length
    )
      this.element.replaceChildren(...figures);
    this.shrink(this.least ?? 0);
    if (focused) this.focus(focused);
    else this.aim();
    const onto = slid && from && !this.isTurned ? this.at(keyOf(slid.to)) : null;
    if (slid && from && onto) slide(onto, from, this.drawn[slid.to.board].moving, slid.time);
  }

  /** The other side comes to the front, or this one again. */
  turn() {
    this.isTurned = this.element.classList.toggle("turned");
  }

  /** How wide the only board of a scene is, with what lies beside it, for its height. @param {Scene} scene */
  ratio({ boards }) {
    if (boards.length !== 1) return 1;
    const [{ columns, rows }] = boards,
      { left, right, bottom } = this.look.beside?.(boards[0], false) ?? { left: 0, right: 0, bottom: 0 };
    return (columns * CELL + 2 * EDGE + left + right) / (rows * CELL + 2 * EDGE + bottom);
  }

  /** The board of a seat is small on a phone. @param {number} seat */
  shrink(seat) {
    this.least = seat;
    for (const figure of this.element.children)
      figure.classList.toggle("small", (Number(figure.dataset.owner) === seat) !== this.isOther);
  }

  /** The small board becomes the large one. */
  swap() {
    this.isOther = !this.isOther;
    this.shrink(this.least ?? 0);
  }

  /** Shows nothing. */
  clear() {
    this.drawn = [];
    this.scene = null;
    this.element.replaceChildren();
  }

  /** Tab leads to a board on which something can be done. */
  aim() {
    const open = [...(this.direct?.keys() ?? []), ...(this.from?.keys() ?? [])].filter(
      (key) => !key.includes("s"),
    );
    const boardOf = (/** @type {string} */ key) => key.split(":")[0];
    if (open.length && open.every((key) => boardOf(key) !== boardOf(this.current))) this.stopAt(open[0]);
    else if (!this.at(this.current)) this.stopAt("0:0,0");
  }

  /** The one square of all boards that Tab reaches. @param {string} key */
  stopAt(key) {
    this.at(this.current)?.setAttribute("tabindex", "-1");
    this.current = key;
    this.at(key)?.setAttribute("tabindex", "0");
  }

  /** @param {Scene} scene */
  shareStacks(scene) {
    scene.boards.forEach((board, index) => {
      const top = (/** @type {any[]} */ stack) => JSON.stringify(stack[stack.length - 1] ?? null);
      board.beside.forEach((stack, number) => {
        const other = board.beside.findIndex(
          (twin, i) => this.from?.has(`${index}s${i}`) && top(twin) === top(stack),
        );
        if (other >= 0 && !this.from?.has(`${index}s${number}`))
          this.from?.set(`${index}s${number}`, this.from.get(`${index}s${other}`) ?? []);
      });
    });
  }

  /** The figure of a board: the one that is there if only its squares are others. @param {Board} board @param {number} index */
  board(board, index) {
    const beside = this.look.beside
      ? this.look.beside(board, this.isSwapped)
      : { left: 0, right: 0, bottom: 0, places: [] };
    const geometry = {
      columns: board.columns,
      rows: board.rows,
      width: board.columns * CELL,
      height: board.rows * CELL,
      edge: edgeOf(board),
      upwards: board.upwards,
    };
    const frame = JSON.stringify([
      geometry,
      this.names.title(board),
      [...this.scene.scores.keys()].map((seat) => this.names.seat(seat)),
      board.columnLabels,
      board.rowLabels,
      board.beside,
      beside.places.map((/** @type {any} */ place) => this.isMovable(`${index}s${place.stack}`)),
    ]);
    const before = this.drawn[index];
    const drawn = (this.drawn[index] =
      before?.frame === frame ? before : { frame, cells: new Map(), were: before?.cells });
    this.cells(drawn, board, index, geometry);
    drawn.figure ??= this.figure(drawn, board, index, geometry, beside);
    drawn.below.replaceChildren(
      ...board.lines.map((line) => through(board, line, `live-run owner${line.owner}`)),
    );
    return drawn.figure;
  }

  /** @param {any} drawn @param {Board} board @param {number} index @param {any} geometry @param {any} beside */
  figure(drawn, board, index, geometry, beside) {
    const x0 = -geometry.edge - beside.left,
      y0 = -EDGE,
      width = geometry.width + 2 * geometry.edge + beside.left + beside.right,
      height = geometry.height + 2 * EDGE + beside.bottom;
    const row = (/** @type {number} */ row) => {
      const y = board.upwards ? board.rows - 1 - row : row;
      return s(
        "g",
        { role: "row" },
        times(board.columns, (x) => drawn.cells.get(`${index}:${x},${y}`).element),
      );
    };
    const svg = s(
      "svg",
      {
        class: "board",
        viewBox: `${x0} ${y0} ${width} ${height}`,
        role: "group",
        "aria-label": this.names.title(board),
        "data-ratio": width > height ? "wide" : "tall",
      },
      this.look.ground(geometry),
      coordinates(board, geometry),
      (drawn.below = s("g", { "aria-hidden": "true" })),
      s(
        "g",
        {
          role: "grid",
          "aria-label": this.names.title(board),
          "aria-rowcount": board.rows,
          "aria-colcount": board.columns,
        },
        times(board.rows, row),
      ),
      beside.places.map((/** @type {any} */ place) => this.stack(board, index, place)),
      (drawn.preview = s("g", { class: "above", "aria-hidden": "true" })),
      (drawn.moving = s("g", { class: "above", "aria-hidden": "true" })),
    );
    return h(
      "figure",
      { class: "board-figure", "data-owner": board.owner },
      board.owner === null ? null : h("figcaption", {}, this.names.title(board)),
      svg,
    );
  }

  /** Squares that are as they were keep their elements: a board has up to some hundred, and films many turns a second. @param {any} drawn @param {Board} board @param {number} index @param {any} geometry */
  cells(drawn, board, index, geometry) {
    const sides = sidesOf(board);
    for (let y = 0; y < board.rows; y++) {
      for (let x = 0; x < board.columns; x++) {
        const key = `${index}:${x},${y}`,
          state = this.stateOf(board, key, x, y);
        const { pieces } = board.cells[y * board.columns + x],
          part = sides.get(`${x},${y}`) ?? ALONE;
        const before = drawn.cells.get(key);
        // Where there is one piece more, it has just come.
        if (state.isChanged && pieces.length > (before ?? drawn.were?.get(key))?.pieces)
          state.classes.push("came");
        const looks = [
          JSON.stringify([pieces, part]),
          this.numbers?.get(squareName(board, x, y)),
          ...state.classes,
        ].join();
        if (before?.looks === looks) continue;
        const element = this.cell(board, key, x, y, geometry, { ...state, sides: part });
        before?.element.replaceWith(element);
        drawn.cells.set(key, { looks, element, pieces: pieces.length });
      }
    }
  }

  /** What can be done at a square, and what was. @param {Board} board @param {string} key @param {number} x @param {number} y */
  stateOf(board, key, x, y) {
    const { changed } = board.cells[y * board.columns + x],
      wasPlayed = squareName(board, x, y) === this.action;
    const isLegal = Boolean(this.direct?.has(key)),
      isMovable = this.isMovable(key),
      isGoal = isLegal || Boolean(this.goals?.has(key));
    return {
      isChanged: changed,
      isMarked: changed || wasPlayed,
      isGoal,
      isOpen: isLegal || isMovable,
      classes: [
        "cell",
        changed && "changed",
        wasPlayed && "played",
        isLegal && "legal",
        isMovable && "movable",
        isGoal && "goal",
      ].filter(Boolean),
    };
  }

  /** @param {Board} board @param {string} key @param {number} x @param {number} y @param {any} geometry @param {any} state */
  cell(board, key, x, y, geometry, { isMarked, isGoal, isOpen, classes, sides }) {
    const cell = board.cells[y * board.columns + x],
      number = this.numbers?.get(squareName(board, x, y));
    const context = { sides, table: this.table, number },
      areEqual = isOneKind(cell.pieces),
      shown = areEqual ? cell.pieces.slice(-1) : cell.pieces,
      count = areEqual || cell.pieces.length > STACK_SHOWN ? cell.pieces.length : null;
    return s(
      "g",
      {
        class: classes.join(" "),
        role: "gridcell",
        "data-place": key,
        tabindex: key === this.current ? 0 : -1,
        transform: `translate(${(x + 0.5) * CELL} ${middle(y, geometry)})`,
        "aria-label": this.cellLabel(board, cell, x, y, isOpen),
      },
      box("square", 0),
      isGoal ? s("circle", { class: "hint", r: 7 }) : null,
      isMarked ? box("last", 2) : null,
      cell.pieces.length
        ? s(
            "g",
            { class: "pieces" },
            shown.map((piece, i) => this.look.piece(piece, { ...context, isTop: i === shown.length - 1 })),
          )
        : null,
      count ? counted("cell-count", CELL * 0.32, CELL * 0.44, String(count)) : null,
      isGoal ? s("circle", { class: "landing", r: 22 }) : null,
    );
  }

  /** @param {Board} board @param {any} cell @param {number} x @param {number} y @param {boolean} isLegal */
  cellLabel(board, cell, x, y, isLegal) {
    const square = squareName(board, x, y);
    const times = isOneKind(cell.pieces) ? `${cell.pieces.length} × ` : "";
    const pieces = (times ? cell.pieces.slice(-1) : cell.pieces)
      .map((/** @type {any} */ piece) => this.look.pieceName(piece, this.names.seat))
      .join(", ");
    const number = this.numbers?.get(square),
      turn = number && pieces ? `, turn ${number}` : "";
    return `${square}: ${times}${pieces || "empty"}${turn}${isLegal ? ", can be played" : ""}`;
  }

  /** A stack of pieces beside the board. @param {Board} board @param {number} index @param {any} place */
  stack(board, index, place) {
    const key = `${index}s${place.stack}`,
      pieces = board.beside[place.stack],
      choices = this.from?.get(key);
    const more = place.count ? `+${place.count - 1} below` : "";
    const label = `beside the board: ${this.look.pieceName(pieces[pieces.length - 1], this.names.seat)}${more}`;
    return s(
      "g",
      {
        class: `stack${choices ? " movable" : ""}`,
        "data-place": key,
        transform: `translate(${place.x} ${place.y})`,
        "aria-label": label,
        role: choices ? "button" : "img",
        tabindex: choices ? 0 : null,
      },
      choices ? s("circle", { class: "square", r: CELL / 2 }) : null,
      s(
        "g",
        { class: "pieces" },
        pieces.slice(-1).map((piece) => this.look.piece(piece, { beside: true, table: this.table })),
      ),
      place.count ? counted("stack-count", CELL * 0.36, CELL * 0.38, `+${place.count - 1}`) : null,
    );
  }

  /** @param {string} key */
  at(key) {
    return this.element.querySelector(`[data-place="${key}"]`);
  }

  /** @param {string} key */
  focus(key) {
    const element = this.at(key);
    if (!element) return;
    if (!key.includes("s")) this.stopAt(key);
    element.focus({ preventScroll: true });
  }

  /** The choice that goes to a place, from what is picked or from nowhere. @param {string | null} key */
  choiceTo(key) {
    if (key === null) return undefined;
    if (this.picked) return this.from?.get(this.picked)?.find((choice) => keyOf(choice.to) === key);
    return this.direct?.get(key);
  }

  /** Whether a place has a piece that can be moved. @param {string} key */
  isMovable(key) {
    return Boolean(this.from?.has(key));
  }

  /** A click, or Enter. @param {string} key */
  choose(key) {
    const choice = this.choiceTo(key);
    if (choice) {
      this.pick(null);
      this.act(choice.action);
    } else if (this.from?.has(key)) {
      this.pick(key === this.picked ? null : key);
    } else {
      if (this.isOpen) this.refuse(this.actionTo(key), key);
      this.pick(null);
    }
  }

  /** An action to a place where none is legal, in the game's notation; null if none can be made up. @param {string} key */
  actionTo(key) {
    const [board, x, y] = key.split(/[:,]/).map(Number),
      name = (/** @type {any} */ place) => squareName(this.scene.boards[place.board], place.x, place.y);
    if (key.includes("s")) return null;
    if (!this.picked)
      return [...(this.direct?.values() ?? [])].some(
        ({ to, action }) => to.board === board && action === name(to),
      )
        ? name({ board, x, y })
        : null;
    const like = this.from?.get(this.picked)?.[0],
      at = like ? like.action.lastIndexOf(name(like.to)) : -1;
    return at < 0
      ? null
      : like.action.slice(0, at) + name({ board, x, y }) + like.action.slice(at + name(like.to).length);
  }

  /** @param {string | null} key */
  pick(key) {
    this.picked = key;
    for (const element of this.element.querySelectorAll(".picked, .target"))
      element.classList.remove("picked", "target");
    if (key === null) return;
    this.at(key)?.classList.add("picked");
    for (const choice of this.from?.get(key) ?? []) this.at(keyOf(choice.to))?.classList.add("target");
  }

  /** Shows what an action there would change. @param {string | null} key */
  hover(key) {
    for (const element of this.element.querySelectorAll(".preview, .over"))
      element.classList.remove("preview", "over");
    for (const { preview } of this.drawn) preview?.replaceChildren();
    this.note.textContent = "";
    const choice = this.choiceTo(key);
    if (!choice || key === null) return;
    this.at(key)?.classList.add("over");
    const { changes } = choice,
      board = this.scene.boards[choice.to.board];
    if (!changes) return;
    for (const place of changes.squares) this.at(keyOf(place))?.classList.add("preview");
    const lines = (/** @type {any[]} */ all, /** @type {string} */ kind) =>
      all.map((line) => through(board, line, kind));
    this.drawn[choice.to.board].preview.replaceChildren(
      ...lines(changes.made, "run-made"),
      ...lines(changes.broken, "run-lost"),
    );
    const says = changes.text.replace("{player}", () => this.names.seat(this.scene.toMove));
    this.note.textContent = says;
    this.at(key)?.setAttribute("aria-description", says);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const key = placeOf(event.target);
    if (!key || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = this.isTurned ? -1 : 1,
      step = { ArrowLeft: [-way, 0], ArrowRight: [way, 0], ArrowUp: [0, -way], ArrowDown: [0, way] }[
        event.key
      ];
    if (step && !key.includes("s") && this.walks()) this.walk(key, step);
    else if (event.key === "Enter") this.choose(key);
    else if (event.key === "Escape") this.pointer.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the square beside one; over the left and right edge to the board beside. @param {string} key @param {number[]} step */
  walk(key, [dx, dy]) {
    const [board, x, y] = key.split(/[:,]/).map(Number),
      { boards } = this.scene,
      { columns, rows, upwards } = boards[board];
    const row = Math.min(Math.max(y + (upwards ? -dy : dy), 0), rows - 1),
      to = x + dx;
    const beside = board + (this.isSwapped ? -1 : 1) * (to < 0 ? -1 : 1);
    if (to < 0 || to >= columns)
      this.focus(boards[beside] ? `${beside}:${to < 0 ? boards[beside].columns - 1 : 0},${row}` : key);
    else this.focus(`${board}:${to},${row}`);
  }
}
