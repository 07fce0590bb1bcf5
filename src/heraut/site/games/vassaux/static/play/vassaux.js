// The table without squares: a touch names a unit, a figure or a place, and the server says what it means. A ruler, the
// arrows, a finger that drags do the same. Nothing is decided here, and nothing is given: that takes a button of the page.
"use strict";

(() => {
  const FAR = 7, LONG = 550, SLIP = 12, FINGER = 22; // pixels, milliseconds
  const NEAR = 65; // pixels of a ruler, once a unit is chosen on a telephone
  const R = 1000, PAUSE = 220; // mR; milliseconds after the last arrow
  const DEPTH = 1500; // mR from one's own edge
  const PLACING = ["deploy", "objective", "arrive"];
  const table = () => document.getElementById("table");
  const svg = () => document.querySelector("#table svg.scene");
  const form = () => document.getElementById("reponse");
  const NS = "http://www.w3.org/2000/svg";

  // Sending: one thing after the other, each with the draft as it is then

  let queue = Promise.resolve(), underWay = 0;
  function send(values) {
    underWay += 1;
    queue = queue.then(() => (form() ? post(values) : look(values))).catch(() => {}).then(() => { underWay -= 1; });
    return queue;
  }
  function post(values) {
    const all = { ...Object.fromEntries(new FormData(form())), ...values };
    return htmx.ajax("POST", location.pathname + location.search, { target: "#table", swap: "outerHTML", values: all });
  }
  // Nothing is asked: a unit is only looked at
  function look(values) {
    const here = new URL(location);
    if (values.touch !== undefined) here.searchParams.set("unite", values.touch);
    if (values.calque !== undefined) here.searchParams.set("calque", values.calque);
    history.replaceState(null, "", here);
    return htmx.ajax("GET", here.pathname + here.search, { target: "#table", swap: "outerHTML" });
  }

  // Places and figures

  const point = (x, y) => new DOMPoint(x, y).matrixTransform(svg().getScreenCTM().inverse());
  function placeAt(event) {
    const at = point(event.clientX, event.clientY);
    return held([at.x * 10, Number(svg().dataset.high) - at.y * 10]);
  }
  function held([x, y]) {
    const { wide, high } = svg().dataset;
    return [Math.round(Math.min(Math.max(x, 0), Number(wide))), Math.round(Math.min(Math.max(y, 0), Number(high)))];
  }
  const drawn = ([x, y]) => [x / 10, (Number(svg().dataset.high) - y) / 10];
  const pixel = () => 10 / svg().getScreenCTM().a; // mR
  function standing(man) {
    const { e, f, a } = man.transform.baseVal.consolidate().matrix;
    return { man, group: man.closest(".unit"), place: [e * 10, Number(svg().dataset.high) - f * 10], radius: 250 * a };
  }
  const men = () => [...svg().querySelectorAll(".unit[data-group] .man[data-man]")].map(standing);
  const span = ([a, b], [c, d]) => Math.hypot(a - c, b - d);

  // The man below a finger: the nearest whose base, grown by a few pixels, holds it
  function manAt(event) {
    const tag = event.target.closest && event.target.closest(".tagged[data-tag]");
    if (tag && event.type !== "pointermove") return leaderOf(group(tag.dataset.tag));
    const place = placeAt(event), slack = (table().dataset.chosen && form() ? SLIP : event.pointerType === "mouse" ? SLIP : FINGER) * pixel();
    let best = null, least = slack;
    for (const one of men()) {
      const gap = span(one.place, place) - one.radius;
      if (gap <= least) { best = one; least = gap; }
    }
    return best;
  }
  const own = (group) => group && group.dataset.seat === table().dataset.place;
  const group = (name) => svg().querySelector(`.unit[data-group="${CSS.escape(name)}"]`);
  const chosen = () => (table().dataset.chosen ? group(table().dataset.chosen) : null);
  function leaderOf(one) {
    const leader = one && (one.querySelector(".man.leader") || one.querySelector(".man[data-man]"));
    return leader ? standing(leader) : null;
  }

  // A touch: with Shift the way goes on from its former end

  const NAMING = ["losses", "leave"];
  function ghostAt(place) {
    const ghosts = [...svg().querySelectorAll(".ghost .man[data-ghost]")].map((man) => ({ ...standing(man), name: man.dataset.ghost }));
    return ghosts.find((one) => span(one.place, place) <= one.radius)?.name;
  }
  function touch(target, place, bend) {
    if (ruler) return measureTo(target ? { named: target.man.dataset.man, place: target.place } : { named: place.join(), place });
    const ghost = place && form() && ghostAt(place);
    if (ghost) return send({ man: ghost });
    if (target && (NAMING.includes(table().dataset.kind) || target.group.matches(".aimed"))) return send({ man: target.man.dataset.man });
    if (target) return send({ touch: target.group.dataset.group });
    if (place && form()) return send({ place: place.join(), ...(bend ? { bend: "1" } : {}) });
  }

  // Which hands may be used: either can be switched off

  const HANDS = "heraut:vassaux-hands";
  const hands = { tap: true, drag: true };
  let idle = "";
  try { idle = localStorage.getItem(HANDS) || ""; } catch { /* a private window */ }
  if (idle in hands) hands[idle] = false;

  let press = null; // {id, x, y, from, lifted}
  let swallow = false, timer = 0; // the click that ends a drag or a long press is none
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    press = null;
    swallow = false;
    if (!event.target.closest || !event.target.closest("#table svg.scene") || event.button || !event.isPrimary) return;
    const from = manAt(event);
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, from, event };
    timer = setTimeout(longPress, LONG);
  });
  function longPress() {
    if (!press || press.lifted) return;
    const place = placeAt(press.event), { from } = press;
    swallow = true;
    press = null;
    begin(from ? { named: from.man.dataset.man, place: from.place } : { named: place.join(), place });
  }
  document.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    if (!press.lifted) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
      clearTimeout(timer);
      if (!hands.drag || !press.from || !own(press.from.group) || !form()) { press = null; return; }
      press.lifted = true;
      svg().classList.add("dragging");
    }
    event.preventDefault();
    const from = leaderOf(press.from.group).place, place = placeAt(event), over = manAt(event);
    const end = over && !own(over.group) ? over.place : place;
    thread(from, end, `${(span(from, end) / R).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 })} R`);
  }, { passive: false });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, (event) => {
    clearTimeout(timer);
    const was = press;
    press = null;
    if (!was || !was.lifted || event.pointerId !== was.id) return;
    swallow = true;
    svg().classList.remove("dragging");
    unthread();
    if (event.type !== "pointerup") return;
    const place = placeAt(event), over = manAt(event), name = was.from.group.dataset.group;
    if (table().dataset.chosen !== name) send({ touch: name });
    if (over && over.group === was.from.group && span(place, leaderOf(was.from.group).place) < 300) return;
    send(over && !own(over.group) ? { touch: over.group.dataset.group } : { place: place.join() });
  });
  document.addEventListener("heraut:two-fingers", () => { clearTimeout(timer); if (press && press.lifted) { svg().classList.remove("dragging"); unthread(); } press = null; });
  document.addEventListener("touchmove", (event) => { if (press && press.lifted) event.preventDefault(); }, { passive: false });
  document.addEventListener("contextmenu", (event) => { if (event.target.closest && event.target.closest("#table svg.scene") && matchMedia("(pointer: coarse)").matches) event.preventDefault(); });
  document.addEventListener("dragstart", (event) => { if (event.target.closest && event.target.closest("#table svg.scene")) event.preventDefault(); });
  document.addEventListener("click", (event) => {
    if (!event.target.closest) return;
    if (event.target.closest("#table svg.scene")) {
      if (swallow || (!hands.tap && !ruler)) return;
      touch(manAt(event), placeAt(event), event.shiftKey);
    } else if (event.target.closest("#mesurer")) {
      event.preventDefault();
      toggle();
    } else if (event.target.closest("#table a.v-card, #table a.v-layer")) {
      const link = event.target.closest("a"), asked = new URL(link.href).searchParams;
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      look(link.dataset.touch ? { touch: link.dataset.touch } : { calque: asked.get("calque") || "" });
    }
  });
  // A field of another form than that of the answer, which a button of the table belongs to
  document.addEventListener("change", (event) => {
    if (event.target.name === "feuille-taille") { size = event.target.value; return; }
    if (!event.target.matches("[data-hand]")) return;
    hands[event.target.dataset.hand] = event.target.checked;
    if (!hands.tap && !hands.drag) { // one of them at least
      const other = event.target.dataset.hand === "tap" ? "drag" : "tap";
      hands[other] = true;
    }
    for (const one of document.querySelectorAll("[data-hand]")) one.checked = hands[one.dataset.hand];
    try { localStorage.setItem(HANDS, Object.keys(hands).find((hand) => !hands[hand]) || "both"); } catch { /* the same */ }
  });

  // Lines that this page alone draws: a drag, the ruler, the end that arrows move

  function layer(id) {
    let found = svg().querySelector(`#${id}`);
    if (!found) {
      found = document.createElementNS(NS, "g");
      found.id = id;
      svg().append(found);
    }
    found.textContent = "";
    return found;
  }
  function put(parent, name, attributes, words) {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (words) made.textContent = words;
    parent.append(made);
    return made;
  }
  function thread(from, to, words) {
    const [a, b] = drawn(from), [c, d] = drawn(to), here = layer("fil");
    put(here, "path", { class: "hand-bed", d: `M${a} ${b}L${c} ${d}` });
    put(here, "path", { class: "hand-line", d: `M${a} ${b}L${c} ${d}` });
    put(here, "circle", { class: "hand-end", cx: c, cy: d, r: 9 });
    if (words) put(put(here, "g", { transform: `translate(${c} ${d - 46})` }), "text", { class: "hand-words" }, words);
  }
  function unthread() { svg()?.querySelector("#fil")?.remove(); }

  // The ruler: from what is chosen or from the first touch, to the next

  let ruler = null; // {from: {named, place} or null}
  const output = () => document.getElementById("mesure");
  function tell(words) { output().textContent = words; output().classList.toggle("shown", Boolean(words)); }
  function begin(from) {
    ruler = { from };
    show();
    if (from) thread(from.place, from.place);
    tell(from ? output().dataset.end : output().dataset.start);
  }
  function show() {
    document.getElementById("mesurer")?.setAttribute("aria-pressed", ruler ? "true" : "false");
    table()?.classList.toggle("measuring", Boolean(ruler));
  }
  function toggle() {
    if (ruler) return stop();
    const here = document.activeElement?.closest?.(".unit[data-group]") || chosen(), leader = leaderOf(here);
    begin(leader ? { named: here.dataset.group, place: leader.place } : null);
  }
  function stop() {
    ruler = null;
    unthread();
    tell("");
    show();
  }
  async function measureTo(end) {
    if (!ruler.from) return begin(end);
    const { from } = ruler;
    ruler = null;
    show();
    thread(from.place, end.place);
    const address = document.getElementById("mesurer").dataset.measure;
    const answer = await fetch(`${address}?de=${encodeURIComponent(from.named)}&a=${encodeURIComponent(end.named)}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return tell("");
    output().innerHTML = await answer.text();
    output().classList.add("shown");
  }

  // Threats, for as long as a key is held

  let threat = null; // what was drawn before
  async function threaten() {
    if (threat) return;
    const here = document.activeElement?.closest?.(".unit[data-group]"), aimed = svg().querySelector(".unit.aimed") || (here && !own(here) ? here : null);
    const name = (aimed || (chosen() && !own(chosen()) ? chosen() : null))?.dataset.group || "";
    threat = { below: svg().querySelector("#calque").innerHTML, above: svg().querySelector("#dessus").innerHTML };
    const address = document.getElementById("mesurer").dataset.measure.replace("mesure", "calque");
    const answer = await fetch(`${address}?calque=menaces&unite=${encodeURIComponent(name)}`);
    if (!answer.ok || !threat) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    if (threat) draw(fresh.querySelector("#calque").innerHTML, fresh.querySelector("#dessus").innerHTML);
  }
  function draw(below, above) {
    svg().querySelector("#calque").innerHTML = below;
    svg().querySelector("#dessus").innerHTML = above;
  }
  function relent() {
    if (!threat) return;
    draw(threat.below, threat.above);
    threat = null;
  }
  document.addEventListener("keyup", (event) => { if (event.key.toLowerCase() === "t") relent(); });
  addEventListener("blur", relent);

  // Keys

  const units = (mine) => [...svg().querySelectorAll(".unit[data-group]")].filter((one) => own(one) === mine || !table().dataset.place);
  function next(list) {
    const now = list.indexOf(document.activeElement), to = list[(now + 1) % list.length];
    to?.focus({ preventScroll: false });
    return Boolean(to);
  }
  function nearestFirst(list) {
    const from = leaderOf(chosen()) || leaderOf(units(true)[0]);
    return from ? list.sort((a, b) => span(leaderOf(a).place, from.place) - span(leaderOf(b).place, from.place)) : list;
  }
  function go(selector) {
    const to = document.querySelector(selector);
    if (!to) return false;
    if (!to.matches("a, button, input, summary, [tabindex]")) to.tabIndex = -1;
    to.closest("details")?.setAttribute("open", "");
    to.focus();
    to.scrollIntoView({ block: "nearest" });
    return true;
  }
  const KEYS = {
    u: () => next(units(true).sort((a, b) => Number(a.dataset.group) - Number(b.dataset.group))),
    e: () => next(nearestFirst(units(false))),
    f: () => go("#champ .board-frame"),
    o: () => go("#question"),
    l: () => go(".v-log .feed li:first-child, .v-log h2"),
    w: () => go("#attendu"),
    m: () => { toggle(); return true; },
    t: () => { threaten(); return true; },
  };
  document.addEventListener("heraut:key", (event) => {
    if (!table() || !svg()) return;
    const key = event.detail;
    if (key === "+" || key === "=") document.dispatchEvent(new CustomEvent("heraut:zoom", { detail: 1.4 }));
    else if (key === "-" || key === "−") document.dispatchEvent(new CustomEvent("heraut:zoom", { detail: 1 / 1.4 }));
    else if (!KEYS[key]?.()) return;
    event.preventDefault();
  });

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  let end = null, wait = 0; // while `wait` runs, `end` has not been sent
  function arrow([dx, dy], step) {
    if (!wait) end = ghostLeader() || leaderOf(chosen())?.place || zone();
    if (!end) return false;
    end = held([end[0] + dx * step, end[1] + dy * step]);
    const from = leaderOf(chosen()), { value } = form().elements.key;
    if (from) thread(from.place, end);
    clearTimeout(wait);
    wait = setTimeout(sent, PAUSE, value);
    return true;
  }
  function sent(key) {
    clearTimeout(wait);
    wait = 0;
    if (form()?.elements.key.value === key) send({ place: end.join() });
  }
  // What a touch or an arrow has just moved is shown before anything else is done with the answer (live.js)
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (!(wait || underWay) || !button || !button.form || button.form !== form()) return;
    event.preventDefault();
    event.stopPropagation();
    button.dispatchEvent(new Event("heraut:early", { bubbles: true }));
    if (wait) sent(form().elements.key.value);
  }, true);
  // Where a place is looked for that nothing on the table leads to: in front of one's own edge, or in the middle
  function zone() {
    const { wide, high } = svg().dataset, { kind, place } = table().dataset;
    if (!PLACING.includes(kind)) return null;
    return [wide / 2, kind !== "deploy" ? high / 2 : place === "0" ? DEPTH : high - DEPTH];
  }
  function ghostLeader() {
    const lead = svg().querySelector(".ghost .lead");
    return lead ? standing(lead.closest(".man")).place : null;
  }
  document.addEventListener("keydown", (event) => {
    if (!table() || !svg() || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = event.target.closest && event.target.closest(".v-field"), unit = event.target.closest && event.target.closest(".unit[data-group]");
    if (unit && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault(); // it names a unit and never gives an answer
      touch(leaderOf(unit), null);
    } else if (event.key === "Escape" && !event.target.matches("input, textarea, select")) {
      if (ruler || output()?.classList.contains("shown")) stop();
      else if (form()?.elements.text?.value) send({ do: "undo" });
    } else if (here && ARROWS[event.key] && form() && arrow(ARROWS[event.key], event.shiftKey ? R / 10 : R)) event.preventDefault();
  });

  // When the table comes anew

  let size = "half", sentence = "", zoomed = "";
  function prepare() {
    if (!svg()) return;
    ruler = null;
    threat = null;
    for (const one of svg().querySelectorAll(".unit[data-group]")) one.classList.toggle("mobile", Boolean(form()) && hands.drag && own(one));
    const level = document.querySelector(`[name="feuille-taille"][value="${size}"]`);
    if (level) level.checked = true;
    for (const one of document.querySelectorAll("[data-hand]")) one.checked = hands[one.dataset.hand];
    const words = table().dataset.sentence, live = document.getElementById("phrase");
    if (live && words !== sentence) live.textContent = words;
    sentence = words;
    approach();
    uncover();
  }
  // On a telephone the chosen unit is brought so near that its reach fills the frame; once more when it has moved
  function approach() {
    const frame = document.querySelector("#table .board-frame"), leader = leaderOf(chosen());
    if (!matchMedia("(max-width: 700px)").matches) return;
    if (!leader) return withdraw();
    const where = `${table().dataset.chosen}@${leader.place}`;
    if (where === zoomed) return;
    zoomed = where;
    const box = leader.man.getBoundingClientRect(), all = (Number(svg().dataset.wide) + 2 * Number(svg().dataset.edge)) / R;
    document.dispatchEvent(new CustomEvent("heraut:near", { detail: { x: box.left + box.width / 2, y: box.top + box.height / 2, to: (NEAR * all) / frame.clientWidth } }));
    const seen = document.querySelector(".v-foot").getBoundingClientRect().top, now = leader.man.getBoundingClientRect();
    if (now.bottom > seen - now.height) window.scrollBy(0, now.bottom - seen * 0.66); // not below the sheet
  }
  // Nobody is chosen any more: all of the table is shown again
  function withdraw() {
    if (zoomed) document.dispatchEvent(new CustomEvent("heraut:zoom", { detail: 0 }));
    zoomed = "";
  }
  // On a telephone the zone of deployment is brought above the sheet, once: where its player scrolls then, it stays
  let uncovered = false;
  function uncover() {
    const zone = svg().querySelector("#brouillon .rim"), foot = document.querySelector(".v-foot");
    if (!zone || uncovered || getComputedStyle(foot).position !== "fixed") return;
    uncovered = true;
    const below = zone.getBoundingClientRect().bottom - foot.getBoundingClientRect().top;
    if (below > 0) window.scrollBy(0, below + 12);
  }
  document.addEventListener("htmx:afterSettle", prepare);
  prepare();
})();
