// What the engine answers, as a person reads it: an order, a value, the rule that prevails, two moments, what may be used; always with its proof.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { element, link, typeset } = arbitre;
  const QUOTED = 420;
  const NOTHING = "Aucune règle ne tranche.";
  const MODES = {
    single: () => "",
    free: (who) => `dans l'ordre que veut ${who}`,
    alternate: (who) => `à tour de rôle, ${who} d'abord`,
    simultaneous: () => "en même temps",
    "by-player": (who) => `${who} désigne qui commence`,
  };
  const RELATIONS = {
    before: (a, b) => `${a} vient avant ${b}`,
    after: (a, b) => `${a} vient après ${b}`,
    same: (a, b) => `${a} et ${b} : au même moment`,
    simultaneous: (a, b) => `${a} et ${b} : résolus en même temps`,
    alternate: (a, b) => `${a} et ${b} : à tour de rôle`,
    unordered: (a, b) => `Rien n'ordonne ${a} et ${b}`,
  };
  const OPERATIONS = { set: "fixe à", multiply: "multiplie par", divide: "divise par", add: "ajoute", subtract: "retranche" };
  const LIMITS = { cap: "Au plus", floor: "Au moins", rounding: "Arrondi" };
  const OWNERS = { active: "joueur actif", opponent: "adversaire", both: "les deux joueurs" };

  /** @param {string | null} letter */
  const player = (letter) => (letter ? `le joueur ${letter}` : "le joueur que la règle dit");

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
    const box = /** @type {HTMLDetailsElement} */ (element("details", "proofs"));
    box.open = open;
    box.append(element("summary", "", rules.length > 1 ? "Les règles qui décident" : "La règle qui décide"));
    for (const { id, quote } of rules) {
      const words = quote.length > QUOTED ? `${quote.slice(0, quote.lastIndexOf(" ", QUOTED))}…` : quote;
      box.append(holding("p", "proof", link(id)), element("blockquote", "", words));
    }
    return [box];
  }

  function step(/** @type {any} */ found) {
    const line = holding("li", "", holding("strong", "", found.labels.join(", ")));
    const told = found.mode ? MODES[found.mode](player(found.chooser)) : "aucune règle ne dit dans quel ordre";
    if (told) line.append(" ", element("span", "meta", `– ${told}`));
    if (found.decided_by.length) line.append(" ", cites(found.decided_by));
    return line;
  }

  /** An answer of `order`. */
  function ordered(/** @type {any} */ found) {
    const nodes = [];
    if (found.steps.length) nodes.push(holding("ol", "order", ...found.steps.map(step)));
    for (const labels of found.undecided) nodes.push(element("p", "undecided", `Aucune règle n'ordonne : ${labels.join(", ")}.`));
    for (const { label, decided_by } of found.excluded) nodes.push(holding("p", "", `N'agit pas : ${label} `, cites(decided_by)));
    return [...nodes, ...proofs(found.decided_by)];
  }

  function outcome(/** @type {any} */ found) {
    if (found.impossible) return "Impossible.";
    if (found.needed) return `Il faut ${found.needed}.`;
    return found.value === null ? NOTHING : `${found.value}`.replace(".", ",");
  }

  const figure = (/** @type {number | null} */ value) => (value === null ? "?" : `${value}`.replace(".", ","));

  /** An answer of `modify`. */
  function modified(/** @type {any} */ found) {
    const nodes = [element("p", "verdict", outcome(found))];
    const steps = found.steps.map((one) => {
      const told = `${one.label} (${OPERATIONS[one.op] ?? one.op}) : ${figure(one.before)} → ${figure(one.after)} `;
      return holding("li", "", told, cites(one.decided_by));
    });
    if (steps.length) nodes.push(holding("ol", "order", ...steps));
    for (const { kind, value, decided_by } of found.limits) nodes.push(holding("p", "", `${LIMITS[kind]} : ${figure(value)} `, cites(decided_by)));
    return [...nodes, ...proofs(found.decided_by)];
  }

  /** An answer of `conflict`. */
  function prevailing(/** @type {any} */ found) {
    const reason = found.reason ? found.reason[0].toUpperCase() + found.reason.slice(1) : "";
    const nodes = [];
    if (!found.prevails) nodes.push(element("p", "verdict", NOTHING));
    if (reason) nodes.push(element("p", found.prevails ? "verdict" : "", `${reason.replace(/\.$/, "")}.`));
    return [...nodes, ...proofs(found.decided_by)];
  }

  /** An answer of `timing`. */
  function compared(/** @type {any} */ found) {
    const [a, b] = [found.a, found.b].map(({ title }) => `« ${title} »`);
    return [element("p", "verdict", `${RELATIONS[found.relation](a, b)}.`), ...proofs(found.decided_by)];
  }

  /** An answer of `window`: by step, in the order of play. */
  function opening(/** @type {any} */ found) {
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

  function use(/** @type {any} */ one) {
    const about = [one.timing, one.frequency, OWNERS[one.owner]].filter(Boolean).join(" · ");
    return holding("li", "", link(one.id, () => one.title), " ", element("span", "meta", about));
  }

  /** What the engine put into an answer to a question, by its shape. @param {any} found */
  function engine(found) {
    if (found?.steps) return ordered(found);
    if (found?.relation) return compared(found);
    return found?.reason ? prevailing(found) : [];
  }

  arbitre.shown = { ordered, modified, prevailing, compared, opening, engine, holding, NOTHING };
})();
