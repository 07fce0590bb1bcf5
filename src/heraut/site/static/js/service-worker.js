// What is there when the site is not: a page that says so, and the files that it needs. And messages of the site (Web Push).
//
// Nothing that belongs to anybody is ever kept: of pages, only the one that says that there is no connection, which is the
// same for all; of files, only those under /static/, each under the address that changes with it. What others may read
// on this machine later is not here.
//
// The address of this script holds a figure of all files it keeps (`installable.py`): other files, another worker.
"use strict";

const OFFLINE = "/hors-ligne/", FILES = "/static/";
const KEPT = `heraut:${new URL(self.location.href).search}`;
const MOST = 60; // files

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(KEPT);
    const answer = await fetch(OFFLINE, { cache: "no-store", credentials: "omit" });
    if (!answer.ok) throw new Error(answer.status);
    const files = [...(await answer.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((found) => found[1]);
    await cache.put(OFFLINE, answer);
    await cache.addAll([...new Set(files)]);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== KEPT && name.startsWith("heraut:")) await caches.delete(name);
    await self.clients.claim();
  })());
});

async function file(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  const another = (answer.headers.get("Cache-Control") || "").includes("no-store"); // not the version asked for
  if (answer.ok && answer.type === "basic" && !another) {
    await cache.put(request, answer.clone());
    for (const old of (await cache.keys()).filter((one) => !one.url.endsWith(OFFLINE)).slice(0, -MOST)) await cache.delete(old);
  }
  return answer;
}

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(KEPT);
    return (await cache.match(OFFLINE)) || Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith(FILES) && url.searchParams.has("v")) event.respondWith(file(request));
});

// Messages

const ours = (address) => {
  const url = new URL(address, self.location.origin);
  return url.origin === self.location.origin ? url.href : self.location.origin;
};

self.addEventListener("push", (event) => {
  let told = {};
  try { told = event.data.json(); } catch { /* an empty one */ }
  event.waitUntil(self.registration.showNotification(told.title || "Héraut", {
    body: told.body || "", tag: told.tag || "heraut", renotify: true, lang: told.lang || "fr",
    icon: "/static/icons/heraut-192.png", data: { url: ours(told.url || "/") },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const { url } = event.notification.data, open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((one) => one.url.split("#")[0] === url);
    return there ? there.focus() : self.clients.openWindow(url);
  })());
});

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil((async () => {
    const old = event.oldSubscription;
    if (!old) return;
    const fresh = event.newSubscription || await self.registration.pushManager.subscribe(old.options);
    await fetch("/compte/avis/appareil/renouveler/", { method: "POST", body: new URLSearchParams({ old: old.endpoint, subscription: JSON.stringify(fresh) }) });
  })());
});
