-- The knowledge base: one read-only file, the rows of each table work after work, in order. Spans are 1-based inclusive lines of a source.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE works (
    work TEXT NOT NULL,
    layer TEXT NOT NULL,
    title TEXT NOT NULL,
    edition TEXT NOT NULL,
    modes TEXT NOT NULL,      -- JSON list, the default first
    listed INTEGER NOT NULL,  -- 0 for the example work
    PRIMARY KEY (work, layer)
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (
    work TEXT NOT NULL,
    layer TEXT NOT NULL,
    document TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    lines INTEGER NOT NULL,
    blank TEXT NOT NULL,      -- JSON list of the numbers of its blank lines
    PRIMARY KEY (work, layer, document),
    FOREIGN KEY (work, layer) REFERENCES works (work, layer)
) STRICT, WITHOUT ROWID;

CREATE TABLE nodes (
    id TEXT NOT NULL,
    layer TEXT NOT NULL,
    work TEXT NOT NULL,
    kind TEXT NOT NULL,
    subkind TEXT,
    authority TEXT NOT NULL,
    number TEXT,
    title TEXT NOT NULL,
    path TEXT NOT NULL,       -- JSON list: document, then the titles above
    text TEXT NOT NULL,
    own TEXT,                 -- the words before its units, NULL where they are its text
    markdown TEXT,            -- NULL where it is its text
    parent TEXT,
    place INTEGER NOT NULL,   -- reading order within the work, the précis first
    status TEXT NOT NULL,
    superseded_by TEXT,
    redirect TEXT,
    scope TEXT NOT NULL,      -- JSON list of modes
    fields TEXT NOT NULL,     -- JSON list of [name, value]
    page INTEGER,             -- that the source says it is on
    form TEXT NOT NULL,
    source TEXT NOT NULL,     -- the document that it stands in
    spans TEXT NOT NULL,      -- JSON list of [first, last], in reading order
    UNIQUE (id, layer),
    FOREIGN KEY (work, layer, source) REFERENCES sources (work, layer, document),
    FOREIGN KEY (parent, layer) REFERENCES nodes (id, layer) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX nodes_by_place ON nodes (work, layer, place);
CREATE INDEX nodes_by_parent ON nodes (parent, layer, place);

-- The questions written beside each provision, packed: nothing looks for a part of them, and unpacked they would be a third of the base.
CREATE TABLE questions (
    id TEXT PRIMARY KEY,      -- of the provision, or work/?id of an absent matter
    work TEXT NOT NULL,
    asked BLOB NOT NULL,      -- zlib, JSON list of [question, verdict (or empty), its clauses in the précis, in the text]
    worded BLOB NOT NULL,     -- zlib, JSON list, of those that have a verdict, of [place in `asked`, verdict, list of the fields of a wording]
    -- zlib, JSON, what each piece of four letters weighs for yes; null where the questions teach nothing.
    classifier BLOB
) STRICT;
CREATE INDEX questions_of ON questions (work, id);

CREATE TABLE names (
    work TEXT NOT NULL,
    key TEXT NOT NULL,        -- the name as compared: folded, without plural
    id TEXT NOT NULL,
    role TEXT NOT NULL,       -- former, number, title, alias, label (of an index)
    name TEXT NOT NULL,
    PRIMARY KEY (work, key, role, id)
) STRICT, WITHOUT ROWID;

-- What players call the rows and the columns of tables.
CREATE TABLE row_names (
    work TEXT NOT NULL,
    id TEXT NOT NULL,         -- of the table, or nothing: in every table
    label TEXT NOT NULL,      -- of the row or column in the précis
    name TEXT NOT NULL,
    PRIMARY KEY (work, id, label, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE edges (
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    layer TEXT NOT NULL,
    type TEXT NOT NULL,
    how TEXT NOT NULL,
    printed TEXT NOT NULL,
    reason TEXT NOT NULL,
    spans TEXT NOT NULL,      -- JSON list of [first, last]
    source_clause TEXT NOT NULL, -- of two rules that clash, the clause of the précis whose words do
    target_clause TEXT NOT NULL,
    source_texte TEXT NOT NULL,  -- the clause of the text, where an editor names it
    target_texte TEXT NOT NULL,
    prevails TEXT NOT NULL,      -- `source`, `target`, or nothing
    FOREIGN KEY (source, layer) REFERENCES nodes (id, layer),
    FOREIGN KEY (target, layer) REFERENCES nodes (id, layer)
) STRICT;

-- The clauses of the précis and of the text that say the same, by the provision that holds both.
CREATE TABLE alignments (
    id TEXT PRIMARY KEY,
    pairs TEXT NOT NULL       -- « 2.1=3.2 4.1=5.1 »: what follows # of each clause of the précis, and of that of the text
) STRICT, WITHOUT ROWID;
CREATE INDEX edges_from ON edges (source, type);
CREATE INDEX edges_to ON edges (target, type);

CREATE TABLE cross_references (
    work TEXT NOT NULL,
    layer TEXT NOT NULL,
    source TEXT NOT NULL,
    form TEXT NOT NULL,
    printed TEXT NOT NULL,
    target TEXT NOT NULL,
    resolution TEXT NOT NULL,
    candidates TEXT NOT NULL, -- JSON list of ids
    FOREIGN KEY (source, layer) REFERENCES nodes (id, layer)
) STRICT;
CREATE INDEX cross_references_from ON cross_references (source, layer);

CREATE TABLE windows (
    work TEXT NOT NULL,
    id TEXT NOT NULL,         -- the provision
    unit TEXT NOT NULL,       -- where the phrase stands: the provision, or a unit of it
    layer TEXT NOT NULL,
    place INTEGER NOT NULL,   -- order within the unit
    role TEXT NOT NULL,       -- usable: the timing line of an ability; clause: a condition of a rule
    edge TEXT NOT NULL,
    moment TEXT NOT NULL,     -- the period, in the words printed
    timeline TEXT NOT NULL,   -- the moment of the timeline that it names, empty for none
    whose TEXT NOT NULL,
    cue TEXT NOT NULL,        -- the event that opens it, in the words printed
    frequency TEXT NOT NULL,
    printed TEXT NOT NULL,
    PRIMARY KEY (unit, layer, place),
    FOREIGN KEY (id, layer) REFERENCES nodes (id, layer),
    FOREIGN KEY (unit, layer) REFERENCES nodes (id, layer)
) STRICT, WITHOUT ROWID;
CREATE INDEX windows_of ON windows (work, role);

-- What can be asked of a provision by yes or no, and what it comes to; of several cases that hold, the last.
CREATE TABLE issues (
    work TEXT NOT NULL,
    id TEXT NOT NULL,         -- the provision
    issues BLOB NOT NULL,     -- zlib of a JSON list, their phrases in keys
    PRIMARY KEY (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE usages (
    work TEXT NOT NULL,
    place INTEGER NOT NULL,
    id TEXT NOT NULL,         -- the provision that allows it
    title TEXT NOT NULL,      -- as printed
    moments TEXT NOT NULL,    -- JSON list of the moments of the timeline
    owner TEXT NOT NULL,      -- active, opponent or both
    kind TEXT NOT NULL,       -- libre, obligatoire or passif
    frequency TEXT NOT NULL,
    timing TEXT NOT NULL,     -- in our words
    PRIMARY KEY (work, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE moments (
    work TEXT NOT NULL,
    place INTEGER NOT NULL,   -- order of the file: each before those in it
    id TEXT NOT NULL,         -- path of slugs, its place in the tree
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    who TEXT NOT NULL,
    repeat TEXT NOT NULL,
    free INTEGER NOT NULL,    -- 1 when no rule orders what stands in it
    apart INTEGER NOT NULL,   -- 1 for a sequence used in several places, without order among its siblings
    at_once INTEGER NOT NULL, -- 1 when what stands in it is resolved at once
    window INTEGER NOT NULL,  -- 1 when who acts there uses what stands in it in any order
    plays TEXT NOT NULL,      -- JSON list of the sequences apart that it plays, in order
    count TEXT NOT NULL,      -- up or down: it comes back by number, the lowest or the highest first
    cites TEXT NOT NULL,      -- JSON list of ids without the work
    aliases TEXT NOT NULL,    -- JSON list
    said TEXT NOT NULL,       -- JSON list of what players call it among its neighbours
    sign TEXT NOT NULL,       -- what it is drawn by, empty for nothing
    PRIMARY KEY (work, id)
) STRICT, WITHOUT ROWID;

-- The sheet that players print.
CREATE TABLE sheets (
    work TEXT NOT NULL,
    place INTEGER NOT NULL,   -- order of the file
    title TEXT NOT NULL,
    cites TEXT NOT NULL,      -- JSON list of ids without the work: tables, rules, clauses of the précis
    PRIMARY KEY (work, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE policies (
    work TEXT PRIMARY KEY,
    printed BLOB NOT NULL     -- zlib, JSON: what the work's precedence.toml holds
) STRICT, WITHOUT ROWID;

CREATE TABLE examples (
    work TEXT PRIMARY KEY,
    -- zlib, JSON list, of the written questions of values, of [id of the value, words, keys, what the request gives, [slot, what stands around] of each figure]
    asked BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notions (
    notion TEXT PRIMARY KEY,
    place INTEGER NOT NULL,   -- order of the file
    title TEXT NOT NULL,
    summary TEXT NOT NULL,
    cites TEXT NOT NULL       -- JSON list of ids, those of one work together, the main one first
) STRICT, WITHOUT ROWID;

CREATE TABLE dropped (
    work TEXT NOT NULL,
    document TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (work, document, first, last)
) STRICT, WITHOUT ROWID;

-- What was measured of a work, by hand or by a program.
CREATE TABLE measures (
    work TEXT NOT NULL,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    good INTEGER NOT NULL,
    whole INTEGER NOT NULL,
    how TEXT NOT NULL,
    PRIMARY KEY (work, place)
) STRICT, WITHOUT ROWID;

-- The words of the text layer that their lines do not print.
CREATE TABLE departures (
    id TEXT NOT NULL,
    first INTEGER NOT NULL,   -- characters of the text of a unit, or of what a provision says before its units
    last INTEGER NOT NULL,
    origin TEXT NOT NULL,
    reason TEXT NOT NULL,
    line INTEGER NOT NULL,
    PRIMARY KEY (id, first)
) STRICT, WITHOUT ROWID;

CREATE TABLE diagnostics (
    work TEXT NOT NULL,
    layer TEXT NOT NULL,
    code TEXT NOT NULL,
    severity TEXT NOT NULL,
    message TEXT NOT NULL,
    hint TEXT NOT NULL,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    id TEXT
) STRICT;

-- What search finds: provisions, and matters that a work does not settle.
CREATE TABLE documents (
    work TEXT NOT NULL,
    document INTEGER NOT NULL,
    id TEXT NOT NULL,
    absent TEXT NOT NULL,       -- why the work does not settle it, for what is no provision of it
    scope TEXT NOT NULL,        -- JSON list of modes, empty for all
    questions INTEGER NOT NULL, -- how many are written beside it
    PRIMARY KEY (work, document)
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
    work TEXT NOT NULL,
    key TEXT NOT NULL,
    number INTEGER NOT NULL,  -- its place among those of the work, from 1
    rarity REAL NOT NULL,     -- how much it tells
    -- What it weighs in each view, a JSON object by number of document. A query only adds these up.
    precis TEXT NOT NULL,
    texte TEXT NOT NULL,
    both TEXT NOT NULL,
    said INTEGER NOT NULL, -- 2 when a name or the text of a provision holds it, 1 when only what players call the rows of a table does, else 0
    UNIQUE (work, key)
) STRICT;

-- The small parts of documents that a question may resemble: names, questions, clauses.
CREATE TABLE witnesses (
    work TEXT NOT NULL,
    document INTEGER NOT NULL,
    -- MessagePack. How many are names, questions, clauses of the précis and clauses of the text, in this order; of each, the unit of the
    -- clause (0 for the words before the units) or the place of the question among those of the provision, and the rarities of all its keys, added
    -- up, in hundredths; then, by the place of a key among those of the work, from 0, the witnesses that hold it.
    held BLOB NOT NULL,
    PRIMARY KEY (work, document)
) STRICT;

CREATE TABLE forms (
    work TEXT NOT NULL,
    form TEXT NOT NULL,       -- a word as written, lower case; accentless spellings too, after a ~
    key TEXT NOT NULL,        -- the key that the index knows it by
    uses INTEGER NOT NULL,    -- how often it stands in the work, 0 for an accentless spelling
    PRIMARY KEY (work, form)
) STRICT, WITHOUT ROWID;

CREATE TABLE lexicons (
    work TEXT PRIMARY KEY,
    lexicon TEXT NOT NULL,    -- JSON: stopwords, protected, families, expansions…
    unknown REAL NOT NULL     -- how much a key tells that no document holds
) STRICT, WITHOUT ROWID;

-- To find rules by words as typed: SELECT id, title, sum(weight) AS weight FROM found WHERE work = 'aos' AND word IN ('charger', 'courir')
-- GROUP BY id ORDER BY weight DESC.
CREATE VIEW found AS
SELECT f.work, ltrim(f.form, '~') AS word, d.id, n.title, i.value AS weight
FROM forms f
JOIN keys k ON k.work = f.work AND k.key = f.key
JOIN json_each(k.both) i
JOIN documents d ON d.work = f.work AND d.document = CAST(i.key AS INTEGER)
LEFT JOIN nodes n ON n.id = d.id AND n.layer = (SELECT max(m.layer) FROM nodes m WHERE m.id = d.id);
