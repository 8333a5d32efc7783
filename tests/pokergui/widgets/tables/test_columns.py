"""Columns share the width of a table: stretching, shrinking, closing."""

from __future__ import annotations

import pytest

from pokergui.theme.fonts import load_fonts
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.tables.columns import Column, Face, share


def column(**how: object) -> Column[str]:
    return Column("", str, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("columns", "wanted", "room", "widths"),
    [
        ([column(), column()], [30, 50], 100, [30, 50]),  # what is left stays free
        ([column(), column(stretch=1)], [30, 50], 100, [30, 70]),
        ([column(stretch=1), column(stretch=3)], [20, 40], 101, [30, 71]),  # to the last pixel
        ([column(), column(least=20)], [60, 60], 100, [60, 40]),  # that one alone gives way
        ([column(least=40), column(least=20)], [60, 60], 90, [50, 40]),  # by what they can give
        ([column(align=RIGHT, least=20), column(least=20)], [60, 60], 90, [60, 30]),  # words first
        ([column(align=RIGHT, least=20), column(least=50)], [60, 60], 90, [40, 50]),
        ([column(), column(spare=1)], [60, 60], 100, [60, 0]),
        ([column(stretch=1), column(spare=1)], [60, 60], 100, [100, 0]),
        ([column(part=0.2), column(stretch=1)], [60, 40], 100, [20, 80]),
        ([column(part=0.2, least=30), column()], [60, 40], 100, [30, 40]),
        ([column(spare=2), column(), column(spare=1)], [40, 40, 40], 90, [40, 40, 0]),
        ([column(spare=2), column(), column(spare=1)], [40, 40, 40], 70, [0, 40, 0]),
        (
            [column(), column(least=30, spare=1)],
            [60, 60],
            100,
            [60, 40],
        ),  # shrinks before it closes
        ([column(), column(least=50, spare=1)], [60, 60], 100, [60, 0]),
        ([column(), column()], [60, 60], 100, [60, 60]),  # nothing gives way: it is cut
    ],
)
def test_share(columns, wanted, room, widths):
    assert share(columns, wanted, room) == widths


def test_a_column_is_as_wide_as_its_widest_cell_or_its_heading(qapp):
    load_fonts()
    plain = column()
    assert plain.wanted(plain.widest(["i", "wide words"])) > Face().advance("wide words") + 12
    assert plain.wanted(plain.widest(["i"])) < Face().advance("wide words")
    headed = Column("A long heading", str)
    assert headed.wanted(headed.widest(["i"])) > headed.head.advance("A long heading")
    assert Column("H", str, key="h").wanted(0) > Column("H", str).wanted(0)  # room for the arrow
    assert column(width=70).wanted(column(width=70).widest(["wide words" * 9])) == 70
    assert column(least=90).wanted(20.0) == 90
    assert column(need=float).widest(["5", "41"]) == 57
