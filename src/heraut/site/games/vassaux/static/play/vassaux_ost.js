// The host builder: cards that stand open stay open when the list is reckoned anew.
"use strict";

document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.matches(".host-builder")) return;
  const open = [...document.querySelectorAll("[data-entry][open]")].map((card) => card.dataset.entry);
  if (event.detail.formData) for (const number of open) event.detail.formData.append("opened", number);
  else event.detail.parameters.opened = open;
});
