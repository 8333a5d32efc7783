"""The legend of nodes: the mark of each player."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language.joins import enumerated
from pokergui.pages.study.searching.views.treepaint import player_colour
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font
from pokergui.widgets.guard import Painted, guarded_or
from pokergui.widgets.painting import advance, rounded, text
from pokergui.widgets.spoken import set_name

_MARK, _GAP = 9, 16


class PlayerLegend(Painted, QWidget):
    """The marks of the searching player and the other, with their names."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._players = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_players(self, players: tuple[str, str]) -> None:
        """Set the names, that of the searching player first."""
        if players != self._players:
            self._players = players
            set_name(self, enumerated(players))
            self.updateGeometry()
            self.update()

    @guarded_or(QSize(120, 20))
    def sizeHint(self) -> QSize:
        """Return the width of the names."""
        width = sum(_MARK + advance(name) + _GAP for name in self._players)
        return QSize(round(width), 20)

    def paint(self, painter: QPainter) -> None:
        """Paint mark and name of both."""
        x, t = 0.0, look.tokens()
        for own, name in zip((True, False), self._players, strict=True):
            bar = QRectF(x, self.height() / 2 - 6, 3, 12)
            rounded(painter, bar, player_colour(own), radius=1.5)
            place = QRectF(x + _MARK, 0, advance(name) + 1, self.height())
            text(painter, place, name, font(SMALL), t.t2)
            x += _MARK + advance(name) + _GAP
