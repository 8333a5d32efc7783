"""Tables of rows under columns: changes, keys, mouse, sorting, screen readers."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QFocusEvent

from pokergui.widgets.painting import RIGHT
from pokergui.widgets.tables.columns import Column
from pokergui.widgets.tables.table import RowTable


@dataclass(frozen=True)
class Fruit:
    key: str
    name: str
    weight: str = "1"
    high: int = 20


APPLE, PEAR, PLUM = (Fruit(name[0], name) for name in ("apple", "pear", "lum"))


class Fruits(RowTable[Fruit]):
    def height_of(self, row: Fruit) -> int:
        return row.high


def columns(order: int = 0) -> list[Column[Fruit]]:
    return [
        Column("Name", lambda row: row.name, key="name", stretch=1),
        Column("Weight", lambda row: row.weight, align=RIGHT, key="weight", order=order),
        Column("", lambda row: "", width=20),
    ]


class Heard:
    def __init__(self, table: Fruits) -> None:
        self.said: list[tuple[str, object]] = []
        table.moved.connect(lambda key: self.said.append(("moved", key)))
        table.opened.connect(lambda key: self.said.append(("opened", key)))
        table.sorted_by.connect(lambda key: self.said.append(("sorted", key)))


@pytest.fixture
def table(qtbot):
    made = Fruits(None)
    qtbot.addWidget(made)
    made.set_row_height(20)
    made.set_columns(columns())
    made.set_rows([APPLE, PEAR, PLUM])
    made.resize(300, 200)
    made.show()
    return made


@pytest.fixture
def fruits(qtbot):
    """A list: without headings."""
    made = Fruits(None, headed=False, opens_by_click=True)
    qtbot.addWidget(made)
    made.set_row_height(20)
    made.set_columns(columns()[:1])
    made.set_rows([APPLE, PEAR, PLUM])
    made.resize(300, 200)
    made.show()
    return made


def middle(table: Fruits, row: int) -> QPoint:
    return table.visualRect(table.model().index(row, 0)).center()


def test_arrows_move_and_enter_opens(table, qtbot):
    heard = Heard(table)
    table.select("a")
    assert heard.said == []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Enter):
        qtbot.keyClick(table, key)
    qtbot.keyClick(table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(table, "a")  # a key of the page, not the beginning of a name
    assert heard.said == [("moved", "p"), ("opened", "p"), ("moved", "l"), ("opened", "l")]


def test_a_double_click_opens_a_row_of_a_table_and_a_click_one_of_a_list(table, fruits, qtbot):
    for shown, said in ((table, []), (fruits, [("opened", "p")])):
        shown.select("a")
        heard = Heard(shown)
        qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=middle(shown, 1))
        assert heard.said == [("moved", "p"), *said]
    heard = Heard(table)
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=middle(table, 1))
    assert heard.said == [("opened", "p")]


def test_headings_and_keys_sort(table, qtbot):
    heard = Heard(table)
    heading = table.horizontalHeader()
    for section in range(3):
        place = QPoint(heading.sectionViewportPosition(section) + 5, 10)
        qtbot.mouseClick(heading.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert heard.said == [("sorted", "name"), ("sorted", "weight")]
    heard.said.clear()
    qtbot.keyClick(table, Qt.Key.Key_Right)  # no order yet: the first
    table.set_columns(columns(order=-1))
    assert table.model().headerData(1, Qt.Orientation.Horizontal) == "Weight ↓"
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space):
        qtbot.keyClick(table, key)
    assert [key for _, key in heard.said] == ["name", "name", "name", "weight"]


def test_the_row_at_hand_stays_at_hand_while_it_is_there(table):
    heard, resets = Heard(table), []
    table.model().modelReset.connect(lambda: resets.append(True))
    table.select("p")
    heavier = Fruit("p", "pear", "2")
    table.set_rows([APPLE, heavier, PLUM, Fruit("k", "kiwi")])
    assert resets == []  # words changed, and a row came at the foot
    assert table.rows[1] == heavier
    table.insert(0, [Fruit("f", "fig")])
    assert (table.at_hand, table.currentIndex().row()) == (heavier, 2)
    table.set_rows([PLUM, heavier])
    assert (resets, table.at_hand) == ([True], heavier)
    table.set_rows([PLUM])
    assert table.at_hand is None
    assert not table.select("p")
    assert heard.said == []


def test_columns_are_as_wide_as_what_came_last(table):
    narrow = table.columnWidth(1)
    table.insert(3, [Fruit("x", "x", "100,000,000,000")])
    assert table.columnWidth(1) > narrow
    table.set_rows([PLUM])
    assert table.columnWidth(1) == narrow


def test_rows_may_differ_in_height(table):
    assert [table.rowHeight(at) for at in range(3)] == [20, 20, 20]
    table.set_rows([APPLE, Fruit("p", "pear", high=50), PLUM])
    assert [table.rowHeight(at) for at in range(3)] == [20, 50, 20]


def test_a_list_has_a_row_at_hand_and_one_under_the_pointer(fruits, qtbot):
    fruits.set_rows([])
    fruits.set_rows([APPLE, PEAR, PLUM])
    assert fruits.at_hand is None
    fruits.focusInEvent(QFocusEvent(QEvent.Type.FocusIn))
    assert fruits.at_hand == APPLE
    fruits.set_rows([Fruit("d", "durian" * 100)])
    assert fruits.columnWidth(0) == fruits.viewport().width()
    fruits.set_rows([APPLE, PEAR, PLUM])
    qtbot.mouseMove(fruits.viewport(), middle(fruits, 2))
    assert fruits.hovered == 2
    fruits.leaveEvent(QEvent(QEvent.Type.Leave))
    assert fruits.hovered == -1


def test_cells_are_read_aloud(table):
    model = table.model()
    role = Qt.ItemDataRole.AccessibleTextRole
    assert [model.index(1, at).data(role) for at in range(3)] == ["pear", "1", ""]
    assert model.index(1, 1).data(Qt.ItemDataRole.ToolTipRole) == "pear, 1"
    assert model.index(1, 1).data(Qt.ItemDataRole.UserRole) == PEAR
    assert model.data(QModelIndex(), role) is None
    assert model.headerData(0, Qt.Orientation.Vertical) is None
