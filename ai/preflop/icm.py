"""The Independent Chip Model: what stacks of a tournament are worth in prizes.

A player finishes first with the share of its chips; the others play for second place by the same
rule. Source: Malmuth, "Gambling Theory and Other Topics", 1987; Harville, "Assigning probabilities
to the outcomes of multi-entry competitions", 1973.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import isfinite

from engine.errors import PokerError
from engine.typed_numbers import LIST_OR_NUMBER, plain_number

MOST_PLAYERS = 10
_SEPARATORS = re.compile(r"[\s$%;/]+")


def read_payouts(text: str, players: int) -> tuple[float, ...]:
    """Return typed prizes: "50/30/20", "50, 30, 20", "$1,000 $500".

    Commas alone separate prizes; beside other separators they belong to numbers.

    Raises:
        PokerError: if they cannot be read, may be one prize or several, or are impossible.
    """
    text = text.strip()
    if LIST_OR_NUMBER.fullmatch(text.strip("$%")):
        raise PokerError(
            "'{text}' may be one prize or several: leave out thousands separators, and put slashes"
            " between prizes",
            text=text[:30],
        )
    parts = [part.strip(",") for part in _SEPARATORS.split(text)]
    if len(parts) == 1:
        parts = parts[0].split(",")
    payouts = tuple(_prize(part) for part in parts if part)
    check_payouts(payouts, players)
    return payouts


def _prize(text: str) -> float:
    try:
        return float(plain_number(text) or "")
    except ValueError:
        raise PokerError("'{text}' is not a prize", text=text[:30]) from None


def check_payouts(payouts: Sequence[float], players: int) -> None:
    """Raise PokerError where prizes are none, below 0, rise from place to place, or too many."""
    if not payouts or not all(isfinite(prize) and prize >= 0 for prize in payouts):
        raise PokerError("payouts are prizes of 0 or more, the first place first")
    if any(later > earlier for earlier, later in pairwise(payouts)):
        raise PokerError("payouts may not rise from a better place to a worse one")
    if payouts[0] <= 0:
        raise PokerError("the first place needs a prize above 0")
    if len(payouts) > players:
        raise PokerError(
            "there are {payouts} payouts for only {players} players",
            payouts=len(payouts),
            players=players,
        )


def chip_price(stacks: Sequence[float], payouts: Sequence[float]) -> float:
    """Return what a chip is worth on average of the prizes that are still played for.

    Further prizes do not count, nor does what everybody in is sure of, unless all are equal.
    """
    prizes = payouts[: len(stacks)]
    sure = prizes[-1] if len(prizes) == len(stacks) else 0.0
    return (sum(prizes) - len(stacks) * sure or sum(prizes)) / sum(stacks)


def chip_percent(stacks: Sequence[float], payouts: Sequence[float]) -> float:
    """Return the ``chip_price`` in percent of all prizes."""
    return 100.0 * chip_price(stacks, payouts) / sum(payouts)


def icm(stacks: Sequence[float], payouts: Sequence[float]) -> tuple[float, ...]:
    """Each player's share of the prizes, in their unit.

    Players without chips share the last places equally.

    Args:
        stacks: chips of each player, in any order; at least one above 0.
        payouts: prizes from the first place on; places after them win nothing.

    Raises:
        PokerError: if stacks or prizes are impossible.
    """
    count = len(stacks)
    if not 1 <= count <= MOST_PLAYERS:
        raise PokerError("the chip model values 1 to {most} players", most=MOST_PLAYERS)
    if not all(isfinite(chips) and chips >= 0 for chips in stacks) or not any(stacks):
        raise PokerError("stacks are 0 chips or more, and somebody has some")
    check_payouts(payouts, count)
    prizes = [*payouts, *[0.0] * (count - len(payouts))]
    alive = [player for player in range(count) if stacks[player] > 0]
    values = [0.0] * count
    out = prizes[len(alive) :]
    for player in set(range(count)) - set(alive):
        values[player] = sum(out) / len(out)
    # Chance that the players of a set take the first places, in any order.
    chances = [0.0] * (1 << len(alive))
    chances[0] = 1.0
    everything = (1 << len(alive)) - 1
    for first in range(everything):
        place = first.bit_count()
        left = sum(stacks[alive[i]] for i in range(len(alive)) if not first >> i & 1)
        for i, player in enumerate(alive):
            if not first >> i & 1:
                chance = chances[first] * stacks[player] / left
                values[player] += chance * prizes[place]
                chances[first | 1 << i] += chance
    return tuple(values)
