"""Groups IP addresses by household, for rate limits and for known addresses. No Django here."""

from contextlib import suppress
from ipaddress import ip_address, ip_interface


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, and of an IPv6 address its /64 network: one household has a whole network."""
    with suppress(ValueError):
        return str(ip_interface(f"{address}/64").network) if ip_address(address).version == 6 else address
    return address
