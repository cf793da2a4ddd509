// The search box and its results: what is loaded when, what is shown, where the keys go. No request leaves once the packs are there.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { typeset, element, pageOf } = arbitre;
  const DELAY = 60;
  const LIMIT = 20;

  /** @type {Map<string, any>} the index of each work that was read */
  const indexes = new Map();

  const packOf = (option) => arbitre.load(new URL(option.dataset.pack ?? "", document.baseURI).href);

  /** The index of a work: its pack, read once. @param {HTMLOptionElement} option */
  async function opened(option) {
    await packOf(option);
    const pack = window.arbitrePacks.find((one) => one.about.work === option.value);
    if (!indexes.has(option.value)) indexes.set(option.value, new arbitre.Index(pack));
    return indexes.get(option.value);
  }

  /** Whether a written word is one of those asked for. @param {any} index @param {string[]} keys */
  function asker(index, keys) {
    const wanted = new Set(keys);
    return (word) => {
      const [form] = arbitre.tokens(word);
      return form !== undefined && !index.stopwords.has(form) && wanted.has(index.key(form));
    };
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

  function label(index, place) {
    const [number, title] = [index.numbers[place], index.titles[place]];
    if (index.kinds[place] === "step") return `Étape ${number} – ${title}`;
    return [number, title].filter(Boolean).join(" ") || index.ids[place];
  }

  // One box

  arbitre.start = (box) => {
    const form = box.querySelector("form");
    const input = form.querySelector("input");
    const games = form.querySelector("select");
    const kinds = box.querySelector("select.kind");
    const state = box.querySelector(".state");
    const results = box.querySelector(".results");
    const options = [...games.options].filter((option) => option.value);
    const ownAddress = box.dataset.search === "page";
    const query = new URLSearchParams(ownAddress ? location.search : "");
    const known = (game) => options.some((option) => option.value === game);
    // The game of the address, else the one chosen last on this device.
    const wanted = query.has("q") || query.has("jeu") ? (query.get("jeu") ?? "") : arbitre.kept();
    if (known(wanted)) games.value = wanted;
    let timer = 0;
    let turn = 0;
    // The enter key goes to the first result, once there is one.
    let entered = false;

    const chosen = () => (games.value ? options.filter((option) => option.value === games.value) : options);

    async function run() {
      const mine = ++turn;
      const question = input.value.trim();
      if (ownAddress) remember(question);
      box.dispatchEvent(new CustomEvent("asked", { detail: { question, game: games.value } }));
      if (!question) {
        results.replaceChildren();
        state.textContent = "";
        return;
      }
      const asked = chosen();
      try {
        if (asked.some((option) => !indexes.has(option.value))) state.textContent = "Chargement…";
        for (const option of asked) await opened(option);
        if (mine !== turn) return;
        show(question, mine);
        if (entered) results.querySelector("a.hit")?.focus();
        entered = false;
      } catch {
        if (mine === turn) state.textContent = "L’index n’a pas pu être chargé.";
      }
    }

    function show(question, mine) {
      const searched = chosen().map((option) => indexes.get(option.value));
      const found = arbitre.search(question, searched, { game: games.value });
      choices(found.hits);
      const kept = found.hits.filter((hit) => !kinds?.value || hit.index.kinds[hit.place] === kinds.value);
      const shown = kept.slice(0, LIMIT);
      const focused = results.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
      const list = element("ul", "hits");
      list.append(...shown.map((hit) => item(hit, searched.length > 1, mine)));
      results.replaceChildren(...(found.answerable ? [] : reasons(found.absents)), ...(shown.length ? [list] : []));
      state.textContent = typeset(said(found, kept.length, shown.length));
      if (focused) [...results.querySelectorAll("a.hit")].find((link) => link.getAttribute("href") === focused)?.focus();
    }

    // The kinds that the results have, the one chosen kept.
    function choices(hits) {
      if (!kinds || !hits.length) return;
      const held = new Set(hits.map((hit) => hit.index.kinds[hit.place]));
      const shown = Object.entries(hits[0].index.kind_names).filter(([kind]) => held.has(kind) || kind === kinds.value);
      const value = kinds.value;
      kinds.replaceChildren(kinds.options[0], ...shown.map(([kind, name]) => new Option(typeset(name), kind)));
      kinds.value = value;
    }

    function said(found, count, shown) {
      const mended = found.corrected ? `Lu « ${found.corrected} ». ` : "";
      if (!count) return `${mended}Aucune règle ne répond à cela.`;
      const many = `${count} résultat${count > 1 ? "s" : ""}`;
      const listed = count > shown ? `${many}, dont voici les ${shown} premiers.` : `${many}.`;
      return mended + (found.answerable ? listed : `Aucune règle ne répond à cette question. Au plus près : ${listed}`);
    }

    // Why a work does not settle what is asked.
    function reasons(absents) {
      return absents.map(({ index, place }) => {
        const node = element("p", "reason");
        const named = absents.length > 1 ? `${index.title} : ` : "";
        arbitre.previews(index.work).then((known) => (node.textContent = typeset(named + known[index.ids[place].slice(index.work.length + 1)][1])), () => {});
        return node;
      });
    }

    function item(hit, several, mine) {
      const { index, place } = hit;
      const asked = asker(index, hit.keys.length ? hit.keys : index.keysOf(input.value.slice(0, 2000)));
      const link = marked(element("a", "hit"), label(index, place), asked);
      link.href = pageOf(hit.id);
      const text = element("p", "snippet");
      const about = [several ? index.title : "", index.kind_names[index.kinds[place]]].filter(Boolean).join(" · ");
      const node = element("li");
      node.append(link, text, element("p", "meta", about));
      arbitre.previews(index.work).then((known) => {
        if (mine === turn) marked(text, around(known[hit.id.slice(index.work.length + 1)]?.[1] ?? "", asked), asked);
      }, () => text.remove());
      return node;
    }

    function remember(question) {
      const query = Object.entries({ q: question, jeu: games.value, genre: kinds?.value ?? "" }).filter(([, value]) => value);
      try {
        history.replaceState(null, "", query.length ? `?${new URLSearchParams(query)}` : location.pathname);
      } catch {
        // From a disk, some browsers keep the address as it is.
      }
    }

    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(run, DELAY);
    });
    // The packs are asked for as soon as the box is entered: they are there when the first word is.
    input.addEventListener("focus", () => chosen().forEach((option) => packOf(option).catch(() => {})), { once: true });
    games.addEventListener("change", run);
    kinds?.addEventListener("change", run);
    if (ownAddress) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        clearTimeout(timer);
        entered = true;
        run();
      });
      // What is typed already, while the scripts came, stays.
      input.value ||= query.get("q") ?? "";
      const kind = query.get("genre");
      if (kinds && kind) {
        kinds.append(new Option(kind, kind));
        kinds.value = kind;
      }
    }
    box.addEventListener("keydown", (event) => walk(event, input, results, run));
    if (input.value) run();
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
