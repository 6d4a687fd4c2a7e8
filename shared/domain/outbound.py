"""Where actions may go: to public addresses, and to others only if the settings allow them.

A job must not reach what only the app can: its own machine, the cloud's metadata, the network around it.
"""

import socket
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# Here Azure's hosts offer certificates and settings to what runs on them. The address looks public.
_PLATFORM: Final = ip_address("168.63.129.16")
_NAT64: Final = ip_network("64:ff9b::/96")
_MAPPED: Final = ip_network("::ffff:0:0/96")
_PUBLIC_IPV6: Final = ip_network("2000::/3")  # no other address was ever assigned
_NEVER_PUBLIC: Final = (
    ip_network("0.0.0.0/8"),
    ip_network("192.0.0.0/24"),  # reserved for protocols
    ip_network("192.88.99.0/24"),  # once led to 6to4
    ip_network("2001::/23"),  # reserved for protocols, such as Teredo
    ip_network("2001:db8::/32"),
    ip_network("3fff::/20"),
)
_ISATAP: Final = (b"\x00\x00\x5e\xfe", b"\x02\x00\x5e\xfe")
"""Marks an address as a tunnel within one network; the last four bytes are an IPv4 address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outbound:
    """What the settings allow beyond public addresses: networks, and hosts by name."""

    networks: tuple[Network, ...] = ()
    hosts: frozenset[str] = frozenset()

    def permits(self, host: str, address: Address) -> bool:
        """Say whether an action may connect to an address that its host's name stands for."""
        if host.lower().rstrip(".") in self.hosts or any(address in network for network in self.networks):
            return True
        return all(_is_public(one) for one in (address, *_within(address)))

    def refuses_literally(self, host: str) -> bool:
        """Say whether a host is an address, in any notation, that actions may not reach."""
        address = literal_address(host)
        return address is not None and not self.permits(host, address)


PUBLIC_ONLY: Final = Outbound()
ANYWHERE: Final = Outbound(networks=(ip_network("0.0.0.0/0"), ip_network("::/0")))


def read_outbound(entries: Sequence[str]) -> Outbound:
    """Return what a list of networks, addresses and host names allows; raise ValueError for anything else."""
    networks, hosts = [], []
    for entry in entries:
        try:
            networks.append(ip_network(entry))
        except ValueError:
            if "/" in entry or ":" in entry or not entry.strip(".") or " " in entry:
                raise
            hosts.append(entry.lower().rstrip("."))
    return Outbound(networks=tuple(networks), hosts=frozenset(hosts))


def literal_address(host: str) -> Address | None:
    """Return the address if a host is one, also as `0x7f.1`, `2130706433`, or in wide digits."""
    plain = unicodedata.normalize("NFKC", host).replace("\u3002", ".").strip("[]").rstrip(".")
    try:
        return ip_address(plain.partition("%")[0])
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(plain)) if plain and not plain.isspace() else None
    except (OSError, UnicodeError):
        return None


def _is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address):
        if any(address in network for network in (_MAPPED, _NAT64)):
            return True  # the IPv4 address within decides
        if address not in _PUBLIC_IPV6 or address.packed[8:12] in _ISATAP:
            return False
    special = address.is_multicast or address.is_unspecified or address == _PLATFORM
    return address.is_global and not special and not any(address in network for network in _NEVER_PUBLIC)


def _within(address: Address) -> list[IPv4Address]:
    """Return the IPv4 addresses that a connection to an IPv6 address may end up at."""
    if isinstance(address, IPv4Address):
        return []
    inner = [address.ipv4_mapped, address.sixtofour]
    if address in _NAT64:
        inner.append(IPv4Address(address.packed[-4:]))
    return [one for one in inner if one is not None]
