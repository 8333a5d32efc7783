"""Names, parts and winners of main and side pots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.hand import PotWon
from engine.pots import Pot
from pokergui.formatting.words import Money, listed
from pokergui.language import tr
from pokergui.language.joins import labelled, phrases
from pokergui.viewmodel import PotPart, PotRival, chip_columns

MOST_PARTS = 4
"""Most pots shown beside each other; the last one collects the rest."""
_COINS = 3
Shares = Callable[[Sequence[int]], Sequence[float]]


def pot_name(index: int) -> str:
    """Return the name of a pot among several: "Main pot", "Side pot 1"."""
    return tr("Side pot {number}").format(number=index) if index else tr("Main pot")


def short_names(count: int, pots: Sequence[int]) -> tuple[str, ...]:
    """Return short names of some of ``count`` pots: "Main", "Side 1"; of many, then "2", "3"."""
    names = [tr("Main")]
    for number in range(1, count):
        bare = count > MOST_PARTS - 1 and number > 1
        names.append(str(number) if bare else tr("Side {number}").format(number=number))
    return tuple(names[pot] for pot in pots)


def winners_of(pots: Sequence[Pot], won: Sequence[PotWon]) -> list[tuple[int, ...]]:
    """Return the positions that won each pot, derived from the payments.

    The rulebook pays pots with the same winners as one, so several in a row may be paid together.
    """
    paid: dict[int, list[PotWon]] = {}
    for part in won:
        paid.setdefault(part.pot, []).append(part)
    found: list[tuple[int, ...]] = []
    groups = iter(paid.values())
    group: list[PotWon] = []
    left = 0
    for pot in pots:
        if left <= 0:
            group = next(groups, [])
            left = sum(part.amount for part in group)
        found.append(tuple(part.seat for part in group))
        left -= pot.amount
    return found


def pot_parts(
    pots: Sequence[Pot],
    order: Sequence[int],
    names: Sequence[str],
    persons: frozenset[int],
    money: Money,
    won: Sequence[PotWon],
    shares: Shares | None = None,
) -> tuple[PotPart, ...]:
    """Return the pots side by side; nothing if there is only one.

    Args:
        pots: from the rulebook.
        order: positions in their order round the table.
        names: players by position.
        persons: positions of human players.
        money: the way in which amounts are written.
        won: the payments, once the hand is over.
        shares: the part of a pot that some positions win on average, if known.
    """
    if len(pots) < 2:
        return ()
    seats = winners_of(pots, won) if won else [pot.seats for pot in pots]
    shown = [(pot_name(i), pot.amount, seats[i]) for i, pot in enumerate(pots)]
    if len(shown) > MOST_PARTS:
        rest = range(MOST_PARTS - 1, len(pots))
        together = tuple(sorted({seat for i in rest for seat in seats[i]}))
        name = tr("Side pots {first} to {last}").format(first=rest[0], last=rest[-1])
        shown[rest[0] :] = [(name, sum(pots[i].amount for i in rest), together)]
    return tuple(
        PotPart(
            name,
            money.number(amount),
            chip_columns(amount, _COINS),
            _rivals(order, rivals, names, persons, None if won else shares),
            bool(won),
        )
        for name, amount, rivals in shown
    )


def _rivals(
    order: Sequence[int],
    rivals: Sequence[int],
    names: Sequence[str],
    persons: frozenset[int],
    shares: Shares | None,
) -> tuple[PotRival, ...]:
    """Return positions in their order round the table, with their average winnings if known."""
    seated = [(at, seat) for at, seat in enumerate(order) if seat in rivals]
    found = [PotRival(names[seat], seat in persons, seat=at) for at, seat in seated]
    if shares is not None:
        known = shares([seat for _, seat in seated])
        found = [
            replace(rival, share=share, percent=f"{100 * share:.0f}%")
            for rival, share in zip(found, known, strict=True)
        ]
    return tuple(found)


def shares_of_pots(pots: Sequence[Pot], won: Sequence[PotWon], names: Sequence[str]) -> str:
    """Return the winners of each pot: "main pot and side pot 1: You, side pot 2: Slate".

    Empty if the same players took all of them.
    """
    seats = winners_of(pots, won)
    if len(set(seats)) < 2:
        return ""
    told = []
    for winners in dict.fromkeys(seats):
        taken = [pot_name(i).lower() for i, one in enumerate(seats) if one == winners]
        told.append(labelled(listed(taken), listed([names[s] for s in winners])))
    return phrases(told)
