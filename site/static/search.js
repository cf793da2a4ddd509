// The search box: asks the API where there is one, else looks into a small index of names and questions, and says which.
(() => {
  "use strict";

  const root = document.documentElement.dataset.root;
  const DELAY = 160;
  const LIMIT = 10;
  const WHOLE_TITLE = 20;
  // Words that name nothing, for the reduced search.
  const EMPTY = new Set(
    ("a ai as au aux avec c ce ces cette ca d dans de des du elle en est et etre eux faire fait il ils j je l la le les leur lui ma mais me " +
      "mes moi mon n ne nos on ou par pas peut peux plus pour qu que quand quel quelle qui quoi s sa se ses si son sont sur t te tu un une " +
      "va vos y").split(" ")
  );

  // The page of an id: the same rule as kb/site/urls.py.
  function pageOf(id) {
    const [path, unit] = id.split("#");
    const steps = path.split("/").map((step) => (/^(?:-|\.*)~*$/.test(step) ? step + "~" : step));
    return root + steps.map(encodeURIComponent).join("/") + ".html" + (unit ? "#" + encodeURIComponent(unit) : "");
  }

  function fold(text) {
    return text.toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae").normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  }

  function words(text) {
    return fold(text).match(/[\p{L}\p{N}.]+/gu)?.map((word) => word.replace(/^\.+|\.+$/g, "")).filter(Boolean) ?? [];
  }

  function typeset(text) {
    return text
      .replace(/ (?=[;!?])/g, "\u202f")
      .replace(/ (?=:(?:\s|$)|»)/g, "\u00a0")
      .replace(/« /g, "«\u00a0")
      .replace(/(\p{L})'(?=[\p{L}«])/gu, "$1’");
  }

  function element(name, className, text) {
    const node = document.createElement(name);
    if (className) node.className = className;
    if (text) node.textContent = typeset(text);
    return node;
  }

  // A text with the words asked for marked: those that begin alike, endings apart.
  function marked(node, text, asked) {
    const stems = asked.filter((word) => !EMPTY.has(word) && word.length > 2).map((word) => word.slice(0, Math.max(4, word.length - 2)));
    for (const piece of typeset(text).split(/([\p{L}\p{N}]+)/u)) {
      const hit = stems.some((stem) => fold(piece).startsWith(stem));
      node.append(hit ? element("mark", "", piece) : piece);
    }
    return node;
  }

  function label(passage) {
    if (passage.kind === "step") return `Étape ${passage.number} – ${passage.title}`;
    return (passage.number ? passage.number + " " : "") + (passage.title || passage.id);
  }

  function cut(text, length) {
    return text.length <= length ? text : text.slice(0, text.lastIndexOf(" ", length)) + "…";
  }

  function place(passage) {
    const spans = passage.source?.spans ?? [];
    const lines = spans.map(([first, last]) => (first === last ? first : first + "–" + last)).join(", ");
    const path = (passage.path ?? []).join(" › ");
    return lines ? `${path} · ${passage.source.document}, ligne${spans.length === 1 && spans[0][0] === spans[0][1] ? "" : "s"} ${lines}` : path;
  }

  // Asking

  let reduced = location.protocol === "file:";

  async function ask(question, game, signal) {
    const query = new URLSearchParams({ q: question, limit: LIMIT });
    if (game) query.set("game", game);
    const response = await fetch(`${root}v1/ask?${query}`, { signal, headers: { Accept: "application/json" } });
    if (!(response.headers.get("content-type") ?? "").includes("json")) throw new Error("no API here");
    const found = await response.json();
    if (!response.ok) return { fault: found.detail || "La recherche a échoué." };
    return { answers: found.games ? Object.values(found.games) : [found] };
  }

  // The reduced search

  const scripts = new Map();

  function load(option) {
    const address = option.dataset.index;
    if (!scripts.has(address)) {
      scripts.set(address, new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = address;
        script.onload = script.onerror = resolve;
        document.head.append(script);
      }));
    }
    return scripts.get(address);
  }

  function prepared(work) {
    work.ready ??= work.entries.map(([path, number, title, names, questions, text]) => ({
      id: `${work.work}/${path}`, number, title, text, game: work.title,
      fields: [[new Set([number]), 8], [new Set(words(title)), 5], [new Set(names.flatMap(words)), 4], [new Set(questions.flatMap(words)), 1]],
    }));
    return work.ready;
  }

  // How well each word asked for names an entry: whole, or by its beginning.
  function worth(entry, asked) {
    return asked.map((word) => {
      let best = 0;
      for (const [known, weight] of entry.fields) {
        if (best >= weight) continue;
        if (known.has(word)) best = weight;
        else if (word.length > 2 && best < weight * 0.6 && [...known].some((other) => akin(word, other))) best = weight * 0.6;
      }
      return best;
    });
  }

  function akin(word, other) {
    return other.startsWith(word) || (other.length > 3 && word.startsWith(other)) || (word.length > 5 && other.startsWith(word.slice(0, -2)));
  }

  // A whole title asked for comes first, a numbered entry before another.
  function titled(entry, wanted) {
    const title = words(entry.title);
    return title.length === wanted.length && title.every((word, place) => akin(wanted[place], word)) && (entry.number || title.length > 1);
  }

  async function lookUp(question, game, options) {
    const chosen = options.filter((option) => option.value && (!game || option.value === game));
    await Promise.all(chosen.map(load));
    const asked = words(question);
    const telling = asked.filter((word) => !EMPTY.has(word));
    const works = (window.arbitreIndex ?? []).filter((work) => !game || work.work === game);
    const wanted = telling.length ? telling : asked;
    const found = works.flatMap(prepared).map((entry) => [worth(entry, wanted), entry]).filter(([values]) => values.some(Boolean));
    // A word that few entries bear says more than one that most do.
    const rare = wanted.map((_, place) => Math.log(1 + found.length / (1 + found.filter(([values]) => values[place]).length)));
    const ranked = found
      .map(([values, entry]) => [values.reduce((sum, value, place) => sum + value * rare[place], 0) + (titled(entry, wanted) ? WHOLE_TITLE : 0), entry])
      .sort((a, b) => b[0] - a[0]);
    return ranked.slice(0, LIMIT).map(([, entry]) => entry);
  }

  // Showing

  function hit(passage, asked, why) {
    const item = element("li");
    const link = element("a", "hit");
    link.href = pageOf(passage.id);
    marked(link, label(passage), asked);
    item.append(link);
    if (passage.text) item.append(marked(element("p"), cut(passage.text.replace(/\n(?:- )?/g, " "), 220), asked));
    const about = [place(passage) || passage.game, why].filter(Boolean).join(" · ");
    if (about) item.append(element("p", "meta", about));
    return item;
  }

  // « titre: deplacement » is a place and a word as the index knows it.
  function reason(why) {
    const [field, word] = why.split(": ");
    return word ? `${field} « ${word}… »` : field;
  }

  function fields(why) {
    const places = [...new Set((why ?? []).map((one) => one.split(": ")[0]))].filter((field) => field !== "début de mot");
    return places.length ? `trouvé par ${places.slice(0, 3).join(", ")}` : "";
  }

  function list(passages, asked) {
    const hits = element("ul", "hits");
    hits.append(...passages.map((passage) => hit(passage, asked, fields(passage.why))));
    return hits;
  }

  function quoted(answer, asked) {
    const box = element("section", "answer");
    if (answer.verdict) box.append(element("p", "verdict", answer.verdict === "oui" ? "Oui." : answer.verdict === "non" ? "Non." : answer.verdict));
    for (const quote of answer.answer.quotes) {
      const passage = answer.passages.find((other) => quote.id.split("#")[0] === other.id) ?? { id: quote.id };
      box.append(marked(element("blockquote"), quote.text.replace(/^- /gm, "• "), asked));
      const citation = element("p");
      const link = element("a", "hit", label(passage));
      link.href = pageOf(quote.id);
      citation.append(link, element("span", "meta", ` ${place(passage)}`));
      box.append(citation);
      if (passage.why?.length) box.append(element("p", "meta", `Pourquoi : ${passage.why.map(reason).join(", ")}`));
    }
    for (const step of answer.answer.steps ?? []) box.append(element("p", "", `${step.order}. ${step.text}`));
    for (const condition of answer.conditions ?? []) box.append(element("p", "", `Sauf : ${condition.text}`));
    return box;
  }

  function showAnswers(results, answers, asked, titles) {
    for (const answer of answers) {
      if (answers.length > 1) results.append(element("h2", "", titles.get(answer.game) ?? answer.game));
      if (answer.answerable && answer.answer?.quotes?.length) results.append(quoted(answer, asked));
      const rest = answer.answerable ? answer.passages.slice(1) : answer.passages;
      if (rest.length) results.append(list(answers.length > 1 ? rest.slice(0, 3) : rest, asked));
    }
  }

  function said(answers) {
    if (!answers.some((answer) => answer.passages.length)) return "Rien ne répond à cela.";
    return answers.some((answer) => answer.answerable) ? "" : "Aucune règle ne répond à cette question. Au plus près :";
  }

  // One box

  function start(box) {
    const form = box.querySelector("form");
    const input = form.querySelector("input");
    const select = form.querySelector("select");
    const state = box.querySelector(".state");
    const results = box.querySelector(".results");
    const titles = new Map([...select.options].map((option) => [option.value, option.textContent]));
    const ownAddress = box.dataset.search === "page";
    let timer = 0;
    let running = null;

    async function run() {
      const question = input.value.trim();
      running?.abort();
      running = new AbortController();
      const mine = running;
      if (ownAddress) remember(question);
      if (!question) {
        results.replaceChildren();
        state.textContent = "";
        return;
      }
      const asked = words(question);
      try {
        const found = reduced ? null : await ask(question, select.value, mine.signal).catch((fault) => {
          if (fault.name === "AbortError") throw fault;
          reduced = true;
          return null;
        });
        const near = found ? null : await lookUp(question, select.value, [...select.options]);
        if (mine.signal.aborted) return;
        results.replaceChildren();
        if (found?.fault) state.textContent = found.fault;
        else if (found) {
          state.textContent = typeset(said(found.answers));
          showAnswers(results, found.answers, asked, titles);
        } else {
          const some = near.length === LIMIT ? `Les ${LIMIT} premières pages` : `${near.length} page${near.length > 1 ? "s" : ""}`;
          const count = near.length ? some : "Aucune page";
          state.textContent = typeset(`${count}. Recherche réduite : titres, autres noms, numéros et questions seulement.`);
          results.append(list(near, asked));
        }
      } catch (fault) {
        if (fault.name !== "AbortError") throw fault;
      }
    }

    function remember(question) {
      const query = new URLSearchParams();
      if (question) query.set("q", question);
      if (select.value) query.set("jeu", select.value);
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
    select.addEventListener("change", run);
    if (ownAddress) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        clearTimeout(timer);
        run();
      });
      const query = new URLSearchParams(location.search);
      input.value = query.get("q") ?? "";
      if (titles.has(query.get("jeu") ?? "")) select.value = query.get("jeu") ?? "";
    }
    box.addEventListener("keydown", (event) => walk(event, input, results));
    if (input.value) run();
  }

  // Arrows go from the box to the results and among them.
  function walk(event, input, results) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [input, ...results.querySelectorAll("a.hit")];
    const here = stops.indexOf(document.activeElement);
    const next = stops[here + (event.key === "ArrowDown" ? 1 : -1)];
    if (here < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }

  // A slash goes to the box from anywhere.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const input = document.querySelector("input.q");
    if (input) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });

  document.querySelectorAll("[data-search]").forEach(start);
})();
