"""Screenshots of the window for the documents: python -m scripts.pictures [FOLDER [SITTING...]].

Decks and the opponent's random draws come from fixed seeds, so the same sources give the same
pictures, except for the progress of a match, a run or a search at that moment. All other output
goes to a temporary folder.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
from PySide6.QtCore import QSize, Qt, SignalInstance
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.cards import Card, card_rank
from engine.evaluator import Category, describe
from engine.game import Game, get_game
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.app import App
from pokergui.crash import CrashGuard
from pokergui.formatting.choices import depth_of
from pokergui.pages.play.work import hand_writer
from pokergui.pages.play.work.session import PlaySession
from pokergui.pages.study.solving.scenes.saved import SPAN
from pokergui.pages.watch.presenters import watch
from pokergui.paths import log_dir
from pokergui.settings import Settings
from pokergui.viewmodel import TableFrame, TableScene, ThemeName

ROOT = Path(__file__).resolve().parents[1]
SIZE, SMALL = QSize(1440, 900), QSize(1280, 800)
"""SMALL: of the README's first picture, for larger letters."""
PATIENCE = 1200.0
"""Seconds to wait for what a busy machine solves or reviews."""
MOST_BYTES = 300_000
QUIET = 2.0
"""Seconds without a change after which a page is taken to be complete."""
SEED = 900
KEYS = {"f": Qt.Key.Key_F, "c": Qt.Key.Key_C, "r": Qt.Key.Key_R}
FLOPS = "AhKd3c AsAd7h As9s4s Ac8d3h KsQs2d Ks7h2d KdKh5s QsJh5c QdTd6d JsTs9h Td8c4h 9s8s7d "
FLOPS += "9h5c2d 8d8h2c 7h6h5d 6s4d2c"
BLUFFS = ("JTs", "JTo", "QTs", "QTo")

Choose = Callable[[PlaySession], str]
"""The key of the person's action: f, c or r; empty to stop."""


class Newest:
    """The newest value of a signal, None before the first."""

    def __init__(self, signal: SignalInstance) -> None:
        self.value: Any = None
        signal.connect(self._take)

    def _take(self, value: object) -> None:
        self.value = value


class Sitting:
    """The program with seeded decks, played by keys against engines clockwise, if named."""

    def __init__(self, folder: Path, game: str, line_up: tuple[str, ...]) -> None:
        self._folder, self._deals = folder, SEED
        self.rivers: list[int] = []  # numbers of the hands that reached one
        hand_writer.live_deck = self._deck  # type: ignore[attr-defined]
        hand_writer.HandWriter.seed = self._luck  # type: ignore[method-assign,assignment]
        settings = Settings(animation=0.0, auto_next=False, game=game)
        if line_up:
            settings = settings.playing(game, depth_of(get_game(game)), line_up)
        self.app = App(settings, CrashGuard(log_dir()))
        self.window, self.pages = self.app.window, cast("Any", self.app.pages)
        self.window.resize(SIZE)
        self.app.show()
        self.window.page("study")  # load all pages
        self.wait(lambda: self.pages.ready)
        self.wait(lambda: self.pages.play and self.pages.play.hands.play)

    def _deck(self, game: Game) -> tuple[Card, ...]:
        self._deals += 1
        return shuffled_deck(game, rng_state(self._deals))

    @staticmethod
    def _luck(of: hand_writer.HandWriter, play: PlaySession) -> tuple[int, ...]:
        """Determine the engine's draws by the numbers of hand and action."""
        return play.number, len(play.table.hand.spot.actions)

    def wait(self, reached: Callable[[], object]) -> None:
        """Let the program work until something is reached."""
        end = time.monotonic() + PATIENCE
        while not reached():
            if time.monotonic() > end:
                raise TimeoutError("the program does not go on")
            QTest.qWait(2)

    def settle(self) -> None:
        """Let the program work until the window no longer changes."""
        before, end = QImage(), 0.0

        def quiet() -> bool:
            nonlocal before, end
            QTest.qWait(100)
            now = self.window.grab().toImage()
            if now != before:
                before, end = now, time.monotonic() + QUIET
            return time.monotonic() > end

        self.wait(quiet)

    def press(self, *keys: Qt.Key) -> None:
        """Press keys, and wait for the effect of each."""
        for key in keys:
            QTest.keyClick(QApplication.focusWidget() or self.window, key)
            self.settle()

    def send(self, signal: SignalInstance, *values: object) -> None:
        """Do what a control does, and wait for the effect."""
        signal.emit(*values)
        self.settle()

    def save(self, name: str, theme: ThemeName = "dark") -> None:
        """Save a picture of the window as it is."""
        scene = self.window.settings.scene
        self.window.settings.settings_changed.emit(replace(scene, theme=theme, animation=1.0))
        QTest.qWait(50)
        image = self.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        pixels, path = np.frombuffer(image.bits(), np.uint8), self._folder / f"{name}-{theme}.png"
        for kept in (0xFF, 0xFE, 0xFC):  # less noise of light, which nobody sees
            pixels &= kept
            if not image.save(str(path), quality=0):
                raise OSError(f"{path} cannot be written")
            if path.stat().st_size < MOST_BYTES:
                return

    @property
    def play(self) -> PlaySession:
        """The current session."""
        return cast("PlaySession", self.pages.play.hands.play)

    def until(self, hands: int, choose: Choose) -> None:
        """Play until ``choose``, called from hand ``hands`` on, returns an empty string."""
        page = self.window.play
        while True:
            self.wait(lambda: page.bar.between_hands or (self.play.dealt and self.play.hero_to_act))
            QTest.qWait(1)
            if page.bar.between_hands:
                number = self.play.number
                if len(self.play.table.hand.board) == 5:
                    self.rivers.append(number)
                QTest.keyClick(page, Qt.Key.Key_Space)
                self.wait(lambda number=number: self.play.number != number)  # type: ignore[misc]
                continue
            key = (choose if self.play.number >= hands else usual)(self.play)
            if not key:
                return self.settle()
            QTest.keyClick(page, KEYS[key])


def category(session: PlaySession) -> Category:
    """Class of the person's best hand."""
    hand = session.table.hand
    return describe((*(hand.holes[session.hero] or ()), *hand.board)).category


def usual(session: PlaySession) -> str:
    """Bet with a pair that uses the person's cards, call small bets with it or a high card."""
    spot = session.table.hand.spot
    own = set(_ranks(session.table.hand.holes[session.hero] or ()))
    paired = (len(own) == 1 and len(spot.game.deck) > 6) or bool(own & set(_ranks(spot.board)))
    if paired and not spot.legal.no_raise and not spot.legal.call:
        return "r"
    cheap = 2 * spot.legal.call <= spot.pot and max(own) >= card_rank(spot.game.deck[-1]) - 2
    small = (paired or cheap) and spot.legal.call <= 1000
    return "c" if small or not spot.legal.call else "f"


def on_a_flop(play: PlaySession) -> str:
    """Call until a flop with three or more players, and a bet that can be raised."""
    spot = play.table.hand.spot
    live = sum(not spot.folded(seat) for seat in range(spot.game.num_players))
    met = spot.street == 1 and live > 2 and spot.legal.call and not spot.legal.no_raise
    return "" if met else usual(play)


def facing_a_river_bet(session: PlaySession) -> str:
    """Stop with a pair before a bet on the river."""
    spot = session.table.hand.spot
    met = spot.street == 3 and spot.legal.call and category(session) == Category.PAIR
    return "" if met else usual(session)


def _ranks(cards: tuple[Card, ...]) -> list[int]:
    return [card_rank(card) for card in cards]


def hands(table: Sitting) -> None:
    """A hand with the advisor, the hands before it, their review, and a drill of them."""
    table.until(59, facing_a_river_bet)
    table.window.resize(SMALL)
    table.press(Qt.Key.Key_A)
    table.save("play")
    table.press(Qt.Key.Key_A)
    table.window.resize(SIZE)
    table.press(Qt.Key.Key_F6)
    table.pages.history.select(table.rivers[-1])
    table.settle()
    table.save("history")
    reviewed = Newest(table.pages.review.scene)
    table.window.history.open_review()
    table.wait(lambda: reviewed.value is not None and reviewed.value.running)
    table.send(table.window.history.review.judge.chosen, "cfr")  # the usual one takes minutes
    table.wait(lambda: reviewed.value.decision is not None and not reviewed.value.running)
    table.settle()
    table.save("review")
    table.press(Qt.Key.Key_W, Qt.Key.Key_F1)
    table.window.play.open_drills()
    drill = Newest(table.pages.drills.scene)
    for spot in range(5):
        if spot:
            table.press(Qt.Key.Key_Space)
        table.wait(lambda: drill.value and drill.value.bar and not drill.value.verdict)
        table.press(Qt.Key.Key_C)
        table.wait(lambda: drill.value.verdict)
    table.settle()
    table.save("drill")


def _solve_river(table: Sitting, form: str = "") -> Newest:
    """Solve a river with two real ranges, pin a bluff, and return what Study shows.

    Args:
        table: the sitting.
        form: name of a picture of the form; empty for none.
    """
    page, study = table.window.study, table.pages.study
    shown = Newest(study.scene)
    table.press(Qt.Key.Key_F3, Qt.Key.Key_T)
    page.room.welcome.buttons[-1].click()
    table.wait(page.room.foot.solve.isEnabled)
    table.settle()
    if form:
        table.save(form, "light")
    QTest.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    table.wait(lambda: _solved(shown))
    table.press(Qt.Key.Key_1)  # out of position checks
    _pin(table, BLUFFS[0])
    return shown


def _solved(shown: Newest) -> bool:
    """Return whether the spot and its locks are solved."""
    solution = shown.value.solution
    return bool(solution and solution.figures and not solution.running and not solution.unsolved)


def spots(table: Sitting) -> None:
    """A river, solved; some bluffs locked, solved again."""
    shown = _solve_river(table, "spot-room")
    table.save("spot")
    table.press(Qt.Key.Key_K, Qt.Key.Key_1)
    grid = table.window.study.centre.grid
    cells = [at for at, cell in enumerate(grid.scene.cells) if cell.label in BLUFFS]
    table.send(grid.strokes.painted, cells)
    table.press(Qt.Key.Key_A)
    table.wait(lambda: _solved(shown))
    table.press(Qt.Key.Key_C, Qt.Key.Key_C)
    table.save("spot-compare")


def runouts(table: Sitting) -> None:
    """A decision after every river of a solved turn."""
    page, shown = table.window.study, Newest(table.pages.study.scene)
    table.press(Qt.Key.Key_F3, Qt.Key.Key_T)
    page.room.welcome.buttons[-1].click()
    texts = {"board": "Ks 7d 2c 9s", "bets": "33,75", "raises": "60"}
    for box in page.room.form.boxes:
        if box.key in texts:
            table.send(box.edited, box.key, texts[box.key])
    table.settle()
    QTest.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    table.wait(lambda: _solved(shown))
    table.press(Qt.Key.Key_1, Qt.Key.Key_1)  # both check
    page.columns.solution.cards.click()
    table.wait(lambda: page.runouts.table.rows)
    table.save("spot-runouts")


def exploits(table: Sitting) -> None:
    """A rival who folds and bets too often, exploited; what each of its hands gives away."""
    shown = _solve_river(table)
    columns = table.window.study.columns
    columns.solution.exploit.click()
    panel = columns.exploit
    table.send(panel.field.edited, "fold 65, bet 60")
    panel.main.click()
    table.wait(lambda: shown.value.solution.exploit.figures)
    table.settle()
    table.send(panel.slider.chosen, SPAN // 2)
    table.save("spot-exploit")
    panel.gives.click()
    table.settle()
    table.send(columns.given.hands.opened, columns.given.hands.rows[0].key)
    table.save("spot-given")


def six(table: Sitting) -> None:
    """A flop of three players or more at a table of six."""
    table.until(12, on_a_flop)
    table.save("play-six")


def match(table: Sitting) -> None:
    """A match with variance reduction, paused at a bet on the turn with both in the hand."""
    watch.secrets.randbits = lambda bits: 5  # type: ignore[attr-defined]
    table.press(Qt.Key.Key_F2)
    presenter, page = table.pages.watch, table.window.watch
    moved: list[TableFrame] = []
    presenter.stage.frames.connect(moved.extend)
    progress, win = Newest(presenter.run.progress), Newest(presenter.stage.win)
    page.changed.emit("engine_a", "cfr")
    page.changed.emit("engine_b", "nfsp")
    page.changed.emit("length", "10000")
    page.changed.emit("luck", "both")
    table.send(page.bar.controls.changed, "speed", "fast")
    QTest.keyClick(page, Qt.Key.Key_Space)
    table.wait(lambda: progress.value is not None and progress.value.share > 0.15)
    table.press(Qt.Key.Key_Space)
    while not (moved and _bet_on_turn(moved[-1].scene) and 0.2 < win.value.parts[0].share < 0.8):
        page.bar.controls.button("step").click()
        QTest.qWait(100)
        table.wait(lambda: not page.table.moving)  # equities are shown at rest
        QTest.qWait(300)
    table.settle()
    table.save("watch")


def _bet_on_turn(scene: TableScene) -> bool:
    """Return whether the board has four cards and an engine has bet."""
    dealt = sum(card is not None for card in scene.board)
    return dealt == 4 and any(bet.text for bet in scene.bets)


def tournament(table: Sitting) -> None:
    """A tournament of Leduc, with a pair opened."""
    engines = {"cfr", "nfsp", "uct", "random", "call", "passive"}
    table.press(Qt.Key.Key_F2, Qt.Key.Key_R)
    room, presenter = table.window.watch.tournaments, table.pages.tournaments
    shown, form = Newest(presenter.scene), Newest(presenter.form)
    table.send(room.form.controls.changed, "game", "leduc")
    table.send(room.form.controls.changed, "hands", "100000")
    for one in form.value.engines:
        if one.on != (one.key in engines):
            table.send(room.form.controls.changed, "engine", one.key)
    table.press(Qt.Key.Key_Space)
    table.wait(lambda: shown.value.progress.share >= 1.0)
    room.cross.setFocus()
    table.press(Qt.Key.Key_Right, Qt.Key.Key_Right)
    table.save("tournament")


def _train(table: Sitting, *runs: tuple[str, str]) -> None:
    """Run methods on Leduc, each to its limit except the last, which goes on."""
    table.press(Qt.Key.Key_F4)
    bar = table.window.train.top_bar
    table.send(bar.controls.changed, "game", "leduc")
    for at, (method, stop) in enumerate(runs, 1):
        table.send(bar.controls.changed, "method", method)
        table.send(bar.controls.changed, "stop", stop)
        bar.start.click()
        if at < len(runs):
            table.settle()


def training(table: Sitting) -> None:
    """Three methods on Leduc at the end of 10,000 iterations, and one that runs."""
    done = [(method, "iterations:10000") for method in ("cfr", "cfr+", "pdcfr+")]
    _train(table, *done, ("es-mccfr", "seconds:60"))
    QTest.qWait(20_000)
    table.save("train")


def networks(table: Sitting) -> None:
    """Networks that learn Leduc beside CFR, by seconds."""
    _train(table, ("cfr", "iterations:10000"), ("nfsp", "seconds:300"))
    QTest.qWait(1000)
    QTest.keyClick(table.window.train, Qt.Key.Key_3)
    QTest.qWait(90_000)
    table.save("train-networks")


def lab(table: Sitting) -> None:
    """CFR on Kuhn, a sampling schedule, and an evaluation by importance sampling."""
    table.press(Qt.Key.Key_F5, Qt.Key.Key_K, Qt.Key.Key_End)
    table.wait(lambda: not table.window.lab.kuhn.steps.forward.isEnabled())
    table.press(Qt.Key.Key_Home)
    table.save("lab-kuhn", "light")
    table.press(Qt.Key.Key_S)
    table.save("lab-schedule")
    table.press(Qt.Key.Key_E, Qt.Key.Key_N, Qt.Key.Key_Space)
    table.save("lab-evaluation")


def leduc(table: Sitting) -> None:
    """All of Leduc on one sheet, and the tree of a search from its first bet, as it grows."""
    table.press(Qt.Key.Key_F3)
    page = table.window.study
    table.send(page.top_bar.controls.changed, "game", "leduc")
    table.send(page.top_bar.controls.changed, "engine", "nfsp")
    table.press(Qt.Key.Key_W)
    table.save("sheet", "light")
    table.press(Qt.Key.Key_W)
    table.send(page.top_bar.controls.changed, "engine", "cfr")
    table.press(Qt.Key.Key_2)
    _pin(table, "Q")
    QTest.keyClick(page, Qt.Key.Key_S, Qt.KeyboardModifier.ShiftModifier)
    table.settle()
    table.send(page.search.choices.controls.belief.chosen, "engine")
    QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_S)
    QTest.qWait(3000)
    table.save("search")


def studies(table: Sitting) -> None:
    """The blueprint before the flop and on one, next to networks, and over many boards."""
    page = table.window.study
    table.press(Qt.Key.Key_F3)
    table.send(page.top_bar.controls.changed, "game", "holdem-nolimit")
    table.send(page.top_bar.controls.changed, "engine", "cfr")
    _pin(table, "A5s")
    table.save("study-preflop")
    for typed in ("r200c/", "Ks7h2d"):
        page.columns.typed.editor.edited.emit(typed)
        page.columns.typed.entered.emit()
        table.settle()
    table.press(Qt.Key.Key_1)  # the big blind checks
    _pin(table, "AKs")
    table.save("study-flop")
    table.send(page.top_bar.controls.changed, "second", "nfsp")
    table.press(Qt.Key.Key_C, Qt.Key.Key_I)
    table.save("study-versus")
    table.send(page.top_bar.controls.changed, "second", "")
    table.press(Qt.Key.Key_P)
    form = page.report.form
    form.line.edited.emit("line", "r200c/c")
    form.kinds.chosen.emit("named")
    table.send(form.named.edited, "named", FLOPS)
    table.send(page.report.run_pressed)
    table.save("study-report")


def _pin(table: Sitting, label: str) -> None:
    """Pin a cell of Study's grid."""
    pair = table.window.study.centre.pair
    at = [cell.label for cell in table.window.study.centre.grid.scene.cells].index(label)
    pair.set_pin(at)
    table.send(pair.pinned, at)


SITTINGS: dict[Callable[[Sitting], None], tuple[str, tuple[str, ...]]] = {
    hands: ("holdem-nolimit", ("cfr",)),
    spots: ("holdem-nolimit", ()),
    runouts: ("holdem-nolimit", ()),
    exploits: ("holdem-nolimit", ()),
    six: ("holdem-nolimit-6", ("equity", "cfr", "passive", "bluffer", "cfr")),
    match: ("holdem-nolimit@100", ()),
    tournament: ("leduc", ()),
    training: ("leduc", ()),
    networks: ("leduc", ()),
    lab: ("leduc", ()),
    leduc: ("leduc", ()),
    studies: ("holdem-nolimit", ()),
}
"""What is done, at a table of which game, against whom clockwise, if named."""


def main(folder: Path, names: Iterable[str]) -> None:
    """Save the pictures of some sittings, or of all."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication(sys.argv[:1])
    application.setApplicationName("pokergui")
    application.setCursorFlashTime(0)
    for sitting, (game, line_up) in SITTINGS.items():
        if not names or sitting.__name__ in names:
            with tempfile.TemporaryDirectory(prefix="pokergui-pictures-") as home:
                os.environ["POKERGUI_HOME"] = home
                table = Sitting(folder, game, line_up)
                sitting(table)
                table.window.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Take the screenshots of the documents.")
    default = ROOT / "docs" / "images"
    parser.add_argument("folder", type=Path, nargs="?", default=default, help="where they go")
    parser.add_argument("sittings", nargs="*", help="names of functions; default: all")
    asked = parser.parse_args()
    main(asked.folder, asked.sittings)
