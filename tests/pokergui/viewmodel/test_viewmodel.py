"""View models: frozen, small, free of Qt."""

import dataclasses
import subprocess
import sys

import pytest

from pokergui import viewmodel
from pokergui.viewmodel import FACE_DOWN, CardView, ChipColumn, chip_columns


@pytest.mark.parametrize(
    ("amount", "columns"),
    [
        (0, ()),
        (1, ((1, 1),)),
        (550, ((500, 1), (25, 2))),
        (830, ((500, 1), (100, 3), (25, 1))),
        (2022, ((1000, 2),)),
        (6, ((1, 3), (1, 3))),
        (8, ((1, 4), (1, 4))),
        (18, ((1, 5), (1, 5), (1, 4), (1, 4))),
        (24, ((1, 8), (1, 8), (1, 8))),
        (40_000, ((1000, 8),) * 4),
    ],
)
def test_chip_columns(amount: int, columns: tuple[tuple[int, int], ...]) -> None:
    assert chip_columns(amount) == tuple(ChipColumn(*column) for column in columns)


@pytest.mark.parametrize("amount", range(1, 3000, 7))
def test_columns_never_exceed_the_amount(amount: int) -> None:
    columns = chip_columns(amount)
    assert len(columns) <= 4
    assert all(1 <= column.count <= 8 for column in columns)
    assert sum(column.denomination * column.count for column in columns) <= amount


def test_a_hidden_card_has_no_name() -> None:
    assert FACE_DOWN.name == ""
    assert CardView("10", 1, face_up=True).name == "10d"


def test_all_classes_are_frozen() -> None:
    classes = [
        item
        for item in vars(viewmodel).values()
        if isinstance(item, type) and dataclasses.is_dataclass(item)
    ]
    assert len(classes) > 20
    for item in classes:
        assert item.__dataclass_params__.frozen, item


def test_importing_leaves_qt_unloaded() -> None:
    code = "import sys, pokergui.viewmodel; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
