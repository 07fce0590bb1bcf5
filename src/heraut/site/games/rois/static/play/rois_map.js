// The map of Rois aventuriers: zoom, pan around the world, two layers at a time, provinces by keys and by name. Everything
// here only saves the reader a page: links and forms do the same. A province that is chosen is told as `heraut:province`.
"use strict";

(() => {
let shown = null; // the map that answers
let brought = { from: "", answer: null }; // the layers of what is known, asked for once
let last = null; // what was seen of the map before its page was brought up to date: {box, layers, stop}
const WIDE = 104, NEAREST = 4, READABLE = 46, FINE = 58, PHONE = 52; // units of a hex; hexes in view; pixels of a hex

function begin() {
  if (last) last.stop.abort();
  const stop = new AbortController(), whenever = { signal: stop.signal };
  const place = document.querySelector("[data-rmap]");
  const frame = place && place.querySelector(".rmap-frame"), map = frame && frame.querySelector("svg.rmap");
  if (!map) return;
  shown = map;
  const around = Number(map.dataset.round), height = Number(map.dataset.height), columns = Math.round(around / WIDE);
  const links = [...map.querySelectorAll("a[data-n]")], by_number = new Map(links.map((link) => [Number(link.dataset.n), link]));
  const again = last && last.box, layers = last && last.layers ? last.layers : map.dataset.layers.split(" ").filter(Boolean);
  let box = again || { x: 0, y: 0, w: around, h: height };
  const held = last && last.held;
  last = { box: again, layers, stop, held: 0 };
  const pointers = new Map();
  let moved = 0, drawn = false;

  const figure = (link, name) => Number(link.firstElementChild.nextElementSibling.getAttribute(name));
  const at = (link) => [figure(link, "x"), figure(link, "y")];
  const wrapped = (x, from) => from + ((((x - from) % around) + around) % around); // the same place, from `from` on

  // What is seen: a box in units of the map; the world has no left and no right end
  const sized = () => frame.clientWidth > 0 && frame.clientHeight > 0;
  const ratio = () => frame.clientHeight / frame.clientWidth;
  const bounded = (w) => Math.min(Math.max(w, NEAREST * WIDE), around);
  function show(next) {
    if (!sized()) return;
    const w = bounded(next.w), h = w * ratio();
    const y = h >= height ? (height - h) / 2 : Math.min(Math.max(next.y, 0), height - h);
    box = { x: wrapped(next.x, -around / 2), y, w, h };
    last.box = box;
    if (drawn) return;
    drawn = true;
    requestAnimationFrame(() => {
      drawn = false;
      map.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
      const u = box.w / frame.clientWidth; // units of the map in a pixel: signs keep their size
      map.style.setProperty("--u", u);
      map.classList.toggle("close", WIDE / u >= READABLE);
      for (const link of links) { // each link goes to the copy of its province that is seen
        const use = link.firstElementChild.nextElementSibling, x = Number(use.getAttribute("x"));
        const seen = wrapped(x, box.x + box.w / 2 - around / 2);
        if (seen !== x) use.setAttribute("x", seen);
      }
      window_of_strip();
    });
  }
  const zoom = (by, x = box.x + box.w / 2, y = box.y + box.h / 2) => {
    const w = bounded(box.w * by), k = w / box.w;
    show({ x: x - (x - box.x) * k, y: y - (y - box.y) * k, w });
  };
  const pan = (dx, dy) => show({ x: box.x + dx * box.w, y: box.y + dy * box.h, w: box.w });
  const whole = () => show({ x: box.x + box.w / 2 - around / 2, y: 0, w: around });
  const centre = ([x, y], w = box.w) => show({ x: x - bounded(w) / 2, y: y - (bounded(w) * ratio()) / 2, w });

  // All that is known, as large as it can be, and no larger than is fine to look at
  function known() {
    const lands = map.dataset.lands.split(" ").filter(Boolean).map((n) => by_number.get(Number(n)));
    if (!lands.length) return whole();
    const xs = lands.map((link) => wrapped(at(link)[0], 0)).sort((a, b) => a - b), ys = lands.map((link) => at(link)[1]);
    let left = 0, gap = -1; // the widest stretch without any of them: the part that is shown begins behind it
    xs.forEach((x, n) => {
      const next = n + 1 < xs.length ? xs[n + 1] : xs[0] + around;
      if (next - x > gap) { gap = next - x; left = next; }
    });
    const wide = around - gap + 2.6 * WIDE, high = Math.max(...ys) - Math.min(...ys) + 2.6 * WIDE;
    const pixels = frame.clientWidth < 600 ? PHONE : FINE;
    const w = Math.max(wide, high / ratio(), (frame.clientWidth * WIDE) / pixels), middle = left + (around - gap) / 2;
    const home = by_number.get(Number(map.dataset.home));
    if (frame.clientWidth < 600) return centre(home ? at(home) : [middle, height / 2], (frame.clientWidth * WIDE) / PHONE);
    centre([middle, (Math.max(...ys) + Math.min(...ys)) / 2], w);
  }

  // The strip below: where one is in the world; a tap leads there
  const strip = place.querySelector(".rmap-strip"), small = strip && strip.querySelector("svg");
  const windows = small ? [small.querySelector(".rmap-window")] : [];
  if (small) {
    strip.hidden = false;
    windows.push(windows[0].parentNode.appendChild(windows[0].cloneNode()));
    small.addEventListener("pointerdown", (event) => {
      const r = small.getBoundingClientRect(), from = small.viewBox.baseVal.x;
      centre([from + ((event.clientX - r.left) / r.width) * around, box.y + box.h / 2]);
    }, whenever);
  }
  function window_of_strip() {
    if (!small) return;
    const x = wrapped(box.x, small.viewBox.baseVal.x);
    windows.forEach((one, n) => { one.setAttribute("x", x - n * around); one.setAttribute("width", box.w); });
  }

  frame.classList.add("live");
  map.setAttribute("preserveAspectRatio", "none");
  place.querySelector(".rmap-zoom").hidden = false;
  let seen = false;
  const chosen = map.querySelector("a[aria-current]");
  const in_box = ([x, y]) => wrapped(x, box.x) < box.x + box.w && y > box.y && y < box.y + box.h;
  function first_look() {
    if (!sized()) return;
    seen = true;
    if (again) show(box);
    else known();
    if (chosen && !in_box(at(chosen))) centre(at(chosen));
  }
  first_look();
  const watch = new ResizeObserver(() => (seen ? show(box) : first_look()));
  watch.observe(frame);
  stop.signal.addEventListener("abort", () => watch.disconnect());

  // Buttons, wheel, keys
  place.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]"), to = button && button.dataset.zoom;
    if (to === "in") zoom(0.7);
    else if (to === "out") zoom(1 / 0.7);
    else if (to === "mine") known();
    else if (to) whole();
  }, whenever);
  const point = (event) => {
    const r = frame.getBoundingClientRect();
    return [box.x + ((event.clientX - r.left) / r.width) * box.w, box.y + ((event.clientY - r.top) / r.height) * box.h];
  };
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !frame.matches(":focus, :focus-within")) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...point(event));
  }, { passive: false, signal: stop.signal });
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key;
    if (key === "+" || key === "=") zoom(0.7);
    else if (key === "-" || key === "−") zoom(1 / 0.7);
    else if (key === "0") whole();
    else if (key === "h" || key === "H") reach(Number(map.dataset.home));
    else if (key === "/") place.querySelector(".rmap-find input:not([type=hidden])").focus();
    else if (key >= "1" && key <= "9") boxes[Number(key) - 1]?.click();
    else if (STEPS[key]) step(...STEPS[key]);
    else if (key === "Escape") frame.focus();
    else return;
    event.preventDefault();
  }, whenever);

  // One province is in the way of the tabulator; arrows lead from it to its neighbours, around the world
  function hold(link) {
    for (const one of links) one.setAttribute("tabindex", one === link ? "0" : "-1");
  }
  hold(by_number.get(held) || chosen || by_number.get(Number(map.dataset.home)) || links[0]);
  if (held && document.activeElement === document.body) by_number.get(held).focus({ preventScroll: true });
  function step(across, down) {
    const held = links.find((link) => link.getAttribute("tabindex") === "0"), number = Number(held.dataset.n) - 1;
    if (!frame.contains(document.activeElement) || document.activeElement === frame) return reach(number + 1);
    const q = (number % columns) + across, r = Math.floor(number / columns) + down;
    reach(r * columns + ((q + columns) % columns) + 1);
  }
  function reach(number) {
    const link = by_number.get(number);
    if (!link) return;
    hold(link);
    if (!in_box(at(link))) centre(at(link));
    link.focus({ preventScroll: true });
  }

  // A mouse drags the map; one finger moves it around the world and scrolls the page up and down; two fingers zoom
  frame.addEventListener("touchstart", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false, signal: stop.signal });
  frame.addEventListener("pointerdown", (event) => {
    if (!pointers.size) moved = 0;
    pointers.set(event.pointerId, event);
  }, whenever);
  addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const r = frame.getBoundingClientRect(), dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
    pointers.set(event.pointerId, event);
    moved += Math.abs(dx) + Math.abs(dy);
    if (pointers.size > 1) {
      const other = [...pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
      zoom(apart(before) / apart(event), ...point({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }));
      pan(-dx / r.width / 2, -dy / r.height / 2); // the middle of two fingers goes half as far as one of them
    } else if (moved > 6) {
      frame.classList.add("dragging");
      pan(-dx / r.width, event.pointerType === "touch" ? 0 : -dy / r.height);
    }
  }, whenever);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => {
    pointers.delete(event.pointerId);
    if (!pointers.size) setTimeout(() => frame.classList.remove("dragging"));
  }, whenever);
  frame.addEventListener("dragstart", (event) => event.preventDefault(), whenever);

  // A province: told to the page, which may answer; a page that does not has links
  const follows = () => document.getElementById("annee");
  function choose(link) {
    hold(link);
    if (!in_box(at(link))) centre(at(link));
    last.held = Number(link.dataset.n);
    if (!follows()) location.assign(link.href.baseVal);
    link.dispatchEvent(new CustomEvent("heraut:province", { bubbles: true, detail: Number(link.dataset.n) }));
  }
  place.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-n], a[data-to]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (moved > 6 && frame.contains(link)) return;
    choose(by_number.get(Number(link.dataset.n || link.dataset.to)));
  }, whenever);
  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim();
  const find = place.querySelector(".rmap-find"), asked = find.querySelector("input[name=province]:not([type=hidden])");
  find.addEventListener("submit", (event) => {
    const typed = plain(asked.value), name = (link) => plain(link.firstElementChild.textContent.split(" (")[0]);
    const link = typed && (by_number.get(Number(typed)) || links.find((one) => name(one) === typed) || links.find((one) => name(one).includes(typed)));
    if (!link) return;
    event.preventDefault();
    asked.value = "";
    centre(at(link));
    choose(link);
    link.focus({ preventScroll: true });
  }, whenever);
  asked.addEventListener("change", () => { if ([...asked.list.options].some((one) => one.value === asked.value)) find.requestSubmit(); }, whenever);

  // Layers: a third one takes the place of the one that has been shown longest
  const form = place.querySelector(".rmap-layers"), boxes = [...form.querySelectorAll("input[name=couche]")];
  form.querySelector("button").hidden = true;
  async function lay() {
    map.dataset.layers = layers.join(" ");
    for (const one of boxes) one.checked = layers.includes(one.value);
    const missing = layers.filter((name) => map.dataset.known.split(" ").includes(name) && !map.querySelector(`.l-${name}`));
    if (missing.length) await bring(missing);
  }
  async function bring(names) {
    if (brought.from !== map.dataset.more) brought = { from: map.dataset.more, answer: fetch(map.dataset.more).then((answer) => (answer.ok ? answer.text() : "")) };
    const text = await brought.answer;
    if (!text || !map.isConnected) return;
    const found = new DOMParser().parseFromString(text, "image/svg+xml");
    for (const name of names) for (const part of ["under", "lines", "over"]) {
      const group = found.getElementById(`${part}-${name}`), id = `rm-${part}-${name}`;
      if (!group || !group.firstChild || document.getElementById(id)) continue;
      const slot = map.querySelector(`[data-slot=${part}]`);
      const layer = slot.appendChild(document.createElementNS(slot.namespaceURI, "g"));
      layer.setAttribute("class", `over layer l-${name}`);
      layer.appendChild(document.importNode(group, true)).id = id;
      for (const x of [-around, around]) {
        const copy = layer.appendChild(document.createElementNS(slot.namespaceURI, "use"));
        copy.setAttribute("href", `#${id}`);
        copy.setAttribute("x", x);
      }
    }
  }
  form.addEventListener("change", (event) => {
    const name = event.target.value, there = layers.indexOf(name);
    if (there >= 0) layers.splice(there, 1);
    else layers.push(name);
    if (layers.length > 2) layers.shift();
    const here = new URL(location);
    here.searchParams.delete("couche");
    for (const one of layers) here.searchParams.append("couche", one);
    history.replaceState(history.state, "", here);
    lay();
  }, whenever);
  lay();
}

begin();
const anew = () => { const map = document.querySelector("svg.rmap"); if (map && map !== shown) begin(); };
document.addEventListener("heraut:swapped", anew);
document.addEventListener("htmx:afterSwap", anew);
})();
