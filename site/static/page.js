// On every page, once it is painted: the rest of its style, the search where results are shown, what reading gains, taking a game along.
// What the other scripts share stands here too.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const here = document.currentScript.src;
  /** The root of the site. */
  arbitre.root = new URL(document.documentElement.dataset.root || "./", location.href);
  const loaded = new Map();
  // How long a frame may take to be seen (milliseconds).
  const PATIENCE = 300;
  const AT_ONCE = 12;

  /** Loads a script once, by its address from this one's; the promise fails when it cannot be had. @param {string} name @returns {Promise<void>} */
  arbitre.load = (name) => {
    const address = new URL(name, here).href;
    const fetched = () => new Promise((resolve, reject) => {
      document.head.append(Object.assign(arbitre.element("script"), { src: address, onload: resolve, onerror: () => reject(new Error(address)) }));
    });
    if (!loaded.has(address)) loaded.set(address, fetched());
    return loaded.get(address).catch((fault) => {
      loaded.delete(address);
      throw fault;
    });
  };

  /** The pack that a game is searched by. @param {HTMLOptionElement} option */
  arbitre.pack = (option) => arbitre.load(new URL(option.dataset.pack ?? "", document.baseURI).href);

  /** Settles once the page is painted: what the browser says of it, or some time after its first frame where it says nothing. */
  const seen = new Promise((settle) => {
    if (PerformanceObserver.supportedEntryTypes?.includes("paint")) new PerformanceObserver(() => settle()).observe({ type: "paint", buffered: true });
    requestAnimationFrame(() => setTimeout(settle, PATIENCE));
  });

  /** Does something once the page is painted: nothing that a reader has not asked for holds up what is read. In a tab that is not seen,
   *  once it is. @param {() => void} act */
  arbitre.painted = (act) => void seen.then(act);

  /** The label and the first words of each rule of a work, by its id in it. @param {string} work @returns {Promise<Record<string, string[]>>} */
  arbitre.previews = async (work) => {
    await arbitre.load(new URL(`${encodeURIComponent(work)}/-/apercus.js`, arbitre.root).href);
    return window.arbitreApercus[work];
  };

  /** A text with the spaces that French wants, as kb/site/french.py sets them. @param {string} text */
  arbitre.typeset = (text) =>
    text
      .replace(/ (?=[;!?])/g, "\u202f")
      .replace(/ (?=:(?:\s|$)|»)/g, "\u00a0")
      .replace(/« /g, "«\u00a0")
      .replace(/(\p{L})'(?=[\p{L}«])/gu, "$1’");

  /** The game that a reader chose last on this device, or read of: this one, where it is given. @param {string} [game] */
  const remembered = (game) => {
    try {
      if (game !== undefined) localStorage.setItem("jeu", game);
      return localStorage.getItem("jeu") ?? "";
    } catch {
      return ""; // A browser set to keep nothing asks again.
    }
  };

  /** What a rule is called where it is listed. @param {{ id: string, kind: string, number: string | null, title: string }} rule */
  arbitre.labelOf = ({ id, kind, number, title }) =>
    kind === "step" ? `Étape ${number} – ${title}` : [number, title].filter(Boolean).join(" ") || id;

  /** An element with what it holds, its texts typeset. @param {string} name @param {string} className @param {(Node | string)[]} inside */
  arbitre.element = (name, className = "", ...inside) => {
    const node = document.createElement(name);
    if (className) node.className = className;
    node.append(...inside.filter(Boolean).map((one) => (typeof one === "string" ? arbitre.typeset(one) : one)));
    return node;
  };

  /** A button that does something. @param {string} className @param {string} name @param {() => void} act */
  arbitre.button = (className, name, act) => {
    const node = Object.assign(arbitre.element("button", className, name), { type: "button" });
    node.addEventListener("click", act);
    return node;
  };

  /** The page of an id, and the fragment of its unit: the same rule as kb/site/urls.py. @param {string} id */
  arbitre.pageOf = (id) => {
    const [path, part] = id.split("#");
    const steps = path.split("/").map((step) => (/^(?:-|\.*)~*$/.test(step) ? step + "~" : step));
    return (document.documentElement.dataset.root ?? "") + steps.map(encodeURIComponent).join("/") + ".html" + (part ? `#${encodeURIComponent(part)}` : "");
  };

  const answering = "api" in document.documentElement.dataset;

  // Before any script of the search is there: a choice made at once is kept too, and what it will be searched by asked for.
  document.addEventListener("change", (event) => {
    if (!event.target.matches("form.find select")) return;
    remembered(event.target.value);
    brought(event.target);
  });

  /** Asks for the pack of the game chosen, or of the first of them, then of all others, where the pages search them. @param {HTMLSelectElement} games */
  async function brought(games) {
    const wanted = [...(games.value ? games.selectedOptions : games.options)].filter(({ value }) => value && !answering);
    for (const some of [wanted.slice(0, 1), wanted.slice(1)]) await Promise.allSettled(some.map(arbitre.pack));
  }

  // The keys of a page, and what each does; « ? » lists them.
  const KEYS = { "/": "chercher", n: "règle suivante", p: "règle précédente", "?": "ces touches", Échap: "fermer, ou quitter la recherche" };
  const turned = { n: "next", p: "prev" };

  function listed() {
    const known = document.querySelector("dialog.keys");
    if (known) return known;
    const keys = Object.entries(KEYS).flatMap(([key, act]) => [arbitre.element("dt", "", key), arbitre.element("dd", "", act)]);
    const box = arbitre.element("dialog", "keys", arbitre.element("dl", "", ...keys));
    box.setAttribute("aria-label", "Touches du clavier");
    document.body.append(box);
    return box;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    const input = document.querySelector("input.q");
    const link = event.key in turned ? document.querySelector(`.turn a[rel="${turned[event.key]}"]`) : null;
    if (link) link.click();
    if (event.key === "?") listed().open ? listed().close() : listed().showModal();
    if (event.key !== "/" || !input) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  // What the first paint leaves aside, site.css says which; nothing where the browser goes back to a place of the page.
  const whole = () => document.documentElement.classList.add("whole");
  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type !== "navigate") whole();

  // The game of the address, else the one chosen last on this device. On the page that searches, its pack is asked for at once, before the
  // form is there to be seen, and what is sent before the search is there waits for it.
  function chosen(box) {
    const form = box.querySelector("template").content.children[0];
    const searching = box.dataset.search === "page";
    const games = form.querySelector("select");
    const query = new URLSearchParams(searching ? location.search : "");
    const wanted = query.has("q") || query.has("jeu") ? query.get("jeu") ?? "" : remembered();
    if ([...games.options].some(({ value }) => value === wanted)) games.value = wanted;
    if (!searching) return;
    form.addEventListener("submit", (event) => event.preventDefault());
    brought(games);
  }

  document.querySelectorAll("[data-search]").forEach(chosen);
  arbitre.painted(() => {
    whole();
    // The whole stylesheet: what no page needs at first sight.
    for (const held of document.querySelectorAll("template.later")) held.replaceWith(held.content);
    // Each search form in place of the link that stood for it; the focus goes where it was meant to.
    for (const link of document.querySelectorAll("a.find")) {
      const form = link.nextElementSibling.content.children[0];
      const input = form.querySelector("input.q");
      const held = input.autofocus || link === document.activeElement;
      link.replaceWith(form);
      // Who goes to a box is about to ask: the page that searches finds what it needs here already.
      if (!form.closest("[data-search]")) form.addEventListener("focusin", () => (search([]), brought(form.querySelector("select"))), { once: true });
      if (held) input.focus();
    }
    const reading = document.querySelector("nav.game") && document.querySelector("form.find select");
    if (reading) remembered(reading.value);
  });


  // A moved page hands over the fragment that it was asked for.
  function moved() {
    const link = document.querySelector("a[data-moved]");
    if (link && location.hash && !link.hash) location.replace(link.href + location.hash);
  }

  // The part of this page in the menu, and the last step of its path, where they are wider than the phone.
  function centred() {
    const path = document.querySelector(".trail ol");
    if (path) path.scrollLeft = path.scrollWidth;
    const here = document.querySelector(".game [aria-current]");
    const list = here?.closest("ul");
    if (list && list.scrollWidth > list.clientWidth) list.scrollLeft = here.offsetLeft - list.offsetLeft - 24;
  }

  // A fragment inside a closed part opens it.
  function opened() {
    const wanted = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let up = wanted?.parentElement; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    if (wanted) wanted.scrollIntoView({ behavior: "instant" });
  }

  // Offline, where the page is secure

  async function worker() {
    if (!("serviceWorker" in navigator) || !isSecureContext || !/^https?:$/.test(location.protocol)) return;
    try {
      await navigator.serviceWorker.register(new URL("sw.js", arbitre.root), { scope: arbitre.root.pathname });
    } catch {
      return; // A browser set to keep nothing: the site reads all the same.
    }
    const box = document.querySelector(".take");
    if (box) await offer(box, new URL(box.dataset.list, arbitre.root).href);
  }

  async function offer(box, list) {
    await navigator.serviceWorker.ready;
    const [button, state] = box.children;
    box.hidden = false;
    const kept = () => { button.hidden = true; state.textContent = "Ce jeu se lit sans réseau sur cet appareil."; };
    if (await caches.match(list)) return kept();
    button.addEventListener("click", () => {
      button.disabled = true;
      take(list, state).then(kept, () => {
        state.textContent = "Le réseau a manqué : recommencez.";
        button.disabled = false;
      });
    });
  }

  // Keeps every file of a list where the worker keeps what it has served, a few at once, then the list itself.
  async function take(list, state) {
    const names = await caches.keys();
    const cache = await caches.open(names.find((name) => name.startsWith(`arbitre ${arbitre.root} `)));
    const response = await fetch(list);
    const files = (await response.clone().json()).map((path) => new URL(path.split("/").map(encodeURIComponent).join("/"), arbitre.root).href);
    for (let done = 0; done < files.length; done += AT_ONCE) {
      await Promise.all(files.slice(done, done + AT_ONCE).map(async (file) => (await cache.match(file)) || cache.add(file)));
      state.textContent = `${Math.round((100 * done) / files.length)} %`;
    }
    await cache.put(list, response);
  }

  // Every script of the page has run by then: what asks the API listens.
  const ready = new Promise((settle) => addEventListener("DOMContentLoaded", settle));

  // What the pages search by is not waited for where the API answers: see search-view.js.
  async function search(boxes) {
    try {
      const view = arbitre.load("search-view.js");
      arbitre.searching = arbitre.load("search.js");
      arbitre.searching.catch(() => {});
      await Promise.all(answering ? [view, ready] : [view, arbitre.searching]);
      boxes.forEach(arbitre.start);
    } catch {
      for (const box of boxes) box.querySelector(".state").textContent = "La recherche n’a pas pu être chargée.";
    }
  }

  moved();
  opened();
  addEventListener("hashchange", opened);
  arbitre.painted(() => {
    centred();
    arbitre.load("reading.js").catch(() => {});
    const boxes = document.querySelectorAll("[data-search]");
    if (boxes.length) search(boxes);
    // It asks for files of its own: once those of the page are there.
    Promise.allSettled(loaded.values()).then(worker);
  });
})();
