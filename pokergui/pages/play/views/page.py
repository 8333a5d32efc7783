"""The Play page: choices, line, table, action bar, session; and all their keys."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLayout, QStackedWidget, QWidget

from pokergui.language import tr_play as tr
from pokergui.pages.play.views.actionbar import ActionBar, add_decision_keys
from pokergui.pages.play.views.advisor import WIDTH, AdvisorDrawer, DrawerRoom
from pokergui.pages.play.views.lasthand import LastHandStrip
from pokergui.pages.play.views.sheets import AllHandsSheet, ModelSheet
from pokergui.pages.play.views.topbar import PartnerStrip, StakesStrip, TopBar
from pokergui.viewmodel import ActionBarScene, ExplainerScene, Notice, SettingsScene, TopBarScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.felt.widget import PokerTable
from pokergui.widgets.laying import column, is_compact, row, set_compact, tab_through
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.panels import SeatsStrip
from pokergui.widgets.segmented import SpeedButton
from pokergui.widgets.strips import ExplainerStrip, LineStrip, SessionStrip

if TYPE_CHECKING:
    from pokergui.pages.play.drill.views import DrillRoom


class PlayPage(KeyedPage):
    """The page that the user sees while playing; its parts hold copies and report intents.

    Signals:
        settings_changed: a ``SettingsScene`` with another speed, or the advisor on or off.
        hands_wanted: the EV of every possible hand in the last one are to be shown.
        look_back: the chosen or costliest decision of the last hand is to be opened in Study.
        hand_wanted: the last hand is to be solved in Study.
    """

    settings_changed = Signal(object)
    hands_wanted = Signal()
    look_back = Signal()
    hand_wanted = Signal()
    drills_built = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = SettingsScene()
        self.top_bar = TopBar(self)
        self.seats = SeatsStrip(self)
        self.seats.setVisible(False)
        self.stakes = StakesStrip(self)
        self.stakes.setVisible(False)
        self._room = DrawerRoom(WIDTH, self)
        self.advisor = AdvisorDrawer(self._room)
        body = self._room.body
        self.line = LineStrip(body)
        self.speed = SpeedButton(self.line)
        self.explainer = ExplainerStrip(body)
        self.explainer.setVisible(False)
        self.table = PokerTable(body)
        self.last_hand = LastHandStrip(body)
        self.partner = PartnerStrip(body)
        self.notice = NoticePanel(body)
        self.bar = ActionBar(body)
        self.session = SessionStrip(self)
        self.learned = ModelSheet(self)
        self.all_hands = AllHandsSheet(self)
        self._sheets = (self.learned, self.all_hands)
        for sheet in self._sheets:
            sheet.setVisible(False)
        self._drills: DrillRoom | None = None
        self._arrange()
        self._wire()
        self._make_keys()

    def _arrange(self) -> None:
        bars = (self.top_bar, self.seats, self.stakes)
        self._played, self._rooms = QWidget(self), QStackedWidget(self)
        sheets = [(sheet, 1) for sheet in self._sheets]
        column(*bars, (self._room, 1), self.session, *sheets, on=self._played, gap=0)
        self._rooms.addWidget(self._played)
        column(self._rooms, on=self, gap=0)
        words = tr("Drills: practise spots that you misplayed, again when they are due")
        self.drill = IconButton("drill", words, "P", self, show_key=False, label=tr("Drills"))
        self.top_bar.add_tool(self.drill)
        body = self._room.body
        self._table_room, self._notice_room = QWidget(body), QWidget(body)
        row(self.table, on=self._table_room)
        column(
            self.line,
            self.explainer,
            (self._table_room, 1),
            self._notice_room,
            self.last_hand,
            self.partner,
            self.bar,
            on=body,
            gap=0,
        )
        self._room.set_drawer(self.advisor, self._table_room)
        self.line.set_corner(self.speed)
        tab_through(
            *self.top_bar.controls.tab_order(),
            *self.seats.boxes,
            self.seats.random,
            *self.stakes.tab_order(),
            self.speed,
            *self.last_hand.tab_order(),
            *self.partner.tab_order(),
            *self.bar.tab_order(),
            *self.advisor.tab_order(),
            *self.learned.tab_order(),
            *self.all_hands.tab_order(),
        )

    def _wire(self) -> None:
        # An action of the user follows what the table has shown so far.
        self.bar.action_requested.connect(self.table.complete)
        self.top_bar.undo.clicked.connect(self.table.complete)
        self.line.set_clickable(tr("Play on from here, in a training hand (U takes back)"))
        self.top_bar.line_up.clicked.connect(self._seats_pressed)
        self.top_bar.stakes.clicked.connect(self._stakes_pressed)
        self.stakes.left.connect(self.close_stakes)
        self.table.seat_pressed.connect(self._seat_pressed)
        self.top_bar.advisor.clicked.connect(self._advisor_wanted)
        self.advisor.close_button.clicked.connect(partial(self._advisor_wanted, False))
        self._room.moved.connect(self._place_notice)
        self.speed.chosen.connect(self._speed_chosen)
        self.drill.clicked.connect(self.open_drills)

    def _make_keys(self) -> None:
        """Register the page's keys; they work wherever the focus is while the page is shown.

        Space and Enter are taken only between hands, and Enter for a notice that asks for it;
        otherwise they press the button with the focus.
        """
        bar = self.bar
        add_decision_keys(self, self.bar)
        self.begin_keys(tr("Hand"))
        words = tr("deal the next hand")
        self._next_key = self.add_key("Space", bar.press_next, words)
        self._enter_keys = [self.add_key(name, self._enter, words) for name in ("Return", "Enter")]
        self.add_key("U", self.top_bar.undo.press, tr("take the decision back"))
        self.add_key("Ctrl+Z", self.top_bar.undo.press, tr("take the decision back"))
        self.add_key("S", self.top_bar.study.press, tr("open the decision in Study"))
        self.add_key("K", self.partner.play.press, tr("play against the offered partner"))
        self.add_key("Shift+K", self.partner.close_button.press, tr("dismiss the offer"))
        self.add_key("J", self.last_hand.next_decision, tr("next decision of the last hand"))
        words = tr("open the last hand’s chosen or costliest decision in Study")
        self.add_key("Shift+S", self.look_back.emit, words)
        self.add_key("Shift+V", self.hand_wanted.emit, tr("solve the whole last hand in Study"))
        words = tr("how every holding would have done in the last hand")
        self.add_key("Shift+H", self.hands_wanted.emit, words)
        self.add_key("V", self.speed.showMenu, tr("set the speed"))
        self.add_key("X", self.table.stop.press, tr("let it act on what it has solved so far"))
        words = tr("how the reader decided in the last hand")
        self.add_key("Shift+L", self.top_bar.reasons.press, words)
        self.begin_keys(tr("Advisor"))
        self.add_key("A", self.top_bar.advisor.press, tr("open or close the advisor"))
        self.add_key("M", self.advisor.next_side, tr("next range, or belief about your hand"))
        self.add_key("L", self.advisor.look, tr("what it learned about you"))
        self.begin_keys(tr("Choices"))
        self.add_key("O", self.top_bar.controls.opponent.open, tr("choose the opponent"))
        self.add_key("G", self.top_bar.controls.game.open, tr("choose the game"))
        self.add_key("D", self.top_bar.controls.depth.open, tr("choose the depth"))
        self.add_key("E", self.top_bar.line_up.press, tr("choose an engine for each seat"))
        self.add_key("N", self.seats.random.click, tr("random engines in all seats"))
        self.add_key("T", self.top_bar.stakes.press, tr("set stacks, antes and rake"))
        self.begin_keys(tr("Views"))
        self.add_key("P", self.drill.press, tr("drills: open, close"))
        for shortcut in self.keys:
            shortcut.setParent(self._played)  # they are inactive while the view is open
        for title, sheet in zip(
            (tr("What it learned"), tr("All my hands")), self._sheets, strict=True
        ):
            self.begin_keys(title)
            for name, words in sheet.told_keys:
                self.tell_key(name, words, sheet)
        self._set_next_keys()

    @property
    def drills(self) -> DrillRoom:
        """The drills view, built when it is first needed."""
        if self._drills is None:
            from pokergui.pages.play.drill.views import DrillRoom  # not before the first paint

            room = self._drills = DrillRoom(self)
            self._rooms.addWidget(room)
            set_compact(room, is_compact(self))
            room.back.clicked.connect(self.close_drills)
            self.drills_built.emit()
        return self._drills

    @property
    def has_drills(self) -> bool:
        return self._drills is not None

    def open_drills(self) -> None:
        self._rooms.setCurrentWidget(self.drills)
        self.drills.begin()

    def close_drills(self) -> None:
        self._rooms.setCurrentWidget(self._played)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_next_keys(self) -> None:
        next_hand = self.bar.between_hands and self._at_table
        self._next_key.setEnabled(next_hand)
        for shortcut in self._enter_keys:
            shortcut.setEnabled(next_hand or (self.notice.takes_enter and self._at_table))

    def _enter(self) -> None:
        if self.notice.takes_enter:
            self.notice.press_first()
        else:
            self.bar.press_next()

    @property
    def _at_table(self) -> bool:
        return all(sheet.isHidden() for sheet in self._sheets)

    def show_sheet(self, sheet: ModelSheet | AllHandsSheet, shown: bool) -> None:
        """Show a sheet without the page's keys instead of the table, or the table again."""
        for shortcut in self.keys:
            shortcut.setEnabled(not shown)
        for part in (self.top_bar, self._room, self.session):
            part.setVisible(not shown)
        sheet.setVisible(shown)
        self._show_strips()
        self._set_next_keys()
        if shown:
            sheet.take_keys()
        else:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _advisor_wanted(self, on: bool) -> None:
        self.settings_changed.emit(replace(self._settings, advisor=on))

    def _speed_chosen(self, factor: float) -> None:
        self.settings_changed.emit(replace(self._settings, animation=factor))

    def _place_notice(self) -> None:
        """Put the notice above the action bar, in its reserved room.

        The notice of running work is in the middle of the empty table, where it covers nothing and
        nothing moves.
        """
        body, height = self._room.body, self.notice.height_for
        pad = 12 if is_compact(self) else 16
        width = body.width() - 2 * pad
        read = self.notice.isVisibleTo(self) and not self.notice.running
        self._notice_room.setFixedHeight(height(width) + 10 if read else 0)
        if self.notice.running:
            for room in (body, self._table_room):
                cast(QLayout, room.layout()).activate()
            table = self.table.geometry().translated(self._table_room.pos())
            width = table.width() - 2 * pad
            top = table.center().y() - height(width) // 2
        else:
            strips = [strip for strip in (self.last_hand, self.partner) if not strip.isHidden()]
            under = self.bar.height() + sum(strip.sizeHint().height() for strip in strips)
            top = body.height() - under - height(width) - 10
        self.notice.setGeometry(pad, top, width, height(width))
        self.notice.raise_()

    def set_settings(self, settings: SettingsScene) -> None:
        self._settings = settings
        self.speed.set_factor(settings.animation)
        self.top_bar.advisor.setChecked(settings.advisor)
        self.bar.set_advised(settings.advisor)
        self._room.set_open(settings.advisor)

    def set_choices(self, scene: TopBarScene) -> None:
        self.top_bar.set_scene(scene)
        self.seats.set_scene(scene.seats)
        self._show_strips()

    def _show_strips(self) -> None:
        """Show the strips of seats and stakes if there are any and the user wants them."""
        bar = self.top_bar
        for button, strip in ((bar.line_up, self.seats), (bar.stakes, self.stakes)):
            wanted = button.isChecked() and not button.isHidden()
            strip.setVisible(wanted and self._at_table)

    def _seats_pressed(self, wanted: bool) -> None:
        """Open the strip of seats instead of that of stakes, or close it."""
        if wanted and self.top_bar.stakes.isChecked():
            self.stakes.left.emit()
        self._show_strips()
        if wanted:
            self.seats.boxes[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _stakes_pressed(self, wanted: bool) -> None:
        """Open the strip of stakes with the cursor in the user's field, or close it."""
        if wanted:
            self._open_stakes(0)
        else:
            self.stakes.left.emit()

    def _seat_pressed(self, place: int) -> None:
        """Open the strip of stakes at a seat, given by its place clockwise from the user."""
        if self.top_bar.stakes.isVisible():
            self._open_stakes(place)

    def _open_stakes(self, place: int) -> None:
        """Open the strip of stakes instead of that of seats."""
        self.top_bar.line_up.setChecked(False)
        self.top_bar.stakes.setChecked(True)
        self._show_strips()
        self.stakes.begin(place)

    def close_stakes(self) -> None:
        self.top_bar.stakes.setChecked(False)
        self._show_strips()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_explainer(self, scene: ExplainerScene | None) -> None:
        self.explainer.setVisible(scene is not None)
        if scene is not None:
            self.explainer.set_scene(scene)

    def set_actions(self, scene: ActionBarScene) -> None:
        self.bar.set_scene(scene)
        self.top_bar.undo.setEnabled(scene.can_undo)
        self.top_bar.study.setEnabled(scene.can_study)
        self.advisor.study.setEnabled(scene.can_study)
        self._set_next_keys()

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)
        self._place_notice()
        self._set_next_keys()
