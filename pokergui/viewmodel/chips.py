"""An amount of chips as columns of coins, for painting."""

from __future__ import annotations

from dataclasses import dataclass

DENOMINATIONS = (1000, 500, 100, 25, 1)
COLUMN_HEIGHT = 8


@dataclass(frozen=True, slots=True)
class ChipColumn:
    """One column: ``count`` coins of ``denomination`` chips each, at most 8."""

    denomination: int
    count: int


def chip_columns(amount: int, most: int = 4) -> tuple[ChipColumn, ...]:
    """Columns for an amount of chips, largest coins first, at most 8 high.

    A picture, not an account: after ``most`` columns the remainder is left out, as the
    exact amount always stands beside it as text.
    """
    columns: list[ChipColumn] = []
    rest = amount
    for denomination in DENOMINATIONS:
        count, rest = divmod(rest, denomination)
        while count > 0 and len(columns) < most:
            columns.append(ChipColumn(denomination, min(count, COLUMN_HEIGHT)))
            count -= COLUMN_HEIGHT
    return tuple(columns)
