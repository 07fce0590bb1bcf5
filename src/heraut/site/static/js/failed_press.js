// A press of a button that came to nothing: htmx says so to nobody. The words are those of the page that was answered.
"use strict";

(() => {
  function words_of(xhr) {
    const { silence, loggedOut } = document.querySelector("script[data-silence]").dataset;
    if (xhr.status === 401) return loggedOut;
    const page = new DOMParser().parseFromString(xhr.responseText || "", "text/html");
    const words = [...page.querySelectorAll(".empty > :is(h1, p:not([class]))")].map((one) => one.textContent.trim().replace(/([^.!?])$/, "$1."));
    return words.join(" ") || silence;
  }

  function failed(event) {
    if (!event.detail.requestConfig.triggeringEvent || document.querySelector("[data-draft-here] .unsaved")) return;
    const box = Object.assign(document.createElement("p"), { id: "failed", className: "notice bad", role: "alert", textContent: words_of(event.detail.xhr) });
    document.getElementById("failed")?.remove();
    [...document.querySelectorAll("main, #table, .dock")].filter((one) => one.getClientRects().length).at(-1).prepend(box);
    box.scrollIntoView({ block: "nearest" });
  }

  for (const fault of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) document.addEventListener(fault, (event) => setTimeout(failed, 0, event));
  document.addEventListener("htmx:afterSettle", () => document.getElementById("failed")?.remove());
})();
