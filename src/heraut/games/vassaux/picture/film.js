"use strict";
(() => {
  const SAID = {
    fr: {
      first: "Au début", before: "Pas en arrière", play: "Lecture", pause: "Arrêt", next: "Pas en avant", last: "À la fin",
      pace: "Allure", told: "Ce qui se passe", slider: "Moment de la bataille", of: "sur",
      reserve: "dés en réserve", lost: "pts perdus",
      help: "Au clavier : ← et → d'un pas, Page préc. et Page suiv. d'un tour, Début et Fin, Espace pour la lecture.",
    },
    en: {
      first: "To the start", before: "One step back", play: "Play", pause: "Pause", next: "One step on", last: "To the end",
      pace: "Pace", told: "What happens", slider: "Moment of the battle", of: "of",
      reserve: "dice in reserve", lost: "pts lost",
      help: "Keys: ← and → one step, Page Up and Page Down one turn, Home and End, Space to play.",
    },
  };
  const film = JSON.parse(document.getElementById("film").textContent);
  const frames = film.frames;
  const by = (id) => document.getElementById(id);
  let lang = film.lang, at = -1, timer = 0;

  // Each moment in full: the pieces of the one before, and those that changed.
  const moments = [];
  frames.forEach((frame, n) => moments.push({ ...moments[n - 1], ...frame.pieces }));

  // An SVG transform as CSS, so that it may glide.
  const glide = (text) => text
    .replace(/translate\(([^ )]+) ([^)]+)\)/g, "translate($1px,$2px) ")
    .replace(/rotate\(([^)]+)\)/g, "rotate($1deg) ");

  function put(key, piece) {
    const node = by(key);
    node.removeAttribute("transform");
    node.style.transform = glide(piece.t);
    node.setAttribute("class", piece.c + " " + node.getAttribute("class").split(" ").pop());
    if (piece.h) node.querySelector("use").setAttribute("href", piece.h);
    else if (node.innerHTML !== piece.x) node.innerHTML = piece.x;
  }

  function show(n) {
    n = Math.max(0, Math.min(frames.length - 1, n));
    const now = moments[n], then = moments[at] || {};
    for (const key in now) if (now[key] !== then[key]) put(key, now[key]);
    at = n;
    by("over").innerHTML = frames[n].over;
    by("zones").innerHTML = frames[n].zones;
    by("slider").value = n;
    write();
    if (n === frames.length - 1) stop();
  }

  function write() {
    const frame = frames[at], said = SAID[lang];
    by("moment").textContent = frame.moment[lang];
    by("words").textContent = frame.words[lang];
    by("words").scrollTop = 0;
    by("place").textContent = `${at + 1} ${said.of} ${frames.length}`;
    by("slider").setAttribute("aria-valuetext", `${frame.moment[lang]}, ${at + 1} ${said.of} ${frames.length}`);
    frame.hosts.forEach(([reserve, , lost], seat) => {
      by(`host${seat}`).caption.lastChild.textContent = `${reserve} ${said.reserve} · ${lost} ${said.lost}`;
    });
    for (const id in frame.units) {
      const row = by(`row${id}`);
      row.lastChild.textContent = frame.units[id];
      row.className = moments[at][`a${id}`].c.includes("gone") ? "dim" : "";
    }
  }

  function speak(chosen) {
    lang = chosen;
    const said = SAID[lang];
    document.documentElement.lang = lang;
    document.title = `${film.title[lang]} · Seigneurs & Vassaux`;
    by("title").textContent = film.title[lang];
    for (const id of ["first", "before", "next", "last"]) name(by(id), said[id]);
    name(by("play"), timer ? said.pause : said.play);
    by("pace-name").textContent = said.pace;
    by("pace").setAttribute("aria-label", said.pace);
    by("told-name").textContent = said.told;
    by("slider").setAttribute("aria-label", said.slider);
    by("help").textContent = said.help;
    for (const button of document.querySelectorAll("[data-lang]")) {
      button.setAttribute("aria-pressed", button.dataset.lang === lang);
    }
    [0, 1].forEach(muster);
    if (at >= 0) write();
  }

  function name(button, text) {
    button.setAttribute("aria-label", text);
    button.title = text;
  }

  function muster(seat) {
    const table = by(`host${seat}`);
    table.replaceChildren();
    const caption = table.createCaption();
    caption.append(film.seats[lang][seat], document.createElement("span"));
    for (const id in film.names[lang]) {
      if ((+id > 50) !== (seat === 1)) continue;
      const row = table.insertRow();
      row.id = `row${id}`;
      row.insertCell().innerHTML =
        `<svg viewBox="-27 -27 54 54" aria-hidden="true"><use href="#u${id}"/></svg>`;
      row.insertCell().textContent = id;
      row.insertCell().textContent = film.names[lang][id];
      row.insertCell();
    }
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    by("play").setAttribute("aria-pressed", false);
    by("play-sign").setAttribute("href", "#s-play");
    name(by("play"), SAID[lang].play);
  }

  function play() {
    if (timer) return stop();
    if (at === frames.length - 1) show(0);
    timer = setInterval(() => show(at + 1), +by("pace").value);
    by("play").setAttribute("aria-pressed", true);
    by("play-sign").setAttribute("href", "#s-pause");
    name(by("play"), SAID[lang].pause);
  }

  function turn(way) {
    const starts = frames.map((frame, n) => n).filter((n) => !n || frames[n].turn !== frames[n - 1].turn);
    const found = way > 0 ? starts.find((n) => n > at) : starts.reverse().find((n) => n < at);
    show(found ?? (way > 0 ? frames.length - 1 : 0));
  }

  const KEYS = {
    ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1), Home: () => show(0),
    End: () => show(frames.length - 1), PageDown: () => turn(1), PageUp: () => turn(-1), " ": play,
  };
  document.addEventListener("keydown", (event) => {
    const inside = event.target.closest("select, button");
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS) || (inside && event.key === " ")) return;
    if (inside && inside.tagName === "SELECT") return;
    event.preventDefault();
    KEYS[event.key]();
  });
  by("slider").max = frames.length - 1;
  by("slider").addEventListener("input", (event) => show(+event.target.value));
  by("first").addEventListener("click", () => show(0));
  by("before").addEventListener("click", () => show(at - 1));
  by("next").addEventListener("click", () => show(at + 1));
  by("last").addEventListener("click", () => show(frames.length - 1));
  by("play").addEventListener("click", play);
  by("pace").addEventListener("change", () => { if (timer) { stop(); play(); } });
  for (const button of document.querySelectorAll("[data-lang]")) {
    button.addEventListener("click", () => speak(button.dataset.lang));
  }
  speak(lang);
  show(0);
})();
