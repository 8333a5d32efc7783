"""The choices of the next run: game, method, its options, bound; and the start button.

What does not fit in a row continues in the next.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from pokergui.language import tr_train as tr
from pokergui.pages.train.viewmodel import OptionScene, RunScene, TrainTopScene
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.field import ValueField
from pokergui.widgets.guard import Fitted, Painted, Sized
from pokergui.widgets.laying import dress, label, tab_through
from pokergui.widgets.painting import RIGHT, rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

_HEIGHT, _GAP, _FIELD = 36, 8, 140
_LEAST_WORDS = 240
"""Minimum room beside the choices for a shortened note; with less it gets its own row."""


class _Option(QWidget):
    """One more choice of the method and its field; it only holds the two, the bar places them."""

    def __init__(self, bar: TrainTopBar) -> None:
        super().__init__(bar)
        self.setVisible(False)
        self.key = ""
        self.box = CaptionCombo("", bar, brief=True)
        self.field = ValueField(bar, self.box)
        self.box.chosen.connect(self._chosen)
        self.field.textEdited.connect(self._edited)
        self._bar = bar

    def set_scene(self, scene: OptionScene | None) -> None:
        self.box.setVisible(scene is not None)
        self.field.set_scene(
            scene.field if scene is not None else None,
            scene.choices.caption if scene is not None else "",
        )
        if scene is not None:
            self.key = scene.key
            self.box.set_scene(scene.choices)

    def _chosen(self, choice: str) -> None:
        self._bar.option_chosen.emit(self.key, choice)

    def _edited(self, words: str) -> None:
        self._bar.option_edited.emit(self.key, words)


class TrainTopBar(Fitted, QWidget):
    """A bar that shows a ``TrainTopScene``.

    Signals:
        option_chosen: key of the option and of the entry.
        option_edited: key of the option and text of its field.
    """

    option_chosen = Signal(str, str)
    option_edited = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "topbar")
        self._compact = False
        self._words = ""
        self.game = CaptionCombo(tr("Key G"), self, brief=True)
        self.method = CaptionCombo(tr("Key M"), self, brief=True)
        self.stop = CaptionCombo(tr("Key T"), self, brief=True)
        self.stop_field = ValueField(self, self.stop)
        self.options: list[_Option] = []
        self.sheet = IconButton("settings", tr("Parameters…"), "O", self, show_key=False)
        self.why = label("", self, tone="uncertain")
        self.note = label("", self, tone="second")
        self.start = IconButton("add", tr("New run"), "N", self, primary=True)
        for box in (self.game, self.method, self.stop, self.sheet, self.why, self.note):
            box.setVisible(False)  # until there is something to choose from
        self.start.setEnabled(False)
        self.set_compact(False)

    def tab_order(self) -> list[QWidget]:
        offered = [part for option in self.options for part in (option.box, option.field)]
        ends = [self.stop, self.stop_field, self.start]
        return [self.game, self.method, *offered, self.sheet, *ends]

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        self.fit()

    def set_scene(self, scene: TrainTopScene) -> None:
        for box, choices in (
            (self.game, scene.game),
            (self.method, scene.method),
            (self.stop, scene.stop),
        ):
            box.set_scene(choices)
            box.setVisible(True)
        self.stop_field.set_scene(scene.stop_field, scene.stop.caption)
        if len(self.options) < len(scene.options):
            while len(self.options) < len(scene.options):
                self.options.append(_Option(self))
            tab_through(*self.tab_order())
        for i, option in enumerate(self.options):
            option.set_scene(scene.options[i] if i < len(scene.options) else None)
        self.sheet.setVisible(scene.sheet is not None)
        if scene.sheet is not None:
            self.sheet.set_words("settings", scene.sheet.button)
            set_description(self.sheet, scene.sheet.title)
        self.start.setEnabled(scene.can_start)
        words = scene.why_not if not scene.can_start else ""
        self._words = words or scene.note
        for said, shown in ((self.why, bool(words)), (self.note, bool(scene.note and not words))):
            set_tip(said, self._words)
            said.setVisible(shown)
        set_tip(self.start, words if words else tr("New run (N)"))
        set_description(self.start, words)
        self.fit()

    def fit(self) -> None:
        """Lay out rows from left to right; the button keeps the right end of the first."""
        pad = 12 if self._compact else 16
        top = 6 if self._compact else 8
        self.start.set_compact(self._compact)
        size = self.start.sizeHint()
        right = self.width() - pad
        button = right - size.width()
        self.start.setGeometry(button, top, size.width(), _HEIGHT)
        x, y, end = pad, top, button - 2 * _GAP
        most = 300 if self._compact else 400
        for part in [*self.tab_order()[:-1], self.why, self.note]:
            if part.isHidden():
                continue
            width = min(part.sizeHint().width(), most)
            if isinstance(part, ValueField):
                width = _FIELD
            elif isinstance(part, QLabel):
                room = end - x if end - x >= _LEAST_WORDS else right - pad
                width = self._elide(part, room)
            if x > pad and x + width > end:
                x, y, end = pad, y + _HEIGHT + _GAP, right
            part.setGeometry(x, y, min(width, end - x), _HEIGHT)
            x += width + _GAP
        self.setFixedHeight(y + _HEIGHT + top)

    def _elide(self, label: QLabel, most: int) -> int:
        """Elide the note beside the choices to a width; return the width it takes."""
        measure = metrics(SMALL)
        words = measure.elidedText(self._words, Qt.TextElideMode.ElideRight, most - 2)
        label.setText(words)
        return min(round(measure.horizontalAdvance(words)) + 2, most)


_CONTROLS_HEIGHT, _CONTROLS_GAP = 34, 8
_BAR, _LEAST_BAR = 100, 48
_MOST_WORDS = 260


class ProgressBar(Painted, QWidget):
    """Text, then a bar that takes the remaining width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self._words = ""
        self._phase = "running"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_name(self, tr("Progress"))

    def set_progress(self, share: float | None, words: str, phase: str) -> None:
        """Show a share (0 to 1, None without a bar) and a text."""
        if (share, words, phase) != (self._share, self._words, self._phase):
            self._share, self._words, self._phase = share, words, phase
            set_description(self, words)
            self.update()

    def width_wanted(self, bar: int) -> int:
        words = round(metrics(SMALL, 600).horizontalAdvance(self._words)) + 4
        return min(words, _MOST_WORDS) + (bar + 12 if self._share is not None else 0)

    def paint(self, painter: QPainter) -> None:
        """Paint text and bar; a figure at the beginning stands out."""
        t, box = look.tokens(), QRectF(self.rect())
        head, _, rest = self._words.partition(" ")
        if not any(letter.isdigit() for letter in head):
            head, rest = "", self._words
        bold, plain = metrics(SMALL, 600), metrics(SMALL)
        rest = f" {rest}" if head and rest else rest
        width = bold.horizontalAdvance(head) + plain.horizontalAdvance(rest)
        bar = box.width() - width - 12
        if self._share is None or bar < 40:
            bar = 0.0
        bar = min(bar, 320.0)
        x = box.right() - bar - (10 if bar else 0) - width
        if x < 0:
            text(painter, box, self._words, font(SMALL), t.t2, RIGHT)
            return
        used = text(painter, QRectF(x, 0, width + 1, box.height()), head, font(SMALL, 600), t.t1)
        place = QRectF(x + used, 0, width - used + 1, box.height())
        text(painter, place, rest, font(SMALL), t.t2)
        if self._share is not None and bar:
            groove = QRectF(box.right() - bar, box.center().y() - 3, bar, 6)
            paint_share(painter, groove, self._share, phase_colour(self._phase, t.acc))


def phase_colour(phase: str, plain: str) -> str:
    """Return the colour of a state; ``plain`` if nothing is to be stressed."""
    t = look.tokens()
    return {"paused": t.unc, "failed": t.neg}.get(phase, plain)


def paint_share(painter: QPainter, groove: QRectF, share: float, colour: str) -> None:
    """Paint a bar filled from the left."""
    half = groove.height() / 2
    rounded(painter, groove, look.tokens().bg4, radius=half)
    done = QRectF(groove)
    done.setWidth(groove.width() * min(1.0, max(0.0, share)))
    if done.width() >= 1:
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(done, min(half, done.width() / 2), half)


class RunControls(Fitted, Sized, QWidget):
    """The row of buttons for the possible actions of a ``RunScene``."""

    wanted = QSize(480, _CONTROLS_HEIGHT)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offers: tuple[object, ...] = ()
        self.main = IconButton("pause", tr("Pause"), tr("Space"), self)
        self.stop = IconButton("stop", tr("Stop"), "X", self)
        self.save = IconButton("save", tr("Save"), "S", self)
        self.play = IconButton("play", tr("Play against it"), "P", self)
        self.study = IconButton("study", tr("Study it"), "U", self)
        self.remove = IconButton("remove", tr("Remove the run"), "Del", self, show_words=False)
        self.progress = ProgressBar(self)
        for button in self.buttons():
            button.setEnabled(False)
        self.setFixedHeight(_CONTROLS_HEIGHT)

    def buttons(self) -> list[IconButton]:
        return [self.main, self.stop, self.save, self.play, self.study, self.remove]

    def set_scene(self, scene: RunScene) -> None:
        """Show the possible actions; while only the progress changes, buttons are left alone."""
        self.progress.set_progress(scene.share, scene.progress, scene.phase)
        can = (scene.can_stop, scene.can_save, scene.can_play, scene.can_remove)
        offers = (scene.main, *can, self.progress.width_wanted(_BAR))
        if offers == self._offers:
            return
        self._offers = offers
        words = {
            "resume": tr("Resume"),
            "pausing": tr("Pausing…"),
            "stopping": tr("Stopping…"),
        }.get(scene.main, tr("Pause"))
        self.main.set_words("start" if scene.main == "resume" else "pause", words)
        self.main.setEnabled(scene.main in ("pause", "resume"))
        self.stop.setEnabled(scene.can_stop)
        self.save.setEnabled(scene.can_save)
        self.play.setEnabled(scene.can_play)
        self.study.setEnabled(scene.can_study)
        self.remove.setEnabled(scene.can_remove)
        self.fit()

    def fit(self) -> None:
        """Lay out the row: keys give way first, then labels, disabled buttons' before others'."""
        buttons = self.buttons()
        worded = [self.stop, self.main, self.study, self.save, self.play]
        silent = {button for button in worded if not button.isEnabled()}
        steps: list[tuple[bool, set[IconButton], int]] = [
            (True, set(), _BAR),
            (False, set(), _LEAST_BAR),
            (False, silent, _LEAST_BAR),
        ]
        for button in worded:
            silent = silent | {button}
            steps.append((False, silent, _LEAST_BAR))
        for keys, wordless, bar in steps:
            for button in worded:
                button.set_wordless(button in wordless)
                button.set_compact(not keys)
            used = sum(button.sizeHint().width() + _CONTROLS_GAP for button in buttons)
            if used + self.progress.width_wanted(bar) + _CONTROLS_GAP <= self.width():
                break
        x = 0
        for button in buttons:
            width = button.sizeHint().width()
            button.setGeometry(x, 0, width, _CONTROLS_HEIGHT)
            x += width + _CONTROLS_GAP
        self.progress.setGeometry(x + 8, 0, max(0, self.width() - x - 8), _CONTROLS_HEIGHT)
