// A table that lives: asks twice a second whether anything has happened, and only then for the part of the page that shows it.
// Without scripts the page shows the same when it is loaded again.
"use strict";

(() => {
  const table = () => document.getElementById("table");
  const title = document.title;
  let busy = false;

  // How much of the table talk this page shows; the last figure of the pulse is how much was said
  function heard() {
    const lines = document.querySelector("#propos-lignes [data-said]");
    return lines ? lines.dataset.said : "0";
  }

  function pause() {
    if (document.hidden) return table().dataset.hurry ? 2500 : 20000;
    return table().dataset.hurry ? 600 : 4000;
  }

  function tell() {
    document.title = table().dataset.asked ? `● ${table().dataset.title} · ${title}` : title;
  }

  // What somebody is putting together is sent along, so that nothing of it is lost when the table goes on
  async function refresh() {
    const form = document.getElementById("reponse");
    const text = form && form.elements.text ? form.elements.text.value : "";
    if (text && form.dataset.list) {
      await htmx.ajax("POST", location.pathname + location.search, { target: "#table", swap: "outerHTML", values: { do: "look", text, key: form.elements.key.value, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value } });
    } else {
      await htmx.ajax("GET", location.pathname + location.search, { target: "#table", swap: "outerHTML" });
    }
  }

  // Something was said, and nothing else has happened: the lines alone, and the last one aloud to whoever cannot see them
  async function hear() {
    const frame = document.getElementById("propos-lignes");
    await htmx.ajax("GET", frame.dataset.from, { target: "#propos-lignes", swap: "innerHTML" });
    const last = document.querySelector("#propos-lignes li:last-child:not(.own)");
    if (last) document.getElementById("propos-dit").textContent = last.textContent;
  }

  async function beat() {
    const now = table();
    if (now && !busy) {
      const seen = given;
      busy = true;
      try {
        const answer = await fetch(`${now.dataset.pulse}?vu=${encodeURIComponent(`${now.dataset.beat}.${heard()}`)}`, { cache: "no-store", credentials: "omit" });
        const told = answer.status === 200 ? await answer.text() : "";
        if (told && table() === now && seen === given) {
          await (told.replace(/\.\d+$/, "") === now.dataset.beat ? hear() : refresh());
        }
      } catch {
        // the site cannot be reached just now: asked again at the next beat
      }
      busy = false;
    }
    if (table()) setTimeout(beat, pause());
  }

  // Nothing moves under a finger or a button that is held down: a click or a drag begun on the old page would be lost
  let held = false;
  document.addEventListener("pointerdown", () => { held = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { held = false; }, true);
  document.addEventListener("pointermove", (event) => { if (!event.buttons) held = false; }, true);

  // Whoever is typing types on in the same field, where the browser has lost sight of it
  let typing = null;
  function typeOn() {
    const field = typing && document.activeElement === document.body && document.getElementById(typing[0]);
    if (!field) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(typing[1], typing[2]);
  }

  // An answer that is given overtakes a look that is under way: what that look brings back is older
  let given = 0;
  const started = new WeakMap();
  document.addEventListener("htmx:beforeRequest", (event) => {
    busy = true;
    if (event.detail.requestConfig.verb === "post" && event.detail.target === table()) given += 1;
    started.set(event.detail.xhr, given);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const looked = event.detail.requestConfig.verb === "get";
    if (started.get(event.detail.xhr) !== given || (looked && held)) event.detail.shouldSwap = false;
    const field = document.activeElement;
    typing = field && field.id && field.selectionEnd != null ? [field.id, field.selectionStart, field.selectionEnd] : null;
  });
  document.addEventListener("htmx:afterRequest", () => { busy = false; });
  document.addEventListener("htmx:afterSettle", () => { tell(); typeOn(); });
  document.addEventListener("said", (event) => event.target.reset());
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !busy && table()) refresh(); });
  tell();
  setTimeout(beat, 600);
})();
