// The stem of a French word, by the algorithm of Snowball (https://snowballstem.org/algorithms/french/stemmer.html), as the program has it.
(() => {
  "use strict";

  const arbitre = (window.arbitre ??= {});
  const VOWELS = "aeiouyâàëéêèïîôûù";
  const vowel = (/** @type {string | undefined} */ sign) => sign !== undefined && sign !== "" && VOWELS.includes(sign);
  const consonant = (/** @type {string | undefined} */ sign) => sign !== undefined && sign !== "" && !VOWELS.includes(sign);

  // Endings, the longest that a word has being the only one tried.
  const list = (/** @type {string} */ text) => text.split(" ").sort((a, b) => b.length - a.length);
  const NOUNS = {
    plain: "ance iqUe isme able iste eux ances iqUes ismes ables istes",
    doer: "atrice ateur ation atrices ateurs ations",
    logie: "logie logies",
    ution: "usion ution usions utions",
    ence: "ence ences",
    ement: "ement ements",
    ité: "ité ités",
    if: "if ive ifs ives",
    eaux: "eaux",
    aux: "aux",
    oux: "oux",
    euse: "euse euses",
    issement: "issement issements",
    amment: "amment",
    emment: "emment",
    ment: "ment ments",
  };
  /** @type {Map<string, string>} */
  const NOUN = new Map(Object.entries(NOUNS).flatMap(([name, endings]) => endings.split(" ").map((ending) => [ending, name])));
  const NOUN_ENDINGS = [...NOUN.keys()].sort((a, b) => b.length - a.length);
  const I_VERBS = list(
    "îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront is issaIent issais issait issant " +
      "issante issantes issants isse issent isses issez issiez issions issons it"
  );
  const VERBS = list(
    "ions é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez aise aises âmes ât âtes a ai aIent ais ait ant " +
      "ante antes ants as asse assent asses assiez assions"
  );
  const AFTER_E = new Set("aise aises âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses assiez assions".split(" "));
  const RESIDUE = list("ion ier ière Ier Ière e");

  // Vowels that stand for consonants become capitals.
  function marked(/** @type {string} */ word) {
    const signs = [...word];
    for (let at = 0; at < signs.length; at++) {
      const next = signs[at + 1];
      if (vowel(signs[at]) && (next === "u" || next === "i") && vowel(signs[at + 2])) signs[at + 1] = next.toUpperCase();
      else if (vowel(signs[at]) && next === "y") signs[at + 1] = "Y";
      if (signs[at] === "ë") signs.splice(at, 1, "H", "e");
      else if (signs[at] === "ï") signs.splice(at, 1, "H", "i");
      else if (signs[at] === "y" && vowel(next)) signs[at] = "Y";
      else if (signs[at] === "q" && next === "u") signs[at + 1] = "U";
    }
    return signs.join("");
  }

  // Where the part of a word begins that endings may be taken from: RV, R1, R2.
  function regions(/** @type {string} */ word) {
    const past = (/** @type {number} */ from, /** @type {(sign: string) => boolean} */ wanted) => {
      for (let at = from; at < word.length; at++) if (wanted(word[at])) return at + 1;
      return -1;
    };
    const region = (/** @type {number} */ from) => {
      const first = past(from, vowel);
      const last = first < 0 ? -1 : past(first, consonant);
      return last < 0 ? word.length : last;
    };
    let rv = word.length;
    if (vowel(word[0]) && vowel(word[1]) && word.length > 2) rv = 3;
    else if (/^(?:par|col|tap)/.test(word)) rv = 3;
    else if (word.startsWith("mauva")) rv = 5;
    else if (word.startsWith("ni") && vowel(word[2])) rv = 3;
    else if (word.length > 1) {
      const found = past(1, vowel);
      if (found >= 0) rv = found;
    }
    const r1 = region(0);
    return { rv, r1, r2: r1 < word.length ? region(r1) : word.length };
  }

  /** The stem of one word, lower case, accents kept. */
  arbitre.stem = (/** @type {string} */ given) => {
    let word = marked(given.replace(/^(?:[cdjlmnst]|qu)'(?=.)/, ""));
    const { rv, r1, r2 } = regions(word);
    const ends = (/** @type {string} */ ending, from = 0) => word.endsWith(ending) && word.length - ending.length >= from;
    const last = (/** @type {string[]} */ endings, from = 0) => endings.find((ending) => ends(ending, from));
    const within = (/** @type {string} */ ending, /** @type {number} */ region) => word.length - ending.length >= region;
    const put = (/** @type {string} */ ending, by = "") => {
      word = word.slice(0, word.length - ending.length) + by;
    };
    // Takes an ending away when it stands in a region; else something else, when told.
    const drop = (/** @type {string} */ ending, region = r2, /** @type {string | undefined} */ by = undefined) => {
      if (within(ending, region)) put(ending);
      else if (by !== undefined) put(ending, by);
      else return false;
      return true;
    };

    function noun() {
      const ending = last(NOUN_ENDINGS);
      if (ending === undefined) return false;
      switch (NOUN.get(ending)) {
        case "plain":
          return drop(ending);
        case "doer":
          if (!drop(ending)) return false;
          if (ends("ic")) drop("ic", r2, "iqU");
          return true;
        case "logie":
          return within(ending, r2) && (put(ending, "log"), true);
        case "ution":
          return within(ending, r2) && (put(ending, "u"), true);
        case "ence":
          return within(ending, r2) && (put(ending, "ent"), true);
        case "ement":
          if (!drop(ending, rv)) return false;
          afterEment();
          return true;
        case "ité":
          if (!drop(ending)) return false;
          if (ends("abil")) drop("abil", r2, "abl");
          else if (ends("ic")) drop("ic", r2, "iqU");
          else if (ends("iv")) drop("iv");
          return true;
        case "if":
          if (!drop(ending)) return false;
          if (ends("at") && drop("at") && ends("ic")) drop("ic", r2, "iqU");
          return true;
        case "eaux":
          put(ending, "eau");
          return true;
        case "aux":
          return within(ending, r1) && (put(ending, "al"), true);
        case "oux":
          return "bhjlnp".includes(word[word.length - 4] ?? " ") && (put(ending, "ou"), true);
        case "euse":
          if (drop(ending)) return true;
          return within(ending, r1) && (put(ending, "eux"), true);
        case "issement":
          return within(ending, r1) && consonant(word[word.length - ending.length - 1]) && drop(ending, 0);
        case "amment":
          if (within(ending, rv)) put(ending, "ant");
          return false;
        case "emment":
          if (within(ending, rv)) put(ending, "ent");
          return false;
        default: {
          // A participle may stand before: « confusément ».
          const before = word.length - ending.length - 1;
          if (vowel(word[before]) && before >= rv) put(ending);
          return false;
        }
      }
    }

    function afterEment() {
      if (ends("iv")) {
        if (drop("iv") && ends("at")) drop("at");
      } else if (ends("eus")) {
        if (!drop("eus") && within("eus", r1)) put("eus", "eux");
      } else if (ends("abl")) drop("abl");
      else if (ends("iqU")) drop("iqU");
      else if (ends("ièr") || ends("Ièr")) {
        if (within("ièr", rv)) put("ièr", "i");
      }
    }

    function iVerb() {
      if (word.length < rv) return false;
      const ending = last(I_VERBS, rv);
      if (ending === undefined) return false;
      const before = word.length - ending.length - 1;
      if (before < rv || word[before] === "H" || !consonant(word[before])) return false;
      put(ending);
      return true;
    }

    function verb() {
      if (word.length < rv) return false;
      const ending = last(VERBS, rv);
      if (ending === undefined || (ending === "ions" && !within(ending, r2))) return false;
      // « Balais », « malaise », « mauvais »: no tense of a verb.
      if (/^aise?s?$/.test(ending) && /^(?:[^aeiouy]al|dépl)$|auv$/.test(word.slice(0, -ending.length))) return false;
      put(ending);
      if (AFTER_E.has(ending) && ends("e", rv)) put("e");
      return true;
    }

    function residue() {
      const before = word[word.length - 2];
      if (ends("s") && before !== undefined && (word.endsWith("His") || !"aiouès".includes(before))) put("s");
      if (word.length < rv) return;
      const ending = last(RESIDUE, rv);
      if (ending === "ion") {
        const at = word.length - 4;
        if (within("ion", r2) && at >= rv && "st".includes(word[at])) put("ion");
      } else if (ending === "e") put("e");
      else if (ending !== undefined) put(ending, "i");
    }

    if (noun() || iVerb() || verb()) {
      if (ends("Y")) put("Y", "i");
      else if (ends("ç")) put("ç", "c");
    } else residue();
    if (/(?:enn|onn|ett|ell|eill)$/.test(word)) word = word.slice(0, -1);
    word = word.replace(/[éè]([^aeiouyâàëéêèïîôûù]+)$/u, "e$1");
    return word.replace(/He/g, "ë").replace(/Hi/g, "ï").replace(/H/g, "").replace(/[IUY]/g, (sign) => sign.toLowerCase());
  };
})();
