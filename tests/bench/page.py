"""The page that a run writes: for each part a table with its ratios, then how its figures are taken and what is beside them."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

from tests.bench.engines import SEARCH, Compared, Engine
from tests.bench.growth import Build, Reading
from tests.bench.load import Load
from tests.bench.machine import Machine
from tests.bench.measuring import Bench, Built
from tests.bench.pages import Pages
from tests.bench.painting import EMPTY
from tests.bench.publishing import OURS, Publishing
from tests.bench.scenarios import ScenarioReport
from tests.bench.service import Served
from tests.bench.tables import figure, interval, megabytes, milliseconds, ratio, seconds, table

_INTRO = """Écrite par `make bench`, et à ne pas retoucher ; d'une seule traite et sur une même machine, sauf les parties qui disent leur
jour. Les rapports comptent plus que les durées : un rapport est le chiffre de sa ligne divisé par celui de la ligne qui porte × 1,00."""
QUICK = "**Essai rapide (`--quick`) : ces chiffres ne mesurent rien.**"
_BUSY = """**La machine servait à autre chose pendant la mesure (plus de processus actifs que de cœurs) : la justesse n'en dépend pas, mais
les durées, les débits et leurs rapports sont à refaire sur une machine au repos.**"""
NOT_ASKED = "Non demandé à cette mesure (`--parts`)."
_NO_TEXTS = "Non mesurée : les lignes qui répondent sont celles des publications, et la base n'en contient aucune."
_QUALITY = """Comment : mêmes passages, mêmes questions, le jeu donné à tous ; un passage est bon si ses lignes dans la publication touchent
celles qui répondent. Nos poids sont appris sur `dev`, où les réglages des autres ont été choisis aussi ; `held` ne sert qu'à mesurer. Une
question sans réponse n'est pas comptée ici. À côté : chaque moteur a son meilleur réglage trouvé, donné plus bas ; Arbitre a de plus le
précis de chaque règle, les questions écrites à côté, le lexique des joueurs et les liens : c'est ce qu'il apporte."""
_SPEED = """Comment : {count} questions l'une après l'autre, dans un même processus, jeu donné, les moteurs à tour de rôle ; de chacun,
le tour dont la médiane est la plus basse. À côté : Arbitre rend des passages entiers, leurs raisons et, pour `ask`, la réponse citée ; les
autres ne rendent que des identifiants. PostgreSQL répond par une socket, d'un autre processus. Indexer : une table par jeu ; chez nous,
l'index est dans la base, compté avec la construction."""
_SCENARIOS = """Comment : chaque requête de `tests/scenarios`, tous ses champs comparés, et une règle citée sur les lignes du livre qui
décident. Un ordre se rend en {p50} (p50), {p99} (p99). À côté : rien de tel ailleurs."""
_SERVICE = """Comment : `arbitre serve --workers {workers}`, {seconds} s par ligne ; chaque connexion redemande dès qu'elle est servie. Les
questions sont celles de `dev`, les règles toutes celles de la base, à tour de rôle ; le rapport est celui des débits. Erreur : toute
réponse autre que 200 (429 : le service refuse plutôt que de faire attendre). Mémoire : celle de tous les processus du service, à la fin.
À côté : le générateur de charge, sur les mêmes cœurs."""
_STEADY = """Comment : les questions partent à leur heure, que les précédentes aient reçu leur réponse ou non, et un délai compte de
cette heure. Mémoire : autant de questions qu'une heure en amène à cette cadence, posées sans pause, la première minute en valant {minute} ;
{errors} erreur(s)."""
_SITES = """Comment : le précis, une commande à la fois, à tour de rôle ; la médiane de {rounds}. À côté : mkdocs-material reçoit les mêmes
règles en Markdown, déjà prêtes ; il ne résout aucun renvoi, ne lie aucun terme, ne dessine aucun voisinage."""
_PAGES = """Comment : les scripts que charge une page jusqu'aux premiers résultats, comprimés ; {questions} questions de `dev` posées aux
scripts du site et au programme, les cinq premiers comparés dans l'ordre. Premier affichage : Chromium, que rien n'écoute pendant qu'il
charge, un serveur local, une page de chaque genre ; d'abord dans une fenêtre au repos qui n'a rien gardé du site, puis en venant d'une
autre page, dont ce qui est commun est gardé. À côté : une page vide, ce que le navigateur prend pour lui."""
_READINGS = """Comment : la base interrogée, chaque liste de l'index répétée autant de fois, ouverte par un processus neuf, dont la mémoire
au plus est comptée ; jeu donné ; les rapports sont ceux des p50. À côté : FTS5 sans racines, une table par jeu, les mêmes passages répétés
autant."""
_BUILDS = """Comment : `arbitre build` du précis et d'autant de copies de ses œuvres, sous d'autres noms, chacune lue, reliée, vérifiée et
indexée ; la mémoire est le plus que le processus a tenu. À côté : rien, aucun des autres ne lit, ne relie ni ne vérifie."""


def page(bench: Bench) -> str:
    """The whole page, in Markdown."""
    parts = (
        _head(bench),
        _quality(bench.engines),
        _speed(bench.engines),
        _scenarios(bench.scenarios),
        _service(bench),
        _sites(bench.sites),
        _pages(bench.pages),
        _readings(bench.readings),
        _builds(bench),
    )
    return "\n\n".join(block for part in parts for block in part) + "\n"


def _head(bench: Bench) -> Iterator[str]:
    yield "# Mesures"
    if bench.quick:
        yield QUICK
    yield _INTRO
    if bench.machine.load > bench.machine.cores:
        yield _BUSY
    yield table(("le", bench.machine.date), _machine(bench.machine))
    held = "avec leurs publications" if bench.texts == bench.works else f"dont {bench.texts} avec leur publication"
    base = f"{bench.works} œuvres, {held if bench.texts else 'précis seul'}"
    yield f"Base interrogée : {base} ; {figure(bench.engines.passages)} passages.{_built(bench.base)}"


def _machine(machine: Machine) -> Iterator[tuple[str, str]]:
    yield "processeur", f"{machine.processor}, {machine.cores} cœur(s)"
    yield "mémoire", f"{figure(machine.memory_gb, 1)} Go"
    yield "système", f"{machine.system}, {machine.python}"
    yield "charge au départ", f"{figure(machine.load, 1)} processus actifs, moyenne d'une minute"
    yield "versions", ", ".join(f"{name} {version}" for name, version in machine.versions)


def _built(built: Built | None) -> str:
    if built is None:
        return ""
    size = f"{megabytes(built.peak_mb)} de mémoire au plus, fichier de {megabytes(built.file_mb)}"
    return f" Construite en {seconds(built.seconds)}, {size}."


def _quality(compared: Compared) -> Iterator[str]:
    yield "## Justesse, à côté d'autres moteurs"
    ours = _ours(compared)
    for part, told in (("held", "mises de côté"), ("dev", "d'apprentissage")):
        if part in ours.quality:
            count = ours.quality[part].questions
            yield f"### Questions {told} (`tests/questions/{part}`) : {count} qui ont une réponse"
            head = ("moteur", "hit@1", "hit@5", "MRR@10 [95 %]", "rapport (MRR)")
            shown = (engine for engine in compared.engines if part in engine.quality)
            yield table(head, (_quality_row(engine, ours, part) for engine in shown))
    yield _QUALITY if ours.quality else _NO_TEXTS
    if compared.missing:
        yield f"PostgreSQL n'est pas dans ces tableaux : {compared.missing}."
    yield table(("moteur", "réglage"), ((engine.name, engine.setting) for engine in compared.engines))


def _ours(compared: Compared) -> Engine:
    return next(engine for engine in compared.engines if engine.name == SEARCH)


def _quality_row(engine: Engine, ours: Engine, part: str) -> tuple[str, ...]:
    found = engine.quality[part]
    hits = (figure(found.hit1.mean, 2), figure(found.hit5.mean, 2))
    return engine.name, *hits, interval(found.mrr), ratio(found.mrr.mean, ours.quality[part].mrr.mean)


def _speed(compared: Compared) -> Iterator[str]:
    yield "## Vitesse, à côté d'autres moteurs"
    ours = _ours(compared)
    rows = (
        (
            engine.name,
            milliseconds(engine.speed.p50),
            milliseconds(engine.speed.p99),
            ratio(engine.speed.p50, ours.speed.p50),
            "—" if engine.indexing is None else seconds(engine.indexing),
        )
        for engine in compared.engines
    )
    yield table(("moteur", "p50", "p99", "rapport (p50)", "indexer"), rows)
    yield _SPEED.format(count=compared.timed)


def _scenarios(report: ScenarioReport | None) -> Iterator[str]:
    if report is None:
        return
    yield "## Ordre et temps"
    rows = ((game.game, f"{game.held} sur {game.asked}", figure(game.held / game.asked, 3)) for game in report.games)
    yield table(("jeu", "scénarios qui tiennent", "part"), rows)
    yield _SCENARIOS.format(p50=milliseconds(report.order_p50), p99=milliseconds(report.order_p99))


def _service(bench: Bench) -> Iterator[str]:
    served = bench.served
    yield "## HTTP"
    if served is None:
        yield NOT_ASKED
        return
    addresses = (("`/v1/ask`", served.ask), ("`/v1/rules/{id}`", served.rules))
    rows = [_load(name, load, loads[0]) for name, loads in addresses for load in loads]
    yield table(("adresse, connexions", "requêtes/s", "rapport", "p50", "p99", "erreurs", "mémoire"), rows)
    yield _SERVICE.format(workers=served.workers, seconds=figure(served.seconds, 1))
    yield table(("`/v1/ask`, à cadence fixe", "requêtes/s", "p50", "p90", "p99", "erreurs"), (_steady(served.steady),))
    yield table(("mémoire, tous processus", "après la première minute", "après l'heure", "écart"), (_lasting(served),))
    yield _STEADY.format(minute=figure(served.lasting.requests / 60), errors=served.lasting.errors)


def _steady(load: Load) -> tuple[str, ...]:
    times = (milliseconds(time) for time in (load.p50_ms, load.p90_ms, load.p99_ms))
    return (
        f"{figure(load.connections)} connexions, {seconds(load.seconds)}",
        figure(load.rate),
        *times,
        str(load.errors),
    )


def _lasting(served: Served) -> tuple[str, ...]:
    load = served.lasting
    early, end = load.memory_early, load.memory_end
    told = f"{figure(load.requests)} questions"
    if early is None or end is None:
        return told, "—", "—", "—"
    return told, megabytes(early / 1024**2), megabytes(end / 1024**2), f"{figure(100 * (end / early - 1), 1)} %"


def _load(name: str, load: Load, alone: Load) -> tuple[str, ...]:
    return (
        f"{name}, {load.connections}",
        figure(load.rate),
        ratio(load.rate, alone.rate),
        milliseconds(load.p50_ms),
        milliseconds(load.p99_ms),
        str(load.errors),
        "—" if load.memory_end is None else megabytes(load.memory_end / 1024**2),
    )


def _sites(sites: Sequence[Publishing]) -> Iterator[str]:
    yield "## Le site, à côté de mkdocs-material"
    if not sites:
        yield NOT_ASKED
        return
    ours = next(site for site in sites if site.name == OURS)
    rows = (
        (site.name, figure(site.pages), seconds(site.median), ratio(site.median, ours.median), megabytes(site.peak_mb))
        for site in sites
    )
    yield table(("commande", "pages", "durée", "rapport", "mémoire au plus"), rows)
    yield _SITES.format(rounds=len(ours.seconds))


def _pages(pages: Pages | None) -> Iterator[str]:
    yield "## Les pages, telles qu'on les lit"
    if pages is None:
        yield NOT_ASKED
        return
    shares = (
        "non mesuré (Node absent)" if share is None else f"{figure(100 * share, 1)} %"
        for share in (pages.within, pages.across)
    )
    rows = (
        ("premiers résultats, le jeu le plus lourd", f"{figure(round(pages.one_game / 1000))} ko"),
        ("premiers résultats, tous les jeux", f"{figure(round(pages.all_games / 1000))} ko"),
        *zip(
            ("les cinq premiers du programme, un jeu", "les cinq premiers du programme, tous les jeux"),
            shares,
            strict=True,
        ),
    )
    yield table(("recherche hors ligne", "mesure"), rows)
    paints = [
        (
            paint.page if paint.page == EMPTY else f"`{paint.page}`",
            *(milliseconds(of(took)) for took in (paint.first, paint.following) for of in (min, statistics.median)),
        )
        for paint in pages.paints
    ]
    head = ("premier affichage", "au plus tôt", "médiane", "à la suite d'une autre, au plus tôt", "médiane")
    yield table(head, paints) if paints else "Premier affichage : non mesuré (aucun navigateur)."
    yield _PAGES.format(questions=pages.questions)


def _readings(readings: Sequence[Reading]) -> Iterator[str]:
    yield "## Interroger une base plus grande"
    if not readings:
        yield NOT_ASKED
        return
    ours = ("passages", "ouvrir et répondre", "`ask` p50", "p99", "rapport", "`search` p50", "rapport")
    rows = (_reading(reading, readings[0]) for reading in readings)
    yield table((*ours, "FTS5 p50", "rapport", "mémoire"), rows)
    yield _READINGS


def _reading(reading: Reading, first: Reading) -> tuple[str, ...]:
    return (
        f"× {reading.times} : {figure(reading.passages)}",
        seconds(reading.opening),
        milliseconds(reading.ask_p50),
        milliseconds(reading.ask_p99),
        ratio(reading.ask_p50, first.ask_p50),
        milliseconds(reading.search_p50),
        ratio(reading.search_p50, first.search_p50),
        milliseconds(reading.fts5_p50),
        ratio(reading.fts5_p50, first.fts5_p50),
        megabytes(reading.peak_mb),
    )


def _builds(bench: Bench) -> Iterator[str]:
    yield "## Construire un corpus plus grand"
    if not bench.builds and bench.not_built is None:
        yield NOT_ASKED
        return
    if bench.builds:
        rows = (_build(build, bench.builds[0]) for build in bench.builds)
        yield table(("corpus", "règles", "durée", "rapport", "mémoire au plus", "rapport", "fichier"), rows)
        yield _BUILDS
    if bench.not_built is not None:
        yield f"Non mesuré : {_sizes(bench.not_built.sizes)} ({bench.not_built.why})."
    if bench.not_asked:
        yield f"Non demandé à cette mesure : {_sizes(bench.not_asked)}."


def _sizes(sizes: Sequence[int]) -> str:
    return ", ".join(f"× {size}" for size in sizes)


def _build(build: Build, first: Build) -> tuple[str, ...]:
    return (
        f"× {build.times} : {build.works} œuvres",
        figure(build.rules),
        seconds(build.seconds),
        ratio(build.seconds, first.seconds),
        megabytes(build.peak_mb),
        ratio(build.peak_mb, first.peak_mb),
        megabytes(build.file_mb),
    )
