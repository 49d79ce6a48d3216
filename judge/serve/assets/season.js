// Hands in files that are chosen or dropped, and loads the live parts of a page again when something has happened.
"use strict";

const form = document.getElementById("upload");
const told = document.getElementById("told");

async function handIn(file) {
  told.textContent = `handing in ${file.name} …`;
  try {
    const answer = await fetch("/api/bot", { method: "PUT", body: file });
    const verdict = await answer.json();
    told.textContent = verdict.upload ? `upload ${verdict.upload}: ${verdict.text}` : verdict.text;
  } catch {
    told.textContent = "the server did not take the file; see that it is not too large, and try again";
  }
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

let due = null;
async function renew() {
  due = null;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelectorAll("[data-live]");
  const here = document.querySelectorAll("[data-live]");
  if (fresh.length === here.length) here.forEach((part, place) => part.replaceWith(document.adoptNode(fresh[place])));
}

let stream = null;
function listen() {
  if (document.hidden) { stream?.close(); stream = null; return; }
  if (stream || !document.querySelector("[data-live]")) return;
  stream = new EventSource("/live");
  stream.onmessage = () => { due ??= setTimeout(renew, 2000); };
}
document.addEventListener("visibilitychange", listen);
listen();
