// What stands around every page of a match: the thing that a guided step points at, and the keys. Links and forms do the same.
"use strict";

(() => {
  // The open step of the guided turn: the thing itself is ringed, and scrolled to when it is another than before
  let step = null, held = false, waiting = null, moving = false, stopped = false;
  function come_to(thing, again) {
    waiting = held ? thing : null;
    if (held) return;
    const still = stopped || matchMedia("(prefers-reduced-motion: reduce)").matches; // Chromium never begins a smooth scroll on the heels of one that was stopped
    const sheet = thing.closest("[data-sheet]"), behavior = still ? "instant" : "smooth";
    if (!sheet) {
      moving = true;
      thing.scrollIntoView({ block: "nearest", inline: "nearest", behavior });
    } else if (again) { // beside the guide, in a part that scrolls by itself: the page stays, and so does the guide until it is asked
      sheet.scrollBy({ top: thing.getBoundingClientRect().top - sheet.getBoundingClientRect().top, behavior });
    }
  }
  // Nothing moves under a finger or a button that is held down: a click whose place is gone when it ends would be lost
  addEventListener("scrollend", () => { moving = false; });
  document.addEventListener("pointerdown", () => {
    held = true;
    stopped = moving;
    if (moving) scrollTo({ top: scrollY, behavior: "instant" });
  }, true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => {
    held = false;
    setTimeout(() => { if (waiting?.isConnected && !held) come_to(waiting); }); // after the click
  }, true);
  addEventListener("click", () => { stopped = false; });
  function ring(again) {
    for (const old of document.querySelectorAll(".ringed")) old.classList.remove("ringed");
    const guide = document.getElementById("premiers-pas"), thing = guide && guide.dataset.thing && document.querySelector(guide.dataset.thing);
    if (!thing) return;
    thing.classList.add("ringed");
    const fold = thing.parentElement.closest("details:not([open])");
    if (fold) fold.open = true;
    if (again || (step !== null && step !== guide.dataset.step + guide.dataset.thing)) come_to(thing, again);
    step = guide.dataset.step + guide.dataset.thing;
  }
  document.addEventListener("DOMContentLoaded", () => ring());
  for (const change of ["htmx:afterSettle", "heraut:swapped"]) document.addEventListener(change, () => ring());
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-show]"), guide = document.getElementById("premiers-pas");
    if (!link || !guide || !document.querySelector(guide.dataset.thing || "none")) return;
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("heraut:show", { detail: link.getAttribute("href") }));
    ring(true);
  });

  // A press counts for the button that has taken the place of the pressed one meanwhile, if it does the same: browsers drop
  // such a click of a mouse or a pen. A tap they give to whatever lies under the finger when it ends.
  let pressed = null;
  const same = (one, other) => ["localName", "id", "name", "value", "textContent"].every((what) => one[what] === other[what]);
  document.addEventListener("pointerdown", (event) => { pressed = event.button ? null : event.target.closest("button, a, summary"); }, true);
  document.addEventListener("pointerup", (event) => {
    const old = pressed, now = document.elementFromPoint(event.clientX, event.clientY)?.closest("button, a, summary");
    pressed = null;
    if (old && !old.isConnected && now && event.pointerType !== "touch" && same(old, now)) setTimeout(() => now.click());
  }, true);

  // What is unfolded in a part of the page stays so when the part comes anew
  let unfolded = [];
  document.addEventListener("htmx:beforeSwap", (event) => { unfolded = event.detail.target.closest ? [...document.querySelectorAll("details[id][open]")].map((one) => one.id) : []; });
  for (const change of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(change, () => { for (const id of unfolded) { const one = document.getElementById(id); if (one) one.open = true; } });

  // Keys, unless somebody types or has switched them off
  const OFF = "heraut:no-keys";
  const off = document.getElementById("raccourcis-non");
  for (const one of document.querySelectorAll("[data-scripted]")) one.hidden = false;
  let silent = false;
  try { silent = localStorage.getItem(OFF) === "1"; } catch { /* a private window */ }
  if (off) {
    off.checked = silent;
    off.addEventListener("change", () => {
      silent = off.checked;
      try { localStorage.setItem(OFF, silent ? "1" : "0"); } catch { /* the same */ }
    });
  }
  const TYPING = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]";
  const press = (id) => { const button = document.getElementById(id); if (button) button.click(); return Boolean(button); };
  const go = (to) => { if (to) { to.focus(); to.scrollIntoView({ block: "nearest" }); } return Boolean(to); };
  function act(key) {
    if (key === "?") return document.getElementById("raccourcis")?.togglePopover() !== undefined;
    if (key === "u" && press("barre-annuler")) return true;
    if (key === "s") return go(document.getElementById("barre-sceller"));
    if (key === "/") return go(document.querySelector("[data-find]"));
    const tab = /^[1-9]$/.test(key) && document.querySelectorAll("#onglets .tabs a")[Number(key) - 1];
    if (tab) tab.click();
    return Boolean(tab) || !document.dispatchEvent(new CustomEvent("heraut:key", { detail: key, cancelable: true })); // a game's own
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.target.matches(TYPING)) return;
    if (silent && event.key !== "?") return;
    if (act(event.key.toLowerCase())) event.preventDefault();
  });
})();
