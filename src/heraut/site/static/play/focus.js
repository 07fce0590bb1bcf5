// For whoever uses the keys or hears the page: when a part of it comes anew, the focus goes on from where it was, and what is
// new is said. Pages name what matters to it:
//
// <p id="dit" role="status">      where it is said; it stays in the page, for browsers read aloud what changes in such a line
// <h2 data-say="question">        said whenever its words are others than before (or it was not there); the name tells them apart
// <span data-say="…" data-changes>  said only if it stood here with other words before
// <p data-say>                    without a name: what an act has done, said each time it comes
// <ol data-say-lines="recent">    lines, the latest first: those that have come are said, as they happened, before all else
// <input data-checked>            marked as wrong while one of those that describe it is .bad
// <section data-anew="key">       whoever answers in it, or by a button of its form, goes on at the section itself once its key is another
// <div data-own-focus>            its own script leads the focus in it (rois.js)
"use strict";

// For rois.js too: what a link or button does, whichever it is; and whether it is seen above the bar at the foot
const does = (one) => [one.localName, one.getAttribute("href") || "", one.name || "", one.value || ""].join(" ");
function in_view(one) {
  const box = one.getBoundingClientRect(), bar = document.querySelector(".dock"), end = bar ? bar.getBoundingClientRect().top : innerHeight;
  return box.top >= 0 && box.top + Math.min(box.height, 160) <= end;
}

(() => {
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const HEADINGS = ":is(h2, h3):not(.visually-hidden)"; // one that is hidden would show while it has the focus, and move the page
  const sign = (one) => [one.id, one.getAttribute("href"), one.name, one.value].some(Boolean) && `${one.id} ${does(one)}`;
  const kind = (one) => [one.localName, one.name || "", one.className].join(" ");
  const usable = (one) => one.checkVisibility() && !one.disabled;
  const first = (list) => [...list].find(usable);

  let held = null;
  function hold(pressed) {
    const focus = document.activeElement, here = focus && focus !== document.body ? focus : pressed;
    held = null;
    if (!here || !here.closest || here.closest("[data-own-focus]")) return;
    const button = [pressed, here].find((one) => one && one.type === "submit"), anew = button?.form?.closest("[data-anew]") || here.closest("[data-anew]");
    held = { anew: anew && { id: anew.id, key: anew.dataset.anew } };
    if (here.closest("svg")) return; // what is drawn has an id, by which htmx finds it again
    const trail = [];
    for (let box = here.closest("[id]"); box && box.localName !== "body"; box = box.parentElement.closest("[id]")) trail.push(box.id);
    const part = trail.find((id) => id !== here.id), place = part ? alike(document.getElementById(part), kind(here)).indexOf(here) : -1;
    Object.assign(held, { id: here.id, sign: sign(here), kind: kind(here), trail, part, place });
  }
  const alike = (part, wanted) => [...part.querySelectorAll(CONTROLS)].filter((one) => usable(one) && kind(one) === wanted);

  function asked() {
    const part = held.anew && document.getElementById(held.anew.id);
    return part && part.dataset.anew !== held.anew.key ? part : null;
  }
  // The same thing; the one that has taken its place; what it stood in
  function next() {
    const again = held.id && document.getElementById(held.id);
    if (again && usable(again)) return again;
    const same = held.sign && first([...document.querySelectorAll(CONTROLS)].filter((one) => sign(one) === held.sign && !one.closest("svg")));
    if (same) return same;
    const part = held.part && document.getElementById(held.part), others = part && held.place >= 0 ? alike(part, held.kind) : [];
    if (others.length) return others[Math.min(held.place, others.length - 1)];
    const left = held.trail.map((id) => document.getElementById(id)).filter((one) => one && one.checkVisibility());
    const headed = left.find((one) => one.matches("section, aside, article") || one.querySelector(HEADINGS)) || left[0];
    return headed && (first(headed.querySelectorAll(HEADINGS)) || headed);
  }
  function go_on() {
    if (!held) return;
    // Another question is read before it is answered: the button that answered the last one may now answer this
    const there = asked() || (held.trail && document.activeElement === document.body ? next() : null);
    held = null;
    if (!there) return;
    if (!there.matches(`${CONTROLS}, [tabindex]`)) there.tabIndex = -1;
    there.focus({ preventScroll: true });
    if (keys && !(in_view(there) && on_top(there))) there.scrollIntoView({ block: "nearest" });
  }
  let keys = false; // whether the last sign came from the keys: under a finger or a mouse the page stays where it is
  addEventListener("keydown", () => { keys = true; }, true);
  addEventListener("pointerdown", () => { keys = false; }, true);
  function on_top(one) { // the guide may lie over it
    const box = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(box.left + 9, box.top + 9));
  }

  // Of all that is to be said, what has changed
  let told = new Map();
  function heard(one) {
    const words = one.cloneNode(true);
    for (const sign of words.querySelectorAll("[aria-hidden=true]")) sign.remove();
    return words.textContent.replace(/\s+/g, " ").trim();
  }
  function fresh(lines, before) {
    const count = lines.findIndex((_, number) => lines.slice(number).every((line, place) => line === before[place]));
    return lines.slice(0, count < 0 ? lines.length : count).reverse();
  }
  function news() {
    const found = [], now = new Map();
    for (const list of document.querySelectorAll("[data-say-lines]")) {
      const lines = [...list.children].map((line) => heard(line.querySelector("p") || line));
      found.push(...fresh(lines, told.get(list.dataset.sayLines) || []));
      now.set(list.dataset.sayLines, lines);
    }
    for (const one of document.querySelectorAll("[data-say]")) {
      const words = heard(one), name = one.dataset.say || one, before = told.get(name), first = before === undefined;
      if (words && before !== words && !(first && "changes" in one.dataset)) found.push(words);
      now.set(name, words);
    }
    told = now;
    return found.map((words) => (/[.!?…]$/.test(words) ? words : `${words}.`));
  }
  function say() {
    const words = news().join(" "), line = document.getElementById("dit");
    if (line && words) line.textContent = words === line.textContent ? `${words}\u00a0` : words; // the same once more is a change too
  }

  function mark() {
    const bad = (id) => document.getElementById(id)?.classList.contains("bad");
    for (const field of document.querySelectorAll("[data-checked]")) {
      if (field.getAttribute("aria-describedby").split(" ").some(bad)) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
  }

  document.addEventListener("htmx:beforeSwap", (event) => hold(event.detail.requestConfig?.triggeringEvent?.submitter || event.detail.requestConfig?.elt));
  document.addEventListener("heraut:swapping", () => hold(null));
  document.addEventListener("htmx:afterSettle", () => { go_on(); say(); mark(); });
  document.addEventListener("heraut:swapped", () => { go_on(); news(); mark(); }); // another turn: the line that follows tells so (live.js)
  news();
  const greeting = [...document.querySelectorAll("[data-message]")].map(heard).join(" ");
  if (greeting) setTimeout(() => { document.getElementById("dit").textContent = greeting; }, 500); // not heard where it is there from the beginning
})();
