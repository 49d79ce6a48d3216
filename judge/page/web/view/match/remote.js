// A server that plays, in a worker's place: the same messages go there, and the same events come back.

/** Where `judge play --browser` takes messages, beside the page's own address. */
const PLAY = "play";
/** How often a visitor says that it is still there, in milliseconds. */
const STAYS = 30_000;
/** Later than any turn: to take back to there changes nothing. */
export const WHOLE = 2 ** 32 - 1;

export class Remote {
  /** @param {string | null} tables where a season's server hands out tables; null if the server has one table only */
  constructor(tables) {
    this.tables = tables;
    /** @type {string | null} */
    this.table = tables ? null : "";
    /** The line as it is, to begin it anew if the table is given away. @type {any} */
    this.line = null;
    /** @type {(event: { data: any }) => void} */
    this.onmessage = () => {};
    this.listening = new AbortController();
    if (!tables) {
      this.follow();
      return;
    }
    this.pulse = setInterval(() => this.table && this.tell("stays"), STAYS);
    this.left = () => this.leave();
    addEventListener("pagehide", this.left);
  }

  /** Other tabs of this browser that show the same game tell when it has changed. */
  follow() {
    this.tabs = new BroadcastChannel(`judge ${location.pathname}`);
    this.tabs.onmessage = () => this.onmessage({ data: { kind: "elsewhere" } });
  }

  /** @param {any} message */
  postMessage(message) {
    // The server has its bots already, and refuses by itself what the rules forbid.
    if (message.kind !== "open") return;
    this.listening.abort();
    this.listening = new AbortController();
    const changes =
      Boolean(message.line) ||
      message.changes.some((/** @type {any[]} */ [name, turn]) => name !== "take-back" || turn !== WHOLE);
    this.ask(message, this.listening.signal)
      .then(() => changes && this.tabs?.postMessage(null))
      .catch((error) => {
        if (error.name !== "AbortError")
          this.onmessage({
            data: { kind: "problem", id: message.id, text: `the judge does not answer: ${error.message}` },
          });
      });
  }

  /** @param {any} message @param {AbortSignal} signal */
  async ask({ id, line, viewpoint, changes }, signal) {
    const post = (/** @type {any} */ begins) =>
      fetch(this.address("play"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id, line: begins, viewpoint, changes }),
        signal,
      });
    if (line) this.line = line;
    if (this.table === null) await this.take(signal);
    let response = await post(line);
    if (response.status === 404 && this.tables) {
      // The table was given away while nobody moved: the game goes on at another.
      await this.take(signal);
      response = await post(this.line);
    }
    if (!response.ok || !response.body) throw new Error(await response.text());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const text of lines) this.hear(JSON.parse(text));
    }
  }

  /** @param {any} message */
  hear(message) {
    for (const event of message.events ?? []) if (event.line) this.line = event.line;
    this.onmessage({ data: message });
  }

  /** @param {AbortSignal} signal */
  async take(signal) {
    const response = await fetch(/** @type {string} */ (this.tables), { method: "POST", signal });
    if (!response.ok) throw new Error(await response.text());
    this.table = (await response.json()).table;
  }

  /** @param {string} what */
  address(what) {
    return this.tables ? `${this.tables}/${this.table}/${what}` : PLAY;
  }

  /** @param {string} what */
  tell(what) {
    fetch(this.address(what), { method: "POST", keepalive: true }).catch(() => {
      /* It says so when somebody moves. */
    });
  }

  leave() {
    if (this.tables && this.table) this.tell("leave");
    this.table = this.tables ? null : "";
  }

  terminate() {
    this.listening.abort();
    this.tabs?.close();
    if (!this.tables) return;
    this.leave();
    clearInterval(this.pulse);
    removeEventListener("pagehide", /** @type {any} */ (this.left));
  }
}
