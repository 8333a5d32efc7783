"""Payoffs by the rules, and the rake implied by a stated result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.errors import CardError, HiddenCardsError
from engine.hand import net_chips
from engine.player import PublicState


@dataclass(frozen=True)
class Settled:
    """The result of a hand, by position.

    Attributes:
        payoffs: net chips by the rules, before the rake.
        taken: rake by position; empty where there was none.
        stated: net chips as stated by the source, where impossible; else empty.
    """

    payoffs: tuple[int, ...]
    taken: tuple[int, ...] = ()
    stated: tuple[int, ...] = ()


def settled(
    spot: PublicState,
    holes: Sequence[tuple[Card, ...] | None],
    stated: tuple[int, ...] | None,
) -> Settled:
    """Return the result by the rules, and the rake if the stated result implies one.

    A stated result is accepted only if the missing chips come from the winners and do not exceed a
    plausible rake: some sources state nonsense.

    Args:
        stated: net chips by position as the source states them; None where it does not.

    Raises:
        HiddenCardsError: if cards that decide the showdown are missing.
    """
    try:
        full = net_chips(spot, holes)
    except CardError as error:
        raise HiddenCardsError("{error}", error=error) from None
    return agreed(full, stated, [spot.spent(seat) for seat in range(len(full))])


def agreed(full: tuple[int, ...], stated: tuple[int, ...] | None, spent: Sequence[int]) -> Settled:
    """Return the same from net chips by the rules, and the contribution of each position."""
    if stated is None:
        return Settled(full)
    taken = tuple(net - said for net, said in zip(full, stated, strict=True))
    back = [uncalled(spent) * (paid == max(spent)) for paid in spent]
    won = [net + paid > given for net, paid, given in zip(full, spent, back, strict=True)]
    if sum(taken) > most_rake(spent) or any(
        part < 0 or (part > 0 and not wins) for part, wins in zip(taken, won, strict=True)
    ):
        return Settled(full, (), stated)
    return Settled(full, taken if any(taken) else ())


def most_rake(spent: Sequence[int]) -> int:
    """Return the maximum plausible rake of a pot: a tenth, and a chip."""
    return (sum(spent) - uncalled(spent)) // 10 + 1


def uncalled(spent: Sequence[int]) -> int:
    """Return the uncalled chips of the largest bet."""
    second, largest = sorted(spent)[-2:]
    return largest - second
