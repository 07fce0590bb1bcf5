// A short call when it is the player's turn, on pages that follow their match (`live.js` says when). Off until he turns it
// on, kept by this browser. Browsers let a page sound only once somebody has touched it: until then the title alone tells.
"use strict";

(() => {
  const KEY = "heraut:sound";
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  let context = null;
  let on = false;
  try { on = localStorage.getItem(KEY) === "1"; } catch { /* a private window */ }

  // Two notes of a horn, a fifth apart, made here: nothing is loaded
  function call() {
    if (!context || context.state !== "running") return;
    const now = context.currentTime;
    for (const [pitch, begin, length] of [[293.66, 0, 0.22], [440, 0.2, 0.5]]) {
      const tone = context.createOscillator(), loud = context.createGain();
      tone.type = "triangle";
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0, now + begin);
      loud.gain.linearRampToValueAtTime(0.22, now + begin + 0.04);
      loud.gain.exponentialRampToValueAtTime(0.001, now + begin + length);
      tone.connect(loud).connect(context.destination);
      tone.start(now + begin);
      tone.stop(now + begin + length);
    }
    document.documentElement.dataset.called = String(Number(document.documentElement.dataset.called || 0) + 1);
  }

  async function wake() {
    context = context || new Context();
    if (context.state === "suspended") await context.resume();
  }

  function show() {
    for (const button of document.querySelectorAll("[data-sound]")) {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(on));
    }
  }

  document.addEventListener("click", async (event) => {
    if (!event.target.closest("[data-sound]")) return;
    on = !on;
    try { localStorage.setItem(KEY, on ? "1" : "0"); } catch { /* for this page only */ }
    show();
    if (on) { await wake(); call(); }
  });
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => { if (on && !(context && context.state === "running")) wake(); }, { passive: true });
  document.addEventListener("heraut:called", () => { if (on) call(); });
  for (const change of ["heraut:swapped", "htmx:afterSettle"]) document.addEventListener(change, show);
  show();
})();
