// Small comforts for every page. Nothing here is needed: pages say and do the same without it.
"use strict";

// Countdowns: <time class="countdown" datetime="…" data-units="j h min s">: the words of .left go on counting.
function left(seconds, units) {
  const [day, hour, minute, second] = units.split(" ");
  const d = Math.floor(seconds / 86400), h = Math.floor(seconds / 3600) % 24, m = Math.floor(seconds / 60) % 60;
  if (d) return `${d} ${day} ${h} ${hour}`;
  if (h) return `${h} ${hour} ${String(m).padStart(2, "0")}`;
  return m ? `${m} ${minute}` : `${seconds} ${second}`;
}

function count() {
  for (const time of document.querySelectorAll("time.countdown")) {
    const seconds = Math.floor((new Date(time.dateTime) - Date.now()) / 1000);
    time.classList.toggle("soon", seconds < 86400);
    time.querySelector(".left").textContent = seconds > 0 ? left(seconds, time.dataset.units) : time.dataset.over;
  }
}

count();
setInterval(count, 1000);

// What is too wide for the window scrolls by itself; there, and only there, the keyboard reaches it.
function reach() {
  for (const box of document.querySelectorAll(".table, .plot-figure")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

reach();
addEventListener("resize", reach);
for (const change of ["toggle", "htmx:afterSettle"]) document.addEventListener(change, reach, true);

// <input name="time_zone" data-zone>: whoever begins to play reads the hours of his own clock.
for (const field of document.querySelectorAll("[data-zone]")) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

// A form that comes back with something to mend begins there; in a match the page leads the focus itself (focus.js).
const wrong = document.querySelector("main:not(.match) [aria-invalid=true]");
if (wrong) {
  for (let fold = wrong.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  wrong.focus();
}

// Tabs and years stand in one row; where it is too long for the window, the present one is in view.
function show() {
  for (const row of document.querySelectorAll(".tabs, .years ol")) {
    const here = row.querySelector("[aria-current]")?.getBoundingClientRect(), box = row.getBoundingClientRect();
    if (here) row.scrollLeft += here.left - box.left - (row.clientWidth - here.width) / 2;
  }
}

show();
for (const change of ["load", "resize"]) addEventListener(change, show);
document.addEventListener("heraut:swapped", show);

// A control that speaks for its whole form: <select data-submit>.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});

// A long <select data-search="…">: a field above it keeps only what holds the letters typed.
function plain(text) {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
}

for (const select of document.querySelectorAll("select[data-search]")) {
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = search.ariaLabel = select.dataset.search;
  select.before(search);
  search.addEventListener("input", () => {
    for (const option of select.options) option.hidden = !plain(`${option.text} ${option.value}`).includes(plain(search.value));
    for (const group of select.querySelectorAll("optgroup")) group.hidden = !group.querySelector("option:not([hidden])");
    const first = select.querySelector("option:not([hidden])");
    if (search.value && first) first.selected = true;
  });
}

// <button data-copy="id" data-done="…">: copies the text of that element, or what its field holds, and says so. A browser
// that lets nobody copy (a site without https) has the text selected instead.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const from = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText((from.value ?? from.textContent).trim());
    if (button.dataset.done) button.textContent = button.dataset.done;
  } catch {
    if (from.select) from.select();
    else getSelection().selectAllChildren(from);
  }
});

// The menu of a phone closes when one looks elsewhere.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

// The service worker: a page that says so when there is no connection, and messages of the site. See what it keeps.
if ("serviceWorker" in navigator) {
  const { worker } = document.currentScript.dataset;
  if (worker) addEventListener("load", () => navigator.serviceWorker.register(worker, { scope: "/" }).catch(() => {}));
}
