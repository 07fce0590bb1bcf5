// <input type="file" data-most="700000" data-heavy="…">: a photo that weighs more than the site takes is drawn smaller before
// it is sent; of whatever else weighs more it is said at once. Without scripts the site says it, once all of it has been sent.
"use strict";

(() => {
  const EDGES = [2000, 1400, 1000, 700];
  const field = document.querySelector("input[data-most]");
  if (!field) return;

  async function smaller(file, most) {
    const picture = await createImageBitmap(file);
    for (const edge of EDGES) {
      const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
      const paper = Object.assign(document.createElement("canvas"), { width: Math.max(1, Math.round(picture.width * scale)), height: Math.max(1, Math.round(picture.height * scale)) });
      const pen = paper.getContext("2d");
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, paper.width, paper.height);
      pen.drawImage(picture, 0, 0, paper.width, paper.height);
      const drawn = await new Promise((done) => paper.toBlob(done, "image/jpeg", .85));
      if (drawn && drawn.size <= most) return new File([drawn], file.name.replace(/\.\w*$/, "") + ".jpg", { type: "image/jpeg" });
    }
    return null;
  }

  field.addEventListener("change", async () => {
    const file = field.files[0], most = Number(field.dataset.most);
    field.setCustomValidity("");
    if (!file || file.size <= most) return;
    field.setCustomValidity(field.dataset.heavy); // until it is drawn
    const drawn = await smaller(file, most).catch(() => null);
    if (field.files[0] !== file) return; // another was chosen meanwhile
    if (!drawn) return field.reportValidity();
    const held = new DataTransfer();
    held.items.add(drawn);
    field.files = held.files;
    field.setCustomValidity("");
  });
})();
