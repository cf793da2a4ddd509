// On every page: once it is painted, the rest of its style, the search box, a slash that goes to it, and, where a page shows results, the search, loaded from beside this script. What the other scripts share stands here too.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  /** @type {Map<string, Promise<void>>} */
  const loaded = new Map();
  // How long a frame may take to be seen (milliseconds).
  const PATIENCE = 300;

  /** Loads a script once, by its whole address; the promise fails when it cannot be had. Those `ordered` run in the order asked for,
   *  whichever comes first. @param {string} address @returns {Promise<void>} */
  arbitre.load = (address, ordered = false) => {
    let found = loaded.get(address);
    if (!found) {
      found = new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = address;
        script.async = !ordered;
        script.onload = () => resolve();
        script.onerror = () => {
          loaded.delete(address);
          reject(new Error(address));
        };
        document.head.append(script);
      });
      loaded.set(address, found);
    }
    return found;
  };

  /** Settles once the page is painted: what the browser says of it, or some time after its first frame where it says nothing.
   *  @type {Promise<void>} */
  const seen = new Promise((settle) => {
    if (PerformanceObserver.supportedEntryTypes?.includes("paint")) new PerformanceObserver(() => settle()).observe({ type: "paint", buffered: true });
    requestAnimationFrame(() => setTimeout(settle, PATIENCE));
  });

  /** Does something once the page is painted: nothing that a reader has not asked for holds up what is read. In a tab that is not seen,
   *  once it is. @param {() => void} act */
  arbitre.painted = (act) => void seen.then(act);

  /** The address of a script beside this one. @param {string} name */
  arbitre.beside = (name) => new URL(name, here).href;

  /** A text with the spaces that French wants, as kb/site/typography.py sets them. @param {string} text */
  arbitre.typeset = (text) =>
    text
      .replace(/ (?=[;!?])/g, "\u202f")
      .replace(/ (?=:(?:\s|$)|»)/g, "\u00a0")
      .replace(/« /g, "«\u00a0")
      .replace(/(\p{L})'(?=[\p{L}«])/gu, "$1’");

  /** An element, its text typeset. @param {string} name */
  arbitre.element = (name, className = "", text = "") => {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text) node.textContent = arbitre.typeset(text);
    return node;
  };

  /** The page of an id, and the fragment of its unit: the same rule as kb/site/urls.py. @param {string} id */
  arbitre.pageOf = (id) => {
    const [path, part] = id.split("#");
    const steps = path.split("/").map((step) => (/^(?:-|\.*)~*$/.test(step) ? step + "~" : step));
    return (document.documentElement.dataset.root ?? "") + steps.map(encodeURIComponent).join("/") + ".html" + (part ? `#${encodeURIComponent(part)}` : "");
  };

  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable) return;
    const input = /** @type {HTMLInputElement | null} */ (document.querySelector("input.q"));
    if (input) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });

  // What the first paint leaves aside, site.css says which; nothing where the browser goes back to a place of the page.
  const whole = () => document.documentElement.classList.add("whole");
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (visit?.type !== "navigate") whole();

  /** Brings in the whole stylesheet: what no page needs at first sight. */
  const dress = () => {
    for (const held of /** @type {NodeListOf<HTMLTemplateElement>} */ (document.querySelectorAll("template.later"))) held.replaceWith(held.content);
  };

  /** Puts each search form in place of the link that stood for it; the focus goes where it was meant to. */
  const unfold = () => {
    for (const link of document.querySelectorAll("a.find")) {
      const form = /** @type {HTMLTemplateElement} */ (link.nextElementSibling).content.children[0];
      const input = /** @type {HTMLInputElement} */ (form.querySelector("input.q"));
      const held = input.autofocus || link === document.activeElement;
      link.replaceWith(form);
      if (held) input.focus();
    }
  };
  arbitre.painted(() => {
    whole();
    dress();
    unfold();
  });

  const boxes = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-search]"));
  if (boxes.length) {
    const parts = ["stem", "analysis", "signs", "index", "ranking", "view"].map((part) => arbitre.beside(`search-${part}.js`));
    const lost = "La recherche n’a pas pu être chargée.";
    arbitre.painted(() =>
      Promise.all(parts.map((part) => arbitre.load(part, true))).then(
        () => boxes.forEach(arbitre.start),
        () => boxes.forEach((box) => (/** @type {HTMLElement} */ (box.querySelector(".state")).textContent = lost))
      )
    );
  }
})();
