"""The choices of the next run: game, method, its options, bound; and the start button.

What does not fit in a row continues in the next.
"""

from __future__ import annotations

from itertools import chain

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from pokergui.language import tr_train as tr
from pokergui.pages.train.viewmodel import OPTIONS, RunScene, TrainTopScene
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.field import ValueField
from pokergui.widgets.guard import Fitted, Painted, Sized
from pokergui.widgets.laying import dress, is_compact, label
from pokergui.widgets.painting import RIGHT, rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

_HEIGHT, _GAP, _FIELD = 36, 8, 140
_LEAST_WORDS = 240
"""Minimum room beside the choices for a shortened note; with less it gets its own row."""


def _rows() -> tuple[Control, ...]:
    offers = ((Control(key, "box"), Control(f"{key}_text", "typed", box=key)) for key in OPTIONS)
    own = tr("open the parameters of networks"), tr("Parameters…"), "settings"
    return (
        Control("game", "box", "G", tr("choose the game")),
        Control("method", "box", "M", tr("choose the method")),
        *chain.from_iterable(offers),
        Control("parameters", "button", "O", *own, show_key=False),
        Control("stop", "box", "T", tr("choose when to stop")),
        Control("stop_text", "typed", label=tr("Stop at"), box="stop"),
    )


class TrainTopBar(Fitted, QWidget):
    """A bar that shows a ``TrainTopScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "topbar")
        self._words = ""
        self.controls = Controls(_rows(), self)
        self.sheet = self.controls.button("parameters")
        self.why = label("", self, tone="uncertain")
        self.note = label("", self, tone="second")
        self.start = IconButton("add", tr("New run"), "N", self, primary=True)
        for part in (self.sheet, self.why, self.note):
            part.setVisible(False)  # until there is something to choose from
        for field in self.findChildren(ValueField):
            field.setFixedSize(_FIELD, _HEIGHT)
        self.start.setEnabled(False)
        self.fit()

    def set_scene(self, scene: TrainTopScene) -> None:
        self.controls.show(scene)
        offered = {option.key: option for option in scene.options}
        for key in OPTIONS:
            option, box = offered.get(key), self.controls.box(key)
            field = self.controls.field(f"{key}_text")
            box.setVisible(option is not None)
            if option is None:
                field.set_scene(None, "")
            else:
                field.set_scene(option.field, option.choices.caption)
                box.set_scene(option.choices)
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
        compact = is_compact(self)
        pad, top, most = (12, 6, 300) if compact else (16, 8, 400)
        self.start.set_compact(compact)
        size = self.start.sizeHint()
        right = self.width() - pad
        button = right - size.width()
        self.start.setGeometry(button, top, size.width(), _HEIGHT)
        x, y, end = pad, top, button - 2 * _GAP
        for part in [*self.controls.tab_order(), self.why, self.note]:
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
        if (share, words, phase) != (self._share, self._words, self._phase):
            self._share, self._words, self._phase = share, words, phase
            set_description(self, words)
            self.update()

    def width_wanted(self, bar: int) -> int:
        words = round(metrics(SMALL, 600).horizontalAdvance(self._words)) + 4
        return min(words, _MOST_WORDS) + (bar + 12 if self._share is not None else 0)

    def paint(self, painter: QPainter) -> None:
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
    half = groove.height() / 2
    rounded(painter, groove, look.tokens().bg4, radius=half)
    done = QRectF(groove)
    done.setWidth(groove.width() * min(1.0, max(0.0, share)))
    if done.width() >= 1:
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(done, min(half, done.width() / 2), half)


def _actions() -> tuple[Control, ...]:
    save, remove = tr("put its strategy on the engine lists"), tr("remove it from the list")
    return (
        Control("main", "button", tr("Space"), label=tr("Pause"), icon="pause"),
        Control("stop", "button", "X", tr("stop"), tr("Stop"), "stop"),
        Control("save", "button", "S", save, tr("Save"), "save"),
        Control("play", "button", "P", tr("play against it"), tr("Play against it"), "play"),
        Control("study", "button", "U", tr("study it"), tr("Study it"), "study"),
        Control("remove", "button", "Del", remove, tr("Remove the run"), "remove"),
    )


class RunControls(Fitted, Sized, QWidget):
    """The row of buttons for the possible actions of a ``RunScene``."""

    wanted = QSize(480, _CONTROLS_HEIGHT)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offers: tuple[object, ...] = ()
        self.controls = Controls(_actions(), self)
        self.progress = ProgressBar(self)
        for button in self.buttons():
            button.setEnabled(False)
        self.controls.button("remove").set_wordless(True)
        self.setFixedHeight(_CONTROLS_HEIGHT)

    def buttons(self) -> list[IconButton]:
        return [self.controls.button(name) for name in self.controls.parts]

    def set_scene(self, scene: RunScene) -> None:
        """Show the possible actions; while only the progress changes, buttons are left alone."""
        self.progress.set_progress(scene.share, scene.progress, scene.phase)
        can = (scene.can_stop, scene.can_save, scene.can_play, scene.can_study, scene.can_remove)
        offers = (scene.main, *can, self.progress.width_wanted(_BAR))
        if offers == self._offers:
            return
        self._offers = offers
        words = {
            "resume": tr("Resume"),
            "pausing": tr("Pausing…"),
            "stopping": tr("Stopping…"),
        }.get(scene.main, tr("Pause"))
        main, *others = self.buttons()
        main.set_words("start" if scene.main == "resume" else "pause", words)
        main.setEnabled(scene.main in ("pause", "resume"))
        for button, on in zip(others, can, strict=True):
            button.setEnabled(on)
        self.fit()

    def fit(self) -> None:
        """Lay out the row: keys give way first, then labels, disabled buttons' before others'."""
        buttons = self.buttons()
        main, stop, save, play, study, _ = buttons
        worded = [stop, main, study, save, play]
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
