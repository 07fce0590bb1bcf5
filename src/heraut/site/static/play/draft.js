// Nothing that is typed is lost. A form <form data-draft="name" data-step="3"> is kept in this browser at every letter, until
// the site has it: a closed tab, another page, a lost connection, an ended session or turn only interrupt it. What no
// longer fits where it was typed is offered beside the form (<div data-draft-here="name">), and never dropped unasked.
"use strict";

(() => {
  const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join("");
  const pages = new Set([PAGE]); // what this page calls itself, and what those called themselves whose drafts it goes on with
  const names = () => [...pages].filter((page) => page !== PAGE).slice(-4).concat(PAGE);
  const OLD = 40 * 86400e3;
  const memory = new Map(); // where the browser keeps nothing for us

  const DRAFT = "heraut:draft:", OFFER = "heraut:offer:";
  function stored(key) {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return memory.get(key) || null; }
  }
  function store(key, value) {
    memory.set(key, value);
    try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* a private window, or a full one */ }
  }
  function forget(key) {
    memory.delete(key);
    try { localStorage.removeItem(key); } catch { /* the same */ }
  }
  try {
    for (const key of Object.keys(localStorage)) {
      const one = (key.startsWith(DRAFT) || key.startsWith(OFFER)) && stored(key);
      if (one && !(one.at > Date.now() - OLD)) forget(key);
    }
  } catch { /* the same */ }

  // What a form holds now, and what the site gave it to begin with

  const SILENT = ["hidden", "submit", "button", "reset", "file", "password"];
  const typed = (form) => [...form.elements].filter((one) => one.name && one.matches("input, textarea, select") && !SILENT.includes(one.type));
  function held(one, given) {
    if (one.type === "checkbox" || one.type === "radio") return (given ? one.defaultChecked : one.checked) ? one.value : null;
    if (!one.options) return given ? one.defaultValue : one.value;
    const chosen = given ? [...one.options].find((option) => option.defaultSelected) || one.options[0] : one.selectedOptions[0];
    return chosen ? chosen.value : "";
  }
  const fields = (form, given = false) => typed(form).map((one) => [one.name, held(one, given)]).filter(([, value]) => value !== null);
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const base = (form) => (form.elements.base ? form.elements.base.value : form.dataset.base || "");
  const changed = (form) => "unsaved" in form.dataset || !same(fields(form), fields(form, true));
  const key = (form) => `${DRAFT}${form.dataset.draft}|${PAGE}`; // each page its own: two windows do not write over each other

  // The drafts of a form, of this page and of others, the latest first
  function drafts(name) {
    let keys = [...memory.keys()];
    try { keys = [...new Set([...keys, ...Object.keys(localStorage)])]; } catch { /* the same */ }
    const found = keys.filter((one) => one.startsWith(`${DRAFT}${name}|`)).map((one) => [one, stored(one)]);
    return found.filter(([, draft]) => draft).sort(([, a], [, b]) => b.at - a.at);
  }

  // The lines that the site has not: those of a text, or the fields that were filled in
  function lines(form, all = "unsaved" in form.dataset) {
    return typed(form).flatMap((one) => {
      const now = held(one), before = held(one, true);
      if (now === null || (now === before && !all)) return [];
      if (one.localName === "textarea") {
        const known = all ? [] : before.split("\n");
        return now.split("\n").filter((line) => line.trim() && !known.includes(line));
      }
      const label = one.ariaLabel || (one.labels[0] ? (one.labels[0].querySelector("b") || one.labels[0]).textContent.trim() : one.name);
      return now.trim() ? [`${label}${document.documentElement.lang === "fr" ? "\u00a0: " : ": "}${one.options ? one.selectedOptions[0].text : now}`] : [];
    });
  }

  function keep(form) {
    if (!changed(form)) return forget(key(form));
    const before = stored(key(form)), now = fields(form);
    const sent = Boolean(before && before.sent && !("unsaved" in form.dataset) && same(before.fields, now));
    store(key(form), { step: form.dataset.step || "", base: base(form), pages: names(), fields: now, lines: lines(form), sent, at: Date.now() });
  }
  function send(form) {
    const draft = form && form.dataset.draft && stored(key(form));
    if (draft) store(key(form), { ...draft, sent: true });
  }

  // What was sent and the site has, whether the answer was seen here or the turn was over first
  function arrived(box, draft) {
    return Boolean(draft.sent) && (box.dataset.taken || "").split(" ").some((one) => {
      const [step, version, page] = one.split(".");
      return step === draft.step && Number(version) > Number(draft.base || 0) && draft.pages.includes(page);
    });
  }

  function put(form, values, only) {
    const left = values.map(([name, value]) => [name, value]);
    for (const one of typed(form)) {
      const place = left.findIndex(([name, value]) => name === one.name && (one.type !== "radio" && one.type !== "checkbox" || value === one.value));
      const value = place < 0 ? null : left.splice(place, 1)[0][1];
      if (one.type === "checkbox" || one.type === "radio") one.checked = value !== null;
      else if (value !== null && (!one.options || [...one.options].some((option) => option.value === value))) one.value = value;
      if (only && held(one) !== held(one, true)) for (let box = one.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    }
    const first = typed(form)[0];
    if (first) first.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // What stands beside the form

  const place = (name) => document.querySelector(`[data-draft-here="${CSS.escape(name)}"]`);
  function notice(box, look, words, buttons, text = "") {
    const made = document.createElement("div");
    made.className = `notice ${look}`;
    const said = document.createElement("p");
    said.textContent = words;
    made.append(said);
    if (text) {
      const shown = document.createElement("pre");
      shown.className = "orders";
      shown.textContent = text;
      made.append(shown);
    }
    const actions = document.createElement("div");
    actions.className = "actions";
    for (const [name, then, look] of buttons) {
      const button = document.createElement(typeof then === "string" ? "a" : "button");
      button.className = `button small ${look || ""}`;
      button.textContent = name;
      if (typeof then === "string") button.href = then;
      else { button.type = "button"; button.addEventListener("click", () => { made.remove(); then(); }); }
      actions.append(button);
    }
    if (buttons.length) made.append(actions);
    for (const old of box.querySelectorAll(`.notice.${look.split(" ").pop()}`)) old.remove();
    box.append(made);
    return made;
  }

  function offer(box, form, draft) {
    const words = box.dataset, name = OFFER + box.dataset.draftHere;
    const text = draft.lines.join("\n"), there = form ? lines(form, true) : [];
    if (draft.lines.every((line) => there.includes(line))) return forget(name); // nothing, or nothing that is not before one's eyes
    const buttons = [];
    if (form) buttons.push([form.elements.text ? words.take : words.takeForm, () => {
      const field = form.elements.text;
      forget(name);
      if (!field || field.localName !== "textarea") return put(form, draft.fields, true);
      field.value = [field.value.trimEnd(), text].filter(Boolean).join("\n") + "\n";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.focus();
    }, "primary"]);
    buttons.push([words.drop, () => forget(name), "quiet"]);
    notice(box, "warn offered", words[form ? draft.why : "closed"] || words.other, buttons, text);
  }

  // A page that has just been loaded, or a part of it that has just been replaced

  function arrive(loaded) {
    for (const box of document.querySelectorAll("[data-draft-here]")) {
      for (const [where, draft] of drafts(box.dataset.draftHere)) if (arrived(box, draft)) forget(where);
    }
    for (const form of document.querySelectorAll("form[data-draft]")) {
      for (const [where, draft] of drafts(form.dataset.draft)) {
        if (loaded === true || where === key(form) || draft.step !== (form.dataset.step || "")) take(form, where, draft);
      }
      if ("unsaved" in form.dataset) keep(form); // the site shows it as it was typed, and has refused it
    }
    for (const box of document.querySelectorAll("[data-draft-here]")) {
      const name = box.dataset.draftHere, form = document.querySelector(`form[data-draft="${CSS.escape(name)}"]`);
      const draft = stored(OFFER + name) || (form ? null : (drafts(name)[0] || [])[1]);
      if (draft) offer(box, form, draft);
    }
  }

  function take(form, where, draft) {
    const box = place(form.dataset.draft), now = draft.step === (form.dataset.step || "");
    const newer = now && Number(base(form) || 0) > Number(draft.base || 0);
    if (where !== key(form) || !now) forget(where);
    const refused = "unsaved" in form.dataset, aside = !refused && document.querySelector("form[data-draft][data-unsaved]");
    if (refused && draft.sent) return; // that is what is shown
    if (same(draft.fields, fields(form, true)) || same(draft.fields, fields(form)) || (draft.sent && newer && box && box.dataset.moved)) return; // elsewhere `arrived` has told
    if (now && draft.base === base(form) && !aside && (refused || !changed(form))) {
      for (const page of draft.pages) pages.add(page);
      put(form, draft.fields, true);
      const look = form.dataset.list && document.querySelector(`button[form="${form.id}"][value=look]`);
      if (look) look.click(); // the board as it would be after these orders
      if (box && "tellKept" in form.dataset) notice(box, "azure kept", box.dataset.kept, [[box.dataset.undo, () => { form.reset(); forget(key(form)); typed(form)[0].dispatchEvent(new Event("input", { bubbles: true })); }, ""]]);
    } else if (box && draft.lines.length) {
      const before = stored(OFFER + form.dataset.draft), lines = [...(before ? before.lines : []), ...draft.lines];
      const why = aside && draft.base === base(form) ? "aside" : now ? "other" : box.dataset.moved ? "moved" : "turn";
      forget(where);
      store(OFFER + form.dataset.draft, { ...draft, why, lines: [...new Set(lines)], at: Date.now() });
    }
  }

  addEventListener("storage", (event) => { if (!event.key || event.key.startsWith(OFFER)) arrive(); });
  for (const sort of ["input", "change"]) document.addEventListener(sort, (event) => {
    const form = event.target.form;
    if (form && form.dataset.draft && !swapping) keep(form);
  }, true);
  // A field that is taken out of the page says that it has changed, and its form may by then be the one that comes in its place
  let swapping = false;
  document.addEventListener("htmx:beforeSwap", () => { swapping = true; setTimeout(() => { swapping = false; }, 0); });
  document.addEventListener("htmx:afterSwap", () => { swapping = false; });
  document.addEventListener("said", (event) => { if (event.target.dataset.draft) forget(key(event.target)); }); // the site has it
  document.addEventListener("reset", (event) => { if (event.target.dataset.draft) setTimeout(keep, 0, event.target); });

  // On its way to the site: the page says what it calls itself, so that what it has saved is never taken for another's

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb === "get") return;
    for (const page of names()) event.detail.formData.append("window", page);
    if (event.detail.elt.localName === "textarea") send(event.detail.elt.form); // a sheet that saves itself
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    send(form);
    if (form.method !== "post" || !form.elements.base || form.querySelector("[name=window]")) return;
    for (const page of names()) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: "window", value: page });
      form.append(field);
    }
  });

  // The sheet that saves itself: what was typed while an answer was on its way stays, and a failure is said and tried again

  const sheet = () => document.getElementById("feuille-form");
  const text = () => { const form = sheet(); return form ? form.elements.text : null; };
  let before = null, again = 0;

  function merged(sent, now, answered) {
    if (now === sent) return answered;
    return answered.startsWith(sent.trimEnd()) ? now.trimEnd() + answered.slice(sent.trimEnd().length) : now;
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const field = text(), panel = event.detail.target.id === "panel";
    before = field && panel ? { sent: event.detail.requestConfig.formData.get("text"), now: field.value, focus: document.activeElement === field, at: field.selectionEnd } : null;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const form = sheet(), field = text();
    if (!form || !["panel", "checked"].includes(event.detail.target.id)) return;
    const kept = /heraut:kept/.test(event.detail.xhr.getResponseHeader("HX-Trigger") || "");
    if (event.detail.target.id === "checked") {
      if (kept) field.defaultValue = event.detail.requestConfig.formData.get("text");
      keep(form);
    } else if (before) {
      const answered = field.value, now = before.sent === null ? answered : merged(before.sent, before.now, answered);
      field.value = now;
      keep(form);
      if (before.focus) {
        field.focus({ preventScroll: true });
        field.setSelectionRange(before.at, before.at);
      }
      if (now !== answered) field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    before = null;
    const box = place(form.dataset.draft);
    if (box && document.querySelector(".stale")) notice(box, "bad unsaved", box.dataset.conflict, [[box.dataset.see, "#deux-versions", ""]]);
  });

  function failed(event) {
    const form = sheet(), box = form && place(form.dataset.draft);
    if (!box || event.detail.requestConfig.verb !== "post" || !event.detail.requestConfig.path.includes("/ordres/")) return;
    keep(form);
    const status = event.detail.xhr.status;
    if (status === 401 || status === 404) return notice(box, "bad unsaved", box.dataset.expired, [[box.dataset.login, box.dataset.loginUrl + encodeURIComponent(location.pathname + location.search), "primary"]]);
    if (status === 403) return notice(box, "bad unsaved", box.dataset.old, [[box.dataset.reload, location.href, "primary"]]);
    if (!box.querySelector(".unsaved")) notice(box, "bad unsaved", box.dataset.gone, []);
    clearTimeout(again);
    again = setTimeout(() => { if (text() && changed(sheet())) htmx.trigger(text(), "retry"); }, 4000);
  }
  for (const fault of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.addEventListener(fault, failed);
  document.addEventListener("htmx:afterOnLoad", (event) => {
    if (event.detail.xhr.status < 400 && event.detail.requestConfig.verb === "post") for (const one of document.querySelectorAll("[data-draft-here] .unsaved")) one.remove();
  });

  // A board that is shown anew: what was given is the site's, what was only written is still one's own
  document.addEventListener("htmx:afterSettle", (event) => {
    const board = document.getElementById("table"), { verb, formData } = event.detail.requestConfig;
    if (!board) return;
    const form = document.getElementById("reponse"), act = verb === "post" && formData.get("key") && !["look", "read"].includes(formData.get("do"));
    if (act && !board.dataset.fault) for (const [where] of drafts(`answer.${board.dataset.who}`)) forget(where);
    if (form && "unsaved" in form.dataset) keep(form);
    arrive();
  });

  // Whoever leaves in the middle of a word takes nothing along: the sheet is sent after him
  addEventListener("pagehide", () => {
    const form = sheet();
    if (!form || !changed(form) || "unsaved" in form.dataset) return;
    const data = new FormData(form);
    for (const page of names()) data.append("window", page);
    fetch(form.action, { method: "POST", body: data, keepalive: true, headers: { "HX-Request": "true", "HX-Target": "checked" } }).catch(() => {});
  });

  // Whatever another window has done with the draft meanwhile: what stands here is not given up with the part of the page
  function hold() {
    for (const form of document.querySelectorAll("form[data-draft]")) if (changed(form)) keep(form);
  }
  document.addEventListener("heraut:swapping", hold);
  document.addEventListener("htmx:beforeSwap", (event) => { if (event.detail.requestConfig.verb === "get" || event.detail.requestConfig.formData.get("do") === "look") hold(); });
  document.addEventListener("heraut:swapped", arrive);
  document.addEventListener("DOMContentLoaded", () => setTimeout(arrive, 0, true));
})();
