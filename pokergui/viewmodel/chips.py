"""An amount of chips as columns of coins, for painting."""

from __future__ import annotations

from dataclasses import dataclass

DENOMINATIONS = (1000, 500, 100, 25, 1)
COLUMN_HEIGHT = 8
_SMALL_CHANGE = 50
LOW_HEIGHT = 5  # preferred: tall columns hide what is behind them


@dataclass(frozen=True, slots=True)
class ChipColumn:
    """One column: ``count`` coins of ``denomination`` chips each, at most 8."""

    denomination: int
    count: int


def chip_columns(amount: int, most: int = 4) -> tuple[ChipColumn, ...]:
    """Return columns for an amount of chips, largest coins first, 5 high or, if needed, 8.

    It is an approximation, since the exact amount is always beside it as text: the rest after
    ``most`` columns is not shown, nor is a remainder below a fiftieth of the amount, whose many
    small coins would hide the large ones.
    """
    columns: list[ChipColumn] = []
    rest = amount
    for denomination in DENOMINATIONS:
        if columns and rest < amount / _SMALL_CHANGE:
            break
        count, rest = divmod(rest, denomination)
        low = -(-count // LOW_HEIGHT) <= most - len(columns)
        height = LOW_HEIGHT if low else COLUMN_HEIGHT
        while count > 0 and len(columns) < most:
            # Columns of one denomination are as even as possible.
            share = min(height, -(-count // -(-count // height)))
            columns.append(ChipColumn(denomination, share))
            count -= share
    return tuple(columns)
