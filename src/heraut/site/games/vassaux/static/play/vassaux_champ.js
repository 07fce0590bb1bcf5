// The field builder: the table hears taps and drags. Without a script the same is done by a picture, and by numbers.
"use strict";

{
  let drag = null;

  // A place of the table in mR, y to the north.
  function place(svg, event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const side = Number(svg.dataset.side), scale = Number(svg.dataset.scale);
    const within = (value) => Math.max(0, Math.min(side, Math.round(value)));
    return { x: within(at.x * scale), y: within(side - at.y * scale) };
  }

  // Sends a tap, or a move of this piece, with what else the form says.
  function send({ x, y }, piece) {
    const form = document.getElementById("champ-form");
    for (const [name, value] of Object.entries({ x, y })) {
      form.elements[name].disabled = false;
      form.elements[name].value = value;
    }
    if (piece) form.elements.pris.value = piece;
    document.getElementById(piece ? "champ-move" : "champ-tap").click(); // htmx sends the button that was clicked
  }

  document.addEventListener("pointerdown", (event) => {
    const svg = event.target.closest?.("#champ-table");
    if (!svg || event.button) return;
    const piece = event.target.closest("[data-piece]");
    const tool = document.getElementById("champ-form").elements.tool.value;
    drag = { svg, piece: tool === "poser" ? null : piece, from: place(svg, event), id: event.pointerId, moved: false };
    if (drag.piece) {
      event.preventDefault();
      svg.setPointerCapture?.(event.pointerId);
    }
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag?.piece || event.pointerId !== drag.id) return;
    const at = place(drag.svg, event), scale = Number(drag.svg.dataset.scale);
    const [dx, dy] = [at.x - drag.from.x, at.y - drag.from.y];
    if (Math.hypot(dx, dy) < 250) return;
    drag.moved = true;
    drag.piece.classList.add("chosen", "dragged");
    drag.piece.setAttribute("transform", `translate(${dx / scale} ${-dy / scale})`);
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { svg, piece, from, moved } = drag;
    drag = null;
    const at = place(svg, event);
    if (!moved) return Math.hypot(at.x - from.x, at.y - from.y) < 400 ? send(at) : undefined;
    const side = Number(svg.dataset.side), scale = Number(svg.dataset.scale);
    const middle = (start, length) => (Number(piece.getAttribute(start)) + Number(piece.getAttribute(length)) / 2) * scale;
    send({ x: Math.max(0, Math.min(side, Math.round(middle("x", "width") + at.x - from.x))),
      y: Math.max(0, Math.min(side, Math.round(side - middle("y", "height") + at.y - from.y))) }, piece.dataset.piece);
  });

  document.addEventListener("pointercancel", () => { drag = null; });
}
