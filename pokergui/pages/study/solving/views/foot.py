"""The foot of the form: the estimated cost of solving, and the button that starts it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.solving.viewmodel.spots import SpotForm
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel.strips import Figure
from pokergui.widgets.guard import Painted
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, dress, row
from pokergui.widgets.painting import text
from pokergui.widgets.spoken import set_description, set_name, set_tip

_HIGH, _GAP = 34, 22


class CostBar(Painted, QWidget):
    """Figures side by side, each with a caption above."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()
        self.setFixedHeight(_HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Cost of solving"))

    def set_figures(self, figures: tuple[Figure, ...]) -> None:
        """Show figures, or an ellipsis for each while unknown."""
        self._figures = figures
        words = phrases(one.spoken for one in figures)
        set_description(self, words)
        set_tip(self, words)
        self.update()

    def _widths(self) -> list[float]:
        caption, figure = metrics(CAPTION), metrics(BODY, 600)
        return [
            max(caption.horizontalAdvance(one.label), figure.horizontalAdvance(one.value))
            for one in self._figures
        ]

    def paint(self, painter: QPainter) -> None:
        """Paint from left to right; the gaps shrink before a figure is cut."""
        t, widths = look.tokens(), self._widths()
        if not widths:
            return
        gaps = max(1, len(widths) - 1)
        gap = max(6.0, min(float(_GAP), (self.width() - sum(widths)) / gaps))
        x = 0.0
        for one, width in zip(self._figures, widths, strict=True):
            box = QRectF(x, 0, min(width + 1, self.width() - x), 16)
            text(painter, box, one.label, font(CAPTION), t.t3)
            text(painter, box.translated(0, 16), one.value, font(BODY, 600), t.t1)
            x += width + gap


class Line(Painted, QWidget):
    """One line: missing fields, an error, or a plain note."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = ""
        self.warns = False
        self.setFixedHeight(16)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, words: str, *, warns: bool) -> None:
        """Show a line, as a warning or not."""
        if (words, warns) != (self.words, self.warns):
            self.words, self.warns = words, warns
            set_tip(self, words)
            set_name(self, words)
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint the text, elided if too long; the tooltip has all of them."""
        t = look.tokens()
        ink = t.unc if self.warns else t.t2
        text(painter, self.rect().toRectF(), self.words, font(SMALL), ink)


class SpotFoot(QWidget):
    """Shows the figures and the warning of a ``SpotForm``.

    Signals:
        solve_asked: the button.
    """

    solve_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "actionbar")
        self.figures = CostBar(self)
        self.warning = Line(self)
        self.solve = IconButton("start", tr("Solve"), "Ctrl+Enter", self, primary=True)
        words = column(self.figures, self.warning, gap=1)
        self._row = row((words, 1), self.solve, on=self, gap=16)
        self.setFixedHeight(64)
        self.solve.clicked.connect(self.solve_asked)
        self.set_compact(False)
        self.set_form(SpotForm(()))

    def set_compact(self, compact: bool) -> None:
        """Use smaller margins."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 6, pad, 6)

    def set_form(self, form: SpotForm) -> None:
        """Show the figures and the warning of a form."""
        names = (
            tr("Decisions"),
            tr("Actions"),
            tr("Information sets"),
            tr("Memory"),
            tr("Time"),
        )
        unknown = tuple(Figure(name, "…") for name in names)
        self.figures.set_figures(form.figures or unknown)
        plain = tr("Estimated before anything is built; the time is a rough guess.")
        self.warning.set_words(form.warning or plain, warns=bool(form.figures and form.warning))
        self.solve.setEnabled(form.solvable)
