"""The spots view: a form at the left, saved spots at the right, a strip above both."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QFrame, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.solving.viewmodel import SpotForm, SpotRow, SpotsScene
from pokergui.pages.study.solving.views.form import SpotFoot, SpotFormView, Welcome
from pokergui.pages.study.solving.views.given import RangePanel
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel import Notice
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.field import FieldBox, wrapped
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.laying import column, label, row, tab_through
from pokergui.widgets.notice import NoticePanel, scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.panels import RoomStrip
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.strips import cards_width, paint_cards
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import Index, RowTable


class ConfirmRow(Painted, QWidget):
    """Asks whether to remove a spot."""

    answered = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        words = label(tr("Remove this spot and its solution?"), self, BODY, 600)
        words.setMinimumWidth(1)
        self.remove = QPushButton(tr("Remove"), self)
        set_tip(self.remove, tr("Remove for good (Enter)"))
        self.stay = QPushButton(tr("Keep"), self)
        set_tip(self.stay, tr("Keep it (Escape)"))
        buttons = row(self.remove, self.stay, None, gap=8)
        column(words, buttons, on=self, gap=6, margins=(16, 8, 16, 10))
        self.remove.clicked.connect(lambda: self.answered.emit(True))
        self.stay.clicked.connect(lambda: self.answered.emit(False))

    def take_focus(self) -> None:
        self.remove.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.answered.emit(False)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit(self.remove.hasFocus())
        else:
            super().keyPressEvent(event)

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        painter.fillRect(self.rect(), QColor(t.bg2))
        painter.fillRect(0, 0, 3, self.height(), QColor(t.neg))


ROW = 76
_PAD = 16.0
_SECOND = Face(ink="t2")


def said(row: SpotRow) -> str:
    return phrases((row.board, row.title, row.state, row.note))


def _paint_spot(painter: QPainter, box: QRectF, row: SpotRow) -> None:
    line = QRectF(box.x() + _PAD, box.y() + 9, box.width() - 2 * _PAD, 18)
    taken = cards_width(row.cards) + 10 if row.cards else 0.0
    ink = "acc" if row.running else "t2" if row.usable else "neg"
    state = Face(weight=600 if row.running else 500, ink=ink)
    used = state.write(painter, line.adjusted(taken, 0, 0, 0), row.state, RIGHT)
    if row.cards:
        paint_cards(painter, line.x(), line.center().y(), row.cards)
    else:
        Face(BODY, 600).write(painter, line.adjusted(0, 0, -used - 10, 0), row.board)
    line.translate(0, 21)
    if not row.usable:
        for words in wrapped(row.title, font(SMALL), line.width(), 2):
            _SECOND.write(painter, line, words)
            line.translate(0, 17)
        return
    Face(BODY, 500).write(painter, line, row.title)
    _SECOND.write(painter, line.translated(0, 18), row.note)


class SpotList(RowTable[SpotRow]):
    """All saved spots."""

    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, headed=False, opens_by_click=True, ground="bg2")
        self._asking = ""
        set_name(self, tr("Saved spots"))
        self.set_row_height(ROW)
        self.set_columns([Column("", said, paint=_paint_spot)])

    def in_front(self, row: SpotRow) -> bool:
        return row.shown

    def set_rows(self, rows: Sequence[SpotRow]) -> None:
        """Show spots; the current one stays current while it exists, else the one in Study is."""
        super().set_rows(rows)
        if rows and self.at_hand is None:
            self.select(next((row.key for row in rows if row.shown), rows[0].key))
        keys = [row.key for row in rows]
        if self._asking in keys:
            self._show_question(keys.index(self._asking))
        else:
            self._asking = ""

    @property
    def asking(self) -> str:
        """Key of the spot whose removal is being confirmed, empty for none."""
        return self._asking

    def ask_remove(self) -> None:
        """Ask in the current row whether its spot is to be removed."""
        row = self.at_hand
        if row is not None and row.key != self._asking:
            self.keep()
            self._asking = row.key
            self._show_question(self.currentIndex().row())

    def _show_question(self, row: int) -> None:
        index = self.model().index(row, 0)
        if self.indexWidget(index) is not None:
            return
        question = ConfirmRow(self)
        question.answered.connect(self._answered)
        self.setIndexWidget(index, question)
        self.scrollTo(index)
        question.take_focus()

    def _answered(self, remove: bool) -> None:
        key = self._asking
        self.keep()
        if remove and key:
            self.removed.emit(key)

    def keep(self) -> None:
        """Close the question without removing."""
        keys = [row.key for row in self.rows]
        if self._asking in keys:
            index = self.model().index(keys.index(self._asking), 0)
            question = self.indexWidget(index)
            if question is not None and question.isAncestorOf(self.window().focusWidget()):
                self.setFocus()
            self.setIndexWidget(index, None)  # type: ignore[arg-type]  # Qt takes it as "none"
        self._asking = ""

    def open(self, index: Index) -> None:
        """Report a spot as opened, unless it is unusable or its removal is being confirmed."""
        if index.isValid():
            row = self.rows[index.row()]
            if row.usable and row.key != self._asking:
                super().open(index)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() == Qt.Key.Key_Delete:
            self.ask_remove()
        else:
            super().keyPressEvent(event)


_LIST, _COMPACT_LIST = 348, 284


class SpotsRoom(KeyedPage):
    """Shows a ``SpotsScene``; it holds copies, and its parts report intents."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ready = False
        self.form = SpotFormView(self)
        self.foot = SpotFoot(self)
        self.notice = NoticePanel(self)
        self._strip = RoomStrip(tr("A spot to solve"), self)
        self.back = self._strip.back
        self.list = SpotList(self)
        self.welcome = Welcome(self)
        body = row((self._make_left(), 1), self._make_right(), gap=0)
        column(self._strip, (body, 1), on=self, gap=0)
        tab_through(*self.form.tab_order(), self.foot.solve, self.list, self.remove, self.back)
        fields: tuple[FieldBox | RangePanel, ...] = (*self.form.boxes, *self.form.panels)
        for part in fields:
            part.editor.edited.connect(self._written)
        self.list.moved.connect(self._offer_remove)
        self.remove.clicked.connect(self.list.ask_remove)
        self._make_keys()
        self.set_scene(SpotsScene(SpotForm(())))

    def _make_keys(self) -> None:
        self.begin_keys(tr("Spots"))
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            self.add_key(key, self.foot.solve_asked, tr("solve"))
        self.add_key("Escape", self._leave, tr("leave this view"))
        self.tell_key("Left Right Up Down", tr("another hand of a range"), self.form)
        self.tell_key("Space", tr("put it in, take it out"), self.form)
        self.tell_key("+ -", tr("change its weight by 5%"), self.form)
        self.tell_key("PgUp PgDown", tr("change its weight by 1%"), self.form)
        self.tell_key("Ctrl+C Ctrl+V", tr("copy, paste the range as text"), self.form)
        self.tell_key("Return", tr("open the saved spot"), self.list)
        self.tell_key("Del", tr("remove the saved spot"), self.list)

    def _make_left(self) -> QVBoxLayout:
        self._notice_row = QWidget(self)
        column(self.notice, on=self._notice_row, margins=(12, 8, 12, 0))
        self._notice_row.setVisible(False)
        self.doubt = label("", self, tone="uncertain", wraps=True)
        self.doubt.hide()
        self.area = scroll_area(self.form, self)
        return column(self._notice_row, self.doubt, (self.area, 1), self.foot, gap=0)

    def _make_right(self) -> QWidget:
        self._right = QFrame(self)
        self._right.setObjectName("rightcolumn")
        title = label(tr("Saved spots"), self._right, BODY, 600)
        self._count = label("", self._right, tone="caption")
        self.remove = IconButton(
            "remove", tr("Remove the selected spot"), "Del", self._right, show_words=False
        )
        head = QWidget(self._right)
        head.setFixedHeight(46)
        row(title, self._count, None, self.remove, on=head, gap=8, margins=(16, 0, 8, 0))
        self._stack = QStackedWidget(self._right)
        self._stack.addWidget(self.list)
        self._stack.addWidget(scroll_area(self.welcome, self._stack))
        column(head, (self._stack, 1), on=self._right, gap=0)
        return self._right

    def _written(self) -> None:
        self._ready = False

    def _offer_remove(self) -> None:
        self.remove.setEnabled(self.list.at_hand is not None)

    def _leave(self) -> None:
        if self.list.asking:
            self.list.keep()
        else:
            self.back.click()

    def set_compact(self, compact: bool) -> None:
        pad = 12 if compact else 16
        self._strip.set_padding(pad)
        self.doubt.setContentsMargins(pad, 8, pad, 0)
        self._right.setFixedWidth(_COMPACT_LIST if compact else _LIST)

    def set_scene(self, scene: SpotsScene) -> None:
        self.form.set_form(scene.form)
        self.foot.set_form(scene.form)
        self._offer_solve()
        self._strip.set_source(scene.form.source)
        self.doubt.setText(scene.form.doubt)
        self.doubt.setVisible(bool(scene.form.doubt))
        self.list.set_rows(scene.rows)
        self._offer_remove()
        self.welcome.set_examples(scene.examples)
        self._stack.setCurrentIndex(0 if scene.rows else 1)
        self._count.setText(str(len(scene.rows)) if scene.rows else "")
        self.remove.setVisible(bool(scene.rows))

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)
        self._notice_row.setVisible(notice is not None)

    def begin(self, *, ready: bool = False) -> None:
        """Take the focus: on "Solve" once the form is filled, else on its first field."""
        self.form.board.field.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._ready = ready
        self._offer_solve()

    def _offer_solve(self) -> None:
        if self._ready and self.foot.solve.isEnabled():
            self._ready = False
            self.foot.solve.setFocus(Qt.FocusReason.ShortcutFocusReason)
