"""Counts and durations in the text of Prometheus, of all workers together where there are several."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from api.settings import SHARED

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """What one worker counts; labels take their values from closed lists, never from what was asked."""

    def __init__(self) -> None:
        """Start from nothing."""
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "arbitre_requests", "Requêtes servies.", ["method", "route", "status"], registry=registry
        )
        self.seconds = Histogram(
            "arbitre_request_seconds",
            "Durée d'une requête, en secondes.",
            ["route"],
            registry=registry,
            buckets=_BUCKETS,
        )
        self.running = Gauge(
            "arbitre_running_requests", "Requêtes en cours.", registry=registry, multiprocess_mode="livesum"
        )
        self.refused = Counter(
            "arbitre_refused", "Requêtes refusées, non lues ou trop longues.", ["reason"], registry=registry
        )
        self.swaps = Counter("arbitre_base_swaps", "Changements de base.", ["outcome"], registry=registry)
        self.opened = Gauge(
            "arbitre_base_opened_seconds",
            "Quand la base servie a été ouverte (le plus ancien des processus).",
            registry=registry,
            multiprocess_mode="livemin",
        )

    def text(self) -> bytes:
        """The exposition of every worker."""
        if not os.environ.get(SHARED):
            return generate_latest(self.registry)
        everyone = CollectorRegistry()
        MultiProcessCollector(everyone)  # type: ignore[no-untyped-call]
        return generate_latest(everyone)
