// The board answers: a village opens what can be done there, a click or Enter chooses, a pawn is dragged to where it
// shall march. Whatever the way, an answer is one of the buttons beside the board, or a line that the game judges.
"use strict";

(() => {
  const FAR = 7; // pixels: a press that moves as far as that drags
  const table = () => document.getElementById("table");
  const board = () => document.querySelector("#table svg.board");
  const buttons = () => [...document.querySelectorAll("#table button.option")];
  const about = (button, village) => button.dataset.village === village || button.dataset.origin === village;

  function prepare() {
    const svg = board();
    if (!svg) return;
    const places = document.querySelector("select[data-places]");
    const open = new Set(buttons().flatMap((button) => [button.dataset.village, button.dataset.origin]));
    if (places) for (const option of places.options) open.add(option.value);
    const regions = new Set(buttons().map((button) => button.dataset.region));
    const lords = new Set(buttons().map((button) => button.dataset.lord));
    for (const village of svg.querySelectorAll(".village")) {
      const can = open.has(village.dataset.village);
      village.classList.toggle("can", can);
      village.setAttribute("role", can ? "button" : "img");
      village.tabIndex = can ? 0 : -1;
    }
    for (const region of svg.querySelectorAll(".region")) region.classList.toggle("can", regions.has(region.dataset.region));
    for (const lord of svg.querySelectorAll(".lord")) lord.classList.toggle("can", lords.has(lord.dataset.lord));
    document.getElementById("portee").classList.add("live");
    const mine = table().dataset.march;
    for (const party of svg.querySelectorAll(".party")) party.classList.toggle("mobile", Boolean(mine) && party.dataset.seat === mine);
  }

  // What can be done here, beside the place itself

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

  function twin(button) {
    const copy = document.createElement("button");
    copy.type = "button";
    copy.className = button.className.replace(/\boption\b/, "");
    copy.append(...[...button.childNodes].map((node) => node.cloneNode(true)));
    copy.addEventListener("click", () => { hide(); button.click(); });
    return copy;
  }

  function button(words, then, look) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = `button small ${look}`;
    made.textContent = words;
    made.addEventListener("click", () => { hide(); then(); });
    return made;
  }

  function show(found, near, name) {
    const here = document.querySelector("#table .here");
    opener = document.activeElement;
    here.textContent = "";
    const head = document.createElement("p");
    head.className = "here-name";
    head.textContent = name;
    here.append(head, ...found.map(twin));
    const lord = near.closest(".lord");
    if (lord) here.append(button(here.dataset.reach, () => reach(lord.dataset.lord), ""));
    here.append(button(here.dataset.close, () => {}, "quiet"));
    const frame = here.parentElement.getBoundingClientRect(), spot = near.getBoundingClientRect();
    here.hidden = false;
    const left = Math.min(Math.max(0, spot.left + spot.width / 2 - frame.left - here.offsetWidth / 2), frame.width - here.offsetWidth);
    const low = spot.bottom + here.offsetHeight + 8 > innerHeight && spot.top > here.offsetHeight;
    here.style.setProperty("left", `${Math.max(0, left)}px`);
    here.style.setProperty("top", `${(low ? spot.top - here.offsetHeight - 4 : spot.bottom + 4) - frame.top}px`);
    here.querySelector("button").focus({ preventScroll: true });
  }

  let opener = null; // where the focus was when they were shown: it goes on there
  function hide() {
    const here = document.querySelector("#table .here");
    if (!here || here.hidden) return;
    if (here.contains(document.activeElement)) opener.focus({ preventScroll: true });
    here.hidden = true;
  }

  function nameOf(target) {
    const node = target.closest(".village, .party, .region, .lord");
    return (node.querySelector("title") || node).textContent.split(/[,\n]/)[0];
  }

  // A pawn is taken by a click as well: the places where it may go light up, and the next click says which
  let picked = null; // {party, lord}
  function pick(target) {
    const party = target.closest(".party.mobile"), pawn = party && target.closest(".lord, .soldiers");
    unpick();
    if (!pawn) return;
    picked = { party, lord: pawn.matches(".lord") ? pawn : null };
    const goals = new Set(marches(picked.party, picked.lord).map((button) => button.dataset.village));
    board().classList.add("picking");
    pawn.classList.add("picked");
    for (const village of board().querySelectorAll(".village")) village.classList.toggle("goal", goals.has(village.dataset.village));
  }

  function unpick() {
    picked = null;
    const svg = board();
    if (!svg) return;
    svg.classList.remove("picking");
    for (const one of svg.querySelectorAll(".goal, .picked")) one.classList.remove("goal", "picked");
  }

  function bring(village) {
    const { party, lord } = picked;
    unpick();
    if (village.dataset.village === party.dataset.village) return false;
    march(party, lord, village);
    return true;
  }

  function act(target) {
    const goal = target.closest(".village, .party"), aim = goal && board().querySelector(`.village[data-village="${goal.dataset.village}"]`);
    if (picked && aim && aim.classList.contains("goal") && bring(aim)) return true;
    pick(target);
    const places = document.querySelector("select[data-places]");
    const village = target.closest(".village");
    if (places && village) {
      places.value = village.dataset.village;
      for (const one of document.querySelectorAll("svg.board .village.chosen")) one.classList.remove("chosen");
      village.classList.add("chosen");
      return true;
    }
    const found = choices(target);
    if (!found.length && !target.closest(".lord")) return false;
    show(found, target.closest(".lord, .party, .village") || target, nameOf(target));
    return true;
  }

  // The reach map of a lord or of a family: the same page, with what is being put together
  async function reach(whose) {
    const form = document.getElementById("reponse"), text = form && form.dataset.list ? form.elements.text.value : "";
    history.replaceState(null, "", whose ? `?portee=${whose}` : location.pathname);
    const values = text ? { do: "look", text, key: form.elements.key.value, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value } : {};
    await htmx.ajax(text ? "POST" : "GET", location.pathname + location.search, { target: "#table", swap: "outerHTML", values });
  }

  // Dragging: a lord alone or with the soldiers of his village, or the soldiers with all the lords who lead them

  let drag = null; // {pawn, party, lord, id, x, y, ghost, over}
  let dropped = 0; // when the last drag ended: the click that follows it is none

  function marches(party, lord) {
    const from = buttons().filter((button) => button.dataset.origin === party.dataset.village);
    return from.filter((button) => (lord ? button.dataset.lords === lord.dataset.lord : button.dataset.troop !== "0"));
  }

  function take(event) {
    const party = event.target.closest && event.target.closest("svg.board .party.mobile");
    if (!party || event.button || !event.isPrimary || drag) return;
    const pawn = event.target.closest(".lord, .soldiers");
    if (!pawn) return;
    const lord = pawn.matches(".lord") ? pawn : null;
    drag = { pawn, party, lord, id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  function lift() {
    hide();
    const svg = board();
    const legal = new Set(marches(drag.party, drag.lord).map((button) => button.dataset.village));
    svg.classList.add("dragging");
    for (const village of svg.querySelectorAll(".village")) village.classList.toggle("goal", legal.has(village.dataset.village));
    const screen = svg.getScreenCTM(), here = drag.pawn.getScreenCTM();
    drag.scale = here.a / screen.a;
    drag.ghost = drag.pawn.cloneNode(true);
    drag.ghost.classList.add("ghost");
    for (const title of drag.ghost.querySelectorAll("title")) title.remove();
    svg.append(drag.ghost);
    drag.pawn.classList.add("lifted");
  }

  function move(event) {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      if (!drag.pawn.isConnected) { drag = null; return; }
      lift();
    }
    event.preventDefault();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
    const middle = drag.lord ? 0 : 22 * drag.scale;
    drag.ghost.setAttribute("transform", `translate(${at.x - middle} ${at.y})scale(${drag.scale})`);
    const over = villageAt(event);
    if (over === drag.over) return;
    if (drag.over) drag.over.classList.remove("over");
    if (over) over.classList.add("over");
    drag.over = over;
  }

  // The village that the pointer is at: the nearest, if it is near enough
  function villageAt(event) {
    let nearest = null, least = 1;
    for (const village of board().querySelectorAll(".village")) {
      const spot = village.querySelector(".spot").getBoundingClientRect();
      const far = Math.hypot(event.clientX - spot.left - spot.width / 2, event.clientY - spot.top - spot.height / 2);
      if (far / (0.62 * spot.width) < least) {
        nearest = village;
        least = far / (0.62 * spot.width);
      }
    }
    return nearest;
  }

  function drop(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const { ghost, party, lord } = drag, village = ghost && event.type === "pointerup" ? villageAt(event) : null;
    settle();
    if (!village || village.dataset.village === party.dataset.village) return;
    march(party, lord, village);
  }

  function march(party, lord, village) {
    const found = marches(party, lord).filter((button) => button.dataset.village === village.dataset.village);
    if (found.length === 1) { hide(); found[0].click(); }
    else if (found.length) show(found, village, nameOf(village));
    else judge(lord ? lord.dataset.lord : "-", village.dataset.village);
  }

  // No such march is offered: the game itself says why
  function judge(lords, to) {
    const button = document.getElementById("depose");
    button.value = `MARCHER ${lords}, ${to}`;
    button.click();
  }

  function settle() {
    if (drag.ghost) {
      dropped = performance.now();
      drag.ghost.remove();
      drag.pawn.classList.remove("lifted");
      const svg = board();
      svg.classList.remove("dragging");
      for (const village of svg.querySelectorAll(".village")) village.classList.remove("goal", "over");
    }
    drag = null;
  }

  document.addEventListener("pointerdown", take);
  document.addEventListener("heraut:two-fingers", () => { if (drag) settle(); });
  document.addEventListener("dragstart", (event) => { if (event.target.closest && event.target.closest("svg.board")) event.preventDefault(); });
  document.addEventListener("pointermove", move, { passive: false });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, drop);
  document.addEventListener("touchmove", (event) => { if (drag && drag.ghost) event.preventDefault(); }, { passive: false });

  document.addEventListener("click", (event) => {
    if (performance.now() - dropped < 300 && event.target.closest("svg.board")) return;
    const here = document.querySelector("#table .here");
    if (event.target.closest("svg.board")) { if (!act(event.target)) hide(); }
    else if (here && !here.hidden && !event.target.closest(".here")) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (drag) settle();
      unpick();
      hide();
    }
    const village = event.target.closest && event.target.closest("svg.board .village");
    if (village && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      act(village);
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "portee-de") reach(event.target.value);
    if (event.target.id === "chercher-village" && [...event.target.list.options].some((one) => one.value === event.target.value)) find(event.target.value);
  });
  document.addEventListener("input", (event) => { if (event.target.id === "chercher-village") event.target.setCustomValidity(""); });
  document.addEventListener("submit", (event) => {
    if (event.target.id === "chercher") {
      event.preventDefault();
      find(event.target.elements.village.value);
      return;
    }
    if (event.target.id !== "portee") return;
    event.preventDefault();
    reach(event.target.elements.portee.value);
  });
  document.addEventListener("click", (event) => {
    if (event.target.id !== "portee-efface") return;
    event.preventDefault();
    reach("");
  });
  const plain = (text) => text.normalize("NFD").replace(/[^a-z]/gi, "").toLowerCase();
  function find(typed) {
    const wanted = plain(typed);
    const found = wanted && [...board().querySelectorAll(".village")].find((one) => plain(one.getAttribute("aria-label")).startsWith(wanted));
    const field = document.getElementById("chercher-village");
    field.setCustomValidity(found ? "" : field.dataset.none);
    if (!found) { field.reportValidity(); return; }
    found.scrollIntoView({ block: "center", inline: "center" });
    found.focus({ preventScroll: true });
    act(found);
  }
  document.addEventListener("heraut:show", () => { for (const one of document.querySelectorAll("details#accord, details#choix-build")) one.open = true; });
  document.addEventListener("htmx:afterSettle", prepare);
  prepare();
})();
