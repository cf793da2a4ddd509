// The service worker: pages seen once, and games taken along, are served without network. VERSION, CORE and OFFLINE stand above.
"use strict";

const { scope } = self.registration;
// One for all versions, and for the page that takes a game along: what is new takes there the place of what it renews.
const CACHE = `arbitre ${scope}`;
// Files asked for at once while the reader reads on; how long a network may say nothing (milliseconds).
const [AT_ONCE, PATIENCE] = [4, 8000];
// Answered by the network alone: the API, and the list of the files of a game, kept by the page that has taken them all along.
const PASSING = /^(?:v1\/|healthz|readyz|metrics|mcp|openapi\.json|docs)|\/fichiers\.json$/;

const address = (path) => new URL(path.split("/").map(encodeURIComponent).join("/"), scope).href;
const isList = (key) => key.endsWith("/fichiers.json");
const pathOf = (url) => new URL(url).pathname.slice(new URL(scope).pathname.length);
// However an address is written, `@` or `%40`, it is kept once.
const keyOf = (path) => address(decodeURIComponent(path) || "index.html");
// Kept once this version has renewed all that is; what it brought itself.
const [RENEWED, core] = [address(`-/${VERSION}`), CORE.map(address)];
// Where a page leads that is neither kept nor to be had.
const unread = ({ url }) => Response.redirect(`${address(OFFLINE)}#${encodeURIComponent(url.slice(scope.length))}`);

self.addEventListener("install", (event) => {
  const files = core.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim().then(() => void renewed())));

// Nothing that is read waits for it: it goes on while pages are asked for, and starts again with the worker until it is through.
let renewing;
const renewed = () => (renewing ??= renewAll().catch(() => {}));

// First what is being read, and so the page that one came by, which no worker served; then the lists of games, and all that is kept.
async function renewAll() {
  const cache = await caches.open(CACHE);
  if (await cache.match(RENEWED)) return;
  const open = (await self.clients.matchAll({ type: "window" })).map(({ url }) => pathOf(url)).filter((path) => !PASSING.test(path));
  const kept = (await cache.keys()).map(({ url }) => url).filter((key) => !core.includes(key));
  const keys = [...new Set([...open.map(keyOf), ...kept.filter(isList), ...kept])];
  while (keys.length) {
    const asked = await Promise.allSettled(keys.splice(0, AT_ONCE).map((key) => renew(cache, key)));
    if (asked.every(({ status }) => status === "rejected")) return;
  }
  await cache.put(RENEWED, new Response());
}

// A list is kept where all that it names is.
async function renew(cache, key) {
  const fresh = await fetch(key, { cache: "no-cache", redirect: "error" });
  if (!fresh.ok && fresh.status !== 404) throw new Error(fresh.statusText);
  const named = fresh.ok && isList(key) ? await fresh.clone().json() : [];
  const held = new Set(named.length ? (await cache.keys()).map(({ url }) => url) : []);
  const lacking = named.map((path) => new URL(path, scope).href).filter((file) => !held.has(file));
  if (lacking.length || !fresh.ok) await cache.delete(key);
  while (lacking.length) await cache.addAll(lacking.splice(0, AT_ONCE).map((file) => new Request(file, { cache: "no-cache" })));
  if (fresh.ok) await cache.put(key, fresh);
}

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(scope)) return;
  const path = pathOf(url);
  if (!PASSING.test(path)) event.respondWith(served(event, keyOf(path)));
  else if (mode === "navigate") event.respondWith(fetch(event.request).catch(() => unread(event.request)));
});

// What is kept first, renewed for the next time. An answer is given whether or not there is room to keep it, and kept where it comes late.
async function served(event, key) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const kept = await cache.match(key);
  const paged = request.mode === "navigate";
  event.waitUntil(Promise.allSettled([kept && paged && renew(cache, key), renewed()]));
  if (kept) return kept;
  const asked = fetch(request, { cache: "no-cache" });
  const keep = (fresh) => fresh.ok && fresh.type === "basic" && !fresh.redirected && cache.put(key, fresh.clone());
  event.waitUntil(asked.then(keep).catch(() => {}));
  const fresh = await Promise.race([asked, new Promise((late) => setTimeout(late, PATIENCE))]).catch(() => null);
  return fresh ?? (paged ? unread(request) : Response.error());
}
