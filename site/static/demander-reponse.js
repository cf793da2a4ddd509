// Above the results of a search: the answer itself, from the API. Where nothing answers, the ranking stands alone.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { asked, element, link, named, pageOf, rule, Refusal } = arbitre;
  const { engine, holding, NOTHING } = arbitre.shown;
  const DELAY = 350;
  const LEAST = 2;
  const LONGEST = 1000;
  const QUOTES = 3;
  const BESIDE = 4;

  /** The passage that a quote is part of, from the answer itself where it is there. @param {any} found @param {string} id */
  const passageOf = (found, id) => Promise.resolve(found.passages.find((one) => one.id === id || one.id === id.split("#")[0]) ?? rule(id));

  /** `Runewars, Guide de référence, 35.3 Déplacement`, a link. @param {any} found @param {string} id @param {string} game */
  function citation(found, id, game) {
    const node = /** @type {HTMLAnchorElement} */ (element("a", "", id));
    node.href = pageOf(id);
    passageOf(found, id).then((passage) => {
      node.textContent = arbitre.typeset([game.split(/\s:\s/)[0], passage.path[0], named(passage, id)].filter(Boolean).join(", "));
    }, () => {});
    return node;
  }

  function quotes(/** @type {any} */ found, /** @type {string} */ game) {
    // Where the engine decided, its proof stands with the order already.
    if ((found.precedence ?? found.timing)?.decided_by?.length) return [];
    const told = new Set(found.answer.steps.map(({ id }) => id));
    const shown = found.answer.quotes.filter(({ id }) => !told.has(id)).slice(0, QUOTES);
    return shown.flatMap(({ id, text }) => [element("blockquote", "", text), holding("p", "cite", "— ", citation(found, id, game))]);
  }

  function verdict(/** @type {any} */ found) {
    if (!found.verdict) return [];
    const said = found.verdict === "oui" ? "Oui" : "Non";
    const nodes = [element("p", "verdict", found.conditions.length ? `${said}, sauf…` : `${said}.`)];
    if (found.settled_by) nodes.push(element("p", "meta", `À la question « ${found.settled_by} »`));
    if (found.conditions.length) nodes.push(holding("ul", "", ...found.conditions.map(({ id, text }) => holding("li", "", `${text} `, link(id)))));
    return nodes;
  }

  // What is resolved in order: what the engine says, else the steps of the rule.
  function order(/** @type {any} */ found) {
    const decided = engine(found.precedence ?? found.timing);
    if (decided.length || !found.answer.steps.length) return decided;
    return [holding("ol", "order", ...found.answer.steps.map(({ id, text }) => {
      const step = /** @type {HTMLAnchorElement} */ (element("a", "", text));
      step.href = pageOf(id);
      return holding("li", "", step);
    }))];
  }

  function beside(/** @type {string} */ title, /** @type {any[]} */ links) {
    if (!links.length) return [];
    const items = links.slice(0, BESIDE).map((one) => holding("li", "", link(one.id)));
    return [element("h2", "", title), holding("ul", "beside", ...items)];
  }

  /** What an answer says. @param {any} found @param {string} game its title */
  function body(found, game) {
    const cell = found.cell ? [holding("p", "cell", `${found.cell.column} : `, holding("strong", "", found.cell.value))] : [];
    const card = /** @type {HTMLAnchorElement} */ (element("a", "", "Fiche à imprimer"));
    const query = new URLSearchParams({ q: found.question, game: found.game });
    card.href = `${document.documentElement.dataset.root ?? ""}v1/judge?${query}`;
    return [
      ...verdict(found), ...cell, ...order(found), ...quotes(found, game),
      ...beside("Exceptions", found.exceptions), ...beside("Ensuite", found.consequences),
      holding("p", "meta", card),
    ];
  }

  function answer(/** @type {any} */ found, /** @type {string} */ game) {
    return holding("section", "answer", holding("p", "eyebrow", game), ...body(found, game));
  }

  // Another game that answers too: one line until it is opened.
  function folded(/** @type {any} */ found, /** @type {string} */ game) {
    const box = element("details", "answer folded");
    box.append(element("summary", "", found.verdict ? `${game} : ${found.verdict}` : game));
    box.addEventListener("toggle", () => box.children.length === 1 && box.append(...body(found, game)));
    return box;
  }

  function refusal(/** @type {string | null} */ reason) {
    return holding("section", "answer none", element("p", "verdict", NOTHING), ...(reason ? [element("p", "", reason)] : []));
  }

  /** What stands above the results. @param {any} told @param {Map<string, string>} titles */
  function above(told, titles) {
    if (!told.games) return [told.answerable ? answer(told, titles.get(told.game) ?? "") : refusal(told.reason)];
    const games = Object.values(told.games);
    if (!games.length) return [refusal(null)];
    return games.map((found, place) => (place ? folded : answer)(found, titles.get(found.game) ?? found.game));
  }

  function start(/** @type {HTMLElement} */ box) {
    const input = /** @type {HTMLInputElement} */ (box.querySelector("input.q"));
    const games = /** @type {HTMLSelectElement} */ (box.querySelector("form select"));
    const place = /** @type {HTMLElement} */ (box.querySelector(".answers"));
    const titles = new Map([...games.options].map((option) => [option.value, option.textContent ?? ""]));
    let running = new AbortController();
    let timer = 0;

    async function run() {
      const [question, game] = [input.value.trim().slice(0, LONGEST), games.value];
      if (question.length < LEAST) return clear();
      running = new AbortController();
      const { signal } = running;
      try {
        const told = await asked("ask", { query: { q: question, game }, signal });
        if (!signal.aborted) place.replaceChildren(...above(told, titles));
      } catch (fault) {
        if (signal.aborted) return;
        place.replaceChildren(...(fault instanceof Refusal ? [element("p", "fault", fault.message)] : []));
      }
      place.removeAttribute("aria-busy");
    }

    function clear() {
      place.replaceChildren();
      place.removeAttribute("aria-busy");
    }

    // What is typed on makes the question asked before useless.
    function later(delay = DELAY) {
      clearTimeout(timer);
      running.abort();
      if (place.firstChild) place.setAttribute("aria-busy", "true");
      timer = setTimeout(run, delay);
    }

    input.addEventListener("input", () => later());
    games.addEventListener("change", () => later(0));
    input.form?.addEventListener("submit", () => later(0));
    // Escape empties the box without a word typed.
    input.addEventListener("keydown", (event) => event.key === "Escape" && later(0));
    // An address that holds a question is read by the search first.
    const query = new URLSearchParams(location.search);
    if (box.dataset.search === "page" && query.get("q")) {
      input.value ||= query.get("q") ?? "";
      if (titles.has(query.get("jeu") ?? "")) games.value = query.get("jeu") ?? "";
      later(0);
    }
  }

  document.querySelectorAll("[data-search]").forEach((box) => start(/** @type {HTMLElement} */ (box)));
})();
