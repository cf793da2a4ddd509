// Ranks the documents of one work for a question, and decides whether one answers: kb/search/ranking.py, signals.py, kb/answer/deciding.py.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const ASIDE = new Set(["example", "note", "faq"]);
  const DEFINING = new Set(["definition", "keyword", "ability"]);
  const TABULAR = new Set(["table", "profile"]);
  const ORDERED = new Set(["sequence", "step"]);
  const HARDLY_MORE = 0.75;
  const WHOLE_NAME = 0.999;
  // A summary gives way to the rule that it restates, this near among the first.
  const NEAR = 5;
  const GIVES_WAY = 1;
  const FREE_MARGIN = 3;
  const LONGEST_NAME = 80;
  // A question longer than this is read up to here: nobody asks more at a table.
  const LONGEST = 2000;

  /** A question against one work. */
  class Measured {
    /** @param {any} index @param {string} question @param {string} intent @param {string | null} mode */
    constructor(index, question, intent, mode) {
      this.index = index;
      const analyzer = index.analyzer;
      const said = analyzer.keys(question);
      this.keys = [...new Set(said.length ? said : arbitre.tokens(question).map((token) => analyzer.key(token)))];
      const beginnings = new Set(analyzer.beginnings(question));
      const told = [...analyzer.events(question, index.actions)];
      this.score(beginnings, mode);
      this.hold(told);
      /** @type {{ place: number, value: number, signals: Record<string, number> }[]} */
      this.candidates = this.measure(intent);
    }

    /** Adds the terms up. @param {Set<string>} beginnings @param {string | null} mode */
    score(beginnings, mode) {
      const { index, keys } = this;
      const unknown = arbitre.rarity(index.size, 0);
      this.bm25 = new Float64Array(index.size);
      this.cover = new Float64Array(index.size);
      this.whole = 0;
      this.unknown = 0;
      for (const key of new Set([...keys, ...beginnings])) {
        const term = index.terms.get(key);
        const asked = !beginnings.has(key);
        if (asked) this.whole += term ? term.rarity : key ? unknown : 0;
        if (asked && !term) this.unknown++;
        term?.documents.forEach((place, at) => {
          this.bm25[place] += term.impacts[at];
          if (asked) this.cover[place] += term.rarity;
        });
      }
      this.whole ||= 1;
      for (let place = 0; place < index.size; place++) {
        const scope = index.scopes[place];
        this.bm25[place] *= mode && scope.length && !scope.includes(mode) ? 0 : index.weights[place];
      }
      this.order = Array.from(this.bm25.keys()).filter((place) => this.bm25[place] > 0);
      this.order.sort((a, b) => this.bm25[b] - this.bm25[a] || a - b);
    }

    /** How much of the question each segment holds. @param {string[]} told the events of the question */
    hold(told) {
      const { index } = this;
      const unknown = arbitre.rarity(index.size, 0);
      this.held = new Float64Array(index.parts.length);
      this.told = 0;
      for (const key of [...this.keys, ...told]) {
        const term = index.terms.get(key);
        for (const segment of term?.segments ?? []) this.held[segment] += term.rarity;
      }
      for (const key of told) this.told += index.terms.get(key)?.rarity ?? unknown;
    }

    /** The signals of the best by BM25F, best first. @param {string} intent */
    measure(intent) {
      const { index, bm25 } = this;
      const rules = index.language.rules;
      const chosen = this.order.slice(0, rules.candidates);
      const top = chosen.length ? bm25[chosen[0]] : 1;
      const vector = this.vector();
      const found = chosen.map((place) => ({
        place,
        value: 0,
        signals: {
          bm25: bm25[place] / (this.whole * (rules.fields.saturation + 1)),
          relative: bm25[place] / top,
          cover: this.cover[place] / this.whole,
          ...this.resemblances(place),
          meaning: index.vectors[place].reduce((sum, value, column) => sum + value * vector[column], 0),
          parent: index.parents[place] >= 0 ? bm25[index.parents[place]] / top : 0,
          child: 0,
          near: 0,
          ...this.traits(place, intent),
        },
      }));
      const rows = new Map(found.map((row) => [row.place, row]));
      for (const row of found) {
        const above = rows.get(index.parents[row.place]);
        if (above) above.signals.child = Math.max(above.signals.child, row.signals.relative);
      }
      for (const row of found) row.value = weighed(rules.ranking, row.signals);
      return found;
    }

    /** The question in the space of meanings. */
    vector() {
      const found = new Float32Array(this.index.language.rules.space.dimensions);
      for (const key of this.keys) this.index.space.words.get(key)?.forEach((value, column) => (found[column] += value));
      return arbitre.toUnit(found);
    }

    /** The question against the segments of a document. @param {number} place */
    resemblances(place) {
      const { index, held, whole, told } = this;
      const { NAME, QUESTION, CLAUSE } = arbitre.PART;
      const found = { question: 0, "question-share": 0, questions: 0, clause: 0, "clause-share": 0, event: 0, name: 0, "name-share": 0, named: 0 };
      for (let segment = index.starts[place]; segment < index.starts[place + 1]; segment++) {
        if (!held[segment]) continue;
        const weight = Math.max(index.rarities[segment], 1e-6);
        const share = held[segment] / whole;
        const alike = held[segment] / Math.sqrt(weight * whole);
        const part = index.parts[segment];
        if (part === QUESTION) {
          found["question-share"] = Math.max(found["question-share"], share);
          if (alike > found.question * (1 + 1e-7)) [found.questions, found.question] = [found.question, alike];
          else if (alike < found.question * (1 - 1e-7)) found.questions = Math.max(found.questions, alike);
        } else if (part === CLAUSE) {
          found.clause = Math.max(found.clause, alike);
          found["clause-share"] = Math.max(found["clause-share"], share);
        } else if (part === NAME) {
          found.name = Math.max(found.name, held[segment] / weight);
          if (held[segment] / weight > WHOLE_NAME) found["name-share"] = Math.max(found["name-share"], share);
        }
      }
      for (const segment of told ? index.events.get(place) ?? [] : []) {
        found.event = Math.max(found.event, held[segment] / Math.sqrt(Math.max(index.rarities[segment], 1e-6) * told));
      }
      found.named = Number(found["name-share"] >= HARDLY_MORE);
      return found;
    }

    /** What a document is, and what is asked for. @param {number} place @param {string} intent */
    traits(place, intent) {
      const kind = this.index.kinds[place];
      const scope = this.index.scopes[place];
      return {
        outside: Number(scope.length > 0 && !scope.includes(this.index.mode)),
        aside: Number(ASIDE.has(kind)),
        whole: Number(kind === "section"),
        tabular: Number(TABULAR.has(kind)),
        defines: Number(DEFINING.has(kind) && intent === "definition"),
        counts: Number(TABULAR.has(kind) && intent === "value"),
        orders: Number(ORDERED.has(kind) && (intent === "sequence" || intent === "timing")),
      };
    }

    /** The best candidate among the rules, or among what the work does not settle. @param {boolean} settled */
    best(settled) {
      return this.candidates.reduce(
        (best, row) => (Boolean(this.index.kinds[row.place]) === settled && (!best || row.value > best.value) ? row : best),
        /** @type {any} */ (null)
      );
    }

    /** The rules, best first: the candidates by the model, then the others by BM25F. */
    hits() {
      const { index, bm25 } = this;
      const settled = (/** @type {number} */ place) => Boolean(index.kinds[place]);
      const chosen = this.candidates.filter((row) => settled(row.place)).map(({ place, value }) => ({ place, value }));
      chosen.sort((a, b) => b.value - a.value);
      const said = chosen.length ? index.restated.get(chosen[0].place) : undefined;
      const at = said ? chosen.slice(0, NEAR).findIndex((hit) => said.has(hit.place) && chosen[0].value - hit.value < GIVES_WAY) : -1;
      if (at > 0) {
        const [original] = chosen.splice(at, 1);
        chosen.unshift({ place: original.place, value: chosen[0].value });
      }
      const floor = Math.min(...this.candidates.map((row) => row.value));
      const rest = this.order.slice(this.candidates.length).filter(settled);
      return [...chosen, ...rest.map((place) => ({ place, value: floor + bm25[place] / bm25[this.order[0]] - 1 }))];
    }

    /** Whether a rule answers; the matter that the work does not settle, when one stands above the best rule. */
    decision() {
      const { grounds, bias, threshold } = this.index.language.rules.decision;
      const rule = this.best(true);
      const absent = this.best(false);
      if (!rule) return { answerable: false, absent: -1 };
      /** @type {Record<string, number>} */
      const found = {
        margin: Math.min(absent ? rule.value - absent.value : FREE_MARGIN, FREE_MARGIN),
        unknown: this.unknown / Math.max(1, this.keys.length),
      };
      for (const name of Object.keys(grounds)) {
        const [, of, signal] = /^(rule|absent)-(.*)$/.exec(name) ?? [];
        if (of) found[name] = (of === "rule" ? rule : absent)?.signals[signal] ?? 0;
      }
      const confidence = 1 / (1 + Math.exp(-weighed(grounds, found) - bias));
      const answerable = Math.round(confidence * 1000) / 1000 >= threshold;
      return { answerable, absent: !answerable && absent && absent.value > rule.value ? absent.place : -1 };
    }
  }

  /** @param {Record<string, number>} weights @param {Record<string, number>} values */
  function weighed(weights, values) {
    return Object.keys(weights).reduce((sum, name) => sum + weights[name] * values[name], 0);
  }

  // Where the words of a name stand in what is said.
  function placeOf(/** @type {string[]} */ said, /** @type {string[]} */ name) {
    return said.findIndex((_, at) => name.every((word, place) => said[at + place] === word));
  }

  const SET_ASIDE = new Set(["pas", "hors", "sauf", "sans", "non"]);

  /** The mode that a question names, and not to set it aside. @param {any} index @param {string} question */
  function modeOf(index, question) {
    const said = arbitre.words(question);
    const longest = [...index.modes].sort((a, b) => b[1].length - a[1].length);
    const meant = longest.find(([, name]) => {
      const at = placeOf(said, name);
      return at >= 0 && !said.slice(Math.max(0, at - 2), at).some((word) => SET_ASIDE.has(word));
    });
    return meant ? meant[0] : null;
  }

  // A page has no dictionary: it mends long words alone, where a slip is likelier than a word that the work does not use.
  const MENDED = 7;
  const LONGEST_WORD = 40;

  /** Mends the words that the work does not know, by its own (see kb/search/correction.py). */
  class Speller {
    /** @param {any} index */
    constructor(index) {
      this.analyzer = index.analyzer;
      /** @type {Map<string, [number, string]>} */
      this.written = new Map();
      for (const [form, uses] of this.analyzer.uses) {
        const bare = arbitre.fold(form);
        const before = this.written.get(bare);
        if (!before || uses > before[0] || (uses === before[0] && form > before[1])) this.written.set(bare, [uses, form]);
      }
      /** @type {Map<string, string[]>} words by what is left of them without one letter */
      this.around = new Map();
      for (const bare of this.written.keys()) {
        if (bare.length < MENDED - 1) continue;
        for (const less of lessened(bare)) this.around.set(less, [...(this.around.get(less) ?? []), bare]);
      }
      this.keys = new Set(index.keys);
    }

    /** @param {string} text @param {Speller[]} all those of the works searched: a word that one knows is no slip */
    mend(text, all) {
      return text.replace(/[\p{L}\p{Nl}\p{No}]+/gu, (word) =>
        all.some((speller) => speller.knows(word)) ? word : this.mended(word)
      );
    }

    /** @param {string} word */
    mended(word) {
      const bare = arbitre.fold(word);
      if (bare.length < MENDED || bare.length > LONGEST_WORD) return word;
      /** @type {[number, string]} */
      let best = [0, word];
      for (const near of new Set(lessened(bare).flatMap((less) => this.around.get(less) ?? []))) {
        const found = this.written.get(near);
        if (found && oneSlip(bare, near) && (found[0] > best[0] || (found[0] === best[0] && found[1] > best[1]))) best = found;
      }
      return best[1];
    }

    /** @param {string} word */
    knows(word) {
      const form = word.toLowerCase();
      return this.written.has(arbitre.fold(word)) || this.analyzer.stopwords.has(form) || this.analyzer.expansions.has(form) || this.analyzer.language.irregular.has(form) || this.keys.has(this.analyzer.analysed(form));
    }
  }

  // A word, then the same without one of its letters.
  const lessened = (/** @type {string} */ word) => [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];

  // True when one letter more, less, other, or two exchanged part two words.
  function oneSlip(/** @type {string} */ a, /** @type {string} */ b) {
    let first = 0;
    while (first < a.length && a[first] === b[first]) first++;
    const [left, right] = [a.slice(first), b.slice(first)];
    return (
      left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1) ||
      (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
    );
  }

  /** @type {WeakMap<any, Speller>} */
  const spellers = new WeakMap();

  function spellerOf(/** @type {any} */ index) {
    const found = spellers.get(index) ?? new Speller(index);
    spellers.set(index, found);
    return found;
  }

  /** Searches some works: hits, best first, what the whole question names before all; whether a rule answers.
   * @param {string} question @param {any[]} indexes @param {{ game?: string }} options */
  arbitre.search = (question, indexes, { game = "" } = {}) => {
    const asked = question.slice(0, LONGEST);
    const said = arbitre.words(asked);
    const meant = game ? [] : indexes.filter((index) => index.names.some((name) => placeOf(said, name) >= 0));
    const searched = game ? indexes.filter((index) => index.work === game) : meant.length ? meant : indexes;
    let corrected = "";
    let answerable = false;
    /** @type {any[]} */
    const hits = [];
    /** @type {any[]} */
    const absents = [];
    const readers = searched.map(spellerOf);
    for (const [at, index] of searched.entries()) {
      const text = readers[at].mend(asked, readers);
      if (text !== asked) corrected ||= text;
      const measured = new Measured(index, text, index.language.intent(asked), modeOf(index, text));
      hits.push(...measured.hits().map(({ place, value }) => ({ index, place, value, id: index.ids[place], keys: measured.keys })));
      const decision = measured.decision();
      answerable ||= decision.answerable;
      if (decision.absent >= 0) absents.push({ index, place: decision.absent });
    }
    hits.sort((a, b) => b.value - a.value);
    const exact = named(question, searched).map(({ index, place }) => ({ index, place, value: Infinity, id: index.ids[place], keys: [] }));
    const first = new Set(exact.map((hit) => hit.id));
    return {
      hits: [...exact, ...hits.filter((hit) => !first.has(hit.id))],
      answerable: answerable || exact.length > 0,
      absents,
      corrected,
    };
  };

  // What the whole question names: an id, a number, a title, another name; the best rank alone.
  function named(/** @type {string} */ question, /** @type {any[]} */ indexes) {
    const wanted = question.trim();
    if (!wanted || question.length > LONGEST_NAME) return [];
    const found = indexes.flatMap((index) =>
      [...new Set([wanted, arbitre.titleKey(wanted)])].flatMap((key) =>
        (index.named.get(key) ?? []).map(([rank, place]) => ({ index, rank, place }))
      )
    );
    const best = Math.min(...found.map(({ rank }) => rank));
    const kindRank = (/** @type {any} */ { index, place }) => (DEFINING.has(index.kinds[place]) ? 0 : 1);
    return found
      .filter(({ rank, index, place }, at) => rank === best && found.findIndex((one) => one.index === index && one.place === place) === at)
      .sort((a, b) => kindRank(a) - kindRank(b) || (a.index.ids[a.place] < b.index.ids[b.place] ? -1 : 1));
  }

  Object.assign(arbitre, { Measured, modeOf });
})();
