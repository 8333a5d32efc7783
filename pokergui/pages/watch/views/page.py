"""The Watch page: choices, stage, what the match shows, controls; and the keys of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from pokergui.pages.watch.viewmodel.watch import (
    ControlsScene,
    PanelScene,
    StandingScene,
    WatchTopScene,
    WinScene,
)
from pokergui.pages.watch.views.controls import ControlBar
from pokergui.pages.watch.views.panel import StagePanel
from pokergui.pages.watch.views.standing import StandingPanel
from pokergui.pages.watch.views.topbar import WatchTopBar
from pokergui.pages.watch.views.winbar import BAR_HEIGHT, WinBar
from pokergui.viewmodel import Notice, ProgressScene, TableFrame
from pokergui.viewmodel.files import FileKind
from pokergui.widgets.felt.widget import PokerTable
from pokergui.widgets.guard import guarded
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.savefile import ask_save

ADD_ENGINE = "add"
"""Key of the choice that asks for an engine's file."""


class WatchPage(KeyedPage):
    """Everything a person sees while watching. It holds copies and reports intents.

    Signals:
        engine_chosen: side ("a" or "b") and key of a choice.
        engine_file_chosen: side and path of an engine's file.
        game_chosen, length_chosen: key of a choice.
        custom_edited: text of the field for a number of hands.
        duplicate_chosen: on or off.
        main_requested: start, pause or resume, whatever there is to do.
        step_requested: one decision.
        stop_requested: end the match here.
        speed_chosen: "human", "ten" or "fast".
        seat_requested: key of a seat to take.
        study_requested: the decision shown is to be opened in Study.
        export_chosen: path of the file to save the match's hands to.
        notice_pressed: key of a notice's button.
        settled: the table is at rest after the last frame given to ``play_table``.
    """

    engine_chosen = Signal(str, str)
    engine_file_chosen = Signal(str, str)
    game_chosen = Signal(str)
    length_chosen = Signal(str)
    custom_edited = Signal(str)
    duplicate_chosen = Signal(bool)
    main_requested = Signal()
    step_requested = Signal()
    stop_requested = Signal()
    speed_chosen = Signal(str)
    seat_requested = Signal(str)
    study_requested = Signal()
    export_chosen = Signal(str)
    notice_pressed = Signal(str)
    settled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compact = False
        self._side = "a"
        self._kinds: list[tuple[str, str]] = []
        self.top_bar = WatchTopBar(self)
        self.table = PokerTable(self, open_hands=True)
        self.win = WinBar(self)
        self.panel = StagePanel(self)
        self.standing = StandingPanel(self)
        self.notice = NoticePanel(self)
        self.bar = ControlBar(self)
        self._arrange()
        self._wire()
        self._make_keys()

    def _arrange(self) -> None:
        live = QWidget(self)
        column = QVBoxLayout(live)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.table, 1)
        column.addWidget(self.win)
        self._live = live
        self._stage = QStackedWidget(self)
        self._stage.addWidget(self.panel)
        self._stage.addWidget(live)
        self._row = QHBoxLayout()
        self._row.setSpacing(0)
        self._row.addWidget(self._stage)
        self._row.addWidget(self.standing, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.top_bar)
        whole.addLayout(self._row, 1)
        whole.addWidget(self.bar)
        bar = self.bar
        order: list[QWidget] = [
            *self.top_bar.tab_order(),
            self.panel.button,
            *self.standing.tab_order(),
            bar.main,
            bar.step,
            bar.stop,
            *bar.speed.buttons(),
            bar.seat,
            bar.study,
        ]
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    def _wire(self) -> None:
        top, bar = self.top_bar, self.bar
        top.engine_chosen.connect(self._engine_picked)
        top.game_chosen.connect(self.game_chosen)
        top.length_chosen.connect(self.length_chosen)
        top.custom_edited.connect(self.custom_edited)
        top.duplicate_chosen.connect(self.duplicate_chosen)
        top.export_pressed.connect(self._ask_export)
        bar.main_pressed.connect(self.main_requested)
        bar.step_pressed.connect(self.step_requested)
        bar.stop_pressed.connect(self.stop_requested)
        bar.speed_chosen.connect(self.speed_chosen)
        bar.seat_chosen.connect(self.seat_requested)
        bar.study_pressed.connect(self.study_requested)
        self.panel.pressed.connect(self.main_requested)
        self.notice.pressed.connect(self.notice_pressed)
        self.table.settled.connect(self.settled)

    def _make_keys(self) -> None:
        """Keys of the page; they work wherever the focus is while the page is shown."""
        top, bar = self.top_bar, self.bar
        self.begin_keys(self.tr("Match"))
        for name in ("Space", "Return", "Enter"):
            self.add_key(name, self._press_main, self.tr("start, pause, resume"))
        self.add_key(".", bar.step.press, self.tr("step one decision"), repeat=True)
        self.add_key("X", bar.stop.press, self.tr("stop"))
        self.add_key("1", self._human, self.tr("human speed"))
        self.add_key("2", self._ten, self.tr("ten times that"))
        self.add_key("3", self._fast, self.tr("as fast as the engines can"))
        self.add_key("T", bar.seat.press, self.tr("take a seat in a training hand"))
        self.add_key("S", bar.study.press, self.tr("open the decision in Study"))
        self.add_key("J", self.standing.chart.take_keys, self.tr("read the chart with arrows"))
        self.add_key("V", self.standing.next_tab, self.tr("curve or figures, in a small window"))
        self.add_key("E", top.export.press, self.tr("save the hands of a match that is over"))
        self.begin_keys(self.tr("Choices"))
        self.add_key("A", top.engine_a.open, self.tr("choose engine A"))
        self.add_key("B", top.engine_b.open, self.tr("choose engine B"))
        self.add_key("G", top.game.open, self.tr("choose the game"))
        self.add_key("L", top.length.open, self.tr("choose the length"))
        self.add_key("D", top.duplicate.press, self.tr("duplicate deals"))

    def _press_main(self) -> None:
        button = self.panel.button if self.panel.button.isVisible() else self.bar.main
        button.press()

    def _human(self) -> None:
        self.bar.choose_speed("human")

    def _ten(self) -> None:
        self.bar.choose_speed("ten")

    def _fast(self) -> None:
        self.bar.choose_speed("fast")

    # Files

    def _engine_picked(self, side: str, key: str) -> None:
        if key != ADD_ENGINE:
            self.engine_chosen.emit(side, key)
            return
        self._side = side
        dialog = QFileDialog(self, self.tr("Add an engine file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(
            self.tr("Engines: strategies and Python files") + " (*.safetensors *.py)"
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._file_selected)
        dialog.rejected.connect(self._file_refused)
        dialog.open()

    def _file_selected(self, path: str) -> None:
        self.engine_file_chosen.emit(self._side, path)

    def _file_refused(self) -> None:
        self.engine_chosen.emit(self._side, "")

    def _ask_export(self) -> None:
        ask_save(self, self.tr("Save the hands as text"), self._kinds, self.export_chosen.emit)

    def set_file_kinds(self, kinds: Sequence[FileKind]) -> None:
        """Say in which formats hands are written."""
        self._kinds = [(kind.words, kind.suffixes[0].removeprefix(".")) for kind in kinds]

    # Layout

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window: the right side becomes tabs."""
        self._compact = compact
        for part in (self.top_bar, self.bar, self.standing, self.table):
            part.set_compact(compact)
        self._divide()

    def _divide(self) -> None:
        """Give table and figures their widths; the course of the hand has what height is left."""
        width = self.width()
        stage = max(440, min(round(width * (0.5 if self._compact else 0.47)), 860))
        self._stage.setFixedWidth(stage)
        room = self.height() - self.top_bar.height() - self.bar.height()
        spare = room - 560 - BAR_HEIGHT
        tall = not self._compact and spare >= 80
        self.win.setFixedHeight(BAR_HEIGHT + (min(200, spare) if tall else 0))
        self._place_notice()

    def _place_notice(self) -> None:
        """Over the foot of the stage, so that nothing moves."""
        pad = 12
        width = self._stage.width() - 2 * pad
        height = self.notice.height_for(width)
        top = self.height() - self.bar.height() - height - pad
        self.notice.setGeometry(pad, top, width, height)
        self.notice.raise_()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the new width."""
        super().resizeEvent(event)
        self._divide()

    # Scenes

    def set_top(self, scene: WatchTopScene) -> None:
        """Show the choices."""
        self.top_bar.set_scene(scene)

    def set_panel(self, scene: PanelScene | None) -> None:
        """Show words in the table's place, or with None the table."""
        if scene is not None:
            self.panel.set_scene(scene)
        self._stage.setCurrentWidget(self._live if scene is None else self.panel)

    def play_table(self, frames: Sequence[TableFrame]) -> None:
        """Play frames after those that still run; without steps they show at once."""
        self.table.play(frames)

    def set_pace(self, factor: float) -> None:
        """Make the table's motion ``factor`` times as long."""
        self.table.set_pace(factor)

    def set_win(self, scene: WinScene | None) -> None:
        """Show who wins how often."""
        self.win.set_scene(scene)

    def set_controls(self, scene: ControlsScene) -> None:
        """Show what can be done."""
        self.bar.set_scene(scene)
        self.top_bar.export.setEnabled(scene.can_export)

    def set_progress(self, scene: ProgressScene) -> None:
        """Show how far the match is."""
        self.bar.set_progress(scene)

    def set_standing(self, scene: StandingScene) -> None:
        """Show what the match shows so far."""
        self.standing.set_scene(scene)

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice over the foot of the stage, or close it."""
        self.notice.set_notice(notice)
        self._place_notice()
