// This browser, among the devices that show messages: asked once, kept by a plain form. Without scripts mail is left.
"use strict";

(async () => {
  const form = document.getElementById("appareil");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return;
  const show = (id, seen = true) => { document.getElementById(id).hidden = !seen; };
  show("appareil-impossible", false);
  if (Notification.permission === "denied") return show("appareil-refus");
  form.hidden = false;

  // A subscription made with another key of the site (it was moved, its secret has changed) takes nothing from this one
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  async function subscription() {
    const worker = await navigator.serviceWorker.ready;
    const former = await worker.pushManager.getSubscription();
    if (former && former.options.applicationServerKey && text(former.options.applicationServerKey) !== form.dataset.key) await former.unsubscribe();
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.key });
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if ((await Notification.requestPermission()) !== "granted") return show("appareil-refus");
    try {
      form.elements.subscription.value = JSON.stringify(await subscription());
      form.submit();
    } catch {
      show("appareil-echec");
    }
  });
})();
