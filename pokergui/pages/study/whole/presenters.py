"""A whole small game in Study: every information set of an engine on one sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ai.cfr.evaluation import Beside, strategy_beside
from ai.reading.reach import RangeReader
from pokergui.background.jobs import LatestAnswer, Runner
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.whole.scenes import (
    ORDERS,
    Alpha,
    SheetChoice,
    family_scene,
    member,
    set_card,
    sheet_scene,
)
from pokergui.pages.study.whole.viewmodel import SheetScene
from pokergui.ranges.grid_values import shows_all_boards
from pokergui.ranges.sheet import SheetGame, read_sheet

_KEPT = 4
_NOTHING: Beside = {}


class StudyWhole(QObject):
    """Builds the sheet in the background while it is wanted.

    Signals:
        member_asked: name of a member of Kuhn's family, to be shown instead of the engine.

    Args:
        second: returns title and reader of the engine to compare with; None for an equilibrium.
    """

    card = Signal(object)
    member_asked = Signal(str)
    impossible = Signal()
    failed = Signal(object)

    def __init__(
        self,
        runner: Runner,
        walk: StudyNavigator,
        first: Callable[[], RangeReader | None],
        second: Callable[[], tuple[str, RangeReader] | None],
        second_failed: Callable[[Exception], None],
        strategies: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._walk, self._first, self._second = walk, first, second
        self._strategies = strategies
        self._made = LatestAnswer[SheetGame](
            runner, "study-sheet", walk.changed.emit, self._not_made, _KEPT
        )
        self._read = LatestAnswer[Beside](
            runner, "study-sheet-second", walk.changed.emit, second_failed
        )
        self._choice = SheetChoice()
        self._game: SheetGame | None = None
        self._alpha: Alpha | None = None
        self._shown: tuple[SheetGame, Beside | None, object, SheetScene] | None = None

    def stop(self) -> None:
        self._made.drop()
        self._read.drop()

    def toggle(self, on: bool) -> None:
        # A key may arrive while the page still shows a small game and a large one is being read.
        on = on and shows_all_boards(self._walk.place.game)
        impossible = on and self._first() is None and not self._walk.reader.busy
        self._walk.change(sheet=on and not impossible)
        if impossible:
            self.impossible.emit()

    def _game_shown(self) -> SheetGame | None:
        reader, rules, home = self._first(), self._walk.place.game, self._strategies
        if not self._walk.state.sheet or reader is None:
            return None
        return self._made.ask(reader, lambda control: read_sheet(reader, rules, home, control))

    def read(self) -> tuple[SheetGame, Beside] | None:
        """Return the sheet and the strategy to compare with, if the sheet is wanted and known."""
        game = self._game_shown()
        if game is None:
            return None
        _, rival = self._rival(game)
        return game, self._equilibrium(game) if rival is None else rival

    def scene(self) -> SheetScene | None:
        game = self._game_shown()
        if game is None:
            return None
        (name, rival), shown = self._rival(game), self._shown
        look = (self._choice, self._alpha, name)
        if shown is None or shown[0] is not game or shown[1] is not rival or shown[2] != look:
            beside = self._equilibrium(game) if rival is None else rival
            alone = self._alpha is not None and not name
            family = family_scene(game.whole, self._alpha) if alone and self._alpha else None
            made = sheet_scene(game, self._choice, beside, family, name)
            self._shown = shown = (game, rival, look, made)
        return shown[3]

    def _rival(self, game: SheetGame) -> tuple[str, Beside | None]:
        """Return title and strategy of the engine to compare with; none if it has no answer."""
        if game is not self._game:
            alpha = game.whole.alpha
            self._game, self._alpha = game, None if alpha is None else Alpha.of(alpha)
        second, rules = self._second(), game.whole.game
        if second is None:
            self._read.drop()
            return "", None
        title, reader = second
        strategy = self._read.ask(
            reader, lambda control: strategy_beside(rules, partial(reader.answer, control=control))
        )
        return ("", None) if self._read.error is not None else (title, strategy or _NOTHING)

    def _equilibrium(self, game: SheetGame) -> Beside:
        """Return the equilibrium; in Kuhn poker the chosen member, at first the nearest."""
        return game.whole.equilibrium if self._alpha is None else member(game.whole, self._alpha)

    def _not_made(self, error: Exception) -> None:
        self._made.drop()
        self._walk.change(sheet=False)
        self.failed.emit(error)

    # View

    def choose_view(self, view: str) -> None:
        self._look(replace(self._choice, view=view))

    def choose_order(self, order: str) -> None:
        if order in ORDERS:
            self._look(replace(self._choice, order=order))

    def _look(self, choice: SheetChoice) -> None:
        self._choice = choice
        self._walk.changed.emit()

    def point(self, key: str) -> None:
        sheet = self.read()
        if sheet is None or not key or int(key) >= len(sheet[0].sets):
            self.card.emit(None)
            return
        game, beside = sheet
        name, _ = self._rival(game)
        self.card.emit(set_card(game.whole.game, game.sets[int(key)], beside, name))

    # Kuhn's family

    def slide_alpha(self, position: int) -> None:
        self._compare(Alpha.at(position))

    def step_alpha(self, steps: int) -> None:
        if self._alpha is not None:
            self._compare(self._alpha.stepped(steps))

    def type_alpha(self, text: str) -> None:
        if self._alpha is not None:
            self._compare(self._alpha.typing(text))

    def show_member(self) -> None:
        if self._alpha is not None:
            self.member_asked.emit(self._alpha.engine)

    def _compare(self, alpha: Alpha) -> None:
        self._alpha = alpha
        self._walk.changed.emit()
