"""The words that players use whatever the game, counted in the written questions: `python -m tests.learning.ordinary` (`make train`).

None of them tells that a question asks of a thing that a book lacks: where a book has no question yet, nobody says which words its
players use.
"""

import textwrap
from collections import defaultdict
from pathlib import Path

import Stemmer

from kb.model.words import fold, tokens
from kb.system.data import data_dir

_PATH = data_dir("corpus") / "lexicon" / "ordinaires.toml"
# From so many games, so many uses and so many letters on.
_GAMES, _USES, _LETTERS = 3, 5, 5
_WIDTH = 138
_HEAD = """\
# Les mots que les joueurs emploient quel que soit le jeu (leurs racines, sans accents) : comptés dans les questions d'au moins trois jeux
# par « make train ». D'un livre qui a peu de questions, aucun ne dit qu'il lui manque une chose.

mots = \"\"\"
"""


def words(corpus: Path) -> list[str]:
    """The stems that the questions of enough works have, in order."""
    stemmer = Stemmer.Stemmer("french")
    games: dict[str, set[str]] = defaultdict(set)
    uses: dict[str, int] = defaultdict(int)
    for path in sorted(corpus.glob("*/questions/*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            for word in tokens(line.rsplit("\t", 1)[-1]):
                if word.isalpha() and len(word) >= _LETTERS:
                    stem = fold(stemmer.stemWord(word))
                    games[stem].add(path.parts[-3])
                    uses[stem] += 1
    return sorted(stem for stem, played in games.items() if len(played) >= _GAMES and uses[stem] >= _USES)


def main() -> None:
    """Write the file."""
    said = textwrap.fill(" ".join(words(data_dir("corpus"))), _WIDTH, break_on_hyphens=False)
    _PATH.write_text(f'{_HEAD}{said}\n"""\n', encoding="utf-8")


if __name__ == "__main__":
    main()
