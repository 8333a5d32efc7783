"""The panel in the table's place: before the start, while a match runs fast, at its end."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_watch as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.watch.viewmodel.watch import PanelScene
from pokergui.pages.watch.views.startform import StartFormView
from pokergui.theme import look
from pokergui.theme.fonts import BODY, FIGURE, POT, font, metrics
from pokergui.widgets.guard import Fitted, Painted
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.painting import CENTRE, LEFT, RIGHT, rounded, stroke, text
from pokergui.widgets.panels.turning import TurningArc
from pokergui.widgets.spoken import set_description, set_name

_FACT, _BELOW = 30, 46


class StagePanel(Fitted, Painted, QWidget):
    """A panel that shows a ``PanelScene`` in the middle of its place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = PanelScene("")
        self.button = IconButton("start", tr("Start"), tr("Space"), self, primary=True)
        words = tr("Evaluate other strategies on these hands")
        self.judge = IconButton("report", words, "H", self)
        self.judge.setEnabled(False)
        self.form = StartFormView(self)
        self._arc = TurningArc(self, self._turn, delay_ms=0)

    def set_scene(self, scene: PanelScene) -> None:
        """Show text, facts and a button."""
        self._scene = scene
        self._arc.set_on(scene.running)
        if scene.button:
            self.button.set_words("start", scene.button, scene.key)
        self.button.setVisible(bool(scene.button))
        self.judge.setVisible(scene.judges)
        self.form.set_scene(scene.form)
        set_name(self, scene.title)
        facts = phrases(f"{name} {value}" for name, value in scene.facts)
        set_description(self, sentences((scene.text, facts)))
        self.fit()
        self.update()

    def _turn(self) -> None:
        self.update(self.width() // 2 - 20, round(self._top()) - 8, 40, 44)

    def _height(self) -> float:
        scene = self._scene
        height = 30.0 + (24 if scene.text else 0)
        if scene.running:
            height += 44
        if scene.progress is not None:
            height += 26
        if scene.facts:
            height += 18 + _FACT * len(scene.facts)
        if scene.form is not None:
            height += 16 + self.form.sizeHint().height()
        return height + (56 if scene.button else 0) + (_BELOW if scene.judges else 0)

    def _top(self) -> float:
        return max(8.0, (self.height() - self._height()) * 0.44)

    def fit(self) -> None:
        """Keep form and buttons in the middle."""
        if self._scene.form is not None:
            need = self.form.sizeHint()
            wide = min(need.width(), self.width() - 16)
            left = (self.width() - wide) // 2
            self.form.setGeometry(left, round(self._top()) + 70, wide, need.height())
        size = self.button.sizeHint()
        top = self._top() + self._height() - size.height() - 2
        if self._scene.judges:
            need = self.judge.sizeHint()
            place = (self.width() - need.width()) // 2, round(top)
            self.judge.setGeometry(*place, need.width(), need.height())
            top -= _BELOW
        left = (self.width() - size.width()) // 2
        self.button.setGeometry(left, round(top), size.width(), size.height())

    def paint(self, painter: QPainter) -> None:
        """Paint from the top: arc, title, text, progress, facts."""
        t, scene = look.tokens(), self._scene
        width, y = float(self.width()), self._top()
        if scene.running:
            self._arc.paint(painter, QPointF(width / 2, y + 12), 11)
            y += 44
        fits = metrics(POT, 600).horizontalAdvance(scene.title) <= width - 32
        face = font(POT if fits else FIGURE if width > 420 else BODY, 600)
        text(painter, QRectF(16, y, width - 32, 28), scene.title, face, t.t1, CENTRE)
        y += 30
        if scene.text:
            text(painter, QRectF(16, y, width - 32, 20), scene.text, font(BODY), t.t2, CENTRE)
            y += 24
        wide = min(420.0, width - 48)
        left = (width - wide) / 2
        if scene.progress is not None:
            share = min(1.0, max(0.0, scene.progress))
            rounded(painter, QRectF(left, y + 10, wide, 6), t.bg4, radius=3)
            rounded(painter, QRectF(left, y + 10, wide * share, 6), t.acc, radius=3)
            y += 26
        if scene.facts:
            y += 18
        for i, (name, value) in enumerate(scene.facts):
            row = QRectF(left, y, wide, _FACT)
            if i:
                line = round(y) + 0.5
                stroke(painter, QPointF(left, line), QPointF(left + wide, line), t.line)
            text(painter, row, name, font(BODY), t.t2, LEFT)
            text(painter, row, value, font(BODY, 600), t.t1, RIGHT)
            y += _FACT
