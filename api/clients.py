"""Who a client is: an address, or the network that a subscriber is given in IPv6."""

import ipaddress
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

_SUBSCRIBER = 64


def client_of(scope: Mapping[str, Any]) -> str:
    """The client of a request: by the address that it comes from, or that a proxy which is believed says that it does."""
    found = scope.get("client")
    return client(found[0]) if found else ""


@lru_cache(maxsize=4096)
def client(address: str) -> str:
    """The client that an address belongs to; what is no address is one of its own."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:_SUBSCRIBER]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), _SUBSCRIBER), strict=False))
