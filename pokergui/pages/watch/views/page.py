"""The Watch page: choices, stage, results, controls; and all their keys."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.tournament.views import TournamentRoom
from pokergui.pages.watch.viewmodel import ControlsScene, PanelScene
from pokergui.pages.watch.views.panel import StagePanel
from pokergui.pages.watch.views.standing import StandingPanel
from pokergui.pages.watch.views.topbar import ControlBar, WatchTopBar
from pokergui.pages.watch.views.winbar import WinBar
from pokergui.viewmodel import Notice
from pokergui.widgets.felt.widget import PokerTable
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import column, is_compact, row, tab_through
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.savefile import ask_engine_file, ask_save

ADD_ENGINE = "add"
"""Key of the choice that asks for an engine's file."""


class WatchPage(Fitted, KeyedPage):
    """The page that the user sees while watching; it holds copies and reports intents.

    Signals:
        changed: name of a choice and its value, as in ``Controls``.
        engine_file_chosen: side and path of an engine's file.
    """

    changed = Signal(str, object)
    engine_file_chosen = Signal(str, str)
    export_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kinds: list[tuple[str, str]] = []
        self.top_bar = WatchTopBar(self)
        self.table = PokerTable(self, open_hands=True)
        self.win = WinBar(self)
        self.panel = StagePanel(self)
        self.standing = StandingPanel(self)
        self.notice = NoticePanel(self)
        self.bar = ControlBar(self)
        self.tournaments = TournamentRoom(self)
        self._arrange()
        self.top_bar.controls.changed.connect(self._change)
        self.panel.form.controls.changed.connect(self._change)
        self._make_keys()

    def _arrange(self) -> None:
        self._live, self._stage = QWidget(self), QStackedWidget(self)
        column((self.table, 1), self.win, on=self._live, gap=8, margins=(8, 6, 8, 8))
        self._stage.addWidget(self.panel)
        self._stage.addWidget(self._live)
        middle = row(self._stage, (self.standing, 1), gap=0)
        self._match, self._rooms = QWidget(self), QStackedWidget(self)
        column(self.top_bar, (middle, 1), self.bar, on=self._match, gap=0)
        self._rooms.addWidget(self._match)
        self._rooms.addWidget(self.tournaments)
        column(self._rooms, on=self, gap=0)
        self.notice.setParent(self._match)
        self.top_bar.add_tool(self.tournaments.button)
        self.tournaments.button.clicked.connect(self.open_tournaments)
        self.tournaments.back.clicked.connect(self.close_tournaments)
        tab_through(
            *self.top_bar.controls.tab_order(),
            *self.panel.form.controls.tab_order(),
            *(self.panel.button, self.panel.judge),
            *self.standing.tab_order(),
            *self.bar.controls.tab_order(),
        )

    def _make_keys(self) -> None:
        step = self.bar.controls.button("step")
        self.begin_keys(tr("Match"))
        self.add_key("Space", self._press_main, tr("start, pause, resume"))
        self.add_key(".", step.press, tr("step one decision"), repeat=True)
        self.bar.controls.add_keys(self)
        self.add_key("J", self.standing.chart.take_keys, tr("read the chart with arrows"))
        self.add_key("V", self.standing.next_tab, tr("curve or figures, in a small window"))
        self.add_key("H", self.panel.judge.press, tr("evaluate other strategies on these hands"))
        self.begin_keys(tr("Choices"))
        self.add_key("A", partial(self._open_engine, 0), tr("choose engine A"))
        self.add_key("B", partial(self._open_engine, 1), tr("choose engine B"))
        self.top_bar.controls.add_keys(self)
        self.panel.form.controls.add_keys(self)
        self.begin_keys(tr("Views"))
        self.add_key("R", self.tournaments.button.press, tr("tournaments: open, close"))
        for shortcut in self.keys:
            shortcut.setParent(self._match)  # they are inactive while the view is open

    def _open_engine(self, seat: int) -> None:
        """Open the menu of an engine: over the table for two, in the table's place for more."""
        top = self.top_bar.controls.box(("engine_a", "engine_b")[seat])
        for menu in (top, self.panel.form.seats[seat]):  # at most one of them is shown
            menu.open()

    def _press_main(self) -> None:
        start = self.panel.button
        (start if start.isVisible() else self.bar.controls.button("main")).press()

    def open_tournaments(self) -> None:
        self._rooms.setCurrentWidget(self.tournaments)
        self.tournaments.begin()

    def close_tournaments(self) -> None:
        self._rooms.setCurrentWidget(self._match)

    def _change(self, name: str, value: object) -> None:
        if name == "export":
            ask_save(self, tr("Save the hands as text"), self.kinds, self.export_chosen.emit)
        elif value == ADD_ENGINE:
            chosen = partial(self.engine_file_chosen.emit, name[-1])
            ask_engine_file(self, chosen, partial(self.changed.emit, name, ""))
        else:
            self.changed.emit(name, value)

    def fit(self) -> None:
        width = round(self.width() * (0.5 if is_compact(self) else 0.47))
        self._stage.setFixedWidth(max(440, min(width, 860)))
        self._place_notice()

    def _place_notice(self) -> None:
        """Put the notice over the bottom of the stage, so that nothing moves."""
        pad = 12
        width = self._stage.width() - 2 * pad
        height = self.notice.height_for(width)
        top = self.height() - self.bar.height() - height - pad
        self.notice.setGeometry(pad, top, width, height)
        self.notice.raise_()

    def set_panel(self, scene: PanelScene | None) -> None:
        if scene is not None:
            self.panel.set_scene(scene)
        self._stage.setCurrentWidget(self._live if scene is None else self.panel)

    def set_controls(self, scene: ControlsScene) -> None:
        self.bar.set_scene(scene)
        self.top_bar.controls.button("export").setEnabled(scene.can_export)
        self.panel.judge.setEnabled(scene.can_export)

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)
        self._place_notice()
