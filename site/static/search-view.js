// The search box and its results: what is loaded when, what is shown, where the keys go. No request leaves once the scripts are there.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const DELAY = 60;
  const LIMIT = 20;
  const SHOWN = 240;

  // The scripts of the search

  /** @type {Promise<any> | null} */
  let common = null;
  /** @type {Map<string, any>} the index of each work that was read */
  const indexes = new Map();

  // What every work needs.
  function language() {
    common ??= arbitre.load(arbitre.beside("search-words.js")).then(() => {
      const data = /** @type {any} */ (window).arbitreWords[0];
      const found = new arbitre.Language(data);
      return { language: found, space: new arbitre.Space(found, data.meanings) };
    });
    common.catch(() => (common = null));
    return common;
  }

  const beside = (/** @type {string} */ address, /** @type {string} */ name) => address.replace(/search-index\.js$/, `${name}.js`);

  // The index of a work: its script, then its arrays, made once.
  async function opened(/** @type {HTMLOptionElement} */ option) {
    const work = option.value;
    const [shared] = await Promise.all([language(), arbitre.load(addressOf(option))]);
    if (!indexes.has(work)) {
      const data = /** @type {any} */ (window).arbitreIndex.find((one) => one.work === work);
      indexes.set(work, new arbitre.Index(shared.language, data, shared.space));
    }
    return indexes.get(work);
  }

  const addressOf = (/** @type {HTMLOptionElement} */ option) => new URL(option.dataset.index ?? "", document.baseURI).href;

  // Every excerpt of some works, one piece after the other, behind what is shown: later no request leaves.
  async function settled(/** @type {HTMLOptionElement[]} */ options) {
    for (const option of options) {
      const index = indexes.get(option.value);
      for (let piece = 0; piece < index.pieces; piece++) await arbitre.load(beside(addressOf(option), `search-excerpts-${piece}`));
    }
  }

  // The excerpt of a document, or why the work does not settle it.
  async function excerpt(/** @type {any} */ index, /** @type {number} */ place, /** @type {HTMLOptionElement[]} */ options) {
    const option = options.find((one) => one.value === index.work);
    const piece = Math.floor(place / index.piece);
    if (!option) return "";
    await arbitre.load(beside(addressOf(option), `search-excerpts-${piece}`));
    const found = /** @type {any} */ (window).arbitreExcerpts.find((one) => one.work === index.work && one.piece === piece);
    return found?.texts[place % index.piece] ?? "";
  }

  // Words on a page

  const { typeset, element, pageOf } = arbitre;

  // Whether a written word is one of those asked for: by its key, or by its beginning.
  function asker(/** @type {any} */ index, /** @type {string[]} */ keys) {
    const wanted = new Set(keys);
    return (/** @type {string} */ word) => {
      const form = arbitre.tokens(word)[0];
      return form !== undefined && !index.analyzer.stopwords.has(form) && wanted.has(index.analyzer.key(form));
    };
  }

  // A text with the words asked for marked.
  function marked(/** @type {HTMLElement} */ node, /** @type {string} */ text, /** @type {(word: string) => boolean} */ asked) {
    for (const piece of typeset(text).split(/([\p{L}\p{N}]+)/u)) node.append(piece && asked(piece) ? element("mark", "", piece) : piece);
    return node;
  }

  // The part of a text that holds the most of the words asked for, from the beginning of a sentence.
  function around(/** @type {string} */ text, /** @type {(word: string) => boolean} */ asked) {
    if (text.length <= SHOWN) return text;
    let [best, most, at] = [0, -1, 0];
    for (const sentence of text.split(/(?<=[.!?;]) /)) {
      const held = (text.slice(at, at + SHOWN).match(/[\p{L}\p{N}]+/gu) ?? []).filter(asked).length;
      if (held > most && (at === 0 || text.length - at > SHOWN / 2)) [best, most] = [at, held];
      at += sentence.length + 1;
    }
    const end = text.length - best <= SHOWN ? text.length : text.lastIndexOf(" ", best + SHOWN);
    return (best ? "… " : "") + text.slice(best, end) + (end < text.length ? "…" : "");
  }

  function label(/** @type {any} */ index, /** @type {number} */ place) {
    const [number, title] = [index.numbers[place], index.titles[place]];
    if (index.kinds[place] === "step") return `Étape ${number} – ${title}`;
    return [number, title].filter(Boolean).join(" ") || index.ids[place];
  }

  // One box

  arbitre.start = (/** @type {HTMLElement} */ box) => {
    const form = /** @type {HTMLFormElement} */ (box.querySelector("form"));
    const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    const games = /** @type {HTMLSelectElement} */ (form.querySelector("select"));
    const kinds = /** @type {HTMLSelectElement | null} */ (box.querySelector("select.kind"));
    const state = /** @type {HTMLElement} */ (box.querySelector(".state"));
    const results = /** @type {HTMLElement} */ (box.querySelector(".results"));
    const options = [...games.options].filter((option) => option.value);
    const titles = new Map(options.map((option) => [option.value, option.textContent ?? ""]));
    const ownAddress = box.dataset.search === "page";
    let timer = 0;
    let turn = 0;
    // The enter key goes to the first result, once there is one.
    let entered = false;

    const chosen = () => (games.value ? options.filter((option) => option.value === games.value) : options);

    async function run() {
      const mine = ++turn;
      const question = input.value.trim();
      if (ownAddress) remember(question);
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
        if (entered) /** @type {HTMLElement | null} */ (results.querySelector("a.hit"))?.focus();
        entered = false;
        await settled(asked).catch(() => {});
      } catch {
        if (mine === turn) state.textContent = "L’index n’a pas pu être chargé.";
      }
    }

    function show(/** @type {string} */ question, /** @type {number} */ mine) {
      const searched = chosen().map((option) => indexes.get(option.value));
      const found = arbitre.search(question, searched, { game: games.value });
      choices(found.hits);
      const kept = found.hits.filter((hit) => !kinds?.value || hit.index.kinds[hit.place] === kinds.value);
      const shown = kept.slice(0, LIMIT);
      const focused = results.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
      const list = element("ul", "hits");
      list.append(...shown.map((hit) => item(hit, searched.length > 1, mine)));
      results.replaceChildren(...reasons(found, mine), ...(shown.length ? [list] : []));
      state.textContent = typeset(said(found, kept.length, shown.length));
      if (focused) [...results.querySelectorAll("a.hit")].find((link) => link.getAttribute("href") === focused)?.focus();
    }

    // The kinds that the results have, the one chosen kept.
    function choices(/** @type {any[]} */ hits) {
      if (!kinds) return;
      const held = new Set(hits.map((hit) => hit.index.kinds[hit.place]));
      const names = hits.length ? hits[0].index.language.rules.kinds : [];
      const shown = names.filter(([kind]) => held.has(kind) || kind === kinds.value);
      const before = [...kinds.options].slice(1).map((option) => option.value);
      if (before.join() === shown.map(([kind]) => kind).join()) return;
      const value = kinds.value;
      kinds.replaceChildren(kinds.options[0], ...shown.map(([kind, name]) => new Option(typeset(name), kind)));
      kinds.value = value;
    }

    function said(/** @type {any} */ found, /** @type {number} */ count, /** @type {number} */ shown) {
      const mended = found.corrected ? `Lu « ${found.corrected} ». ` : "";
      if (!count) return `${mended}Aucune règle ne répond à cela.`;
      const many = `${count} résultat${count > 1 ? "s" : ""}`;
      const told = count > shown ? `${many}, dont voici les ${shown} premiers.` : `${many}.`;
      return mended + (found.answerable ? told : `Aucune règle ne répond à cette question. Au plus près : ${told}`);
    }

    // Why a work does not settle what is asked.
    function reasons(/** @type {any} */ found, /** @type {number} */ mine) {
      if (found.answerable) return [];
      return found.absents.map(({ index, place }) => {
        const reason = element("p", "reason");
        excerpt(index, place, options).then((text) => {
          if (mine === turn) reason.textContent = typeset(`${found.absents.length > 1 ? `${titles.get(index.work)} : ` : ""}${text}`);
        }, () => reason.remove());
        return reason;
      });
    }

    function item(/** @type {any} */ hit, /** @type {boolean} */ several, /** @type {number} */ mine) {
      const { index, place } = hit;
      const asked = asker(index, hit.keys.length ? hit.keys : index.analyzer.keys(input.value.slice(0, 2000)));
      const node = element("li");
      const link = /** @type {HTMLAnchorElement} */ (element("a", "hit"));
      link.href = pageOf(hit.id);
      marked(link, label(index, place), asked);
      const text = element("p");
      const kind = index.language.rules.kinds.find(([name]) => name === index.kinds[place]);
      const about = [several ? titles.get(index.work) : "", kind?.[1]].filter(Boolean).join(" · ");
      node.append(link, text, element("p", "meta", about));
      excerpt(index, place, options).then((found) => {
        if (mine === turn) marked(text, around(found, asked), asked);
      }, () => text.remove());
      return node;
    }

    function remember(/** @type {string} */ question) {
      const query = new URLSearchParams();
      if (question) query.set("q", question);
      if (games.value) query.set("jeu", games.value);
      if (kinds?.value) query.set("genre", kinds.value);
      const text = query.toString();
      try {
        history.replaceState(null, "", text ? `?${text}` : location.pathname);
      } catch {
        // From a disk, some browsers keep the address as it is.
      }
    }

    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(run, DELAY);
    });
    // The scripts are asked for as soon as the box is entered: they are there when the first word is.
    input.addEventListener("focus", () => chosen().forEach((option) => arbitre.load(addressOf(option)).catch(() => {})), { once: true });
    games.addEventListener("change", run);
    kinds?.addEventListener("change", run);
    if (ownAddress) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        clearTimeout(timer);
        entered = true;
        run();
      });
      const query = new URLSearchParams(location.search);
      // What is typed already, while the scripts came, stays.
      input.value ||= query.get("q") ?? "";
      if (titles.has(query.get("jeu") ?? "")) games.value = query.get("jeu") ?? "";
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
  function walk(/** @type {KeyboardEvent} */ event, /** @type {HTMLInputElement} */ input, /** @type {HTMLElement} */ results, /** @type {() => void} */ run) {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    if (event.key === "Escape") {
      if (active !== input && !results.contains(active)) return;
      event.preventDefault();
      if (active === input) {
        input.value = "";
        run();
      } else input.focus();
      return;
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [input, .../** @type {NodeListOf<HTMLElement>} */ (results.querySelectorAll("a.hit"))];
    const here = active ? stops.indexOf(active) : -1;
    const next = stops[here + (event.key === "ArrowDown" ? 1 : -1)];
    if (here < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
})();
