// Runs the search of the pages outside a browser: reads {"folder", "works", "ask"} on its input, writes what each question finds.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

globalThis.window = globalThis;
const { folder, works, ask, stems = [] } = JSON.parse(fs.readFileSync(0, "utf8"));
const run = (file) => vm.runInThisContext(fs.readFileSync(path.join(folder, file), "utf8"), { filename: file });
run("static/search.js");
for (const work of works) run(`${work}/-/search.js`);

const { arbitre, arbitrePacks } = globalThis;
const began = performance.now();
const indexes = arbitrePacks.map((pack) => new arbitre.Index(pack));
const opened = performance.now() - began;
const answers = ask.map(({ question, game }) => {
  const started = performance.now();
  const { hits, answerable, evidence, corrected, absents } = arbitre.search(question, arbitre.meant(question, indexes, game));
  const reasons = absents.map(({ index, place }) => index.ids[place]);
  const took = performance.now() - started;
  return { ids: hits.slice(0, 10).map((hit) => hit.id), count: hits.length, answerable, evidence, corrected, reasons, took };
});
const documents = indexes.flatMap(({ ids }) => ids);
process.stdout.write(JSON.stringify({ answers, opened, documents, stems: stems.map(arbitre.stem) }));
