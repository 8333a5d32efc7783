"""The form of a new tournament: game, kind, length and participants."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QScrollArea, QToolButton, QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.tournament.viewmodel.tournament import Ticked, TournamentForm
from pokergui.theme.fonts import BODY, FIGURE, font
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import Fitted
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, dropped, label, row
from pokergui.widgets.spoken import set_description, set_name, set_tip

_WIDE = 190


class TournamentFormView(Fitted, QWidget):
    """A view that shows a ``TournamentForm``.

    Signals:
        ticked: name of an engine that the user puts in or takes out.
    """

    ticked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        head = label(tr("New tournament"), self, FIGURE, 600)
        self.game = CaptionCombo(tr("Key G"), self, brief=True)
        self.kind = CaptionCombo(tr("Key K"), self)
        self.hands = CaptionCombo(tr("Key L"), self, brief=True)
        words = tr("Engines that take part")
        self._caption = label(words, self, BODY, tone="second")
        self._holder = QWidget(self)
        self._grid = QGridLayout(self._holder)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(8)
        self._scroll = QScrollArea(self)
        self._scroll.setObjectName("plain")
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys stay with its contents
        inner = QWidget(self._scroll)
        column(self._holder, None, on=inner)
        self._scroll.setWidget(inner)
        self._summary = label("", self, BODY, tone="second", wraps=True)
        self.begin = IconButton("start", tr("Start"), tr("Space"), self, primary=True)
        self._buttons: dict[str, QToolButton] = {}
        self._columns = 0
        column(
            head,
            row(self.game, self.kind, self.hands, None, gap=8),
            self._caption,
            (self._scroll, 1),
            row((self._summary, 1), self.begin, gap=16),
            on=self,
            gap=14,
            margins=(20, 18, 20, 18),
        )

    def tab_order(self) -> list[QWidget]:
        """Return the focusable controls that are always there."""
        return [self.game, self.kind, self.hands, self.begin]

    def set_form(self, form: TournamentForm) -> None:
        """Show the choices."""
        for box, choices in (
            (self.game, form.game),
            (self.kind, form.kind),
            (self.hands, form.hands),
        ):
            box.set_scene(choices)
        if [one.key for one in form.engines] != list(self._buttons):
            self._make_buttons(form.engines)
        for one in form.engines:
            self._buttons[one.key].setChecked(one.on)
        self._summary.setText(form.summary)
        self.begin.setEnabled(form.ready and not form.busy)
        if form.busy:
            set_tip(self.begin, tr("Pause the tournament that is being played first."))
        else:
            set_tip(self.begin, tr("Start (Space)"))

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
        key = engine.key
        button.clicked.connect(lambda: self.ticked.emit(key))
        return button

    def fit(self) -> None:
        """Lay out as many engines on a line as there is room for."""
        columns = max(1, (self.width() - 48) // (_WIDE + 8))
        if columns == self._columns:
            return
        self._grid.setColumnStretch(self._columns, 0)
        self._grid.setColumnStretch(columns, 1)
        self._columns = columns
        for at, button in enumerate(self._buttons.values()):
            self._grid.addWidget(button, at // columns, at % columns)
            button.show()
