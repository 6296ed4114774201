"""Addresses of the network, as people are told apart by them. No Django here."""

from contextlib import suppress
from ipaddress import ip_address, ip_interface


def network_of(address: str) -> str:
    """An address of IPv4; of IPv6 the network of one household, in which everyone has addresses without number."""
    with suppress(ValueError):
        return str(ip_interface(f"{address}/64").network) if ip_address(address).version == 6 else address
    return address
