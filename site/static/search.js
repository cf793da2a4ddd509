// On every page: the search box, a slash that goes to it, and what the other scripts share. Where a page shows results, the rest of the search is loaded, from beside this script.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  /** @type {Map<string, Promise<void>>} */
  const loaded = new Map();

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

  /** Does something once the page is painted: nothing that a reader has not asked for holds up what is read. In a tab that is not seen,
   *  once it is. @param {() => void} act */
  arbitre.painted = (act) => requestAnimationFrame(() => setTimeout(act));

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
  arbitre.painted(unfold);

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
