// On every page: a slash goes to the search box. Where a page shows results, the rest of the search is loaded, from beside this script.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  /** @type {Map<string, Promise<void>>} */
  const loaded = new Map();

  /** Loads a script once, by its whole address; the promise fails when it cannot be had. @param {string} address @returns {Promise<void>} */
  arbitre.load = (address) => {
    let found = loaded.get(address);
    if (!found) {
      found = new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = address;
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

  /** The address of a script beside this one. @param {string} name */
  arbitre.beside = (name) => new URL(name, here).href;

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

  const boxes = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-search]"));
  if (boxes.length) {
    const parts = ["stem", "analysis", "signs", "index", "ranking", "view"].map((part) => arbitre.beside(`search-${part}.js`));
    Promise.all(parts.map(arbitre.load)).then(
      () => boxes.forEach(arbitre.start),
      () => boxes.forEach((box) => (/** @type {HTMLElement} */ (box.querySelector(".state")).textContent = "La recherche n’a pas pu être chargée."))
    );
  }
})();
