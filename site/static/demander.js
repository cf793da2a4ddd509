// Where the API answers below the root of the site: how a page asks it, and which of its scripts this page needs.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { element, pageOf, typeset } = arbitre;
  const root = new URL(document.documentElement.dataset.root || "./", location.href);

  /** What the API refused, as it says it: a French sentence, and the attribute at fault where there is one. */
  class Refusal extends Error {
    /** @param {{detail?: string, attribute?: string, candidates?: any[]}} told */
    constructor(told) {
      super(told.detail ?? "La réponse est illisible.");
      this.attribute = told.attribute ?? "";
    }
  }

  /** The JSON that an address below `/v1/` answers; a Refusal for a problem, another error where nothing answers.
   *  @param {string} address @param {{query?: Record<string, string>, body?: unknown, signal?: AbortSignal}} [options] */
  async function asked(address, { query = {}, body, signal } = {}) {
    const url = new URL(`v1/${address}`, root);
    for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
    const posted = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(url, { ...posted, signal, headers: { accept: "application/json", ...posted.headers } });
    const told = await response.json();
    if (!response.ok) throw new Refusal(told);
    return told;
  }

  // What rules are called

  /** @type {Map<string, Promise<any>>} */
  const known = new Map();

  /** A rule by its id, asked for once. @param {string} id @returns {Promise<any>} */
  function rule(id) {
    if (!known.has(id)) known.set(id, asked(`rules/${id.split("/").map(encodeURIComponent).join("/")}`));
    return /** @type {Promise<any>} */ (known.get(id));
  }

  /** `35.3 Déplacement`, `Étape 2 – Frapper`, and the paragraph of it. @param {any} passage @param {string} id */
  function named(passage, id) {
    const part = id.split("#")[1] ?? "";
    const plain = [passage.number, passage.title].filter(Boolean).join(" ") || id;
    const label = passage.kind === "step" && passage.number ? `${passage.title}, étape ${passage.number}` : plain;
    return /^\d+$/.test(part) ? `${label}, § ${part}` : label;
  }

  /** A link to a rule, called by its id until its name is there. @param {string} id @param {(passage: any) => string} [told] */
  function link(id, told = (passage) => named(passage, id)) {
    const node = /** @type {HTMLAnchorElement} */ (element("a", "", id));
    node.href = pageOf(id);
    rule(id).then((passage) => (node.textContent = typeset(told(passage))), () => {});
    return node;
  }

  Object.assign(arbitre, { asked, Refusal, rule, named, link });

  const wanted = [
    ["[data-search]", "reponse"],
    ["[data-ask]", "champs", "formulaire"],
  ].filter(([place]) => document.querySelector(place));
  if (wanted.length) {
    const parts = ["rendu", ...wanted.flatMap(([, ...own]) => own)];
    arbitre.painted(() => parts.forEach((part) => arbitre.load(arbitre.beside(`demander-${part}.js`), true).catch(() => {})));
  }
})();
