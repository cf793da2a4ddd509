-- The knowledge base: one read-only file. Spans are 1-based inclusive lines of `sources.document`.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE works (
    work TEXT NOT NULL,
    layer TEXT NOT NULL,
    title TEXT NOT NULL,
    edition TEXT NOT NULL,
    language TEXT NOT NULL,
    modes TEXT NOT NULL,      -- JSON list, the default first
    listed INTEGER NOT NULL,  -- 0 for the example work
    PRIMARY KEY (work, layer)
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (
    source INTEGER PRIMARY KEY,
    work TEXT NOT NULL,
    layer TEXT NOT NULL,
    document TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    lines INTEGER NOT NULL,
    UNIQUE (work, layer, document),
    FOREIGN KEY (work, layer) REFERENCES works (work, layer)
) STRICT;

CREATE TABLE nodes (
    node INTEGER PRIMARY KEY,
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
    own TEXT NOT NULL,
    markdown TEXT NOT NULL,
    parent TEXT,
    place INTEGER NOT NULL,   -- reading order within the layer
    status TEXT NOT NULL,
    superseded_by TEXT,
    redirect TEXT,
    scope TEXT NOT NULL,      -- JSON list of modes
    fields TEXT NOT NULL,     -- JSON list of [name, value]
    form TEXT NOT NULL,
    source INTEGER NOT NULL REFERENCES sources (source),
    UNIQUE (id, layer),
    FOREIGN KEY (work, layer) REFERENCES works (work, layer),
    FOREIGN KEY (parent, layer) REFERENCES nodes (id, layer) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX nodes_by_place ON nodes (work, layer, place);
CREATE INDEX nodes_by_parent ON nodes (parent, layer, place);

CREATE TABLE spans (
    node INTEGER NOT NULL REFERENCES nodes (node),
    place INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (node, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE questions (
    id TEXT NOT NULL,         -- of the provision, or work/?id of an absent matter
    place INTEGER NOT NULL,   -- among the questions of the provision
    work TEXT NOT NULL,
    verdict TEXT NOT NULL,    -- oui, non, depend, or empty
    precis_clause TEXT NOT NULL,
    texte_clause TEXT NOT NULL,
    question TEXT NOT NULL,
    PRIMARY KEY (work, id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE names (
    work TEXT NOT NULL,
    key TEXT NOT NULL,        -- the name as compared: folded, without plural
    id TEXT NOT NULL,
    role TEXT NOT NULL,       -- former, number, title, alias, label (of an index)
    name TEXT NOT NULL,
    PRIMARY KEY (work, key, role, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE edges (
    edge INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    layer TEXT NOT NULL,
    type TEXT NOT NULL,
    how TEXT NOT NULL,
    printed TEXT NOT NULL,
    reason TEXT NOT NULL,
    spans TEXT NOT NULL,      -- JSON list of [first, last]
    FOREIGN KEY (source, layer) REFERENCES nodes (id, layer),
    FOREIGN KEY (target, layer) REFERENCES nodes (id, layer)
) STRICT;
CREATE INDEX edges_from ON edges (source, type);
CREATE INDEX edges_to ON edges (target, type);

CREATE TABLE cross_references (
    reference INTEGER PRIMARY KEY,
    work TEXT NOT NULL,
    layer TEXT NOT NULL,
    source TEXT NOT NULL,
    form TEXT NOT NULL,
    printed TEXT NOT NULL,
    target TEXT NOT NULL,
    module TEXT,
    resolution TEXT NOT NULL,
    candidates TEXT NOT NULL, -- JSON list of ids
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
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
    spans TEXT NOT NULL,      -- JSON list of [first, last]
    PRIMARY KEY (unit, layer, place),
    FOREIGN KEY (id, layer) REFERENCES nodes (id, layer),
    FOREIGN KEY (unit, layer) REFERENCES nodes (id, layer)
) STRICT, WITHOUT ROWID;
CREATE INDEX windows_of ON windows (work, role);

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
    PRIMARY KEY (work, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE policies (
    work TEXT PRIMARY KEY,
    printed TEXT NOT NULL     -- JSON: what the work's precedence.toml holds
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

CREATE TABLE diagnostics (
    diagnostic INTEGER PRIMARY KEY,
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

CREATE TABLE documents (
    work TEXT NOT NULL,
    view TEXT NOT NULL,       -- precis, texte or both
    document INTEGER NOT NULL,
    id TEXT NOT NULL,
    weight REAL NOT NULL,     -- what authority and kind make of its score
    absent TEXT NOT NULL,     -- why the work does not settle it, for what is no provision of it
    PRIMARY KEY (work, view, document)
) STRICT, WITHOUT ROWID;

CREATE TABLE postings (
    work TEXT NOT NULL,
    view TEXT NOT NULL,
    term TEXT NOT NULL,
    rarity REAL NOT NULL,     -- how much the term tells
    documents BLOB NOT NULL,  -- packed (document, impact, fields), see kb/search/postings.py
    segments BLOB NOT NULL,   -- packed numbers of the segments that hold it
    PRIMARY KEY (work, view, term)
) STRICT, WITHOUT ROWID;

CREATE TABLE views (
    work TEXT NOT NULL,
    view TEXT NOT NULL,
    segments BLOB NOT NULL,   -- packed (document, part, unit, verdict, weight), in order of document
    vectors BLOB NOT NULL,    -- packed vectors of the documents, see kb/search/space.py
    worded BLOB NOT NULL,     -- packed wordings of clauses and of questions with a verdict, see kb/search/wording.py
    terms BLOB NOT NULL,      -- packed numbers of the words and pairs of words of each of these
    PRIMARY KEY (work, view)
) STRICT, WITHOUT ROWID;

CREATE TABLE wordings (
    work TEXT NOT NULL,
    view TEXT NOT NULL,
    term TEXT NOT NULL,       -- a word of them, or two that follow each other
    number INTEGER NOT NULL,  -- its place among the terms of the view
    rarity REAL NOT NULL,
    PRIMARY KEY (work, view, term)
) STRICT, WITHOUT ROWID;

CREATE TABLE meanings (
    key TEXT PRIMARY KEY,     -- of any work
    vector BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE forms (
    work TEXT NOT NULL,
    form TEXT NOT NULL,       -- a word as written, lower case; accentless spellings too, after a ~
    key TEXT NOT NULL,        -- the key that the index knows it by
    uses INTEGER NOT NULL,    -- how often it stands in the work, 0 for an accentless spelling
    PRIMARY KEY (work, form)
) STRICT, WITHOUT ROWID;

CREATE TABLE lexicons (
    work TEXT PRIMARY KEY,
    lexicon TEXT NOT NULL     -- JSON: stopwords, protected, families, expansions, actions
) STRICT, WITHOUT ROWID;

CREATE TABLE page_indexes (
    view TEXT NOT NULL,       -- the layers that a site shows: precis or both
    work TEXT NOT NULL,       -- empty for what the works share
    data TEXT NOT NULL,       -- JSON: what its pages search by, see kb/search/portable
    PRIMARY KEY (view, work)
) STRICT, WITHOUT ROWID;
