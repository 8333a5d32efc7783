"""The panel in the table's place: before the start, while a match runs fast, at its end."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_watch as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.watch.viewmodel import SIDES, PanelScene, StartForm
from pokergui.theme import look
from pokergui.theme.fonts import BODY, FIGURE, POT, font, metrics
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls, stakes_controls
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import CENTRE, LEFT, RIGHT, rounded, stroke, text
from pokergui.widgets.panels import TurningArc
from pokergui.widgets.spoken import set_description, set_name


def _rows() -> tuple[Control, ...]:
    return (
        Control("fill", "box", "F", tr("one engine in every seat")),
        Control("shuffle", "button", "N", tr("random engines"), tr("Random engines")),
        *(Control(f"seat_{side}", "box") for side in SIDES),
        *stakes_controls("M", "P"),
        Control("stop", "box", "O", tr("choose when it stops")),
        Control("luck", "box", "K", tr("choose the variance reduction")),
        Control("null", "typed", box="stop", width=112),
        Control("alternative", "typed", width=112),
    )


class StartFormView(QWidget):
    """A view that shows a ``StartForm``; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_rows(), self)
        part, self.seats = self.controls.parts, [self.controls.box(f"seat_{s}") for s in SIDES]
        self._names = null, more = [label("", self, tone="second") for _ in range(2)]
        fields = row(None, null, part["null"], more, part["alternative"], None, gap=8)
        stakes = row(None, part["options"], part["rake"], None, gap=8)
        choices = row(None, part["stop"], part["luck"], None, gap=8)
        self._table = QWidget(self)
        self._pairs = []
        for at in range(0, len(SIDES), 2):
            pair = QWidget(self._table)
            row((self.seats[at], 1), (self.seats[at + 1], 1), on=pair, gap=8)
            policy = self.seats[at + 1].sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # so that both columns keep the same width
            self.seats[at + 1].setSizePolicy(policy)
            self._pairs.append(pair)
        above = row(None, part["fill"], part["shuffle"], None, gap=8)
        column(above, *self._pairs, on=self._table, gap=8)
        column(self._table, stakes, choices, fields, on=self, gap=8, margins=(0, 16, 0, 0))
        self.setVisible(False)

    def set_scene(self, scene: StartForm | None) -> None:
        self.setVisible(scene is not None)
        if scene is not None:
            self.controls.show(scene)
            for field, words, name in zip(
                ("null", "alternative"), self._names, scene.names, strict=True
            ):
                self.controls.field(field).set_scene(getattr(scene, field), name)
                words.setText(name)
                words.setVisible(scene.null is not None)
            self._show_seats(scene)

    def _show_seats(self, scene: StartForm) -> None:
        """Show a menu for each seat of a table for more than two."""
        self._table.setVisible(scene.fill is not None)
        for at, seat in enumerate(self.seats):
            seat.setVisible(at < len(scene.seats))
            self._pairs[at // 2].setVisible(at - at % 2 < len(scene.seats))
            if at < len(scene.seats):
                seat.set_scene(scene.seats[at])


_FACT = 30


class StagePanel(Painted, QWidget):
    """A panel that shows a ``PanelScene`` in the middle of its place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = PanelScene("")
        self._head = QWidget(self)  # words and facts are painted there
        self.button = IconButton("start", tr("Start"), tr("Space"), self, primary=True)
        words = tr("Evaluate other strategies on these hands")
        self.judge = IconButton("report", words, "H", self)
        self.judge.setEnabled(False)
        self.form = StartFormView(self)
        self._arc = TurningArc(self, self.update, delay_ms=0)
        start = row(None, self.button, None, margins=(0, 18, 0, 2))
        judge = row(None, self.judge, None, margins=(0, 8, 0, 2))
        form = row(None, self.form, None)
        parts = ((None, 44), self._head, form, start, judge, (None, 56))
        column(*parts, on=self, gap=0, margins=(8, 8, 8, 0))

    def set_scene(self, scene: PanelScene) -> None:
        self._scene = scene
        self._arc.set_on(scene.running)
        if scene.button:
            self.button.set_words("start", scene.button, scene.key)
        self.button.setVisible(bool(scene.button))
        self.judge.setVisible(scene.judges)
        self.form.set_scene(scene.form)
        facts = 18 + _FACT * len(scene.facts) if scene.facts else 0
        lines = 44 * scene.running + 24 * bool(scene.text) + 26 * (scene.progress is not None)
        self._head.setFixedHeight(30 + lines + facts)
        set_name(self, scene.title)
        told = phrases(f"{name} {value}" for name, value in scene.facts)
        set_description(self, sentences((scene.text, told)))
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, scene = look.tokens(), self._scene
        width, y = float(self.width()), float(self._head.y())
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
