// The controls of the helper of « Qui passe avant » and of « Déroulement »: boxes with their labels, rows of them, and what they say.
(() => {
  "use strict";

  const arbitre = window.arbitre;
  const { button, element, typeset } = arbitre;
  const { capital } = arbitre.shown;

  const PLAYERS = [["A", "Joueur A"], ["B", "Joueur B"]];
  const NOBODY = ["", "Non précisé"];
  const CHOOSE = ["", "Choisir…"];
  const WORDS = { passive: "aptitude passive", activated: "aptitude utilisée" };

  let count = 0;
  const unique = () => `demande-${++count}`;

  /** What a control holds, as an address says it. @param {any} control @returns {string} */
  const said = (control) => (control.type === "checkbox" ? (control.checked ? "oui" : "non") : control.value.trim());

  /** A label above its control, which may be `needed`. @param {string} name @param {string} title @param {any} control */
  function labelled(name, title, control, { hint = "", needed = false } = {}) {
    control.id = unique();
    control.name = name;
    control.dataset.initial = said(control);
    if (needed) control.dataset.needed = "";
    const label = element("label", "", title);
    label.htmlFor = control.id;
    const box = element("div", "field", label, control);
    if (hint) {
      const help = element("p", "hint", hint);
      help.id = `${control.id}-aide`;
      control.setAttribute("aria-describedby", help.id);
      box.append(help);
    }
    return box;
  }

  /** A word among some. @param {string} name @param {string} title @param {string[][]} options */
  function choice(name, title, options, { value = "", ...more } = {}) {
    const control = element("select", "", ...options.map(([given, shown]) => new Option(typeset(shown), given)));
    control.value = options.some(([given]) => given === value) ? value : options[0][0];
    return labelled(name, title, control, more);
  }

  /** A word of one's own. @param {string} name @param {string} title */
  function words(name, title, { list = async () => [], ...more } = {}) {
    const control = Object.assign(element("input"), { type: "text", maxLength: 200, autocomplete: "off" });
    const node = labelled(name, title, control, more);
    const known = element("datalist");
    known.id = `${control.id}-liste`;
    control.setAttribute("list", known.id);
    // What completes it is had once the control is entered.
    control.addEventListener("focus", async () => known.append(...(await list()).map((one) => new Option(one))), { once: true });
    node.append(known);
    return node;
  }

  /** A number; `nullable` when an empty box says that there is none. @param {string} name @param {string} title */
  function figure(name, title, { value = "", nullable = false, ...more } = {}) {
    const control = Object.assign(element("input"), { type: "number", step: "any", value });
    if (nullable) control.dataset.nullable = "";
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
      const box = labelled(name, shown, Object.assign(element("input"), { type: "checkbox", checked: attribute.default === true }));
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
      for (const one of row.querySelectorAll("[name]")) one.setAttribute("name", (one.getAttribute("name") ?? "").replace(/\d+/, `${place}`));
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
    // As many as a request has.
    held.addEventListener("wanted", ({ detail }) => { while (held.children.length < detail) more(); });
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

  arbitre.controls = { PLAYERS, NOBODY, CHOOSE, choice, control, controlOf, fieldset, figure, given, rows, said, sorted, unique, words };
})();
