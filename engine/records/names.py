"""Names and titles of hold'em games with non-standard blinds."""

from __future__ import annotations


def blinds_name(blinds: tuple[int, ...], *, limit: bool) -> str:
    """Name of a hold'em game with non-standard blinds: "holdem-nolimit-10/25"."""
    amounts = "/".join(str(blind) for blind in sorted(blinds) if blind)
    return f"holdem-{'limit' if limit else 'nolimit'}-{amounts}"


def blinds_title(blinds: tuple[int, ...], *, limit: bool) -> str:
    """Its title: "No-limit hold'em 10/25"."""
    amounts = "/".join(str(blind) for blind in sorted(blinds) if blind)
    return f"{'Limit' if limit else 'No-limit'} hold'em {amounts}"
