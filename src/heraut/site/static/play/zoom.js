// How near one sees a board: a box to tick or buttons, two fingers, a wheel, a mouse that drags. One finger scrolls the
// page, as everywhere. What is seen stays as it is when the table goes on, and the board comes anew.
"use strict";

(() => {
  const MOST = 4, TICKED = 1.75, TICKED_NARROW = 2.6, FAR = 6;
  const frame = () => document.querySelector("#table .board-frame");
  const tick = () => document.getElementById("loupe-case");
  let near = 1; // how many times as wide as its frame the board is
  let seen = [0, 0]; // how far it is moved in it

  function lay() {
    const here = frame();
    if (!here) return;
    here.classList.add("live");
    here.classList.toggle("near", near > 1);
    here.style.setProperty("--near", near);
    [here.scrollLeft, here.scrollTop] = seen;
    seen = [here.scrollLeft, here.scrollTop];
    if (tick()) tick().checked = near > 1;
    for (const buttons of document.querySelectorAll("#table .zoomer")) buttons.hidden = false;
  }

  // To be as near as `to`, with what is at (x, y) of the window brought to (u, v)
  function show(to, x, y, u = x, v = y) {
    const box = frame().getBoundingClientRect(), before = near;
    near = Math.min(Math.max(to, 1), MOST);
    const k = near / before;
    seen = [(seen[0] + x - box.left) * k - (u - box.left), (seen[1] + y - box.top) * k - (v - box.top)];
    lay();
  }

  let fingers = null; // {x, y, far}: the middle of two fingers, and how far they are apart
  function middle([a, b]) {
    return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1 };
  }
  const over = (event) => event.target.closest && event.target.closest("#table .board-frame");
  document.addEventListener("touchstart", (event) => {
    if (event.touches.length !== 2 || !over(event)) return;
    event.preventDefault();
    fingers = middle(event.touches);
    document.dispatchEvent(new Event("heraut:two-fingers"));
  }, { passive: false });
  document.addEventListener("touchmove", (event) => {
    if (!fingers || event.touches.length !== 2) return;
    event.preventDefault();
    const now = middle(event.touches);
    show((near * now.far) / fingers.far, fingers.x, fingers.y, now.x, now.y);
    fingers = now;
  }, { passive: false });
  for (const end of ["touchend", "touchcancel"]) document.addEventListener(end, (event) => { if (event.touches.length < 2) fingers = null; });

  // A mouse takes hold of the board where there is no pawn to be taken
  let held = null, moved = 0;
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && !event.button && near > 1 && over(event) && !event.target.closest(".mobile")) held = event;
    moved = 0;
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    moved += Math.abs(event.clientX - held.clientX) + Math.abs(event.clientY - held.clientY);
    if (moved > FAR) show(near, held.clientX, held.clientY, event.clientX, event.clientY);
    held = event;
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { held = null; });
  document.addEventListener("click", (event) => {
    if (moved <= FAR || !over(event)) return;
    moved = 0;
    event.stopPropagation();
  }, true);
  document.addEventListener("scroll", (event) => { if (event.target === frame()) seen = [event.target.scrollLeft, event.target.scrollTop]; }, true);
  document.addEventListener("change", (event) => {
    if (event.target !== tick()) return;
    const box = frame().getBoundingClientRect();
    show(event.target.checked ? (box.width < 600 ? TICKED_NARROW : TICKED) : 1, box.left + box.width / 2, box.top + box.height / 2);
  });

  // Buttons and the wheel bring the middle, or what is below the pointer, nearer; a game asks for a place by its event
  const STEP = 1.4;
  const middle_of = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  function zoom(by) {
    const centre = middle_of(frame().getBoundingClientRect());
    show(by ? near * by : 1, ...centre);
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("#table [data-zoom]");
    if (button) zoom({ in: STEP, out: 1 / STEP }[button.dataset.zoom]);
  });
  document.addEventListener("wheel", (event) => {
    if (!over(event) || !(event.ctrlKey || (frame().dataset.wheel !== undefined && frame().matches(":focus, :focus-within")))) return;
    event.preventDefault();
    show(near * (event.deltaY > 0 ? 1 / 1.15 : 1.15), event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("heraut:zoom", (event) => zoom(event.detail));
  document.addEventListener("heraut:near", (event) => {
    const { x, y, to } = event.detail;
    show(to, x, y, ...middle_of(frame().getBoundingClientRect()));
  });
  document.addEventListener("htmx:afterSettle", lay);
  lay();
})();
