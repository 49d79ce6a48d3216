// What of the page is seen.

/** Shows what needs scripts. */
export function unhide() {
  for (const element of document.querySelectorAll(".needs-script")) /** @type {HTMLElement} */ (element).hidden = false;
}

/** Brings the match into view, if it is not. */
export function reveal() {
  const match = /** @type {HTMLElement} */ (document.getElementById("match")), { top, bottom } = match.getBoundingClientRect();
  if (bottom < 80 || top > innerHeight - 80) match.scrollIntoView();
}
