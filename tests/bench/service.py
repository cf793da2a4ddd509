"""The service under a growing number of connections, at a steady pace, and over time: asked from beside it, by wrk or by ourselves."""

import asyncio
import itertools
import json
import re
import shutil
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.error import URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import urlopen

import httpx2

from kb.errors import UnusableFileError
from kb.evaluation import JudgedQuestion, read_questions
from tests.bench.attacks import ATTACKS, attacking
from tests.bench.machine import resident_mb
from tests.bench.page import Block, Table, count, megabytes, milliseconds, percent, ratio, text, times
from tests.bench.run import Bench
from tests.bench.speed import arbitre, quantiles

_WORKERS, _CONNECTIONS, _SECONDS = 2, (1, 10, 50), 10.0
# How long a service is asked before it is measured: what it reads of the base once, it keeps.
_WARMING = 20.0
# A steady pace: questions a second, but for half of what the machine answers at most, and for how long.
_RATE, _STEADY = 150.0, 60.0
# Honest clients beside an attack: questions a second, but for a third of what the machine answers at most, for how long, how many times.
_HONEST, _ATTACKED, _ROUNDS = 100.0, 8.0, 3
# How long the service is asked without a pause before its memory is read, and read again.
_SOAKS = (15.0, 60.0)
# Seconds given to the workers to open the base.
_PATIENCE = 60
_OK, _TIMEOUT = 200, 30.0
_CALM = "sans attaque"
_ADDRESS = re.compile(r"http://\S+")
_HOW = """Comment : `arbitre serve --workers {workers}`, {seconds:.0f} s par ligne, demandées par wrk au service déjà chaud ; chaque
connexion redemande dès qu'elle est servie. Les questions sont celles de `dev`, les règles celles de la base, à tour de rôle ; le rapport
est celui des débits. Erreur : toute réponse autre que 200 (429 : le service refuse plutôt que de faire attendre). Mémoire : celle de
tous les processus du service, à la fin. À côté : wrk, sur les mêmes cœurs."""
_BESIDE = """Comment : {rate:.0f} questions par seconde, {seconds:.0f} s, pendant qu'un autre client (une autre adresse) attaque sans
pause ; la médiane de {rounds}, chaque attaque à son tour, et les erreurs de toutes.
Il est sur les mêmes cœurs, et n'en a que ce que le service et le générateur laissent (`nice` 19) : d'une autre machine, il ne leur en
prendrait rien. Le rapport est celui des p99 ; le retard du générateur, le p99 de ce dont il envoie trop tard, est compris dans
les délais."""
_PACE = """Comment : {seconds:.0f} s ; les questions partent à leur heure, que les précédentes aient reçu leur réponse ou non, et un délai
compte de cette heure. Mémoire : après {early:.0f} s de questions sans pause, puis {late:.0f} s de plus."""


def service(bench: Bench) -> Iterator[Block]:
    """`/v1/ask` and `/v1/rules/{id}` without a pause, `/v1/ask` at a steady pace, then what memory becomes."""
    questions, rules = _asks(bench), _rules(bench)
    seconds = bench.lasting(_SECONDS)
    rows: list[tuple[str | float | None, ...]] = []
    most = 0.0
    with serving(bench.path) as (address, pid):
        _warmed(bench, address, questions)
        for name, targets in (("/v1/ask", questions), ("/v1/rules/{id}", rules)):
            alone = 0.0
            for connections in _CONNECTIONS[: bench.rounds(len(_CONNECTIONS))]:
                met = flood(address, targets, connections, seconds, bench.folder)
                alone = alone or met.rate
                most = max(most, met.rate) if targets is questions else most
                held = resident_mb(pid)
                rows.append(
                    (f"`{name}`, {connections}", met.rate, ratio(met.rate, alone), met.p50, met.p99, met.errors, held)
                )
        rate = min(_RATE, most / 2)
        steady = asyncio.run(ask(address, questions, int(rate * bench.lasting(_STEADY)), _CONNECTIONS[-1], rate))
    times_met = (("p50", milliseconds), ("p99", milliseconds), ("erreurs", count))
    head = (("adresse, connexions", text), ("requêtes/s", count), ("rapport", times), *times_met)
    yield Table((*head, ("mémoire", megabytes)), rows)
    yield _HOW.format(workers=_WORKERS, seconds=seconds)
    paced = ("`/v1/ask`", steady.rate, steady.p50, steady.p99, steady.errors)
    yield Table((("à cadence fixe", text), ("requêtes/s", count), *times_met), [paced])
    yield from _attacked(bench, questions, min(_HONEST, most / 3))
    yield from _memory(bench, questions)
    yield _PACE.format(seconds=bench.lasting(_STEADY), early=_SOAKS[0], late=_SOAKS[1])


def _warmed(bench: Bench, address: str, questions: Sequence[str]) -> None:
    flood(address, questions, _CONNECTIONS[1], bench.lasting(_WARMING), bench.folder)


def _attacked(bench: Bench, questions: Sequence[str], rate: float) -> Iterator[Block]:
    """Honest clients beside each attack in turn: what they wait, and what of it is the lateness of their own generator."""
    requests = int(rate * bench.lasting(_ATTACKED))
    met: dict[str, list[tuple[Traffic, float]]] = defaultdict(list)
    with serving(bench.path) as (address, _pid):
        _warmed(bench, address, questions)
        for name in (_CALM, *ATTACKS) * bench.rounds(_ROUNDS):
            attack = (
                nullcontext() if name == _CALM else attacking(name, urlsplit(address).port or 0, requests / rate + 60)
            )
            with attack:
                before, started = _counted(address), time.perf_counter()
                traffic = asyncio.run(ask(address, questions, requests, _CONNECTIONS[-1], rate))
                attacks = (_counted(address) - before - requests) / (time.perf_counter() - started)
            met[name].append((traffic, attacks))
    rows = [_beside(name, met[name], met[_CALM]) for name in met]
    quantities = (("p50", milliseconds), ("p99", milliseconds), ("rapport", times), ("erreurs", count))
    generated = ("retard du générateur", milliseconds), ("requêtes d'attaque/s", count)
    yield Table((("attaque, à côté", text), *quantities, *generated), rows)
    yield _BESIDE.format(rate=rate, seconds=bench.lasting(_ATTACKED), rounds=bench.rounds(_ROUNDS))


def _counted(address: str) -> float:
    """The requests that a service has answered."""
    with urlopen(f"{address}/metrics", timeout=_PATIENCE) as response:  # noqa: S310 - our own
        return sum(
            map(float, re.findall(r"^arbitre_requests_total\{.*\} (\S+)$", response.read().decode(), re.MULTILINE))
        )


def _memory(bench: Bench, questions: Sequence[str]) -> Iterator[Block]:
    """What the memory of a service becomes."""
    asked, held = 0, list[float]()
    with serving(bench.path) as (address, pid):
        for seconds in _SOAKS:
            asked += flood(address, questions, _CONNECTIONS[-1], bench.lasting(seconds), bench.folder).requests
            held.append(resident_mb(pid))
    early, late = held
    sizes = (("mémoire, tous processus", text), ("tôt", megabytes), ("plus tard", megabytes), ("écart", percent))
    yield Table(sizes, [(f"{count(asked)} questions", early, late, late / early - 1)])


def _asks(bench: Bench) -> list[str]:
    """The targets of the questions of `dev`, those of each game in turn."""
    sets = [read_questions([path]) for path in bench.sets("dev")]
    return [_target(question) for group in itertools.zip_longest(*sets) for question in group if question is not None]


def _target(question: JudgedQuestion) -> str:
    return f"/v1/ask?{urlencode({'q': question.text, 'game': question.game})}"


def _rules(bench: Bench) -> list[str]:
    """The targets of every provision of the précis."""
    query = "SELECT id FROM nodes WHERE layer = 'precis' AND instr(id, '#') = 0 AND work IN (SELECT work FROM works WHERE listed)"
    return [f"/v1/rules/{quote(identifier)}" for (identifier,) in bench.base.rows(query)]


@contextmanager
def serving(base: Path) -> Iterator[tuple[str, int]]:
    """The address of a service and its process, stopped at the end.

    Raises:
        UnusableFileError: it does not start.
    """
    command = arbitre("serve", "--kb", base, "--port", "0", "--with-texts", "--workers", str(_WORKERS))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            address = _ADDRESS.search(process.stdout.readline() if process.stdout else "")
            if address is None:
                raise UnusableFileError("le service n'a pas démarré ; lancez « arbitre serve » pour savoir pourquoi")
            _await(address[0])
            yield address[0], process.pid
        finally:
            process.terminate()


def _await(address: str) -> None:
    """Wait until the service answers.

    Raises:
        UnusableFileError: it does not within a minute.
    """
    limit = time.monotonic() + _PATIENCE
    while time.monotonic() < limit:
        with suppress(URLError, OSError), urlopen(f"{address}/healthz", timeout=5):  # noqa: S310 - our own
            return
        time.sleep(0.1)
    raise UnusableFileError("le service ne répond pas après une minute ; lancez « arbitre serve » pour savoir pourquoi")


@dataclass(frozen=True, slots=True)
class Traffic:
    """What some requests met: how many, how many not answered by 200, a second, and latencies in milliseconds."""

    requests: int
    errors: int
    rate: float
    p50: float
    p99: float
    # The p99 of how late the generator itself sent, in milliseconds.
    lag: float = 0.0


def _beside(
    name: str, met: Sequence[tuple[Traffic, float]], calm: Sequence[tuple[Traffic, float]]
) -> tuple[str | float | None, ...]:
    """What honest clients met beside an attack, by the medians of its rounds."""
    p99 = median(traffic.p99 for traffic, _attacks in met)
    slower = ratio(p99, median(traffic.p99 for traffic, _attacks in calm)) if met is not calm else None
    errors = sum(traffic.errors for traffic, _attacks in met)
    lag, attacks = (median(column) for column in zip(*((one.lag, many) for one, many in met), strict=True))
    p50 = median(traffic.p50 for traffic, _attacks in met)
    return name, p50, p99, slower, errors, lag, attacks if met is not calm else None


async def ask(address: str, targets: Sequence[str], requests: int, connections: int = 10, rate: float = 0.0) -> Traffic:
    """Ask targets over and over, so many requests in all.

    With a rate, requests leave at their hour, and a latency counts from that hour: a service that falls behind cannot hide it. Without,
    each connection asks as soon as it is answered.
    """
    left = enumerate(itertools.islice(itertools.cycle(targets), requests))
    spent: list[float] = []
    late: list[float] = [0.0]
    statuses: Counter[int] = Counter()
    started = time.perf_counter()

    async def work(client: httpx2.AsyncClient) -> None:
        for place, target in left:
            due = started + place / rate if rate else time.perf_counter()
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            late.append((time.perf_counter() - due) * 1000)
            try:
                status = (await client.get(target)).status_code
            except httpx2.HTTPError:
                status = 0
            spent.append((time.perf_counter() - due) * 1000)
            statuses[status] += 1

    async with httpx2.AsyncClient(base_url=address, timeout=_TIMEOUT) as client:
        await asyncio.gather(*(work(client) for _ in range(connections)))
    lasted = time.perf_counter() - started
    return Traffic(requests, requests - statuses[_OK], requests / lasted, *quantiles(spent), quantiles(late)[1])


def flood(address: str, targets: Sequence[str], connections: int, seconds: float, folder: Path) -> Traffic:
    """Ask without a pause on every connection, for a while.

    Raises:
        UnusableFileError: wrk is not installed, or failed.
    """
    program = shutil.which("wrk")
    if program is None:
        raise UnusableFileError("wrk n'est pas installé (Debian, Ubuntu : apt install wrk)")
    listed = folder / "cibles.txt"
    listed.write_text("\n".join(targets), encoding="utf-8")
    script = Path(__file__).with_name("wrk.lua")
    command = [program, "-t1", f"-c{connections}", f"-d{seconds:.0f}s", "-s", str(script), address, "--", str(listed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnusableFileError(f"wrk a échoué : {done.stderr.strip().rpartition(chr(10))[2]}")
    found = json.loads(done.stdout.splitlines()[-1])
    return Traffic(found["requests"], found["errors"], found["requests"] / found["seconds"], found["p50"], found["p99"])
