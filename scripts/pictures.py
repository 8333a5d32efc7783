"""Screenshots of the window for the README: python scripts/pictures.py [FOLDER].

Decks and the opponent's random draws come from fixed seeds, so the same sources give the same
pictures, except for the progress of a fast match or a solver at that moment. All output goes to a
temporary folder.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.cards import Card, card_rank, parse_cards
from engine.evaluator import Category, describe
from engine.game import Game, get_game
from engine.lines import parse_line
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.app import App
from pokergui.crash import CrashGuard
from pokergui.formatting.choices import depth_of
from pokergui.links import StudyLink
from pokergui.pages.play.work import hand_writer
from pokergui.pages.play.work.session import PlaySession
from pokergui.pages.study.solving.scenes.exploit import SPAN
from pokergui.pages.watch.presenters import watch
from pokergui.paths import log_dir
from pokergui.settings import Settings
from pokergui.viewmodel import TableFrame, TableScene, ThemeName

ROOT = Path(__file__).resolve().parents[1]
SIZE = QSize(1440, 900)
SECONDS = 120.0
TRAINING = 1800.0
LEISURE = 1.5
"""Timeout in seconds for a page to answer a key."""
KEYS = {"f": Qt.Key.Key_F, "c": Qt.Key.Key_C, "r": Qt.Key.Key_R}

Choose = Callable[[PlaySession], str]
"""The key of the person's action: f, c or r; empty to stop and take the picture."""


class Sitting:
    """The program with seeded decks, played by keys against engines clockwise, if named."""

    def __init__(self, game: str, seed: int, home: Path, line_up: tuple[str, ...] = ()) -> None:
        os.environ["POKERGUI_HOME"] = str(home / game)
        self._deals = seed
        hand_writer.live_deck = self._deck  # type: ignore[attr-defined]
        hand_writer.HandWriter.seed = self._luck  # type: ignore[method-assign,assignment]
        settings = Settings(animation=0.0, auto_next=False, game=game)
        if line_up:
            settings = settings.playing(game, depth_of(get_game(game)), line_up)
        self.app = App(settings, CrashGuard(log_dir()))
        self.app.window.resize(SIZE)
        self.app.show()
        self.app.window.page("study")  # load all pages
        self._wait(lambda: self.app.pages.ready)
        pages = self.app.pages
        self._wait(lambda: pages.play is not None and pages.play.hands.play is not None)

    def _deck(self, game: Game) -> tuple[Card, ...]:
        self._deals += 1
        return shuffled_deck(game, rng_state(self._deals))

    @staticmethod
    def _luck(of: hand_writer.HandWriter, play: PlaySession) -> tuple[int, ...]:
        """Determine the engine's draws by the numbers of hand and action."""
        return play.number, len(play.table.hand.spot.actions)

    def _wait(self, reached: Callable[[], bool], seconds: float = SECONDS) -> None:
        end = time.monotonic() + seconds
        while not reached():
            if time.monotonic() > end:
                raise TimeoutError("the program does not go on")
            QTest.qWait(2)

    @property
    def play(self) -> PlaySession:
        """The current session."""
        assert self.app.pages.play is not None
        assert self.app.pages.play.hands.play is not None
        return self.app.pages.play.hands.play

    def _mine(self) -> bool:
        between = self.app.window.play.bar.between_hands
        return between or (self.play.dealt and self.play.hero_to_act)

    def until(self, hands: int, choose: Choose) -> None:
        """Play until ``choose``, called from hand ``hands`` on, returns an empty string."""
        while True:
            self._wait(self._mine)
            QTest.qWait(1)
            if self.app.window.play.bar.between_hands:
                number = self.play.number
                QTest.keyClick(self.app.window.play, Qt.Key.Key_Space)
                self._wait(lambda number=number: self.play.number != number)  # type: ignore[misc]
                continue
            key = (choose if self.play.number >= hands else usual)(self.play)
            if not key:
                return
            QTest.keyClick(self.app.window.play, KEYS[key])

    def save(self, path: Path, theme: ThemeName) -> None:
        """Save a screenshot of the Play page."""
        self._wait(lambda: f" {self.play.number - 1} " in f" {self._saved} ")
        self.save_page(path, theme)

    def press(self, *keys: Qt.Key) -> None:
        """Press keys, with time for the effect of each."""
        for key in keys:
            QTest.keyClick(QApplication.focusWidget() or self.app.window, key)
            self.rest(LEISURE)

    def rest(self, seconds: float) -> None:
        """Let the program work."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            QApplication.processEvents()
            time.sleep(0.002)

    def watch(self, seed: int, hands: int) -> None:
        """Watch some hands of a fast match with variance reduction; pause at a bet on the turn."""
        watch.secrets.randbits = lambda bits: seed  # type: ignore[attr-defined]
        self.press(Qt.Key.Key_F2)
        presenter, page = self.app.pages.watch, self.app.window.watch
        assert presenter is not None
        moved: list[TableFrame] = []
        presenter.stage.frames.connect(moved.extend)
        page.engine_chosen.emit("a", "cfr")
        page.engine_chosen.emit("b", "nfsp")
        page.top_bar.length.chosen.emit("10000")
        page.panel.form.luck.chosen.emit("both")
        page.bar.speed_chosen.emit("fast")
        self.press(Qt.Key.Key_Space)
        self._wait(lambda: self._hands >= hands)
        self.press(Qt.Key.Key_Space)
        while not (moved and _bet_on_turn(moved[-1].scene)):
            page.bar.step.click()
            self.rest(0.1)
        self._wait(lambda: not page.table.moving)  # equities are shown at rest
        self.rest(LEISURE)

    def tournament(self, engines: tuple[str, ...]) -> None:
        """Play a tournament of Leduc, and open a pair."""
        self.press(Qt.Key.Key_F2, Qt.Key.Key_R)
        room = self.app.window.watch.tournaments
        room.form.game.chosen.emit("leduc")
        room.form.hands.chosen.emit("100000")
        self.rest(LEISURE)
        for name, button in room.form._buttons.items():
            if button.isChecked() != (name in engines):
                button.click()
                self.rest(0.1)
        self.press(Qt.Key.Key_Space)
        self._wait(lambda: room._scene.progress.share >= 1.0)
        self.rest(LEISURE)
        room.cross.setFocus()
        self.press(Qt.Key.Key_Right, Qt.Key.Key_Right)

    def train(self, finished: tuple[str, ...], running: str) -> None:
        """Run some methods on Leduc to the end of 10,000 iterations, and leave one running."""
        self.press(Qt.Key.Key_F4)
        page, train = self.app.window.train, self.app.pages.train
        assert train is not None
        self.rest(LEISURE)
        page.top_bar.game.chosen.emit("leduc")
        page.top_bar.stop.chosen.emit("iterations:10000")
        for method in finished:
            page.top_bar.method.chosen.emit(method)
            page.top_bar.start.click()
            self.rest(LEISURE)
        page.top_bar.stop.chosen.emit("seconds:60")
        page.top_bar.method.chosen.emit(running)
        page.top_bar.start.click()
        self.rest(2 * LEISURE)

    def train_networks(self, beside: str, seconds: float) -> None:
        """Train networks on Leduc for a while next to a solver, both by seconds."""
        self.press(Qt.Key.Key_F4)
        page = self.app.window.train
        self.rest(LEISURE)
        page.top_bar.game.chosen.emit("leduc")
        for method in (beside, "nfsp"):
            page.top_bar.method.chosen.emit(method)
            page.top_bar.stop.chosen.emit("seconds:300" if method == "nfsp" else "iterations:10000")
            page.top_bar.start.click()
            self.rest(LEISURE)
        self.press(Qt.Key.Key_3)
        self.rest(seconds)

    def train_blueprint(self, looks: int) -> None:
        """Train a blueprint of 20 big blinds for a number of evaluations."""
        self.press(Qt.Key.Key_F4)
        page, train = self.app.window.train, self.app.pages.train
        assert train is not None
        self.rest(LEISURE)
        page.top_bar.game.chosen.emit("holdem-nolimit")
        page.top_bar.option_chosen.emit("depth", "20")
        page.top_bar.stop.chosen.emit("seconds:1800")
        self.rest(LEISURE)
        page.top_bar.start.click()
        front = train.runs.front
        assert front is not None
        self._wait(lambda: len(front.curve) >= looks, TRAINING)
        self.rest(LEISURE)

    def solve(
        self,
        bluffs: tuple[str, ...],
        room: Path,
        spot: Path,
        exploit: Path,
        given: Path,
        compared: Path,
    ) -> None:
        """Solve the river with two real ranges, exploit it, lock some bluffs, solve again."""
        page = self.app.window.study
        self.press(Qt.Key.Key_F3, Qt.Key.Key_T)
        page.room.welcome.buttons[-1].click()
        self._wait(page.room.foot.solve.isEnabled)
        self.rest(LEISURE)
        self.save_page(room, "light")
        QTest.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        self._wait(self._solved)
        self.press(Qt.Key.Key_1)  # out of position checks
        grid = page.centre.grid
        cells = {cell.label: at for at, cell in enumerate(grid.scene.cells)}
        page.centre.pair.pinned.emit(cells[bluffs[0]])
        self.rest(LEISURE)
        self.save_page(spot, "dark")
        self.exploit(exploit, given)
        self.press(Qt.Key.Key_K, Qt.Key.Key_1)
        page.centre.grid.strokes.painted.emit([cells[label] for label in bluffs])
        self.rest(LEISURE)
        self.press(Qt.Key.Key_A)
        self._wait(self._solved)
        self.press(Qt.Key.Key_C, Qt.Key.Key_C)
        self.save_page(compared, "dark")
        self.press(Qt.Key.Key_Q)

    def exploit(self, path: Path, given: Path) -> None:
        """Exploit a rival who folds and bets too often, and show the losses of its hands."""
        columns = self.app.window.study.columns
        columns.solution.exploit_asked.emit()
        self.rest(LEISURE)
        panel = columns.exploit
        panel.edited.emit("fold 65, bet 60")
        panel.pressed.emit()
        self.rest(LEISURE)
        self._wait(lambda: not panel._running)
        panel.slider.chosen.emit(SPAN // 2)
        self.rest(2 * LEISURE)
        self.save_page(path, "dark")
        panel.gives.click()
        self.rest(2 * LEISURE)
        hands = columns.given.hands
        hands.opened.emit(hands.rows[0].key)
        self.save_page(given, "dark")
        panel.left.emit()
        self.rest(LEISURE)

    def drill(self, path: Path) -> None:
        """Answer the first spots of a drill."""
        self.press(Qt.Key.Key_F1, Qt.Key.Key_P)
        room = self.app.window.play.drills
        for spot in range(5):
            if spot:
                self.press(Qt.Key.Key_Space)
            self._wait(lambda: room.verdict._scene is None and bool(room.line._scene.crumbs))
            self.rest(LEISURE)
            self.press(Qt.Key.Key_C)
            self._wait(lambda: room.verdict._scene is not None)
        self.rest(LEISURE)
        self.save_page(path, "dark")
        self.press(Qt.Key.Key_Escape)

    def review(self) -> None:
        """Review the hands of History, and open the costliest decision."""
        self.press(Qt.Key.Key_W)
        room = self.app.window.history.review
        self._wait(lambda: room._scene.decision is not None and not room._scene.running)
        self.rest(LEISURE)

    def _solved(self) -> bool:
        solution = self.app.window.study._scene.solution
        return solution is not None and not solution.running and bool(solution.figures)

    @property
    def _hands(self) -> int:
        """Hands finished in the watched match."""
        match = self.app.pages.watch and self.app.pages.watch.run._match
        return match.hands if match else 0

    def save_page(self, path: Path, theme: ThemeName) -> None:
        """Save a screenshot of the current page."""
        scene = self.app.window.settings.scene
        self.app.window.settings_changed.emit(replace(scene, theme=theme, animation=1.0))
        QTest.qWait(50)
        image = self.app.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        if not image.save(str(path), quality=0):
            raise OSError(f"{path} cannot be written")

    @property
    def _saved(self) -> str:
        return self.app.window.play.session._scene.saved

    def pin(self, label: str) -> None:
        """Pin a cell of Study's grid."""
        page = self.app.window.study
        labels = [cell.label for cell in page.centre.grid.scene.cells]
        page.centre.pair.set_pin(labels.index(label))
        page.centre.pair.pinned.emit(labels.index(label))
        self.rest(LEISURE)

    def close(self) -> None:
        """Quit the program."""
        self.app.window.close()


def _bet_on_turn(scene: TableScene) -> bool:
    """Return whether the board has four cards and an engine has bet."""
    dealt = sum(card is not None for card in scene.board)
    return dealt == 4 and any(bet.text for bet in scene.bets)


def category(session: PlaySession) -> Category:
    """Class of the person's best hand."""
    hand = session.table.hand
    return describe((*(hand.holes[session.hero] or ()), *hand.board)).category


def usual(session: PlaySession) -> str:
    """Bets with a pair that uses the person's cards, calls with high cards if cheap."""
    spot = session.table.hand.spot
    own = set(_ranks(session.table.hand.holes[session.hero] or ()))
    paired = (len(own) == 1 and len(spot.game.deck) > 6) or bool(own & set(_ranks(spot.board)))
    if paired and not spot.legal.no_raise and not spot.legal.call:
        return "r"
    cheap = 2 * spot.legal.call <= spot.pot and max(own) >= card_rank(spot.game.deck[-1]) - 2
    return "c" if paired or cheap or not spot.legal.call else "f"


def on_a_flop(play: PlaySession) -> str:
    """Call until a flop with three or more players and a bet to call."""
    spot = play.table.hand.spot
    live = sum(not spot.folded(seat) for seat in range(spot.game.num_players))
    return "" if spot.street == 1 and live > 2 and spot.legal.call else usual(play)


def facing_a_turn_bet(session: PlaySession) -> str:
    """Stops with two pair or better before a bet on the turn that is no more than the pot."""
    spot = session.table.hand.spot
    strong = category(session) >= Category.TWO_PAIR and len(set(_ranks(spot.board))) == 4
    if spot.street == 2 and 0 < 2 * spot.legal.call <= spot.pot and strong:
        return ""
    return "c" if spot.street < 2 and 2 * spot.legal.call <= spot.pot else usual(session)


def _ranks(cards: tuple[Card, ...]) -> list[int]:
    return [card_rank(card) for card in cards]


def facing_a_second_bet(session: PlaySession) -> str:
    """Stops with a pair before a bet in Leduc's second round."""
    spot = session.table.hand.spot
    if spot.street == 1 and spot.legal.call and category(session) == Category.PAIR:
        return ""
    return "c"


def main(folder: Path) -> None:
    """Save the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication(sys.argv[:1])
    application.setApplicationName("pokergui")
    with tempfile.TemporaryDirectory(prefix="pokergui-pictures-") as home:
        _pictures(Path(home), folder)


def _pictures(home: Path, folder: Path) -> None:
    table = Sitting("holdem-nolimit", 900, home)
    table.until(41, facing_a_turn_bet)
    table.save(folder / "play-light.png", "light")
    table.save(folder / "play-dark.png", "dark")
    table.press(Qt.Key.Key_A)
    table.rest(2 * LEISURE)  # until the advice is complete
    table.save_page(folder / "advisor-dark.png", "dark")
    table.press(Qt.Key.Key_A, Qt.Key.Key_F6, Qt.Key.Key_Down, Qt.Key.Key_Down)
    table.save_page(folder / "history-dark.png", "dark")
    table.review()
    table.save_page(folder / "review-dark.png", "dark")
    table.press(Qt.Key.Key_W)
    table.drill(folder / "drill-dark.png")
    names = ("room-light", "dark", "exploit-dark", "given-dark", "compare-dark")
    images = [folder / f"spot-{name}.png" for name in names]
    table.solve(("JTs", "JTo", "QTs", "QTo"), *images)
    table.close()
    six = Sitting(
        "holdem-nolimit-6", 900, home, ("equity", "nfsp", "passive", "bluffer", "nfsp-plt")
    )
    six.until(12, on_a_flop)
    six.save(folder / "play-six-dark.png", "dark")
    six.close()
    shallow = Sitting("holdem-nolimit@100", 900, home)
    shallow.watch(5, 1500)
    shallow.save_page(folder / "watch-dark.png", "dark")
    shallow.close()
    small = Sitting("leduc", 333, home)
    small.until(41, facing_a_second_bet)
    small.save(folder / "leduc-dark.png", "dark")
    small.press(Qt.Key.Key_F3)
    small.app.window.study.top_bar.game_box.chosen.emit("leduc")
    small.rest(LEISURE)
    small.press(Qt.Key.Key_1, Qt.Key.Key_1)
    small.save_page(folder / "study-leduc-dark.png", "dark")
    _search(small, folder)
    small.app.window.study.top_bar.engine_box.chosen.emit("nfsp")
    small.rest(2 * LEISURE)
    small.press(Qt.Key.Key_W)
    small.rest(LEISURE)
    small.save_page(folder / "sheet-light.png", "light")
    small.tournament(("cfr", "nfsp", "uct", "random", "call", "passive"))
    small.save_page(folder / "tournament-dark.png", "dark")
    small.train(("cfr", "cfr+", "robust-mccfr"), "pdcfr+")
    small.save_page(folder / "train-dark.png", "dark")
    small.press(Qt.Key.Key_X, Qt.Key.Key_F5)
    small.rest(LEISURE)
    small.press(Qt.Key.Key_Right)
    small.save_page(folder / "lab-dark.png", "dark")
    small.press(Qt.Key.Key_K)
    small.rest(LEISURE)
    small.save_page(folder / "lab-kuhn-light.png", "light")
    small.press(Qt.Key.Key_S)
    small.rest(4 * LEISURE)  # until it is evaluated
    small.save_page(folder / "lab-schedule-dark.png", "dark")
    small.press(Qt.Key.Key_E, Qt.Key.Key_N)
    small.rest(LEISURE)
    small.press(Qt.Key.Key_Space)
    small.rest(4 * LEISURE)  # until all hands are drawn
    small.save_page(folder / "lab-evaluation-dark.png", "dark")
    small.close()
    _search_holdem(home / "search", folder)
    _networks(home / "networks", folder)
    _studies(home / "studies", folder)
    _blueprints(home / "blueprints", folder)


def _search(small: Sitting, folder: Path) -> None:
    """The tree of a search from the first bet in Leduc, while it grows."""
    page = small.app.window.study
    small.press(Qt.Key.Key_Backspace, Qt.Key.Key_Backspace, Qt.Key.Key_2)
    small.pin("Q")
    QTest.keyClick(page, Qt.Key.Key_S, Qt.KeyboardModifier.ShiftModifier)
    small.rest(LEISURE)
    page.search.choices.boxes["belief"].chosen.emit("engine")
    small.press(Qt.Key.Key_S)
    small.rest(LEISURE)
    small.save_page(folder / "search-dark.png", "dark")
    small.press(Qt.Key.Key_Escape, Qt.Key.Key_Backspace, Qt.Key.Key_1, Qt.Key.Key_1)


def _search_holdem(home: Path, folder: Path) -> None:
    """A search on the turn, led by networks."""
    large = Sitting("holdem-nolimit@100", 900, home)
    large.press(Qt.Key.Key_F3)
    large.rest(2 * LEISURE)
    page, game = large.app.window.study, get_game("holdem-nolimit@100")
    line, board = parse_line(game, "r250c/cr415c/cr965"), parse_cards("Kh7d2c9s")
    assert large.app.pages.study is not None
    large.app.pages.study.open_link(StudyLink(game, line, board, None, "cfr"))
    large.rest(2 * LEISURE)
    large.pin("K7s")
    QTest.keyClick(page, Qt.Key.Key_S, Qt.KeyboardModifier.ShiftModifier)
    large.rest(LEISURE)
    for name, key in (("belief", "engine"), ("method", "nfsp-uct")):
        page.search.choices.boxes[name].chosen.emit(key)
        large.rest(8 * LEISURE)  # the first search of a game compiles
    large.save_page(folder / "search-holdem-dark.png", "dark")
    large.close()


def _networks(home: Path, folder: Path) -> None:
    """Networks that learn Leduc, until they are below 0.1 antes."""
    small = Sitting("leduc", 333, home)
    small.train_networks("cfr", 75)
    small.save_page(folder / "train-networks-dark.png", "dark")
    small.close()


def _studies(home: Path, folder: Path) -> None:
    """The shipped blueprint on a flop: strategy, EV, next to networks, and over many boards."""
    large = Sitting("holdem-nolimit", 900, home)
    page = large.app.window.study
    large.press(Qt.Key.Key_F3)
    page.top_bar.game_box.chosen.emit("holdem-nolimit")
    page.top_bar.engine_box.chosen.emit("cfr")
    large.rest(2 * LEISURE)
    large.pin("A5s")
    large.save_page(folder / "study-preflop-dark.png", "dark")
    for typed in ("r300c/", "Ks7h2d"):
        page.columns.typed.edited.emit(typed)
        page.columns.typed.entered.emit()
        large.rest(2 * LEISURE)
    large.pin("K7s")
    large.save_page(folder / "study-flop-dark.png", "dark")
    large.press(Qt.Key.Key_M, Qt.Key.Key_M, Qt.Key.Key_M)
    large.save_page(folder / "study-equity-light.png", "light")
    large.press(*[Qt.Key.Key_M] * 5)
    page.top_bar.second_box.chosen.emit("nfsp")
    large.rest(6 * LEISURE)
    large.press(Qt.Key.Key_C, Qt.Key.Key_I)
    large.rest(LEISURE)
    large.save_page(folder / "study-versus-dark.png", "dark")
    page.top_bar.second_box.chosen.emit("")
    large.press(Qt.Key.Key_P)
    large.rest(LEISURE)
    QTest.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    large.rest(12 * LEISURE)
    large.save_page(folder / "study-report-dark.png", "dark")
    large.close()


def _blueprints(home: Path, folder: Path) -> None:
    """The training of a blueprint: minutes."""
    large = Sitting("holdem-nolimit", 900, home)
    large.train_blueprint(7)
    large.save_page(folder / "train-blueprint-dark.png", "dark")
    large.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Take the README's screenshots.")
    default = ROOT / "docs" / "images"
    parser.add_argument("folder", type=Path, nargs="?", default=default, help="where they go")
    main(parser.parse_args().folder)
