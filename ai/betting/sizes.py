"""Bet sizes of a spot as text and as numbers: ``50,2e,a``, by street ``50,100,a;75,a``; chips.

An item is a percentage of the pot after calling; ``2.5x``, a raise to so many times the bet faced;
``3e``, the fraction of the pot that puts the stack in if it is bet three times (``e``: once on each
street left); or ``a``, all-in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import TypeVar

from engine.errors import PokerError
from engine.typed_numbers import plain_number

MAX_SIZES = 10
"""Most sizes of one list, all-in included."""
MAX_PERCENT = 10_000
PERCENT_DIGITS = 4
"""Most decimals of a percentage."""
MAX_TIMES = 100
"""Largest multiple of the bet faced."""
MAX_EQUAL = 9
"""Most equal bets of a geometric size."""
CENTS = 100
"""Smallest amounts in one, where amounts have decimals."""
T = TypeVar("T")
_DECIMALS = rf"\.[0-9]{{1,{PERCENT_DIGITS}}}"
_NUMBER = rf"[0-9]{{1,5}}(?:{_DECIMALS})?|{_DECIMALS}"
_PERCENT = re.compile(rf"({_NUMBER})%?")
_TIMES = re.compile(rf"({_NUMBER})x")
_EQUAL = re.compile(r"([0-9]?)e")


class SpotError(PokerError):
    """A spot that cannot be solved as given.

    Attributes:
        field: the invalid field of ``ai/solver/spot.py``, ``locks``, or empty for no single one.
    """

    def __init__(self, text: str, field: str = "", /, **values: object) -> None:
        super().__init__(text, **values)
        self.field = field


@dataclass(frozen=True)
class Sizes:
    """The bet or raise sizes of one player on one street.

    Attributes:
        percents: percentages of the pot, ascending and different, with up to four decimals.
        all_in: whether all-in is one, too.
        multiples: raises as multiples of the bet faced, likewise.
        equal: numbers of equal bets that put the stack in, likewise; 0 stands for the streets left.
    """

    percents: tuple[Fraction, ...] = ()
    all_in: bool = False
    multiples: tuple[Fraction, ...] = ()
    equal: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Validate and sort the sizes.

        Raises SpotError if one is out of bounds, or there are too many.
        """
        percents, multiples = (
            tuple(sorted({Fraction(number) for number in numbers}))
            for numbers in (self.percents, self.multiples)
        )
        equal = tuple(sorted(set(self.equal)))
        if len(percents) + len(multiples) + len(equal) + self.all_in > MAX_SIZES:
            raise SpotError("more than {most} sizes in one list", most=MAX_SIZES)
        for percent in percents:
            if not (0 < percent <= MAX_PERCENT and _is_short(percent)):
                raise _not_a_size(decimal_text(percent))
        for times in multiples:
            if not (1 < times <= MAX_TIMES and _is_short(times)):
                raise SpotError(
                    "{size}x is not a raise size; write more than 1 and up to {most} times the bet"
                    " faced, as in 2.5x",
                    size=decimal_text(times),
                    most=MAX_TIMES,
                )
        if equal and not 0 <= equal[0] <= equal[-1] <= MAX_EQUAL:
            raise SpotError("a geometric size is of 1 to {most} bets, as in 3e", most=MAX_EQUAL)
        object.__setattr__(self, "percents", percents)
        object.__setattr__(self, "multiples", multiples)
        object.__setattr__(self, "equal", equal)

    def __str__(self) -> str:
        """The list as text, which ``parse_menu`` reads back."""
        times = (f"{decimal_text(one)}x" for one in self.multiples)
        equal = (f"{number or ''}e" for number in self.equal)
        return ",".join([*map(decimal_text, self.percents), *times, *equal, *("a" * self.all_in)])

    @cached_property
    def ratios(self) -> tuple[tuple[int, int], ...]:
        """Each size as the two numbers of ``floor((first * pot + half) / (2 * half))``."""
        parts = [percent / 100 for percent in self.percents]
        return tuple((2 * part.numerator, part.denominator) for part in parts)

    def targets(self, faced: int, pot: int) -> list[int]:
        """The street total in chips of each percentage, before clamping by the rules."""
        return [faced + (twice * pot + half) // (2 * half) for twice, half in self.ratios]

    def totals(self, faced: int, pot: int, least: int, most: int, streets: int = 1) -> list[int]:
        """The legal bets or raises of this list at a decision, ascending.

        A part of the pot is rounded to the nearest chip, halves up, before it is added to the bet
        faced. Sizes below the minimum raise become that, sizes that reach the stack all-in.

        Args:
            faced: street total of the bet faced, 0 for none.
            pot: chips in the pot after calling it.
            least: minimum raise as a street total.
            most: street total of all-in.
            streets: streets left, this one included.

        Returns:
            street totals in chips.
        """
        targets = self.targets(faced, pot)
        if faced:
            targets += [_nearest(times * faced) for times in self.multiples]
        targets += [
            faced + geometric_bet(pot, most - faced, number or streets) for number in self.equal
        ]
        amounts = {min(max(target, least), most) for target in targets}
        if self.all_in:
            amounts.add(most)
        return sorted(amounts)


@dataclass(frozen=True)
class SizeRules:
    """Rules for the sizes of all menus of a spot.

    Attributes:
        all_in_below: an all-in of at most this many percent of the pot is added to every list that
            is not empty.
        all_in_above: a bet or raise of at least this many percent of the stack behind becomes
            all-in; 100 for none.
        merge: from the largest size down, one is dropped where the pot and it, times 1 plus so many
            percent, exceed the pot and the last size kept. Source: the documentation of b-inary's
            postflop-solver.
        max_raises: most raises of a street, its first bet not counted; None for any number.
    """

    all_in_below: Fraction = Fraction(0)
    all_in_above: Fraction = Fraction(100)
    merge: Fraction = Fraction(0)
    max_raises: int | None = None

    def totals(
        self, sizes: Sizes, faced: int, own: int, pot: int, least: int, most: int, streets: int
    ) -> list[int]:
        """The legal bets or raises of a list at a decision, as in ``Sizes.totals``.

        Args:
            own: street total of the player to act.
        """
        totals = sizes.totals(faced, pot, least, most, streets)
        if not totals or self == NO_RULES:
            return totals
        if 100 * (most - faced) <= self.all_in_below * pot:
            totals.append(most)
        enough = self.all_in_above * (most - own)
        kept: list[int] = []
        for total in sorted(totals, reverse=True):
            amount = most if 100 * (total - own) >= enough else total
            after = pot + amount - faced
            if not kept or (
                amount < kept[-1] and 100 * (pot + kept[-1] - faced) >= (100 + self.merge) * after
            ):
                kept.append(amount)
        return kept[::-1]


NO_RULES = SizeRules()


def geometric_bet(pot: int, stack: int, bets: int) -> int:
    """Return the first of equal bets, as fractions of the pot, of which the last is all-in.

    With the fraction f, the pot grows by 1 + 2f with each; f times the pot is rounded to the
    nearest chip, exactly, halves up.
    """
    if bets == 1:
        return stack
    whole = pot ** (bets - 1) * (pot + 2 * stack)
    bet = int((whole ** (1 / bets) - pot) / 2)
    while (pot + 2 * bet - 1) ** bets > whole:
        bet -= 1
    while (pot + 2 * bet + 1) ** bets <= whole:
        bet += 1
    return bet


def _nearest(amount: Fraction) -> int:
    return floor(amount + Fraction(1, 2))


def _is_short(number: Fraction) -> bool:
    parts: int = 10**PERCENT_DIGITS
    return parts % number.denominator == 0


def decimal_text(number: Fraction) -> str:
    """A percentage in shortest decimal form."""
    return f"{float(number):.{PERCENT_DIGITS}f}".rstrip("0").rstrip(".")


def _not_a_size(text: str) -> SpotError:
    return SpotError(
        "{size} is not a bet size; write percentages of the pot up to {most:,} and a for all-in, as"
        " in 50,100,a",
        size=text,
        most=MAX_PERCENT,
    )


def parse_sizes(text: str) -> Sizes:
    """Parse a list of percentages such as ``50,100,a``; an empty one means no such action.

    Raises SpotError if an item is not a size, or there are too many.
    """
    sizes = _parse_items(text)
    if sizes.multiples or sizes.equal:
        raise _not_a_size(repr(text[:20]))
    return sizes


def _parse_items(text: str) -> Sizes:
    percents, multiples, equal, all_in = [], [], [], False
    for item in filter(None, re.split(r"[,\s]+", text.strip())):
        if item.lower() == "a":
            all_in = True
        elif match := _PERCENT.fullmatch(item):
            percents.append(Fraction(match[1]))
        elif match := _TIMES.fullmatch(item.lower()):
            multiples.append(Fraction(match[1]))
        elif match := _EQUAL.fullmatch(item.lower()):
            if match[1] == "0":
                raise _not_a_size(repr(item))
            equal.append(int(match[1] or 0))
        else:
            raise _not_a_size(repr(item[:20]))
    return Sizes(tuple(percents), all_in, tuple(multiples), tuple(equal))


def parse_menu(text: str) -> tuple[Sizes, ...]:
    """Parse lists by street such as ``50,2e,a;75,a``; the last applies to later streets.

    Raises SpotError if a list is malformed.
    """
    return tuple(map(_parse_items, text.split(";")))


def menu_text(menu: tuple[Sizes, ...]) -> str:
    """Return lists by street as text, without repetitions of the last."""
    return ";".join(map(str, without_repeats(menu)))


def without_repeats(items: tuple[T, ...]) -> tuple[T, ...]:
    """Return a tuple without trailing repetitions of its last item."""
    while len(items) > 1 and items[-1] == items[-2]:
        items = items[:-1]
    return items


def read_amount(text: str | int, field: str) -> tuple[int, int]:
    """Parse an amount such as ``1,640`` or ``5.5``.

    Returns:
        The amount in its smallest parts, and their number in one: 1, ``CENTS`` with decimals.

    Raises:
        SpotError: about the field, if it is not an amount.
    """
    if isinstance(text, int):
        return text, 1
    match = re.fullmatch(r"([0-9]{0,12})(?:\.([0-9]*))?", plain_number(text) or "")
    if match is None or not (match[1] or match[2]):
        raise SpotError("{text!r} is not a number of chips", field, text=text[:20])
    if match[2] is None:
        return int(match[1]), 1
    if len(match[2]) > 2:
        raise SpotError("{text!r} has more than two decimals", field, text=text[:20])
    return int(match[1] + match[2].ljust(2, "0")), CENTS


def amount_text(amount: int, unit: int, *, decimals: bool = False) -> str:
    """Return an amount of smallest parts as text; with ``decimals`` at least one if it has any."""
    if unit == 1:
        return str(amount)
    text = f"{amount // unit}.{amount % unit:02}".rstrip("0")
    return text + "0" * decimals if text[-1] == "." and decimals else text.rstrip(".")


def read_percent(text: str, field: str, most: int = 100) -> Fraction:
    """Parse a percentage up to ``most``. Raises SpotError about the field, if it is not one."""
    plain = plain_number(text.strip().removesuffix("%")) or ""
    if re.fullmatch(_NUMBER, plain) and Fraction(plain) <= most:
        return Fraction(plain)
    raise SpotError(
        "{text!r} is not a percentage from 0 to {most:,}", field, text=text[:20], most=most
    )
