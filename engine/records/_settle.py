"""Payoffs by the rules and the rake, from the result that a source states."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.errors import CardError, RecordMismatchError
from engine.hand import net_chips
from engine.player import PublicState


def settled(
    spot: PublicState,
    holes: Sequence[tuple[Card, ...] | None],
    stated: tuple[int, ...],
    rake: int | None = None,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return net chips by the rules, and what the house took of them, both by position.

    Args:
        spot: the finished hand.
        holes: the cards that are known.
        stated: net chips by position as the source states them.
        rake: what the house took as the source states it; None where it says nothing.

    Returns:
        Payoffs and rake, the latter empty where there is none. If not only winners pay for the
        missing chips, the stated result and no rake: it does not fit the rules.

    Raises:
        RecordMismatchError: if cards that decide are missing.
    """
    missing = -sum(stated)
    if missing <= 0 and not rake:
        return stated, ()
    try:
        full = net_chips(spot, holes)
    except CardError as error:
        raise RecordMismatchError("{error}", error=error) from None
    taken = tuple(all_ - net for all_, net in zip(full, stated, strict=True))
    won = [net > -spot.spent(seat) for seat, net in enumerate(full)]
    fair = all(part == 0 or (part > 0 and got) for part, got in zip(taken, won, strict=True))
    if not fair or (rake is not None and missing != rake):
        return stated, ()
    return full, taken
