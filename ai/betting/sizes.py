"""Bet sizes of a spot as text and as numbers: ``50,100,a``, by street ``50,100,a;75,a``; chips."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from engine.errors import PokerError
from engine.typed_numbers import plain_number

MAX_SIZES = 10
"""Most sizes of one list, all-in included."""
MAX_PERCENT = 10_000
PERCENT_DIGITS = 4
"""Most decimals of a percentage."""
T = TypeVar("T")
_DECIMALS = rf"\.[0-9]{{1,{PERCENT_DIGITS}}}"
_PERCENT = re.compile(rf"([0-9]{{1,5}}({_DECIMALS})?|{_DECIMALS})%?")


class SpotError(PokerError):
    """A spot that cannot be solved as given.

    Attributes:
        field: the invalid field: ``board``, ``oop``, ``ip``, ``pot``, ``stack``, ``bets``,
            ``raises``, ``bets-ip``, ``raises-ip``, ``locks``, or empty for no single one.
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
    """

    percents: tuple[Fraction, ...] = ()
    all_in: bool = False

    def __post_init__(self) -> None:
        """Validate and sort the sizes.

        Raises SpotError if one is out of bounds, or there are too many.
        """
        percents = tuple(sorted({Fraction(percent) for percent in self.percents}))
        if len(percents) + self.all_in > MAX_SIZES:
            raise SpotError("more than {most} sizes in one list", most=MAX_SIZES)
        for percent in percents:
            if not 0 < percent <= MAX_PERCENT or (percent * 10**PERCENT_DIGITS).denominator != 1:
                raise SpotError(
                    "{size} is not a bet size; write percentages of the pot up to {most:,} and a"
                    " for all-in, as in 50,100,a",
                    size=_decimal(percent),
                    most=MAX_PERCENT,
                )
        object.__setattr__(self, "percents", percents)

    def __str__(self) -> str:
        """The list as text: ``parse_sizes(str(sizes))`` equals ``sizes``."""
        return ",".join([*map(_decimal, self.percents), *("a" * self.all_in)])

    @cached_property
    def ratios(self) -> tuple[tuple[int, int], ...]:
        """Each size as the two numbers of ``floor((first * pot + half) / (2 * half))``."""
        parts = [percent / 100 for percent in self.percents]
        return tuple((2 * part.numerator, part.denominator) for part in parts)

    def targets(self, faced: int, pot: int) -> list[int]:
        """The street total in chips of each percentage, before clamping by the rules."""
        return [faced + (twice * pot + half) // (2 * half) for twice, half in self.ratios]

    def totals(self, faced: int, pot: int, least: int, most: int) -> list[int]:
        """The legal bets or raises of this list at a decision, ascending.

        The percentage is rounded to the nearest chip, halves up, before it is added to the bet
        faced. Sizes below the minimum raise become that, sizes that reach the stack all-in.

        Args:
            faced: street total of the bet faced, 0 for none.
            pot: chips in the pot after calling it.
            least: minimum raise as a street total.
            most: street total of all-in.

        Returns:
            street totals in chips.
        """
        amounts = {min(max(target, least), most) for target in self.targets(faced, pot)}
        if self.all_in:
            amounts.add(most)
        return sorted(amounts)


def _decimal(percent: Fraction) -> str:
    """A percentage in shortest decimal form."""
    return f"{float(percent):.{PERCENT_DIGITS}f}".rstrip("0").rstrip(".")


def parse_sizes(text: str) -> Sizes:
    """Parse a list such as ``50,100,a``; an empty one means no such action.

    Raises SpotError if an item is not a size, or there are too many.
    """
    items = [item for item in re.split(r"[,\s]+", text.strip()) if item]
    percents = []
    for item in items:
        if item.lower() == "a":
            continue
        if not _PERCENT.fullmatch(item):
            raise SpotError(
                "{item!r} is not a bet size; write percentages of the pot up to {most:,} and a for"
                " all-in, as in 50,100,a",
                item=item[:20],
                most=MAX_PERCENT,
            )
        percents.append(Fraction(item.rstrip("%")))
    return Sizes(tuple(percents), len(percents) < len(items))


def parse_menu(text: str) -> tuple[Sizes, ...]:
    """Parse lists by street such as ``50,100,a;75,a``; the last applies to later streets.

    Raises SpotError if a list is malformed.
    """
    return tuple(map(parse_sizes, text.split(";")))


def menu_text(menu: tuple[Sizes, ...]) -> str:
    """Return lists by street as text, without repetitions of the last."""
    return ";".join(map(str, without_repeats(menu)))


def without_repeats(items: tuple[T, ...]) -> tuple[T, ...]:
    """Return a tuple without trailing repetitions of its last item."""
    while len(items) > 1 and items[-1] == items[-2]:
        items = items[:-1]
    return items


def read_chips(text: str | int, field: str) -> int:
    """Parse a number of chips. Raises SpotError about the field, if it is not a number."""
    if isinstance(text, int):
        return text
    plain = plain_number(text) or ""
    if match := re.fullmatch(r"[0-9]{1,12}\.([0-9]{1,6})", plain):
        raise SpotError(
            "{text!r} is not a whole number of chips: multiply pot and stack by"
            " {unit:,}, and if they are in big blinds, give {unit:,} chips as the big blind",
            field,
            text=text[:20],
            unit=10 ** len(match[1]),
        )
    if not re.fullmatch(r"[0-9]{1,12}", plain):
        raise SpotError("{text!r} is not a number of chips", field, text=text[:20])
    return int(plain)
