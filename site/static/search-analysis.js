// A question as the index knows words: forms to keys, events, what it asks for. The same analysis as kb/search/analysis.py and frames.py.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const TOKEN = /\p{Nd}*d\p{Nd}+(?![\p{L}\p{N}_])|\p{Nd}+(?:\.\p{Nd}+)+|\p{Nd}+\+|[0-9]+|[\p{L}\p{Nl}\p{No}]+/gu;
  const LETTERS = /^[\p{L}\p{M}]+$/u;
  const QUOTED = /[«“"]([^«»“”"\n]{2,60})[»”"]/gu;
  const ELIDED = new Set("l d j m t s n c qu jusqu lorsqu puisqu quoiqu".split(" "));
  const PREFIX = 5;
  const QUOTED_WORDS = 5;

  const opened = (/** @type {string} */ text) => text.replace(/œ/g, "oe").replace(/æ/g, "ae");

  /** A text in lower case, without accents, ligatures opened. @param {string} text */
  function fold(text) {
    return opened(text.toLowerCase()).replace(/’/g, "'").normalize("NFD").replace(/\p{Mn}/gu, "");
  }

  /** The words of a text, lower case, accents kept, elided articles dropped. @param {string} text @returns {string[]} */
  function tokens(text) {
    return (opened(text.normalize("NFC").toLowerCase()).match(TOKEN) ?? []).filter((token) => !ELIDED.has(token));
  }

  /** The folded words of a text, in order. @param {string} text @returns {string[]} */
  function words(text) {
    return (text.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? []).map(fold);
  }

  /** A title as it is compared. @param {string} title */
  function titleKey(title) {
    return words(title).map((word) => (word.length > 3 ? word.replace(/[sx]$/, "") : word)).join(" ").replace(/^etape \d+ /, "");
  }

  /** Words written one after the other: a capital tells how much each has of the one before. @param {string} text @returns {string[]} */
  function listed(text) {
    let before = "";
    return (text.match(/[A-Z][^A-Z]*/gu) ?? []).map((piece) => (before = before.slice(0, piece.charCodeAt(0) - 65) + piece.slice(1)));
  }

  /** The same with a key each: a capital tells how much it has of the folded word. @param {string} text @returns {Map<string, string>} */
  function paired(text) {
    /** @type {Map<string, string>} */
    const found = new Map();
    let word = "";
    for (const [, same, end, kept, rest] of text.matchAll(/([A-Z])([^A-Z]*)([A-Z])([^A-Z]*)/gu)) {
      word = word.slice(0, same.charCodeAt(0) - 65) + end;
      found.set(word, fold(word).slice(0, kept.charCodeAt(0) - 65) + rest);
    }
    return found;
  }

  /** What every work shares. */
  class Language {
    /** @param {any} data the value of search-words.js */
    constructor(data) {
      this.rules = data.rules;
      this.irregular = paired(data.irregular);
      this.meanings = data.meanings;
      /** @type {[string, RegExp][]} */
      this.intents = data.rules.intents.map(([name, pattern]) => [name, new RegExp(pattern, "u")]);
      const frames = data.rules.frames;
      this.openers = new RegExp(frames.openers, "iu");
      this.breaks = new RegExp(frames.break, "u");
      this.article = new RegExp(`^(?:${frames.article})$`, "u");
      this.place = new RegExp(`^(?:${frames.place})$`, "u");
      this.denials = new Set(frames.denials);
    }

    /** What a question asks for. @param {string} question */
    intent(question) {
      const folded = fold(question);
      return this.intents.find(([, pattern]) => pattern.test(folded))?.[0] ?? "definition";
    }
  }

  /** The words of one work. */
  class Analyzer {
    /** @param {Language} language @param {any} data the value of a work's script @param {number[]} uses of each form */
    constructor(language, data, uses) {
      this.language = language;
      this.stopwords = new Set(data.stopwords.split(" "));
      this.own = paired(data.keys);
      this.families = paired(data.families);
      /** @type {Map<string, number>} how often each form stands in the work */
      this.uses = new Map();
      listed(data.forms).forEach((form, place) => this.uses.set(form, uses[place]));
      /** @type {Map<string, string>} a word without accents to the first that is written so */
      this.bare = new Map();
      for (const form of this.uses.keys()) {
        const bare = fold(form);
        if (bare !== form && !this.uses.has(bare) && !this.bare.has(bare)) this.bare.set(bare, form);
      }
      /** @type {Map<string, [string[], string[]][]>} */
      this.expansions = new Map();
      for (const [short, full] of data.expansions) {
        const written = tokens(short);
        this.expansions.set(written[0], [...(this.expansions.get(written[0]) ?? []), [written, tokens(full)]]);
      }
      /** @type {Map<string, string>} */
      this.memory = new Map();
    }

    /** The key of a word as written. @param {string} form @returns {string} */
    key(form) {
      let key = this.memory.get(form);
      if (key === undefined) {
        const meant = this.uses.has(form) || fold(form) !== form ? form : this.bare.get(form) ?? form;
        key = this.analysed(meant);
        if (this.memory.size < 50000) this.memory.set(form, key);
      }
      return key;
    }

    /** @param {string} form */
    analysed(form) {
      const known = this.own.get(form) ?? this.language.irregular.get(form);
      const bare = known ?? (LETTERS.test(form) ? fold(arbitre.stem(form)) : form);
      return this.families.get(bare) ?? bare;
    }

    /** The keys of a text, stop words left out, in order. @param {string} text @returns {string[]} */
    keys(text) {
      const found = this.expanded(tokens(text)).filter((token) => !this.stopwords.has(token)).map((token) => this.key(token));
      for (const [, phrase] of text.matchAll(QUOTED)) {
        const said = words(phrase);
        if (said.length && said.length <= QUOTED_WORDS) found.push(`«${said.join(" ")}»`);
      }
      return found;
    }

    /** The words and those that an abbreviation stands for. @param {string[]} found */
    expanded(found) {
      return found.flatMap((token, place) => [
        token,
        ...(this.expansions.get(token) ?? []).flatMap(([written, meant]) =>
          written.every((word, at) => found[place + at] === word) ? meant : []
        ),
      ]);
    }

    /** The beginnings of the long words of a text. @param {string} text @returns {string[]} */
    beginnings(text) {
      return tokens(text)
        .filter((token) => token.length > PREFIX && LETTERS.test(token) && !this.stopwords.has(token))
        .map((token) => "~" + fold(token).slice(0, PREFIX));
    }

    /** The keys of the events that a question tells (see kb/search/frames.py). @param {string} text @param {Set<string>} actions */
    events(text, actions) {
      const clauses = text.split(this.language.openers).flatMap((piece) => piece.split(this.language.breaks));
      return new Set(clauses.flatMap((clause) => this.event(clause, actions)));
    }

    /** @param {string} clause @param {Set<string>} actions @returns {string[]} */
    event(clause, actions) {
      const language = this.language;
      const found = tokens(clause);
      const keys = found.map((token) => (this.stopwords.has(token) ? null : this.key(token)));
      const named = keys.flatMap((key, place) => (key !== null && actions.has(key) ? [place] : []));
      const at = named.find((place) => place === 0 || !language.article.test(found[place - 1])) ?? named[0];
      if (at === undefined) return [];
      let agent = keys.slice(0, at).filter(Boolean);
      /** @type {(string | null)[]} */
      let patient = [];
      /** @type {(string | null)[]} */
      const place = [];
      let current = patient;
      for (let next = at + 1; next < found.length; next++) {
        if (language.place.test(found[next])) current = place;
        if (keys[next]) current.push(keys[next]);
      }
      if (found.slice(at + 1, at + 3).includes("par")) [agent, patient] = [patient, agent];
      const denied = found.slice(0, at + 2).some((token) => language.denials.has(token));
      return arbitre.eventKeys(keys[at], denied, agent, patient, place);
    }
  }

  /** An event as keys of the index. */
  arbitre.eventKeys = (action, denied, agent, patient, place) => [
    `${action}!`,
    ...(denied ? [`${action}!non`] : []),
    ...agent.map((key) => `${action}<${key}`),
    ...patient.map((key) => `${action}>${key}`),
    ...place.map((key) => `${action}@${key}`),
    ...[...agent, ...patient, ...place].map((key) => `${action}|${key}`),
  ];

  Object.assign(arbitre, { Analyzer, Language, fold, listed, titleKey, tokens, words });
})();
