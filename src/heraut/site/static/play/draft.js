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
    const { tried, doubt } = before && before.base === base(form) ? before : {};
    store(key(form), { step: form.dataset.step || "", base: base(form), pages: names(), fields: now, lines: lines(form), sent, tried, doubt, at: Date.now() });
  }
  // `tried`: what was sent of it from this version; `doubt`: how often something had been sent before, and was not answered
  function send(form) {
    const draft = form && form.dataset.draft && stored(key(form));
    if (draft) store(key(form), { ...draft, sent: true, tried: [...(draft.tried || []), draft.fields].slice(-4), doubt: draft.sent ? draft.doubt : unanswered(form) });
  }

  // What was sent and the site has, whether the answer was seen here or the turn was over first: each sending makes a version
  function arrived(box, draft) {
    return Boolean(draft.sent) && (box.dataset.taken || "").split(" ").some((one) => {
      const [step, version, page] = one.split(".");
      return step === draft.step && Number(version) > Number(draft.base || 0) + (draft.doubt || 0) && draft.pages.includes(page);
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
    const older = (draft.tried || []).some((one) => same(one, fields(form, true))); // the site has what was sent before the last letters
    if (now && (draft.base === base(form) || older) && !aside && (refused || !changed(form))) {
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
    if ([text(), sheet()].includes(event.detail.elt)) send(sheet()); // a sheet that saves itself
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form !== sheet() || !event.defaultPrevented) send(form); // else it may have to wait (see below)
    if (form.method !== "post" || !form.elements.base || form.querySelector("[name=window]")) return;
    for (const page of names()) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name: "window", value: page });
      form.append(field);
    }
  });

  // The sheet that saves itself: what was typed while an answer was on its way stays, and a failure is said and tried again

  const sheet = () => document.querySelector("form[data-draft^='orders.']");
  const text = () => { const form = sheet(); return form ? form.elements.text : null; };
  let before = null, again = 0;

  // What was typed since an old text, and what the site has made of that meanwhile, line by line
  function merged(old, now, answered) {
    if (now === old) return answered;
    if (answered === old) return now;
    const kept = old.trimEnd();
    if (kept && answered.startsWith(`${kept}\n`)) return now.trimEnd() + answered.slice(kept.length);
    const [was, here, there] = [old, now, answered].map((all) => all.split("\n"));
    const made = there.filter((line) => here.includes(line) || !was.includes(line));
    here.forEach((line, number) => {
      if (!line.trim() || was.includes(line) || made.includes(line)) return;
      const above = here.slice(0, number).findLast((one) => one.trim() && made.includes(one));
      made.splice(made.lastIndexOf(above) + 1, 0, line);
    });
    return made.join("\n");
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const field = text(), there = field && event.detail.shouldSwap && event.detail.target.contains(field), sent = event.detail.requestConfig.formData.get("text");
    before = there ? { old: sent ?? field.defaultValue, now: field.value, focus: document.activeElement === field, at: field.selectionEnd } : null;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const form = sheet(), field = text(), { target } = event.detail;
    if (!form || !(before || target.id === "checked")) return;
    const kept = /heraut:kept/.test(event.detail.xhr.getResponseHeader("HX-Trigger") || "");
    if (before) {
      const answered = field.value, now = merged(before.old, before.now, answered);
      field.value = now;
      keep(form);
      if (before.focus) {
        field.focus({ preventScroll: true });
        field.setSelectionRange(before.at, before.at);
      }
      if (now !== answered) field.dispatchEvent(new Event("input", { bubbles: true }));
    } else {
      if (kept) field.defaultValue = event.detail.requestConfig.formData.get("text");
      keep(form);
    }
    before = null;
    const box = place(form.dataset.draft);
    if (box && document.querySelector(".stale")) notice(box, "bad unsaved", box.dataset.conflict, [[box.dataset.see, "#deux-versions", ""]]);
  });

  // What changes the sheet goes to the site one by one, in the order in which it was done. What was taken from the page by the
  // answer that it waited for, htmx would forget: it is pressed where it stands now, if it is the same there.
  const LINE = "[data-hx-sync$='queue all']";
  const in_line = ({ verb, path, elt, target }) => sheet() && (elt.closest(LINE) || target.closest(LINE) || (verb === "post" && path.includes("/ordres/")));
  let under_way = null, waiting = [], pressed = "", again_now = false;
  function sign(one) { // a line of the orders is known by its words, whatever number it has
    const told = document.getElementById(one.getAttribute("aria-describedby") || "") || one;
    const value = one.id || told !== one ? (one.value || "").split(":")[0] : one.value;
    return [one.localName, one.id || told.textContent, one.name, value, one.getAttribute("href"), one.closest("[data-anew]")?.dataset.anew].join("|");
  }
  document.addEventListener("htmx:confirm", (event) => {
    const { elt, target, triggeringEvent, issueRequest } = event.detail, field = text();
    if (!in_line(event.detail)) return;
    const takes_away = target.contains(field) && ![field, field.form].includes(elt) && !elt.closest("[data-hx-include]");
    const numbered = triggeringEvent?.submitter?.closest(".line-tools"); // the line of that number is another once more is typed
    if ((takes_away || numbered) && !under_way && !again_now && changed(field.form) && !("unsaved" in field.form.dataset || document.querySelector(".stale"))) htmx.trigger(field, "retry");
    const button = elt.localName === "form" ? triggeringEvent?.submitter : elt.localName === "a" && elt;
    if (under_way) {
      event.preventDefault();
      waiting = waiting.filter((one) => one.button || one.elt !== elt);
      waiting.push({ elt, button, wanted: button && sign(button), issueRequest });
    } else pressed = button && sign(button);
  });
  function next() {
    again_now = true;
    while (waiting.length && !under_way) {
      const { elt, button, wanted, issueRequest } = waiting.shift();
      if (!button) {
        if (elt.isConnected) issueRequest(true);
      } else if (button.isConnected) button.click();
      else if (wanted !== pressed) [...document.querySelectorAll(button.localName)].find((one) => sign(one) === wanted)?.click();
    }
    again_now = false;
  }
  let known = null, sendings = 0; // the version that the page knows of, and how often it has sent something from there
  function unanswered(form) {
    if (form !== sheet()) return 0;
    if (known !== base(form)) { known = base(form); sendings = 0; }
    return sendings;
  }
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
    if (!in_line(requestConfig)) return;
    if (requestConfig.verb === "post") sendings = unanswered(sheet()) + 1;
    under_way = xhr;
    xhr.addEventListener("loadend", () => { under_way = null; setTimeout(next); });
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

  // A board that is shown anew: what was given is the site's, what was only written is still one's own, as is what was written
  // while an answer was on its way
  const answer = () => document.getElementById("reponse");
  const written = () => { const form = answer(), field = form && form.elements.text; return field && field.localName === "textarea" ? field : null; };
  let writing = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const field = written(), sent = field && (event.detail.requestConfig.formData.get("text") ?? field.defaultValue);
    writing = field && event.detail.shouldSwap && event.detail.target.contains(field) && field.value !== sent ? { sent, now: field.value, where: key(field.form), step: field.form.dataset.step } : null;
  });
  function write_on() {
    const field = written();
    if (!writing) return;
    const { sent, now, where, step } = writing, draft = stored(where);
    writing = null;
    if (field && field.form.dataset.step === step) {
      field.value = merged(sent, now, field.defaultValue);
      keep(field.form);
    } else if (draft) store(where, { ...draft, sent: false, lines: draft.lines.filter((line) => !sent.split("\n").includes(line)) });
  }
  document.addEventListener("htmx:afterSettle", (event) => {
    const board = document.getElementById("table"), { verb, formData } = event.detail.requestConfig;
    if (!board) return;
    const form = answer(), act = verb === "post" && formData.get("key") && !["look", "read"].includes(formData.get("do"));
    const meanwhile = writing && writing.where;
    if (act && !board.dataset.fault) for (const [where] of drafts(`answer.${board.dataset.who}`)) if (where !== meanwhile) forget(where);
    write_on();
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
