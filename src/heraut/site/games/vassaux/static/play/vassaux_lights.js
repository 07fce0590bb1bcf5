// A line of what happened lights the men whom it speaks of, on the table beside it. Without it the line says their numbers.
"use strict";

(() => {
const LIT = "lit";
const unlit = () => document.querySelectorAll(`.scene .${LIT}`).forEach((man) => man.classList.remove(LIT));

function light(line) {
  unlit();
  for (const man of line.dataset.men.split(" ")) {
    document.querySelectorAll(`.scene [id="f${man}"], .scene [data-man="${man}"]`).forEach((one) => one.classList.add(LIT));
  }
}

const lineOf = (event) => event.target.closest?.("[data-men]");
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => { const line = lineOf(event); if (line && line.dataset.men) light(line); });
}
for (const kind of ["pointerout", "focusout"]) {
  document.addEventListener(kind, (event) => { if (lineOf(event) && !document.querySelector("details[data-men][open]")) unlit(); });
}
document.addEventListener("toggle", (event) => {
  const line = lineOf(event);
  if (line && line.dataset.men && line.open) light(line);
  else if (line) unlit();
}, true);
})();
