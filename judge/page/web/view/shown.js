// What of the page is seen.

/** Shows what needs scripts. */
export function unhide() {
  for (const element of document.querySelectorAll(".needs-script")) {
    element.removeAttribute("hidden");
  }
}

/** Brings the match into view, if its head is not in the upper half of the window. */
export function reveal() {
  const match = /** @type {HTMLElement} */ (document.getElementById("match")),
    { top } = match.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) match.scrollIntoView();
}
