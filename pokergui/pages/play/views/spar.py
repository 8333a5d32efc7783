"""The strip that offers a sparring partner: one line, a button, and a way to close it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import clauses, sentences
from pokergui.pages.play.viewmodel.spar import SparScene
from pokergui.theme.fonts import SMALL
from pokergui.widgets.buttons import QuietButton
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.keys import say
from pokergui.widgets.laying import dress, label, row
from pokergui.widgets.spoken import set_description, set_name, set_tip

_HEIGHT, _LOW, _BUTTON = 38, 34, 28


class SparStrip(QWidget):
    """A strip that shows a ``SparScene``; hidden while there is none.

    Attributes:
        play: the button that plays against the partner.
        close_button: the button that closes the strip.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "lasthand")
        set_name(self, tr("A partner for you"))
        self._text = label("", self, SMALL, 600)
        self._note = label("", self, tone="second", shrinks=True)
        self.play = IconButton("", tr("Play"), "K", self)
        self.play.setFixedHeight(_BUTTON)
        self.close_button = QuietButton("close", tr("Not now"), "Shift+K", self, _BUTTON)
        self._row = row(self._text, (self._note, 1), self.play, self.close_button, on=self, gap=10)
        self.set_compact(False)
        self.setVisible(False)

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        return [self.play, self.close_button]

    def set_compact(self, compact: bool) -> None:
        """Use a lower strip with smaller padding."""
        pad = 12 if compact else 16
        self.setFixedHeight(_LOW if compact else _HEIGHT)
        self._row.setContentsMargins(pad, 0, pad - 4, 0)

    def set_scene(self, scene: SparScene | None) -> None:
        """Offer a partner; None hides the strip."""
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
