// The helper of « Qui passe avant » and of « Déroulement »: what is to be put in order, worked out or compared becomes a request of the API,
// asked one thing after another: a step is shown once nothing is missing above it. A request stands in the address of the page.
(() => {
  "use strict";

  const arbitre = window.arbitre;
  const { asked, button, element, plain, typeset } = arbitre;
  const capital = (text) => text[0].toUpperCase() + text.slice(1);

  // The controls: boxes with their labels, rows of them, and what they say

  const PLAYERS = [["A", "Joueur A"], ["B", "Joueur B"]];
  const OWNERS = [...PLAYERS, ["neutral", "Ni l'un ni l'autre"]];
  const [NOBODY, CHOOSE] = [["", "Non précisé"], ["", "Choisir…"]];
  const WORDS = { passive: "aptitude passive", activated: "aptitude utilisée" };
  const [OPERATIONS, SAYINGS, SOURCES] = ["operations", "sayings", "sources"].map((name) =>
    Object.entries(arbitre.words[name]).map(([given, shown]) => [given, capital(shown)])
  );

  let count = 0;
  const unique = () => `demande-${++count}`;

  /** What a control holds, as an address says it. @param {any} control @returns {string} */
  const said = (control) => (control.type === "checkbox" ? (control.checked ? "oui" : "non") : control.value.trim());

  /** A label above its control, which may be `needed`. @param {string} name @param {string} title @param {any} control */
  function labelled(name, title, control, { hint = "", needed = false } = {}) {
    control.id = unique();
    control.name = name;
    control.required = needed;
    const help = hint && element("p", { class: "hint", id: `${control.id}-aide` }, hint);
    if (help) control.setAttribute("aria-describedby", help.id);
    return element("div", "field", element("label", { for: control.id }, title), control, help);
  }

  /** A word among some. @param {string} name @param {string} title @param {string[][]} options */
  function choice(name, title, options, { value = "", ...more } = {}) {
    const control = element("select", "", ...options.map(([given, shown]) => new Option(typeset(shown), given, given === value, given === value)));
    return labelled(name, title, control, more);
  }

  /** A word of one's own. @param {string} name @param {string} title */
  function words(name, title, { list = async () => [], ...more } = {}) {
    const known = element("datalist", { id: unique() });
    const control = element("input", { type: "text", maxlength: "200", autocomplete: "off", list: known.id });
    const node = labelled(name, title, control, more);
    // What completes it is had once the control is entered.
    control.addEventListener("focus", async () => known.append(...(await list()).map((one) => new Option(one))), { once: true });
    node.append(known);
    return node;
  }

  /** A number; `nullable` when an empty box says that there is none. @param {string} name @param {string} title */
  function figure(name, title, { value = "", nullable = false, ...more } = {}) {
    const control = element("input", { type: "number", step: "any", value, "data-nullable": nullable && "nullable" });
    return labelled(name, title, control, more);
  }

  /** The control of an attribute that the API describes: what it means is its label, the rest its hint. @param {any} attribute @param {string} prefix */
  function control(attribute, prefix) {
    const { choices, required, type } = attribute;
    const [meaning, ...rest] = attribute.meaning.split(" ; ");
    const [title, ...more] = choices.length ? meaning.split(" : ") : [meaning];
    const hint = [choices.length ? "" : more.join(" : "), ...rest].filter(Boolean).join(" ; ").replace(/\bnull\b/g, "laisser vide");
    const [name, shown, nullable] = [prefix + attribute.name, capital(title), attribute.accepted.includes("null")];
    if (type === "boolean") {
      const box = labelled(name, shown, element("input", { type: "checkbox", checked: attribute.default === true && "checked" }));
      box.classList.add("tick");
      return box;
    }
    const value = `${attribute.default ?? ""}`;
    if (type === "number") return figure(name, shown, { hint, value, nullable: nullable && required, needed: required && !nullable });
    if (type === "text") return words(name, shown, { hint, list: async () => choices.map((one) => one.title), needed: required && !nullable });
    const options = type === "player" ? PLAYERS : choices.map((one) => [one.value, capital(WORDS[one.title] ?? one.title)]);
    const free = (nullable || !required) && attribute.default === null;
    const open = required && !nullable && attribute.default === null;
    return choice(name, shown, free ? [NOBODY, ...options] : open ? [CHOOSE, ...options] : options, { hint, value, needed: open });
  }

  /** The controls that a request cannot do without, then the others behind a line that names them. @param {[boolean, HTMLElement][]} controls */
  function sorted(...controls) {
    const [needed, others] = [true, false].map((wanted) => controls.filter(([is]) => is === wanted).map(([, node]) => node));
    const named = others.map((node) => node.querySelector("label").textContent.toLowerCase()).join(", ");
    return others.length ? [...needed, element("details", "precise", element("summary", "", `Préciser : ${named}`), ...others)] : needed;
  }

  /** Some controls under a name. @param {string} name @param {Node[]} nodes */
  const fieldset = (name, ...nodes) => element("fieldset", "row", element("legend", "", name), ...nodes);

  /** Rows of controls, each called `name`, that one adds and takes away, `least` of them at first; `list` is the attribute that they give. */
  function rows(name, list, controls, least) {
    const held = element("div", "rows");
    held.dataset.list = list;
    const add = button("quiet", `Ajouter ${name === "Élément" ? "un élément" : "un modificateur"}`, () => more().querySelector("input")?.focus());
    const renumber = () => [...held.children].forEach((row, place) => {
      row.querySelector("legend").textContent = `${name} ${place + 1}`;
      row.querySelector("[name$=label]").placeholder = `${name} ${place + 1}`;
      for (const one of row.querySelectorAll("[name]")) one.name = one.name.replace(/\d+/, place);
      const away = row.querySelector("button");
      away.setAttribute("aria-label", `Retirer : ${name.toLowerCase()} ${place + 1}`);
      away.hidden = held.children.length <= least;
    });
    function more() {
      const away = button("quiet", "Retirer", () => {
        row.remove();
        renumber();
        add.focus();
      });
      const row = fieldset("", ...controls(`${list}[0].`, held.children.length), away);
      held.append(row);
      renumber();
      return row;
    }
    for (let place = 0; place < least; place++) more();
    return element("div", "", held, add);
  }

  /** What a control says, undefined for nothing. @param {any} control */
  function valueOf(control) {
    if (control.type === "checkbox") return control.checked;
    const text = control.value.trim() || (control.name.endsWith("label") ? control.placeholder : "");
    if (control.type !== "number") return text || undefined;
    return text ? Number(text) : "nullable" in control.dataset ? null : undefined;
  }

  /** The request that the controls of a form give, beside what is fixed. @param {HTMLElement} form @param {any} request */
  function given(form, request) {
    for (const control of form.querySelectorAll("[name]:not([name=quoi])")) {
      const value = valueOf(control);
      if (value === undefined) continue;
      const path = control.name.match(/\w+/g);
      const last = path.pop();
      path.reduce((held, part, at) => (held[part] ??= /^\d+$/.test(path[at + 1]) ? [] : {}), request)[last] = value;
    }
    return request;
  }

  // A question: the controls of its request, and what asks it

  /** What the address asks again, by the name of its question. @type {Map<string, (asked: URLSearchParams, sent: boolean) => void>} */
  const again = new Map();

  /** A question that opens: its form, its answer. @param {string} name as the address says it @param {string} title @param {string} send
   *  @param {{ steps: HTMLElement[], ask: (form: HTMLElement) => Promise<Node> }} asking the controls of its request, and what asks it */
  function question(name, title, send, asking) {
    const box = element("details", "question");
    const fault = element("p", { class: "fault", id: unique(), role: "alert" });
    const missing = element("p", { class: "meta missing", role: "status" });
    const answer = element("div", { class: "outcome", role: "status" });
    const sending = element("p", "", element("button", "send", send));
    const form = element("form", { novalidate: "novalidate" }, ...asking.steps, fault, missing, sending);
    const lacking = (place = form) => [...place.querySelectorAll(":is(input, select):invalid")];

    // A step is there once those above lack nothing; what is missing is said once something is filled, before anything is sent.
    let begun = false;
    function reveal(event) {
      begun ||= event?.type === "input" || event?.type === "submit";
      let whole = true;
      for (const step of form.querySelectorAll(".step")) {
        step.hidden = !whole;
        whole &&= !lacking(step).length;
      }
      sending.hidden = form.querySelector(".step[hidden]") !== null;
      // An empty box may be an answer; it is said all the same.
      const empty = whole ? [...form.querySelectorAll("[data-nullable]")].filter((one) => !said(one)) : lacking().filter((one) => !one.closest("[hidden]"));
      missing.textContent = typeset(begun && empty.length ? `${whole ? "Laissé vide, donc sans valeur" : "Il manque"} : ${empty.map(called).join(" ; ")}.` : "");
    }

    async function ask() {
      answer.replaceChildren();
      fault.textContent = "";
      form.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
      try {
        answer.replaceChildren(await asking.ask(form));
      } catch (thrown) {
        refused(thrown, form, fault);
      }
    }

    form.addEventListener("input", reveal);
    form.addEventListener("click", reveal);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      reveal(event);
      const [first] = lacking();
      if (first) return first.focus();
      const values = [...form.querySelectorAll("[name]")].filter(said).map((one) => [one.name, said(one)]);
      const address = `?${new URLSearchParams([["demande", name], ...values])}`;
      if (address !== location.search) history.pushState(null, "", address);
      ask();
    });

    again.set(name, (asked, sent) => {
      box.open = true;
      form.reset();
      form.elements.quoi?.dispatchEvent(new Event("input"));
      // What one control says may make others, and a value of a row that row: each is set once it is there.
      for (const [path, value] of asked) {
        const list = path.split("[")[0];
        if (!form.elements.namedItem(path)) form.querySelector(`.rows[data-list="${CSS.escape(list)}"] + button`)?.click();
        const control = form.elements.namedItem(path);
        if (!control) continue;
        if (control.type === "checkbox") control.checked = value === "oui";
        else control.value = value;
        control.dispatchEvent(new Event("input", { bubbles: true }));
        control.closest("details").open = true;
      }
      if (sent && !lacking().length) return ask().then(() => answer.scrollIntoView({ block: "nearest" }));
      box.scrollIntoView();
      [...form.querySelectorAll("[name]")].find((one) => !said(one))?.focus({ preventScroll: true });
    });
    box.append(element("summary", "", title), form, answer);
    reveal();
    // Only on a page has a control its label.
    box.addEventListener("toggle", reveal);
    return box;
  }

  /** The answers have an address: it is read again where the browser goes back to it; that of a link is no request yet. */
  function restored({ sent = true } = {}) {
    const asked = new URLSearchParams(location.search);
    for (const answer of document.querySelectorAll(".outcome")) answer.replaceChildren();
    again.get(asked.get("demande") ?? "")?.(asked, sent);
  }

  /** What a control is called: within what, and by its label. @param {any} control */
  const called = (control) => [control.closest("fieldset")?.querySelector("legend"), control.labels[0]].filter(Boolean).map((one) => one.textContent).join(", ");

  /** Says a fault where it is: the control at fault is named, marked and entered. @param {unknown} thrown @param {HTMLElement} form @param {HTMLElement} fault */
  function refused(thrown, form, fault) {
    const say = (text) => { fault.textContent = typeset(text); };
    if (!("attribute" in thrown)) return say("Le serveur ne répond pas : vérifiez qu'il tourne, puis recommencez.");
    const [told, accepted = ""] = thrown.message.replace(`${thrown.attribute} : `, "").split(" ; accepté : ");
    // In the words of who plays: what the API says of a JSON value is for who writes one.
    const reason = /hors des bornes/.test(told) ? `il faut ${accepted}` : /manque|null|non vide/.test(told) ? "à remplir" : told.replace("n'est pas accepté", "n'est pas connu ici");
    // Such as `items[1].agility`.
    const last = thrown.attribute.split(".").pop();
    const place = form.elements.namedItem(thrown.attribute) ?? [...form.elements].filter(({ name }) => name.split(".").pop() === last).pop();
    if (!place) return say(capital(reason));
    say(`${called(place)} : ${reason}`);
    place.closest("details").open = true;
    place.setAttribute("aria-invalid", "true");
    place.setAttribute("aria-errormessage", fault.id);
    place.focus();
  }

  // The three questions of precedence

  const turn = () => choice("active", "C'est le tour de", [NOBODY, ...PLAYERS]);
  const used = (prefix) => figure(`${prefix}used`, "Rang d'utilisation", { hint: "le plus grand est le plus récent ; laisser vide sinon" });

  const step = (...nodes) => element("div", "step", ...nodes);
  const fields = (...nodes) => element("div", "fields", ...nodes);

  /** What can be asked, by its name, and below it the steps of the one chosen. */
  function picked(title, parts, make) {
    const titles = parts.map((part) => part.title);
    const box = words("quoi", title, { list: async () => titles, needed: true, hint: parts.length > 1 ? `par exemple : ${titles.slice(0, 2).join(", ")}` : "" });
    const which = box.querySelector("input");
    const body = element("div", "asked");
    let current, shown;
    const change = () => {
      const part = parts.find((one) => plain(one.title) === plain(which.value));
      which.setCustomValidity(part ? "" : "inconnu");
      if (part === shown) return;
      [shown, current] = [part, part && make(part)];
      body.replaceChildren(...(current?.steps ?? []));
    };
    which.addEventListener("input", change);
    return { steps: [step(box), body], ask: (form) => current.ask(form) };
  }

  /** The names of the rules of a game, which complete those that are typed. @param {string} game */
  const names = (game) => async () => {
    const known = Object.values(await arbitre.previews(game).catch(() => ({})));
    return [...new Set(known.map(([label]) => label.replace(/^[\d.]+ |^Étape \S+ – /, "")))].filter(Boolean);
  };

  function ordering(game, situation) {
    const of = (whose, prefix = "") => situation.attributes.filter((one) => one.of === whose).map((one) => [one.required, control(one, prefix)]);
    const item = (prefix, place) => sorted(
      [true, words(`${prefix}label`, "Nom", { list: names(game) })],
      [true, choice(`${prefix}owner`, "À qui", OWNERS, { value: PLAYERS[place % 2][0] })],
      ...of("item", prefix),
    );
    const about = [[true, choice("first_player", "Premier joueur", [NOBODY, ...PLAYERS])], [true, turn()], ...of("request")];
    return {
      steps: [step(rows("Élément", "items", item, 2)), step(fields(...sorted(...about)))],
      ask: (form) => asked(`games/${game}/order`, { body: given(form, { situation: situation.id, items: [] }) }),
    };
  }

  function working(game, quantity) {
    const base = quantity.based ? [[true, figure("base", "Valeur de départ", { hint: "sur un jet, le dé avant tout modificateur" })]] : [];
    const modifier = (prefix) => sorted(
      [true, words(`${prefix}label`, "Nom", { list: async () => quantity.modifiers })],
      [true, choice(`${prefix}op`, "Ce qu'il fait", OPERATIONS)],
      [true, figure(`${prefix}value`, "De combien", { needed: true })],
      [false, choice(`${prefix}owner`, "À qui", OWNERS, { value: "neutral" })],
      [false, choice(`${prefix}kind`, "D'où il vient", SOURCES)],
      [false, used(prefix)],
    );
    // What is ticked takes no more room than to be named.
    const context = quantity.attributes.map((one) => [one.required || one.type === "boolean", control(one, "context.")]);
    const fixed = () => ({ quantity: quantity.id, base: null, context: {}, modifiers: [] });
    return {
      steps: [step(fields(...sorted(...base, ...context, [false, turn()]))), step(rows("Modificateur", "modifiers", modifier, 0))],
      ask: (form) => asked(`games/${game}/modify`, { body: given(form, fixed()) }),
    };
  }

  function opposing(game, layers) {
    const texts = layers.map((one) => [one, capital(one.replace(/-/g, " "))]);
    const side = (name, prefix) => {
      const label = words(`${prefix}label`, "Nom", { list: names(game) });
      label.querySelector("input").placeholder = name;
      return step(fieldset(name, ...sorted(
        [true, label],
        [true, choice(`${prefix}says`, "Ce qu'elle fait", [CHOOSE, ...SAYINGS], { needed: true })],
        ...(texts.length ? [[true, choice(`${prefix}layer`, "Où elle est écrite", [NOBODY, ...texts])]] : []),
        [false, choice(`${prefix}kind`, "D'où elle vient", SOURCES)],
        [false, choice(`${prefix}owner`, "À qui", OWNERS, { value: "neutral" })],
        [false, used(prefix)],
      )));
    };
    const waives = choice("waives", "Lève l'interdiction en toutes lettres", [["", "Aucune des deux"], ["a", "La première"], ["b", "La seconde"]]);
    return {
      steps: [side("Première règle", "a."), side("Seconde règle", "b."), step(fields(...sorted([false, waives], [false, turn()])))],
      ask: (form) => asked(`games/${game}/conflict`, { body: given(form, {}) }),
    };
  }

  async function decide(place, game) {
    const known = await asked(`games/${game}/situations`, { part: false });
    const questions = [
      ["ordre", "Mettre dans l'ordre", "Dire l'ordre", known.situations.length && picked("Quoi", known.situations, (part) => ordering(game, part))],
      ["valeur", "Calculer une valeur", "Calculer", known.quantities.length && picked("Laquelle", known.quantities, (part) => working(game, part))],
      ["conflit", "Départager deux règles", "Départager", document.getElementById("conflit") && opposing(game, known.layers)],
    ];
    place.replaceChildren(place.firstElementChild, ...questions.filter(([, , , asking]) => asking).map((one) => question(...one)));
  }

  // The two questions of time

  function moments(place, game) {
    const beats = [...document.querySelectorAll(".beat[id]")];
    const titled = (beat) => (beat.querySelector(":scope > :is(h2, h3, h4, h5, .beat-title)")?.textContent ?? "").trim();
    // Where two moments have one name, each is told by what it belongs to.
    const named = new Map();
    for (const beat of beats) {
      const above = beat.parentElement?.closest(".beat[id]");
      const name = titled(beat);
      named.set(named.has(name) && above ? `${name} (${titled(above)})` : name, beat.id);
    }
    const list = async () => [...named.keys()];
    const here = [...named].find(([, id]) => id === decodeURIComponent(location.hash.slice(1)))?.[0] ?? "";
    const hint = "un moment, une règle ou une aptitude, par son nom ou son numéro";
    const during = [words("at", "Moment", { hint, list, needed: true }), choice("player", "Joueur", [["active", "Celui dont c'est le tour"], ["opponent", "L'autre"]])];
    during[0].querySelector("input").defaultValue = here;
    const pair = [words("a", "Ceci", { hint, list, needed: true }), words("b", "Ou cela", { list, needed: true })];
    const asking = (nodes, address) => ({
      steps: nodes.map((node) => step(node)),
      ask: async (form) => {
        const query = given(form, {});
        for (const name of ["at", "a", "b"]) query[name] = named.get(query[name]) ?? query[name];
        return asked(`games/${game}/${address}`, { query });
      },
    });
    place.replaceChildren(
      place.firstElementChild,
      question("moment", "Que peut-on utiliser à un moment ?", "Chercher", asking(during, "window")),
      question("avant", "Lequel vient d'abord ?", "Comparer", asking(pair, "timing")),
    );
  }

  // An API that cannot be reached leaves the page as it reads without it.
  const place = document.querySelector("[data-ask]");
  const make = place.dataset.ask === "moments" ? moments : decide;
  Promise.resolve(make(place, place.dataset.game)).then(() => {
    place.hidden = false;
    restored();
  }).catch(() => place.remove());
  addEventListener("popstate", restored);
  // Next to each clause list, a link opens the question that it is about.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".ranking-head > a");
    if (!link) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    restored({ sent: false });
  });
})();
