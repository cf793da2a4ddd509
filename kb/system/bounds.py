"""What is read of a file that somebody else wrote: how much, how deep, how many. Each bound is some times what the largest work here needs.

Reading takes a time and a memory that grow as the text does; so these bound them too (`tests/reading/test_bounds.py` measures it).
"""

MEGABYTE = 1_000_000

TEXT_BYTES = 2 * MEGABYTE
"""A publication, or a file of canonical text: seven times the longest publication. Read in half a minute, in less than 300 MB."""

DATA_BYTES = 10 * MEGABYTE
"""A file of data (TOML, TSV, JSON): five times the longest; it is read ten times as fast as a text."""

FILES = 500
"""The files of one kind in a folder: ten times the most."""

LINES = 50_000
"""The lines of a text: ten times the most. Each may come to be a rule, with its identifier, its words and its links."""

LINE_CHARACTERS = 4_000
"""A line: three times the longest. Python refuses a number of more digits than this."""

COMBINING = 30
"""Accents one after the other, as Unicode's stream-safe format bounds them: to put more in order takes their square."""

DEPTH = 32
"""The steps of a TOML key, or the lists one within the other: each step of a key is a table, and each holds the next."""

FINDINGS = 200
"""The findings shown of one file: who has more mends these first. To explain one takes some milliseconds."""

IDENTIFIER = 300
"""The characters of an identifier, without its work: four times the longest. Each of its units repeats it."""

TERM_WORDS = 24
"""The words of a title that running text may mention: the longest has nineteen."""

NAMESAKES = 100
"""The rules of one name that are distinguished where it is met: eight times the most. A name that more bear means none of them."""

HIDDEN = 2_000
"""The printed references of one rule that its mentions leave out."""

ERRATA = 300
"""The corrections of a work that are applied: twenty times the most. Each goes through the whole work."""

QUESTION_CHARACTERS = 1_000
"""A question, whoever asks it."""

REQUEST_PARTS = 100
"""What a request of the engine puts in order, or the modifiers that it applies: nine times the most. More hold up whoever else asks."""
