// The helper of « Qui passe avant » and of « Déroulement »: what is to be put in order, worked out or told apart becomes a request of the API.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { asked, element, typeset, Refusal } = arbitre;
  const { ordered, modified, prevailing, compared, opening, holding } = arbitre.shown;
  const { PLAYERS, NOBODY, capital, choice, words, figure, control, group, rows, button, unique } = arbitre.fields;

  const OWNERS = [...PLAYERS, ["neutral", "Ni l'un ni l'autre"]];
  const OPERATIONS = [["add", "Ajoute"], ["subtract", "Retranche"], ["multiply", "Multiplie par"], ["divide", "Divise par"], ["set", "Fixe à"]];
  const SAYINGS = [["can", "Permet"], ["cannot", "Interdit"], ["must", "Oblige"], ["hit", "Touche d'office"], ["miss", "Rate d'office"]];
  const SOURCES = [["rule", "Une règle"], ["passive", "Une aptitude passive"], ["activated", "Une aptitude utilisée"]];

  // One question

  /** A question that opens: its form, then its answer.
   *  @param {string} title @param {string} send what the button says
   *  @param {{nodes: Node[], ask: () => Promise<Node[]>, find: (attribute: string) => any}} form */
  function question(title, send, form) {
    const box = /** @type {HTMLDetailsElement} */ (element("details", "question"));
    const submit = /** @type {HTMLButtonElement} */ (element("button", "send", send));
    const fault = element("p", "fault");
    fault.id = unique();
    fault.setAttribute("role", "alert");
    const told = element("div", "told");
    told.setAttribute("role", "status");
    const node = /** @type {HTMLFormElement} */ (holding("form", "", ...form.nodes, fault, holding("p", "", submit)));
    node.noValidate = true;
    node.addEventListener("submit", async (event) => {
      event.preventDefault();
      told.replaceChildren();
      fault.textContent = "";
      node.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
      try {
        told.replaceChildren(...(await form.ask()));
      } catch (thrown) {
        refused(thrown, form, fault);
      }
    });
    box.append(element("summary", "", title), node, told);
    return box;
  }

  /** Says a fault where it is: the control at fault is named, marked and entered. @param {unknown} thrown @param {{find: (attribute: string) => any}} form @param {HTMLElement} fault */
  function refused(thrown, form, fault) {
    if (!(thrown instanceof Refusal)) {
      fault.textContent = typeset("Le serveur ne répond pas : vérifiez qu'il tourne, puis recommencez.");
      return;
    }
    const place = form.find(thrown.attribute);
    // What is accepted stands in the control itself.
    const [said] = thrown.message.replace(`${thrown.attribute} : `, "").split(" ; accepté : ");
    fault.textContent = typeset(place ? `${place.told} : ${said}` : capital(said));
    if (!place) return;
    place.at.setAttribute("aria-invalid", "true");
    place.at.setAttribute("aria-errormessage", fault.id);
    place.at.focus();
  }

  // The three questions of precedence

  const turns = () => ({ active: choice("C'est le tour de", [NOBODY, ...PLAYERS]) });

  /** Where an attribute such as `items[1].agility` is asked. @param {string} attribute @param {any} list @param {any[]} groups */
  function placed(attribute, list, groups) {
    const row = /^\w+\[(\d+)\]\.(\w+)$/.exec(attribute);
    if (row) {
      const found = list?.find(Number(row[1]), row[2]);
      return found && { at: found.at, told: `${list.titled(Number(row[1]))}, ${found.title}` };
    }
    const name = attribute.split(".").pop() ?? "";
    const found = groups.map((one) => one.find(name)).find(Boolean);
    return found && { at: found.at, told: found.title };
  }

  /** The list of what can be asked, and below it the form of the one chosen.
   *  @param {string} title @param {any[]} parts @param {(part: any) => any} make */
  function picked(title, parts, make) {
    const which = choice(title, parts.map((part) => [part.id, part.title]));
    const body = element("div", "asked");
    let form = make(parts[0]);
    const change = () => {
      form = make(parts.find((part) => part.id === which.at.value));
      body.replaceChildren(...form.nodes);
    };
    which.at.addEventListener("change", change);
    body.append(...form.nodes);
    return {
      nodes: [which.node, body],
      ask: () => form.ask(),
      find: (/** @type {string} */ attribute) => form.find(attribute),
      pick: (/** @type {string} */ id) => { which.at.value = id; change(); },
    };
  }

  function ordering(/** @type {string} */ game, /** @type {any} */ situation) {
    const own = situation.attributes.filter((one) => one.of === "item");
    const whole = situation.attributes.filter((one) => one.of === "request");
    const about = group({
      ...turns(),
      first_player: choice("Premier joueur", [NOBODY, ...PLAYERS]),
      ...Object.fromEntries(whole.map((one) => [one.name, control(one)])),
    });
    const list = rows("Élément", () => ({
      label: words("Nom"),
      owner: choice("À qui", OWNERS),
      ...Object.fromEntries(own.map((one) => [one.name, control(one)])),
    }), 2);
    const request = () => ({ situation: situation.id, ...about.read(), items: list.read() });
    return {
      nodes: [holding("div", "fields", ...about.nodes), ...list.nodes],
      ask: async () => ordered(await asked(`games/${game}/order`, { body: request() })),
      find: (/** @type {string} */ attribute) => placed(attribute, list, [about]) ?? (attribute === "items.label" ? placed("items[1].label", list, []) : null),
    };
  }

  function working(/** @type {string} */ game, /** @type {any} */ quantity) {
    const about = group({
      ...(quantity.based ? { base: figure("Valeur de départ", { hint: "sur un jet, le dé avant tout modificateur" }) } : {}),
      ...turns(),
    });
    const context = group(Object.fromEntries(quantity.attributes.map((one) => [one.name, control(one)])));
    const list = rows("Modificateur", () => ({
      label: words("Nom"),
      op: choice("Ce qu'il fait", OPERATIONS),
      value: figure("De combien"),
      owner: choice("À qui", OWNERS, { value: "neutral" }),
      kind: choice("D'où il vient", SOURCES),
      used: figure("Rang d'utilisation", { hint: "le plus grand est le plus récent ; laisser vide sinon" }),
    }), 0);
    const request = () => ({ quantity: quantity.id, base: null, ...about.read(), context: context.read(), modifiers: list.read() });
    return {
      nodes: [holding("div", "fields", ...about.nodes, ...context.nodes), ...list.nodes],
      ask: async () => modified(await asked(`games/${game}/modify`, { body: request() })),
      find: (/** @type {string} */ attribute) => placed(attribute, list, [about, context]),
    };
  }

  function opposing(/** @type {string} */ game, /** @type {string[]} */ layers) {
    const texts = layers.map((one) => [one, capital(one.replace(/-/g, " "))]);
    const side = () => group({
      label: words("Nom"),
      says: choice("Ce qu'elle fait", SAYINGS),
      kind: choice("D'où elle vient", SOURCES),
      ...(texts.length ? { layer: choice("Où elle est écrite", [NOBODY, ...texts]) } : {}),
      owner: choice("À qui", OWNERS, { value: "neutral" }),
      used: figure("Rang d'utilisation", { hint: "le plus grand est le plus récent ; laisser vide sinon" }),
    });
    const [a, b] = [side(), side()];
    const about = group({
      waives: choice("Lève l'interdiction en toutes lettres", [["", "Aucune des deux"], ["a", "La première"], ["b", "La seconde"]]),
      ...turns(),
    });
    const sides = { a: ["Première règle", a], b: ["Seconde règle", b] };
    return {
      nodes: [
        holding("div", "rows", ...Object.values(sides).map(([name, one]) => holding("fieldset", "row", element("legend", "", name), ...one.nodes))),
        holding("div", "fields", ...about.nodes),
      ],
      ask: async () => prevailing(await asked(`games/${game}/conflict`, { body: { a: a.read(), b: b.read(), ...about.read() } })),
      find: (/** @type {string} */ attribute) => {
        const [name, field] = attribute.split(".");
        const found = sides[name]?.[1].find(field);
        return found ? { at: found.at, told: `${sides[name][0]}, ${found.title}` } : placed(attribute, null, [about]);
      },
    };
  }

  // A small button beside each clause list opens the question that it is about.
  function shortcuts(/** @type {string} */ prefix, /** @type {HTMLDetailsElement} */ box, /** @type {any} */ form) {
    for (const section of document.querySelectorAll(`.ranking[id^="${prefix}"]`)) {
      const open = button("Poser la question", () => {
        form.pick?.(section.id.slice(prefix.length));
        box.open = true;
        box.scrollIntoView();
        /** @type {HTMLElement | null} */ (box.querySelector("select, input"))?.focus({ preventScroll: true });
      });
      const head = /** @type {HTMLElement} */ (section.querySelector("h3"));
      open.setAttribute("aria-label", typeset(`Poser la question : ${head.textContent}`));
      const line = element("div", "ranking-head");
      head.replaceWith(line);
      line.append(head, open);
    }
  }

  async function decide(/** @type {HTMLElement} */ place, /** @type {string} */ game) {
    const known = await asked(`games/${game}/situations`);
    const forms = [
      known.situations.length && ["Mettre dans l'ordre", "Dire l'ordre", picked("Quoi", known.situations, (part) => ordering(game, part)), "ordre-"],
      known.quantities.length && ["Calculer une valeur", "Calculer", picked("Laquelle", known.quantities, (part) => working(game, part)), "valeur-"],
      document.getElementById("conflit") && ["Départager deux règles", "Départager", opposing(game, known.layers), "conflit"],
    ].filter(Boolean);
    for (const [title, send, form, prefix] of forms) {
      const box = question(title, send, form);
      place.append(box);
      shortcuts(prefix, box, form);
    }
  }

  // The two questions of time

  function moments(/** @type {HTMLElement} */ place, /** @type {string} */ game) {
    const beats = [...document.querySelectorAll(".beat[id]")];
    const titled = (/** @type {Element} */ beat) => (beat.querySelector(":scope > h2, :scope > h3, :scope > h4, :scope > h5, :scope > .beat-title")?.textContent ?? "").trim();
    const depth = (/** @type {Element | null} */ beat) => { let found = 0; for (let up = beat?.parentElement?.closest(".beat"); up; up = up.parentElement?.closest(".beat")) found += 1; return found; };
    const names = [...new Set(beats.map(titled))];
    const here = decodeURIComponent(location.hash.slice(1));
    const at = choice("Moment", beats.map((beat) => [beat.id, "\u00a0\u00a0\u00a0".repeat(depth(beat)) + titled(beat)]), { value: here });
    const who = choice("Joueur", [["active", "Celui dont c'est le tour"], ["opponent", "L'autre"]]);
    const during = group({ at, player: who });
    const hint = "un moment, une règle ou une aptitude, par son nom ou son numéro";
    const pair = group({ a: words("Ceci", { hint, list: names }), b: words("Ou cela", { list: names }) });
    const form = (/** @type {any} */ own, /** @type {string} */ address, /** @type {(found: any) => Node[]} */ show) => ({
      nodes: [holding("div", "fields", ...own.nodes)],
      ask: async () => show(await asked(`games/${game}/${address}`, { query: own.read() })),
      find: (/** @type {string} */ attribute) => placed(attribute, null, [own]),
    });
    place.append(
      question("Que peut-on utiliser à un moment ?", "Chercher", form(during, "window", opening)),
      question("Lequel vient d'abord ?", "Comparer", form(pair, "timing", compared)),
    );
  }

  // An API that cannot be reached leaves the page as it reads without it.
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ask]"))) {
    const make = place.dataset.ask === "moments" ? moments : decide;
    Promise.resolve(make(place, place.dataset.game ?? "")).then(() => (place.hidden = false), () => place.replaceChildren());
  }
})();
