// A table that lives: asks twice a second whether anything has happened, and only then for the part of the page that shows it.
// Without scripts the page shows the same when it is loaded again.
"use strict";

(() => {
  const table = () => document.getElementById("table");
  const title = document.title;
  let busy = false;

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
      await htmx.ajax("POST", location.pathname, { target: "#table", swap: "outerHTML", values: { do: "look", text, key: form.elements.key.value, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value } });
    } else {
      await htmx.ajax("GET", location.pathname + location.search, { target: "#table", swap: "outerHTML" });
    }
  }

  async function beat() {
    const now = table();
    if (now && !busy) {
      const seen = given;
      busy = true;
      try {
        const answer = await fetch(`${now.dataset.pulse}?vu=${encodeURIComponent(now.dataset.beat)}`, { cache: "no-store", credentials: "omit" });
        if (answer.status === 200 && table() === now && seen === given) await refresh();
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

  // An answer that is given overtakes a look that is under way: what that look brings back is older
  let given = 0;
  const started = new WeakMap();
  document.addEventListener("htmx:beforeRequest", (event) => {
    busy = true;
    if (event.detail.requestConfig.verb === "post") given += 1;
    started.set(event.detail.xhr, given);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const looked = event.detail.requestConfig.verb === "get";
    if (started.get(event.detail.xhr) !== given || (looked && held)) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterRequest", () => { busy = false; });
  document.addEventListener("htmx:afterSettle", tell);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !busy && table()) refresh(); });
  tell();
  setTimeout(beat, 600);
})();
