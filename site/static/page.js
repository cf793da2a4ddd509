// On every page, once it is painted: the rest of its style, its search, taking a game along; and what the other scripts share.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const here = document.currentScript.src;
  arbitre.root = new URL(document.documentElement.dataset.root || "./", location.href);
  const loaded = new Map();
  // How long a frame may take to be seen (milliseconds); files taken along at once.
  const [PATIENCE, AT_ONCE] = [300, 12];

  /** Loads a script once, by its address from this one's; the promise fails when it cannot be had. @param {string} name @returns {Promise<void>} */
  arbitre.load = (name) => {
    const address = new URL(name, here).href;
    if (!loaded.has(address)) loaded.set(address, new Promise((resolve, reject) => {
      const failed = () => reject(loaded.delete(address));
      document.head.append(Object.assign(arbitre.element("script"), { src: address, onload: resolve, onerror: failed }));
    }));
    return loaded.get(address);
  };

  /** The pack that a game is searched by. @param {HTMLOptionElement} option */
  arbitre.pack = (option) => arbitre.load(new URL(option.dataset.pack ?? "", document.baseURI).href);

  /** Settles once the page is painted, as the browser says, or some time after its first frame: what nobody asked for waits until then. */
  const painted = new Promise((settle) => {
    if (PerformanceObserver.supportedEntryTypes?.includes("paint")) new PerformanceObserver(() => settle()).observe({ type: "paint", buffered: true });
    requestAnimationFrame(() => setTimeout(settle, PATIENCE));
  });

  /** The label and the first words of each rule of a work, by its id in it. @param {string} work @returns {Promise<Record<string, string[]>>} */
  arbitre.previews = async (work) => {
    await arbitre.load(new URL(`${encodeURIComponent(work)}/-/apercus.js`, arbitre.root).href);
    return window.arbitreApercus[work];
  };

  /** The same of a rule, or of one of its units, else of what holds it. @param {string} id @returns {Promise<string[] | undefined>} */
  arbitre.preview = async (id) => {
    const [work, path] = [id.slice(0, id.indexOf("/")), id.slice(id.indexOf("/") + 1)];
    const known = await arbitre.previews(work);
    return known[path] ?? known[path.split("#")[0]];
  };

  /** A text with the spaces that French wants, as kb/model/french.py sets them. @param {string} text */
  arbitre.typeset = (text) =>
    text
      .replace(/ (?=[;!?])/g, "\u202f")
      .replace(/ (?=:(?:\s|$)|»)/g, "\u00a0")
      .replace(/« /g, "«\u00a0")
      .replace(/(\p{L})'(?=[\p{L}«])/gu, "$1’");

  /** A text as what is typed is compared with it. @param {string} text */
  arbitre.plain = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").replace(/’/g, "'").replace(/\s+/g, " ").trim().toLowerCase();

  /** The game that a reader chose last on this device, or read of: this one, where it is given. @param {string} [game] */
  const remembered = (game) => {
    try {
      if (game !== undefined) localStorage.setItem("jeu", game);
      return localStorage.getItem("jeu") ?? "";
    } catch {
      return ""; // A browser set to keep nothing asks again.
    }
  };

  /** An element, its class or its attributes, what it holds, the texts of that typeset. @param {string} name
   *  @param {string | Record<string, string | false>} about @param {(Node | string)[]} inside */
  arbitre.element = (name, about = "", ...inside) => {
    const node = document.createElement(name);
    const attributes = typeof about === "string" ? { class: about } : about;
    for (const [given, value] of Object.entries(attributes)) if (value) node.setAttribute(given, value);
    node.append(...inside.filter(Boolean).map((one) => (typeof one === "string" ? arbitre.typeset(one) : one)));
    return node;
  };

  /** A button that does something. @param {string} className @param {string} name @param {() => void} act */
  arbitre.button = (className, name, act) => Object.assign(arbitre.element("button", className, name), { type: "button", onclick: act });

  /** The page of an id, and the fragment of its unit: the same rule as kb/site/urls.py. @param {string} id */
  arbitre.pageOf = (id) => {
    const [path, part] = id.split("#");
    const steps = path.split("/").map((step) => (/^(?:-|\.*)~*$/.test(step) ? step + "~" : step));
    return (document.documentElement.dataset.root ?? "") + steps.map(encodeURIComponent).join("/") + ".html" + (part ? `#${encodeURIComponent(part)}` : "");
  };

  const answering = "api" in document.documentElement.dataset;

  /** Asks for the pack of the game chosen, or of the first of them, then of all others, where the pages search them. @param {HTMLSelectElement} games */
  async function brought(games) {
    const wanted = [...(games.value ? games.selectedOptions : games.options)].filter(({ value }) => value && !answering);
    for (const some of [wanted.slice(0, 1), wanted.slice(1)]) await Promise.allSettled(some.map(arbitre.pack));
  }

  // The keys of a page, and what each does; « ? » lists them.
  const KEYS = { "/": "chercher", n: "règle suivante", p: "règle précédente", "?": "ces touches", Échap: "fermer, ou quitter la recherche" };
  const turned = { n: "next", p: "prev" };

  const rows = Object.entries(KEYS).flatMap(([key, act]) => [arbitre.element("dt", "", key), arbitre.element("dd", "", act)]);
  const keys = arbitre.element("dialog", { class: "keys", "aria-label": "Touches du clavier" }, arbitre.element("dl", "", ...rows));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    const input = document.querySelector("input.q");
    const link = event.key in turned ? document.querySelector(`.turn a[rel="${turned[event.key]}"]`) : null;
    if (link) link.click();
    if (!keys.isConnected) document.body.append(keys);
    if (event.key === "?") keys.open ? keys.close() : keys.showModal();
    if (event.key !== "/" || !input) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  // What the first paint leaves aside, site.css says which; nothing where the browser goes back to a place of the page.
  const whole = () => document.documentElement.classList.add("whole");
  const [visit] = performance.getEntriesByType("navigation");
  if (visit?.type !== "navigate") whole();

  /** The search form in place of its link, at the game of the address, else the last; the focus too. @param {HTMLAnchorElement} link */
  function placed(link) {
    const form = link.nextElementSibling.content.children[0];
    const { q: input, jeu: games } = form.elements;
    const box = link.closest("[data-search]");
    const searching = box?.dataset.search === "page";
    const query = new URLSearchParams(box ? location.search : "");
    const wanted = query.has("q") || query.has("jeu") ? query.get("jeu") ?? "" : remembered();
    if (box && [...games.options].some(({ value }) => value === wanted)) games.value = wanted;
    // What is sent before the search is there waits for it.
    if (searching) form.addEventListener("submit", (event) => event.preventDefault());
    games.addEventListener("change", () => (remembered(games.value), brought(games)));
    // Who goes to a box is about to ask: the page that searches finds what it needs here already.
    if (!box) form.addEventListener("focusin", () => (search(), brought(games)), { once: true });
    const held = input.autofocus || link === document.activeElement;
    link.replaceWith(form);
    if (held) input.focus();
    if (searching) brought(games);
    if (document.querySelector("nav.game")) remembered(games.value);
    if (box) search(box);
  }

  // A moved page hands over the fragment that it was asked for; the page without a network, the way back to the one that it stands for.
  function moved() {
    const unread = location.hash && document.querySelector(".unread");
    if (unread) unread.querySelector("a").href = new URL(`./${decodeURIComponent(location.hash.slice(1))}`, arbitre.root).href;
    if (unread) unread.hidden = false;
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
    for (let up = wanted; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    if (wanted) wanted.scrollIntoView({ behavior: "instant" });
  }

  // Offline, where the page is secure

  async function worker() {
    try {
      await navigator.serviceWorker.register(new URL("sw.js", arbitre.root), { scope: arbitre.root.pathname });
      for (const box of document.querySelectorAll(".take")) await offer(box, new URL(box.dataset.list, arbitre.root).href);
    } catch {
      // From a disk, where the page is not secure, in a browser set to keep nothing: the site reads all the same.
      document.documentElement.classList.add("unkept");
    }
  }

  async function offer(box, list) {
    await navigator.serviceWorker.ready;
    const cache = await caches.open(`arbitre ${arbitre.root}`);
    const [button, state] = box.children;
    box.hidden = false;
    const kept = () => { button.hidden = true; state.textContent = "Ce jeu se lit sans réseau sur cet appareil."; };
    if (await cache.match(list)) return kept();
    button.addEventListener("click", () => {
      button.disabled = true;
      take(cache, list, state).then(kept, ({ name }) => {
        state.textContent = name === "QuotaExceededError" ? "La place manque sur cet appareil." : "Le réseau a manqué : recommencez.";
        button.disabled = false;
      });
    });
  }

  // Keeps every file of a list where the worker keeps what it has served, a few at once, then the list itself.
  async function take(cache, list, state) {
    const anew = (address) => new Request(address, { cache: "no-cache" });
    const response = await fetch(anew(list));
    const held = new Set((await cache.keys()).map(({ url }) => url));
    const files = (await response.clone().json()).map((path) => new URL(path, arbitre.root).href).filter((file) => !held.has(file));
    for (let done = 0; done < files.length; done += AT_ONCE) {
      await cache.addAll(files.slice(done, done + AT_ONCE).map(anew));
      state.textContent = `${Math.round((100 * done) / files.length)} %`;
    }
    await cache.put(list, response);
  }

  // What shows hits, and what finds them: the API where it answers, and the packs, which are not waited for there (see search-view.js).
  async function search(box) {
    try {
      const view = arbitre.load("search-view.js");
      arbitre.searching = arbitre.load("search.js");
      arbitre.searching.catch(() => {});
      await Promise.all([view, answering ? arbitre.load("demander.js") : arbitre.searching]);
      if (box) arbitre.start(box);
    } catch {
      if (box) box.querySelector(".state").textContent = "La recherche n’a pas pu être chargée.";
    }
  }

  moved();
  opened();
  addEventListener("hashchange", opened);
  painted.then(() => {
    whole();
    // The whole stylesheet: what no page needs at first sight.
    for (const held of document.querySelectorAll("template.later")) held.replaceWith(held.content);
    document.querySelectorAll("a.find").forEach(placed);
    centred();
    arbitre.load("reading.js").catch(() => {});
    if (document.querySelector("[data-ask]")) arbitre.load("demander.js").then(() => arbitre.load("demander-formulaire.js")).catch(() => {});
    // It asks for files of its own: once those of the page are there.
    Promise.allSettled(loaded.values()).then(worker);
  });
})();
