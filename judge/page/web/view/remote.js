// A server that plays, in a worker's place: the same messages go there, and the same events come back.

/** Where the server takes messages, beside the page's own address. */
const PLAY = "play";

export class Remote {
  constructor() {
    /** @type {(event: { data: any }) => void} */
    this.onmessage = () => {};
    this.listening = new AbortController();
  }

  /** @param {any} message */
  postMessage(message) {
    // The server has its bots already.
    if (message.kind === "load") return;
    this.listening.abort();
    this.listening = new AbortController();
    this.ask(message, this.listening.signal).catch((error) => {
      if (error.name !== "AbortError") this.onmessage({ data: { kind: "problem", id: message.id, text: `the judge does not answer: ${error.message}` } });
    });
  }

  /** @param {any} message @param {AbortSignal} signal */
  async ask({ id, line, viewpoint, changes }, signal) {
    const response = await fetch(PLAY, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ id, line, viewpoint, changes }), signal });
    if (!response.ok || !response.body) throw new Error(await response.text());
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const text of lines) this.onmessage({ data: JSON.parse(text) });
    }
  }

  terminate() {
    this.listening.abort();
  }
}
