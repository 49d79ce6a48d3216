// The first script of a report: it unpacks the page's script, which the page's policy knows by its hash, and runs it.

import { unpacked } from "../engine/unpack.js";

const packed = /** @type {HTMLElement} */ (document.getElementById("packed-script")).textContent ?? "";
unpacked(packed)
  .then((bytes) => {
    const script = document.createElement("script");
    script.textContent = new TextDecoder().decode(bytes);
    document.body.append(script);
  })
  .catch((error) => document.body.prepend(`This browser cannot show the games: ${error.message}`));
