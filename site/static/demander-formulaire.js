// The helper of « Qui passe avant » and of « Déroulement »: what is to be put in order, worked out or compared becomes a request of the API.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { asked, element, typeset } = arbitre;
  const { ordered, modified, prevailing, compared, opening, holding } = arbitre.shown;

  const PLAYERS = [["A", "Joueur A"], ["B", "Joueur B"]];
  const NOBODY = ["", "Non précisé"];
  const WORDS = { passive: "aptitude passive", activated: "aptitude utilisée" };

  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  let count = 0;
  const unique = () => `demande-${++count}`;

  /** A label above its control. @param {string} name @param {string} title @param {any} control @param {string} hint */
  function labelled(name, title, control, hint = "") {
    control.id = unique();
    control.name = name;
    const label = element("label", "", title);
    label.htmlFor = control.id;
    const box = holding("div", "field", label, control);
    if (hint) {
      const help = element("p", "hint", hint);
      help.id = `${control.id}-aide`;
      control.setAttribute("aria-describedby", help.id);
      box.append(help);
    }
    return box;
  }

  /** A word among some. @param {string} name @param {string} title @param {string[][]} options */
  function choice(name, title, options, { value = "", hint = "" } = {}) {
    const control = element("select");
    control.append(...options.map(([given, shown]) => new Option(typeset(shown), given)));
    control.value = options.some(([given]) => given === value) ? value : options[0][0];
    return labelled(name, title, control, hint);
  }

  /** A word of one's own. @param {string} name @param {string} title */
  function words(name, title, { hint = "", list = [] } = {}) {
    const control = element("input");
    Object.assign(control, { type: "text", maxLength: 200, autocomplete: "off" });
    const node = labelled(name, title, control, hint);
    if (list.length) {
      const known = element("datalist");
      known.id = `${control.id}-liste`;
      known.append(...list.map((one) => new Option(one)));
      control.setAttribute("list", known.id);
      node.append(known);
    }
    return node;
  }

  /** A number; `nullable` when an empty box says that there is none. @param {string} name @param {string} title */
  function figure(name, title, { hint = "", value = "", nullable = false } = {}) {
    const control = element("input");
    if (nullable) control.dataset.nullable = "";
    return labelled(name, title, Object.assign(control, { type: "number", step: "any", value }), hint);
  }

  /** The control of an attribute that the API describes: what it means is its label, the rest its hint. @param {any} attribute @param {string} prefix */
  function control(attribute, prefix) {
    const { choices, required, type } = attribute;
    const [meaning, ...rest] = attribute.meaning.split(" ; ");
    const [title, ...more] = choices.length ? meaning.split(" : ") : [meaning];
    const hint = [choices.length ? "" : more.join(" : "), ...rest].filter(Boolean).join(" ; ").replace(/\bnull\b/g, "laisser vide");
    const [name, shown, nullable] = [prefix + attribute.name, capital(title), attribute.accepted.includes("null")];
    if (type === "boolean") {
      const box = labelled(name, shown, Object.assign(element("input"), { type: "checkbox", checked: attribute.default === true }));
      box.classList.add("tick");
      return box;
    }
    if (type === "number") {
      const value = typeof attribute.default === "number" ? `${attribute.default}` : "";
      return figure(name, shown, { hint, value, nullable: nullable && required });
    }
    if (type === "text") return words(name, shown, { hint, list: choices.map((one) => one.title) });
    const options = type === "player" ? PLAYERS : choices.map((one) => [one.value, capital(WORDS[one.title] ?? one.title)]);
    const free = (nullable || !required) && attribute.default === null;
    return choice(name, shown, free ? [NOBODY, ...options] : options, { hint, value: `${attribute.default ?? ""}` });
  }

  /** Some controls under a name. @param {string} name @param {Node[]} nodes */
  const fieldset = (name, ...nodes) => holding("fieldset", "row", element("legend", "", name), ...nodes);

  /** Rows of controls, each called `name`, that one adds and takes away, `least` of them at first; `list` is the attribute that they give. */
  function rows(name, list, controls, least) {
    const held = element("div", "rows");
    const add = button(`Ajouter ${name === "Élément" ? "un élément" : "un modificateur"}`, () => more().querySelector("input")?.focus());
    const renumber = () => [...held.children].forEach((row, place) => {
      row.querySelector("legend").textContent = `${name} ${place + 1}`;
      for (const one of row.querySelectorAll("[name]")) one.setAttribute("name", (one.getAttribute("name") ?? "").replace(/\d+/, `${place}`));
      const away = row.querySelector("button");
      away.setAttribute("aria-label", `Retirer : ${name.toLowerCase()} ${place + 1}`);
      away.hidden = held.children.length <= least;
    });
    function more() {
      const away = button("Retirer", () => {
        row.remove();
        renumber();
        add.focus();
      });
      const row = fieldset("", ...controls(`${list}[0].`), away);
      held.append(row);
      renumber();
      return row;
    }
    for (let place = 0; place < least; place++) more();
    return [held, add];
  }

  function button(name, act) {
    const node = element("button", "quiet", name);
    node.type = "button";
    node.addEventListener("click", act);
    return node;
  }

  /** What a control says, undefined for nothing. @param {any} control */
  function valueOf(control) {
    if (control.type === "checkbox") return control.checked;
    const text = control.value.trim();
    if (control.type !== "number") return text || undefined;
    return text ? Number(text) : "nullable" in control.dataset ? null : undefined;
  }

  /** The request that the controls of a form give, beside what is fixed. @param {HTMLElement} form @param {any} request */
  function given(form, request) {
    for (const control of form.querySelectorAll("[name]")) {
      const value = valueOf(control);
      if (value === undefined) continue;
      const path = (control.getAttribute("name") ?? "").match(/\w+/g) ?? [];
      const last = path.pop() ?? "";
      path.reduce((held, part, at) => (held[part] ??= /^\d+$/.test(path[at + 1] ?? "") ? [] : {}), request)[last] = value;
    }
    return request;
  }

  /** The control of an attribute such as `items[1].agility`, as the API names it. @param {HTMLElement} form @param {string} attribute @returns {any} */
  function controlOf(form, attribute) {
    const controls = [...form.querySelectorAll("[name]")];
    const last = attribute.split(".").pop();
    return controls.find(({ name }) => name === attribute) ?? controls.filter(({ name }) => name.split(".").pop() === last).pop();
  }

  // The questions

  const OWNERS = [...PLAYERS, ["neutral", "Ni l'un ni l'autre"]];
  const [OPERATIONS, SAYINGS, SOURCES] = ["operations", "sayings", "sources"].map((name) =>
    Object.entries(arbitre.words[name]).map(([given, shown]) => [given, capital(shown)])
  );

  /** A question of the API: the controls of its request, and what asks it.
   *  @typedef {{ nodes: Node[], ask: (form: HTMLElement) => Promise<Node[]>, pick?: (id: string) => void }} Question */

  /** A question that opens: its form, then its answer. @param {string} title @param {string} send what the button says @param {Question} asking */
  function question(title, send, asking) {
    const box = element("details", "question");
    const fault = element("p", "fault");
    fault.id = unique();
    fault.setAttribute("role", "alert");
    const answer = element("div", "outcome");
    answer.setAttribute("role", "status");
    const form = holding("form", "", ...asking.nodes, fault, holding("p", "", element("button", "send", send)));
    form.noValidate = true;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      answer.replaceChildren();
      fault.textContent = "";
      form.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
      try {
        answer.replaceChildren(...(await asking.ask(form)));
      } catch (thrown) {
        refused(thrown, form, fault);
      }
    });
    box.append(element("summary", "", title), form, answer);
    return box;
  }

  /** Says a fault where it is: the control at fault is named, marked and entered. @param {unknown} thrown @param {HTMLElement} form @param {HTMLElement} fault */
  function refused(thrown, form, fault) {
    if (!("attribute" in thrown)) {
      fault.textContent = typeset("Le serveur ne répond pas : vérifiez qu'il tourne, puis recommencez.");
      return;
    }
    // What is accepted stands in the control itself.
    const [reason] = thrown.message.replace(`${thrown.attribute} : `, "").split(" ; accepté : ");
    const place = controlOf(form, thrown.attribute);
    if (!place) {
      fault.textContent = typeset(capital(reason));
      return;
    }
    const named = [place.closest("fieldset")?.querySelector("legend"), place.labels[0]].filter(Boolean).map((one) => one.textContent);
    fault.textContent = typeset(`${named.join(", ")} : ${reason}`);
    place.setAttribute("aria-invalid", "true");
    place.setAttribute("aria-errormessage", fault.id);
    place.focus();
  }

  // The three questions of precedence

  const turn = () => choice("active", "C'est le tour de", [NOBODY, ...PLAYERS]);
  const used = (prefix) => figure(`${prefix}used`, "Rang d'utilisation", { hint: "le plus grand est le plus récent ; laisser vide sinon" });

  /** The list of what can be asked, and below it the controls of the one chosen. */
  function picked(title, parts, make) {
    const box = choice("", title, parts.map((part) => [part.id, part.title]));
    const which = box.querySelector("select");
    which.removeAttribute("name");
    const body = element("div", "asked");
    let current;
    const change = () => {
      current = make(parts.find((part) => part.id === which.value));
      body.replaceChildren(...current.nodes);
    };
    which.addEventListener("change", change);
    change();
    return { nodes: [box, body], ask: (form) => current.ask(form), pick: (id) => { which.value = id; change(); } };
  }

  function ordering(game, situation) {
    const of = (whose, prefix = "") => situation.attributes.filter((one) => one.of === whose).map((one) => control(one, prefix));
    const item = (prefix) => [words(`${prefix}label`, "Nom"), choice(`${prefix}owner`, "À qui", OWNERS), ...of("item", prefix)];
    const about = [turn(), choice("first_player", "Premier joueur", [NOBODY, ...PLAYERS]), ...of("request")];
    return {
      nodes: [holding("div", "fields", ...about), ...rows("Élément", "items", item, 2)],
      ask: async (form) => ordered(await asked(`games/${game}/order`, { body: given(form, { situation: situation.id, items: [] }) })),
    };
  }

  function working(game, quantity) {
    const base = quantity.based ? [figure("base", "Valeur de départ", { hint: "sur un jet, le dé avant tout modificateur" })] : [];
    const modifier = (prefix) => [
      words(`${prefix}label`, "Nom"),
      choice(`${prefix}op`, "Ce qu'il fait", OPERATIONS),
      figure(`${prefix}value`, "De combien"),
      choice(`${prefix}owner`, "À qui", OWNERS, { value: "neutral" }),
      choice(`${prefix}kind`, "D'où il vient", SOURCES),
      used(prefix),
    ];
    const context = quantity.attributes.map((one) => control(one, "context."));
    const fixed = () => ({ quantity: quantity.id, base: null, context: {}, modifiers: [] });
    return {
      nodes: [holding("div", "fields", ...base, turn(), ...context), ...rows("Modificateur", "modifiers", modifier, 0)],
      ask: async (form) => modified(await asked(`games/${game}/modify`, { body: given(form, fixed()) })),
    };
  }

  function opposing(game, layers) {
    const texts = layers.map((one) => [one, capital(one.replace(/-/g, " "))]);
    const side = (name, prefix) => fieldset(
      name,
      words(`${prefix}label`, "Nom"),
      choice(`${prefix}says`, "Ce qu'elle fait", SAYINGS),
      choice(`${prefix}kind`, "D'où elle vient", SOURCES),
      ...(texts.length ? [choice(`${prefix}layer`, "Où elle est écrite", [NOBODY, ...texts])] : []),
      choice(`${prefix}owner`, "À qui", OWNERS, { value: "neutral" }),
      used(prefix),
    );
    const waives = choice("waives", "Lève l'interdiction en toutes lettres", [["", "Aucune des deux"], ["a", "La première"], ["b", "La seconde"]]);
    return {
      nodes: [holding("div", "rows", side("Première règle", "a."), side("Seconde règle", "b.")), holding("div", "fields", waives, turn())],
      ask: async (form) => prevailing(await asked(`games/${game}/conflict`, { body: given(form, {}) })),
    };
  }

  // A small button beside each clause list opens the question that it is about.
  function shortcuts(prefix, box, asking) {
    for (const section of document.querySelectorAll(`.ranking[id^="${prefix}"]`)) {
      const open = button("Poser la question", () => {
        asking.pick?.(section.id.slice(prefix.length));
        box.open = true;
        box.scrollIntoView();
        box.querySelector("select, input")?.focus({ preventScroll: true });
      });
      const head = section.querySelector("h3");
      open.setAttribute("aria-label", typeset(`Poser la question : ${head.textContent}`));
      const line = element("div", "ranking-head");
      head.replaceWith(line);
      line.append(head, open);
    }
  }

  async function decide(place, game) {
    const known = await asked(`games/${game}/situations`);
    const questions = [
      ["Mettre dans l'ordre", "Dire l'ordre", "ordre-", known.situations.length && picked("Quoi", known.situations, (part) => ordering(game, part))],
      ["Calculer une valeur", "Calculer", "valeur-", known.quantities.length && picked("Laquelle", known.quantities, (part) => working(game, part))],
      ["Départager deux règles", "Départager", "conflit", document.getElementById("conflit") && opposing(game, known.layers)],
    ];
    for (const [title, send, prefix, asking] of questions) {
      if (!asking) continue;
      const box = question(title, send, asking);
      place.append(box);
      shortcuts(prefix, box, asking);
    }
  }

  // The two questions of time

  function moments(place, game) {
    const beats = [...document.querySelectorAll(".beat[id]")];
    const titled = (beat) => (beat.querySelector(":scope > :is(h2, h3, h4, h5, .beat-title)")?.textContent ?? "").trim();
    const depth = (beat) => beats.filter((other) => other !== beat && other.contains(beat)).length;
    const options = beats.map((beat) => [beat.id, "\u00a0\u00a0\u00a0".repeat(depth(beat)) + titled(beat)]);
    const during = [
      choice("at", "Moment", options, { value: decodeURIComponent(location.hash.slice(1)) }),
      choice("player", "Joueur", [["active", "Celui dont c'est le tour"], ["opponent", "L'autre"]]),
    ];
    const hint = "un moment, une règle ou une aptitude, par son nom ou son numéro";
    const list = [...new Set(beats.map(titled))];
    const pair = [words("a", "Ceci", { hint, list }), words("b", "Ou cela", { list })];
    const asking = (nodes, address, show) => ({
      nodes: [holding("div", "fields", ...nodes)],
      ask: async (form) => show(await asked(`games/${game}/${address}`, { query: given(form, {}) })),
    });
    place.append(
      question("Que peut-on utiliser à un moment ?", "Chercher", asking(during, "window", opening)),
      question("Lequel vient d'abord ?", "Comparer", asking(pair, "timing", compared)),
    );
  }

  // An API that cannot be reached leaves the page as it reads without it.
  for (const place of document.querySelectorAll("[data-ask]")) {
    const make = place.dataset.ask === "moments" ? moments : decide;
    Promise.resolve(make(place, place.dataset.game ?? "")).then(() => (place.hidden = false), () => place.replaceChildren());
  }
})();
