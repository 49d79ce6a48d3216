// Hands in files that are chosen or dropped, and keeps what a page shows up to date.
"use strict";

const form = document.getElementById("upload");
const told = document.getElementById("told");

async function handIn(file) {
  told.textContent = `handing in ${file.name} …`;
  try {
    const answer = await fetch("/api/bot", { method: "PUT", body: file });
    const verdict = await answer.json();
    if (verdict.upload === undefined) { told.textContent = verdict.text; return; }
    await tell(verdict);
  } catch {
    told.textContent = "the server did not take the file; see that it is not too large, and try again";
  }
}

// Tells what the server says of a file until there is a verdict.
async function tell(said) {
  told.textContent = `${said.upload ? `upload ${said.upload}` : "practice"}: ${said.state}: ${said.text}`;
  if (said.state !== "waiting") return;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const answer = await fetch(`/api/upload/${said.upload}`).catch(() => null);
  await tell(answer?.ok ? await answer.json() : said);
}

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const file = document.getElementById("file").files[0];
    if (file) handIn(file);
  });
  addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("over"); });
  addEventListener("dragleave", () => document.body.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    const file = event.dataTransfer.files[0];
    if (file) handIn(file);
  });
}

// What changes is put in the place of what was there. Who reads with the keyboard, has selected something or has
// scrolled a table aside loses nothing.
const waiting = new Map();

function isSelected(part) {
  const selection = getSelection();
  return !selection.isCollapsed && part.contains(selection.anchorNode);
}

function put(part, fresh) {
  const scrolled = [...part.querySelectorAll(".wide")].map((wide) => wide.scrollLeft);
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  part.replaceWith(fresh);
  fresh.querySelectorAll(".wide").forEach((wide, place) => { wide.scrollLeft = scrolled[place] ?? 0; });
  if (!focused) return;
  const known = (element) => [element.tagName, element.getAttribute("href"), element.getAttribute("aria-label")].join();
  const same = [...fresh.querySelectorAll("a, .wide")].find((other) => known(other) === known(focused));
  // The link is gone: the next one is that of the part.
  if (!same) fresh.tabIndex = -1;
  (same ?? fresh).focus({ preventScroll: true });
}

function putAll() {
  for (const [name, html] of waiting) {
    const part = document.querySelector(`[data-part="${name}"]`);
    if (part && isSelected(part)) continue;
    waiting.delete(name);
    const fresh = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
    if (part && fresh && !part.isEqualNode(fresh)) put(part, document.adoptNode(fresh));
  }
}

let due = null;
async function renew() {
  due = null;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of page.querySelectorAll("[data-part]")) waiting.set(part.dataset.part, part.outerHTML);
  putAll();
}

// A page that is not told of news any more says so.
const state = document.createElement("p");
state.setAttribute("role", "status");
state.className = "quiet live";

const isHome = document.querySelector('[data-part="table"]') !== null;
const AGAIN = 5000;
let stream = null, again = null;
function listen() {
  clearTimeout(again);
  if (document.hidden) { stream?.close(); stream = null; return; }
  if (stream || !document.querySelector("[data-part]")) return;
  stream = new EventSource(isHome ? "/live?parts" : "/live");
  stream.onopen = () => { state.textContent = ""; };
  stream.onmessage = () => { due ??= setTimeout(renew, 2000); };
  stream.addEventListener("parts", (event) => {
    for (const [name, html] of Object.entries(JSON.parse(event.data))) waiting.set(name, html);
    putAll();
  });
  stream.onerror = () => {
    state.textContent ||= `No news since ${new Date().toLocaleTimeString()}. This page tries again by itself.`;
    // After an answer that is no stream, as a proxy gives for a server that is away, browsers do not try again.
    if (stream?.readyState === EventSource.CLOSED) { stream = null; again = setTimeout(listen, AGAIN); }
  };
}
document.querySelector("main")?.prepend(state);
document.addEventListener("selectionchange", () => { if (waiting.size && getSelection().isCollapsed) putAll(); });
document.addEventListener("visibilitychange", listen);
listen();
