"""The Play page: choices, line, table, action bar, session; and the keys of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pokergui.pages.play.viewmodel.advisor import AdvisorScene
from pokergui.pages.play.viewmodel.mind import MindScene
from pokergui.pages.play.views.actionbar import ActionBar
from pokergui.pages.play.views.advisor import WIDTH, AdvisorDrawer
from pokergui.pages.play.views.drawer import DrawerRoom
from pokergui.pages.play.views.lasthand import LastHandStrip
from pokergui.pages.play.views.learned import LearnedSheet
from pokergui.pages.play.views.topbar import TopBar
from pokergui.viewmodel import (
    ActionBarScene,
    ExplainerScene,
    LastHandScene,
    LineScene,
    Notice,
    SessionScene,
    SettingsScene,
    TableFrame,
    TopBarScene,
)
from pokergui.widgets.felt.widget import PokerTable
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.line import LineStrip
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.speed import SpeedButton
from pokergui.widgets.strips import ExplainerStrip, SessionStrip


class PlayPage(KeyedPage):
    """Everything a person sees while playing. It holds copies and reports intents.

    Signals:
        action_requested: kind ("fold", "call", "raise") and the amount's text, as typed or
            as set by a preset; "" where no amount is chosen.
        preset_chosen: index of a size.
        amount_edited: the amount field's text, at each keystroke.
        slider_moved: position 0 to 1000.
        amount_stepped: steps up (positive) or down: arrows and wheel 1, page keys 5.
        next_hand_requested: Space, Enter or the button, only between hands.
        undo_requested: back to the decision before.
        study_requested: the decision at the table is to be opened in Study.
        crumb_chosen: index of a crumb to go back to.
        game_chosen, depth_chosen, opponent_chosen: key of a choice.
        notice_pressed: key of a notice's button.
        settings_changed: a ``SettingsScene`` with another speed, or the advisor on or off.
        settled: the table is at rest after the last frame given to ``play_table``.
    """

    action_requested = Signal(str, str)
    preset_chosen = Signal(int)
    amount_edited = Signal(str)
    slider_moved = Signal(int)
    amount_stepped = Signal(int)
    next_hand_requested = Signal()
    undo_requested = Signal()
    study_requested = Signal()
    crumb_chosen = Signal(int)
    game_chosen = Signal(str)
    depth_chosen = Signal(str)
    opponent_chosen = Signal(str)
    notice_pressed = Signal(str)
    settings_changed = Signal(object)
    settled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = SettingsScene()
        self._pad = 16
        self.top_bar = TopBar(self)
        words = self.tr("Take back")
        self.undo = IconButton("undo", words, "U, Ctrl+Z", self.top_bar, show_key=False)
        words = self.tr("Open in Study")
        self.study = IconButton("study", words, "S", self.top_bar, show_key=False)
        self.advisor_button = IconButton("advisor", self.tr("Advisor"), "A", self.top_bar)
        self.advisor_button.setCheckable(True)
        self.top_bar.add_tools(self.undo, self.study, self.advisor_button)
        self._room = DrawerRoom(WIDTH, self)
        self.advisor = AdvisorDrawer(self._room)
        body = self._room.body
        self.line = LineStrip(body)
        self.speed = SpeedButton(self.line)
        self.explainer = ExplainerStrip(body)
        self.explainer.setVisible(False)
        self.table = PokerTable(body)
        self.last_hand = LastHandStrip(body)
        self.notice = NoticePanel(body)
        self.bar = ActionBar(body)
        self.session = SessionStrip(self)
        self.learned = LearnedSheet(self)
        self.learned.setVisible(False)
        self._arrange()
        self._wire()
        self._make_keys()

    def _arrange(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.top_bar)
        self._column.addWidget(self._room, 1)
        self._column.addWidget(self.session)
        self._column.addWidget(self.learned, 1)
        body = QVBoxLayout(self._room.body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.line)
        body.addWidget(self.explainer)
        self._table_room = QWidget(self._room.body)
        row = QHBoxLayout(self._table_room)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.table)
        body.addWidget(self._table_room, 1)
        self._notice_room = QWidget(self._room.body)
        body.addWidget(self._notice_room)
        body.addWidget(self.last_hand)
        body.addWidget(self.bar)
        self._room.set_drawer(self.advisor, self._table_room)
        self.line.set_corner(self.speed)
        order = [
            self.top_bar.game_box,
            self.top_bar.depth_box,
            self.top_bar.opponent_box,
            self.undo,
            self.study,
            self.advisor_button,
            self.speed,
            *self.bar.tab_order(),
            *self.advisor.tab_order(),
            *self.learned.tab_order(),
        ]
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    def _wire(self) -> None:
        bar, top = self.bar, self.top_bar
        bar.action_requested.connect(self._act)
        bar.preset_chosen.connect(self.preset_chosen)
        bar.amount_edited.connect(self.amount_edited)
        bar.slider_moved.connect(self.slider_moved)
        bar.amount_stepped.connect(self.amount_stepped)
        bar.next_hand_requested.connect(self.next_hand_requested)
        self.undo.clicked.connect(self._undo)
        self.study.clicked.connect(self.study_requested)
        top.game_chosen.connect(self.game_chosen)
        top.depth_chosen.connect(self.depth_chosen)
        top.opponent_chosen.connect(self.opponent_chosen)
        self.notice.pressed.connect(self.notice_pressed)
        self.table.settled.connect(self.settled)
        self.line.set_clickable(self.tr("Play on from here, in a training hand (U takes back)"))
        self.line.chosen.connect(self.crumb_chosen)
        self.advisor_button.clicked.connect(self._advisor_wanted)
        self.advisor.closed.connect(self._close_advisor)
        self.advisor.study_requested.connect(self.study_requested)
        self._room.moved.connect(self._place_notice)
        self.speed.chosen.connect(self._speed_chosen)

    def _make_keys(self) -> None:
        """Keys of the page; they work wherever the focus is while the page is shown.

        Space and Enter are taken only between hands, and Enter for a notice that asks for it: at
        other times they press the button that has the focus.
        """
        bar = self.bar
        self.begin_keys(self.tr("Decision"))
        self.add_key("F", self._fold, self.tr("fold"))
        self.add_key("C", self._call, self.tr("check or call"))
        self.add_key("R", self._raise, self.tr("bet or raise"))
        for i, handler in enumerate(bar.preset_presses()):
            self.add_key(str(i + 1), handler, self.tr("choose a size"))
        for name, handler, words in (
            ("Up", self._step_up, self.tr("a step larger")),
            ("Right", self._step_up, self.tr("a step larger")),
            ("Down", self._step_down, self.tr("a step smaller")),
            ("Left", self._step_down, self.tr("a step smaller")),
            ("PgUp", self._page_up, self.tr("much larger")),
            ("PgDown", self._page_down, self.tr("much smaller")),
        ):
            self.add_key(name, handler, words, repeat=True)
        self.add_key("B", self._edit_amount, self.tr("type the size"))
        self.begin_keys(self.tr("Hand"))
        words = self.tr("deal the next hand")
        self._next_key = self.add_key("Space", bar.press_next, words)
        self._enter_keys = [self.add_key(name, self._enter, words) for name in ("Return", "Enter")]
        self.add_key("U", self.undo.press, self.tr("take the decision back"))
        self.add_key("Ctrl+Z", self.undo.press, self.tr("take the decision back"))
        self.add_key("S", self.study.press, self.tr("open the decision in Study"))
        self.add_key("V", self.speed.showMenu, self.tr("set the speed"))
        self.begin_keys(self.tr("Advisor"))
        self.add_key("A", self.advisor_button.press, self.tr("open or close the advisor"))
        self.add_key("M", self.advisor.next_side, self.tr("ranges or your hand, in a low window"))
        self.add_key("L", self.advisor.look, self.tr("what it learned about you"))
        self.begin_keys(self.tr("Choices"))
        self.add_key("O", self.top_bar.opponent_box.open, self.tr("choose the opponent"))
        self.add_key("G", self.top_bar.game_box.open, self.tr("choose the game"))
        self.add_key("D", self.top_bar.depth_box.open, self.tr("choose the depth"))
        self.begin_keys(self.tr("What it learned"))
        for name, words in self.learned.told_keys:
            self.tell_key(name, words, self.learned)
        self._set_next_keys()

    def _set_next_keys(self) -> None:
        next_hand = self.bar.between_hands and self.learned.isHidden()
        self._next_key.setEnabled(next_hand)
        for shortcut in self._enter_keys:
            shortcut.setEnabled(next_hand or (self.notice.takes_enter and self.learned.isHidden()))

    def _enter(self) -> None:
        if self.notice.takes_enter:
            self.notice.press_first()
        else:
            self.bar.press_next()

    def show_learned(self, shown: bool) -> None:
        """Show what was learned in place of the table, or the table again; its keys rest then."""
        for shortcut in self.keys:
            shortcut.setEnabled(not shown)
        for part in (self.top_bar, self._room, self.session):
            part.setVisible(not shown)
        self.learned.setVisible(shown)
        self._set_next_keys()
        if shown:
            self.learned.table.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fold(self) -> None:
        self.bar.press("fold")

    def _call(self) -> None:
        self.bar.press("call")

    def _raise(self) -> None:
        self.bar.press("raise")

    def _step_up(self) -> None:
        self.bar.step(1)

    def _step_down(self) -> None:
        self.bar.step(-1)

    def _page_up(self) -> None:
        self.bar.step(5)

    def _page_down(self) -> None:
        self.bar.step(-5)

    def _edit_amount(self) -> None:
        field = self.bar.amount_field
        if field.isVisibleTo(self) and field.isEnabled():
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()

    def _act(self, kind: str, amount: str) -> None:
        self.table.complete()
        self.action_requested.emit(kind, amount)

    def _undo(self) -> None:
        self.table.complete()
        self.undo_requested.emit()

    def _advisor_wanted(self, on: bool) -> None:
        self.settings_changed.emit(replace(self._settings, advisor=on))

    def _close_advisor(self) -> None:
        self._advisor_wanted(False)

    def _speed_chosen(self, factor: float) -> None:
        self.settings_changed.emit(replace(self._settings, animation=factor))

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window."""
        for part in (
            self.top_bar,
            self.line,
            self.explainer,
            self.table,
            self.last_hand,
            self.bar,
            self.session,
            self.advisor_button,
            self.advisor,
            self.learned,
            self._room,
        ):
            part.set_compact(compact)
        self._pad = 12 if compact else 16
        self._place_notice()

    def _place_notice(self) -> None:
        """Put the notice over the action bar.

        Running work lies over the empty table, so that nothing moves; what is to be read while
        a hand goes on gets room of its own.
        """
        body = self._room.body
        width = body.width() - 2 * self._pad
        height = self.notice.height_for(width)
        shown = self.notice.isVisibleTo(self)
        self._notice_room.setFixedHeight(height + 10 if shown and not self.notice.running else 0)
        under = self.bar.height() + (0 if self.last_hand.isHidden() else self.last_hand.height())
        top = body.height() - under - height - 10
        self.notice.setGeometry(self._pad, top, width, height)
        self.notice.raise_()

    def set_settings(self, settings: SettingsScene) -> None:
        """Keep the settings that this page can change itself."""
        self._settings = settings
        self.speed.set_factor(settings.animation)
        self.line.place_corner()
        self.advisor_button.setChecked(settings.advisor)
        self.bar.set_advised(settings.advisor)
        self._room.set_open(settings.advisor)

    def set_advice(self, scene: AdvisorScene) -> None:
        """Show what the advisor says."""
        self.advisor.set_scene(scene)

    def set_mind(self, scene: MindScene) -> None:
        """Show what is believed about the person's hand."""
        self.advisor.set_mind(scene)

    def set_top(self, scene: TopBarScene) -> None:
        """Show the choices."""
        self.top_bar.set_scene(scene)

    def set_line(self, scene: LineScene) -> None:
        """Show the line of play."""
        self.line.set_scene(scene)

    def set_explainer(self, scene: ExplainerScene | None) -> None:
        """Show the rules of a small game, or close the strip."""
        self.explainer.setVisible(scene is not None)
        if scene is not None:
            self.explainer.set_scene(scene)

    def play_table(self, frames: Sequence[TableFrame]) -> None:
        """Play frames after those that still run; without steps they show at once."""
        self.table.play(frames)

    def set_actions(self, scene: ActionBarScene) -> None:
        """Show the action bar."""
        self.bar.set_scene(scene)
        self.undo.setEnabled(scene.can_undo)
        self.study.setEnabled(scene.can_study)
        self.advisor.set_can_study(scene.can_study)
        self._set_next_keys()

    def set_last_hand(self, scene: LastHandScene | None) -> None:
        """Show what the hand that ended last brought, or close the strip."""
        self.last_hand.set_scene(scene)
        self._place_notice()

    def set_session(self, scene: SessionScene) -> None:
        """Show the session."""
        self.session.set_scene(scene)

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice over the action bar, or close it."""
        self.notice.set_notice(notice)
        self._place_notice()
        self._set_next_keys()
