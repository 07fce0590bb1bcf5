// A page that follows its match, or its table while that waits: it asks again and again whether anything has happened, and
// only then for the part of the page that shows it. Without scripts the page shows the same when it is loaded again.
//
// <div id="table" data-poll data-beat>   a board that lives as a whole: asked for anew as a fragment (htmx)
// <div id="suivi" data-poll data-beat>   the lines that follow; parts marked data-live come with them from the page itself
"use strict";

(() => {
  const table = () => document.getElementById("table");
  const root = () => document.querySelector("[data-poll]");
  if (!root()) return;
  const title = document.title;
  const since = root().dataset.step;
  const IDLE = 600e3;
  let asking = false; // whether anything has happened, or for what has
  let open = 0, sent = 0; // requests of htmx that are not answered yet, and all that there were
  let active = Date.now();

  // How much of the table talk this page shows; the last figure of the poll is how much was said
  function heard() {
    const lines = document.querySelector("#propos-lignes [data-said]");
    return lines ? lines.dataset.said : "0";
  }

  // Whoever has turned away is told by the title, a little later
  function pause() {
    const hurry = Boolean(root().dataset.hurry);
    if (document.hidden || Date.now() - active > IDLE) return hurry ? 2500 : 20000;
    return hurry ? (table() ? 600 : 1500) : 4000;
  }

  // What was not said before calls as well (sound.js): that it is one's turn, that a turn is resolved
  let said = null;
  function tell() {
    const now = root(), word = table() && !now.dataset.asked ? "" : now.dataset.title;
    document.title = word ? `● ${word} · ${title}` : title;
    const calls = now.dataset.asked || now.dataset.calls ? word : "";
    if (said !== null && calls && calls !== said) document.dispatchEvent(new Event("heraut:called"));
    said = calls;
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

  // Parts of the page, as the site would show them now. What nobody typed into and nothing has changed of is left alone.
  const bare = (html) => html.replace(/name="csrfmiddlewaretoken" value="\w+"/g, "");
  function replace(fresh) {
    if (fresh.querySelector("#suivi")?.dataset.seat !== root().dataset.seat) return false; // the session has ended: nothing of this page may go
    const focus = document.activeElement, at = focus && focus.id && [focus.id, focus.selectionEnd];
    let swapped = false;
    document.dispatchEvent(new Event("heraut:swapping"));
    for (const part of document.querySelectorAll("#suivi, [data-live]")) {
      const next = fresh.querySelector(`#${part.id}`);
      if (!next) continue;
      for (const { name, value } of next.attributes) if (part.getAttribute(name) !== value) part.setAttribute(name, value);
      if (bare(part.innerHTML) === bare(next.innerHTML) || (part.dataset.live === "calm" && being_filled(part))) continue;
      if (part.id === "suivi") { // its line is read aloud when it changes, and has to stay in the page for that
        const words = part.querySelector("[role=status]"), told = next.querySelector("[role=status]");
        if (words.innerHTML !== told.innerHTML) words.innerHTML = told.innerHTML;
        continue;
      }
      part.innerHTML = next.innerHTML;
      if (window.htmx) htmx.process(part);
      swapped = true;
    }
    if (swapped) document.dispatchEvent(new Event("heraut:swapped"));
    const field = at && document.activeElement === document.body && document.getElementById(at[0]);
    if (field) {
      field.focus({ preventScroll: true });
      if (at[1] != null && field.setSelectionRange && field.type !== "number") field.setSelectionRange(at[1], at[1]);
    }
    return true;
  }
  const being_filled = (part) => controls(part).some((one) => one === document.activeElement || filled(one));

  const soon = () => AbortSignal.timeout(60e3); // what has not come by then is asked for again
  async function follow(whole) {
    const headers = { "X-Heraut-Step": since || "" }, before = sent;
    if (!whole) Object.assign(headers, { "HX-Request": "true", "HX-Target": "suivi" });
    const answer = await fetch(location.pathname + location.search, { headers, cache: "no-store", signal: soon() });
    const page = answer.ok ? await answer.text() : "";
    // What was sent meanwhile makes this page an old one, and its answer goes into a part that stands here now
    if (!page || held || open || before !== sent) return;
    replace(new DOMParser().parseFromString(page, "text/html"));
    tell();
  }

  // The first three figures turn the page over: steps, the clock, the deadline; letters and seals only add to it
  const world = (beat) => beat.split(".").slice(0, 3).join(".");
  async function come(told, shown) {
    const now = told.replace(/\.\d+$/, "");
    if (!table()) return now === shown ? null : follow(root().dataset.whole !== undefined || world(now) !== world(shown));
    return now === shown ? hear() : refresh();
  }

  async function beat() {
    const now = root();
    if (now && !asking && !open) {
      const seen = given;
      asking = true;
      try {
        const answer = await fetch(`${now.dataset.poll}?vu=${encodeURIComponent(`${now.dataset.beat}.${heard()}`)}`, { cache: "no-store", signal: soon(), credentials: "omit" });
        const told = answer.status === 200 ? await answer.text() : "";
        if (told && root() === now && seen === given && !held) await come(told, now.dataset.beat);
      } catch {
        // the site cannot be reached just now: asked again at the next beat
      }
      asking = false;
    }
    clearTimeout(next);
    if (root()) next = setTimeout(beat, pause());
  }

  // Nothing moves under a finger or a button that is held down: a click or a drag begun on the old page would be lost
  let held = false;
  document.addEventListener("pointerdown", () => { held = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { held = false; }, true);
  document.addEventListener("pointermove", (event) => { if (!event.buttons) held = false; }, true);
  for (const sign of ["pointerdown", "keydown", "scroll"]) addEventListener(sign, () => { active = Date.now(); }, { passive: true });

  // Whoever is typing types on in the same field, where the browser has lost sight of it
  let typing = null;
  function typeOn() {
    const field = typing && document.activeElement === document.body && document.getElementById(typing[0]);
    if (!field) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(typing[1], typing[2]);
  }

  // What was chosen in the forms of a board stays chosen when the board is shown anew for the same question
  const controls = (part) => [...part.querySelectorAll("input:not([type=hidden]), select, textarea")].filter((one) => !one.closest("[data-hx-preserve]"));
  const filled = (one) => (one.type === "checkbox" || one.type === "radio" ? one.checked !== one.defaultChecked : one.options ? ![...one.selectedOptions].every((option) => option.defaultSelected) : one.value !== one.defaultValue);
  const called = (one, all) => `${one.form ? one.form.id : ""} ${one.id || `${one.name} ${one.value} ${all.filter((other) => other.name === one.name).indexOf(one)}`}`;
  const question = () => document.querySelector("#reponse [name=key]")?.value;
  let chosen = null;
  function remember(part) {
    const all = controls(part);
    return new Map(all.filter(filled).map((one) => [called(one, all), one.type === "checkbox" || one.type === "radio" ? one.checked : one.value]));
  }
  function recall(part, values) {
    const all = controls(part);
    for (const one of all) {
      const value = values.get(called(one, all));
      if (value === undefined || (one.name === "text" && one.value)) continue;
      if (typeof value === "boolean") one.checked = value;
      else if (!one.options || [...one.options].some((option) => option.value === value)) one.value = value;
    }
  }

  // The same at the card of a land, whose fields are named after the land and the order, and of a note that is not put down yet
  const card = () => document.querySelector("#fiche, .todo-form");
  let written = new Map();
  for (const sign of ["htmx:beforeSwap", "heraut:swapping"]) document.addEventListener(sign, (event) => {
    if (card()) written = event.detail?.requestConfig?.elt === card() ? new Map() : remember(card());
  });
  for (const sign of ["htmx:afterSwap", "htmx:oobAfterSwap", "heraut:swapped"]) document.addEventListener(sign, () => { if (card()) recall(card(), written); });

  // An answer that is given overtakes a look that is under way: what that look brings back is older
  let given = 0;
  const started = new WeakMap();
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb === "post" && event.detail.target === table()) {
      given += 1;
      for (const one of document.querySelectorAll("[data-message]")) one.remove(); // said when the page came: old by now
    }
    started.set(event.detail.xhr, given);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!table()) return;
    const { verb, formData } = event.detail.requestConfig, looked = verb === "get" || formData.get("do") === "look";
    if (started.get(event.detail.xhr) !== given || (looked && held)) event.detail.shouldSwap = false;
    const field = document.activeElement;
    typing = field && field.id && field.selectionEnd != null ? [field.id, field.selectionStart, field.selectionEnd] : null;
    chosen = event.detail.target === table() && looked ? { key: question(), values: remember(table()) } : null;
  });
  document.addEventListener("htmx:beforeSend", (event) => { // its end is heard even if what asked is no more in the page by then
    open += 1;
    sent += 1;
    event.detail.xhr.addEventListener("loadend", () => { open -= 1; setTimeout(() => { if (presses.some((one) => one.button.isConnected)) press(); }); });
  });
  document.addEventListener("htmx:afterSettle", () => { if (root()) { if (table() && chosen && chosen.key === question()) recall(table(), chosen.values); tell(); typeOn(); press(); } });

  // Buttons pressed while a look is under way wait for the board that comes of it. What only puts an answer together is
  // pressed there then, if the question is still the same; what would bind is not: nobody has seen yet what it would bind.
  const DRAFTING = "[name=add], [name=instead], [name=whole], [name=touch], [name=calque], [value=look], [value=undo], [value=clear], [value=weigh]";
  let presses = [], under_way = null;
  const in_flight = (form) => form.classList.contains("htmx-request");
  const alike = (one, other) => one.type === "submit" && one.name === other.name && (one.id ? one.id === other.id : one.value === other.value);
  function wait(button) {
    presses.push({ button, value: button.value, key: button.form.elements.key.value, again: Boolean(under_way) && alike(button, under_way) });
    button.setAttribute("aria-busy", "true");
  }
  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (!table() || form.id !== "reponse" || !button) return;
    if (!in_flight(form)) { under_way = button; return; }
    event.preventDefault();
    event.stopImmediatePropagation();
    wait(button);
  }, true);
  document.addEventListener("heraut:early", (event) => wait(event.target));
  function press() {
    const form = document.getElementById("reponse");
    presses = presses.filter((one) => form && one.key === form.elements.key.value);
    if (!presses.length || in_flight(form)) return;
    const { button, value, again } = presses.shift();
    button.removeAttribute("aria-busy");
    const now = button.matches(DRAFTING) && [...form.elements].find((one) => alike(one, button));
    if (now) {
      now.value = value; // a drop on the board says in its button where
      now.click();
    } else if (!again) unsent();
  }
  function unsent() {
    const said = document.createElement("div"), words = document.createElement("p");
    said.className = "notice warn";
    said.role = "status";
    words.textContent = table().dataset.unsent;
    said.append(words);
    table().prepend(said);
  }
  for (const fault of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.addEventListener(fault, () => {
    for (const { button } of presses) button.removeAttribute("aria-busy");
    presses = [];
  });
  document.addEventListener("said", (event) => event.target.reset());
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !asking && !open && root()) { active = Date.now(); table() ? refresh() : beat(); } });
  tell();
  let next = setTimeout(beat, 600);
})();
