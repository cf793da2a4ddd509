// Where the API answers below the root of the site: how a page asks it, how its answers read, and the answer above the results of a search.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { element, pageOf, root, typeset } = arbitre;

  /** The JSON that an address below `/v1/` answers. What the API refuses is an error with its French sentence and the `attribute` at
   *  fault, empty where there is none; another error where nothing answers. */
  async function asked(address, { query = {}, body, signal } = {}) {
    const url = new URL(`v1/${address}`, root);
    for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
    const posted = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(url, { ...posted, signal, headers: { accept: "application/json", ...posted.headers } });
    const answer = await response.json();
    if (!response.ok) throw Object.assign(new Error(answer.detail ?? "La réponse est illisible."), { attribute: answer.attribute ?? "" });
    return answer;
  }

  /** What a rule is called, by its id: `35.3 Déplacement`, and the paragraph of it. @param {string} id */
  async function named(id) {
    const [path, part = ""] = id.slice(id.indexOf("/") + 1).split("#");
    const known = await arbitre.previews(id.split("/")[0]);
    const label = known[path]?.[0] ?? id;
    return /^\d+$/.test(part) ? `${label}, § ${part}` : label;
  }

  /** A link to a rule, called by its id until its name is there, after what is cited `before` it; by its `title` where one is given. */
  function link(id, title = "", before = []) {
    const node = element("a", "", title || id);
    node.href = pageOf(id);
    if (!title) named(id).then((name) => (node.textContent = typeset([...before, name].filter(Boolean).join(", "))), () => {});
    return node;
  }

  // What the engine answers, as a person reads it, always with its proof

  const QUOTED = 420;
  const NOTHING = "Aucune règle ne tranche.";
  // WORDS stand above: what is asked and answered, in French (site/mots.toml).
  const how = ({ mode, chooser }) => {
    const who = chooser ? `le joueur ${chooser}` : "";
    return WORDS.modes[mode ?? "undecided"].replace("{chooser}", who && `${who}, `).replace("{first}", who && `, ${who} d'abord`);
  };

  /** An element with what it holds. @param {string} name @param {string} className @param {(Node | string)[]} inside */
  function holding(name, className, ...inside) {
    const node = element(name, className);
    node.append(...inside.map((one) => (typeof one === "string" ? typeset(one) : one)));
    return node;
  }

  /** Links to rules, on one line. @param {string[]} ids */
  function cites(ids) {
    const line = element("span", "cites");
    [...new Set(ids)].forEach((id, place) => line.append(place ? " · " : "", link(id)));
    return line;
  }

  /** The rules that decide, with their words. @param {{id: string, quote: string}[]} rules @param {boolean} open */
  function proofs(rules, open = true) {
    if (!rules?.length) return [];
    const box = element("details", "proofs");
    box.open = open;
    box.append(element("summary", "", rules.length > 1 ? "Les règles qui décident" : "La règle qui décide"));
    for (const { id, quote } of rules) {
      const words = quote.length > QUOTED ? `${quote.slice(0, quote.lastIndexOf(" ", QUOTED))}…` : quote;
      box.append(holding("p", "proof", link(id)), element("blockquote", "", words));
    }
    return [box];
  }

  function step(found) {
    const line = holding("li", "", holding("strong", "", found.labels.join(", ")));
    if (how(found)) line.append(" ", element("span", "meta", `– ${how(found)}`));
    if (found.decided_by.length) line.append(" ", cites(found.decided_by));
    return line;
  }

  /** An answer of `order`. */
  function ordered(found) {
    const nodes = [];
    if (found.steps.length) nodes.push(holding("ol", "order", ...found.steps.map(step)));
    for (const labels of found.undecided) nodes.push(element("p", "undecided", `Aucune règle n'ordonne : ${labels.join(", ")}.`));
    for (const { label, decided_by } of found.excluded) nodes.push(holding("p", "", `N'agit pas : ${label} `, cites(decided_by)));
    return [...nodes, ...proofs(found.decided_by)];
  }

  function outcome(found) {
    if (found.impossible) return "Impossible.";
    if (found.needed) return `Il faut ${found.needed}.`;
    return found.value === null ? NOTHING : figure(found.value);
  }

  const figure = (value) => (value === null ? "?" : `${value}`.replace(".", ","));

  /** An answer of `modify`. */
  function modified(found) {
    const nodes = [element("p", "verdict", outcome(found))];
    const steps = found.steps.map((one) => {
      const text = `${one.label} (${WORDS.operations[one.op]}) : ${figure(one.before)} → ${figure(one.after)} `;
      return holding("li", "", text, cites(one.decided_by));
    });
    if (steps.length) nodes.push(holding("ol", "order", ...steps));
    for (const { kind, value, decided_by } of found.limits) nodes.push(holding("p", "", `${WORDS.limits[kind]} : ${figure(value)} `, cites(decided_by)));
    return [...nodes, ...proofs(found.decided_by)];
  }

  /** An answer of `conflict`. */
  function prevailing(found) {
    const reason = found.reason ? found.reason[0].toUpperCase() + found.reason.slice(1) : "";
    const nodes = [];
    if (!found.prevails) nodes.push(element("p", "verdict", NOTHING));
    if (reason) nodes.push(element("p", found.prevails ? "verdict" : "", `${reason.replace(/\.$/, "")}.`));
    return [...nodes, ...proofs(found.decided_by)];
  }

  /** An answer of `timing`. */
  const compared = ({ relation, a, b, decided_by }) =>
    [element("p", "verdict", `« ${a.title} » vient ${WORDS.relations[relation]} « ${b.title} ».`), ...proofs(decided_by)];

  /** An answer of `window`: by step, in the order of play. */
  function opening(found) {
    const path = [...found.moment.path, found.moment.title].join(" › ");
    const nodes = [element("p", "meta", path)];
    if (!found.usable.length) nodes.push(element("p", "", "Rien de connu ne s'utilise à ce moment."));
    const groups = new Map();
    for (const one of found.usable) groups.set(one.step, [...(groups.get(one.step) ?? []), one]);
    for (const [name, usable] of groups) {
      if (name) nodes.push(element("h3", "", name));
      nodes.push(holding("ul", "usable", ...usable.map(use)));
    }
    return [...nodes, ...proofs(found.decided_by, false)];
  }

  function use(one) {
    const about = [one.timing, one.frequency, WORDS.actors[one.owner]].filter(Boolean).join(" · ");
    return holding("li", "", link(one.id, one.title), " ", element("span", "meta", about));
  }

  // Above the results of a search: the answer itself. Where nothing answers, the ranking stands alone.

  const DELAY = 300;
  const LEAST = 2;
  const LONGEST = 1000;
  const QUOTES = 3;
  const BESIDE = 4;
  // The id of what a sign calls in the cells of a table.
  const NOTE = /#note-(.+)-\d+$/;

  function quotes(found, game) {
    // Where the engine decided, its proof stands with the order already.
    if (engine(found)?.decided_by?.length) return [];
    const steps = new Set(found.answer.steps.map(({ id }) => id));
    const told = found.answer.because.filter(({ id }) => !steps.has(id));
    const rules = told.filter(({ id }) => !NOTE.test(id));
    const notes = new Set(told.filter(({ id }) => NOTE.test(id)).map(({ text }) => text));
    return told.slice(0, rules.length > QUOTES ? told.indexOf(rules[QUOTES]) : undefined).flatMap(({ id, lead, text }) => {
      const call = NOTE.exec(id)?.[1];
      if (call) return [element("p", "meta", `Note ${call}${lead ? ` (${lead})` : ""}`), element("blockquote", "", text)];
      // A table quoted whole holds its notes too: they stand below, with what calls them.
      const words = text.split("\n").filter((line) => !notes.has(line)).join("\n");
      const passage = found.passages.find((one) => one.id === id || one.id === id.split("#")[0]);
      const cited = link(id, "", [game.split(/\s:\s/)[0], passage?.path[0]]);
      return [...(lead ? [element("p", "meta", lead)] : []), element("blockquote", "", words), holding("p", "cite", "— ", cited)];
    });
  }

  const engine = (found) => found.precedence ?? found.timing;

  // What is concluded, whatever its kind; a cell stands below, with its column, and the engine tells a conflict that no rule decides.
  function concluded(found) {
    const { conclusion, nearest } = found.answer;
    if (!conclusion || conclusion.kind === "row" || engine(found)?.prevails === null) return [];
    const said = conclusion.text.replace(/\.$/, "");
    const nodes = [element("p", "verdict", found.conditions.length ? `${said}, sauf…` : `${said}.`)];
    if (nearest) nodes.push(element("p", "meta", `D'après « ${nearest.question} » : ${nearest.verdict.replace("depends", "cela dépend")}`));
    if (found.conditions.length) nodes.push(holding("ul", "", ...found.conditions.map(({ id, text }) => holding("li", "", `${text} `, link(id)))));
    return nodes;
  }

  // What is resolved in order: what the engine says beside the conclusion, by its shape, else the steps of the rule.
  function order(found) {
    const decided = engine(found);
    if (decided?.steps?.length) return ordered(decided);
    if (decided?.prevails === null) return prevailing(decided);
    if (decided) return found.answer.conclusion ? proofs(decided.decided_by) : compared(decided);
    if (!found.answer.steps.length) return [];
    return [holding("ol", "order", ...found.answer.steps.map(({ id, text }) => holding("li", "", link(id, text))))];
  }

  function beside(title, links) {
    if (!links.length) return [];
    const items = links.slice(0, BESIDE).map((one) => holding("li", "", link(one.id)));
    return [element("h2", "", title), holding("ul", "beside", ...items)];
  }

  /** What an answer says. @param {any} found @param {string} game its title */
  function body(found, game) {
    const cell = found.cell ? [holding("p", "cell", `${found.cell.column} : `, holding("strong", "", found.cell.value))] : [];
    const card = element("a", "", "Fiche à imprimer");
    const query = new URLSearchParams({ q: found.question, game: found.game });
    card.href = `${document.documentElement.dataset.root ?? ""}v1/judge?${query}`;
    return [
      ...concluded(found), ...cell, ...order(found), ...quotes(found, game),
      ...beside("Exceptions", found.exceptions), ...beside("Ensuite", found.consequences),
      holding("p", "meta", card),
    ];
  }

  const answer = (found, game) => holding("section", "answer", holding("p", "eyebrow", game), ...body(found, game));

  // Another game that answers too: one line until it is opened.
  function other(found, game) {
    const box = element("details", "answer other");
    box.append(element("summary", "", found.verdict ? `${game} : ${found.verdict}` : game));
    box.addEventListener("toggle", () => box.children.length === 1 && box.append(...body(found, game)));
    return box;
  }

  const refusal = (reason) =>
    holding("section", "answer none", element("p", "verdict", NOTHING), ...(reason ? [element("p", "", reason)] : []));

  /** What stands above the results. @param {any} found @param {Map<string, string>} titles */
  function above(found, titles) {
    if (!found.games) return [found.answerable ? answer(found, titles.get(found.game) ?? "") : refusal(found.reason)];
    const games = Object.values(found.games);
    if (!games.length) return [refusal(null)];
    return games.map((found, place) => (place ? other : answer)(found, titles.get(found.game) ?? found.game));
  }

  // What is asked of the search is asked of the API, once nothing more is typed.
  function start(box) {
    const place = box.querySelector(".answers");
    const options = box.querySelectorAll("form option");
    const titles = new Map([...options].map((option) => [option.value, option.textContent ?? ""]));
    let running = new AbortController();
    let timer = 0;

    function show(nodes) {
      place.replaceChildren(...nodes);
      place.removeAttribute("aria-busy");
    }

    async function run(question, game) {
      if (question.length < LEAST) return show([]);
      running = new AbortController();
      const { signal } = running;
      try {
        const found = await asked("ask", { query: { q: question.slice(0, LONGEST), game }, signal });
        if (!signal.aborted) show(above(found, titles));
      } catch (fault) {
        if (!signal.aborted) show("attribute" in fault ? [element("p", "fault", fault.message)] : []);
      }
    }

    // What is typed on makes the answer shown, and the question asked before, useless.
    function stale() {
      clearTimeout(timer);
      running.abort();
      if (place.firstChild) place.setAttribute("aria-busy", "true");
    }

    box.addEventListener("input", stale);
    box.addEventListener("asked", (event) => {
      const { question, game } = event.detail;
      stale();
      timer = setTimeout(() => run(question, game), DELAY);
    });
  }

  Object.assign(arbitre, { asked, words: WORDS, shown: { ordered, modified, prevailing, compared, opening, holding } });
  arbitre.painted(() => {
    for (const box of document.querySelectorAll("[data-search]")) start(box);
    if (document.querySelector("[data-ask]")) arbitre.load("demander-formulaire.js").catch(() => {});
  });
})();
