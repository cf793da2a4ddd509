// Runs the search of the pages outside a browser: reads {"folder", "works", "ask"} on its input, writes what each question finds.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

globalThis.window = globalThis;
const { folder, works, ask, stems = [], sets = [] } = JSON.parse(fs.readFileSync(0, "utf8"));
const run = (file) => vm.runInThisContext(fs.readFileSync(path.join(folder, file), "utf8"), { filename: file });
for (const part of ["stem", "analysis", "signs", "index", "ranking"]) run(`static/search-${part}.js`);
run("static/search-words.js");
for (const work of works) run(`${work}/-/search-index.js`);

const { arbitre, arbitreWords, arbitreIndex } = globalThis;
const language = new arbitre.Language(arbitreWords[0]);
const space = new arbitre.Space(language, arbitreWords[0].meanings);
const began = performance.now();
const indexes = arbitreIndex.map((data) => new arbitre.Index(language, data, space));
const opened = performance.now() - began;
const answers = ask.map(({ question, game }) => {
  const started = performance.now();
  const { hits, answerable, corrected, absents } = arbitre.search(question, indexes, { game });
  const reasons = absents.map(({ index, place }) => index.ids[place]);
  return { ids: hits.slice(0, 5).map((hit) => hit.id), count: hits.length, answerable, corrected, reasons, took: performance.now() - started };
});
process.stdout.write(JSON.stringify({
  answers,
  opened,
  stems: stems.map(arbitre.stem),
  sets: sets.map(({ text, wanted }) => {
    const bits = new arbitre.Bits(text);
    return wanted.map(([count, size]) => bits.set(count, size));
  }),
}));
