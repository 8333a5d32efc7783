"""The spots view: a form at the left, saved spots at the right, a strip above both."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from pokergui.language import tr_study as tr
from pokergui.pages.study.solving.viewmodel import SpotForm, SpotsScene
from pokergui.pages.study.solving.views.form import SpotFoot, SpotFormView, Welcome
from pokergui.pages.study.solving.views.given import RangePanel
from pokergui.pages.study.solving.views.rows import SpotList
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import Notice
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.field import FieldBox
from pokergui.widgets.laying import column, label, row, tab_through
from pokergui.widgets.notice import NoticePanel, scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.roomstrip import RoomStrip

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
        """Leave the view, or first cancel an open question."""
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

    def begin(self, *, ready: bool) -> None:
        """Take the focus: on "Solve" once the form is filled, else on its first field."""
        self.form.board.field.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._ready = ready
        self._offer_solve()

    def _offer_solve(self) -> None:
        if self._ready and self.foot.solve.isEnabled():
            self._ready = False
            self.foot.solve.setFocus(Qt.FocusReason.ShortcutFocusReason)
