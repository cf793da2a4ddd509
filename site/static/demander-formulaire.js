// The helper of « Qui passe avant » and of « Déroulement »: what is to be put in order, worked out or compared becomes a request of the API,
// asked one thing after another: a step is shown once nothing is missing above it. A request stands in the address of the page.
window.arbitre.forms = () => {
  "use strict";

  const arbitre = window.arbitre;
  const { asked, button, element, typeset } = arbitre;
  const { capital, ordered, modified, prevailing, compared, opening } = arbitre.shown;
  const { PLAYERS, NOBODY, CHOOSE, choice, control, controlOf, fieldset, figure, given, rows, said, sorted, unique, words } = arbitre.controls;

  const plain = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").replace(/’/g, "'").replace(/\s+/g, " ").trim().toLowerCase();

  // The questions

  const OWNERS = [...PLAYERS, ["neutral", "Ni l'un ni l'autre"]];
  const [OPERATIONS, SAYINGS, SOURCES] = ["operations", "sayings", "sources"].map((name) =>
    Object.entries(arbitre.words[name]).map(([given, shown]) => [given, capital(shown)])
  );

  /** A question of the API: the controls of its request, and what asks it.
   *  @typedef {{ steps: HTMLElement[], ask: (form: HTMLElement) => Promise<Node[]>, pick?: (id: string) => void }} Question */

  /** What the address asks again, by the name of its question. @type {Map<string, (asked: URLSearchParams) => void>} */
  const again = new Map();

  /** A question that opens: its form, then its answer. @param {string} name as the address says it @param {string} title
   *  @param {string} send what the button says @param {Question} asking */
  function question(name, title, send, asking) {
    const box = element("details", "question");
    const fault = element("p", "fault");
    fault.id = unique();
    fault.setAttribute("role", "alert");
    const missing = element("p", "meta missing");
    missing.setAttribute("role", "status");
    const answer = element("div", "outcome");
    answer.setAttribute("role", "status");
    const sending = element("p", "", element("button", "send", send));
    const form = element("form", "", ...asking.steps, fault, missing, sending);
    form.noValidate = true;
    const lacking = (place = form) => [...place.querySelectorAll("[data-needed]")].filter((one) => !said(one) || !one.validity.valid);

    // A step is there once those above lack nothing; what is missing is said before anything is sent.
    function reveal() {
      let whole = true;
      for (const step of form.querySelectorAll(".step")) {
        step.hidden = !whole;
        whole &&= !lacking(step).length;
      }
      sending.hidden = form.querySelector(".step[hidden]") !== null;
      // An empty box may be an answer; it is said all the same.
      const empty = whole ? [...form.querySelectorAll("[data-nullable]")].filter((one) => !said(one)) : lacking().filter((one) => !one.closest("[hidden]"));
      missing.textContent = typeset(empty.length ? `${whole ? "Laissé vide, donc sans valeur" : "Il manque"} : ${empty.map(called).join(" ; ")}.` : "");
    }

    async function ask() {
      answer.replaceChildren();
      fault.textContent = "";
      form.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
      try {
        answer.replaceChildren(...(await asking.ask(form)));
      } catch (thrown) {
        refused(thrown, form, fault);
      }
    }

    form.addEventListener("input", reveal);
    form.addEventListener("click", reveal);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      reveal();
      const [first] = lacking();
      if (first) return first.focus();
      const values = [...form.querySelectorAll("[name]")].filter((one) => said(one) !== one.dataset.initial).map((one) => [one.name, said(one)]);
      const address = `?${new URLSearchParams([["demande", name], ...values])}`;
      if (address !== location.search) history.pushState(null, "", address);
      ask();
    });
    function fill(control, value) {
      if (control.type === "checkbox") control.checked = value === "oui";
      else control.value = value;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }

    again.set(name, (asked) => {
      box.open = true;
      for (const control of form.querySelectorAll("[name]")) fill(control, control.dataset.initial);
      // What one control says may make others: each is set once it is there.
      for (const [path, value] of asked) {
        const list = /^(\w+)\[(\d+)\]/.exec(path);
        if (list) form.querySelector(`.rows[data-list="${list[1]}"]`)?.dispatchEvent(new CustomEvent("wanted", { detail: Number(list[2]) + 1 }));
        const control = form.querySelector(`[name="${CSS.escape(path)}"]`);
        if (!control) continue;
        fill(control, value);
        control.closest("details").open = true;
      }
      if (!lacking().length) ask().then(() => answer.scrollIntoView({ block: "nearest" }));
    });
    box.append(element("summary", "", title), form, answer);
    reveal();
    // Only on a page has a control its label.
    box.addEventListener("toggle", reveal);
    return box;
  }

  /** The answers have an address: it is read again where the browser goes back to it. */
  function restored() {
    const asked = new URLSearchParams(location.search);
    for (const answer of document.querySelectorAll(".outcome")) answer.replaceChildren();
    again.get(asked.get("demande") ?? "")?.(asked);
  }

  /** What a control is called: within what, and by its label. @param {any} control */
  const called = (control) => [control.closest("fieldset")?.querySelector("legend"), control.labels[0]].filter(Boolean).map((one) => one.textContent).join(", ");

  /** Says a fault where it is: the control at fault is named, marked and entered. @param {unknown} thrown @param {HTMLElement} form @param {HTMLElement} fault */
  function refused(thrown, form, fault) {
    if (!("attribute" in thrown)) {
      fault.textContent = typeset("Le serveur ne répond pas : vérifiez qu'il tourne, puis recommencez.");
      return;
    }
    const [told, accepted = ""] = thrown.message.replace(`${thrown.attribute} : `, "").split(" ; accepté : ");
    // In the words of who plays: what the API says of a JSON value is for who writes one.
    const reason = /hors des bornes/.test(told) ? `il faut ${accepted}` : /manque|null|non vide/.test(told) ? "à remplir" : told.replace("n'est pas accepté", "n'est pas connu ici");
    const place = controlOf(form, thrown.attribute);
    if (!place) {
      fault.textContent = typeset(capital(reason));
      return;
    }
    fault.textContent = typeset(`${called(place)} : ${reason}`);
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
      const part = parts.find((one) => plain(typeset(one.title)) === plain(typeset(which.value)));
      which.setCustomValidity(part ? "" : "inconnu");
      if (part === shown) return;
      [shown, current] = [part, part && make(part)];
      body.replaceChildren(...(current?.steps ?? []));
    };
    which.addEventListener("input", change);
    const pick = (id) => {
      which.value = parts.find((part) => part.id === id).title;
      which.dispatchEvent(new Event("input", { bubbles: true }));
    };
    return { steps: [step(box), body], ask: (form) => current.ask(form), pick };
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
      ask: async (form) => ordered(await asked(`games/${game}/order`, { body: given(form, { situation: situation.id, items: [] }) })),
    };
  }

  function working(game, quantity) {
    const base = quantity.based ? [[true, figure("base", "Valeur de départ", { hint: "sur un jet, le dé avant tout modificateur" })]] : [];
    const list = async () => quantity.modifiers;
    const modifier = (prefix) => sorted(
      [true, words(`${prefix}label`, "Nom", { list })],
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
      ask: async (form) => modified(await asked(`games/${game}/modify`, { body: given(form, fixed()) })),
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
      ask: async (form) => prevailing(await asked(`games/${game}/conflict`, { body: given(form, {}) })),
    };
  }

  // A small button beside each clause list opens the question that it is about.
  function shortcuts(prefix, box, asking) {
    for (const section of document.querySelectorAll(`.ranking[id^="${prefix}"]`)) {
      const open = button("quiet", "Poser la question", () => {
        asking.pick?.(section.id.slice(prefix.length));
        box.open = true;
        box.scrollIntoView();
        [...box.querySelectorAll("form :is(select, input)")].find((one) => !said(one))?.focus({ preventScroll: true });
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
      ["ordre", "Mettre dans l'ordre", "Dire l'ordre", "ordre-", known.situations.length && picked("Quoi", known.situations, (part) => ordering(game, part))],
      ["valeur", "Calculer une valeur", "Calculer", "valeur-", known.quantities.length && picked("Laquelle", known.quantities, (part) => working(game, part))],
      ["conflit", "Départager deux règles", "Départager", "conflit", document.getElementById("conflit") && opposing(game, known.layers)],
    ];
    for (const [name, title, send, prefix, asking] of questions) {
      if (!asking) continue;
      const box = question(name, title, send, asking);
      place.append(box);
      shortcuts(prefix, box, asking);
    }
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
    during[0].querySelector("input").value = here;
    const pair = [words("a", "Ceci", { hint, list, needed: true }), words("b", "Ou cela", { list, needed: true })];
    const asking = (nodes, address, show) => ({
      steps: nodes.map((node) => step(node)),
      ask: async (form) => {
        const query = given(form, {});
        for (const name of ["at", "a", "b"]) query[name] = named.get(query[name]) ?? query[name];
        return show(await asked(`games/${game}/${address}`, { query }));
      },
    });
    place.append(
      question("moment", "Que peut-on utiliser à un moment ?", "Chercher", asking(during, "window", opening)),
      question("avant", "Lequel vient d'abord ?", "Comparer", asking(pair, "timing", compared)),
    );
  }

  // An API that cannot be reached leaves the page as it reads without it.
  for (const place of document.querySelectorAll("[data-ask]")) {
    const make = place.dataset.ask === "moments" ? moments : decide;
    Promise.resolve(make(place, place.dataset.game ?? "")).then(() => {
      place.hidden = false;
      restored();
    }).catch(() => place.replaceChildren());
  }
  addEventListener("popstate", restored);
};
