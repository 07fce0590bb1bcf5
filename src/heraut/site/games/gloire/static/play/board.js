// The map: zoom, pan, a card without a page. Everything here only saves the reader a page: links and forms do the same.
"use strict";

(() => {
let last = null; // what was seen of the map before its page was brought up to date: {box, stop}

function begin() {
  if (last) last.stop.abort();
  const stop = new AbortController(), whenever = { signal: stop.signal };
  const board = document.querySelector("[data-board]");
  const frame = board && board.querySelector(".map-frame");
  const map = frame && frame.querySelector("svg.map");
  if (!map) return;

  const whole = { x: 0, y: 0, w: Number(map.dataset.width), h: Number(map.dataset.height) };
  let box = last && last.box ? last.box : { ...whole };
  const again = Boolean(last && last.box);
  last = { box: null, stop };
  let knight = "";
  const lands = [...map.querySelectorAll("a.t")];
  const pointers = new Map();
  let moved = 0;
  let drawn = false;

  // How wide a view may be: from a twelfth of the map to a little more than all of it, in a low frame too
  function bounded(w) {
    return Math.min(Math.max(w, whole.w / 12), Math.max(whole.w * 1.1, fit().w));
  }

  // Marks keep away from the names of lands, from shields and from each other: each goes to the place (in pixels) nearest
  // to its land where it covers nothing, or where it covers least
  const STEPS = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].flatMap((across) => [-3, -2, -1, 0, 1, 2, 3].map((down) => [across * 12, down * 12]));
  let apart = 0, waiting = 0;
  const around_point = (x, y, w, h) => ({ left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 });
  const common = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  function part() {
    if (!apart) return; // nothing has been shown yet
    const u = apart, read = (text) => text.split(" ").map((figure) => Number(figure) / u);
    const taken = lands.map((land) => around_point(...read(land.dataset.name)));
    for (const land of lands) if (!land.matches(".o0")) taken.push(around_point(...read(land.dataset.at), 18, 16));
    for (const mark of map.querySelectorAll(".forces .px, .layer .px")) {
      const own = mark.getBBox(), place = mark.parentNode.transform.baseVal.consolidate();
      if (!own.width || !place) continue;
      const x = place.matrix.e / u + own.x, y = place.matrix.f / u + own.y;
      const moved_by = ([dx, dy]) => ({ left: x + dx, right: x + dx + own.width, top: y + dy, bottom: y + dy + own.height });
      const far = ([dx, dy]) => Math.hypot(own.x + own.width / 2 + dx, 1.6 * (own.y + own.height / 2 + dy));
      let best = [0, 0], least = Infinity;
      for (const one of [[0, 0], ...[...STEPS].sort((a, b) => far(a) - far(b))]) {
        const covered = taken.reduce((sum, other) => sum + common(moved_by(one), other), 0);
        if (covered < least) { best = one; least = covered; }
        if (!covered) break;
      }
      mark.style.setProperty("--dx", `${best[0]}px`);
      mark.style.setProperty("--dy", `${best[1]}px`);
      taken.push(moved_by(best));
    }
  }

  // What is seen of the map: a box in the units of the drawing
  function show(next) {
    if (!sized()) return; // a frame that is hidden has no shape: nothing can be reckoned from it
    const w = bounded(next.w);
    const h = w * frameRatio();
    const x = Math.min(Math.max(next.x, -w * 0.4), whole.w - w * 0.6);
    const y = Math.min(Math.max(next.y, -h * 0.4), whole.h - h * 0.6);
    box = { x, y, w, h };
    last.box = box;
    if (drawn) return;
    drawn = true;
    requestAnimationFrame(() => {
      drawn = false;
      map.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
      map.style.setProperty("--u", box.w / frame.clientWidth); // units of the drawing in a pixel: marks keep their size
      map.classList.toggle("close", box.w < whole.w * 0.62 || frame.clientWidth > 700);
      const scale = box.w / frame.clientWidth;
      if (Math.abs(scale / apart - 1) > 0.02) { apart = scale; clearTimeout(waiting); waiting = setTimeout(part, 60); }
    });
  }

  const sized = () => frame.clientWidth > 0 && frame.clientHeight > 0;
  function frameRatio() {
    return frame.clientHeight / frame.clientWidth;
  }

  function zoom(by, x = box.x + box.w / 2, y = box.y + box.h / 2) {
    const w = bounded(box.w * by);
    const k = w / box.w;
    show({ x: x - (x - box.x) * k, y: y - (y - box.y) * k, w });
  }

  function pan(dx, dy) {
    show({ x: box.x + dx * box.w, y: box.y + dy * box.h, w: box.w });
  }

  const at = (land) => land.dataset.at.split(" ").map(Number);

  function around(lands, margin) {
    const xs = lands.map((land) => at(land)[0]), ys = lands.map((land) => at(land)[1]);
    const x0 = Math.min(...xs), x1 = Math.max(...xs), y0 = Math.min(...ys), y1 = Math.max(...ys);
    const w = Math.max(x1 - x0 + 2 * margin, (y1 - y0 + 2 * margin) / frameRatio());
    const h = w * frameRatio();
    return { x: inside((x0 + x1 - w) / 2, w, whole.w), y: inside((y0 + y1 - h) / 2, h, whole.h), w };
  }

  // Where a window of this size starts so as to show nothing beyond the map; in the middle if it is the larger of the two
  function inside(from, size, all) {
    return size > all ? (all - size) / 2 : Math.min(Math.max(from, 0), all - size);
  }

  function fit() {
    const w = Math.max(whole.w, whole.h / frameRatio());
    return { x: (whole.w - w) / 2, y: (whole.h - w * frameRatio()) / 2, w };
  }

  // As much as can be seen with every name large enough to read, and no less than is asked for
  function legible(found) {
    const w = bounded(Math.max(found.w, (frame.clientWidth * Number(map.dataset.small)) / 11.5));
    const x = found.x + (found.w - w) / 2, y = found.y + ((found.w - w) * frameRatio()) / 2;
    return { x: inside(x, w, whole.w), y: inside(y, w * frameRatio(), whole.h), w };
  }
  const home = () => legible(around(mine(), whole.w * 0.1));

  const mine = () => map.dataset.mine.split(" ").filter(Boolean).map((name) => map.querySelector(`a.t[data-land="${CSS.escape(name)}"]`));

  function place(event) {
    const r = frame.getBoundingClientRect();
    return [box.x + ((event.clientX - r.left) / r.width) * box.w, box.y + ((event.clientY - r.top) / r.height) * box.h];
  }

  frame.classList.add("live");
  map.setAttribute("preserveAspectRatio", "none");
  map.style.width = "100%";
  map.style.height = "100%";
  board.querySelector(".zoom").hidden = false;
  const start = map.querySelector(`a.t[data-land="${CSS.escape(new URLSearchParams(location.search).get("terre") || "")}"]`);
  let seen = false; // whether the map has been shown: not before its frame has a size
  function first_look() {
    if (!sized()) return;
    seen = true;
    look();
  }
  function look() {
  if (again) show(box);
  else if (start) show(legible(around([start], whole.w * 0.1)));
  else show(mine().length ? home() : fit());
  }
  first_look();
  const watch = new ResizeObserver(() => (seen ? show(box) : first_look()));
  watch.observe(frame);
  stop.signal.addEventListener("abort", () => watch.disconnect());

  // Buttons, wheel, keys
  board.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    const to = button.dataset.zoom;
    if (to === "in") zoom(0.7);
    else if (to === "out") zoom(1 / 0.7);
    else if (to === "mine" && mine().length) show(home());
    else show(fit());
  }, whenever);
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !frame.matches(":focus, :focus-within")) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, ...place(event));
  }, { passive: false });
  const KEYS = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] };
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoom(0.7);
    else if (event.key === "-" || event.key === "−") zoom(1 / 0.7);
    else if (event.key === "0") show(fit());
    else if (event.key === "Escape") choose("");
    else if (KEYS[event.key] && event.target === frame) pan(...KEYS[event.key]);
    else if (KEYS[event.key] && event.target.dataset.land) step(outline_of(event.target.dataset.land), KEYS[event.key]);
    else return;
    event.preventDefault();
  });

  // One land is in the way of the tabulator; arrows lead from it to the next one in their direction
  const outline_of = (land) => map.querySelector(`a.t[data-land="${CSS.escape(land)}"]`);
  function stop_at(stop) { for (const land of lands) land.setAttribute("tabindex", land === stop ? "0" : "-1"); }
  stop_at(start || mine()[0] || lands[0]);
  function step(from, [dx, dy]) {
    const [x, y] = at(from);
    let best = [0, 0], least = Infinity;
    for (const land of lands) {
      const [u, v] = at(land);
      const ahead = (u - x) * Math.sign(dx) + (v - y) * Math.sign(dy);
      const aside = Math.abs(dx ? v - y : u - x);
      if (land !== from && ahead > 8 && aside < 2 * ahead && ahead + 2 * aside < least) { best = land; least = ahead + 2 * aside; }
    }
    if (!best) return;
    stop_at(best);
    best.focus({ preventScroll: true });
    const [u, v] = at(best);
    if (u < box.x || u > box.x + box.w || v < box.y || v > box.y + box.h) show({ x: u - box.w / 2, y: v - box.h / 2, w: box.w });
  }

  // A mouse drags the map; one finger scrolls the page, as everywhere, and two fingers move the map
  frame.addEventListener("touchstart", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
  frame.addEventListener("touchmove", (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
  frame.addEventListener("pointerdown", (event) => {
    if (!pointers.size) moved = 0;
    pointers.set(event.pointerId, event);
  });
  addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const r = frame.getBoundingClientRect();
    const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
    pointers.set(event.pointerId, event);
    moved += Math.abs(dx) + Math.abs(dy);
    if (pointers.size > 1) {
      const other = [...pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
      const apart = (a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY) || 1;
      zoom(apart(before) / apart(event), ...place({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }));
      pan(-dx / r.width / 2, -dy / r.height / 2); // the middle of two fingers goes half as far as one of them
    } else if (event.pointerType !== "touch" && moved > 6) {
      frame.classList.add("dragging");
      pan(-dx / r.width, -dy / r.height);
    }
  }, whenever);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => {
    pointers.delete(event.pointerId);
    if (!pointers.size) setTimeout(() => frame.classList.remove("dragging"));
  }, whenever);
  frame.addEventListener("dragstart", (event) => event.preventDefault());

  // A land: its card; an own knight: chosen for the next land
  const said = document.getElementById("knight-chosen");
  function choose(id, name) {
    knight = id;
    for (const one of map.querySelectorAll(".knight")) one.classList.toggle("picked", one.dataset.knight === id && id !== "");
    said.classList.toggle("shown", Boolean(id));
    said.textContent = "";
    if (id) said.textContent = said.dataset.words.replace("%", name);
  }
  function open(land) {
    const url = `${board.dataset.card}?terre=${encodeURIComponent(land)}&chevalier=${encodeURIComponent(knight)}`;
    htmx.ajax("GET", url, { target: "#fiche", swap: "innerHTML" });
    if (!map.querySelector(`.knight.picked[data-land="${CSS.escape(land)}"]`)) said.classList.remove("shown"); // the land that was asked for
    const outline = outline_of(land);
    if (outline) {
      document.getElementById("chosen").setAttribute("href", outline.querySelector("use").getAttribute("href"));
      stop_at(outline); // whoever comes back to the map goes on from there
    }
    const here = new URL(location);
    here.searchParams.set("terre", land);
    if (knight) here.searchParams.set("chevalier", knight);
    else here.searchParams.delete("chevalier");
    history.replaceState(null, "", here);
    const list = document.getElementById("terre");
    if (list) list.value = "";
  }
  board.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-land]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (moved > 6 && frame.contains(link)) return;
    const id = link.dataset.knight;
    if (id) choose(knight === id ? "" : id, link.dataset.name || link.querySelector("title").textContent);
    open(link.dataset.land);
    const [x, y] = at(outline_of(link.dataset.land));
    if (x < box.x || x > box.x + box.w || y < box.y || y > box.y + box.h) show({ x: x - box.w / 2, y: y - box.h / 2, w: box.w });
    if (!knight && frame.contains(link) && innerWidth < 960) document.getElementById("fiche").scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
  }, whenever);
  document.addEventListener("htmx:afterSettle", () => { if (map.isConnected) part(); }, whenever); // marks of new orders
  board.addEventListener("change", part, whenever); // another look shows other marks

  // A land that is typed, or shown from elsewhere: its card, and it in the middle of the map
  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim();
  function reveal(land) {
    const [x, y] = at(land), far = Math.min(box.w, legible(around([land], 0)).w);
    show({ x: x - far / 2, y: y - (far * frameRatio()) / 2, w: far });
    open(land.dataset.land);
  }
  const find = board.querySelector(".land-search");
  if (find) find.addEventListener("submit", (event) => {
    const typed = plain(find.elements.terre.value), name = (land) => plain(land.querySelector("title").textContent.split(", ")[0]);
    const land = typed && (lands.find((one) => name(one) === typed || plain(one.dataset.land) === typed) || lands.find((one) => name(one).startsWith(typed)));
    if (typed && !land) find.elements.terre.setCustomValidity(find.elements.terre.dataset.none.replace("%", find.elements.terre.value.trim()));
    if (typed || land) event.preventDefault();
    if (!land) { find.elements.terre.reportValidity(); return; }
    reveal(land);
    document.getElementById("fiche").focus({ preventScroll: true });
  }, whenever);
  if (find) find.elements.terre.addEventListener("input", (event) => event.target.setCustomValidity(""), whenever);
  if (find) find.elements.terre.addEventListener("change", (event) => { if ([...event.target.list.options].some((one) => one.value === event.target.value)) find.requestSubmit(); }, whenever);
  document.addEventListener("heraut:show", (event) => {
    const asked = new URLSearchParams(event.detail.split("#")[0]), land = map.querySelector(`a.t[data-land="${CSS.escape(asked.get("terre") || "")}"]`);
    if (!land) return;
    if (asked.get("chevalier")) choose(asked.get("chevalier"), map.querySelector(`.knight[data-knight="${CSS.escape(asked.get("chevalier"))}"] title`)?.textContent || "");
    reveal(land);
  }, whenever);
}

begin();
document.addEventListener("heraut:swapped", () => { if (document.querySelector(".map-frame:not(.live)")) begin(); });
})();
