// A match as a film: play, pause, step, speed, and the address of each moment. Without it every moment is a page.
"use strict";

(() => {
const film = document.querySelector("[data-film]");
if (!film) return;
const frames = film.dataset.film.split(",").map((pair) => pair.split(":").map(Number)); // [turn, step]
const image = film.querySelector("img"), caption = film.querySelector("[data-caption]"), told = film.querySelector("[data-told]");
const play = film.querySelector("[data-play]"), slider = film.querySelector("[data-slider]");
const speed = film.querySelector("[data-speed]"), share = film.querySelector("[data-share]");
const words = { play: play.textContent, pause: play.dataset.pause, share: share.textContent };
const steps = film.dataset.moment.endsWith("pas=");
const key = film.dataset.key, named = key === "pas" ? 1 : 0; // an address names a frame by its step, or by its turn
const lines = film.querySelector("[data-words]"), place = film.querySelector("[data-place]");
const chronicle = lines ? JSON.parse(document.getElementById("film-words").textContent) : [];
const now = film.querySelector("img").getAttribute("src").split("pas=")[1];
let at = Math.max(0, frames.findIndex((frame) => String(frame[1]) === now));
let timer = 0;

const address = (place) => film.dataset.picture + frames[place][1];

function show(wanted) {
  at = Math.min(Math.max(wanted, 0), frames.length - 1);
  const [turn, step] = frames[at];
  image.src = address(at);
  image.alt = image.dataset.alt.replace("%", turn);
  caption.textContent = turn ? caption.dataset.caption.replace("%", turn) : caption.dataset.start;
  told.href = film.dataset.moment + (steps ? step : turn);
  slider.value = at;
  slider.setAttribute("aria-valuetext", caption.textContent);
  history.replaceState(null, "", `?${key}=${frames[at][named]}`);
  if (lines) tell();
  share.textContent = words.share;
  if (at + 1 < frames.length) new Image().src = address(at + 1); // the next one is at hand when its time comes
}

// What was told at this moment
function tell() {
  lines.replaceChildren(...chronicle[at].map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  place.textContent = at + 1;
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  play.textContent = words.play;
}

// The next frame once this one is seen: a slow network makes a slow film, not one with gaps
async function run() {
  await image.decode().catch(() => {});
  timer = setTimeout(() => {
    if (at + 1 >= frames.length) return stop();
    show(at + 1);
    run();
  }, Number(speed.value));
}

function toggle() {
  if (timer) return stop();
  if (at + 1 >= frames.length) show(0);
  play.textContent = words.pause;
  timer = 1;
  run();
}

const GO = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => frames.length - 1 };
film.addEventListener("click", (event) => {
  const way = event.target.closest("[data-go]");
  if (!way || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  stop();
  show(GO[way.dataset.go]());
});
slider.max = frames.length - 1;
slider.value = at;
slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
play.addEventListener("click", toggle);
share.addEventListener("click", async () => {
  stop();
  try {
    await navigator.clipboard.writeText(location.href);
    share.textContent = share.dataset.done;
  } catch { /* the address stands in the browser's own bar */ }
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, button, a") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft") show(at - 1);
  else if (event.key === "ArrowRight") show(at + 1);
  else if (event.key === " ") toggle();
  else return;
  event.preventDefault();
});
for (const part of [play, share, speed.closest("label"), slider.closest("label")]) part.hidden = frames.length < 2;
})();
