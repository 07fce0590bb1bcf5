// The form of a continent: −/+ beside a figure, buttons that fill fields in, and the way back as long as nothing was sent.
"use strict";

(() => {
  const form = () => document.getElementById("champs");
  const fields = () => [...form().elements].filter((one) => one.name && one.matches("input:not([type=hidden]), select"));
  const value = (one) => (one.matches("[type=checkbox], [type=radio]") ? one.checked : one.value);
  const now = () => fields().map(value);
  const changed = (one) => one.dispatchEvent(new Event("input", { bubbles: true }));

  // The acts that were not sent, the last one last; letters typed into the same field are one act
  let past = [], present = null, field = null;
  function note(target) {
    const next = now();
    if (present && present.length === next.length && (target !== field || target === null)) past.push(present);
    field = target;
    present = next;
  }
  function begin() { if (form()) { past = []; field = null; present = now(); } }
  document.addEventListener("DOMContentLoaded", begin);
  document.addEventListener("heraut:swapped", begin);
  document.addEventListener("input", (event) => { if (!acting && event.target.form && event.target.form === form()) note(event.target); });
  let acting = false;
  function act(change) { // several fields at once, or one by a button: one act
    acting = true;
    change();
    acting = false;
    note(null);
  }
  function put(one, text) {
    if (one.matches("[type=checkbox]")) one.checked = text !== "";
    else one.value = text;
    for (let box = one.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
  }

  function fill(text) {
    const wanted = [...new URLSearchParams(text)].map(([name, figure]) => [form().elements[name], figure]).filter(([one]) => one && one.form);
    act(() => { for (const [one, figure] of wanted) put(one, figure); if (wanted.length) changed(wanted[0][0]); });
  }
  function step(button) {
    const one = button.parentElement.querySelector("input"), figure = Number(one.value || 0) + Number(button.dataset.step);
    act(() => { one.value = figure > 0 ? Math.min(figure, Number(one.max) || figure) : ""; changed(one); });
  }
  function back() {
    const before = past.pop();
    fields().forEach((one, place) => { if (one.matches("[type=checkbox], [type=radio]")) one.checked = before[place]; else one.value = before[place]; });
    acting = true;
    changed(fields()[0]);
    acting = false;
    present = before;
    field = null;
  }
  function retype() { // the text as the site has it, where only the text was changed
    const text = document.getElementById("feuille-texte");
    if (!text || text.value === text.defaultValue) return false;
    text.value = text.defaultValue;
    changed(text);
    return true;
  }
  function verify() {
    htmx.ajax("POST", form().getAttribute("action"), { source: form(), target: "#checked", values: { do: "check", asked: "1" } }).then(() => document.getElementById("panel").scrollIntoView({ block: "nearest" }));
  }

  function find(text, exact) { // the line of this name, unfolded
    const plain = (words) => words.trim().toLocaleLowerCase(), wanted = plain(text);
    const names = [...form().querySelectorAll(".count label b"), ...form().querySelectorAll("[data-line] th")];
    const found = wanted && (names.find((one) => plain(one.firstChild.textContent) === wanted) || (!exact && names.find((one) => plain(one.firstChild.textContent).startsWith(wanted))));
    const field = found && found.closest(".count, tr").querySelector("input");
    if (!field) return false;
    for (let box = field.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    field.focus();
    field.scrollIntoView({ block: "center" });
    return true;
  }
  for (const change of ["input", "change"]) document.addEventListener(change, ({ target }) => { // one of the list is chosen, or Enter is pressed
    if (target.id === "trouver" && target.value && form() && find(target.value, change === "input")) target.value = "";
  });

  // Keys of this page: V checks, C fills in what is advised; layout.js says when keys are listened to
  const KEYS = { v: "verifier", c: "conseil" };
  document.addEventListener("heraut:key", (event) => {
    const button = KEYS[event.detail] && form() && document.getElementById(KEYS[event.detail]);
    if (button) { button.click(); event.preventDefault(); }
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("button");
    if (!button || !form()) return;
    let done = true;
    if (button.dataset.step) step(button);
    else if (button.id === "barre-annuler" && past.length) back();
    else if (button.id === "barre-annuler" && retype()) done = true;
    else if (button.form === form() && button.value.startsWith("fill:")) fill(button.value.slice(5));
    else if (button.form === form() && button.value === "check" && window.htmx) verify();
    else done = false;
    if (done) { event.preventDefault(); event.stopPropagation(); }
  }, true);
})();
