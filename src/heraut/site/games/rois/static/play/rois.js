// The year: with a person open, a tap on a lit province sends him there; whatever is tapped, the rest of the page follows.
// Everything here only saves a page: links and buttons do the same.
"use strict";

(() => {
  const year = () => document.getElementById("annee");

  // The map tells which province was chosen (play/rois_map.js)
  document.addEventListener("heraut:province", (event) => {
    const screen = year(), number = event.detail;
    if (!screen || !number) return;
    const go = screen.querySelector("form#aller");
    if (go && event.target.closest("[data-lit]")) {
      go.elements.do.value = `route:${number}`;
      go.elements.province.value = number;
      go.requestSubmit();
      return;
    }
    const address = new URL(location.href);
    address.searchParams.set("province", number);
    address.searchParams.delete("ordre");
    address.searchParams.delete("choix");
    htmx.ajax("GET", address.pathname + address.search, { target: "#annee", swap: "innerHTML show:none" });
    history.replaceState(history.state, "", address);
  });

  // Keys of the grid: arrows from cell to cell
  document.addEventListener("keydown", (event) => {
    const cell = event.target.closest && event.target.closest(".year-grid a[data-cell]");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const [person, season] = cell.dataset.cell.split(".").map(Number);
    const people = [...new Set([...document.querySelectorAll(".year-grid a[data-cell]")].map((one) => Number(one.dataset.cell.split(".")[0])))];
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = people[Math.min(Math.max(people.indexOf(person) + by[0], 0), people.length - 1)];
    const there = document.querySelector(`.year-grid a[data-cell="${next}.${Math.min(Math.max(season + by[1], 1), 5)}"]`);
    if (there) there.focus();
  });
})();

// Whoever uses the keys stays where he was when the page comes anew: at the same thing, or where his answer leads. What was
// opened from a list further down comes into view. (`does`, `in_view`: focus.js)
(() => {
  const shown = (list) => [...list].find((one) => one.checkVisibility());
  let held = null, from = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "annee") return;
    event.detail.pathInfo.anchor = ""; // for whoever has no script: here the page stays where it is
    const focus = document.activeElement, pressed = event.detail.requestConfig.elt;
    held = event.detail.target.contains(focus) && !focus.closest(".rmap") ? { does: does(focus), card: Boolean(focus.closest("#ordre, .year-grid, #annee-gens")), part: focus.closest("[id]").id } : null;
    from = pressed.closest(".year-grid, .tasks, .realm-orders, .year-list") ? pressed.closest("[data-cell]") || pressed : null;
  });
  function here(screen) {
    const order = held.card && shown(screen.querySelectorAll(".open-order .options :is(a, button), .open-order :is(input:not([type=hidden]), select)"));
    if (order) return order;
    const cell = shown(screen.querySelectorAll(".slots .open > a, .season-row [aria-current]"));
    const same = shown([...screen.querySelectorAll("a, button")].filter((one) => does(one) === held.does));
    return held.card ? cell || same : same || shown(screen.querySelectorAll(`#${CSS.escape(held.part)} :is(a, button)`)) || cell;
  }
  document.addEventListener("htmx:afterSettle", (event) => {
    const screen = document.getElementById("annee");
    if (event.detail.target !== screen) return;
    const next = held && document.activeElement === document.body && here(screen);
    held = null;
    if (next) next.focus({ preventScroll: true });
    if (next && next.closest("#ordre, .slots, .season-row") && !in_view(next) && !from) next.scrollIntoView({ block: "center" });
    const card = from && !from.closest(".year-list") && document.getElementById("ordre");
    from = null;
    if (card && !in_view(card)) card.scrollIntoView({ block: "center" });
  });
  // And back to the cell of the grid that is open
  document.addEventListener("keydown", (event) => {
    const cell = event.key === "Escape" && event.target.closest("#ordre, .slots, .season-row") && document.querySelector(".year-grid .open a");
    if (cell) cell.focus();
  });
})();

// The text: what may stand next in a line, and a wavy line below what is refused (play/rois.css)
(() => {
  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const ASKED = {
    MO: "province", SP: "province", DE: "province", RE: "type", PR: "ability", CA: "spell", US: "item", HI: "character",
    FI: "character", EN: "character", PU: "character", TR: "character", LE: "character", GI: "item", TRAITE: "kingdom",
    ROMPRE: "kingdom", SCIENCE: "kingdom", DON: "kingdom", VOTE: "kingdom",
  };
  const text = () => document.getElementById("feuille-texte"), list = () => document.getElementById("completions-list");

  // Which sort of word the caret stands in, and the beginning of it
  function asked(area) {
    const before = area.value.slice(0, area.selectionStart), line = before.slice(before.lastIndexOf("\n") + 1);
    const word = /[^\s,:{}]*$/.exec(line)[0], head = line.slice(0, line.length - word.length);
    if (line.startsWith("@")) return { sort: "head", word: line };
    const season = /^\s*[1-5]\s*:\s*/.exec(line);
    if (season) {
      const rest = line.slice(season[0].length), code = rest.split(/\s/)[0].toUpperCase();
      if (!/\s/.test(rest)) return { sort: "code", word: rest };
      return rest.includes("{") ? null : { sort: ASKED[code] || "", word };
    }
    const sections = before.match(/^@.*$/gm) || [], realm = /^@(royaume|kingdom)/i.test(sections[sections.length - 1] || "");
    if (!realm) return null;
    return head.trim() ? { sort: ASKED[head.trim().split(/\s/)[0].toUpperCase()] || "", word } : { sort: "realm", word };
  }

  function offer() {
    const area = text(), place = list();
    if (!area || !place) return;
    const now = document.activeElement === area ? asked(area) : null;
    const options = now && now.sort && now.word ? [...document.querySelectorAll("#completions option")] : [];
    const wanted = now ? plain(now.word) : "";
    const found = options.filter((one) => one.dataset.sort === now.sort && plain(one.value) !== wanted
      && (plain(one.value).startsWith(wanted) || plain(one.label).split(/[\s'’-]/).some((part) => part.startsWith(wanted)))).slice(0, 8);
    place.textContent = "";
    place.hidden = !found.length;
    for (const one of found) {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.className = "chip";
      button.textContent = `${one.value} ${one.label}`;
      button.addEventListener("mousedown", (event) => { event.preventDefault(); take(one.value, now.word); });
      item.append(button);
      place.append(item);
    }
    place.dataset.first = found.length ? found[0].value : "";
    place.dataset.word = now ? now.word : "";
  }

  function take(value, word) {
    const area = text(), end = area.selectionStart;
    area.setRangeText(`${value} `, end - word.length, end, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
    list().hidden = true;
  }

  // A wavy line below each refused line, behind the transparent text
  function mark() {
    const area = text(), back = document.querySelector(".squiggles"), faults = document.querySelector(".sheet-faults");
    if (!area || !back) return;
    const numbers = (name) => new Set(((faults && faults.dataset[name]) || "").split(" ").map(Number));
    const refused = numbers("refused"), doubtful = numbers("doubtful");
    back.textContent = "";
    area.value.split("\n").forEach((line, place) => {
      const kind = refused.has(place + 1) ? "refused" : doubtful.has(place + 1) ? "doubtful" : "";
      const part = document.createElement(kind ? "mark" : "span");
      part.className = kind;
      part.textContent = `${line}\n`;
      back.append(part);
    });
    back.scrollTop = area.scrollTop;
  }

  document.addEventListener("input", (event) => { if (event.target === text()) { offer(); mark(); } });
  document.addEventListener("keydown", (event) => {
    if (event.target !== text() || list().hidden) return;
    if (event.key === "Tab" && !event.shiftKey) { event.preventDefault(); take(list().dataset.first, list().dataset.word); }
    else if (event.key === "Escape") { event.stopPropagation(); list().hidden = true; }
  });
  document.addEventListener("focusout", (event) => { if (event.target === text()) list().hidden = true; });
  document.addEventListener("scroll", (event) => { if (event.target === text()) mark(); }, true);
  document.addEventListener("htmx:afterSettle", mark);
  mark();
})();
