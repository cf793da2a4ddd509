// Where the API answers below the root of the site: how a page asks it, how its answers read, and the answer above the results of a search.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { button, element, pageOf, root, typeset } = arbitre;

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

  /** What the rules that came with an answer are called: nothing more is asked for them. @type {Map<string, string>} */
  const labels = new Map();

  /** What a rule is called, by its id: `35.3 Déplacement`, and the paragraph of it. @param {string} id */
  async function named(id) {
    const [rule, part = ""] = id.split("#");
    const label = labels.get(rule) ?? (await arbitre.preview(rule))?.[0] ?? id;
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

  // How many letters are read of a rule that decides; of each behind a line, and of how many before the others are but named: with all its
  // lines open, an answer takes about a phone's screen. The link beside them leads to the whole.
  const QUOTED = 420;
  const BEHIND = 120;
  const FEW = 3;
  const brief = (text, most = BEHIND) => (text.length > most ? `${text.slice(0, text.lastIndexOf(" ", most))}…` : text);
  const NOTHING = "Aucune règle ne tranche.";
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  // WORDS stand above: what is asked and answered, in French (site/mots.toml).
  const how = ({ mode, chooser }) => {
    const who = chooser ? `le joueur ${chooser}` : "";
    return WORDS.modes[mode ?? "undecided"].replace("{chooser}", who && `${who}, `).replace("{first}", who && `, ${who} d'abord`);
  };

  /** Links to rules, on one line. @param {string[]} ids */
  function cites(ids) {
    const line = element("span", "cites");
    [...new Set(ids)].forEach((id, place) => line.append(place ? " · " : "", link(id)));
    return line;
  }

  /** What stands behind a line: some words of each rule, or rows of its table, and its link.
   *  @param {{id: string, text: string, table?: HTMLElement}[]} rules */
  function some(rules) {
    const told = rules.slice(0, FEW).map(({ id, text, table }) => element("li", "", table ?? `${brief(text)} `, link(id)));
    return element("ul", "", ...told, ...(rules.length > FEW ? [element("li", "", cites(rules.slice(FEW).map(({ id }) => id)))] : []));
  }

  /** The rules that decide, with their words: the first is `shown`, the others stand behind one touch.
   *  @param {{id: string, quote: string}[]} rules @param {number} shown */
  function proofs(rules, shown = 1) {
    const told = (rules ?? []).map(({ id, quote }) => ({ id, text: quote }));
    const first = told.slice(0, shown).flatMap(({ id, text }) => [element("p", "proof", link(id)), element("blockquote", "", brief(text, QUOTED))]);
    const rest = told.slice(shown);
    const named = shown ? `Et ${rest.length} règle${rest.length > 1 ? "s" : ""} de plus` : "Les règles qui décident";
    return [...first, ...(rest.length ? [element("details", "proofs", element("summary", "", named), some(rest))] : [])];
  }

  function step(found) {
    const line = element("li", "", element("strong", "", found.labels.join(", ")));
    if (how(found)) line.append(" ", element("span", "meta", `– ${how(found)}`));
    if (found.decided_by.length) line.append(" ", cites(found.decided_by));
    return line;
  }

  /** An answer of `order`. */
  function ordered(found) {
    const nodes = [];
    if (found.steps.length) nodes.push(element("ol", "order", ...found.steps.map(step)));
    for (const labels of found.undecided) nodes.push(element("p", "undecided", `Aucune règle n'ordonne : ${labels.join(", ")}.`));
    for (const { label, decided_by } of found.excluded) nodes.push(element("p", "", `N'agit pas : ${label} `, cites(decided_by)));
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
      return element("li", "", text, cites(one.decided_by));
    });
    if (steps.length) nodes.push(element("ol", "order", ...steps));
    for (const { kind, value, decided_by } of found.limits) nodes.push(element("p", "", `${WORDS.limits[kind]} : ${figure(value)} `, cites(decided_by)));
    return [...nodes, ...proofs(found.decided_by)];
  }

  /** An answer of `conflict`. */
  function prevailing(found) {
    const nodes = [];
    if (!found.prevails) nodes.push(element("p", "verdict", NOTHING));
    if (found.reason) nodes.push(element("p", found.prevails ? "verdict" : "", `${capital(found.reason).replace(/\.$/, "")}.`));
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
      nodes.push(element("ul", "usable", ...usable.map(use)));
    }
    return [...nodes, ...proofs(found.decided_by, 0)];
  }

  function use(one) {
    const about = [one.timing, one.frequency, WORDS.actors[one.owner]].filter(Boolean).join(" · ");
    return element("li", "", link(one.id, one.title), " ", element("span", "meta", about));
  }

  // Above the results of a search: the answer itself. Where nothing answers, the ranking stands alone.

  const LONGEST = 1000;
  const HITS = 10;
  const MANY = 4;
  const BESIDE = 4;
  const LONG = 12;
  // The id of what a sign calls in the cells of a table.
  const NOTE = /#note-(.+)-\d+$/;
  // A sentence, which is no row whatever its marks.
  const SENTENCE = /#\d+\.\d+$/;

  // A row of a table, or rows: what stands between « ; » are its cells, each behind the title of its column.
  function rows(id, text, lit) {
    if (NOTE.test(id) || SENTENCE.test(id)) return null;
    const lines = text.split("\n").map((line) => line.split(" ; ").map((cell) => cell.split(" : ")));
    const columns = lines[0].map(([title, value]) => (value === undefined ? "" : title));
    const regular = lines[0].length > 1 && lines.every((cells) => cells.length === columns.length && cells.every((cell, at) => cell.length < 3 && (cell.length === 1 ? "" : cell[0]) === columns[at]));
    if (!regular) return null;
    const table = element("table");
    const shown = (cell, tag) => {
      const node = element(tag, "", cell[cell.length - 1]);
      if (lit && cell[0] === lit.column && cell[1] === lit.value && lines.length === 1) node.className = "lit";
      return node;
    };
    // One row reads down a phone, several across.
    if (lines.length === 1) table.append(...lines[0].map((cell, at) => element("tr", "", element("th", "", columns[at]), shown(cell, "td"))));
    else table.append(element("tr", "", ...columns.map((title) => element("th", "", title))), ...lines.map((cells) => element("tr", "", ...cells.map((cell) => shown(cell, "td")))));
    return element("div", "table", table);
  }

  // What is read before a clause: the words that lead it; for a note of a table, what calls it and where.
  function leading({ id, lead }) {
    const call = NOTE.exec(id)?.[1];
    return call ? `Note ${call}${lead ? ` (${lead})` : ""}` : lead ?? "";
  }

  /** A clause of the proof, under what leads it, with its place unless another says it. @param {any} found @param {any} clause @param {string} part */
  function proof(found, { id, lead, text }, part, placed = true) {
    const call = NOTE.test(id);
    const notes = new Set(found.answer.because.filter((one) => NOTE.test(one.id)).map((one) => one.text));
    // A table quoted whole holds its notes too: they stand by themselves, with what calls them.
    const words = call ? text : text.split("\n").filter((line) => !notes.has(line)).join("\n");
    const head = leading({ id, lead });
    const body = rows(id, words, found.cell) || element("blockquote", "", words);
    return [...(head ? [element("p", "meta", head)] : []), body, ...(call || !placed ? [] : [element("p", "cite", "— ", link(id, "", [part]))])];
  }

  /** What stands behind a line: its name, and the first of its words, which the line does without once it is open. */
  const folded = (name, words, ...inside) => element("details", "more", element("summary", "", name, words && element("span", "", ` : ${words}`)), ...inside);

  const engine = (found) => found.precedence ?? found.timing;

  // The clause that decides, and the notes that it calls; those of each other rule are a line until it is opened.
  function quotes(found) {
    // Where the engine decided, its proof stands with the order already.
    if (engine(found)?.decided_by?.length) return [];
    const steps = new Set(found.answer.steps.map(({ id }) => id));
    const told = found.answer.because.filter(({ id }) => !steps.has(id));
    const above = (id) => id.split("#")[0];
    const rule = (id) => found.passages.find((one) => one.id === id || one.id === above(id));
    // A note follows what calls it.
    const first = told.findIndex(({ id }, at) => at && !NOTE.test(id));
    // Of two things told apart, neither is folded.
    const whole = told.filter(({ role }, at) => at < (first < 0 ? told.length : first) || role === "defines");
    const others = new Map();
    for (const one of told) {
      if (whole.includes(one)) continue;
      const table = (one.text.length < QUOTED && rows(one.id, one.text, found.cell)) || undefined;
      const text = [leading(one), one.text].filter(Boolean).join(" ").replaceAll("\n", " ");
      others.set(above(one.id), [...(others.get(above(one.id)) ?? []), { id: one.id, text, table }]);
    }
    const shut = ([id, clauses]) => folded(id === above(told[0].id) ? "Aussi" : rule(id)?.title ?? "Aussi", clauses[0].text, some(clauses));
    // What leads a list is said once, above its first item.
    const led = whole.map((one, at) => (at && one.lead && [whole[at - 1].lead, whole[at - 1].text].includes(one.lead) ? { ...one, lead: null } : one));
    // The place of a list is said once, below its last item.
    const listed = (one, at) => one.role === "defines" && led[at + 1]?.role === "defines" && above(led[at + 1].id) === above(one.id);
    return [...led.flatMap((one, at) => proof(found, one, rule(one.id)?.path[0], !listed(one, at))), ...[...others].map(shut)];
  }

  // What is concluded, whatever its kind; a cell stands below, with its column, and the engine tells a conflict that no rule decides.
  function concluded(found) {
    const { conclusion } = found.answer;
    const read = conclusion?.text.replace(/\.$/, "") === found.cell?.value;
    if (!conclusion || read || conclusion.kind === "row" || engine(found)?.prevails === null) return [];
    return [element("p", "verdict", conclusion.text)];
  }

  // The like cases that are written with another verdict, and the one that led to this one.
  function versions(found) {
    const { because, nearest, versions: others } = found.answer;
    // The rule that is cited above is not named again.
    const place = (id) => because[0]?.id.split("#")[0] !== id.split("#")[0] && link(id);
    const line = ({ question, verdict, id }) => element("li", "", element("strong", "", verdict === "depends" ? "cela dépend" : verdict), `, à « ${brief(question)} » `, place(id));
    const list = (cases) => element("ul", "cases", ...cases.map(line));
    if (!nearest && others.length) return [element("p", "meta", "Deux cas voisins :"), list(others)];
    return nearest ? [folded(others.length ? "Cas voisins" : "D'après un cas écrit", "", list([nearest, ...others.slice(0, 1)]))] : [];
  }

  // The steps of the rule, where the engine says no order; a line, where something is concluded.
  function steps(found) {
    const { steps: told, conclusion } = found.answer;
    if (!told.length || engine(found)) return [];
    // A rule is named once, with the first of its steps.
    const place = ({ id }, at) => id.split("#")[0] !== told[at - 1]?.id.split("#")[0] && link(id);
    const list = element("ol", "order", ...told.map((one, at) => element("li", "", `${conclusion ? brief(one.text) : one.text} `, place(one, at))));
    return conclusion ? [folded(`Les étapes : ${told.length}`, "", list)] : [list];
  }

  function exceptions(found) {
    const told = found.exceptions;
    return told.length ? [folded(told.length > 1 ? `Sauf : ${told.length} exceptions` : `Sauf : ${told[0].title}`, "", some(told))] : [];
  }

  // What is resolved in order: what the engine says beside the conclusion, by its shape.
  function order(found) {
    const decided = engine(found);
    if (decided?.steps?.length) return ordered(decided);
    if (decided?.prevails === null) return prevailing(decided);
    if (decided) return found.answer.conclusion ? proofs(decided.decided_by) : compared(decided);
    return [];
  }

  function beside(title, links) {
    if (!links.length) return [];
    const named = links.slice(0, BESIDE).flatMap((one, place) => [place ? " · " : "", link(one.id)]);
    return [element("p", "beside", element("span", "meta", `${title} : `), ...named)];
  }

  // What a reader sends to who keeps the rules: what was asked, what was answered, from which base.
  const report = (found) => [
    `Question : ${found.question}`, `Jeu : ${found.game}`, `Réponse : ${found.answer.conclusion?.text ?? "la règle seule"}`,
    ...found.answer.because.map(({ id, text }) => `Cité : ${id} « ${text} »`), `Base : ${found.kb.version}, ${found.kb.digest.slice(0, 12)}`, "Ce qui ne va pas : ",
  ].join("\n");

  function tools(found) {
    const card = element("a", "", "Imprimer");
    card.href = `${document.documentElement.dataset.root ?? ""}v1/judge?${new URLSearchParams({ q: found.question, game: found.game })}`;
    // On whatever page it was asked, an answer is given again by the page that searches.
    const address = new URL(`recherche.html?${new URLSearchParams({ q: found.question, jeu: found.game })}`, root).href;
    const told = button("", "Signaler", () => arbitre.copy(report(found), told, "Rapport copié : collez-le où vous voulez."));
    told.title = "Signaler cette réponse";
    const link = button("", "Copier le lien", () => arbitre.copy(address, link, "Lien copié"));
    return element("p", "meta acts", link, card, told);
  }

  /** What an answer says. @param {any} found @param {string} game its title */
  function body(found, game) {
    const cell = found.cell ? [element("p", "cell", `${found.cell.column} : `, element("strong", "", found.cell.value))] : [];
    return [
      ...concluded(found), ...cell, ...order(found), ...quotes(found), ...steps(found), ...exceptions(found), ...versions(found),
      ...beside("Ensuite", found.consequences), tools(found),
    ];
  }

  // A long quote is cut until it is asked for.
  function cut(node) {
    for (const quote of node.querySelectorAll(":scope > :is(blockquote, .table)")) {
      const line = parseFloat(getComputedStyle(quote).lineHeight);
      if (quote.scrollHeight < (LONG + 2) * line) continue;
      quote.classList.add("cut");
      const whole = button("unfold", "Tout lire", () => (quote.classList.remove("cut"), whole.remove()));
      quote.after(whole);
    }
  }

  const answer = (found, game) => element("section", "answer", element("p", "eyebrow", game), ...body(found, game));

  // One of several games that answer: a line until it is opened.
  function other(found, game) {
    const box = element("details", "answer other");
    const [first] = found.answer.because;
    const said = found.answer.conclusion?.text ?? first?.text.replaceAll("\n", " ") ?? "";
    box.append(element("summary", "", element("strong", "", game), ` ${said}`));
    box.addEventListener("toggle", () => {
      box.append(...body(found, game));
      cut(box);
    }, { once: true });
    return box;
  }

  const refusal = (reason) =>
    element("section", "answer none", element("p", "verdict", NOTHING), ...(reason ? [element("p", "", reason)] : []));

  /** What stands above the results. @param {any} found @param {Map<string, string>} titles */
  function above(found, titles) {
    if (!found.games) return [found.answerable ? answer(found, titles.get(found.game) ?? "") : refusal(found.reason)];
    const games = Object.values(found.games);
    const titled = (one) => (titles.get(one.game) ?? one.game).split(/\s:\s/)[0];
    if (!games.length) return [refusal(null)];
    if (games.length === 1) return [answer(games[0], titled(games[0]))];
    // No game is taken in silence: each says its own in a line.
    return [element("p", "meta choice", "Aucun jeu n'est choisi. Ce qu'en dit chacun :"), ...games.map((one) => other(one, titled(one)))];
  }

  /** Shows above the results of a search what the API answers; its hits, or nothing where it cannot be reached.
   *  @param {HTMLElement} place @param {Map<string, string>} titles of the games, by their work */
  async function answered(place, titles, { question, game, kind, signal }) {
    const show = (nodes) => {
      place.replaceChildren(...nodes);
      place.removeAttribute("aria-busy");
      for (const node of place.querySelectorAll("section.answer")) cut(node);
    };
    if (!question) return show([]);
    const q = question.slice(0, LONGEST);
    try {
      const found = await asked("ask", { query: { q, game, limit: game ? HITS : MANY }, signal });
      const games = found.games ? Object.values(found.games) : [found];
      const hits = games.flatMap(({ passages }) => passages).sort((a, b) => b.score - a.score);
      for (const one of hits) labels.set(one.id, arbitre.labelOf(one));
      show(above(found, titles));
      // Of one kind, or where no game answers, what is nearest.
      if (!kind && hits.length) return { ...games[0], hits };
      const { results, total } = await asked("search", { query: { q, game, kind }, signal });
      return { hits: results, total, answerable: games.length > 0 && games[0].answerable };
    } catch (fault) {
      if (signal.aborted) return null;
      show("attribute" in fault ? [element("p", "fault", fault.message)] : []);
      return "attribute" in fault ? { hits: [] } : null;
    }
  }

  Object.assign(arbitre, { answered, asked, words: WORDS, shown: { capital, ordered, modified, prevailing, compared, opening } });
})();
