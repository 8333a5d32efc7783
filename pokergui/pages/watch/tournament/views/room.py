"""The tournaments view: list, cross table or form, order, controls."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QScrollArea, QStackedWidget, QToolButton, QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.tournament.viewmodel import Ticked, TournamentForm, TournamentScene
from pokergui.pages.watch.tournament.views.cross import (
    CrossTable,
    OrderList,
    PairLine,
    TournamentBar,
    TournamentList,
)
from pokergui.theme.fonts import ACTION, BODY, FIGURE, font
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import column, dress, dropped, label, row, tab_through
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.savefile import ask_save
from pokergui.widgets.spoken import set_description, set_name, set_tip

_WIDE = 190


def _rows() -> tuple[Control, ...]:
    length = tr("choose the length of each pair or table")
    return (
        Control("game", "box", "G", tr("choose the game of a new one")),
        Control("kind", "box", "K", tr("choose the pairings"), brief=False),
        Control("hands", "box", "L", length),
    )


class TournamentFormView(Fitted, QWidget):
    """A view that shows a ``TournamentForm``.

    ``controls.changed`` also reports ``engine`` with the name of one that is added or removed.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_rows(), self)
        self._holder = QWidget(self)
        self._grid = QGridLayout(self._holder)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        scroll = QScrollArea(self)
        scroll.setObjectName("plain")
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys stay with its contents
        inner = QWidget(scroll)
        column(self._holder, None, on=inner)
        scroll.setWidget(inner)
        self._summary = label("", self, BODY, tone="second", wraps=True)
        self.begin = IconButton("start", tr("Start"), tr("Space"), self, primary=True)
        self._buttons: dict[str, QToolButton] = {}
        self._columns = 0
        column(
            label(tr("New tournament"), self, FIGURE, 600),
            row(*self.controls.parts.values(), None, gap=8),
            label(tr("Engines that take part"), self, BODY, tone="second"),
            (scroll, 1),
            row((self._summary, 1), self.begin, gap=16),
            on=self,
            gap=14,
            margins=(20, 18, 20, 18),
        )

    def set_form(self, form: TournamentForm) -> None:
        self.controls.show(form)
        if [one.key for one in form.engines] != list(self._buttons):
            self._make_buttons(form.engines)
        for one in form.engines:
            self._buttons[one.key].setChecked(one.on)
        self._summary.setText(form.summary)
        self.begin.setEnabled(form.ready and not form.busy)
        waits = tr("Pause the tournament that is being played first.")
        set_tip(self.begin, waits if form.busy else tr("Start (Space)"))

    def _make_buttons(self, engines: tuple[Ticked, ...]) -> None:
        for button in self._buttons.values():
            self._grid.removeWidget(button)
            dropped(button)
        self._buttons = {one.key: self._button(one) for one in engines}
        self._columns = 0
        self.fit()

    def _button(self, engine: Ticked) -> QToolButton:
        button = QToolButton(self._holder)
        button.setCheckable(True)
        button.setProperty("segment", True)
        button.setFont(font(BODY, 500))
        button.setFixedHeight(34)
        measure = button.fontMetrics()
        shown = measure.elidedText(engine.title, Qt.TextElideMode.ElideRight, _WIDE - 24)
        button.setText(shown.replace("&", "&&"))
        button.setFixedWidth(_WIDE)
        set_name(button, engine.title)
        set_description(button, engine.tip)
        set_tip(button, engine.tip)
        button.clicked.connect(lambda: self.controls.changed.emit("engine", engine.key))
        return button

    def fit(self) -> None:
        columns = max(1, (self.width() - 48) // (_WIDE + 8))
        if columns == self._columns:
            return
        self._grid.setColumnStretch(self._columns, 0)
        self._grid.setColumnStretch(columns, 1)
        self._columns = columns
        for at, button in enumerate(self._buttons.values()):
            self._grid.addWidget(button, at // columns, at % columns)
            button.show()


class TournamentRoom(KeyedPage):
    """The view that shows a ``TournamentScene``, or the form, and reports intents."""

    export_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kinds: list[tuple[str, str]] = []
        self._scene = TournamentScene()
        self._form_shown = False
        self.button = IconButton(
            "report",
            tr("Tournaments of several engines, by pairs or tables"),
            "R",
            self,
            show_key=False,
            label=tr("Tournaments"),
        )
        self.top = ToolBar(self)
        self.back = IconButton("undo", tr("Match"), "R", self.top)
        self._heading = label("", self.top, ACTION, 600, shrinks=True)
        self.new = IconButton("add", tr("New tournament"), "N", self.top)
        self.top.fill(self.back, 8, (self._heading, 1), self.new)
        self.list = TournamentList(self)
        self.cross = CrossTable(self)
        self.form = TournamentFormView(self)
        self.order = OrderList(self)
        self.pair = PairLine(self)
        self.notice = NoticePanel(self)
        self.bar = TournamentBar(self)
        self._arrange()
        self.bar.controls.button("export").clicked.connect(self._ask_export)
        self._make_keys()
        self.set_scene(TournamentScene())

    def _arrange(self) -> None:
        self._note = label("", self, tone="second", shrinks=True)
        self._board = QWidget(self)
        parts = self._note, (self.cross, 1), self.pair
        self._table = column(*parts, on=self._board, gap=8, margins=(16, 12, 16, 8))
        self._centre = QStackedWidget(self)
        self._centre.addWidget(self._board)
        self._centre.addWidget(self.form)
        self._side = QWidget(self)
        dress(self._side, "panel")
        self._verdict = label("", self._side, BODY, 600, wraps=True)
        self._legend = label("", self._side, tone="second", wraps=True)
        head = column(self._verdict, gap=2, margins=(14, 12, 14, 8))
        foot = column(self._legend, margins=(14, 8, 14, 10))
        column(head, (self.order, 1), foot, on=self._side, gap=0)
        middle = row(self.list, (self._centre, 1), self._side, gap=0)
        column(self.top, self.notice, (middle, 1), self.bar, on=self, gap=0)
        tab_through(
            *(self.back, self.new, self.list),
            *self.form.controls.tab_order(),
            *(self.form.begin, self.cross, self.pair.open),
            *self.bar.controls.tab_order(),
        )

    def _make_keys(self) -> None:
        finish = self.bar.controls.button("finish")
        self.begin_keys(tr("Tournaments"))
        self.add_key("Space", self._press_main, tr("start, pause, resume"))
        self.add_key("F", finish.press, tr("finish what is being played, then stop"))
        self.add_key("N", self.new.press, tr("new tournament: open or close its form"))
        self.bar.controls.add_keys(self)
        self.form.controls.add_keys(self)
        for name in ("R", "Escape"):
            self.add_key(name, self.back.press, tr("back to the match"))
        self.tell_key("Left Right Up Down", tr("go from pair to pair"), self.cross)
        self.tell_key("Return", tr("open the hands of the pair in History"), self.cross)

    def _press_main(self) -> None:
        begin = self.form.begin
        (begin if self.form.isVisible() else self.bar.controls.button("main")).press()

    def begin(self) -> None:
        (self.form.controls.box("game") if self._form_shown else self.cross).setFocus()

    def _ask_export(self) -> None:
        kinds = [(tr("Cross table"), "csv"), *self.kinds]
        ask_save(self, tr("Save the tournament"), kinds, self.export_chosen.emit)

    def set_compact(self, compact: bool) -> None:
        self.list.setFixedWidth(196 if compact else 260)
        self._side.setFixedWidth(244 if compact else 324)
        pad = 10 if compact else 16
        self._table.setContentsMargins(pad, 8, pad, 6)

    def set_scene(self, scene: TournamentScene) -> None:
        self._scene = scene
        self.list.set_scene(scene.tournaments, scene.current)
        self._heading.setText(scene.heading)
        self._note.setText(scene.note)
        self.cross.set_scene(scene.cross)
        self.order.set_rows(scene.order)
        self._verdict.setText(scene.verdict)
        self._legend.setText(scene.legend)
        self._legend.setVisible(bool(scene.order))
        self.list.setVisible(bool(scene.tournaments))
        self._side.setVisible(bool(scene.order) and not self._form_shown)
        self.bar.set_scene(scene)

    def set_form(self, form: TournamentForm | None) -> None:
        self._form_shown = form is not None
        if form is not None:
            self.form.set_form(form)
        self._centre.setCurrentWidget(self._board if form is None else self.form)
        self._side.setVisible(bool(self._scene.order) and form is None)
        self.bar.set_quiet(self._form_shown)
