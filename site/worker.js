// The service worker: pages seen once, and games taken along, are served without network. VERSION, CORE and OFFLINE stand above.
"use strict";

const PREFIX = `arbitre ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;
const AT_ONCE = 12;

const address = (path) => new URL(path.split("/").map(encodeURIComponent).join("/"), self.registration.scope).href;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(CORE.map(address))).then(() => self.skipWaiting()));
});

// A new version takes along again what the former one held; what cannot be fetched now is kept as it was.
async function activate() {
  const cache = await caches.open(CACHE);
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue;
    const former = await caches.open(name);
    const held = await former.keys();
    while (held.length) await Promise.all(held.splice(0, AT_ONCE).map((request) => renew(cache, former, request)));
    await caches.delete(name);
  }
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function renew(cache, former, request) {
  if (await cache.match(request)) return;
  try {
    const fresh = await fetch(request.url, { cache: "no-cache" });
    if (fresh.ok) await cache.put(request, fresh);
  } catch {
    await cache.put(request, await former.match(request));
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const scope = new URL(self.registration.scope);
  if (event.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  // The list of the files of a game is kept by the page that has taken them all along, and says that it has.
  if (/^(?:v1\/|healthz|readyz|metrics|mcp|openapi\.json|docs)|\/fichiers\.json$/.test(path)) return;
  event.respondWith(served(event.request, url, path));
});

// What is kept first: it is of one version, and a hall with a bad network waits for nothing. A page that is neither kept nor to be had
// leads to what is there without a network.
async function served(request, url, path) {
  const cache = await caches.open(CACHE);
  const key = url.origin + (path ? url.pathname : url.pathname + "index.html");
  const kept = await cache.match(key);
  if (kept) return kept;
  const fresh = await fetch(request).catch(() => null);
  if (!fresh) return request.mode === "navigate" ? Response.redirect(`${address(OFFLINE)}#${encodeURIComponent(path)}`) : Response.error();
  if (fresh.ok && fresh.type === "basic" && !fresh.redirected) await cache.put(key, fresh.clone());
  return fresh;
}
