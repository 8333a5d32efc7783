"""The real program in a pseudo-language: python -m tests.pokergui.spoken_visitor PAGE...

Goes through pages and their rooms by keys. For each state it reads the texts that a screen reader
gets, tooltips, entries of lists and menus, and painted words, and prints the words that escaped the
catalogue, and the controls that have no name or role.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox

from ai.registry import engines
from engine.game import built_in_games
from pokergui import app
from pokergui.crash import CrashGuard
from pokergui.language import install
from pokergui.settings import Settings
from pokergui.viewmodel import Choice
from pokergui.widgets import painting
from tests.pokergui.accessible import nodes
from tests.pokergui.pictures import keep
from tests.pokergui.pseudo import Pseudo, escaped
from tests.pokergui.visitor import Guest, after, run, tell
from tests.pokergui.words_visitor import words as words_of

NONE = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
REST_MS, OPEN_MS, REVIEW_MS = 400, 1000, 60_000
Key = Qt.Key
_ENGINES = {row.name for game in built_in_games() for row in engines(game)}
_KEYS = ("Ctrl", "Shift", "Enter", "Return", "Esc", "Space", "Page Up", "Page Down", "Home", "End")
_KEYS += ("Up", "Down", "Left", "Right", "Del", "Delete", "Insert", "Backspace", "Tab")
_SIZE = r"(?:pot|all-in|[\d.]+(?:%|x|bb)?)"
_HYPHENED = {name for name in (*_ENGINES, *(one.name for one in built_in_games())) if "-" in name}
DATA = re.compile(
    rf"(?:^|: )(?:{'|'.join(sorted(map(re.escape, _ENGINES)))})(?::[a-z0-9]+)?(?=·*⟧|$)"
    rf"|(?<![A-Za-z])(?:{'|'.join(_KEYS)})(?![A-Za-z])"
    r"|\b(?:(?:10|[2-9TJQKA])[cdhs])+\b|\b[2-9TJQKA]{2}[so]\b"  # cards, hands
    r"|</?span>|(?:/[^ /⟧]+){2,}|\btrained/[^ ⟧]*"  # marks of a tip, paths
    r"|\b(?:constant|explicit|depth|street):[^ ⟧]+"  # schedules as they are typed
    r"|\b(?:Deep CFR|English|kuhn-family|trained:[^·⟧]*|[a-z]+-[0-9a-f]+\.safetensors)"
    r"|\b(?:fold|check|call|bet|raise) \d+"  # frequencies as they are typed
    rf"|^{_SIZE}(?:, {_SIZE})*$"  # sizes as they are typed
    rf"|(?<![\w-])(?:{'|'.join(_HYPHENED)})(?![\w-])|\bleduc\b"  # engines and games in commands
)
"""Texts that are no words of the window: names of engines in commands, of keys, files, cards."""

_FIELDS = ("LineField", "SearchField", "ValueField", "AmountField")
"""Fields whose text somebody typed."""
_TYPED = tuple(f"{field} text" for field in _FIELDS)

Steps = Iterator[Callable[[], bool]]


def keys_of(box: QComboBox) -> list[str]:
    """Return the keys of the entries of a box."""
    rows = (box.itemData(row, Qt.ItemDataRole.UserRole) for row in range(box.count()))
    return [row.key for row in rows if isinstance(row, Choice)]


def _painter() -> str:
    """Return the class of the widget that is painting."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code.co_name != "paintEvent":
        frame = frame.f_back
    return type(frame.f_locals["self"]).__name__ if frame is not None else ""


class SpokenVisitor(Guest):
    """The program, and a guest who reads all that it says."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._told: set[str] = set()
        self._painted: set[tuple[str, str]] = set()
        self._plain = painting.plain
        painting.plain = self._note  # type: ignore[assignment]
        self.visit(self._visit(), self.pages_ready)

    def _note(self, words: str, *most: int) -> str:
        self._painted.add((_painter(), words))
        return self._plain(words, *most)

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key, held)

    def read(self, state: str) -> None:
        self._painted.clear()
        keep(self.window.grab().toImage(), f"spoken-{state}".replace(" ", "-"))
        found = dict((*self._escaped(), *self._mute()))
        new = {what: found[what] for what in found.keys() - self._told}
        tell(state=state, found=new)
        self._told |= found.keys()

    def _escaped(self) -> Iterator[tuple[str, str]]:
        """Yield words that escaped the catalogue, and the place of each."""
        for where, text in self._texts():
            if found := escaped(text, DATA):
                yield " | ".join(found), where

    def _texts(self) -> Iterator[tuple[str, str]]:
        tops = (window for window in QApplication.topLevelWidgets() if window.isVisible())
        for window in tops:
            for node in nodes(window):
                for kind, text in node.texts.items():
                    if kind != "value" or node.widget not in _FIELDS:
                        yield f"{node.place} {kind}", text
        for where, _, text in words_of(self.window):
            if not where.endswith(_TYPED):
                yield where, text
        for widget, text in self._painted:
            yield f"{widget} paints", text
        self._painted.clear()

    def _mute(self) -> Iterator[tuple[str, str]]:
        """Yield the controls of which a screen reader cannot say what they are, and why."""
        tops = (window for window in QApplication.topLevelWidgets() if window.isVisible())
        for window in tops:
            for node in nodes(window):
                if problem := node.problem:
                    yield node.place, problem

    def _at(
        self, state: str, key: Qt.Key, held: Qt.KeyboardModifier = NONE, ms: int = REST_MS
    ) -> Steps:
        """Press a key, rest, and read."""
        self.key(key, held)
        yield after(ms)
        self.read(state)

    def lists(self, state: str, *keys: Qt.Key) -> Steps:
        """Open lists by their keys, read each and close it."""
        for key in keys:
            QTimer.singleShot(0, partial(self.key, key))  # a menu has a loop of its own
            late = after(OPEN_MS)
            yield lambda late=late: QApplication.activePopupWidget() is not None or late()
            yield after(150)
            self.read(f"{state} {key.name.removeprefix('Key_')}")
            popup = QApplication.activePopupWidget()
            if popup is not None:
                popup.close()
                yield after(50)

    def sheet(self, state: str) -> Steps:
        """Read the sheet of keys."""
        self.window.show_keys()
        yield after(100)
        self.read(f"{state} keys")
        self.key(Key.Key_Escape)

    def _visit(self) -> Steps:
        pages = {
            "play": self._play,
            "watch": self._watch,
            "study": self._study,
            "train": self._train,
            "lab": self._lab,
            "history": self._history,
            "settings": self._settings_page,
        }
        for name in sys.argv[1:] or pages:
            yield from pages[name]()

    def _play(self) -> Steps:
        page = self.window.play
        hands = self.pages.play.hands
        yield lambda: hands.play is not None and hands.play.dealt and hands.play.hero_to_act
        self.read("play")
        yield from self.sheet("play")
        yield from self._at("play advisor", Key.Key_A, ms=1500)
        for number in range(3):
            yield from self._at(f"play side {number}", Key.Key_M)
        yield from self.lists("play", Key.Key_O, Key.Key_G, Key.Key_D, Key.Key_V)
        yield from self._hand()
        yield after(800)
        self.read("play result")
        yield from self._at("play all hands", Key.Key_H, SHIFT, 1500)
        self.key(Key.Key_Escape)
        yield from self._at("play learned", Key.Key_L)
        self.key(Key.Key_Escape)
        page.top_bar.opponent_box.chosen.emit("opponent-model")
        yield after(1500)
        yield from self._hand()
        self.key(Key.Key_Space)
        yield after(800)
        yield from self._at("play learned by reader", Key.Key_L)
        self.key(Key.Key_Escape)
        yield from self._at("play reasons of reader", Key.Key_L, SHIFT)
        self.key(Key.Key_Escape)
        yield from self._at("play stacks", Key.Key_T)
        self.key(Key.Key_Escape)
        yield from self._many("holdem-nolimit-6")
        yield from self._many("leduc-3")
        yield from self._drills()

    def _hand(self) -> Steps:
        """Raise once, then check or call to the end of the hand."""
        self.key(Key.Key_R)
        page = self.window.play
        while page.table.scene.result is None:
            yield after(60)
            self.key(Key.Key_C)
        yield after(600)

    def _many(self, game: str) -> Steps:
        page = self.window.play
        page.top_bar.game_box.chosen.emit(game)
        yield after(3000)
        self.read(f"play {game}")
        yield from self._at(f"play {game} seats", Key.Key_E)
        yield from self._at(f"play {game} stacks", Key.Key_T)
        self.key(Key.Key_Escape)
        yield from self._hand()
        self.read(f"play {game} result")
        yield from self._at(f"play {game} look back", Key.Key_U)

    def _drills(self) -> Steps:
        page = self.window.play
        yield from self._at("drills", Key.Key_P, ms=1500)
        yield from self.sheet("drills")
        yield from self.lists("drills", Key.Key_G, Key.Key_D, Key.Key_O, Key.Key_L, Key.Key_E)
        for choice in keys_of(page.drills.spots_box):
            page.drills.spots_box.chosen.emit(choice)
            yield after(1500)
            self.read(f"drills {choice}")
            yield from self._at(f"drills {choice} next", Key.Key_Space, ms=800)
            yield from self._at(f"drills {choice} acted", Key.Key_C, ms=800)
            yield from self._at(f"drills {choice} on", Key.Key_Space, ms=800)
        self.key(Key.Key_Escape)
        yield after(100)

    def _watch(self) -> Steps:
        page = self.window.watch
        yield from self._at("watch", Key.Key_F2, ms=800)
        yield from self.sheet("watch")
        lists = (Key.Key_A, Key.Key_B, Key.Key_G, Key.Key_L, Key.Key_O, Key.Key_K, Key.Key_F)
        yield from self.lists("watch", *lists)
        self.key(Key.Key_2)
        yield from self._at("watch running", Key.Key_Space, ms=2500)
        yield from self._at("watch paused", Key.Key_Space, ms=1500)
        yield from self._at("watch chart", Key.Key_J)
        page.setFocus()
        self.key(Key.Key_3)
        yield from self._at("watch fast", Key.Key_Space, ms=2500)
        yield from self._at("watch stopped", Key.Key_X, ms=1000)
        page.top_bar.game.chosen.emit("leduc-3")
        yield after(1500)
        self.read("watch three")
        yield from self._at("watch three running", Key.Key_Space, ms=2000)
        yield from self._at("watch three stopped", Key.Key_X, ms=1000)
        yield from self._at("tournaments", Key.Key_R, ms=800)
        yield from self.sheet("tournaments")
        yield from self._at("tournaments form", Key.Key_N, ms=800)
        yield from self.lists("tournaments", Key.Key_G, Key.Key_K, Key.Key_L, Key.Key_A)
        page.tournaments.form.game.chosen.emit("kuhn")
        yield after(500)
        self.read("tournaments kuhn")
        yield from self._at("tournaments begun", Key.Key_Space, ms=4000)
        self.key(Key.Key_Escape)
        yield after(100)

    def _study(self) -> Steps:
        page = self.window.study
        yield from self._at("study", Key.Key_F3, ms=2500)
        yield from self.sheet("study")
        lists = (Key.Key_E, Key.Key_G, Key.Key_D, Key.Key_Y)
        yield from self.lists("study", *lists)
        yield from self._reading("study")
        for key in (Key.Key_2, Key.Key_2, Key.Key_2, Key.Key_B):
            yield from self._at("study line", key, ms=1200)
        yield from self._reading("study flop")
        page.top_bar.second_box.chosen.emit("call")
        yield after(2500)
        for number in range(4):
            yield from self._at(f"study compare {number}", Key.Key_C, ms=800)
        yield from self._at("study differences", Key.Key_I)
        self.key(Key.Key_I)
        self.key(Key.Key_E, CONTROL)
        yield after(200)
        self.read("study save")
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        yield from self._at("reports", Key.Key_P, ms=1200)
        yield from self.sheet("reports")
        self.key(Key.Key_Return, CONTROL)
        yield after(5000)
        self.read("reports run")
        for key in (Key.Key_2, Key.Key_3, Key.Key_4):
            yield from self._at("reports grouped", key)
        self.key(Key.Key_Return, CONTROL)
        self.key(Key.Key_Escape)
        yield after(300)
        yield from self._spots()
        yield from self._small("kuhn")
        yield from self._small("leduc")
        yield from self._search()
        page.top_bar.game_box.chosen.emit("leduc-3")
        yield after(3000)
        self.read("study three")

    def _reading(self, state: str) -> Steps:
        yield from self._at(f"{state} typed", Key.Key_Z)
        self.window.study.centre.grid.setFocus()
        tabs = (Key.Key_H, Key.Key_J, Key.Key_L, Key.Key_O, Key.Key_U)
        for key in (*tabs, Key.Key_S, Key.Key_S, Key.Key_N, Key.Key_N, *[Key.Key_M] * 6):
            yield from self._at(f"{state} {key.name}", key, ms=300)
        yield from self._at(f"{state} grid", Key.Key_R)
        yield from self._at(f"{state} cell", Key.Key_Right)
        yield from self._at(f"{state} filter", Key.Key_Slash)
        self.key(Key.Key_Escape)
        self.window.study.centre.grid.setFocus()

    def _spots(self) -> Steps:
        study = self.window.study
        room = study.room
        yield from self._at("spots", Key.Key_T, ms=800)
        yield from self.sheet("spots")
        yield lambda: bool(room.welcome.buttons)
        room.welcome.buttons[-1].click()
        yield room.foot.solve.isEnabled
        self.read("spots form")
        self.key(Key.Key_Return, CONTROL)
        yield lambda: not room.isVisible()
        yield from self._at("spots solved", Key.Key_U, ms=2500)
        yield from self._at("spots locks", Key.Key_K, ms=800)
        yield from self.sheet("spots locks")
        self.key(Key.Key_Escape)
        yield from self._at("spots exploit", Key.Key_E, SHIFT, 1500)
        yield from self._at("spots exploit left", Key.Key_E, SHIFT)
        yield from self._at("spots left", Key.Key_Q, ms=800)
        yield from self._at("spots again", Key.Key_T, ms=800)
        room.list.setFocus()
        yield from self._at("spots remove", Key.Key_Delete)
        self.key(Key.Key_Escape)
        yield from self._at("spots out", Key.Key_Escape)

    def _small(self, game: str) -> Steps:
        page = self.window.study
        page.top_bar.game_box.chosen.emit(game)
        yield after(2500)
        self.read(game)
        yield from self._at(f"{game} whole", Key.Key_W, ms=2500)
        yield from self.sheet(f"{game} whole")
        for _ in range(4):
            yield from self._at(f"{game} whole view", Key.Key_M)
        yield from self._at(f"{game} whole", Key.Key_R)
        yield from self._at(f"{game} whole cell", Key.Key_Right)
        yield from self._at(f"{game} decision", Key.Key_W, ms=800)

    def _search(self) -> Steps:
        yield from self._at("search", Key.Key_S, SHIFT, 2500)
        yield from self.sheet("search")
        yield from self.lists("search", Key.Key_M, Key.Key_H, Key.Key_B, Key.Key_F)
        yield from self._at("search adaptive", Key.Key_A, ms=1500)
        yield from self._at("search tree", Key.Key_J)
        yield from self._at("search tree right", Key.Key_Right)
        yield from self._at("search belief", Key.Key_R)
        self.key(Key.Key_Escape)
        yield after(300)

    def _train(self) -> Steps:
        page = self.window.train
        yield from self._at("train", Key.Key_F4, ms=800)
        yield from self.sheet("train")
        page.top_bar.game.chosen.emit("leduc")
        yield after(500)
        yield from self.lists("train", Key.Key_G, Key.Key_M, Key.Key_T)
        for choice in keys_of(page.top_bar.method):
            page.top_bar.method.chosen.emit(choice)
            yield after(300)
            self.read(f"train {choice}")
            yield from self._at(f"train {choice} sheet", Key.Key_O)
            self.key(Key.Key_Escape)
            yield after(100)
        for method in ("cfr+", "nfsp"):
            page.top_bar.method.chosen.emit(method)
            yield after(300)
            yield from self._at(f"train {method} runs", Key.Key_N, ms=3500)
            for key in (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_J):
                yield from self._at(f"train {method} {key.name}", key)
            page.setFocus()
            yield from self._at(f"train {method} paused", Key.Key_Space, ms=1500)
            yield from self._at(f"train {method} stopped", Key.Key_X, ms=1500)
            yield from self._at(f"train {method} saved", Key.Key_S, ms=1500)
        yield from self._at("train remove", Key.Key_Delete, ms=500)

    def _lab(self) -> Steps:
        yield from self._at("lab", Key.Key_F5, ms=800)
        for number, part in enumerate(self.window.lab.tabs.buttons()):
            name = f"lab {number}"
            part.click()
            yield after(1500)
            self.read(name)
            yield from self.sheet(name)
            yield from self.lists(name, Key.Key_G, Key.Key_P)
            for key in (Key.Key_Right, Key.Key_Right, Key.Key_End, Key.Key_X, Key.Key_D):
                yield from self._at(f"{name} {key.name}", key)
            yield from self._at(f"{name} drawn", Key.Key_Space, ms=1500)
            yield from self._at(f"{name} chart", Key.Key_J)

    def _history(self) -> Steps:
        page = self.window.history
        yield from self._at("history", Key.Key_F6, ms=1500)
        yield from self.sheet("history")
        lists = (Key.Key_O, Key.Key_G, Key.Key_D, Key.Key_R, Key.Key_K)
        yield from self.lists("history", *lists)
        page.list.setFocus()
        for _ in range(4):
            for key in (Key.Key_Right, Key.Key_Right, Key.Key_End, Key.Key_C):
                yield from self._at("history replayed", key, ms=200)
            yield from self._at("history next", Key.Key_Down)
        yield from self._at("judging", Key.Key_J, ms=1500)
        yield from self.sheet("judging")
        room = (Key.Key_A, Key.Key_W, Key.Key_F, Key.Key_M, Key.Key_V)
        yield from self.lists("judging", *room)
        self.key(Key.Key_Return, CONTROL)
        yield after(2500)
        self.read("judged")
        self.key(Key.Key_Escape)
        yield from self._at("review", Key.Key_W, ms=1000)
        late = after(REVIEW_MS)
        yield lambda: page.review.mistakes.isVisible() or late()
        yield from self._at("reviewed", Key.Key_Down)
        yield from self.sheet("review")
        yield from self.lists("review", Key.Key_E)
        for key in (Key.Key_A, Key.Key_T, Key.Key_H, Key.Key_P):
            yield from self._at(f"review {key.name}", key, ms=1000)
        self.key(Key.Key_Escape)
        yield after(200)

    def _settings_page(self) -> Steps:
        yield from self._at("settings", Key.Key_Comma, CONTROL, 600)
        yield from self.sheet("settings")
        for key in (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5, Key.Key_6):
            yield from self._at(f"settings {key.name}", key, ms=600)
        yield from self._at("data backup", Key.Key_B, ms=1500)
        yield from self._at("data restore", Key.Key_R, ms=500)
        self.key(Key.Key_Escape)
        self.key(Key.Key_5)
        yield from self._at("engines add", Key.Key_N, ms=500)
        self.key(Key.Key_Escape)
        yield after(200)


if __name__ == "__main__":
    app.use = lambda language: install(Pseudo())
    run(SpokenVisitor)
