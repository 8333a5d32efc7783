"""The actions on the selected run, and its progress."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_train as tr
from pokergui.pages.train.viewmodel.train import RunScene
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.widgets.guard import Fitted, Painted, Sized
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.painting import RIGHT, rounded, text
from pokergui.widgets.spoken import set_description, set_name

_HEIGHT, _GAP = 34, 8
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
        """Return the widths for the text, and for a bar if there is one."""
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

    wanted = QSize(480, _HEIGHT)

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
        self.setFixedHeight(_HEIGHT)

    def buttons(self) -> list[IconButton]:
        """Return the buttons from left to right."""
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
            used = sum(button.sizeHint().width() + _GAP for button in buttons)
            if used + self.progress.width_wanted(bar) + _GAP <= self.width():
                break
        x = 0
        for button in buttons:
            width = button.sizeHint().width()
            button.setGeometry(x, 0, width, _HEIGHT)
            x += width + _GAP
        self.progress.setGeometry(x + 8, 0, max(0, self.width() - x - 8), _HEIGHT)
