"""The tab "Evaluation": off-policy evaluation of a strategy by every estimator."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_lab as tr
from pokergui.pages.lab.viewmodel import EvaluationScene, HandScene
from pokergui.pages.lab.views.kuhn import Arithmetic
from pokergui.pages.lab.views.tab import LabTab, LabTableView, StripBar, align_names, numbers_row
from pokergui.theme.fonts import BODY
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.controls import Control
from pokergui.widgets.field import LineField
from pokergui.widgets.laying import column, label, padded, restyle, row, show_words, when_compact
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_tip

_PARTS = 4
_NAMES = 0.36


class HandPart(QWidget):
    """Shows a ``HandScene``; ``chosen`` has a part of the hand and its new value."""

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._side = QWidget(self)
        self.heading = label(tr("One hand"), self._side, BODY, 600)
        self.parts = tuple(
            CaptionCombo(tr("Key H") if at == 0 else "", self._side, brief=True)
            for at in range(_PARTS)
        )
        for at, box in enumerate(self.parts):
            box.setVisible(False)
            box.chosen.connect(partial(self.chosen.emit, str(at)))
        self.words = label("", self._side, tone="second", shrinks=True)
        self.draw = IconButton("cards", tr("Draw a hand"), "D", self._side)
        betting, own, rival, board = self.parts
        held = row(own, rival, board, gap=8)
        column(self.heading, betting, held, self.words, self.draw, None, on=self._side, gap=8)
        self.table = LabTableView(self, names=_NAMES, few=6)
        row(self._side, (column(self.table, None), 1), on=self, gap=16)
        when_compact(self, self._side.setFixedWidth, 236, 280)
        when_compact(self, self.table.set_heights, (30, 30), (38, 30))

    def set_scene(self, scene: HandScene) -> None:
        shown = dict(scene.parts)
        for at, box in enumerate(self.parts):
            choices = shown.get(str(at))
            box.setVisible(choices is not None)
            if choices is not None:
                box.set_scene(choices)
        self.words.setText(scene.words)
        set_tip(self.words, scene.words)
        self.draw.setEnabled(bool(scene.parts))
        self.table.set_table(scene.unseen)
        align_names((self.table,))

    def tab_order(self) -> list[QWidget]:
        return [*self.parts, self.draw]


_SEED = 84


def _rows() -> tuple[Control, ...]:
    roles = tr("choose behaviour, target, rival, value")
    seats = ((0, tr("Player A")), (1, tr("Player B")))
    seat = tr("the other position"), tr("Position of behaviour and target")
    return (
        Control("game", "box", "G"),
        Control("behaviour", "box", "B", roles),
        Control("target", "box", "T", roles),
        Control("rival", "box", "R", roles),
        Control("value", "box", "V", roles),
        Control("seat", "segments", "P P", *seat, values=seats),
        numbers_row(),
    )


class EvaluationTab(LabTab):
    """Shows an ``EvaluationScene``."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, _rows())
        self._make_strip()
        self.notice = NoticePanel(self)
        self.table = LabTableView(self, selectable=True, names=0.32)
        self.findings = tuple(label("", self, shrinks=True) for _ in range(3))
        self.chart = ChartView(self)
        self.hand = HandPart(self)
        self.arithmetic = Arithmetic(self)
        _, *boxes, seat, _ = self.controls.parts.values()
        told = column(self.table, 2, *self.findings, 2, (self.arithmetic, 1), gap=4)
        self._body = column(
            row(*boxes, 4, seat, None, gap=8),
            self.notice,
            (row((told, 4), (self.chart, 3), gap=12), 1),
            self.hand,
            gap=10,
        )
        self.lay_out(self._strip, self._body)
        padded(self, self._body, 8, 12)
        when_compact(self, self.table.set_heights, (32, 32), (44, 44))
        for name, signal in (
            ("case", self.case.chosen),
            ("seed", self.seed.textEdited),
            ("estimator", self.table.chosen),
        ):
            signal.connect(partial(self.controls.changed.emit, name))
        self.draw.clicked.connect(partial(self.controls.changed.emit, "draw", None))
        self.hand.draw.clicked.connect(partial(self.controls.changed.emit, "hand", None))
        self._make_keys()

    def _make_strip(self) -> None:
        self._strip = StripBar(self)
        first, own = (tr("On policy"), tr("Off policy")), tr("Your own")
        names = (*first, tr("Missing support"), own)
        cases = list(zip(("on", "off", "missing", "own"), names, strict=True))
        self.case = Segmented(tr("Case"), cases, self._strip, ("O", "F", "N", ""))
        when_compact(self, self.case.set_words, (*first, tr("No support"), own), names)
        words = tr("Draw hands")
        self.draw = IconButton("start", words, tr("Space"), self._strip, primary=True)
        caption = label(tr("Seed"), self._strip, tone="second")
        when_compact(self, caption.setVisible, False, True)
        self.seed = LineField(tr("Seed of the draws"), "", self._strip)
        self.seed.setFixedSize(_SEED, 34)
        self.count = label("", self._strip, tone="second")
        drawn = (self.draw, caption, self.seed, self.count)
        self._strip.fill(self.case, 4, *drawn, None, self.controls.segments("fractions"))
        self.seed.returnPressed.connect(self.draw.setFocus)

    def _make_keys(self) -> None:
        listed = tr("a listed case: on policy, off policy, missing support")
        for key, button in zip("OFN", self.case.buttons(), strict=False):
            self.add_key(key, button.click, listed)
        self.controls.add_keys(self)
        self.add_key("Space", self.draw.press, tr("draw hands, stop"))
        self.add_key("W", self._edit_seed, tr("type a seed"))
        self.add_key("D", self.hand.draw.press, tr("draw one hand to inspect"))
        self.add_key("H", self.hand.parts[0].open, tr("choose the hand"))
        self.tell_key("Up Down", tr("highlight an estimator"), self.table)
        self.add_key("J", self.chart.take_keys, tr("read the chart with arrows"))

    def set_scene(self, scene: EvaluationScene) -> None:
        self.controls.show(scene)
        self.case.set_shown("own", scene.case == "own")
        self.case.set_value(scene.case)
        self.notice.set_notice(scene.notice)
        self.table.set_table(scene.table, scene.chosen)
        align_names((self.table,))
        for line, words in zip(self.findings, scene.findings, strict=True):
            show_words(line, words)
            set_tip(line, words)
        self.hand.set_scene(scene.hand)
        self.arithmetic.set_lines(scene.hand.heading, scene.hand.arithmetic)
        draw = scene.draw
        self.draw.set_words("stop" if draw.running else "start", draw.words)
        self.draw.set_primary(not draw.running)
        self.draw.setEnabled(draw.enabled)
        self.count.setText(draw.count)
        self.seed.show_text(draw.seed.text)
        same = tr("Seed: the same one draws the same hands (W)")
        set_tip(self.seed, draw.seed.error or same)
        restyle(self.seed, "wrong", bool(draw.seed.error))
        self.chart.set_chart(draw.chart)
        self.body.setVisible(True)

    def _edit_seed(self) -> None:
        self.seed.setFocus()
        self.seed.selectAll()

    def tab_order(self) -> list[QWidget]:
        _, *chosen, more, fewer = self.controls.tab_order()
        strip = [*self.case.buttons(), self.draw, self.seed, more, fewer]
        return [*strip, *chosen, self.table, self.chart, *self.hand.tab_order()]
