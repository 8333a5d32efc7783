from dataclasses import dataclass

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent

from pokergui.widgets.painting import RIGHT
from pokergui.widgets.tables.columns import Column, share
from pokergui.widgets.tables.table import RowTable


@dataclass(frozen=True)
class Fruit:
    key: str
    name: str
    weight: str = "1"
    high: int = 20


APPLE, PEAR, PLUM = (Fruit(name[0], name) for name in ("apple", "pear", "lum"))


class Fruits(RowTable[Fruit]):
    def height_of(self, row):
        return row.high


def columns(order=0):
    return [
        Column("Name", lambda row: row.name, key="name", stretch=1),
        Column("Weight", lambda row: row.weight, align=RIGHT, key="weight", order=order),
        Column("", lambda row: "", width=20),
    ]


def heard(table):
    said = []
    for name in ("moved", "opened", "sorted_by"):
        getattr(table, name).connect(lambda key, name=name: said.append((name, key)))
    return said


@pytest.fixture
def make(qtbot):
    def make(shown, **options):
        made = Fruits(None, **options)
        qtbot.addWidget(made)
        made.set_row_height(20)
        made.set_columns(shown)
        made.set_rows([APPLE, PEAR, PLUM])
        made.resize(300, 200)
        made.show()
        return made

    return make


@pytest.fixture
def table(make):
    return make(columns())


@pytest.fixture
def fruits(make):
    return make(columns()[:1], headed=False, opens_by_click=True)


def middle(table, row):
    return table.visualRect(table.model().index(row, 0)).center()


def column(**how):
    return Column("", str, **how)


@pytest.mark.parametrize(
    ("columns", "wanted", "room", "widths"),
    [
        ([column(), column()], [30, 50], 100, [30, 50]),  # the remainder stays free
        ([column(), column(stretch=1)], [30, 50], 100, [30, 70]),
        ([column(stretch=1), column(stretch=3)], [20, 40], 101, [30, 71]),  # to the last pixel
        ([column(), column(least=20)], [60, 60], 100, [60, 40]),  # only that one gives way
        ([column(least=40), column(least=20)], [60, 60], 90, [50, 40]),  # as far as each can
        ([column(align=RIGHT, least=20), column(least=20)], [60, 60], 90, [60, 30]),  # text first
        ([column(align=RIGHT, least=20), column(least=50)], [60, 60], 90, [40, 50]),
        ([column(), column(spare=1)], [60, 60], 100, [60, 0]),
        ([column(stretch=1), column(spare=1)], [60, 60], 100, [100, 0]),
        ([column(part=0.2), column(stretch=1)], [60, 40], 100, [20, 80]),
        ([column(part=0.2, least=30), column()], [60, 40], 100, [30, 40]),
        ([column(spare=2), column(), column(spare=1)], [40, 40, 40], 90, [40, 40, 0]),
        ([column(spare=2), column(), column(spare=1)], [40, 40, 40], 70, [0, 40, 0]),
        ([column(), column(least=30, spare=1)], [60, 60], 100, [60, 40]),  # it shrinks first
        ([column(), column(least=50, spare=1)], [60, 60], 100, [60, 0]),
        ([column(), column()], [60, 60], 100, [60, 60]),  # nothing gives way: it is clipped
    ],
)
def test_columns_share_the_width(columns, wanted, room, widths):
    assert share(columns, wanted, room) == widths


def test_arrows_move_and_enter_opens(table, qtbot):
    said = heard(table)
    table.select("a")
    assert said == []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Enter):
        qtbot.keyClick(table, key)
    qtbot.keyClick(table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(table, "a")  # a page key, not the start of a name
    assert said == [("moved", "p"), ("opened", "p"), ("moved", "l"), ("opened", "l")]


def test_double_click_opens_a_table_row_and_click_a_list_row(table, fruits, qtbot):
    for shown, more in ((table, []), (fruits, [("opened", "p")])):
        shown.select("a")
        said = heard(shown)
        qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=middle(shown, 1))
        assert said == [("moved", "p"), *more]
    said = heard(table)
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=middle(table, 1))
    assert said == [("opened", "p")]


def test_headings_and_keys_sort_rows(table, qtbot):
    said, heading = heard(table), table.horizontalHeader()
    for section in range(3):
        place = QPoint(heading.sectionViewportPosition(section) + 5, 10)
        qtbot.mouseClick(heading.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert [key for _, key in said] == ["name", "weight"]
    qtbot.keyClick(table, Qt.Key.Key_Right)  # unsorted: the first
    table.set_columns(columns(order=-1))
    assert table.model().headerData(1, Qt.Orientation.Horizontal) == "Weight ↓"
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space):
        qtbot.keyClick(table, key)
    assert [key for _, key in said[2:]] == ["name", "name", "name", "weight"]


def test_current_row_is_kept_while_it_exists(table):
    said, resets = heard(table), []
    table.model().modelReset.connect(lambda: resets.append(True))
    table.select("p")
    heavier = Fruit("p", "pear", "2", high=50)
    table.set_rows([APPLE, heavier, PLUM, Fruit("k", "kiwi")])
    assert resets == []  # text changed, and a row was added at the bottom
    assert table.rows[1] == heavier
    assert [table.rowHeight(at) for at in range(3)] == [20, 50, 20]
    table.insert(0, [Fruit("f", "fig")])
    assert (table.at_hand, table.currentIndex().row()) == (heavier, 2)
    table.set_rows([PLUM, heavier])
    assert (resets, table.at_hand) == ([True], heavier)
    table.set_rows([PLUM])
    assert table.at_hand is None
    assert not table.select("p")
    assert said == []


def test_lists_have_a_current_row_and_a_hovered_row(fruits, qtbot):
    fruits.set_rows([])
    fruits.set_rows([APPLE, PEAR, PLUM])
    assert fruits.at_hand is None
    fruits.focusInEvent(QFocusEvent(QEvent.Type.FocusIn))
    assert fruits.at_hand == APPLE
    qtbot.mouseMove(fruits.viewport(), middle(fruits, 2))
    assert fruits.hovered == 2
    fruits.leaveEvent(QEvent(QEvent.Type.Leave))
    assert fruits.hovered == -1


def test_cells_are_announced_to_screen_readers(table):
    model, role = table.model(), Qt.ItemDataRole
    assert [model.index(1, at).data(role.AccessibleTextRole) for at in range(3)] == [
        "pear",
        "1",
        "",
    ]
    assert model.index(1, 1).data(role.ToolTipRole) == "pear, 1"
    assert model.index(1, 1).data(role.UserRole) == PEAR
