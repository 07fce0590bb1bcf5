// The board answers: a village opens what can be done there, a click or Enter chooses. The buttons beside it do the same.
"use strict";

(() => {
  const table = () => document.getElementById("table");
  const buttons = () => [...document.querySelectorAll("#table button.option")];
  const about = (button, village) => button.dataset.village === village || button.dataset.origin === village;

  function prepare() {
    const board = document.querySelector("#table svg.board");
    if (!board) return;
    const places = document.querySelector("select[data-places]");
    const open = new Set(buttons().flatMap((button) => [button.dataset.village, button.dataset.origin]));
    if (places) for (const option of places.options) open.add(option.value);
    const regions = new Set(buttons().map((button) => button.dataset.region));
    const lords = new Set(buttons().map((button) => button.dataset.lord));
    for (const village of board.querySelectorAll(".village")) {
      const can = open.has(village.dataset.village);
      village.classList.toggle("can", can);
      village.setAttribute("role", can ? "button" : "img");
    }
    for (const region of board.querySelectorAll(".region")) region.classList.toggle("can", regions.has(region.dataset.region));
    for (const lord of board.querySelectorAll(".lord")) lord.classList.toggle("can", lords.has(lord.dataset.lord));
  }

  function choices(target) {
    const lord = target.closest(".lord.can"), party = target.closest(".party");
    if (lord) {
      const found = buttons().filter((button) => button.dataset.lord === lord.dataset.lord);
      if (found.length) return found;
    }
    const village = target.closest(".village") || party;
    if (village) {
      const found = buttons().filter((button) => about(button, village.dataset.village));
      if (found.length) return found;
    }
    const region = target.closest(".region.can");
    return region ? buttons().filter((button) => button.dataset.region === region.dataset.region) : [];
  }

  function show(found, near, name) {
    const here = document.getElementById("ici");
    here.textContent = "";
    const head = document.createElement("p");
    head.className = "here-name";
    head.textContent = name;
    here.append(head);
    for (const button of found) {
      const twin = document.createElement("button");
      twin.type = "button";
      twin.className = "button small";
      twin.textContent = button.textContent;
      twin.addEventListener("click", () => { hide(); button.click(); });
      here.append(twin);
    }
    const close = document.createElement("button");
    close.type = "button";
    close.className = "button small quiet";
    close.textContent = here.dataset.close;
    close.addEventListener("click", hide);
    here.append(close);
    const frame = here.parentElement.getBoundingClientRect(), spot = near.getBoundingClientRect();
    here.hidden = false;
    const left = Math.min(Math.max(0, spot.left + spot.width / 2 - frame.left - here.offsetWidth / 2), frame.width - here.offsetWidth);
    here.style.setProperty("left", `${Math.max(0, left)}px`);
    here.style.setProperty("top", `${spot.bottom - frame.top + 4}px`);
    here.querySelector("button").focus({ preventScroll: true });
  }

  function hide() {
    const here = document.getElementById("ici");
    if (here) here.hidden = true;
  }

  function nameOf(target) {
    const node = target.closest(".village, .party, .region, .lord");
    return (node.querySelector("title") || node).textContent.split("\n")[0];
  }

  function act(target) {
    const places = document.querySelector("select[data-places]");
    const village = target.closest(".village");
    if (places && village) {
      places.value = village.dataset.village;
      for (const one of document.querySelectorAll("svg.board .village.chosen")) one.classList.remove("chosen");
      village.classList.add("chosen");
      return true;
    }
    const found = choices(target);
    if (!found.length) return false;
    show(found, target.closest(".lord, .party, .village") || target, nameOf(target));
    return true;
  }

  document.addEventListener("click", (event) => {
    const here = document.getElementById("ici");
    if (event.target.closest("svg.board")) { if (!act(event.target)) hide(); }
    else if (here && !here.hidden && !event.target.closest("#ici")) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const village = event.target.closest && event.target.closest("svg.board .village");
    if (village && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      act(village);
    }
  });
  document.addEventListener("htmx:afterSettle", prepare);
  prepare();
})();
