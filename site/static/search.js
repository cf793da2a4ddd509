// The search of the pages: the keys of a question, their weights added up over the documents of a game, what comes first, or a refusal.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const stemmer = new FrenchStemmer();

  // Words, as kb/words.py and kb/search/analysis.py have them

  const TOKEN = /\p{Nd}*d\p{Nd}+(?![\p{L}\p{N}_])|\p{Nd}+(?:\.\p{Nd}+)+|\p{Nd}+\+|[0-9]+|[\p{L}\p{Nl}\p{No}]+/gu;
  const LETTERS = /^[\p{L}\p{M}]+$/u;
  const ELIDED = new Set("l d j m t s n c qu jusqu lorsqu puisqu quoiqu".split(" "));

  const opened = (text) => text.replace(/œ/g, "oe").replace(/æ/g, "ae");

  /** A text in lower case, without accents, ligatures opened. @param {string} text */
  function fold(text) {
    const lower = text.toLowerCase();
    return /^[a-z]*$/.test(lower) ? lower : opened(lower).replace(/’/g, "'").normalize("NFD").replace(/\p{Mn}/gu, "");
  }

  /** The words of a text, lower case, accents kept, elided articles dropped. @param {string} text @returns {string[]} */
  const tokens = (text) => (opened(text.normalize("NFC").toLowerCase()).match(TOKEN) ?? []).filter((token) => !ELIDED.has(token));

  /** The words of a text without accents, in order. @param {string} text @returns {string[]} */
  const words = (text) => (text.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? []).map(fold);

  /** A title as it is compared. @param {string} title */
  function titleKey(title) {
    return words(title).map((word) => (word.length > 3 ? word.replace(/[sx]$/, "") : word)).join(" ").replace(/^etape \d+ /, "");
  }

  const stem = (form) => (LETTERS.test(form) ? fold(stemmer.stemWord(form)) : form);

  // The documents of a work

  const DEFINING = new Set(["definition", "keyword", "ability"]);
  // How well a name tells a document: an id, a number, a title, another name, a label.
  const [ID, NUMBER, TITLE, ALIAS, LABEL] = [0, 1, 2, 3, 4];
  // What the letters of a pack weigh.
  const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 23, 26, 30, 34, 38, 43, 49, 56, 64, 73, 84];

  /** Lines in order, each written without the letters that it shares with the one before: how many, then the others. @param {string[]} lines */
  const whole = (lines) => {
    let line = "";
    return lines.map((cut) => (line = line.slice(0, parseInt(cut[0], 36)) + cut.slice(1)));
  };

  /** What a work is searched by: its pack (see kb/site/search_pack.py), read. */
  class Index {
    constructor(pack) {
      Object.assign(this, pack.about);
      this.stopwords = new Set(pack.stopwords);
      this.expansions = pack.expansions.map((pair) => pair.map(tokens));
      this.read(pack.forms.split("\n"), pack.others.split("\n"), pack.weights.split("\n"));
      this.describe(pack.documents);
    }

    /** The keys, in the order of their weights: of the forms, then the others. A capital says how many letters of its form a key lacks. */
    read(forms, others, weights) {
      this.forms = new Map();
      /** @type {Map<string, string>} a word without accents, and the most used form that is written so */
      this.bare = new Map();
      for (const line of whole(forms)) {
        const [, form, uses, lost, end] = /^([^\dA-Z]+)(\d?)([A-Z])(.*)$/.exec(line) ?? [];
        if (!form) continue; // a work without a word
        const bare = fold(form);
        this.forms.set(form, { key: bare.slice(0, bare.length - (lost.charCodeAt(0) - 65)) + end, uses: Number(uses || 1) });
        const before = this.forms.get(this.bare.get(bare) ?? "");
        if (!before || Number(uses || 1) > before.uses) this.bare.set(bare, form);
      }
      const keys = new Set([...[...this.forms.values()].map(({ key }) => key), ...whole(others)]);
      /** @type {Map<string, string>} the documents of a key with its weight in each, read when asked for */
      this.postings = new Map([...keys].map((key, at) => [key, weights[at]]));
    }

    /** Who the documents are: the rules, then what the work does not settle. @param {any} documents */
    describe(documents) {
      const rows = (name) => documents[name].split("\n");
      [this.numbers, this.titles, this.kinds, this.scopes] = [rows("numbers"), rows("titles"), documents.kinds, documents.scopes];
      this.rules = this.kinds.length;
      const paths = rows("ids");
      this.ids = paths.map((path) => `${this.work}/${path}`);
      /** @type {Map<string, [number, number][]>} a name as it is compared, and the (rank, document) pairs that it tells */
      this.named = new Map();
      for (const [role, rank] of [["alias", ALIAS], ["label", LABEL]]) {
        rows(role).forEach((names, place) => names.split("\t").forEach((name) => this.name(titleKey(name), rank, place)));
      }
      for (let at = 0; at < this.rules; at++) {
        this.name(this.ids[at], ID, at);
        this.name(this.numbers[at], NUMBER, at);
        this.name(paths[at], /^\d/.test(paths[at]) ? NUMBER : TITLE, at);
        this.name(titleKey(this.titles[at]), TITLE, at);
      }
    }

    name(name, rank, place) {
      if (name) this.named.set(name, [...(this.named.get(name) ?? []), [rank, place]]);
    }

    /** The (document, weight) pairs of a key; a letter is a weight, the figures before it how far its document is from the one before. */
    weights(key) {
      let place = -1;
      const held = [...(this.postings.get(key) ?? "").matchAll(/(\d*)([a-z])/g)];
      return held.map(([, gap, level]) => [(place += 1 + Number(gap)), LEVELS[level.charCodeAt(0) - 97]]);
    }

    /** The key of a word as written. @param {string} form @returns {string} */
    key(form) {
      const known = this.forms.get(form) ?? this.forms.get(fold(form) === form ? this.bare.get(form) ?? "" : "");
      return known?.key ?? stem(form);
    }

    /** The keys of a text, stop words left out, an abbreviation with the words that it stands for. @param {string} text @returns {string[]} */
    keysOf(text) {
      const found = tokens(text);
      const meant = found.flatMap((token, at) => [
        token,
        ...this.expansions.filter(([short]) => short.every((word, next) => found[at + next] === word)).flatMap(([, full]) => full),
      ]);
      return meant.filter((token) => !this.stopwords.has(token)).map((token) => this.key(token));
    }

    // Words mended: a page has no dictionary, it mends long words alone, where a slip is likelier than a word that the work does not use.

    knows(word) {
      const form = word.toLowerCase();
      return this.stopwords.has(form) || this.bare.has(fold(word)) || this.postings.has(this.key(form));
    }

    /** The most used word of the work that is one slip away. @param {string} word */
    mended(word) {
      const bare = fold(word);
      if (bare.length < MENDED || bare.length > LONGEST_WORD) return word;
      const uses = (form) => this.forms.get(form)?.uses ?? 0;
      const near = [...this.bare].filter(([other]) => oneSlip(bare, other)).map(([, form]) => form);
      return near.reduce((best, form) => (uses(form) > uses(best) ? form : best), word);
    }
  }

  const [MENDED, LONGEST_WORD] = [8, 40];

  /** True when one letter more, less, other, or two exchanged part two words. @param {string} a @param {string} b */
  function oneSlip(a, b) {
    if (Math.abs(a.length - b.length) > 1) return false;
    let first = 0;
    while (first < a.length && a[first] === b[first]) first++;
    const [left, right] = [a.slice(first), b.slice(first)];
    const exchanged = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
    return exchanged || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1);
  }

  // Games and modes that a question names

  const SET_ASIDE = new Set(["pas", "hors", "sauf", "sans", "non"]);

  /** Where the words of a name stand in what is said. @param {string[]} said @param {string[]} name */
  const placeOf = (said, name) => said.findIndex((_, at) => name.every((word, next) => said[at + next] === word));

  /** The mode that a question names, unless to set it aside. @param {any} index @param {string[]} said */
  function modeOf(index, said) {
    const longest = [...index.modes].sort((a, b) => b[1].length - a[1].length);
    return longest.find(([, name]) => {
      const at = placeOf(said, name);
      return at >= 0 && !said.slice(Math.max(0, at - 2), at).some((word) => SET_ASIDE.has(word));
    })?.[0];
  }

  // What is only the manner of a question, as kb/answer/question/plain.py has it

  const [OPENING, CLOSING, REQUESTS] = [MANNER.opening, MANNER.closing, MANNER.requests].map((source) => new RegExp(source));
  // A browser gets an expression ready when it first serves: now, while the packs are on their way.
  for (const one of [OPENING, CLOSING, REQUESTS]) one.test("?");

  /** A question in lower case without its courtesies nor the name of its game; the thing alone, where it asks only to be told of one. */
  function plain(question, names) {
    let said = question.trim().toLowerCase().replace(/(?<![.?!:;,…\s])\s*\n\s*(?=\S)/g, ". ").replace(/\s+/g, " ");
    said = said.replace(/^(?:[-*•>–—]+|\(?\d{1,2}[).])\s+(?=\S)/, "").replace(/^[«“"]\s*([^«»“”"]+?)\s*[»”"]$/, "$1");
    const named = names.length && new RegExp(MANNER.game.replaceAll("{nom}", names.join("|"))).exec(letters(said));
    if (named) said = `${said.slice(0, named.index)} ${said.slice(named.index + named[0].length)}`.trim() || said;
    while (OPENING.test(said)) said = said.replace(OPENING, "");
    while (CLOSING.test(said)) said = said.replace(CLOSING, (mark) => (mark.includes("?") ? " ?" : ""));
    const thing = REQUESTS.exec(said.replace(/^[ ?!.]+|[ ?!.]+$/g, ""))?.slice(1).find(Boolean);
    return thing ?? (/[\p{L}\p{N}]/u.test(said) ? said : question);
  }

  /** A text without accents, each letter in its place. @param {string} text */
  const letters = (text) => [...text].map((one) => fold(one)[0] ?? one).join("");

  // A question against one work

  // So many of the heaviest rules are looked at again, as in kb/search/ranking.py.
  const CANDIDATES = 10;

  /** What a rule is in the default mode of its work goes before what the rule of the same name is in another, and weighs as much. */
  function defaultFirst(index, rules, scores) {
    const name = (place) => index.ids[place].split("/").pop();
    const usual = (place) => index.scopes[place].includes(index.default);
    for (const other of rules.slice(0, CANDIDATES)) {
      if (!index.scopes[other].length || usual(other)) continue;
      const from = rules.indexOf(other);
      const at = rules.findIndex((twin, at) => at > from && at < CANDIDATES && usual(twin) && name(twin) === name(other));
      if (at < 0) continue;
      scores[rules[at]] = scores[other];
      rules.splice(from, 0, ...rules.splice(at, 1));
    }
  }

  /** The documents that hold a key of a question, best first, and whether one of the rules answers. @param {any} index @param {string} question */
  function ranked(index, question) {
    const said = index.keysOf(question);
    const keys = [...new Set(said.length ? said : tokens(question).map((token) => index.key(token)))];
    const mode = modeOf(index, words(question));
    const within = (place) => !mode || !index.scopes[place]?.length || index.scopes[place].includes(mode);
    const [scores, covered] = [new Float64Array(index.ids.length), new Float64Array(index.ids.length)];
    let whole = 0;
    for (const key of keys) {
      const held = index.weights(key);
      const most = held.length ? Math.max(...held.map(([, weight]) => weight)) : index.refusal.unknown_weight;
      whole += most;
      for (const [place, weight] of held) {
        if (!within(place)) continue;
        scores[place] += weight;
        covered[place] += most;
      }
    }
    const order = [...scores.keys()].filter((place) => scores[place] > 0).sort((a, b) => scores[b] - scores[a] || a - b);
    const [rules, absents] = [order.filter((place) => place < index.rules), order.filter((place) => place >= index.rules)];
    if (!mode) defaultFirst(index, rules, scores);
    const [rule, absent] = [rules[0] ?? -1, absents[0] ?? -1];
    const share = (values, place) => (values[place] ?? 0) / (whole || 1);
    const evidence = { rule: share(scores, rule), rule_covers: share(covered, rule), absent: share(scores, absent), absent_covers: share(covered, absent) };
    const { bias, weights } = index.refusal;
    const answerable = rule >= 0 && Object.keys(weights).reduce((sum, name) => sum + weights[name] * evidence[name], bias) < 0;
    return {
      hits: rules.map((place) => ({ index, place, value: share(scores, place), id: index.ids[place], keys })),
      answerable,
      evidence,
      absent: !answerable && absent >= 0 && scores[absent] > (scores[rule] ?? 0) ? absent : -1,
    };
  }

  // A question longer than this is read up to here.
  const LONGEST = 2000;

  /** The works that a question is about: the one chosen, else those named, else all. @param {{ work: string, names: string[] }[]} works */
  arbitre.meant = (question, works, game) => {
    const said = words(question.slice(0, LONGEST));
    const meant = works.filter(({ work, names }) => (game ? work === game : names.some((name) => placeOf(said, words(name)) >= 0)));
    return meant.length ? meant : works;
  };

  /** Searches some works: hits, best first, what the whole question names before all; whether a rule answers. */
  arbitre.search = (question, indexes) => {
    const asked = question.slice(0, LONGEST);
    const read = indexes.map((index) =>
      plain(asked, index.names).replace(/[\p{L}\p{Nl}\p{No}]+/gu, (word) => (indexes.some((other) => other.knows(word)) ? word : index.mended(word)))
    );
    const found = indexes.map((index, at) => ranked(index, read[at]));
    const exact = [asked, plain(asked, indexes.flatMap(({ names }) => names))].map((text) => named(text, indexes)).find((one) => one.length) ?? [];
    const first = new Set(exact.map((hit) => hit.id));
    const others = found.flatMap(({ hits }) => hits).sort((a, b) => b.value - a.value);
    return {
      hits: [...exact, ...others.filter((hit) => !first.has(hit.id))],
      answerable: exact.length > 0 || found.some((one) => one.answerable),
      absents: found.flatMap(({ absent }, at) => (absent < 0 ? [] : [{ index: indexes[at], place: absent }])),
      evidence: found.map(({ evidence }) => evidence),
      corrected: read.find((text, at) => text !== plain(asked, indexes[at].names)) ?? "",
    };
  };

  /** What the whole question names, of the best rank alone. @param {string} question @param {any[]} indexes */
  function named(question, indexes) {
    const wanted = question.trim();
    if (!wanted) return [];
    const found = indexes.flatMap((index) =>
      [...new Set([wanted, titleKey(wanted)])].flatMap((name) => (index.named.get(name) ?? []).map(([rank, place]) => ({ index, rank, place })))
    );
    const best = Math.min(...found.map(({ rank }) => rank));
    const hits = found.filter(({ rank }) => rank === best).map(({ index, place }) => ({ index, place, id: index.ids[place], keys: index.keysOf(question) }));
    const order = ({ index, place }) => (DEFINING.has(index.kinds[place]) ? 0 : 1);
    return [...new Map(hits.map((hit) => [hit.id, hit])).values()].sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1));
  }

  Object.assign(arbitre, { Index, stem, tokens });
})();
