// The search box and its results. Where the API answers, its answer gives them too (demander.js), before search.js is there; elsewhere, or
// once it cannot be reached, the packs do, and no request leaves once they are there.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { typeset, element, pageOf } = arbitre;
  const answering = "api" in document.documentElement.dataset;
  // The API is asked once nothing more is typed, the packs as it is.
  const [DELAY, LIMIT] = [answering ? 300 : 60, 20];

  /** @type {Map<string, any>} the index of each work that was read */
  const indexes = new Map();

  /** The index of a work: its pack, read once. @param {HTMLOptionElement} option */
  async function opened(option) {
    await arbitre.pack(option);
    if (indexes.has(option.value)) return;
    indexes.set(option.value, new arbitre.Index(window.arbitrePacks.find((one) => one.about.work === option.value)));
  }

  /** Whether a written word is one of those asked for. @param {string[]} keys @param {(form: string) => string} keyOf */
  function asker(keys, keyOf) {
    const wanted = new Set(keys);
    return (word) => (arbitre.tokens?.(word) ?? []).slice(0, 1).some((form) => wanted.has(keyOf(form)));
  }

  /** A text with the words asked for marked. @param {HTMLElement} node @param {string} text @param {(word: string) => boolean} asked */
  function marked(node, text, asked) {
    for (const piece of typeset(text).split(/([\p{L}\p{N}]+)/u)) node.append(piece && asked(piece) ? element("mark", "", piece) : piece);
    return node;
  }

  /** A text from the sentence that holds the most of the words asked for. @param {string} text @param {(word: string) => boolean} asked */
  function around(text, asked) {
    const sentences = text.split(/(?<=[.!?;:]) /);
    const held = sentences.map((one) => (one.match(/[\p{L}\p{N}]+/gu) ?? []).filter(asked).length);
    const best = held.indexOf(Math.max(...held));
    return (best ? "… " : "") + sentences.slice(best).join(" ");
  }

  // A result as it is shown, whoever found it: `text` is a promise, `asked` tells its words from the others.

  /** The first words of a rule, or why a work does not settle something. @param {string} id */
  const excerpt = (id) => arbitre.preview(id).then((known) => known?.[1] ?? "");

  /** What a pack found. */
  function ofPack({ index, place, id, keys }) {
    const keyOf = (form) => (index.stopwords.has(form) ? "" : index.key(form));
    const rule = { id, number: index.numbers[place], title: index.titles[place], kind: index.kinds[place] };
    return { ...rule, game: index.title, genre: index.kind_names[rule.kind], asked: asker(keys, keyOf), text: () => excerpt(id) };
  }

  /** What the API found: it says which keys. */
  function ofAnswer(rule, works) {
    const keys = rule.why.flatMap((reason) => reason.split(": ").slice(1).join().split(", "));
    const text = () => arbitre.searching.then(() => {}, () => {}).then(() => rule.text.replace(/^- /gm, "").replaceAll("\n", " "));
    return { ...rule, game: works.find(({ work }) => work === rule.work)?.title, genre: arbitre.words.kinds[rule.kind], asked: asker(keys, (form) => arbitre.stem(form)), text };
  }

  // One box

  arbitre.start = (box) => {
    const form = box.querySelector("form");
    const input = form.querySelector("input");
    const games = form.querySelector("select");
    const kinds = box.querySelector("select.kind");
    const state = box.querySelector(".state");
    const results = box.querySelector(".results");
    const answers = box.querySelector(".answers");
    const query = new URLSearchParams(location.search);
    const { title } = document;
    let timer = 0;
    // What is asked now: aborted once something else is.
    let running = new AbortController();
    // The enter key goes to the first result, once there is one.
    let entered = false;

    const works = [...games.options].filter((option) => option.value)
      .map((option) => ({ option, work: option.value, title: option.textContent, names: option.dataset.names.split("|") }));
    const searched = (question) => arbitre.meant(question, works, games.value);

    function stale() {
      clearTimeout(timer);
      running.abort();
      running = new AbortController();
    }

    async function run() {
      stale();
      const { signal } = running;
      const question = input.value.trim();
      remember(question);
      if (!question) results.replaceChildren();
      if (question && !results.firstChild) state.textContent = "Recherche…";
      const more = { question, game: games.value, kind: kinds?.value ?? "", signal };
      const found = answering ? await arbitre.answered(answers, more) : null;
      if (signal.aborted) return;
      if (!question) state.textContent = "";
      else if (found) told(found, signal);
      else await search(question, signal);
    }

    // The API's hits.
    function told({ hits, total = hits.length, answerable = true, corrected }, signal) {
      const shown = hits.map((hit) => ofAnswer(hit, works));
      list(shown, signal, []);
      state.textContent = typeset(said({ corrected, answerable }, total, shown.length));
    }

    // The packs, one after the other: what is found in those that are there is shown meanwhile, and those that cannot be had are named.
    async function search(question, signal) {
      await arbitre.searching.catch(() => {});
      if (!arbitre.meant) return void (state.textContent = "La recherche n’a pas pu être chargée.");
      const wanted = searched(question);
      const missing = [];
      for (const one of wanted) {
        if (!indexes.has(one.work)) await opened(one.option).catch(() => missing.push(one));
        if (signal.aborted) return;
        show(question, wanted, signal, missing);
      }
      if (!missing.length) return;
      const found = missing.length < wanted.length ? state.textContent : "Rien n'a pu être cherché.";
      const lacking = typeset(`${found} Sans réseau, et pas gardé sur cet appareil : ${missing.map(({ title }) => title).join(", ")}. `);
      state.replaceChildren(lacking, element("a", { href: arbitre.pageOf("hors-ligne") }, "Ce qui se lit sans réseau"));
    }

    function show(question, wanted, signal, missing) {
      const read = wanted.flatMap(({ work }) => indexes.get(work) ?? []);
      const waiting = wanted.filter((one) => !indexes.has(one.work) && !missing.includes(one)).map(({ title }) => title);
      const found = arbitre.search(question, read);
      const kept = found.hits.filter((hit) => !kinds?.value || hit.index.kinds[hit.place] === kinds.value);
      const shown = kept.slice(0, LIMIT).map(ofPack);
      list(shown, waiting.length ? null : signal, found.answerable || waiting.length ? [] : reasons(found.absents));
      const named = !games.value && wanted.length < works.length ? `Dans ${wanted.map(({ title }) => title).join(", ")}, que la question nomme. ` : "";
      const rest = waiting.length ? `Reste à lire : ${waiting.join(", ")}…` : said(found, kept.length, shown.length);
      state.textContent = typeset(named + rest);
    }

    // The results, the one that has the focus kept; excerpts are asked for once the list is whole: it has a signal then.
    function list(shown, signal, reasons) {
      choices(shown.map(({ kind, genre }) => [kind, genre]));
      const focused = results.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
      const hits = shown.length ? [element("ul", "hits", ...shown.map((hit) => item(hit, signal)))] : [];
      results.replaceChildren(...reasons, ...hits);
      if (focused) [...results.querySelectorAll("a.hit")].find((link) => link.getAttribute("href") === focused)?.focus();
      else if (entered && signal) results.querySelector("a.hit")?.focus();
      entered &&= !signal;
    }

    // The kinds that the results have, the one chosen kept.
    function choices(held) {
      if (!kinds || !held.length || kinds.value) return;
      kinds.replaceChildren(kinds.options[0], ...[...new Map(held)].map(([kind, name]) => new Option(typeset(name), kind)));
    }

    function said({ corrected, answerable, absents }, count, shown) {
      const mended = corrected ? `Lu « ${corrected} ». ` : "";
      // A refusal that stands above is not said again.
      const refused = answers?.querySelector(".none");
      if (!count) return refused ? mended : `${mended}Aucune règle ne répond à cela.`;
      const many = `${count} résultat${count > 1 ? "s" : ""}`;
      const listed = count > shown ? `${many}, dont voici les ${shown} premiers.` : `${many}.`;
      // A pack alone that names nothing which its work leaves out is a doubt, no refusal: one time in three a rule does answer.
      const unanswered = `Aucune règle ne répond ${absents?.length === 0 ? "à coup sûr " : ""}à cette question. `;
      return mended + (answerable ? listed : `${refused ? "" : unanswered}Au plus près : ${listed}`);
    }

    // Why a work does not settle what is asked.
    function reasons(absents) {
      return absents.map(({ index, place }) => {
        const node = element("p", "reason");
        const named = absents.length > 1 ? `${index.title} : ` : "";
        excerpt(index.ids[place]).then((why) => (node.textContent = typeset(named + why)), () => {});
        return node;
      });
    }

    function item(hit, signal) {
      const label = hit.kind === "step" ? `Étape ${hit.number} – ${hit.title}` : [hit.number, hit.title].filter(Boolean).join(" ");
      const link = marked(element("a", { class: "hit", href: pageOf(hit.id) }), label || hit.id, hit.asked);
      const text = element("p", "snippet");
      const meta = element("p", "meta", [games.value ? "" : hit.game, hit.genre].filter(Boolean).join(" · "));
      const fill = (excerpt) => !signal.aborted && marked(text, around(excerpt, hit.asked), hit.asked);
      if (signal) hit.text().then(fill, () => text.remove());
      return element("li", "", link, text, meta);
    }

    function remember(question) {
      document.title = question ? `${question} – Arbitre` : title;
      const query = Object.entries({ q: question, jeu: games.value, genre: kinds?.value ?? "" }).filter(([, value]) => value);
      try {
        history.replaceState(null, "", query.length ? `?${new URLSearchParams(query)}` : location.pathname);
      } catch {
        // From a disk, some browsers keep the address as it is.
      }
    }

    input.addEventListener("input", () => {
      stale();
      if (answers?.firstChild) answers.setAttribute("aria-busy", "true");
      timer = setTimeout(run, DELAY);
    });
    games.addEventListener("change", run);
    kinds?.addEventListener("change", run);
    if (kinds) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        entered = true;
        run();
      });
      const kind = query.get("genre");
      if (kind) kinds.add(new Option(kind, kind, true, true));
    }
    // What is typed already, while the scripts came, stays.
    input.value ||= query.get("q") ?? "";
    box.addEventListener("keydown", (event) => walk(event, input, results, run));
    if (input.value) run();
    // What will be searched is read before it is asked for.
    else if (!answering && kinds) searched("").reduce((before, { option }) => before.then(() => opened(option)), Promise.resolve()).catch(() => {});
  };

  // Arrows go from the box to the results and among them; escape goes back to the box, then empties it.
  function walk(event, input, results, run) {
    const active = document.activeElement;
    if (event.key === "Escape" && (active === input || results.contains(active))) {
      event.preventDefault();
      if (active !== input) return input.focus();
      input.value = "";
      run();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [input, ...results.querySelectorAll("a.hit")];
    const here = active ? stops.indexOf(active) : -1;
    const next = stops[here + (event.key === "ArrowDown" ? 1 : -1)];
    if (here < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
})();
