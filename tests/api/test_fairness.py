"""Who is given a place, in what order, and who is refused one."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack

import pytest

from api.clients import client
from api.fairness import Places
from api.settings import Limits

Scene = Callable[[Places], Awaitable[None]]


def played(scene: Scene, **limits: float) -> None:
    """A scene, in a loop of its own."""
    given = Limits(**{"running": 4, "turn": 60.0, "waiting": 3, "patience": 0.2, **limits})  # type: ignore[arg-type]

    async def play() -> None:
        await scene(Places(given))

    asyncio.run(play())


async def taken(places: Places, name: str) -> ExitStack:
    place = await places.taken(name)
    assert place is not None
    return place


def test_a_place_goes_to_who_has_used_the_least_and_the_last_of_who_has_most_waiting_is_refused() -> None:
    order: list[str] = []

    async def scene(places: Places) -> None:
        long = await taken(places, "greedy")

        async def ask(name: str) -> None:
            place = await places.taken(name.partition(" ")[0])
            order.append(f"{name} {'refused' if place is None else 'answered'}")
            if place is not None:
                place.close()

        asked = [asyncio.create_task(ask(name)) for name in ("greedy 1", "greedy 2", "greedy 3", "modest")]
        await asyncio.sleep(0.01)
        long.close()
        await asyncio.gather(*asked)

    played(scene)
    assert order == ["greedy 3 refused", "modest answered", "greedy 1 answered", "greedy 2 answered"]


def test_what_is_long_lets_another_client_begin_but_not_its_own() -> None:
    async def scene(places: Places) -> None:
        await taken(places, "greedy")
        await taken(places, "modest")
        assert await places.taken("greedy") is None

    played(scene, turn=0.01)


def test_who_has_used_little_does_not_wait_for_the_turn_of_who_has_used_much(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(places: Places) -> None:
        long = await taken(places, "greedy")
        clock = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: clock() + 200)
        long.close()
        await taken(places, "greedy")
        await taken(places, "modest")
        assert await places.taken("third") is None, "as little used: one after the other"

    played(scene)


def test_what_is_short_is_computed_alone() -> None:
    async def scene(places: Places) -> None:
        await taken(places, "one")
        assert await places.taken("other") is None

    played(scene)


def test_a_place_is_given_back_by_who_leaves() -> None:
    async def scene(places: Places) -> None:
        held = await taken(places, "one")
        waiting = asyncio.create_task(places.taken("other"))
        await asyncio.sleep(0)
        held.close()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await taken(places, "third")

    played(scene)


def test_a_computation_without_end_is_seen() -> None:
    async def scene(places: Places) -> None:
        place = await taken(places, "one")
        assert places.stuck()
        place.close()
        assert not places.stuck()

    played(scene, answering=-60.0)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1%eth0", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("?", "?"),
    ],
)
def test_a_client_is_an_address_or_the_network_of_a_subscriber(address: str, name: str) -> None:
    assert client(address) == name
