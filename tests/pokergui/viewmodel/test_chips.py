import pytest

from pokergui.viewmodel import ChipColumn, chip_columns


@pytest.mark.parametrize(
    ("amount", "columns"),
    [
        (0, ()),
        (1, ((1, 1),)),
        (830, ((500, 1), (100, 3), (25, 1))),
        (2022, ((1000, 2),)),
        (8, ((1, 4), (1, 4))),
        (18, ((1, 5), (1, 5), (1, 4), (1, 4))),
        (24, ((1, 8), (1, 8), (1, 8))),
        (40_000, ((1000, 8),) * 4),
    ],
)
def test_chip_columns(amount, columns):
    assert chip_columns(amount) == tuple(ChipColumn(*column) for column in columns)


def test_columns_never_exceed_the_amount():
    for amount in range(1, 3000, 7):
        columns = chip_columns(amount)
        assert len(columns) <= 4 and all(1 <= column.count <= 8 for column in columns)
        assert sum(column.denomination * column.count for column in columns) <= amount
