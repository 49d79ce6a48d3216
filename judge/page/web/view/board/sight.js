// What a game shows beside its boards, or in place of them: its own picture, and its text.

import { h } from "../dom.js";

export class Sight {
  constructor() {
    this.image = h("img", { class: "own-picture" });
    this.box = h(
      "details",
      { class: "own-picture-box", ontoggle: () => this.paint() },
      h("summary", {}, "Picture"),
    );
    this.words = h("p", { class: "own-text" });
    this.element = h("div", { class: "sight" }, this.box, this.words);
    /** @type {any} */
    this.scene = {};
    this.painted = "";
    this.url = "";
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { boards, text, picture } = (this.scene = scene);
    // Lines may have been drawn with letters.
    const tag = text?.includes("\n") ? "pre" : "p";
    if (this.words.localName !== tag) {
      const words = h(tag, { class: "own-text" });
      this.words.replaceWith(words);
      this.words = words;
    }
    this.words.textContent = text ?? "";
    this.box.hidden = !picture;
    // Where there is no board, the picture is what there is to see.
    this.box.classList.toggle("alone", !boards.length);
    if (!boards.length) this.box.open = true;
    this.paint();
  }

  /** Shows the picture as an image, in which no script runs and for which nothing is loaded. */
  paint() {
    const { picture, text } = this.scene;
    if (!picture || !this.box.open || this.painted === picture) return;
    this.painted = picture;
    this.box.append(this.image);
    URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
    this.image.src = this.url;
    this.image.alt = text ?? "The position";
  }
}
