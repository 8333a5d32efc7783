"""The stage of Watch: the table of a match or a panel in its place, and the notice beside it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.pages.watch.scenes.notices import engine_late, engine_stumbled
from pokergui.pages.watch.scenes.table import WatchTable, empty_table
from pokergui.pages.watch.viewmodel.watch import PanelScene
from pokergui.pages.watch.work.match import Moved
from pokergui.viewmodel import Notice, TableFrame
from pokergui.viewmodel.settings import AmountUnit


class MatchStage(QObject):
    """The stage that shows one match, or none.

    Signals:
        panel, frames, win, standing, notice: new content of that part.

    Attributes:
        unit: unit of amounts.
        table: table of the match; None without one, and while it runs fast.
        at_rest: True once the table is at rest.
    """

    panel = Signal(object)
    frames = Signal(object)
    win = Signal(object)
    standing = Signal(object)
    notice = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.unit: AmountUnit = "chips"
        self.table: WatchTable | None = None
        self.at_rest = True
        self._table_shown = False
        self._told_late = False

    @property
    def now(self) -> Moved | None:
        """The newest state of the table."""
        return self.table.now if self.table is not None else None

    @property
    def seen(self) -> Moved | None:
        """The state that the table shows; None under a panel."""
        return self.now if self._table_shown else None

    def show_in(self, unit: AmountUnit) -> None:
        """Show amounts in another unit at once."""
        self.unit = unit
        if self.table is not None:
            self.table.show_in(unit)
            if self.table.now is not None:
                self.frames.emit([TableFrame(self.table.scene())])

    def clear(self, choice: WatchChoice) -> None:
        """Show an empty table without a match, for when it becomes visible."""
        self.table = None
        self.frames.emit([TableFrame(empty_table(choice.build_game(), choice.titles, self.unit))])
        self.win.emit(None)

    def set_table(self, choice: WatchChoice) -> WatchTable:
        """Set up a table without any deal yet."""
        game, titles = choice.build_game(), choice.titles
        self.table = WatchTable(game, titles, choice.duplicate, self.unit)
        self.at_rest = True
        return self.table

    def show_table(self) -> None:
        """Show the table instead of a panel."""
        if not self._table_shown:
            self._table_shown = True
            self.panel.emit(None)

    def show_panel(self, scene: PanelScene) -> None:
        """Show a panel instead of the table."""
        self._table_shown = False
        self.panel.emit(scene)

    def play(self, frames: list[TableFrame]) -> None:
        """Play frames on the table."""
        self.at_rest = False
        self.frames.emit(frames)

    def settle(self) -> None:
        """Report what the animation showed, now that the table is at rest."""
        if self.table is not None:
            self.at_rest = True
            self.win.emit(self.table.win())

    def tell(self, notice: Notice | None) -> None:
        """Show a notice instead of the one before; None closes that one."""
        self._told_late = False
        self.notice.emit(notice)

    def tell_stumbled(self, name: str, reason: str) -> None:
        """Report that an engine failed, and that the match continues."""
        self.tell(engine_stumbled(name, reason))

    def tell_late(self, name: str) -> None:
        """Report that an engine thinks for long."""
        self.tell(engine_late(name))
        self._told_late = True

    def in_time(self) -> None:
        """Close the notice of an engine that was late."""
        if self._told_late:
            self.tell(None)
