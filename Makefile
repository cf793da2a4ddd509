# Every verb of the project, one line each; `make` alone lists them.
BIN := .venv/bin
KB := build/arbitre.sqlite
PORT ?= 8000
LOCK := uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command 'make lock'

# The tests on every processor: one that has no more to do takes half of what waits for another.
SPREAD := -n auto --dist worksteal

# The folder of the user's own publications.
export ARBITRE_TEXTS ?= local

# Set by .ci/run, where `make test` has just run the tests on publications: `make check` leaves them out.
TESTED :=

# Where Python is told to keep no bytecode, the tests and the hundreds of programs that they start would compile all anew.
COMPILED := test -z "$$PYTHONDONTWRITEBYTECODE" || $(BIN)/python -m compileall -q -j 0 .venv/lib kb api tests

# What is neither long nor on publications: what one runs after each change.
QUICK := not slow and not publication and not proof

.PHONY: help run build site quick test prove check train bases score bench lock clean
.NOTPARALLEL:

help: ## liste les commandes
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 8

run: build ## construit la base, ouvre le site et l'API, vos textes compris : pour votre usage, sur cette machine (PORT=8000)
	$(BIN)/arbitre serve --kb $(KB) --with-texts --port $(PORT)

build: .venv/run.stamp ## construit la base, avec vos publications si leur dossier existe (ARBITRE_TEXTS, par défaut local/)
	@mkdir -p build
	@set --; test ! -d "$$ARBITRE_TEXTS" || set -- --texts "$$ARBITRE_TEXTS"; set -x; $(BIN)/arbitre build "$$@" --out $(KB)

site: build ## écrit le site statique dans site-out/
	$(BIN)/arbitre site --kb $(KB) --out site-out

quick: .venv/dev.stamp ## lance les tests qui ne sont ni longs ni sur des publications (options : make quick ARGS="-x")
	@$(COMPILED)
	$(BIN)/pytest $(SPREAD) -q -m '$(QUICK)' $(ARGS)

test: .venv/dev.stamp ## lance les tests, ceux du site dans Chromium (options : make test ARGS="tests/cli -x")
	@.ci/browser
	@.ci/proxies
	@$(COMPILED)
	$(BIN)/pytest $(SPREAD) $(ARGS)

prove: .venv/dev.stamp ## lance les longues preuves : bases tuées cent fois, API, politiques faussées, mesures (options : make prove ARGS=-x)
	@.ci/browser
	@$(COMPILED)
	$(BIN)/pytest $(SPREAD) -m proof $(ARGS)

check: .venv/dev.stamp ## contrôle le code, les données et, si vos publications sont là, la fidélité de leur lecture
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/arbitre check
	@test -n "$(TESTED)" || test ! -d "$$ARBITRE_TEXTS" || { set -x; $(BIN)/pytest $(SPREAD) -m 'publication and not proof'; }
	@test ! -d "$$ARBITRE_TEXTS" || { set -x; $(BIN)/arbitre build --texts "$$ARBITRE_TEXTS" --out build/fidelity.sqlite && $(BIN)/arbitre diff --layers precis texte --kb build/fidelity.sqlite; }

bases: .venv/dev.stamp ## construit build/precis.sqlite et build/texte.sqlite (le précis et vos publications)
	@mkdir -p build
	$(BIN)/arbitre build --out build/precis.sqlite
	$(BIN)/arbitre build --texts "$$ARBITRE_TEXTS" --out build/texte.sqlite

score: bases ## note les réponses à des questions naturelles (SCORER=le programme qui note, NATURAL=leur dossier)
	@test -n "$(SCORER)" || { echo 'make score : dites SCORER=PROGRAMME.py et NATURAL=DOSSIER' >&2; exit 2; }
	python3 $(SCORER) . $(NATURAL) $(ARGS)

train: .venv/dev.stamp ## apprend les poids de la recherche sur tests/questions/dev (il faut vos publications)
	$(BIN)/python -m tests.learning.ordinary
	$(BIN)/python -m tests.learning.training "$$ARBITRE_TEXTS" tests/questions/dev/*.jsonl
	@mkdir -p build
	$(BIN)/arbitre build --out build/precis.sqlite
	$(BIN)/python -m tests.learning.refusal build/precis.sqlite tests/questions/dev/*.jsonl

bench: .venv/dev.stamp ## mesure justesse, vitesse, taille, service et site à côté d'autres, et écrit BENCH.md (options : make bench ARGS=--quick)
	@.ci/bench $(BIN)/python -m tests.bench --texts "$$ARBITRE_TEXTS" $(ARGS)

lock: .venv/dev.stamp ## fige les versions des paquets (pour les renouveler : make lock ARGS=--upgrade)
	@PATH="$$PATH:$(CURDIR)/$(BIN)" $(LOCK) $(ARGS) --group build --output-file requirements.lock pyproject.toml
	@PATH="$$PATH:$(CURDIR)/$(BIN)" $(LOCK) $(ARGS) --group dev --constraints requirements.lock --output-file requirements-dev.lock pyproject.toml

clean: ## efface tout ce que ces commandes ont produit
	rm -rf .venv build dist site-out htmlcov .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find kb api tests -name __pycache__ -prune -exec rm -rf {} +

.venv/run.stamp: requirements.lock pyproject.toml
	@.ci/setup requirements.lock
	@touch $@

.venv/dev.stamp: requirements-dev.lock pyproject.toml
	@.ci/setup requirements-dev.lock
	@touch $@
