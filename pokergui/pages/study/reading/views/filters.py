"""The bar under Study's grid: filters of the range's hands, and the range as text."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled
from pokergui.pages.study.reading.viewmodel.filter import FilterScene
from pokergui.pages.study.reading.views.barbutton import BAR_HEIGHT, ActionsButton, BarButton
from pokergui.pages.study.reading.views.checklist import CheckList
from pokergui.widgets.guard import Fitted, guarded
from pokergui.widgets.keys import say
from pokergui.widgets.laying import label
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip

_GAP = 6
_TOLD_MS = 2500
_SUITS = (3, 2, 1, 0)
_ALL_WORDS = 99
GROUPS = ("made", "draws", "air")


class _Fit(NamedTuple):
    """The contents of the bar at a width.

    Attributes:
        label: the caption, and the text of the copy button.
        every: the button for all suits.
        groups: made hands, draws, air.
        words: the text of the actions button while no action is chosen.
        counted: number of words of the chip.
        named: the name of the chosen action.
    """

    label: bool = False
    every: bool = False
    groups: bool = False
    words: bool = False
    counted: int = _ALL_WORDS
    named: bool = True


_FITS = (
    _Fit(label=True, every=True, groups=True, words=True),
    _Fit(every=True, groups=True, words=True),
    _Fit(every=True, groups=True),
    _Fit(every=True, groups=True, counted=3),
    _Fit(groups=True, counted=3),
    _Fit(every=True, words=True, counted=3),
    _Fit(words=True, counted=3),
    _Fit(counted=3),
    _Fit(counted=1),
    _Fit(counted=1, named=False),
)
"""From the widest to the narrowest."""


def _cut(words: str, count: int) -> str:
    """Return the first words of a text."""
    return " ".join(words.split()[:count])


class FilterBar(Fitted, QWidget):
    """Shows a ``FilterScene`` in one row, with less text when space is short.

    Signals:
        suit_chosen: 0 clubs to 3 spades; -1 for any.
        hand_chosen: key of a group, class or draw, or ``any``.
        cleared: the whole range is wanted.
        copy_pressed: the range is wanted as text.
        left: the user leaves the bar.

    Attributes:
        told: the message about the last copy, while it is shown.
    """

    suit_chosen = Signal(int)
    hand_chosen = Signal(str)
    cleared = Signal()
    copy_pressed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = FilterScene()
        self.setFixedHeight(BAR_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Filters"))
        self.label = label(tr("Filter"), self, tone="second")
        self.any_suit = BarButton(tr("Any suit"), self)
        self.any_suit.set_words(tr("All"))
        self.suits = {suit: self._suit_button(suit) for suit in _SUITS}
        self.groups = Segmented(
            tr("Hands"), [(group, "") for group in ("any", *GROUPS, "")], self, dense=True
        )
        self._tell_groups()
        self.doing = ActionsButton(
            tr("Hands that take an action"), self, icon="chevron", after=True
        )
        self.chip = BarButton(tr("Show the whole range"), self, icon="close", after=True)
        self.chip.set_chosen(True)
        self.copy = BarButton(tr("Copy range"), self, icon="copy")
        set_tip(self.copy, tr("Copy the range shown as text (Ctrl+C)"))
        self.hand_list = CheckList(tr("Classes of hands"), self)
        self.action_list = CheckList(tr("Hands that take an action"), self)
        self.told, self._copied = "", False
        self._forget = QTimer(self)
        self._forget.setSingleShot(True)
        self._forget.setInterval(_TOLD_MS)
        self._forget.timeout.connect(self._forget_told)
        self._wire()
        self.set_scene(FilterScene())

    def _suit_button(self, suit: int) -> BarButton:
        name = (tr("Clubs"), tr("Diamonds"), tr("Hearts"), tr("Spades"))[suit]
        button = BarButton(name, self, suit=suit)
        rule = tr("combos with a card of the suit; for two suits, with a card of each")
        set_tip(button, labelled(name, rule))
        button.clicked.connect(lambda: self.suit_chosen.emit(suit))
        return button

    def _tell_groups(self) -> None:
        tips = (
            tr("Any hand"),
            tr("Made: a pair or better that the board alone does not make"),
            tr("Draws: one card makes a flush or a straight; made hands too"),
            tr("Air: neither made nor a draw"),
            tr("Classes: choose classes of hands and draws from a list"),
        )
        for button, tip in zip(self.groups.buttons(), tips, strict=True):
            set_tip(button, tip)
            set_name(button, tip)

    def _wire(self) -> None:
        self.any_suit.clicked.connect(lambda: self.suit_chosen.emit(-1))
        self.groups.chosen.connect(self._group_pressed)
        self.doing.clicked.connect(lambda: self.action_list.open_under(self.doing))
        self.chip.clicked.connect(self.cleared)
        self.copy.clicked.connect(self.copy_pressed)
        self.hand_list.chosen.connect(self.hand_chosen)
        self.hand_list.closed.connect(self._show_group)

    def controls(self) -> list[QWidget]:
        """Return all focusable controls, from the left."""
        groups = self.groups.buttons()
        return [self.any_suit, *self.suits.values(), *groups, self.doing, self.chip, self.copy]

    def set_scene(self, scene: FilterScene) -> None:
        """Show the filters of the range."""
        if scene.count != self._scene.count:
            say(self, scene.count)
        self._scene = scene
        self.any_suit.set_chosen(not scene.suits)
        for suit, button in self.suits.items():
            button.set_chosen(suit in scene.suits)
        self._show_group()
        self.hand_list.set_columns(scene.hands)
        self.action_list.set_columns(scene.actions)
        self.doing.set_chosen(bool(scene.action))
        self.fit()

    def _show_group(self) -> None:
        self.groups.set_value(self._scene.group)

    def begin(self) -> None:
        """Respond to the key: go to the first control."""
        if self.isVisible():
            chosen = [button for button in self.suits.values() if button.chosen]
            first = (chosen or [self.any_suit, *self.suits.values()])[0]
            first = first if first.isVisible() else self.suits[_SUITS[0]]
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def take(self, words: str, told: str) -> None:
        """Copy a range to the clipboard and show a message; without text only the message."""
        if words:
            QGuiApplication.clipboard().setText(words)
        self.told, self._copied = told, bool(words)
        self._forget.start()
        self.fit()
        say(self, told)

    def _forget_told(self) -> None:
        self.told = ""
        self.fit()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the whole range on Escape, then leave; move along the bar with arrows."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            if self._scene.count:
                self.cleared.emit()
            else:
                self.left.emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if key == Qt.Key.Key_Right else -1)
        else:
            event.ignore()

    def _step(self, by: int) -> None:
        shown = [widget for widget in self.controls() if widget.isVisible()]
        at = [i for i, widget in enumerate(shown) if widget.hasFocus()]
        if at:
            shown[(at[0] + by) % len(shown)].setFocus(Qt.FocusReason.OtherFocusReason)

    def _group_pressed(self, group: object) -> None:
        if group:
            self.hand_chosen.emit(str(group))
        else:
            self.hand_list.open_under(self.groups.buttons()[-1])

    def fit(self) -> None:
        """Show as many words as fit; the chip always has its place."""
        for fit in _FITS:
            self._show_words(fit)
            if self._needed(fit) <= self.width():
                break
        self._place()

    def _show_words(self, fit: _Fit) -> None:
        """Set the text and controls of an arrangement."""
        scene = self._scene
        self.label.setVisible(fit.label)
        self.any_suit.setVisible(fit.every)
        self.groups.setVisible(bool(scene.hands))
        made, draws, air = tr("Made"), tr("Draws"), tr("Air")
        any_hand = tr("Any") if fit.groups else tr("Any hand")
        more = tr("More…") if fit.groups else tr("Classes…")
        self.groups.set_words((any_hand, made, draws, air, more))
        for group in GROUPS:
            self.groups.set_shown(group, fit.groups or scene.group == group)
        self.doing.setVisible(bool(scene.actions))
        words = tr("Any action") if fit.words else ""
        self.doing.set_words((scene.action if fit.named else "") or words)
        set_description(self.doing, scene.action)
        self.copy.set_words(self.told or (tr("Copy range") if fit.label else ""))
        set_description(self.copy, self.told)
        self.chip.set_words(_cut(scene.count, fit.counted))
        words = tr("{count}: show the whole range").format(count=scene.count)
        set_tip(self.chip, words)
        set_name(self.chip, words)
        self.chip.setVisible(bool(scene.count) and not (self.told and not fit.label))

    def _left(self) -> list[tuple[QWidget, int]]:
        """Return the widgets at the left, and the gap before each."""
        rows = [(self.label, 0), (self.any_suit, _GAP)]
        rows += [(button, 2) for button in self.suits.values()]
        rows += [(self.groups, 2 * _GAP), (self.doing, _GAP)]
        return [(widget, gap) for widget, gap in rows if not widget.isHidden()]

    def _needed(self, fit: _Fit) -> int:
        used = sum(widget.sizeHint().width() + gap for widget, gap in self._left())
        used += self.chip.need(_cut(self._scene.longest, fit.counted)) + 2 * _GAP
        return used + self.copy.need(tr("Copy range") if fit.label else "")

    def _place(self) -> None:
        x = 0
        for widget, gap in self._left():
            x += gap if x else 0
            need = widget.sizeHint().width()
            widget.setGeometry(x, 0, need, BAR_HEIGHT)
            x += need
        right = self.width()
        for words in (tr("Copied") if self._copied else "", ""):
            if self.told and self.copy.need() > right - x - _GAP:
                self.copy.set_words(words)
        for button in (self.copy, self.chip):
            need = button.need()
            button.setGeometry(right - need, 0, need, BAR_HEIGHT)
            right -= need + _GAP
