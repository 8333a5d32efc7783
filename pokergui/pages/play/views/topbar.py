"""The bar of choices: game, depth, opponents; and the tools of the page."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QMargins, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import clauses, sentences
from pokergui.pages.play.viewmodel import PartnerScene, StakesScene
from pokergui.theme.fonts import SMALL
from pokergui.viewmodel import TopBarScene
from pokergui.viewmodel.table import MOST_SEATS
from pokergui.widgets.buttons import IconButton, QuietButton
from pokergui.widgets.controls import Control, Controls, stakes_controls
from pokergui.widgets.field import FieldBox, FieldNote
from pokergui.widgets.guard import guarded_or
from pokergui.widgets.laying import column, dress, in_columns, label, padded, row, when_compact
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.spoken import say, set_description, set_name, set_tip


def _rows() -> tuple[Control, ...]:
    bare = partial(Control, short=True, show_key=False)
    return (
        Control("game", "box", "G", brief=False),
        Control("depth", "box", "D", brief=False),
        Control("opponent", "box", "O", brief=False),
        bare("line_up", "switch", "E", label=tr("Seats"), icon="edit"),
        bare("stakes", "switch", "T", label=tr("Stakes"), icon="chips"),
        bare("reasons", "button", "Shift+L", label=tr("How it decided"), icon="learned"),
        bare("undo", "button", "U, Ctrl+Z", label=tr("Take back"), icon="undo"),
        bare("study", "button", "S", label=tr("Open in Study"), icon="study"),
        Control("advisor", "switch", "A", label=tr("Advisor"), icon="advisor"),
    )


class TopBar(ToolBar):
    """A bar that shows a ``TopBarScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_rows(), self)
        *choices, reasons, undo, study, advisor = self.controls.parts.values()
        self.line_up, self.stakes, self.reasons, self.undo, self.study, self.advisor = map(
            self.controls.button, ("line_up", "stakes", "reasons", "undo", "study", "advisor")
        )
        for button in (self.line_up, self.stakes, self.reasons):
            button.setVisible(False)
        self.fill(*choices, None, reasons, undo, study, advisor, short=self.controls.short)

    def set_reasons(self, known: bool) -> None:
        self.reasons.setVisible(known)
        self.fit()

    def set_scene(self, scene: TopBarScene) -> None:
        """Show the choices; the depth is hidden if there is only one."""
        self.controls.show(scene)
        self.line_up.setVisible(bool(scene.seats))
        self.stakes.setVisible(scene.depth is not None)
        self.fit()


_HEIGHT, _LOW, _BUTTON = 38, 34, 28


class PartnerStrip(QWidget):
    """A strip that shows a ``PartnerScene``; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "lasthand")
        set_name(self, tr("A partner for you"))
        self._text = label("", self, SMALL, 600)
        self._note = label("", self, tone="second", shrinks=True)
        self.play = IconButton("", tr("Play"), "K", self)
        self.play.setFixedHeight(_BUTTON)
        self.close_button = QuietButton("close", tr("Not now"), "Shift+K", self, _BUTTON)
        line = row(self._text, (self._note, 1), self.play, self.close_button, on=self, gap=10)
        when_compact(self, self.setFixedHeight, _LOW, _HEIGHT)
        when_compact(self, line.setContentsMargins, QMargins(12, 0, 8, 0), QMargins(16, 0, 12, 0))
        self.setVisible(False)

    def tab_order(self) -> list[QWidget]:
        return [self.play, self.close_button]

    def set_scene(self, scene: PartnerScene | None) -> None:
        self.setVisible(scene is not None)
        if scene is None:
            return
        self._text.setText(scene.text)
        self._note.setText(scene.note)
        words = clauses((scene.text, scene.note))
        set_description(self, sentences((words, scene.tip)))
        set_tip(self, f"{words}\n{scene.tip}")
        if self.isVisible():
            say(self, words)


_WIDEST, _RULE = 160, 200
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LEAVING = (*_ENTER, Qt.Key.Key_Escape)
_ONE_ROW = 6
"""Most stacks that are on one row."""
_STRIP, _TWO_ROWS = 94, 120


class StakesStrip(QWidget):
    """A strip that shows a ``StakesScene``; Enter plays with what is typed, Escape closes."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "topbar")
        hint = tr("stack")
        words = tr("the stack at the start of every hand")
        self.boxes = [
            FieldBox(str(n), "", "", hint, words, self, lines=1) for n in range(MOST_SEATS)
        ]
        for box in self.boxes:
            box.setMaximumWidth(_WIDEST)
            box.editor.installEventFilter(self)
        self.controls = Controls(stakes_controls(), self)
        self.problem = FieldNote(3, self)
        self.equal = IconButton("", tr("All like yours"), "", self)
        self.deal = IconButton("", tr("Deal"), "Enter", self, primary=True)
        self._fields = QGridLayout()
        self._fields.setSpacing(6)
        for part in self.controls.parts.values():
            part.setMaximumWidth(_RULE)
        buttons = column(row(self.equal, self.deal, None, gap=8), self.problem, None, gap=4)
        rules = column(*self.controls.parts.values(), None, gap=6)
        padded(self, row((self._fields, 3), rules, (buttons, 1), on=self, gap=12), 5, 5)

    def tab_order(self) -> list[QWidget]:
        editors = [box.editor for box in self.boxes]
        return [*editors, *self.controls.tab_order(), self.equal, self.deal]

    def begin(self, place: int = 0) -> None:
        editor = self.boxes[place].editor
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        editor.selectAll()

    def set_scene(self, scene: StakesScene) -> None:
        count = len(scene.fields)
        many = count > _ONE_ROW
        for place, box in enumerate(self.boxes):
            box.setVisible(place < count)
            if place < count:
                box.set_name(scene.names[place], "")
                box.set_field(scene.fields[place])
                box.note.set_words(scene.fields[place].note)  # errors have more room beside
                box.note.setVisible(not many)
        in_columns(self._fields, self.boxes[:count], (count + 1) // 2 if many else max(1, count))
        self.setFixedHeight(_TWO_ROWS if many else _STRIP)
        self.controls.show(scene)
        self.equal.setVisible(scene.of_seats)
        self.problem.set_words(scene.problem, wrong=True)
        self.deal.setEnabled(not scene.problem)

    @guarded_or(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Enter and Escape for the strip while a field has the cursor."""
        del watched
        if not isinstance(event, QKeyEvent) or event.key() not in _LEAVING:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            (self.deal.click if event.key() in _ENTER else self.left.emit)()
            return True
        return False
