// Levels of an heir, counted as they are placed; without it the sheet tells what is wrong.
"use strict";

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-counted]");
  if (!form || !event.target.matches("[data-level]")) return;
  const sum = (which) => [...form.querySelectorAll(which)].reduce((all, one) => all + Number(one.value), 0);
  for (const output of form.querySelectorAll("output[data-count]")) {
    const count = sum(output.dataset.count === "kept" ? "[data-kept]" : "[data-level]");
    output.value = count;
    const good = output.dataset.wanted ? count === Number(output.dataset.wanted) : count >= Number(output.dataset.least);
    output.classList.toggle("short", !good);
  }
});
