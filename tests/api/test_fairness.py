"""Who is given a place, in what order, and who is refused one."""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from unittest import mock

import pytest

from api.clients import client
from api.connections import Connections, Turns, Watched
from api.fairness import Computation, Places, Refusal
from api.settings import Limits

Scene = Callable[[Places], Awaitable[None]]


def played(scene: Scene, **limits: float) -> None:
    """A scene, in a loop of its own."""
    given = Limits(**{"running": 4, "turn": 60.0, "waiting": 3, "patience": 0.2, **limits})  # type: ignore[arg-type]

    async def play() -> None:
        await scene(Places(given))

    asyncio.run(play())


async def taken(places: Places, name: str) -> Computation:
    place = await places.taken(name)
    assert isinstance(place, Computation)
    return place


def test_a_place_goes_to_who_has_used_the_least() -> None:
    order: list[str] = []

    async def scene(places: Places) -> None:
        long = await taken(places, "greedy")
        await asyncio.sleep(0.05)

        async def ask(name: str) -> None:
            place = await taken(places, name)
            order.append(name)
            places.left(place)

        asked = [asyncio.create_task(ask(name)) for name in ("greedy", "greedy", "modest")]
        await asyncio.sleep(0)
        places.left(long)
        await asyncio.gather(*asked)

    played(scene)
    assert order == ["modest", "greedy", "greedy"]


def test_what_is_long_lets_another_client_begin_but_not_its_own() -> None:
    async def scene(places: Places) -> None:
        await taken(places, "greedy")
        await taken(places, "modest")
        assert await places.taken("greedy") in set(Refusal)

    played(scene, turn=0.01)


def test_who_has_used_little_does_not_wait_for_the_turn_of_who_has_used_much() -> None:
    async def scene(places: Places) -> None:
        long = await taken(places, "greedy")
        long.since -= 200
        places.left(long)
        await taken(places, "greedy")
        await taken(places, "modest")
        assert await places.taken("third") in set(Refusal), "as little used: one after the other"

    played(scene)


def test_others_are_those_that_compute_or_wait_for_it() -> None:
    async def scene(places: Places) -> None:
        assert not places.others("one")
        held = await taken(places, "one")
        assert [places.others(name) for name in ("one", "other")] == [False, True]
        waiting = asyncio.create_task(places.taken("other"))
        await asyncio.sleep(0)
        assert places.others("one")
        places.left(held)
        await waiting

    played(scene)


def test_a_place_is_given_back_by_who_leaves() -> None:
    async def scene(places: Places) -> None:
        held = await taken(places, "one")
        waiting = asyncio.create_task(places.taken("other"))
        await asyncio.sleep(0)
        places.left(held)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await taken(places, "third")

    played(scene)


def test_a_computation_without_end_is_seen() -> None:
    async def scene(places: Places) -> None:
        place = await taken(places, "one")
        assert not places.stuck()
        place.since -= 60
        assert places.stuck()

    played(scene)


@pytest.mark.parametrize(("others", "late"), [(False, []), (True, ["greedy", "greedy"])])
def test_clients_are_heard_in_turn_and_who_sends_much_rests_beside_others(*, others: bool, late: list[str]) -> None:
    heard: list[str] = []

    async def listen() -> list[str]:
        turns = Turns(lambda _client: others)
        for name in ("greedy", "greedy", "greedy", "modest"):
            turns.wait(name, functools.partial(heard.append, name))
        for _again in range(10):
            await asyncio.sleep(0)
        soon = heard[:]
        await asyncio.sleep(0.1)
        return heard[len(soon) :]

    assert asyncio.run(listen()) == late
    assert heard == ["greedy", "modest", "greedy", "greedy"]


@pytest.mark.parametrize("paused", [False, True])
def test_what_the_server_reads_no_more_is_not_read_for_its_turn_has_come(*, paused: bool) -> None:
    transport = mock.Mock(**{"get_extra_info.return_value": ("127.0.0.1", 1), "is_closing.return_value": False})
    inner = mock.Mock()

    async def listen() -> None:
        watched = Watched(inner, Connections(10, (), lambda _client: False))
        watched.connection_made(transport)
        watched.data_received(b"a")
        transport.pause_reading.assert_called_once()
        if paused:
            inner.connection_made.call_args[0][0].pause_reading()
        await asyncio.sleep(0.01)

    asyncio.run(listen())
    inner.data_received.assert_called_once_with(b"a")
    assert transport.resume_reading.called is not paused


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
