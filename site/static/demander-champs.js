// The controls of the helper: what is asked of a person, and what a request says of it.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { element, typeset } = arbitre;
  const { holding } = arbitre.shown;

  const PLAYERS = [["A", "Joueur A"], ["B", "Joueur B"]];
  const NOBODY = ["", "Non précisé"];
  const WORDS = { passive: "aptitude passive", activated: "aptitude utilisée" };

  const capital = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);
  let count = 0;

  // Controls. Each is { node, read(): value or undefined when nothing is said, at: what a fault marks }.

  /** A label above its control. @param {string} title @param {HTMLElement} control @param {string} hint */
  function labelled(title, control, hint = "") {
    control.id = `demande-${++count}`;
    const label = /** @type {HTMLLabelElement} */ (element("label", "", title));
    label.htmlFor = control.id;
    const box = holding("div", "field", label, control);
    if (hint) {
      const told = element("p", "hint", hint);
      told.id = `${control.id}-aide`;
      control.setAttribute("aria-describedby", told.id);
      box.append(told);
    }
    return box;
  }

  /** A word among some. @param {string} title @param {string[][]} options */
  function choice(title, options, { value = "", hint = "", read = (said) => said || undefined } = {}) {
    const control = /** @type {HTMLSelectElement} */ (element("select"));
    control.append(...options.map(([said, name]) => new Option(typeset(name), said)));
    control.value = options.some(([said]) => said === value) ? value : options[0][0];
    return { node: labelled(title, control, hint), at: control, title, read: () => read(control.value) };
  }

  /** A word of one's own. */
  function words(title, { hint = "", list = /** @type {string[]} */ ([]), value = "" } = {}) {
    const control = /** @type {HTMLInputElement} */ (element("input"));
    control.type = "text";
    control.maxLength = 200;
    control.autocomplete = "off";
    control.value = value;
    const node = labelled(title, control, hint);
    if (list.length) {
      const known = element("datalist");
      known.id = `${control.id}-liste`;
      known.append(...list.map((one) => new Option(one)));
      control.setAttribute("list", known.id);
      node.append(known);
    }
    return { node, at: control, title, read: () => control.value.trim() || undefined };
  }

  /** A number; `empty` is what an empty box says. */
  function figure(title, { hint = "", empty = /** @type {null | undefined} */ (undefined), value = "" } = {}) {
    const control = /** @type {HTMLInputElement} */ (element("input"));
    Object.assign(control, { type: "number", step: "any", value });
    const read = () => (control.value === "" ? empty : Number(control.value));
    return { node: labelled(title, control, hint), at: control, title, read };
  }

  /** Yes or no. */
  function tick(title, { value = false } = {}) {
    const control = /** @type {HTMLInputElement} */ (element("input"));
    Object.assign(control, { type: "checkbox", checked: value });
    const node = labelled(title, control);
    node.classList.add("tick");
    return { node, at: control, title, read: () => control.checked };
  }

  /** The control of an attribute that the API describes: what it means is its label, the rest its hint. @param {any} attribute */
  function control(attribute) {
    const [meaning, ...rest] = attribute.meaning.split(" ; ");
    const [name, ...told] = attribute.choices.length ? meaning.split(" : ") : [meaning];
    const hint = [attribute.choices.length ? "" : told.join(" : "), ...rest].filter(Boolean).join(" ; ").replace(/\bnull\b/g, "laisser vide");
    const nullable = attribute.accepted.includes("null");
    const title = capital(name);
    const lenient = nullable || !attribute.required;
    if (attribute.type === "boolean") return tick(title, { value: attribute.default === true });
    if (attribute.type === "number") {
      const start = typeof attribute.default === "number" ? `${attribute.default}` : "";
      return figure(title, { hint, value: start, empty: nullable && attribute.required ? null : undefined });
    }
    if (attribute.type === "text") return words(title, { hint, list: attribute.choices.map((one) => one.title) });
    const options = attribute.type === "player" ? PLAYERS : attribute.choices.map((one) => [one.value, capital(WORDS[one.title] ?? one.title)]);
    return choice(title, lenient && attribute.default === null ? [NOBODY, ...options] : options, { hint, value: `${attribute.default ?? ""}` });
  }

  // Groups of controls

  /** Some controls by the names of what they say. @param {Record<string, any>} controls */
  function group(controls) {
    const nodes = Object.values(controls).map((one) => one.node);
    const read = () => Object.fromEntries(Object.entries(controls).map(([name, one]) => [name, one.read()]).filter(([, value]) => value !== undefined));
    return { nodes, read, find: (/** @type {string} */ name) => controls[name] };
  }

  /** Rows that one adds and takes away, two at first. @param {string} name of a row @param {() => Record<string, any>} controls @param {number} least */
  function rows(name, controls, least) {
    /** @type {{node: HTMLElement, read: () => any, find: (name: string) => any}[]} */
    let held = [];
    const list = element("div", "rows");
    const add = button(`Ajouter ${name === "Élément" ? "un élément" : "un modificateur"}`, () => more().querySelector("input")?.focus());
    const renumber = () => held.forEach((row, place) => {
      const legend = /** @type {HTMLElement} */ (row.node.querySelector("legend"));
      legend.textContent = `${name} ${place + 1}`;
      const away = /** @type {HTMLButtonElement} */ (row.node.querySelector("button"));
      away.setAttribute("aria-label", `Retirer : ${name.toLowerCase()} ${place + 1}`);
      away.hidden = held.length <= least;
    });
    function more() {
      const own = group(controls());
      const away = button("Retirer", () => {
        held = held.filter((row) => row !== mine);
        mine.node.remove();
        renumber();
        add.focus();
      });
      const mine = { ...own, node: holding("fieldset", "row", element("legend"), ...own.nodes, away) };
      held.push(mine);
      list.append(mine.node);
      renumber();
      return mine.node;
    }
    for (let place = 0; place < least; place++) more();
    return {
      nodes: [list, add],
      read: () => held.map((row) => row.read()),
      find: (/** @type {number} */ place, /** @type {string} */ field) => held[place]?.find(field),
      titled: (/** @type {number} */ place) => `${name} ${place + 1}`,
    };
  }

  function button(/** @type {string} */ name, /** @type {() => void} */ act) {
    const node = /** @type {HTMLButtonElement} */ (element("button", "quiet", name));
    node.type = "button";
    node.addEventListener("click", act);
    return node;
  }

  arbitre.fields = { PLAYERS, NOBODY, capital, choice, words, figure, control, group, rows, button, unique: () => `demande-${++count}` };
})();
