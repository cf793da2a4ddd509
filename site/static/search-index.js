// The index of one work, read from the text that kb/search/portable wrote: signs are numbers, bits are sets.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const { reader, numbers, unfolded, summed, Bits } = arbitre;

  // The parts of a document, and the fields counted, as in kb/search/portable/game.py.
  const NAME = 0;
  const QUESTION = 1;
  const CLAUSE = 2;
  const EVENT = 4;
  const PARTS = 4;
  const COUNTED = ["title", "names", "body", "summary", "questions"];
  const FIELDS = [...COUNTED, "path", "number", "prefix"];
  // What a field brings to what a document is about (see kb/search/space.py).
  const ABOUT = { title: 2, names: 1, body: 1, summary: 0.7, questions: 1.5, path: 0.5, number: 0 };

  /** The vectors of words, in whole numbers: the very ones that the program adds up. */
  class Space {
    /** @param {any} language @param {any} data of the words that many works share */
    constructor(language, data) {
      Object.assign(this, language.rules.space);
      /** @type {Map<string, Float32Array>} */
      this.words = new Map();
      this.add(data.keys ? data.keys.split(" ") : [], data.numbers);
    }

    /** @param {string[]} keys @param {string} text */
    add(keys, text) {
      const side = 2 * this.near + 1;
      const told = new Float32Array(keys.length * this.dimensions);
      numbers(text).forEach((pair, at) => {
        const far = pair - side * side;
        told[2 * at] = far < 0 ? Math.floor(pair / side) - this.near : unfolded(Math.floor(far / this.wide));
        told[2 * at + 1] = far < 0 ? (pair % side) - this.near : unfolded(far % this.wide);
      });
      keys.forEach((key, row) => this.words.set(key, told.subarray(row * this.dimensions, (row + 1) * this.dimensions)));
    }
  }

  class Index {
    /** @param {any} language @param {any} data the value of a work's script @param {any} space */
    constructor(language, data, space) {
      this.language = language;
      this.work = data.work;
      this.title = data.title;
      this.mode = data.mode;
      this.names = data.names;
      this.modes = data.modes;
      this.describe(data.documents);
      this.analyzer = new arbitre.Analyzer(language, data, numbers(data.uses));
      this.number(data);
      this.space = space;
      space.add(summed(data.meanings.keys).map((number) => this.keys[number]), data.meanings.numbers);
      this.read(data.postings);
    }

    /** Who the documents are. @param {any} told */
    describe(told) {
      const kinds = this.language.rules.kinds.map(([kind]) => kind);
      this.titles = told.titles.split("\n");
      this.ids = this.spelled(told.ids.split("\n"));
      this.size = this.ids.length;
      this.numbers = told.numbers.split("\n");
      this.kinds = numbers(told.kinds).map((kind) => (kind ? kinds[kind - 1] : ""));
      this.parents = Int32Array.from(numbers(told.parents), (gap, place) => (gap ? place - unfolded(gap) : -1));
      this.weights = Float32Array.from(numbers(told.weight), (weight) => told.weights[weight]);
      this.scopes = numbers(told.scope).map((scope) => told.scopes[scope]);
      this.restated = new Map(told.restated.map(([place, ...said]) => [place, new Set(said)]));
      this.piece = told.piece;
      this.pieces = told.pieces;
      /** @type {Map<string, [number, number][]>} a name as it is compared to (rank, document) pairs */
      this.named = new Map();
      let place = 0;
      for (const line of told.names ? told.names.split("\n") : []) {
        const [, gap, label, name] = /^(\d+) (?:(1) )?(.*)$/.exec(line) ?? [];
        place += Number(gap);
        this.name(arbitre.titleKey(name), label ? 4 : 3, place);
      }
      for (let at = 0; at < this.size; at++) {
        if (!this.kinds[at]) continue;
        this.name(arbitre.titleKey(this.titles[at]), 2, at);
        if (this.numbers[at]) this.name(this.numbers[at], 1, at);
        this.name(this.ids[at], 0, at);
        this.name(this.ids[at].slice(this.work.length + 1), /^\d/.test(this.ids[at].slice(this.work.length + 1)) ? 1 : 2, at);
      }
    }

    /** Ids in full: `^` stands for the folder of the one before, `$` for the words of the title. @param {string[]} ids */
    spelled(ids) {
      let folder = "";
      return ids.map((told, place) => {
        const id = told.replace(/^\^/, folder + "/").replace(/\$$/, () => arbitre.words(this.titles[place]).join("-"));
        folder = id.slice(0, Math.max(0, id.lastIndexOf("/")));
        return `${this.work}/${id}`;
      });
    }

    /** @param {string} key @param {number} rank @param {number} place */
    name(key, rank, place) {
      if (key) this.named.set(key, [...(this.named.get(key) ?? []), [rank, place]]);
    }

    /** Numbers the keys: those that the forms give, the most used first, then the others. @param {any} data */
    number(data) {
      /** @type {Map<string, number>} */
      const uses = new Map();
      /** @type {Map<string, Map<string, number>>} */
      const beginnings = new Map();
      for (const [form, count] of this.analyzer.uses) {
        if (this.analyzer.stopwords.has(form)) continue;
        const key = this.analyzer.analysed(form);
        uses.set(key, (uses.get(key) ?? 0) + count);
        for (const beginning of this.analyzer.beginnings(form)) {
          const of = beginnings.get(key) ?? new Map();
          beginnings.set(key, of.set(beginning, (of.get(beginning) ?? 0) + count));
        }
      }
      const most = (/** @type {Map<string, number>} */ counts) =>
        [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1));
      this.keys = [...most(uses), ...(data.others ? data.others.split("\n") : [])];
      /** For each key, the beginnings that its words may have, with the share of each. */
      this.beginningsOf = this.keys.map((key) => {
        const of = beginnings.get(key) ?? new Map();
        return most(of).map((beginning) => [beginning, of.get(beginning), uses.get(key)]);
      });
      this.actions = new Set(summed(data.actions).map((number) => this.keys[number]));
    }

    /** What the documents say. @param {any} told */
    read(told) {
      const bits = new Bits(told.bits);
      const size = this.size;
      const held = numbers(told.sizes).map((count) => bits.set(count, this.keys.length));
      const parts = numbers(told.segments);
      const titled = numbers(told.titled);
      this.layout(parts);
      /** @type {number[][]} */
      const holding = this.keys.map(() => []);
      held.forEach((keys, place) => keys.forEach((key) => holding[key].push(place)));

      const count = reader(told.counts);
      const change = reader(told.changes);
      /** For each key, the documents, their counts in each field, the segments. */
      this.terms = new Map();
      /** @type {Record<string, Float64Array>} */
      const lengths = Object.fromEntries(FIELDS.map((field) => [field, new Float64Array(size)]));
      const totals = held.map(() => new Map());
      const paths = this.paths(told);
      for (let number = 0; number < this.keys.length; number++) {
        const key = this.keys[number];
        const documents = holding[number];
        /** @type {number[]} */
        const segments = [];
        const counts = documents.map((place) => {
          const [names, questions, clauses, summaries] = parts.slice(place * PARTS, place * PARTS + PARTS);
          const found = [0, 0, 0, 0, 0];
          let leading = 0;
          for (const at of bits.set(count(), names + questions + clauses + summaries)) {
            segments.push(this.starts[place] + at);
            if (at < names) {
              if (at > 0) found[1]++;
              else if (titled[place]) found[0]++;
              else leading = 1;
            } else if (at < names + questions) found[4]++;
            else if (at < names + questions + clauses) found[2]++;
            else found[3]++;
          }
          const differences = told.combinations[change()];
          for (let field = 0; field < found.length; field++) {
            found[field] += differences[field];
            lengths[COUNTED[field]][place] += found[field];
          }
          totals[place].set(number, found[0] + found[2] + found[4] + leading);
          const path = paths[place].get(number) ?? 0;
          const numbered = this.numbers[place] === key ? 1 : 0;
          lengths.path[place] += path;
          lengths.number[place] += numbered;
          return [...found, path, numbered];
        });
        if (documents.length) this.terms.set(key, { documents, segments, counts, rarity: arbitre.rarity(size, documents.length) });
      }
      this.begin(told, held, totals, lengths);
      this.weigh(told, lengths);
      this.tell(told);
      this.gather();
    }

    /** The first segment of each document, the part of each. @param {number[]} parts */
    layout(parts) {
      this.starts = new Int32Array(this.size + 1);
      /** @type {number[]} */
      this.parts = [];
      for (let place = 0; place < this.size; place++) {
        this.starts[place] = this.parts.length;
        for (let part = 0; part < PARTS; part++) {
          for (let left = parts[place * PARTS + part]; left > 0; left--) this.parts.push(part > CLAUSE ? CLAUSE : part);
        }
      }
      this.starts[this.size] = this.parts.length;
    }

    /** The keys of each document's path, with how often each stands there. @param {any} told */
    paths(told) {
      const next = numbers(told.paths);
      /** @type {Map<number, number>[]} */
      const paths = [];
      for (let at = 0; at < next.length; ) {
        const path = new Map();
        let number = 0;
        for (const last = at++ + next[at - 1]; at <= last; at++) {
          number += next[at];
          path.set(number, (path.get(number) ?? 0) + 1);
        }
        paths.push(path);
      }
      return numbers(told.path).map((path) => paths[path]);
    }

    /** The beginnings of words: their counts follow from those of the keys. */
    begin(told, held, totals, lengths) {
      const change = reader(told.beginnings);
      /** @type {Map<string, { documents: number[], counts: number[] }>} */
      const found = new Map();
      held.forEach((keys, place) => {
        /** @type {Map<string, number>} */
        const foreseen = new Map();
        for (const number of keys) {
          const total = totals[place].get(number);
          for (const [beginning, part, whole] of this.beginningsOf[number]) {
            const share = Math.floor((2 * total * part + whole) / (2 * whole));
            foreseen.set(beginning, (foreseen.get(beginning) ?? 0) + share);
          }
        }
        for (const [beginning, count] of foreseen) {
          const times = count + unfolded(change());
          if (!times) continue;
          lengths.prefix[place] += times;
          const of = found.get(beginning) ?? { documents: [], counts: [] };
          found.set(beginning, of);
          of.documents.push(place);
          of.counts.push(times);
        }
      });
      const rules = this.language.rules.fields;
      for (const [beginning, { documents, counts }] of found) {
        const rarity = arbitre.rarity(this.size, documents.length);
        const impacts = documents.map((place, at) => {
          const frequency = (rules.weights.prefix * counts[at]) / this.norm(told, lengths, "prefix", place);
          return (rarity * frequency * (rules.saturation + 1)) / (rules.saturation + frequency);
        });
        this.terms.set(beginning, { documents, impacts, segments: [], rarity });
      }
    }

    /** How long a field is in a document, against its average. */
    norm(told, lengths, field, place) {
      const share = this.language.rules.fields.normalisation;
      return 1 - share + (share * lengths[field][place]) / told.averages[field];
    }

    /** The share of each key in the score of a document, and in what it is about. */
    weigh(told, lengths) {
      const { weights, saturation } = this.language.rules.fields;
      const fields = FIELDS.slice(0, -1);
      const worth = fields.map((field) => this.ids.map((_, place) => weights[field] / this.norm(told, lengths, field, place)));
      for (const term of this.terms.values()) {
        if (!term.counts) continue;
        term.impacts = term.documents.map((place, at) => {
          const frequency = term.counts[at].reduce((sum, times, field) => sum + times * worth[field][place], 0);
          return (term.rarity * frequency * (saturation + 1)) / (saturation + frequency);
        });
        term.about = Float32Array.from(term.counts, (counts) => {
          const times = counts.reduce((sum, count, field) => sum + count * ABOUT[fields[field]], 0);
          return times >= 1 ? 1 + Math.log(times) : times;
        });
        delete term.counts;
      }
      this.mean();
    }

    /** The vector of each document: those of its words, added up. */
    mean() {
      const { dimensions } = this.space;
      this.vectors = this.ids.map(() => new Float32Array(dimensions));
      for (const [key, { documents, about }] of this.terms) {
        const vector = about && this.space.words.get(key);
        if (!vector) continue;
        documents.forEach((place, at) => {
          const sum = this.vectors[place];
          for (let column = 0; column < dimensions; column++) sum[column] += about[at] * vector[column];
        });
      }
      this.vectors.forEach(arbitre.toUnit);
    }

    /** The events that the conditions of the documents name. @param {any} told */
    tell(told) {
      const next = reader(told.events);
      const end = numbers(told.events).length;
      let read = 0;
      const take = () => (read++, next());
      let place = 0;
      /** @type {number[]} the document of each event */
      this.eventOwners = [];
      const first = this.parts.length;
      /** @type {Map<string, { documents: number[], segments: number[] }>} */
      const found = new Map();
      while (read < end) {
        place += take();
        const action = this.keys[take()];
        const denied = take() === 1;
        const [agent, patient, where] = [0, 1, 2].map(() => Array.from({ length: take() }, () => this.keys[take()]));
        const segment = first + this.eventOwners.length;
        this.eventOwners.push(place);
        this.parts.push(EVENT);
        for (const key of new Set(arbitre.eventKeys(action, denied, agent, patient, where))) {
          const term = found.get(key) ?? { documents: [], segments: [] };
          found.set(key, term);
          term.segments.push(segment);
          if (term.documents[term.documents.length - 1] !== place) term.documents.push(place);
        }
      }
      for (const [key, { documents, segments }] of found) {
        this.terms.set(key, { documents: [], impacts: [], segments, rarity: arbitre.rarity(this.size, documents.length) });
      }
      this.firstEvent = first;
    }

    /** The rarity of the keys of each segment, and the events of each document. */
    gather() {
      this.rarities = new Float64Array(this.parts.length);
      for (const { segments, rarity } of this.terms.values()) for (const segment of segments) this.rarities[segment] += rarity;
      /** @type {Map<number, number[]>} */
      this.events = new Map();
      this.eventOwners.forEach((place, at) => {
        this.events.set(place, [...(this.events.get(place) ?? []), this.firstEvent + at]);
      });
    }
  }

  /** How much a word tells: more when fewer of the documents hold it. */
  arbitre.rarity = (/** @type {number} */ documents, /** @type {number} */ holding) =>
    Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));

  /** Brings a vector to length one; a null one stays. */
  arbitre.toUnit = (/** @type {Float32Array} */ vector) => {
    const length = Math.hypot(...vector);
    if (length) for (let column = 0; column < vector.length; column++) vector[column] /= length;
    return vector;
  };

  Object.assign(arbitre, { Bits, Index, Space, PART: { NAME, QUESTION, CLAUSE, EVENT } });
})();
